package fullscreen

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/pages/book"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// contains checks that a screen has a text, wherever its lines end.
func contains(t *testing.T, screen, text string) {
	t.Helper()
	assert.Contains(t, strings.Join(strings.Fields(screen), " "), strings.Join(strings.Fields(text), " "))
}

// TestStatisticsSheet checks that everything in the statistics is on their sheet, the details of a chapter while it is
// selected.
func TestStatisticsSheet(t *testing.T) {
	for _, lang := range characters.Languages {
		e := anEvening(t, lang, hasPlayed)
		e.Update(tea.WindowSizeMsg{Width: 120, Height: 60})
		said := book.OwnStatistics(e.home.Person.Texts(), e.home.Library, &e.played.Stats, e.shell.Stars())
		e.press("t")
		frame := e.frame()
		for _, f := range said.Figures {
			contains(t, frame, f.Text)
		}
		for _, list := range []*book.Results{&said.Chapters, &said.Characters} {
			contains(t, frame, list.Title+" "+list.Amounts)
			contains(t, frame, list.Legend)
			for _, r := range list.All {
				contains(t, e.frame(), r.Name)
				contains(t, e.frame(), r.Share)
				contains(t, e.frame(), r.Details)
				e.press("down")
			}
		}
		for _, text := range said.Remarks {
			contains(t, frame, text)
		}
	}
}

// TestPuzzleSheets checks that everything in the list of puzzles is on the sheets of the levels, and that a puzzle
// begins from there, even one that is solved already. After it the list is shown again.
func TestPuzzleSheets(t *testing.T) {
	for _, lang := range characters.Languages {
		all, err := puzzle.All()
		require.NoError(t, err)
		second := puzzle.Filter(all, "", 2)[1]
		e := anEvening(t, lang, func(s *Session) {
			s.shell.Stars = func() map[string]int { return map[string]int{second.ID: 2} }
		})
		e.Update(tea.WindowSizeMsg{Width: 120, Height: 60})
		said := choose.Puzzles(e.home.Person.Texts(), e.home.Library, e.shell.Stars(), e.shell.Now())
		e.press("p")
		for _, text := range []string{said.About, said.Summary, said.Today.Name, said.Today.Details} {
			contains(t, e.frame(), text)
		}
		for i := range said.Levels {
			level := &said.Levels[i]
			contains(t, e.frame(), level.Label+" "+level.Summary)
			if i > 0 {
				e.press("down")
			}
			e.press("enter")
			contains(t, e.frame(), level.Summary)
			for n := range level.Puzzles {
				line := &level.Puzzles[n]
				e.press("home")
				for range n {
					e.press("down")
				}
				contains(t, e.frame(), e.shell.T("lobby.puzzle.number", line.Number)+" "+line.StarsText()+" "+line.Details)
				if n == 2 {
					break // the others are drawn in the same way
				}
			}
			e.press("esc")
		}
		e.press("home", "down", "down", "enter", "home", "down", "enter")
		e.until(e.shell.T("puzzle.about", 2))
		e.press("q", "y")
		e.until(said.Levels[1].Summary)
		assert.Equal(t, second.ID, said.Levels[1].Puzzles[1].ID)
	}
}

// TestSavedSheet checks that everything in the list of saved games is on its sheet, and that the page of each offers
// what can be done with it.
func TestSavedSheet(t *testing.T) {
	for _, lang := range characters.Languages {
		e := anEvening(t, lang, func(s *Session) {
			ofCampaign := s.played.Games[1]
			ofCampaign.Name = "shire-r1-1"
			ofCampaign.Campaign = "shire"
			s.played.Games = append(s.played.Games, ofCampaign)
		})
		said := book.ListSaved(e.home.Person.Texts(), e.home.Library, e.played)
		e.press("l")
		contains(t, e.frame(), said.Title)
		contains(t, e.frame(), said.Intro)
		for i, g := range said.All {
			contains(t, e.frame(), g.Name+" "+g.When+" "+g.Summary)
			if i > 0 {
				e.press("down")
			}
			e.press("enter")
			foot := e.frame()
			assert.Equal(t, g.CanContinue, strings.Contains(foot, e.shell.T("lobby.help.goon")), g.Name)
			assert.Equal(t, g.CanLook, strings.Contains(foot, e.shell.T("lobby.help.look")), g.Name)
			assert.Equal(t, g.CanRemove, strings.Contains(foot, e.shell.T("lobby.help.remove")), g.Name)
			e.press("esc")
		}
	}
}
