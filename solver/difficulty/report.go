package difficulty

import (
	"maps"
	"slices"

	"fellowship/solver"
)

// Report is the measurement of all cells.
type Report struct {
	// Seed is the number of the first deal and of the first fair round.
	Seed uint64
	// Nodes limits the card plays of one search, 0 for no limit.
	Nodes int64
	// FairBy is the name of the computer player in the fair rounds.
	FairBy string
	// Shard is the part of the work that was measured. The zero value is all of it.
	Shard Shard
	// Wanted is the number of all deals and fair rounds to measure in Shard.
	Wanted int
	// Rows has a row for each cell.
	Rows []Row
}

// Row is the measurement of one cell.
type Row struct {
	Cell
	// Missing is the number of deals and fair rounds that are not measured yet.
	Missing int
	// Draft is the share of deals that can be won with open cards from the draft on.
	Draft Share
	// Play is the share of deals that can be won with open cards from the first trick on,
	// after a random draft without exchanges.
	Play Share
	// AfterSetup is the share of fair rounds that could be won with open cards after the draft
	// and the setup.
	AfterSetup Share
	// Fair is the share of fair rounds won.
	Fair Share
	// Greedy is the share of deals that greedy players won, playing from the draft on. The deals are
	// the same as for Draft and Play.
	Greedy Share
	// Random is the share of the same deals that random players won.
	Random Share
	// Broken counts the goals that failed in the lost rounds of computer players.
	Broken BrokenBy
	// Forgiveness sums up the plays of the fair rounds.
	Forgiveness Forgiveness
}

// Share is the share of deals or rounds that were won or can be won, with its 95 % interval.
// Undecided deals widen the interval: its low end counts them as lost, its high end as won.
type Share struct {
	// Deals is the number of deals or rounds measured.
	Deals int `json:"n"`
	Wins  int `json:"wins"`
	// Undecided is the number of deals for which a search reached its limit.
	Undecided int     `json:"undecided"`
	Share     float64 `json:"share"`
	// Low is the low end of the interval.
	Low float64 `json:"low"`
	// High is the high end of the interval.
	High float64 `json:"high"`
}

// Lost returns the number of deals that are neither won nor undecided.
func (s *Share) Lost() int { return s.Deals - s.Wins - s.Undecided }

// BrokenBy counts the goals that failed, by the computer players of the round.
type BrokenBy struct {
	Fair   Broken `json:"fair"`
	Greedy Broken `json:"greedy"`
	Random Broken `json:"random"`
}

func newBroken() BrokenBy { return BrokenBy{Broken{}, Broken{}, Broken{}} }

// Broken counts lost rounds by the goal that failed, and then by the character whose decision broke
// it. A decision that breaks several goals counts for each of them.
type Broken map[string]map[string]int

// Rounds returns how often a goal failed.
func (b Broken) Rounds(goal string) int {
	n := 0
	for _, count := range b[goal] {
		n += count
	}
	return n
}

// Goals returns the goals. The goal that failed most often comes first.
func (b Broken) Goals() []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(b))), func(x, y string) int {
		return b.Rounds(y) - b.Rounds(x)
	})
}

// Actors returns the characters whose decisions broke a goal. The most frequent one comes first.
func (b Broken) Actors(goal string) []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(b[goal]))), func(x, y string) int {
		return b[goal][y] - b[goal][x]
	})
}

// report counts the results. For each cell, kind and part it counts only the units before the first
// missing one.
func (o *Options) report(cells []Cell, want []wanted, known map[Unit]*Result) Report {
	out := Report{Seed: o.Seed, Nodes: o.Nodes, FairBy: o.fairBy(), Shard: o.Shard}
	for i, c := range cells {
		row := newRow(c)
		for _, k := range unitKinds {
			gaps := map[int]bool{}
			for n := range want[i][k] {
				if !o.Shard.contains(n, i, len(cells)) {
					continue
				}
				out.Wanted++
				r := known[Unit{c.Chapter, c.Players, k, o.Seed + uint64(n)}]
				part := o.Shard.partOf(n, i, len(cells))
				if r == nil {
					row.Missing++
					gaps[part] = true
				} else if !gaps[part] {
					row.add(r)
				}
			}
		}
		row.intervals()
		out.Rows = append(out.Rows, row)
	}
	return out
}

// Missing returns the number of wanted deals and fair rounds that are not measured yet.
func (r *Report) Missing() (n int) {
	for i := range r.Rows {
		n += r.Rows[i].Missing
	}
	return n
}

// newRow returns an empty row for a cell.
func newRow(c Cell) Row { return Row{Cell: c, Broken: newBroken()} }

// add counts one result.
func (row *Row) add(r *Result) {
	switch r.Kind {
	case Deal:
		row.Draft.add(r.Draft)
		row.Play.add(r.Play)
		row.Random.addRound(r.Random, row.Broken.Random)
		row.Greedy.addRound(r.Greedy, row.Broken.Greedy)
	case Fair:
		row.AfterSetup.add(r.AfterSetup)
		row.Fair.addRound(r.Fair, row.Broken.Fair)
		row.Forgiveness.add(r.Forgiveness)
	}
}

func (s *Share) add(v solver.Verdict) {
	s.count(v == solver.Winnable)
	if v == solver.Unknown {
		s.Undecided++
	}
}

func (s *Share) count(won bool) {
	s.Deals++
	if won {
		s.Wins++
	}
}

func (s *Share) addRound(r *Outcome, b Broken) {
	s.count(r.Won)
	for _, broke := range r.Broke {
		b.add(broke.Goal, broke.Actor, 1)
	}
}

func (b Broken) add(goal, actor string, n int) {
	if b[goal] == nil {
		b[goal] = map[string]int{}
	}
	b[goal][actor] += n
}

// Merge adds the counts of another report.
func (b Broken) Merge(other Broken) {
	for goal, counts := range other {
		for actor, n := range counts {
			b.add(goal, actor, n)
		}
	}
}

func (f *Forgiveness) add(g *Forgiveness) {
	f.Decisions += g.Decisions
	f.Parts += g.Parts
	f.Undecided += g.Undecided
}

// shares returns all shares of a row.
func (row *Row) shares() []*Share {
	return []*Share{&row.Draft, &row.Play, &row.AfterSetup, &row.Fair, &row.Greedy, &row.Random}
}

func (s *Share) merge(other *Share) {
	s.Wins += other.Wins
	s.Undecided += other.Undecided
	s.Deals += other.Deals
}

// intervals computes the shares and their intervals from the counts.
func (row *Row) intervals() {
	for _, s := range row.shares() {
		s.Share = float64(s.Wins) / float64(max(s.Deals, 1))
		s.Low, _ = Wilson(s.Wins, s.Deals)
		_, s.High = Wilson(s.Wins+s.Undecided, s.Deals)
	}
}

// Sum adds up rows, for example all rows of one chapter. The sum has the cell of the first row.
func Sum(rows []*Row) *Row {
	sum := Row{Broken: newBroken()}
	for i, row := range rows {
		if i == 0 {
			sum.Cell = row.Cell
		}
		sum.merge(row)
	}
	sum.intervals()
	return &sum
}

func (row *Row) merge(other *Row) {
	targets := row.shares()
	for i, s := range other.shares() {
		if i < len(targets) {
			targets[i].merge(s)
		}
	}
	row.Broken.Fair.Merge(other.Broken.Fair)
	row.Broken.Greedy.Merge(other.Broken.Greedy)
	row.Broken.Random.Merge(other.Broken.Random)
	row.Forgiveness.add(&other.Forgiveness)
}
