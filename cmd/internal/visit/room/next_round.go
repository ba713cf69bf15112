package room

import (
	"context"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// nextSheet chooses the next round of the table. chapter is a chapter of the table's campaign, "" for no particular
// one.
func (s *tableSheets) nextSheet(chapter string) *kit.Sheet {
	shell := s.session.shell
	client := s.place.client
	setup := choose.NextAt(shell.Stack.Theme.Texts, s.session.opts.Library, client.Book(), &s.place.view)
	if chapter != "" {
		setup.Mode = choose.OneRound
		setup.Chapter = chapter
	}
	pick := func() tea.Cmd {
		round, problem := setup.Pick()
		if problem != "" {
			s.session.notes.set(problem, true)
			return nil
		}
		return s.session.calls.run(func(ctx context.Context) (func() tea.Cmd, error) {
			return shell.Stack.Pop, client.Choose(ctx, round)
		})
	}
	return &kit.Sheet{Name: "next", Build: func() kit.Content {
		return kit.Content{
			Title:      shell.T("serve.next"),
			Rows:       tui.FieldRows(setup.ModeFields(), setup.DealFields()),
			EnterLabel: shell.T("lobby.help.pick"),
			Enter:      pick,
		}
	}}
}
