package tui

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

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
		l := layoutOf(w, h, others, rapid.IntRange(-1, others-1).Draw(t, "pyramid"))
		if l.size == tiny {
			return
		}
		all := append([]rect{l.title, l.own, l.trick, l.news, l.objects, l.prompt, l.hand, l.detail, l.keys}, l.strips...)
		require.Len(t, l.strips, others)
		cells := 0
		for i, r := range all {
			require.Positive(t, r.w*r.h, "place %d is empty", i)
			require.Equal(t, r, r.within(rect{0, 0, w, h}), "place %d gets out of the window", i)
			cells += r.w * r.h
			for j, o := range all[:i] {
				in := r.within(o)
				require.Zero(t, in.w*in.h, "places %d and %d lie over each other", j, i)
			}
		}
		require.Equal(t, w*h, cells, "the places are the whole window")
		require.GreaterOrEqual(t, l.hand.h, l.held.h+1, "a card can be raised")
		require.GreaterOrEqual(t, l.trick.h, 2*l.played.h, "the trick has room")
		for p := near; p <= right; p++ {
			x, y := l.spotOf(p)
			r := rect{x, y, l.played.w, l.played.h}
			require.Equal(t, r, r.within(l.trick), "a card lies in the place of the trick")
		}
	})
}

// TestPanelsStayInside draws into every place what is too much for it: nothing gets out.
func TestPanelsStayInside(t *testing.T) {
	th := newTheme(texts.New("en"), Style{})
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(1, 12).Draw(t, "h")
		r := rect{rapid.IntRange(-3, 30).Draw(t, "x"), rapid.IntRange(-3, 12).Draw(t, "y"), rapid.IntRange(0, 20).Draw(t, "rw"), rapid.IntRange(0, 8).Draw(t, "rh")}
		c := newCanvas(w, h)
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aé漢字\u200b\x1b[31m🂡 \t")), 0, 60, -1).Draw(t, "text")
		c.lines(r, []string{text, text, text})
		c.put(r.row(0), text, "")
		p := picture{cardSize: cardSize{7, 5}, face: []string{text, text, text}, over: "over", note: "note"}
		th.drawBox(c, r, r.x+rapid.IntRange(-4, 4).Draw(t, "bx"), r.y, &p)
		cells := slices.Clone(c.cells)
		for y, line := range strings.Split(c.String(), "\n") {
			require.Equal(t, w, ansi.StringWidth(line), "line %d: %q", y, line)
			for x := range w {
				if cell := cells[y*w+x]; !r.has(x, y) {
					require.Equal(t, " ", cell.text, "something got out to %d,%d", x, y)
				}
			}
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
		if sizeOf(w, h) == tiny {
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
	if v.Stage != chapters.StagePlay || s.covered(s.board()) != nil || s.phase == notice {
		return
	}
	frame := ansi.Strip(s.View())
	l := s.board().layout(s.w, s.h)
	lines := strings.Split(frame, "\n")
	part := func(r rect) string {
		var out []string
		for _, line := range lines[r.y : r.y+r.h] {
			cells := []rune(line)
			out = append(out, strings.Fields(string(cells[min(r.x, len(cells)):min(r.x+r.w, len(cells))]))...)
		}
		return strings.Join(out, "")
	}
	missing := func(what, want, in string) {
		s.t.Helper()
		if !strings.Contains(in, strings.Join(strings.Fields(want), "")) { // wherever lines are broken
			assert.Failf(s.t, "something is missing", "%s, %s: %q in %q\n%s", name, what, want, in, frame)
		}
	}
	missing("the question", s.prompt(), part(l.prompt))
	for i, seat := range append(s.board().others(), s.lower()) {
		r := l.own
		if i < len(l.strips) {
			r = l.strips[i]
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
	if o := s.board().object(); o != nil {
		aside := part(l.objects)
		if l.size == narrow {
			aside += part(l.news)
		}
		missing("what the chapter has laid there", o.name, aside)
		if o.count == 0 || l.size >= roomy {
			missing("what it does", o.says, aside)
		}
	}
	held := atHand(&v.Seats[s.lower()])
	hand := part(l.hand) + part(l.prompt) + part(l.detail)
	said, _ := s.heldBelow()
	for _, card := range held.Cards() {
		if said != "" {
			missing("the hand", s.theme.cards(held), hand)
			break
		}
		missing("a card of the hand", s.Code(card), hand)
	}
}
