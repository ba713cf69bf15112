package tui

import (
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// puzzles offers the puzzle of the day, and those of each level.
func (p *Place) puzzles() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.puzzle", Build: func() kit.Content {
		c := kit.Content{Title: p.T("lobby.puzzle"), Above: []string{p.T("lobby.puzzle.above")}}
		for _, of := range choose.Puzzles(p.Texts, p.Stars()) {
			c.Rows = append(c.Rows, kit.Row{Label: of.Label, Note: of.Note, Do: func() tea.Cmd { return p.Solve(of.Level) }})
		}
		return c
	}}
}
