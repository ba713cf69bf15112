package arena

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/solver/difficulty"
	"fellowship/solver/players"
)

func lineUps(t *testing.T, names ...string) []LineUp {
	t.Helper()
	out := make([]LineUp, len(names))
	for i, name := range names {
		out[i] = strings.Split(name, ",")
	}
	return out
}

func deals(t *testing.T, n int, cells ...difficulty.Cell) []chapters.DealID {
	t.Helper()
	out, err := Deals(chapters.Default(), cells, 5, n)
	require.NoError(t, err)
	return out
}

func run(t *testing.T, opt Options) Report {
	t.Helper()
	opt.Library = chapters.Default()
	r, err := Run(t.Context(), opt)
	require.NoError(t, err)
	return r
}

// The rounds are those of the measurement of difficulty: same deals, same seeds, same
// wins, whatever the number of workers.
func TestRunPlaysWhatDifficultyMeasures(t *testing.T) {
	for _, cell := range []difficulty.Cell{
		{Chapter: "2", Players: 4},
		{Chapter: "14", Players: 2},
		{Chapter: "4", Players: 1},
	} {
		measured, err := difficulty.Run(t.Context(), chapters.Default(), difficulty.Options{
			Chapter: cell.Chapter, Players: cell.Players, Seed: 5, Deals: 6, Nodes: 10,
		})
		require.NoError(t, err)
		var first Report
		for _, workers := range []int{1, 5} {
			got := run(t, Options{LineUps: lineUps(t, "random", "greedy"), Deals: deals(t, 6, cell), Workers: workers})
			require.Len(t, got, 1)
			assert.Equal(t, 6, got[0].Rounds)
			assert.Equal(t, measured.Rows[0].Random.Wins, got[0].Scores[0].Wins)
			assert.Equal(t, measured.Rows[0].Greedy.Wins, got[0].Scores[1].Wins)
			if first == nil {
				first = got
			}
			assert.Equal(t, first, got, "%d workers", workers)
		}
	}
}

// TestReportCountsPairs: the counts follow from the line-ups that won each round, in each cell and in all together.
func TestReportCountsPairs(t *testing.T) {
	cells := []difficulty.Cell{{Chapter: "1", Players: 3}, {Chapter: "2", Players: 2}}
	opt := Options{LineUps: lineUps(t, "random", "greedy,random", "greedy"), Deals: deals(t, 8, cells...)}
	won := map[Unit]bool{}
	opt.Keep = func(r *Result) error { won[r.Unit] = r.Won; return nil }
	got := run(t, opt)
	require.Len(t, got, 3)
	require.Len(t, won, 48)
	for i, row := range got {
		for _, s := range row.Scores {
			wins := 0
			plus := 0
			minus := 0
			rounds := 0
			for _, id := range opt.Deals {
				if i < len(cells) && cellOf(id) != cells[i] {
					continue
				}
				rounds++
				base, this := won[Unit{id.String(), row.Scores[0].LineUp}], won[Unit{id.String(), s.LineUp}]
				switch {
				case this && !base:
					plus++
				case base && !this:
					minus++
				}
				if this {
					wins++
				}
			}
			assert.Equal(t, rounds, row.Rounds)
			assert.Equal(t, wins, s.Wins)
			if s.Paired == nil {
				assert.Zero(t, plus+minus)
				continue
			}
			assert.Equal(t, []int{plus, minus}, []int{s.Paired.Plus, s.Paired.Minus})
			assert.InDelta(t, float64(wins-row.Scores[0].Wins)/float64(rounds), s.Paired.Difference, 1e-9)
		}
	}
	assert.Positive(t, got[2].Scores[2].Paired.Plus)
}

// A line-up takes the seats in their order, and the pyramid (S9) and the hands of solo
// (S10) have the player who decides for them.
func TestSeats(t *testing.T) {
	for _, tt := range []struct {
		cell   difficulty.Cell
		lineUp string
		want   []players.Player
	}{
		{
			difficulty.Cell{Chapter: "2", Players: 4},
			"greedy,random",
			[]players.Player{players.Greedy{}, players.Random{}, players.Random{}, players.Random{}},
		},
		{
			difficulty.Cell{Chapter: "2", Players: 2},
			"greedy,random",
			[]players.Player{players.Greedy{}, players.Random{}, nil},
		},
		{difficulty.Cell{Chapter: "2", Players: 1}, "greedy", []players.Player{players.Greedy{}, nil, nil, nil}},
	} {
		opt := Options{Library: chapters.Default()}
		id := deals(t, 1, tt.cell)[0]
		g, err := opt.begin(id)
		require.NoError(t, err)
		got, err := opt.playersFor(g, id, lineUps(t, tt.lineUp)[0])
		require.NoError(t, err)
		assert.Equal(t, tt.want, got, "%v", tt.cell)
	}
}

// Rounds count up to the first that some line-up has not played.
func TestReportHasNoGap(t *testing.T) {
	cell, other := difficulty.Cell{Chapter: "1", Players: 3}, difficulty.Cell{Chapter: "2", Players: 3}
	opt := Options{LineUps: lineUps(t, "random", "greedy"), Deals: deals(t, 3, cell, other)}
	known := map[Unit]*Result{}
	for i, id := range opt.Deals {
		for _, l := range opt.LineUps {
			u := Unit{id.String(), l.String()}
			if i != 2 || l.String() != "greedy" { // the second deal of the first cell
				known[u] = &Result{Unit: u, Won: true}
			}
		}
	}
	got := opt.report(known)
	assert.Equal(t, []int{1, 3, 4}, []int{got[0].Rounds, got[1].Rounds, got[2].Rounds})
}

func TestRefuses(t *testing.T) {
	rounds := deals(t, 2, difficulty.Cell{Chapter: "1", Players: 2})
	for want, opt := range map[string]Options{
		"name at least two line-ups": {LineUps: lineUps(t, "greedy"), Deals: rounds},
		`no computer player "gollum"`: {LineUps: lineUps(t, "greedy",
			"greedy,gollum"), Deals: rounds},
		"no round to play": {LineUps: lineUps(t, "greedy", "random")},
		"the line-up greedy appears twice": {
			LineUps: lineUps(t, "greedy", "greedy"),
			Deals:   rounds,
		},
		"the round c01p2s5 appears twice": {
			LineUps: lineUps(t, "greedy", "random"),
			Deals:   append(rounds, rounds[0]),
		},
		"greedy,fair,fair has 3 players, but the round c01p2s5 has ro": {LineUps: lineUps(t, "greedy",
			"greedy,fair,fair"), Deals: rounds},
	} {
		opt.Library = chapters.Default()
		_, err := Run(t.Context(), opt)
		require.ErrorContains(t, err, want)
	}
}
