package difficulty

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/solver"
)

// Report is the measurement of all cells.
type Report struct {
	Seed  uint64
	Nodes int64 // the limit of one search, 0 for none
	// FairBy played the fair rounds, CampaignBy the campaigns.
	FairBy, CampaignBy string
	// Shard is the part of the work that was measured, the zero value for all.
	Shard Shard
	Rows  []Row
}

// Row is the measurement of one cell.
type Row struct {
	Cell
	// Draft is the deals that can be won with open cards from the draft.
	Draft Share
	// Play is the deals that can be won with open cards from the first trick,
	// after a random draft without exchanges.
	Play Share
	// After is the fair rounds that could be won with open cards when the draft
	// and the setup were done.
	After Share
	// Fair, Greedy and Random are the rounds that computer players won from the
	// draft; the last two are of the same deals as Draft and Play.
	Fair, Greedy, Random Share
	// Broken counts the goals that lost those rounds.
	Broken BrokenBy
	// Forgiveness is about the plays of the fair rounds.
	Forgiveness Forgiveness
	// Campaigns is of long chapters only, else nil.
	Campaigns *Campaigns
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

// By lists whose decisions made a goal fail, most often first.
func (b Broken) By(goal string) []string {
	return slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(b[goal]))), func(x, y string) int {
		return b[goal][y] - b[goal][x]
	})
}

// Campaigns is long chapters played to their end.
type Campaigns struct {
	// Clean is those that were won without a lost round.
	Clean Share
	// Keep and Restart count the campaigns by the rounds they needed, at index 0
	// those that needed more than MaxRounds: when the group keeps what it has
	// completed after a lost round, and when it starts again (L3).
	Keep, Restart []int
}

// Median returns the rounds that half of the campaigns need at most, 0 for more
// than MaxRounds.
func Median(rounds []int) int {
	total, seen := 0, 0
	for _, n := range rounds {
		total += n
	}
	for i := 1; i < len(rounds); i++ {
		if seen += rounds[i]; 2*seen >= total {
			return i
		}
	}
	return 0
}

// report counts the results of each cell and kind up to the first that is
// missing.
func (o *Options) report(lib *chapters.Library, cells []Cell, want []wanted, known map[Unit]*Result) Report {
	out := Report{Seed: o.Seed, Nodes: o.Nodes, FairBy: o.fairBy(), CampaignBy: o.campaignBy(), Shard: o.Shard}
	for i, c := range cells {
		row := newRow(lib, c)
		for _, k := range kinds {
			for n := range want[i][k] {
				if !o.Shard.has(n) {
					continue
				}
				r := known[Unit{c, k, o.Seed + uint64(n)}]
				if r == nil {
					break
				}
				row.add(r)
			}
		}
		row.intervals()
		out.Rows = append(out.Rows, row)
	}
	return out
}

func newRow(lib *chapters.Library, c Cell) Row {
	row := Row{Cell: c, Broken: newBroken()}
	if chapter, err := lib.Chapter(c.Chapter); err == nil && chapter.Long {
		row.Campaigns = &Campaigns{}
	}
	return row
}

