package difficulty

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver"
	"fellowship/solver/players"
)

// fewNodes keeps a search short however hard the deal is.
const fewNodes = 2000

func run(t *testing.T, opt Options) Report {
	t.Helper()
	opt.Nodes = fewNodes
	r, err := Run(t.Context(), chapters.Default(), opt)
	require.NoError(t, err)
	return r
}

func TestRunSameForAnyNumberOfWorkers(t *testing.T) {
	for name, opt := range map[string]Options{
		"all chapters": {Players: 3, Deals: 1, Seed: 11},
		"fair":         {Chapter: "1", Players: 3, Deals: 1, Fair: 2, FairBy: "strong:0.2", Seed: 11},
		"events":       {Chapter: "14", Players: 3, Deals: 3, Seed: 11},
	} {
		t.Run(name, func(t *testing.T) {
			var first Report
			for _, workers := range []int{1, 5} {
				opt.Workers = workers
				got := run(t, opt)
				if workers == 1 {
					first = got
				}
				assert.Equal(t, first, got, "%d workers", workers)
			}
			for _, row := range first.Rows {
				assert.Equal(t, []int{opt.Deals, opt.Fair}, []int{row.Draft.Deals, row.Fair.Deals})
			}
		})
	}
}

// The deals of a chapter take turns with its events and groups.
func TestDealsTakeTurns(t *testing.T) {
	for chapter, want := range map[string][]string{
		"2":  {"c02p3s5", "c02p3s6"},
		"14": {"c14tp3s5", "c14lp3s6", "c14bp3s7", "c14dp3s8", "c14tp3s9"},
		"18": {"c182p3s5", "c181p3s6", "c182p3s7"},
	} {
		for i := range want {
			id, err := Cell{chapter, 3}.Deal(chapters.Default(), 5+uint64(i))
			require.NoError(t, err)
			assert.Equal(t, want[i], id.String())
		}
	}
}

// TestMeasureAgreesWithItself: a deal that a computer player won can be won. One that can be won
// without exchanges from some draft can be won from the draft.
func TestMeasureAgreesWithItself(t *testing.T) {
	m := &measurer{lib: chapters.Default(), nodes: fewNodes, newFairPlayer: (&Options{FairBy: "fair"}).fairPlayer}
	for _, chapter := range []string{"1", "4"} {
		for seed := range uint64(6) {
			u := Unit{chapter, 3, Deal, seed}
			r, err := m.measure(t.Context(), u)
			require.NoError(t, err)
			if r.Play == solver.Winnable || r.Random.Won || r.Greedy.Won {
				assert.NotEqual(t, solver.Unwinnable, r.Draft, u)
			}
		}
	}
	r, err := m.measure(t.Context(), Unit{"1", 3, Fair, 1})
	require.NoError(t, err)
	if r.Fair.Won {
		assert.NotEqual(t, solver.Unwinnable, r.AfterSetup)
	}
	assert.Positive(t, r.Forgiveness.Decisions)
	assert.LessOrEqual(t, r.Forgiveness.Share(), 1.0)
}

// A round that is played no further than it must is won or lost as it would be at
// its end (T10, T11), and the goals it was lost by have failed there too.
func TestPlayStopsWhenItIsDecided(t *testing.T) {
	lib := chapters.Default()
	cells, err := Cells(lib, "", 0)
	require.NoError(t, err)
	lost := 0
	for i, c := range cells {
		id, err := c.Deal(lib, uint64(i))
		require.NoError(t, err)
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		whole := g.Clone()
		got, err := play(t.Context(), g, players.Random{}, 3, nil)
		require.NoError(t, err)
		require.NoError(t, players.Play(t.Context(), whole, 3, players.Random{}))
		assert.Equal(t, whole.Result() == chapters.Won, got.Won, id)
		assert.Equal(t, got.Won, len(got.Broke) == 0, id)
		for _, b := range got.Broke {
			lost++
			failed := b.Goal == chapters.Balrog && whole.State().Short ||
				slices.ContainsFunc(whole.Statuses(), func(s chapters.GoalStatus) bool {
					return (s.Character == b.Goal || s.Rider == b.Goal) && s.Status == characters.Failed
				})
			assert.True(t, failed, "%s: the goal of %s", id, b.Goal)
		}
	}
	assert.Positive(t, lost)
}

