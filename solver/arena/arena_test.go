package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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
		var err error
		out[i], err = ParseLineUp(name)
		require.NoError(t, err)
	}
	return out
}

func deals(t *testing.T, n int, cells ...difficulty.Cell) []Round {
	t.Helper()
	out, err := Deals(chapters.Default(), cells, 5, n)
	require.NoError(t, err)
	return out
}

func run(t *testing.T, opt Options) Report {
	t.Helper()
	r, err := Run(t.Context(), opt)
	require.NoError(t, err)
	return r
}

// shown leaves out what is not to be compared: the functions of the rounds.
func shown(t *testing.T, r *Report) string {
	t.Helper()
	var won [][]bool
	for _, p := range r.Played {
		won = append(won, p.Won)
	}
	out, err := json.Marshal([]any{r.Rows, won})
	require.NoError(t, err)
	return string(out)
}

// The rounds are those of the measurement of difficulty: same deals, same seeds, same
// wins, whatever the number of workers.
func TestRunPlaysWhatDifficultyMeasures(t *testing.T) {
	for _, cell := range []difficulty.Cell{{Chapter: "2", Players: 4}, {Chapter: "14", Players: 2}, {Chapter: "4", Players: 1}} {
		measured, err := difficulty.Run(t.Context(), chapters.Default(), difficulty.Options{
			Chapter: cell.Chapter, Players: cell.Players, Seed: 5, Deals: 6, Nodes: 10,
		})
		require.NoError(t, err)
		first := ""
		for _, workers := range []int{1, 2, 5} {
			got := run(t, Options{LineUps: lineUps(t, "random", "greedy"), Rounds: deals(t, 6, cell), Workers: workers})
			require.Len(t, got.Rows, 1)
			assert.Equal(t, 6, got.Rows[0].Rounds)
			assert.Equal(t, measured.Rows[0].Random.Wins, got.Rows[0].Scores[0].Wins)
			assert.Equal(t, measured.Rows[0].Greedy.Wins, got.Rows[0].Scores[1].Wins)
			if first == "" {
				first = shown(t, &got)
			}
			assert.Equal(t, first, shown(t, &got), "%d workers", workers)
		}
	}
}

// What is counted follows from who won which round, in each cell and in all together.
func TestReportCountsPairs(t *testing.T) {
	cells := []difficulty.Cell{{Chapter: "1", Players: 3}, {Chapter: "2", Players: 2}}
	got := run(t, Options{LineUps: lineUps(t, "random", "greedy,random", "greedy"), Rounds: deals(t, 8, cells...)})
	require.Len(t, got.Rows, 3)
	require.Len(t, got.Played, 16)
	for i, row := range got.Rows {
		for j, s := range row.Scores {
			wins, plus, minus, rounds := 0, 0, 0, 0
			for _, p := range got.Played {
				if i < len(cells) && p.Cell != cells[i] {
					continue
				}
				rounds++
				switch {
				case p.Won[j] && !p.Won[0]:
					plus++
				case p.Won[0] && !p.Won[j]:
					minus++
				}
				if p.Won[j] {
					wins++
				}
			}
			assert.Equal(t, rounds, row.Rounds)
			assert.Equal(t, []int{wins, plus, minus}, []int{s.Wins, s.Plus, s.Minus})
			assert.InDelta(t, float64(wins-row.Scores[0].Wins)/float64(rounds), s.Difference, 1e-12)
		}
	}
	assert.Positive(t, got.Rows[2].Scores[2].Plus)
}

// A line-up takes the seats in their order, and the pyramid (S9) and the hands of solo
// (S10) have the player who decides for them. Whoever a record names stays.
func TestSeats(t *testing.T) {
	for _, tt := range []struct {
		cell   difficulty.Cell
		lineUp string
		by     []string
		want   []players.Player
	}{
		{
			difficulty.Cell{Chapter: "2", Players: 4},
			"greedy,random", nil,
			[]players.Player{players.Greedy{}, players.Random{}, players.Random{}, players.Random{}},
		},
		{
			difficulty.Cell{Chapter: "2", Players: 4},
			"greedy",
			[]string{"random", "", "fair", ""},
			[]players.Player{players.Random{}, players.Greedy{}, players.Fair{Level: players.Quick}, players.Greedy{}},
		},
		{difficulty.Cell{Chapter: "2", Players: 2}, "greedy,random", nil, []players.Player{players.Greedy{}, players.Random{}, nil}},
		{difficulty.Cell{Chapter: "2", Players: 1}, "greedy", nil, []players.Player{players.Greedy{}, nil, nil, nil}},
	} {
		r := deals(t, 1, tt.cell)[0]
		r.By = tt.by
		g, err := r.Begin()
		require.NoError(t, err)
		got, err := r.seated(g, lineUps(t, tt.lineUp)[0])
		require.NoError(t, err)
		assert.Equal(t, tt.want, got, "%v", tt.cell)
	}
}

