package fullscreen

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/visit/home"

	tea "github.com/charmbracelet/bubbletea"
)

// longestDeal is the length of the longest name of a deal.
const longestDeal = 20

// dealSheet asks for the name of a deal, and then shows the deal step by step, as it is won if it can be.
func (s *Session) dealSheet() *kit.Sheet {
	name := ""
	show := func() tea.Cmd {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil
		}
		id, err := chapters.ParseDealID(name)
		var pos chapters.Position
		if err == nil {
			pos, err = s.home.Library.Deal(id)
		}
		if err != nil {
			s.shell.Stack.Note = s.shell.Stack.Theme.Texts.Problem(err)
			return nil
		}
		stepThrough := func() error { return s.StepThrough(pos, home.SolveLimit) }
		return s.playThenMenu(stepThrough, func() { s.shell.Stack.Push(s.dealSheet()) })
	}
	return &kit.Sheet{Build: func() kit.Content {
		button := kit.FormButton{Label: s.shell.T("lobby.button.solve")}
		if _, err := chapters.ParseDealID(strings.TrimSpace(name)); err != nil {
			button.Missing = s.shell.T("lobby.button.deal")
		}
		return kit.Content{
			Button: button,
			Title:  s.shell.T("lobby.solve"),
			Header: []string{s.shell.T("lobby.solve.above")},
			Rows: []kit.Row{{
				Label:   s.shell.T("lobby.solve.deal"),
				Control: kit.TextField{Text: &name, MaxLength: longestDeal},
			}},
			EnterLabel: s.shell.T("lobby.help.look"),
			Enter:      show,
		}
	}}
}