// All parts put together are the whole, whatever their number and order; without one of them
// its units are missing, and the others count.
func TestPartsAreTheWhole(t *testing.T) {
	lib := chapters.Default()
	whole := Options{Chapter: "14", Deals: 3, Fair: 1, FairBy: "fair:0.1", Seed: 4, Nodes: 100}
	want, err := Run(t.Context(), lib, whole)
	require.NoError(t, err)
	for _, of := range []int{3, 8} {
		all := whole
		without := whole
		without.Shard.Total = of
		for part := of; part >= 1; part-- {
			opt := whole
			opt.Shard = Shard{part, of}
			opt.Keep = func(r *Result) error {
				all.Known = append(all.Known, *r)
				if part > 1 {
					without.Known = append(without.Known, *r)
				}
				return nil
			}
			got, err := Run(t.Context(), lib, opt)
			require.NoError(t, err)
			assert.InDelta(t, float64(want.Wanted)/float64(of), float64(got.Wanted), 2, "part %d of %d", part, of)
		}
		assert.Len(t, all.Known, want.Wanted, "nothing is measured twice")
		got, missing, err := Count(lib, all)
		require.NoError(t, err)
		assert.Empty(t, missing)
		assert.Equal(t, want, got, "%d parts", of)

		got, missing, err = Count(lib, without)
		require.NoError(t, err)
		assert.Len(t, missing, got.Missing())
		counted := 0
		for _, row := range got.Rows {
			counted += row.Draft.Deals + row.Fair.Deals
		}
		assert.Equal(t, want.Wanted-len(missing), counted)
		for _, u := range missing {
			assert.Equal(t, 1, without.PartOf(lib, u))
		}
	}
}

// TestPartsAreEven: with any number of cells and parts all parts have as many units, and the units of
// each cell are spread over them.
func TestPartsAreEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells, of := rapid.IntRange(1, 80).Draw(t, "cells"), rapid.IntRange(1, 80).Draw(t, "of")
		units := rapid.IntRange(1, 100).Draw(t, "units")
		all, each := make([]int, of), make([]map[int]int, cells)
		for i := range each {
			each[i] = map[int]int{}
			for n := range units {
				part := Shard{1, of}.partOf(n, i, cells)
				all[part-1]++
				each[i][part]++
			}
		}
		require.LessOrEqual(t, slices.Max(all)-slices.Min(all), 1)
		for _, parts := range each {
			require.Len(t, parts, min(units, of), "no part has a second unit of a cell while another has none")
		}
	})
}

// What was kept elsewhere is kept here as well, as far as it is wanted, and not measured again.
func TestElsewhere(t *testing.T) {
	lib := chapters.Default()
	opt := Options{Chapter: "9", Players: 3, Deals: 6, Seed: 4, Nodes: fewNodes}
	var all, kept []Result
	opt.Keep = func(r *Result) error { all = append(all, *r); return nil }
	_, err := Run(t.Context(), lib, opt)
	require.NoError(t, err)
	opt.Elsewhere = all
	opt.Shard = Shard{2, 3}
	opt.Keep = func(r *Result) error { kept = append(kept, *r); return nil }
	opt.Progress = func(int, int) { t.Error("measured again") }
	got, err := Run(t.Context(), lib, opt)
	require.NoError(t, err)
	assert.Equal(t, 2, got.Rows[0].Draft.Deals)
	assert.Len(t, kept, 2)
}

