package cli

import (
	"fmt"

	"fellowship/solver/difficulty"
)

// difficultyAnswer is what was measured of one chapter and table size, in JSON.
// Deals, rounds and campaigns that were measured are the n of the shares.
type difficultyAnswer struct {
	Schema      int               `json:"schema"`
	Chapter     any               `json:"chapter"`
	Players     int               `json:"players"`
	Seed        uint64            `json:"seed"`
	Shard       string            `json:"shard,omitempty"`
	Nodes       int64             `json:"nodes"`
	Deals       int               `json:"deals"`
	Draft       shareAnswer       `json:"draft"`
	Play        shareAnswer       `json:"play"`
	After       shareAnswer       `json:"after"`
	Fair        shareAnswer       `json:"fair"`
	Greedy      shareAnswer       `json:"greedy"`
	Random      shareAnswer       `json:"random"`
	Broken      brokenAnswer      `json:"broken"`
	Forgiveness forgivenessAnswer `json:"forgiveness"`
	Campaign    *campaignAnswerOf `json:"campaign"`
}

// shareAnswer is how many of n had a property, and the interval of the share.
type shareAnswer struct {
	N         int     `json:"n"`
	Wins      int     `json:"wins"`
	Undecided int     `json:"undecided"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// brokenAnswer is the goals that lost rounds: goal, whose decision, how often.
type brokenAnswer struct {
	Fair   difficulty.Broken `json:"fair"`
	Greedy difficulty.Broken `json:"greedy"`
	Random difficulty.Broken `json:"random"`
}

type forgivenessAnswer struct {
	Decisions int     `json:"decisions"`
	Undecided int     `json:"undecided"`
	Parts     int64   `json:"parts"`
	Share     float64 `json:"share"`
}

// campaignAnswerOf is the campaigns of a long chapter.
type campaignAnswerOf struct {
	By      string       `json:"by"`
	Clean   shareAnswer  `json:"clean"`
	Keep    roundsAnswer `json:"keep"`
	Restart roundsAnswer `json:"restart"`
}

// roundsAnswer is the rounds that campaigns needed. Counts[i] needed i rounds,
// Counts[0] more than the limit; the median is null where it is among those.
type roundsAnswer struct {
	Median *int  `json:"median"`
	Limit  int   `json:"limit"`
	Counts []int `json:"counts"`
}

func shareOf(s *difficulty.Share) shareAnswer {
	return shareAnswer{N: s.Deals, Wins: s.Wins, Undecided: s.Undecided, Share: s.Share(), Low: s.Low, High: s.High}
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

func answerDifficulty(r *difficulty.Report, row *difficulty.Row) *difficultyAnswer {
	a := &difficultyAnswer{
		Schema: 1, Chapter: chapterNumber(row.Chapter), Players: row.Players, Seed: r.Seed,
		Shard: r.Shard.String(), Nodes: r.Nodes, Deals: row.Draft.Deals,
		Draft: shareOf(&row.Draft), Play: shareOf(&row.Play), After: shareOf(&row.After),
		Fair: shareOf(&row.Fair), Greedy: shareOf(&row.Greedy), Random: shareOf(&row.Random),
		Broken: brokenAnswer{row.BrokenFair, row.BrokenGreedy, row.BrokenRandom},
		Forgiveness: forgivenessAnswer{
			Decisions: row.Forgiveness.Decisions, Undecided: row.Forgiveness.Undecided,
			Parts: row.Forgiveness.Parts, Share: row.Forgiveness.Share(),
		},
	}
	if c := row.Campaigns; c != nil {
		a.Campaign = &campaignAnswerOf{
			By: r.CampaignBy, Clean: shareOf(&c.Clean), Keep: roundsOf(c.Keep), Restart: roundsOf(c.Restart),
		}
	}
	return a
}

// row is the answer read back: what was counted, not what follows from it.
func (a *difficultyAnswer) row() difficulty.Row {
	share := func(s shareAnswer) difficulty.Share {
		return difficulty.Share{Deals: s.N, Wins: s.Wins, Undecided: s.Undecided}
	}
	row := difficulty.Row{
		Cell:  difficulty.Cell{Chapter: fmt.Sprint(a.Chapter), Players: a.Players},
		Draft: share(a.Draft), Play: share(a.Play), After: share(a.After),
		Fair: share(a.Fair), Greedy: share(a.Greedy), Random: share(a.Random),
		BrokenFair: a.Broken.Fair, BrokenGreedy: a.Broken.Greedy, BrokenRandom: a.Broken.Random,
		Forgiveness: difficulty.Forgiveness{
			Decisions: a.Forgiveness.Decisions, Undecided: a.Forgiveness.Undecided, Parts: a.Forgiveness.Parts,
		},
	}
	if c := a.Campaign; c != nil {
		row.Campaigns = &difficulty.Campaigns{Clean: share(c.Clean), Keep: c.Keep.Counts, Restart: c.Restart.Counts}
	}
	return row
}
