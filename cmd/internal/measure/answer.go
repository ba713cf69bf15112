package measure

import (
	"fellowship/characters/strictyaml"
	"fellowship/solver/difficulty"
)

// answer is the result for one chapter and table size, in JSON. Deals and rounds that were
// measured are the n of the shares.
type answer struct {
	Schema      int                 `json:"schema"`
	Chapter     any                 `json:"chapter"`
	Players     int                 `json:"players"`
	Seed        uint64              `json:"seed"`
	Shard       string              `json:"shard,omitempty"`
	Nodes       int64               `json:"nodes"`
	Missing     int                 `json:"missing,omitempty"` // deals and rounds that were wanted
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
}

type forgivenessAnswer struct {
	Decisions int     `json:"decisions"`
	Undecided int     `json:"undecided"`
	Parts     int64   `json:"parts"`
	Share     float64 `json:"share"`
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
		Shard: r.Shard.String(), Nodes: r.Nodes, Missing: row.Missing, FairBy: r.FairBy, Deals: row.Draft.Deals,
		Draft: row.Draft, Play: row.Play, After: row.After,
		Fair: row.Fair, Greedy: row.Greedy, Random: row.Random,
		Broken: row.Broken,
		Forgiveness: forgivenessAnswer{
			Decisions: row.Forgiveness.Decisions, Undecided: row.Forgiveness.Undecided,
			Parts: row.Forgiveness.Parts, Share: row.Forgiveness.Share(),
		},
	}
	return a
}
