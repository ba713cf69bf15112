package fullscreen

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/pages/book"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
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