// In the place of people who played as a computer player does it plays the same round,
// from the draft and from the first card.
func TestRecordedRounds(t *testing.T) {
	lib := chapters.Default()
	for _, fromPlay := range []bool{false, true} {
		rounds := deals(t, 6, difficulty.Cell{Chapter: "2", Players: 3})
		won := 0
		for i := range rounds {
			r := &rounds[i]
			g, err := r.Begin()
			require.NoError(t, err)
			require.NoError(t, players.Play(t.Context(), g, players.Greedy{}, r.Seed))
			r.Result, r.By = g.Result(), []string{"greedy", "", "greedy"}
			if r.Result == chapters.Won {
				won++
			}
			if fromPlay {
				start, made := g.Start(), g.Decisions()
				r.Begin = func() (*chapters.Game, error) {
					g, err := lib.NewGame(start)
					for i := 0; err == nil && g.Stage() != chapters.StagePlay; i++ {
						err = g.Apply(made[i])
					}
					return g, err
				}
			}
		}
		got := run(t, Options{LineUps: lineUps(t, "greedy"), Rounds: rounds}).Rows[0]
		assert.Equal(t, []int{won, won}, []int{got.Scores[0].Wins, got.Scores[1].Wins})
		assert.Zero(t, got.Scores[1].Plus+got.Scores[1].Minus)
		assert.Empty(t, got.Scores[0].LineUp)
	}
}

// What is stopped again and again, each time in the middle of a line, and goes on from
// what it has kept comes to the same end.
func TestKilledAndResumedEqualsWhole(t *testing.T) {
	opt := Options{
		LineUps: lineUps(t, "random", "greedy"), Workers: 2,
		Rounds: deals(t, 3, difficulty.Cell{Chapter: "1", Players: 3}, difficulty.Cell{Chapter: "2", Players: 4}),
	}
	whole := run(t, opt)
	var file bytes.Buffer
	line := func(what any) error {
		text, err := json.Marshal(what)
		file.Write(append(text, '\n'))
		return err
	}
	require.NoError(t, line(NewState("test")))
	killed := errors.New("killed")
	times := 0
	for ; ; times++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		known, size, err := ReadState(bytes.NewReader(file.Bytes()), "test")
		require.NoError(t, err)
		file.Truncate(int(size))
		opt.Known = known
		opt.Keep = func(r *Result) error { return line(r) }
		opt.Progress = func(done, _ int) {
			if done == 2 {
				cancel(killed)
			}
		}
		got, err := Run(ctx, opt)
		cancel(nil)
		if err == nil {
			assert.Equal(t, shown(t, &whole), shown(t, &got))
			break
		}
		require.ErrorIs(t, err, killed)
		for _, row := range got.Rows {
			assert.LessOrEqual(t, row.Rounds, 6, "what not all have played does not count")
		}
		file.WriteString(`{"round":"c01p`)
	}
	assert.Greater(t, times, 1)
	known, _, err := ReadState(&file, "test")
	require.NoError(t, err)
	assert.Len(t, known, 12, "nothing was played twice")
}

// Rounds count up to the first that some line-up has not played.
func TestReportHasNoGap(t *testing.T) {
	cell, other := difficulty.Cell{Chapter: "1", Players: 3}, difficulty.Cell{Chapter: "2", Players: 3}
	opt := Options{LineUps: lineUps(t, "random", "greedy"), Rounds: deals(t, 3, cell, other)}
	known := map[Unit]*Result{}
	for i, r := range opt.Rounds {
		for _, l := range opt.LineUps {
			u := Unit{r.Name, l.String()}
			if i != 2 || l.String() != "greedy" { // the second deal of the first cell
				known[u] = &Result{Unit: u, Won: true}
			}
		}
	}
	got := opt.report(known)
	assert.Equal(t, []int{1, 3, 4}, []int{got.Rows[0].Rounds, got.Rows[1].Rounds, got.Rows[2].Rounds})
}

func TestRefuses(t *testing.T) {
	_, err := ParseLineUp("greedy,gollum")
	require.ErrorContains(t, err, `"gollum"`)
	rounds := deals(t, 2, difficulty.Cell{Chapter: "1", Players: 2})
	recorded := deals(t, 1, difficulty.Cell{Chapter: "3", Players: 2})
	recorded[0].Result = chapters.Won
	for want, opt := range map[string]Options{
		"name one line-up more":                                        {LineUps: lineUps(t, "greedy"), Rounds: rounds},
		"no round to play":                                             {LineUps: lineUps(t, "greedy", "random")},
		"the line-up greedy is there twice":                            {LineUps: lineUps(t, "greedy", "greedy"), Rounds: rounds},
		"the round c01p2s5 is there twice":                             {LineUps: lineUps(t, "greedy", "random"), Rounds: append(rounds, rounds[0])},
		"greedy,fair,fair has 3 players, but the round c01p2s5 has ro": {LineUps: lineUps(t, "greedy", "greedy,fair,fair"), Rounds: rounds},
		"cannot be counted together":                                   {LineUps: lineUps(t, "greedy"), Rounds: append(recorded, rounds...)},
	} {
		_, err := Run(t.Context(), opt)
		require.ErrorContains(t, err, want)
	}
	head := `{"arena":1,"version":"v"}` + "\n"
	for text, want := range map[string]string{
		"":                          "does not hold the state",
		`{"state":1}` + "\n":        "does not hold the state",
		head + "{}\n":               "line 2: it does not say what was played",
		head + `{"line":2}` + "\n":  "line 2: ",
		head + `{"round":"x"` + "}": "",
	} {
		_, _, err := ReadState(strings.NewReader(text), "v")
		if want == "" {
			require.NoError(t, err, "the last line was being written")
		} else {
			require.ErrorContains(t, err, want, text)
		}
	}
	_, _, err = ReadState(strings.NewReader(head), "w")
	require.ErrorContains(t, err, "version v, not w")
}
