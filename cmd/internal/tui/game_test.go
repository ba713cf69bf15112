package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/driver"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow is a place where somebody has not gone on from the first trick, while the others
// have.
type slow struct{ driver.Here }

func (slow) Shown() int           { return 1 }
func (slow) Next() session.Moment { return session.TrickEnd }

// TestSlow holds that a finished trick stays, and is told by its own number and winner,
// while the others go on.
func TestSlow(t *testing.T) {
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool {
		h := g.History()
		return len(h) == 2 && h[0].Winner != h[1].Winner
	})
	s := open(t, pos, made, setting{humans: []tricks.Seat{0}})
	s.game = slow{driver.Here{Place: s.place()}}
	s.proceed()
	require.Equal(t, trickEnd, s.phase)
	all := board.Played(&s.view)
	assert.Equal(t, s.T("tui.trick.end", s.Winner(&s.view, all[0].Winner), 1), s.prompt())
	shown := s.view
	s.view.Tricks = 99
	assert.Nil(t, s.Refresh())
	assert.NotEqual(t, shown, s.view, "what is shown stays as it is until the person goes on")
}

// elsewhere is a table at which ben plays every seat.
type elsewhere struct{ driver.Here }

func (elsewhere) Name(tricks.Seat) string { return "ben" }

// TestWaitingForSomebody holds that a person whose turn it is elsewhere is named, and
// that only computer players are said to think.
func TestWaitingForSomebody(t *testing.T) {
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	s := open(t, pos, made, setting{humans: []tricks.Seat{0}})
	s.phase = waiting
	assert.Contains(t, s.prompt(), "is thinking")
	nothing := func() string { return "" }
	s.opts.Table, s.game = &TableOptions{State: nothing, Waits: nothing}, elsewhere{driver.Here{Place: s.place()}}
	assert.Equal(t, s.T("tui.theirs", "ben"), s.prompt())
}

// TestUnsavedGame holds that nobody is told that a game is saved which is not.
func TestUnsavedGame(t *testing.T) {
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	s := open(t, pos, made, setting{humans: []tricks.Seat{0}})
	s.opts.Unsaved = true
	s.press("q")
	assert.Contains(t, s.View(), s.T("tui.leave.unsaved"))
	assert.NotContains(t, s.View(), "saved")
}
