package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/files"
	"fellowship/solver/difficulty"
)

// answer is the result for one chapter and table size, in JSON. Deals, rounds and campaigns that
// were measured are the n of the shares.
type answer struct {
	Schema      int                 `json:"schema"`
	Chapter     any                 `json:"chapter"`
	Players     int                 `json:"players"`
	Seed        uint64              `json:"seed"`
	Shard       string              `json:"shard,omitempty"`
	Nodes       int64               `json:"nodes"`
	Deals       int                 `json:"deals"`
	Draft       difficulty.Share    `json:"draft"`
	Play        difficulty.Share    `json:"play"`
	FairBy      string              `json:"fair_by"`
	After       difficulty.Share    `json:"after"`
	Fair        difficulty.Share    `json:"fair"`
	Greedy      difficulty.Share    `json:"greedy"`
	Random      difficulty.Share    `json:"random"`
	Broken      difficulty.BrokenBy `json:"broken"`
	Forgiveness forgivenessAnswer   `json:"forgiveness"`
	Campaign    *campaignAnswer     `json:"campaign"`
}

type forgivenessAnswer struct {
	Decisions int     `json:"decisions"`
	Undecided int     `json:"undecided"`
	Parts     int64   `json:"parts"`
	Share     float64 `json:"share"`
}

// campaignAnswer is the campaigns of a long chapter.
type campaignAnswer struct {
	By      string           `json:"by"`
	Clean   difficulty.Share `json:"clean"`
	Keep    roundsAnswer     `json:"keep"`
	Restart roundsAnswer     `json:"restart"`
}

// roundsAnswer is the rounds that campaigns needed. Counts[i] needed i rounds,
// Counts[0] more than the limit; the median is null where it is among those.
type roundsAnswer struct {
	Median *int  `json:"median"`
	Limit  int   `json:"limit"`
	Counts []int `json:"counts"`
}

func roundsOf(counts []int) roundsAnswer {
	a := roundsAnswer{Limit: difficulty.MaxRounds, Counts: counts}
	if counts == nil {
		a.Counts = []int{}
	}
	if m := difficulty.Median(counts); m > 0 {
		a.Median = &m
	}
	return a
}

// Answers returns the report in JSON, an object for each row.
func Answers(r *difficulty.Report) []any {
	var out []any
	for i := range r.Rows {
		out = append(out, answerOf(r, &r.Rows[i]))
	}
	return out
}

func answerOf(r *difficulty.Report, row *difficulty.Row) *answer {
	a := &answer{
		Schema: 1, Chapter: strictyaml.Plain(row.Chapter), Players: row.Players, Seed: r.Seed,
		Shard: r.Shard.String(), Nodes: r.Nodes, FairBy: r.FairBy, Deals: row.Draft.Deals,
		Draft: row.Draft, Play: row.Play, After: row.After,
		Fair: row.Fair, Greedy: row.Greedy, Random: row.Random,
		Broken: row.Broken,
		Forgiveness: forgivenessAnswer{
			Decisions: row.Forgiveness.Decisions, Undecided: row.Forgiveness.Undecided,
			Parts: row.Forgiveness.Parts, Share: row.Forgiveness.Share(),
		},
	}
	if c := row.Campaigns; c != nil {
		a.Campaign = &campaignAnswer{
			By: r.CampaignBy, Clean: c.Clean, Keep: roundsOf(c.Keep), Restart: roundsOf(c.Restart),
		}
	}
	return a
}

// row is the answer read back: what was counted, not what follows from it.
func (a *answer) row() difficulty.Row {
	row := difficulty.Row{
		Cell:  difficulty.Cell{Chapter: fmt.Sprint(a.Chapter), Players: a.Players},
		Draft: a.Draft, Play: a.Play, After: a.After,
		Fair: a.Fair, Greedy: a.Greedy, Random: a.Random,
		Broken: a.Broken,
		Forgiveness: difficulty.Forgiveness{
			Decisions: a.Forgiveness.Decisions, Undecided: a.Forgiveness.Undecided, Parts: a.Forgiveness.Parts,
		},
	}
	if c := a.Campaign; c != nil {
		row.Campaigns = &difficulty.Campaigns{Clean: c.Clean, Keep: c.Keep.Counts, Restart: c.Restart.Counts}
	}
	return row
}

// maxAnswers is the most bytes of what --json has written: some kilobytes for each
// chapter and size of the table.
const maxAnswers = 16 << 20

// Read reads what the answers were written into.
func Read(in io.Reader) (r difficulty.Report, err error) {
	data, err := io.ReadAll(io.LimitReader(in, maxAnswers+1))
	if err == nil && len(data) > maxAnswers {
		err = fmt.Errorf("%w: there are more than %d bytes", files.ErrTooLarge, maxAnswers)
	}
	if err != nil {
		return r, err
	}
	if err := strictyaml.CheckJSON(data); err != nil {
		return r, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	decoder.UseNumber() // chapter 2 is "2"
	shard := ""
	for n := 1; ; n++ {
		var a answer
		switch err := decoder.Decode(&a); {
		case errors.Is(err, io.EOF):
			return r, nil
		case err != nil || a.Schema != 1:
			return r, fmt.Errorf("object %d is not what difficulty --json has written", n)
		}
		by := ""
		if a.Campaign != nil {
			by = a.Campaign.By
		}
		if n == 1 {
			r.FairBy = a.FairBy
			r.Seed, r.Nodes, shard = a.Seed, a.Nodes, a.Shard
			if shard != "" {
				if r.Shard, err = difficulty.ParseShard(shard); err != nil {
					return r, err
				}
			}
		}
		if a.Seed != r.Seed || a.Nodes != r.Nodes || a.Shard != shard || a.FairBy != r.FairBy || by != "" && r.CampaignBy != "" && by != r.CampaignBy {
			return r, fmt.Errorf("object %d was not measured like the ones before it; name each part's file on its own", n)
		}
		if by != "" {
			r.CampaignBy = by
		}
		r.Rows = append(r.Rows, a.row())
	}
}
