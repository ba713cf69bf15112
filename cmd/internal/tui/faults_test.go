package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// flat returns the frame with single spaces between its words.
func (s *screen) flat() string { return strings.Join(strings.Fields(s.View()), " ") }

// TestWillowIsAsked checks that nobody is shown as winning a trick that Old Man Willow would take (C5).
func TestWillowIsAsked(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "5", 4, asks(chapters.PlayCard, 0, sofar(2, 2), willowAhead))
	s := open(t, pos, made, setting{humans: alone, w: 100, h: 30})
	assert.NotContains(t, s.flat(), "is winning")
	assert.Contains(t, s.flat(), "Old Man Willow takes")
	assert.NotContains(t, s.flat(), "╔", "no card is marked as the winning one")
}

// TestBalrogIsTold checks that the board warns of a card with which the trick falls short of the Balrog
// (C14), and says so after it was played.
func TestBalrogIsTold(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "14/b/used", 4, asks(chapters.PlayCard, 0, sofar(0, 3), shortfall))
	s := open(t, pos, made, setting{humans: alone})
	sum := 0
	for _, c := range s.round.view.Card {
		if c.Valid() {
			sum += c.Rank()
		}
	}
	for i, it := range s.answers.choice.Items {
		short := sum+it.Card.Rank() < s.round.view.Least
		if it.Ok {
			assert.Equal(t, short, strings.Contains(it.Detail, "too little for the Balrog"), it.Detail)
		}
		if it.Ok && short {
			s.answers.choice.Cursor = i
		}
	}
	assert.Contains(t, s.flat(), "too little for the Balrog")
	s.press("enter")
	require.Equal(t, trickEnd, s.round.phase)
	assert.Contains(t, s.flat(), "the Balrog asks for")
	assert.Contains(t, s.flat(), "the round is lost (C14)")
	s.whole("short")
}

// TestSoloHandBelow checks that in solo the hand at the bottom belongs to the character whose turn it is,
// with its name and its goal.
func TestSoloHandBelow(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 1, asks(chapters.PlayCard, 1, sofar(2, 1)))
	s := open(t, pos, made, setting{humans: alone})
	above, own, _ := strings.Cut(s.View(), "═")
	at := s.round.view.Seats[1]
	assert.Contains(t, own, s.viewer.theme.Texts.ShortName(at.Character))
	assert.NotContains(t, above, s.viewer.theme.Texts.ShortName(at.Character)+" ", "but below its card")
	assert.Contains(t, above, s.viewer.theme.Texts.ShortName(s.round.view.Seats[0].Character),
		"who sits there otherwise has changed places")
}

// TestNamedIsSeen checks that the board says who named whom as leader (K: Bilbo Baggins).
func TestNamedIsSeen(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "10", 4, asks(chapters.PlayCard, 0, sofar(3, 1), wasNamed))
	for _, size := range windowsOf[1:] {
		s := open(t, pos, made, setting{humans: alone, w: size[0], h: size[1]})
		assert.Contains(t, s.View(), " lets ")
	}
}

// TestKeysAreWhole checks that the keys are never cut off, and that the goals are among
// them, in windows of every size.
func TestKeysAreWhole(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 2)))
	for _, size := range windowsOf {
		for _, lang := range []string{"en", "de"} {
			s := open(t, pos, made, setting{humans: alone, lang: lang, w: size[0], h: size[1]})
			keys := lastOf(s)
			assert.NotContains(t, keys, "..")
			assert.Contains(t, keys, "g "+s.acts.ByName("goals").Binding.Label)
			assert.Contains(t, keys, "? "+s.acts.ByName("help").Binding.Label)
			s.press("g")
			assert.NotContains(t, lastOf(s), "..")
		}
	}
}

func lastOf(s *screen) string {
	lines := strings.Split(s.View(), "\n")
	return lines[len(lines)-1]
}

// TestAutoNeedsNoEnter checks that with auto a finished trick names no key.
func TestAutoNeedsNoEnter(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 3)))
	s := open(t, pos, made, setting{humans: alone})
	s.press("enter")
	require.Equal(t, trickEnd, s.round.phase)
	assert.Contains(t, lastOf(s), "enter go on")
	s.pace.auto = true
	assert.NotContains(t, lastOf(s), "go on")
	assert.NotContains(t, s.flat(), "Enter goes on")
}

// TestFreshGoals checks that exactly the goals are marked that have changed since the person last decided.
func TestFreshGoals(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(2, 3)))
	s := open(t, pos, made, setting{humans: alone})
	assert.NotContains(t, s.View(), "!")
	won := s.round.view.Seats
	s.press("enter")
	require.Equal(t, trickEnd, s.round.phase)
	for seat := range s.round.view.Seats {
		changed := s.round.view.Seats[seat].Won != won[seat].Won
		assert.Equal(t, changed, s.board().Fresh.Contains(tricks.Seat(seat)), seat)
	}
}
