package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/solver/arena"
	"fellowship/solver/difficulty"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// again runs a measurement that is stored in a file until it ends by itself. Each time that two units
// are done, it kills the measurement and leaves half a line. It returns how often it did so.
func again(t *testing.T, file string, run func(ctx context.Context, progress func(done, total int)) error) (times int) {
	t.Helper()
	killed := errors.New("killed")
	for ; ; times++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		err := run(ctx, func(done, _ int) {
			if done == 2 {
				cancel(killed)
			}
		})
		cancel(nil)
		if err == nil {
			return times
		}
		require.ErrorIs(t, err, killed)
		f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(`{"chapter":"9","pla`)
		require.NoError(t, errors.Join(err, f.Close()))
	}
}

// A measurement that is killed again and again in the middle of a line, and resumed from its file, has
// the same results as one without a break. Nothing is measured twice.
func TestKilledAndResumedEqualsWhole(t *testing.T) {
	lib := chapters.Default()
	whole := difficulty.Options{
		Chapter: "9", Players: 4, Deals: 8, Fair: 2, FairBy: "fair:0.1", Seed: 4, Nodes: 2000,
		Workers: 2,
	}
	want, err := difficulty.Run(t.Context(), lib, whole)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "all.state")
	assert.Greater(t, again(t, file, func(ctx context.Context, progress func(done, total int)) error {
		opt := whole
		opt.Progress = progress
		part := NewPart(file, &opt, "v")
		kept, keep, err := part.Open()
		require.NoError(t, err)
		opt.Known = part.Results
		opt.Keep = keep
		got, err := difficulty.Run(ctx, lib, opt)
		require.NoError(t, kept.Close())
		if err == nil {
			assert.Equal(t, want, got)
		}
		return err
	}), 1)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 12, strings.Count(string(data), "\n"), "how it is measured, what is wanted, and each unit once")
}

// The rounds of line-ups are kept as well.
func TestArenaKilledAndResumedEqualsWhole(t *testing.T) {
	opt := arena.Options{Library: chapters.Default(), LineUps: []arena.LineUp{{"random"}, {"greedy"}}, Workers: 2}
	var err error
	opt.Deals, err = arena.Deals(opt.Library,
		[]difficulty.Cell{{Chapter: "1", Players: 3}, {Chapter: "2", Players: 4}}, 5, 3)
	require.NoError(t, err)
	want, err := arena.Run(t.Context(), opt)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "arena.state")
	assert.Greater(t, again(t, file, func(ctx context.Context, progress func(done, total int)) error {
		kept, known, keep, err := OpenArena(file, "v")
		require.NoError(t, err)
		opt.Known = known
		opt.Keep = keep
		opt.Progress = progress
		got, err := arena.Run(ctx, opt)
		require.NoError(t, kept.Close())
		for _, row := range got {
			assert.LessOrEqual(t, row.Rounds, 6, "what not all have played does not count")
		}
		if err == nil {
			assert.Equal(t, want, got)
		}
		return err
	}), 1)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 13, strings.Count(string(data), "\n"), "the first line, and each round once")
	_, _, _, err = OpenArena(file, "w")
	require.ErrorContains(t, err, "version v, not w")
}

// lines writes a file of a part with these lines behind the first, and returns its text.
func lines(t *testing.T, rest ...any) string {
	t.Helper()
	top, err := encodeLine(nil, method{State: 2, Version: "v", Seed: 1, Nodes: 5, FairBy: "fair"})
	require.NoError(t, err)
	text := string(top)
	for _, l := range rest {
		next, err := encodeLine(top, l)
		require.NoError(t, err)
		text += string(next)
	}
	return text
}

