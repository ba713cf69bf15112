package tui

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shelf is the list of rounds and what a terminal would do with it.
type shelf struct {
	t testing.TB
	*looker
	quit bool
}

func shelfOf(t testing.TB, n int, set setting) *shelf {
	pos, made := until(t, "2", 4, over)
	rounds := make([]LookRound, n)
	for i := range rounds {
		rounds[i] = LookRound{Name: fmt.Sprintf("%d  c02p4s%d: chapter 2", i+1, i), Walk: func() (*hindsight.Walk, error) {
			if i == 1 {
				return nil, errors.New("line 2: that is no card")
			}
			return hindsight.New(chapters.Default(), chapters.Record{Position: pos, Decisions: made[:len(made)-i]})
		}}
	}
	return &shelf{t: t, looker: newLooker(t.Context(), rounds, &LookOptions{Terminal: Terminal{Texts: texts.New(set.lang), Style: style(set)}, PlayOn: true})}
}

func (s *shelf) press(keys ...string) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := keyTypes[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, cmd := s.Update(msg)
		if cmd != nil {
			_, s.quit = cmd().(tea.QuitMsg)
		}
	}
}

// TestLookRounds chooses among the rounds of a file, comes back to the list, and
// plays on from a moment of one before its first card.
func TestLookRounds(t *testing.T) {
	s := shelfOf(t, 40, setting{})
	(&still{t, s.View(), s.W, s.H}).golden("look-rounds")
	s.press("down", "enter")
	assert.Contains(t, s.View(), "that is no card")
	s.press("down", "enter")
	require.NotNil(t, s.review)
	s.press("q")
	assert.False(t, s.quit, "back to the list")
	require.Nil(t, s.review)
	s.press("end", "home", "down", "down", "down", "enter", "home", "right", "p")
	assert.True(t, s.quit)
	assert.Equal(t, LookWish{Round: 3, After: 1}, s.wish)

	s = shelfOf(t, 1, setting{})
	require.NoError(t, s.begin(0))
	s.press("q")
	assert.True(t, s.quit, "there is no list")
	assert.Equal(t, -1, s.wish.Round)
	s = shelfOf(t, 3, setting{lang: "de"})
	(&still{t, s.View(), s.W, s.H}).golden("look-rounds-german")
	s.press("enter", "ctrl+c")
	assert.True(t, s.quit)
	assert.True(t, s.exit)
}

// TestLookJudgesEveryChoice holds that before the play, too, every choice is
// judged: a draft by characters, an exchange by cards and receivers, in names
// where there is room, else in numbers, with a page that names them all.
func TestLookJudgesEveryChoice(t *testing.T) {
	pos, made := until(t, "2", 4, over)
	exchange := 0
	for made[exchange].Kind != chapters.Exchange {
		exchange++
	}
	good := made[exchange]
	judge := func(_ context.Context, g *chapters.Game) solver.Verdict {
		switch so := g.Decisions(); {
		case len(so) == 1 && so[0] != made[0], len(so) == exchange+1 && so[exchange] == good:
			return solver.Unwinnable
		}
		return solver.Winnable
	}
	s := lookAt(t, pos, made, setting{}, judge)
	s.press("home")
	assert.Contains(t, s.View(), "Still wins: "+s.Choice(s.board.V, made[0])+". Loses: ")
	for range exchange {
		s.press("right")
	}
	assert.Contains(t, s.View(), "Here the round was lost: "+good.Card.String()+" to ")
	s.press("w")
	assert.Contains(t, s.View(), "Still wins")
	assert.Contains(t, s.View(), "Loses")
	s.frame().fits()
}
