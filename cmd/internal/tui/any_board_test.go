package tui

import (
	"math/rand/v2"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestPlaces holds for windows of all sizes and tables that the places of a layout fill
// the window, lie in it, and do not lie over each other.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(46, 250).Draw(t, "w"), rapid.IntRange(24, 100).Draw(t, "h")
		others := rapid.IntRange(2, 3).Draw(t, "others")
		l := board.LayoutOf(w, h, others, rapid.IntRange(-1, others-1).Draw(t, "pyramid"))
		if l.Size == kit.Tiny {
			return
		}
		all := append([]kit.Rect{l.Title, l.Own, l.Trick, l.News, l.Objects, l.Prompt, l.Hand, l.Detail, l.Keys}, l.Strips...)
		require.Len(t, l.Strips, others)
		cells := 0
		for i, r := range all {
			require.Positive(t, r.W*r.H, "place %d is empty", i)
			require.Equal(t, r, r.Within(kit.Rect{X: 0, Y: 0, W: w, H: h}), "place %d gets out of the window", i)
			cells += r.W * r.H
			for j, o := range all[:i] {
				in := r.Within(o)
				require.Zero(t, in.W*in.H, "places %d and %d lie over each other", j, i)
			}
		}
		require.Equal(t, w*h, cells, "the places are the whole window")
		require.GreaterOrEqual(t, l.Hand.H, l.Held.H+1, "a card can be raised")
		require.GreaterOrEqual(t, l.Trick.H, 2*l.Played.H, "the trick has room")
		for p := board.Near; p <= board.Right; p++ {
			x, y := l.SpotOf(p)
			r := kit.Rect{X: x, Y: y, W: l.Played.W, H: l.Played.H}
			require.Equal(t, r, r.Within(l.Trick), "a card lies in the place of the trick")
		}
	})
}

// TestAnyBoard plays random rounds of all chapters and tables in windows of all sizes:
// every frame fills the window, no text is cut, and what a person must know is on it:
// the question, the own cards, and what everybody wants.
func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.SampledFrom(chapters.Default().Deals(rapid.Uint64Range(1, 1000).Draw(rt, "seed"))).Draw(rt, "deal")
		pos, err := chapters.Default().Deal(id)
		require.NoError(rt, err)
		size := rapid.SampledFrom(windowsOf).Draw(rt, "size")
		w, h := size[0]+rapid.IntRange(0, 30).Draw(rt, "wider"), size[1]+rapid.IntRange(0, 20).Draw(rt, "higher")
		if kit.SizeOf(w, h) == kit.Tiny {
			w, h = size[0], size[1]
		}
		s := open(t, pos, nil, setting{humans: alone, lang: rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang"), w: w, h: h})
		rng := rand.New(rand.NewPCG(rapid.Uint64Range(0, 1000).Draw(rt, "play"), 0))
		for range rapid.IntRange(1, 60).Draw(rt, "presses") {
			if s.phase == finished {
				break
			}
			for range rng.IntN(3) {
				s.press("right")
			}
			s.press("enter")
			s.fits()
			s.tells(id.String())
			if t.Failed() {
				rt.FailNow()
			}
		}
	})
}

// tells checks that a frame of the play tells what a person must know.
func (s *screen) tells(name string) {
	s.t.Helper()
	v := &s.view
	if v.Stage != chapters.StagePlay || len(s.on.Over) > 0 || s.covered(s.board(), s.w, s.h) != nil || s.phase == notice {
		return
	}
	frame := ansi.Strip(s.View())
	l := s.board().Layout(s.w, s.h)
	lines := strings.Split(frame, "\n")
	part := func(r kit.Rect) string {
		var out []string
		for _, line := range lines[r.Y : r.Y+r.H] {
			cells := []rune(line)
			out = append(out, strings.Fields(string(cells[min(r.X, len(cells)):min(r.X+r.W, len(cells))]))...)
		}
		return strings.Join(out, "")
	}
	missing := func(what, want, in string) {
		s.t.Helper()
		if !strings.Contains(in, strings.Join(strings.Fields(want), "")) { // wherever lines are broken
			assert.Failf(s.t, "something is missing", "%s, %s: %q in %q\n%s", name, what, want, in, frame)
		}
	}
	missing("the question", s.prompt(), part(l.Prompt))
	for i, seat := range append(s.board().Others(), s.lower()) {
		r := l.Own
		if i < len(l.Strips) {
			r = l.Strips[i]
		}
		text := part(r)
		at := &v.Seats[seat]
		if at.Character == nil {
			continue
		}
		missing("the name", s.ShortName(at.Character), text)
		if at.Rows == nil { // beside a pyramid the lines are broken by its cards
			missing("the goal", s.GoalAt(v, at.Character, seat), text)
			continue
		}
		for _, word := range strings.FieldsFunc(s.GoalAt(v, at.Character, seat), func(r rune) bool { return r == ' ' || r == '-' }) {
			missing("the goal", word, text)
		}
	}
	if o := s.board().Object(); o != nil {
		aside, does := part(l.Objects), o.Says
		if l.Size == kit.Narrow {
			aside += part(l.News)
			if b := s.board(); b.Show == nil && v.Nobody { // how the trick lies says it (C5)
				does = b.Lying()
			}
		}
		missing("what the chapter has laid there", o.Name, aside)
		if o.Count == 0 || l.Size >= kit.Roomy {
			missing("what it does", does, aside)
		}
	}
	held := board.AtHand(&v.Seats[s.lower()])
	hand := part(l.Hand) + part(l.Prompt) + part(l.Detail)
	said, _ := s.heldBelow()
	for _, card := range held.Cards() {
		if said != "" {
			missing("the hand", s.Theme.DrawCards(held), hand)
			break
		}
		missing("a card of the hand", s.Code(card), hand)
	}
}
