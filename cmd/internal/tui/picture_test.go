package tui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pictured is the game of testdata/picture.ndjson as far as it goes.
func pictured(t *testing.T) *screen {
	game, err := os.Open("testdata/picture.ndjson")
	require.NoError(t, err)
	defer game.Close()
	for entry := range chapters.Default().Read(game.Name(), game) {
		require.NoError(t, entry.Err)
		return open(t, entry.Position, entry.Decisions, setting{humans: alone, color: true, w: 100, h: 30})
	}
	return nil
}

// TestPicture draws a game in colours. The picture in the README is made of it:
// after `go test -update` comes `make generate`.
func TestPicture(t *testing.T) {
	s := pictured(t)
	s.fits()
	fresh(t, "testdata/picture.ansi", texts.Clean(s.View())+"\n")
}

// TestFilm draws the same game while it goes on, frame by frame: the person looks at
// cards and plays one, the others play, and the trick goes to who has won it.
func TestFilm(t *testing.T) {
	s := pictured(t)
	var film strings.Builder
	shoot := func(ms int) {
		s.fits()
		fmt.Fprintf(&film, "\f%d\n%s\n", ms, texts.Clean(s.View()))
	}
	var left []tea.Cmd
	s.tick = func(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	update := func(msg tea.Msg) {
		_, cmd := s.Update(msg)
		if cmd == nil {
			return
		}
		result := cmd()
		if all, ok := result.(tea.BatchMsg); ok {
			left = append(left, slices.DeleteFunc(slices.Clone([]tea.Cmd(all)), func(c tea.Cmd) bool { return c == nil })...)
			return
		}
		left = append(left, func() tea.Msg { return result })
	}
	moves := func() {
		for s.moving != nil {
			shoot(int(motionBeat.Milliseconds()))
			s.Update(motionMsg{s.moving})
		}
	}
	goOn := func() { // one thing that was left to do
		next := left
		left = nil
		for _, cmd := range next {
			if msg := cmd(); msg != nil {
				if _, moved := msg.(motionMsg); !moved {
					update(msg)
				}
			}
		}
	}
	shoot(1800)
	for _, k := range []tea.KeyType{tea.KeyRight, tea.KeyRight, tea.KeyLeft} { // the second one may not be played
		update(tea.KeyMsg{Type: k})
		shoot(1100)
	}
	update(tea.KeyMsg{Type: tea.KeyEnter})
	for range 40 {
		moves()
		if s.phase != waiting {
			break
		}
		shoot(500)
		goOn()
	}
	require.Equal(t, trickEnd, s.phase)
	shoot(1800)
	update(tea.KeyMsg{Type: tea.KeyEnter})
	for range 40 {
		moves()
		if s.phase != waiting {
			break
		}
		shoot(500)
		goOn()
	}
	shoot(2500)
	fresh(t, "testdata/film.ansi", film.String())
}

// fresh compares a text with a file.
func fresh(t *testing.T, file, now string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(now), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), now)
}
