package tui

import (
	"slices"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSlow checks that a finished trick stays, with its own number and winner, while the others continue.
func TestSlow(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, func(g *chapters.Game) bool {
		h := g.History()
		return len(h) == 2 && h[0].Winner != h[1].Winner
	})
	rec := chapters.Record{Position: pos, PlayerNames: slices.Repeat([]string{round.Human}, 4), Decisions: made}
	game, err := rec.Game(chapters.Default())
	require.NoError(t, err)
	before, after := 0, 0 // the last card of the first trick, and of the second
	for at := range made {
		if g, err := game.AfterDecisions(at); err == nil && len(g.History()) == 0 {
			before = at
		} else if err == nil && len(g.History()) == 1 {
			after = at
		}
	}
	rec.Decisions = made[:before]
	s := newScreen(t, &memory.Store{}, rec,
		Options{Terminal: Terminal{Reader: reader.WithoutWishes(texts.New("en")), Style: style(setting{})}, Beat: -1})
	s.home.Pace(time.Hour, false) // the only card is not played by itself meanwhile
	s.proceed()
	plays := func(made []chapters.Decision) {
		for _, d := range made {
			require.NoError(t, s.home.Decide(t.Context(), s.home.TableView().Revision, d))
		}
	}
	plays(made[before : before+1])
	s.proceed()
	require.Equal(t, trickEnd, s.round.phase)
	ended := s.round.view
	plays(made[before+1 : after])
	s.proceed()
	require.Equal(t, trickEnd, s.round.phase)
	assert.Equal(t, ended, s.round.view, "all is shown as it was when the trick had ended")
	all := scene.Tricks(&s.round.view)
	require.Len(t, all, 1)
	winner := s.viewer.theme.Texts.Round(&s.round.view).Winner(all[0].Winner)
	assert.Equal(t, s.viewer.theme.Texts.T("trick.end", winner, 1), s.captions.prompt(s.board()))
	s.round.view.Tricks = 99
	assert.Nil(t, s.Refresh())
	assert.Equal(t, 99, s.round.view.Tricks, "what is shown stays as it is until the person goes on")
	plays(made[after : after+1])
	s.Refresh()
	require.Equal(t, trickEnd, s.round.phase)
	all = scene.Tricks(&s.round.view)
	require.Len(t, all, 2, "two tricks wait: the screen is in the present")
	winner = s.viewer.theme.Texts.Round(&s.round.view).Winner(all[1].Winner)
	assert.Equal(t, s.viewer.theme.Texts.T("trick.end", winner, 2), s.captions.prompt(s.board()))
}

// TestWaitingForSomebody checks that the screen names the person whose turn it is elsewhere, and says only
// of computer players that they think.
func TestWaitingForSomebody(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	s := begin(t, pos, made, "en", "human:ben", "fair", "fair", "fair")
	s.round.phase = waiting
	assert.Contains(t, s.captions.prompt(s.board()), "is thinking")
	s.opts.Table = silent{}
	assert.Equal(t, s.viewer.theme.Texts.T("turn.theirs", "ben"), s.captions.prompt(s.board()))
}

// silent is a shared table without texts.
type silent struct{ SharedTable }

func (silent) State() []string { return nil }

func (silent) WaitText() string { return "" }

func (silent) TakeCommands() tea.Cmd { return nil }

// TestUnsavedGame checks that the screen does not call an unsaved game saved.
func TestUnsavedGame(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "1", 4, asks(chapters.PlayCard, 0, sofar(1, 1)))
	s := open(t, pos, made, setting{humans: []tricks.Seat{0}})
	s.opts.Unsaved = true
	s.press("q")
	assert.Contains(t, s.flat(), s.viewer.theme.Texts.T("tui.leave.unsaved"))
	assert.NotContains(t, s.flat(), s.viewer.theme.Texts.T("tui.leave", ""))
}
