package tui

import (
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow is a place where somebody has not gone on from the first trick, while the others
// have.
type slow struct{ here }

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
	s.game = slow{here{s.place()}}
	s.proceed()
	require.Equal(t, trickEnd, s.phase)
	all := played(&s.view)
	assert.Equal(t, s.T("tui.trick.end", s.Winner(&s.view, all[0].winner), 1), s.prompt())
	shown := s.view
	s.view.Tricks = 99
	assert.Nil(t, s.Refresh())
	assert.NotEqual(t, shown, s.view, "what is shown stays as it is until the person goes on")
}
