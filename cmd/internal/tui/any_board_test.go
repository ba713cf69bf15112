package tui

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestAnyBoard plays random rounds of all chapters and table sizes in windows of all sizes. Every frame
// fills the window, no text is cut, and the frame shows what a person must know: the question, the
// person's cards, and everybody's goals.
func TestAnyBoard(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		id := rapid.SampledFrom(chapters.Default().DealIDs(rapid.Uint64Range(1, 1000).Draw(rt, "seed"))).Draw(rt,
			"deal")
		pos, err := chapters.Default().Deal(id)
		require.NoError(rt, err)
		size := rapid.SampledFrom(windowsOf).Draw(rt, "size")
		w, h := size[0]+rapid.IntRange(0, 30).Draw(rt, "wider"), size[1]+rapid.IntRange(0, 20).Draw(rt, "higher")
		if kit.IsSmall(w, h) {
			w, h = size[0], size[1]
		}
		s := open(t, pos, nil,
			setting{humans: alone, lang: rapid.SampledFrom([]string{"en", "de"}).Draw(rt, "lang"), w: w, h: h})
		rng := rand.New(rand.NewPCG(rapid.Uint64Range(0, 1000).Draw(rt, "play"), 0))
		for range rapid.IntRange(1, 60).Draw(rt, "presses") {
			if s.round.phase == finished {
				break
			}
			for range rng.IntN(3) {
				s.press("right")
			}
			s.press("enter")
			s.fits()
			s.checkTable(id.String())
			if t.Failed() {
				rt.FailNow()
			}
		}
	})
}

// cardSeen matches the cards in a frame without colours: the rank and the letter on a card, or a chip, in small
// letters where the card may not be played.
var cardSeen = regexp.MustCompile(`\b([1-9])!? {1,5}([HMFSRVBW])\b|\b((?i)[HMFSRVBW])([1-9]+)\b`)

// cardsIn returns the codes of the cards that a frame shows.
func cardsIn(frame string) map[string]bool {
	seen := map[string]bool{}
	for _, m := range cardSeen.FindAllStringSubmatch(frame, -1) {
		seen[m[2]+m[1]] = true
		for _, rank := range m[4] {
			seen[strings.ToUpper(m[3])+string(rank)] = true
		}
	}
	return seen
}

// hand checks that each card of the hand is seen in a frame.
func (s *screen) hand(name, frame string) {
	s.t.Helper()
	seen := cardsIn(frame)
	for _, card := range scene.HandCards(&s.round.view.Seats[s.round.bottomSeat()]).Cards() {
		if !seen[s.viewer.theme.Texts.Code(card)] {
			assert.Failf(s.t, "something is missing", "%s, a card of the hand: %s in\n%s", name, s.viewer.theme.Texts.Code(card),
				frame)
		}
	}
}

// checkTable checks that a frame during play shows what a person must know: the question, the names, the cards
// of the hand, and the cards that the chapter has laid out.
func (s *screen) checkTable(name string) {
	s.t.Helper()
	v := &s.round.view
	if v.Stage != chapters.StagePlay || len(s.on.Overlays) > 0 || s.round.phase == notice || s.round.phase == finished ||
		s.round.phase == curtain {
		return
	}
	frame := s.Grid().Plain()
	together := strings.Join(strings.Fields(frame), "")
	missing := func(what, want string) {
		s.t.Helper()
		if !strings.Contains(together, strings.Join(strings.Fields(want), "")) { // wherever lines are broken
			assert.Failf(s.t, "something is missing", "%s, %s: %q in\n%s", name, what, want, frame)
		}
	}
	missing("the question", s.captions.prompt(s.board()))
	missing("what is said about the card", s.captions.remark())
	sc := s.scene()
	for _, seat := range append(sc.Seats, sc.Me) {
		missing("the name", seat.Name)
	}
	s.hand(name, frame)
	for _, o := range sc.Things {
		for _, word := range strings.Fields(o.Name) { // the name may stand in two lines
			missing("what the chapter has laid there", word)
		}
	}
}