func TestParseShard(t *testing.T) {
	s, err := ParseShard("2/8")
	require.NoError(t, err)
	assert.Equal(t, Shard{2, 8}, s)
	assert.Equal(t, "2/8", s.String())
	assert.Empty(t, Shard{}.String())
	s, err = ParseShard("0+1/8")
	require.NoError(t, err)
	assert.Equal(t, Shard{1, 8}, s)
	for _, bad := range []string{
		"8+1/8", "-1+1/8", "1+2/8", "+1/8", "", "2", "0/2", "3/2", "-1/2", "1/0", "a/b",
		"1/2/3", "0/0",
	} {
		_, err := ParseShard(bad)
		assert.ErrorContains(t, err, "a part looks like 2/8", bad)
	}
}

// What there is after an interruption has no gap: of each cell and kind the
// first so many.
func TestRunCutShort(t *testing.T) {
	lib := chapters.Default()
	why := errors.New("enough")
	for _, workers := range []int{1, 3} {
		opt := Options{Chapter: "1", Players: 4, Deals: 50, Seed: 5, Workers: workers, Nodes: fewNodes}
		ctx, cancel := context.WithCancelCause(t.Context())
		opt.Progress = func(done, total int) {
			assert.Equal(t, 50, total)
			if done == 4 {
				cancel(why)
			}
		}
		got, err := Run(ctx, lib, opt)
		require.ErrorIs(t, err, why)
		n := got.Rows[0].Draft.Deals
		if workers == 1 {
			assert.Equal(t, 4, n)
		}
		require.Less(t, n, 50)
		if n == 0 {
			continue // the first deal was the last to be ready
		}
		opt.Deals = n
		opt.Progress = nil
		assert.Equal(t, 50, got.Wanted)
		got.Wanted = n
		got.Rows[0].Missing = 0
		assert.Equal(t, run(t, opt), got, "a prefix of the deals, measured in full")
	}
	full := errors.New("disk full")
	_, err := Run(t.Context(), lib, Options{Chapter: "1", Players: 4, Deals: 3, Keep: func(*Result) error {
		return full
	}})
	require.ErrorIs(t, err, full)
}

func TestRunRefuses(t *testing.T) {
	for name, opt := range map[string]Options{
		"there is no chapter":     {Chapter: "99", Players: 4, Deals: 1},
		"5 players":               {Chapter: "1", Players: 5, Deals: 1},
		"0 deals":                 {Chapter: "1", Players: 4},
		"-1 deals":                {Chapter: "1", Players: 4, Deals: -1},
		"numbers of the deals":    {Chapter: "1", Players: 4, Deals: 2, Seed: 1<<64 - 1},
		"a precision of":          {Chapter: "1", Deals: 2, Precision: 2},
		"one part of the work":    {Chapter: "1", Deals: 2, Precision: 0.1, Shard: Shard{1, 2}},
		"no part 3 of 2":          {Chapter: "1", Deals: 2, Shard: Shard{3, 2}},
		"no computer player":      {Chapter: "1", Deals: 2, FairBy: "gollum"},
		"chapter \"99\"; the cha": {Chapter: "99", Deals: 1},
	} {
		_, err := Run(t.Context(), chapters.Default(), opt)
		assert.ErrorContains(t, err, name)
	}
}

// Undecided deals count for neither side, and so widen the interval both ways.
func TestUndecidedWidensTheInterval(t *testing.T) {
	row := newRow(Cell{"1", 4})
	for _, v := range []solver.Verdict{solver.Winnable, solver.Unknown, solver.Unwinnable, solver.Winnable} {
		row.add(&Result{
			Unit: Unit{Kind: Deal}, Draft: v, Play: solver.Winnable, Random: &Outcome{},
			Greedy: &Outcome{Won: true},
		})
	}
	row.intervals()
	assert.Equal(t, []int{2, 1, 4}, []int{row.Draft.Wins, row.Draft.Undecided, row.Draft.Deals})
	low, _ := Wilson(2, 4)
	_, high := Wilson(3, 4)
	assert.Equal(t, []float64{low, high}, []float64{row.Draft.Low, row.Draft.High})
	assert.Zero(t, row.Random.Low)
	assert.InDelta(t, 1, row.Greedy.High, 1e-12)
}

