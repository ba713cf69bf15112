package tui

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// bell is the character that rings the bell of a terminal.
const bell = "\a"

// TestRingQuestionIsNoNewTurn plays R1. The question whether it is to win follows the person's own key: nothing rings,
// nothing moves, nothing waits, and all above the ledge stays as it is but for the question.
func TestRingQuestionIsNoNewTurn(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, mayPlay(tricks.OneRing), sofar(1, 1)))
	for _, w := range windowsOf {
		s := open(t, pos, made, setting{humans: alone, rich: true, w: w[0], h: w[1]})
		require.Equal(t, choosing, s.round.phase)
		for i, item := range s.answers.choice.Items {
			if item.Card == tricks.OneRing {
				s.answers.choice.Cursor = i
			}
		}
		turn := s.round.turn
		before := s.Grid()
		_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyEnter})
		assert.Nil(t, cmd, "nothing follows by itself")
		require.Equal(t, scene.ToWin, s.answers.choice.Step)
		assert.Equal(t, turn, s.round.turn, "it is the same turn")
		assert.Nil(t, s.motions.current)
		after := s.Grid()
		assert.NotContains(t, string(felt.Diff(nil, before, after)), bell)
		assert.Equal(t, rowsTo(before, narrowRail), rowsTo(after, narrowRail), "%v", w)
	}
}

// rowsTo returns the first rows of a window.
func rowsTo(g *felt.Grid, n int) []string { return strings.Split(g.Plain(), "\n")[:n] }

// TestNoBell plays a whole round with four people at one screen. Whatever the terminal gets, its bell never rings.
func TestNoBell(t *testing.T) {
	t.Parallel()
	s := open(t, deal(t, "1", 4), nil, setting{humans: []tricks.Seat{0, 1, 2, 3}, rich: true, w: 80, h: 24})
	var last *felt.Grid
	for range 300 {
		next := s.Grid()
		require.NotContains(t, string(felt.Diff(nil, last, next)), bell)
		require.NotContains(t, s.View(), bell)
		if s.round.phase == finished {
			break
		}
		last = next
		s.press("enter")
	}
	assert.Equal(t, finished, s.round.phase)
}
