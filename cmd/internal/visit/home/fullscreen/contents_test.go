package fullscreen

import (
	"cmp"
	"strconv"
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

// TestPuzzleSheets checks that everything in the list of puzzles is on its sheet, in a wide and in a narrow window, and
// that a puzzle begins from there, even one that is solved already. After it the list is shown again.
func TestPuzzleSheets(t *testing.T) {
	for _, lang := range characters.Languages {
		all, err := puzzle.All()
		require.NoError(t, err)
		second := puzzle.Filter(all, "2", 0)[1]
		e := anEvening(t, lang, func(s *Session) {
			s.shell.Stars = func() map[string]int { return map[string]int{second.ID: 2} }
		})
		said := choose.Puzzles(e.home.Person.Texts(), e.home.Library, e.shell.Stars(), e.shell.Now())
		for _, width := range []int{120, 46} {
			e.Update(tea.WindowSizeMsg{Width: width, Height: 60})
			e.press("p")
			if width == 120 {
				contains(t, e.frame(), said.Summary)
			}
			for _, text := range []string{said.About, said.Brief, said.Today.Name} {
				contains(t, e.frame(), text)
			}
			for i := range said.Chapters {
				chapter := &said.Chapters[i]
				contains(t, e.frame(), chapter.Title)
				contains(t, e.frame(), strconv.Itoa(len(chapter.Puzzles)))
				e.press("right", "home")
				contains(t, e.frame(), said.Legend)
				for n := range chapter.Puzzles {
					line := &chapter.Puzzles[n]
					contains(t, e.frame(), line.Name+": "+line.Length)
					stars := strings.Join(strings.Split(line.StarsText(), ""), " ")
					contains(t, e.frame(), line.Length+" "+stars)
					e.press("down")
					if n == 2 {
						break // the others are drawn in the same way
					}
				}
				e.press("left", "down")
			}
			e.press("esc")
		}
		e.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		e.press("p", "home", "down", "right", "home", "down", "enter")
		e.until(e.shell.T("puzzle.about", second.Level))
		e.press("q", "y")
		e.until(said.Summary)
		e.press("esc", "home", "enter") // the next one of the first chapter
		e.until(e.shell.T("puzzle.about", 1))
		e.press("q", "y")
		e.until(said.Summary)
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
		said := book.ListSaved(e.home.Person.Texts(), e.home.Library, e.played, e.shell.Now())
		e.press("l")
		contains(t, e.frame(), said.Title)
		contains(t, e.frame(), said.Intro)
		for i, g := range said.All {
			if i > 0 {
				e.press("down")
			}
			for _, text := range []string{g.Day, cmp.Or(g.Title, g.Name), g.With, g.State} {
				contains(t, e.frame(), text)
			}
			e.press("v")
			contains(t, e.frame(), g.Name)
			foot := e.frame()
			assert.Equal(t, g.CanContinue, strings.Contains(foot, e.shell.T("lobby.help.goon")), g.Name)
			assert.Equal(t, g.CanLook, strings.Contains(foot, e.shell.T("lobby.help.look")), g.Name)
			assert.Equal(t, g.CanRemove, strings.Contains(foot, e.shell.T("lobby.help.remove")), g.Name)
			e.press("esc")
		}
	}
}