// With a precision no interval stays wider than that, and the deals it takes do
// not depend on the workers.
func TestPrecision(t *testing.T) {
	opt := Options{Chapter: "1", Players: 4, Deals: 4, Seed: 2, Precision: 0.35, Workers: 1}
	got := run(t, opt)
	row := &got.Rows[0]
	for _, s := range []*Share{&row.Draft, &row.Play, &row.Greedy, &row.Random} {
		low, high := Wilson(s.Wins, s.Deals)
		assert.LessOrEqual(t, high-low, 0.35)
	}
	assert.Greater(t, row.Draft.Deals, 4)
	assert.Less(t, row.Draft.Deals, 80, "a share of a half needs 28 deals")
	assert.Zero(t, row.Fair.Deals, "none were asked for")
	opt.Workers = 3
	assert.Equal(t, got, run(t, opt))
}

// Of many small samples of one cell about 95 in 100 have an interval that holds
// the share of all of them together.
func TestIntervalCovers(t *testing.T) {
	lib := chapters.Default()
	const samples, size = 40, 15
	var wins [samples]int
	all := 0
	for i := range samples * size {
		pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 3, Seed: uint64(i)})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		r, err := play(t.Context(), g, players.Random{}, uint64(i), nil)
		require.NoError(t, err)
		if r.Won {
			wins[i/size]++
			all++
		}
	}
	share := float64(all) / (samples * size)
	assert.Greater(t, share, 0.02, "else the test says nothing")
	covered := 0
	for _, n := range wins {
		if low, high := Wilson(n, size); low <= share && share <= high {
			covered++
		}
	}
	assert.GreaterOrEqual(t, covered, samples*88/100)
}

func TestBroken(t *testing.T) {
	b := Broken{}
	b.add("sam", "frodo", 1)
	b.add("pippin", "sam", 1)
	b.add("pippin", "merry", 2)
	assert.Equal(t, []string{"pippin", "sam"}, b.Goals())
	assert.Equal(t, []string{"merry", "sam"}, b.Actors("pippin"))
	assert.Equal(t, 3, b.Rounds("pippin"))
}

// Random players are weaker than greedy ones, those weaker than fair ones, by
// intervals that do not overlap; and who sees all cards wins at least as much.
// The deals are fixed, so this cannot fail by bad luck.
func TestStrengthOrder(t *testing.T) {
	lib := chapters.Default()
	won := func(p players.Player, deals int) (s Share) {
		for n := range uint64(deals) {
			pos, err := lib.Deal(chapters.DealID{Chapter: "10", Players: 4, Seed: n + 1})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			r, err := play(t.Context(), g, p, n+1, nil)
			require.NoError(t, err)
			s.count(r.Won)
		}
		s.Low, s.High = Wilson(s.Wins, s.Deals)
		return s
	}
	const many, few = 32, 7
	random, greedy := won(players.Random{}, many), won(players.Greedy{}, many)
	fair, open := won(players.Fair{}, few), won(&players.Open{}, few)
	assert.Less(t, random.High, greedy.Low)
	assert.Less(t, greedy.High, fair.Low)
	assert.LessOrEqual(t, fair.Wins, open.Wins)
}

// Only players who think, and see no more than a person, play the fair rounds.
func TestFairRoundsAreFair(t *testing.T) {
	for _, by := range []string{"open", "greedy", "random", "gollum", "strong:0"} {
		opt := Options{Deals: 1, FairBy: by}
		_, err := opt.fairPlayer()
		require.Error(t, err, by)
	}
	for _, by := range []string{"", "strong", "fair", "strong:0.5"} {
		opt := Options{Deals: 1, FairBy: by}
		_, err := opt.fairPlayer()
		require.NoError(t, err, by)
	}
}