func TestReadPartRefuses(t *testing.T) {
	type fields map[string]any
	head := lines(t)
	for text, want := range map[string]string{
		"chapter: 1\n":              "does not contain a measurement",
		"notes":                     "does not contain a measurement",
		`{"state":2}` + "\n":        "does not contain a measurement",
		`{"schema":1,"x":1}` + "\n": "output of --json",
		`{"state":1,"version":"v","seed":1,"nodes":5,"fair_by":"fair","campaign_by":"greedy"}` +
			"\n": "an earlier version",
		strings.Replace(head, `"seed":1`, `"seed":2`, 1): "line 1: it was changed after it was written",
		head + "x\n":                       "line 2: ",
		head + "x":                         "line 2: ",
		lines(t, fields{}):                 "line 2: it does not state what was measured",
		lines(t, fields{"kind": "deal"}):   "does not say what was measured",
		lines(t, fields{"campaign": "no"}): "line 2: ",
		lines(t, fields{
			"wanted":  fields{"deals": 1},
			"chapter": "1",
		}): "line 2: ",
		lines(t, fields{
			"chapter": "9", "players": 3, "kind": "fair", "number": 1,
			"fair": fields{"won": true},
		}): "does not say what was measured",
	} {
		_, err := ReadPart("p", strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
	for _, begun := range []string{"", "\x00\x00", head[:10], head} {
		p, err := ReadPart("p", strings.NewReader(begun))
		require.NoError(t, err, begun)
		assert.Nil(t, p, begun)
	}
}

func TestPartFits(t *testing.T) {
	was := NewPart("was", &difficulty.Options{Seed: 1, Nodes: 5, FairBy: "fair"}, "v")
	for _, tt := range []struct {
		opt     difficulty.Options
		version string
		want    string
	}{
		{difficulty.Options{Seed: 1, Nodes: 5, FairBy: "fair"}, "v", ""},
		{
			difficulty.Options{Seed: 1, Nodes: 5, FairBy: "fair", Deals: 7, Shard: difficulty.Shard{Part: 1, Total: 2}},
			"v", "",
		},
		{difficulty.Options{Seed: 1, Nodes: 5, FairBy: "fair:2"}, "v", "--computer fair, not fair:2"},
		{difficulty.Options{Seed: 2, Nodes: 5, FairBy: "fair"}, "v", "--seed 1, not 2"},
		{difficulty.Options{Seed: 1, Nodes: 6, FairBy: "fair"}, "v", "--nodes"},
		{difficulty.Options{Seed: 1, Nodes: 5, FairBy: "fair"}, "w", "version"},
	} {
		err := NewPart("now", &tt.opt, tt.version).Fits(was)
		if tt.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, tt.want)
		}
	}
}

// Parts of different work, or different results of a unit, are an error that names both files.
func TestJoinRefuses(t *testing.T) {
	opt := difficulty.Options{
		Chapter: "9", Players: 3, Seed: 1, Deals: 4, FairBy: "fair",
		Shard: difficulty.Shard{Part: 1, Total: 2},
	}
	part := func(name string, change func(*difficulty.Options)) *Part {
		other := opt
		change(&other)
		return NewPart(name, &other, "v")
	}
	first := part("one", func(*difficulty.Options) {})
	for want, change := range map[string]func(*difficulty.Options){
		"--deals is 4 in one and 40":   func(o *difficulty.Options) { o.Deals = 40 },
		"--chapter is 9 in one and al": func(o *difficulty.Options) { o.Chapter = "" },
		"--players is 3 in one and 4":  func(o *difficulty.Options) { o.Players = 4 },
		"--fair is 0 in one and 1":     func(o *difficulty.Options) { o.Fair = 1 },
		"--nodes is 0":                 func(o *difficulty.Options) { o.Nodes = 1 },
	} {
		_, err := Join([]*Part{first, part("two", change)})
		require.ErrorContains(t, err, "one and two are parts of different work: "+want)
	}
	_, err := Join([]*Part{first, NewPart("two", &opt, "w")})
	require.ErrorContains(t, err, "one and two are parts of different work: version is v in one and w")

	second := part("two", func(o *difficulty.Options) { o.Shard.Part = 2 })
	unit := difficulty.Unit{Chapter: "9", Players: 3, Kind: difficulty.Deal, Number: 1}
	first.Results = []difficulty.Result{{Unit: unit, Random: &difficulty.Outcome{Won: true}}}
	second.Results = []difficulty.Result{{Unit: unit, Random: &difficulty.Outcome{Won: true}}}
	all, err := Join([]*Part{first, second})
	require.NoError(t, err)
	assert.Len(t, all.Known, 1)
	assert.Equal(t, difficulty.Shard{Total: 2}, all.Shard)
	second.Results[0].Random = &difficulty.Outcome{}
	_, err = Join([]*Part{first, second})
	require.ErrorContains(t, err, "one and two have different results of deal 1 of chapter 9 with 3 players")
	second.Results = nil
	second.Shard = "1/3"
	all, err = Join([]*Part{first, second})
	require.NoError(t, err)
	assert.Zero(t, all.Shard)
}
