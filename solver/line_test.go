package solver

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// wins plays decisions through the game and reports whether all are legal and the
// round is over and won after them.
func wins(g *chapters.Game, decisions []chapters.Decision) bool {
	h := g.Clone()
	for _, d := range decisions {
		if h.Apply(d) != nil {
			return false
		}
	}
	return h.IsOver() && h.Result() == chapters.Won
}

// spoilt is a way to change a line that wins. Its function reports whether it could change the line.
type spoilt struct {
	name   string
	change func(t *rapid.T, r *Result) bool
	// mayWin reports whether some such lines win as well.
	mayWin bool
}

var spoils = []spoilt{
	{"without the last play", func(_ *rapid.T, r *Result) bool {
		if len(r.Line) > 0 {
			r.Line = r.Line[:len(r.Line)-1]
		}
		return true
	}, false},
	{"with the last play twice", func(_ *rapid.T, r *Result) bool {
		r.Line = append(r.Line, r.Line[len(r.Line)-1])
		return true
	}, false},
	{"without a play", func(t *rapid.T, r *Result) bool {
		i := rapid.IntRange(0, len(r.Line)-1).Draw(t, "without")
		r.Line = slices.Delete(r.Line, i, i+1)
		return true
	}, false},
	{"two plays in the other order", func(t *rapid.T, r *Result) bool {
		i := rapid.IntRange(0, len(r.Line)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(r.Line)-1).Draw(t, "j")
		r.Line[i], r.Line[j] = r.Line[j], r.Line[i]
		return i != j
	}, true},
	{"two cards of a seat in the other order", func(t *rapid.T, r *Result) bool {
		i := rapid.IntRange(0, len(r.Line)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(r.Line)-1).Draw(t, "j")
		r.Line[i].Move, r.Line[j].Move = r.Line[j].Move, r.Line[i].Move
		return i != j && r.Line[i].Seat == r.Line[j].Seat
	}, true},
	{"another card", func(t *rapid.T, r *Result) bool {
		i := rapid.IntRange(0, len(r.Line)-1).Draw(t, "i")
		c := tricks.Card(rapid.IntRange(0, 39).Draw(t, "card"))
		was := r.Line[i].Card
		r.Line[i].Move = tricks.Move{Card: c}
		return c != was
	}, true},
	{"R1 played otherwise", func(_ *rapid.T, r *Result) bool {
		for i := range r.Line {
			if r.Line[i].Card == tricks.OneRing {
				r.Line[i].ToWin = !r.Line[i].ToWin
				return true
			}
		}
		return false
	}, true},
	{"by another seat", func(t *rapid.T, r *Result) bool {
		i := rapid.IntRange(0, len(r.Line)-1).Draw(t, "i")
		r.Line[i].Seat = (r.Line[i].Seat + 1) % 3
		return true
	}, false},
	{"without the exchange", func(_ *rapid.T, r *Result) bool {
		was := r.Swap
		r.Swap = nil
		return was != nil
	}, false},
	{"the exchange at another moment", func(t *rapid.T, r *Result) bool {
		if r.Swap == nil {
			return false
		}
		moved := *r.Swap
		moved.PlayIndex = rapid.IntRange(0, len(r.Line)).Draw(t, "before")
		was := r.Swap.PlayIndex
		r.Swap = &moved
		return moved.PlayIndex != was
	}, true},
}

// TestLinesAreChecked checks that a winnable verdict comes with a line that wins in the game itself.
// The solver's own check has to reject every other line: with a play too few or too many, with an
// illegal play, or with one that loses.
func TestLinesAreChecked(t *testing.T) {
	t.Parallel()
	rejected := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		gift := rapid.SampledFrom([]string{"", "mithril", "glamdring", "sting", "sting"}).Draw(t, "gift")
		g := endingtest.WithGift(t, gift, 1)
		r := solve(t, g, Options{})
		if r.Verdict != Winnable {
			assert.Empty(t, r.Decisions())
			return
		}
		require.True(t, wins(g, r.Decisions()), "%v", r.Decisions())
		if len(r.Line) == 0 {
			return
		}
		for _, s := range spoils {
			bad := r
			bad.Line = slices.Clone(r.Line)
			if !s.change(t, &bad) {
				continue
			}
			err := verify(g, &chapters.Game{}, &bad, 0)
			if wins(g, bad.Decisions()) {
				assert.True(t, s.mayWin, s.name)
				assert.NoError(t, err, s.name)
				continue
			}
			assert.Error(t, err, s.name)
			rejected[s.name]++
		}
	})
	t.Log(rejected)
	for _, s := range spoils {
		if !strings.Contains(s.name, "exchange") { // these are rare: see TestStingDecides
			assert.NotZero(t, rejected[s.name], s.name)
		}
	}
}

// TestLineFromTheDraftIsChecked checks that the decisions before play are replayed as well.
func TestLineFromTheDraftIsChecked(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	for _, c := range everyVariant(lib) {
		c.Players, c.Seed = 4, 3
		pos, err := lib.Deal(c)
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		r := solve(t, g, Options{Nodes: 20_000_000})
		require.Equal(t, Winnable, r.Verdict, pos.Deal)
		require.True(t, wins(g, r.Decisions()), pos.Deal)
		for i := range r.Draft {
			bad := r
			bad.Draft = slices.Delete(slices.Clone(r.Draft), i, i+1)
			require.Error(t, verify(g, &chapters.Game{}, &bad, 0), pos.Deal)
		}
		for i := range r.Setup {
			bad := r
			bad.Setup = slices.Delete(slices.Clone(r.Setup), i, i+1)
			require.Error(t, verify(g, &chapters.Game{}, &bad, 0), pos.Deal)
		}
	}
}
