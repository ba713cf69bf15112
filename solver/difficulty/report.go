package difficulty

import (
	"maps"
	"slices"

	"fellowship/solver"
)

// Report is the measurement of all cells.
type Report struct {
	Seed  uint64
	Nodes int64 // the limit of one search, 0 for none
	// FairBy played the fair rounds.
	FairBy string
	// Shard is the part of the work that was measured, the zero value for all.
	Shard Shard
	// Wanted is how many deals and fair rounds are to be measured in all.
	Wanted int
	Rows   []Row
}

// Row is the measurement of one cell.
type Row struct {
	Cell
	// Missing is how many of its deals and fair rounds are not measured yet.
	Missing int
	// Draft is the deals that can be won with open cards from the draft.
	Draft Share
	// Play is the deals that can be won with open cards from the first trick,
	// after a random draft without exchanges.
	Play Share
	// AfterSetup is the fair rounds that could be won with open cards when the draft
	// and the setup were done.
	AfterSetup Share
	// Fair, Greedy and Random are the rounds that computer players won from the
	// draft; the last two are of the same deals as Draft and Play.
	Fair, Greedy, Random Share
	// Broken counts the goals that lost those rounds.
	Broken BrokenBy
	// Forgiveness is about the plays of the fair rounds.
	Forgiveness Forgiveness
}

// Share is how many of the deals had some property, with the 95 % interval of the
// share among all deals there are. Undecided deals widen the interval: its low
// end takes them as without the property, its high end as with it.
type Share struct {
	Deals     int     `json:"n"`
	Wins      int     `json:"wins"`
	Undecided int     `json:"undecided"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
}

// Lost is how many had not the property.
func (s *Share) Lost() int { return s.Deals - s.Wins - s.Undecided }

// BrokenBy is the goals that lost the rounds of each player.
type BrokenBy struct {
	Fair   Broken `json:"fair"`
	Greedy Broken `json:"greedy"`
	Random Broken `json:"random"`
}

func newBroken() BrokenBy { return BrokenBy{Broken{}, Broken{}, Broken{}} }

// Broken counts lost rounds by the goal that failed and by the seat whose decision made it fail.
// Where one decision breaks several goals it counts for each.
type Broken map[string]map[string]int

// Rounds returns how often a goal failed.
func (b Broken) Rounds(goal string) int {
	n := 0
	for _, count := range b[goal] {
		n += count
	}
	return n
}

// Goals lists the goals, those that failed most often first.
func (b Broken) Goals() []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(b))), func(x, y string) int {
		return b.Rounds(y) - b.Rounds(x)
	})
}

// Actors lists whose decisions made a goal fail, most often first.
func (b Broken) Actors(goal string) []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(b[goal]))), func(x, y string) int {
		return b[goal][y] - b[goal][x]
	})
}

// report counts the results of each cell, kind and part up to the first that is missing.
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

// Missing is how many of the wanted deals and fair rounds are not measured yet.
func (r *Report) Missing() (n int) {
	for i := range r.Rows {
		n += r.Rows[i].Missing
	}
	return n
}

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

// Merge counts what another report has counted.
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

// shares lists all shares of a row.
func (row *Row) shares() []*Share {
	return []*Share{&row.Draft, &row.Play, &row.AfterSetup, &row.Fair, &row.Greedy, &row.Random}
}

func (s *Share) merge(other *Share) {
	s.Wins += other.Wins
	s.Undecided += other.Undecided
	s.Deals += other.Deals
}

// intervals works the intervals out.
func (row *Row) intervals() {
	for _, s := range row.shares() {
		s.Share = float64(s.Wins) / float64(max(s.Deals, 1))
		s.Low, _ = Wilson(s.Wins, s.Deals)
		_, s.High = Wilson(s.Wins+s.Undecided, s.Deals)
	}
}

// Sum adds up rows, such as those of one chapter at all tables. Its cell is that of
// the first.
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
