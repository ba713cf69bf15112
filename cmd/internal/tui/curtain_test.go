package tui

import (
	"fmt"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCurtainTells plays with four people at one screen. Every person sees every finished trick exactly once: as it
// lies there at its end, or on the next curtain. A curtain tells nothing that the board behind it shows, and hides all
// hands.
func TestCurtainTells(t *testing.T) {
	t.Parallel()
	s := open(t, deal(t, "2", 4), nil, setting{humans: []tricks.Seat{0, 1, 2, 3}, h: 40, w: 100})
	seen := map[tricks.Seat][]int{} // The numbers of tricks by seat.
	told := 0
	for range 400 {
		if s.round.phase == finished {
			break
		}
		view := &s.round.view
		words := s.viewer.theme.Texts
		switch s.round.phase {
		case trickEnd:
			seen[s.round.seat] = append(seen[s.round.seat], len(view.History))
		case curtain:
			s.curtained()
			next := s.round.client.LastSnapshot.Player
			for i, e := range view.Log {
				if round.IsSetupEvent(view, i) {
					assert.NotContains(t, s.flat(), words.Round(view).Event(e), "the page behind it tells the setup")
				}
			}
			for i, trick := range scene.Tricks(view) {
				if !trick.Done {
					continue
				}
				line := words.T("curtain.won", i+1, words.Round(view).Winner(trick.Winner))
				if slices.Contains(seen[next], i+1) {
					assert.NotContains(t, s.flat(), line, "it was told before")
					continue
				}
				seen[next] = append(seen[next], i+1)
				told++
				assert.Contains(t, s.flat(), line)
				for _, p := range trick.Plays {
					assert.Contains(t, s.flat(), p.Card.String(), fmt.Sprint("of trick ", i+1))
				}
			}
		}
		s.press("enter")
		s.fits()
	}
	require.Equal(t, finished, s.round.phase)
	assert.Greater(t, told, 5)
}

// TestCurtainNamesThePerson checks that a curtain says whose screen it is, in windows of all sizes and in both
// languages.
func TestCurtainNamesThePerson(t *testing.T) {
	t.Parallel()
	pos, made := until(t, "2", 4, asks(chapters.PlayCard, 0, sofar(2, 1)))
	for _, lang := range []string{"en", "de"} {
		s := begin(t, pos, made, lang, "human:Anna", "human:Ben", "fair", "fair")
		for _, w := range append(windowsOf, [2]int{40, 16}) {
			s.resize(tea.WindowSizeMsg{Width: w[0], Height: w[1]})
			require.Equal(t, curtain, s.round.phase)
			words := s.viewer.theme.Texts
			for _, text := range []string{
				"Anna", words.T("curtain.only", "Anna"), words.T("curtain.show", "Anna"), words.T("action.uncover"),
			} {
				assert.Contains(t, s.flat(), text, "%v", w)
			}
			s.whole("curtain")
		}
	}
}
