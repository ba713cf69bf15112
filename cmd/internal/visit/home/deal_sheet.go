package home

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// longestDeal is the length of the longest name of a deal.
const longestDeal = 20

// dealSheet asks for the name of a deal, and then shows the deal step by step, as it is won if it can be.
func (h *Home) dealSheet() *kit.Sheet {
	name := ""
	show := func() tea.Cmd {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil
		}
		id, err := chapters.ParseDealID(name)
		var pos chapters.Position
		if err == nil {
			pos, err = h.Library.Deal(id)
		}
		if err != nil {
			h.shell.Stack.Note = h.shell.Stack.Theme.Texts.Problem(err)
			return nil
		}
		stepThrough := func() error { return h.StepThrough(pos, solveLimit) }
		return h.playThenMenu(stepThrough, func() { h.shell.Stack.Push(h.dealSheet()) })
	}
	return &kit.Sheet{Build: func() kit.Content {
		return kit.Content{
			Title:  h.shell.T("lobby.solve"),
			Header: []string{h.shell.T("lobby.solve.above")},
			Rows: []kit.Row{{
				Label:   h.shell.T("lobby.solve.deal"),
				Control: kit.TextField{Text: &name, MaxLength: longestDeal},
			}},
			EnterLabel: h.shell.T("lobby.help.look"),
			Enter:      show,
		}
	}}
}