// add counts one result.
func (row *Row) add(r *Result) {
	switch r.Kind {
	case Deal:
		row.Draft.add(r.Draft)
		row.Play.add(r.Play)
		row.Random.addRound(r.Random, row.Broken.Random)
		row.Greedy.addRound(r.Greedy, row.Broken.Greedy)
	case Fair:
		row.After.add(r.After)
		row.Fair.addRound(r.Fair, row.Broken.Fair)
		row.Forgiveness.add(r.Forgiveness)
	case Campaign:
		if c := row.Campaigns; c != nil {
			c.Clean.count(r.Campaign.Clean)
			c.Keep = addAt(c.Keep, r.Campaign.Keep, 1)
			c.Restart = addAt(c.Restart, r.Campaign.Restart, 1)
		}
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

func (s *Share) addRound(r *Round, b Broken) {
	s.count(r.Won)
	for _, at := range r.Broke {
		b.add(at.Goal, at.By, 1)
	}
}

func (b Broken) add(goal, by string, n int) {
	if b[goal] == nil {
		b[goal] = map[string]int{}
	}
	b[goal][by] += n
}

// Add counts what another report has counted.
func (b Broken) Add(other Broken) {
	for goal, by := range other {
		for who, n := range by {
			b.add(goal, who, n)
		}
	}
}

func (f *Forgiveness) add(g *Forgiveness) {
	f.Decisions += g.Decisions
	f.Parts += g.Parts
	f.Undecided += g.Undecided
}

// addAt adds to a count, which grows to hold it.
func addAt(counts []int, i, n int) []int {
	for len(counts) <= i {
		counts = append(counts, 0)
	}
	counts[i] += n
	return counts
}

// shares lists all shares of a row.
func (row *Row) shares() []*Share {
	out := []*Share{&row.Draft, &row.Play, &row.After, &row.Fair, &row.Greedy, &row.Random}
	if row.Campaigns != nil {
		out = append(out, &row.Campaigns.Clean)
	}
	return out
}

func (s *Share) merge(from *Share) {
	s.Wins += from.Wins
	s.Undecided += from.Undecided
	s.Deals += from.Deals
}

// intervals works the intervals out.
func (row *Row) intervals() {
	for _, s := range row.shares() {
		s.Share = float64(s.Wins) / float64(max(s.Deals, 1))
		s.Low, _ = Wilson(s.Wins, s.Deals)
		_, s.High = Wilson(s.Wins+s.Undecided, s.Deals)
	}
}

// Merge adds up the reports of all parts of some work. The order makes no
// difference.
func Merge(lib *chapters.Library, reports []Report) (Report, error) {
	if len(reports) == 0 {
		return Report{}, errors.New("there is nothing to merge")
	}
	first := reports[0]
	out := Report{Seed: first.Seed, Nodes: first.Nodes, FairBy: first.FairBy, CampaignBy: first.CampaignBy}
	seen := map[Shard]bool{}
	rows := map[Cell]*Row{}
	for i := range reports {
		r := &reports[i]
		switch {
		case r.Seed != out.Seed || r.Nodes != out.Nodes || r.FairBy != out.FairBy || r.CampaignBy != out.CampaignBy:
			return Report{}, errors.New("the parts were not measured alike: seed, nodes and the players of fair rounds and campaigns must be the same")
		case r.Shard.Of != first.Shard.Of || r.Shard == (Shard{}) && len(reports) > 1:
			return Report{}, fmt.Errorf("part %q does not go with part %q", r.Shard, first.Shard)
		case seen[r.Shard]:
			return Report{}, fmt.Errorf("part %s is there twice", r.Shard)
		}
		seen[r.Shard] = true
		for j := range r.Rows {
			from := &r.Rows[j]
			if rows[from.Cell] == nil {
				row := newRow(lib, from.Cell)
				rows[from.Cell] = &row
			}
			rows[from.Cell].merge(from)
		}
	}
	for part := 1; part <= first.Shard.Of; part++ {
		if s := (Shard{part, first.Shard.Of}); !seen[s] {
			return Report{}, fmt.Errorf("part %s is missing", s)
		}
	}
	cells, err := Cells(lib, "", 0)
	if err != nil {
		return Report{}, err
	}
	for _, c := range cells {
		if row := rows[c]; row != nil {
			row.intervals()
			out.Rows = append(out.Rows, *row)
			delete(rows, c)
		}
	}
	for c := range rows {
		return Report{}, fmt.Errorf("there is no chapter %q for %d players", c.Chapter, c.Players)
	}
	return out, nil
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

func (row *Row) merge(from *Row) {
	into := row.shares()
	for i, s := range from.shares() {
		if i < len(into) {
			into[i].merge(s)
		}
	}
	row.Broken.Fair.Add(from.Broken.Fair)
	row.Broken.Greedy.Add(from.Broken.Greedy)
	row.Broken.Random.Add(from.Broken.Random)
	row.Forgiveness.add(&from.Forgiveness)
	if row.Campaigns != nil && from.Campaigns != nil {
		for i, n := range from.Campaigns.Keep {
			row.Campaigns.Keep = addAt(row.Campaigns.Keep, i, n)
		}
		for i, n := range from.Campaigns.Restart {
			row.Campaigns.Restart = addAt(row.Campaigns.Restart, i, n)
		}
	}
}
