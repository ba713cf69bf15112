package tui

import (
	"context"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// Ask puts a question with a few answers on a screen of its own, and returns which one was
// chosen, -1 for none. The error is ErrExit after ctrl-C.
func Ask(ctx context.Context, on Terminal, question string, answers []string) (int, error) {
	l, chosen := newAsk(ctx, &on, question, answers)
	if err := on.show(ctx, l, false); err != nil {
		return -1, err
	}
	if l.exit {
		return -1, ErrExit
	}
	return *chosen, nil
}

func newAsk(ctx context.Context, on *Terminal, question string, answers []string) (l *lobby, chosen *int) {
	answer := -1
	return lobbyOn(ctx, on, &kit.Sheet{
		Back: func() tea.Cmd { return tea.Quit },
		Build: func() kit.Content {
			c := kit.Content{Title: l.T("lobby.ask"), Above: []string{question}}
			for i, a := range answers {
				c.Rows = append(c.Rows, kit.Row{Letter: rune('1' + i), Label: a, Do: func() tea.Cmd {
					answer = i
					return tea.Quit
				}})
			}
			return c
		},
	}), &answer
}

// lobbyOn is a lobby of one sheet, whatever the settings are.
func lobbyOn(ctx context.Context, on *Terminal, s *kit.Sheet) *lobby {
	l := newLobby(ctx, &LobbyOptions{
		Library: on.Library,
		Texts:   func(settings.Settings) *texts.Texts { return on.Texts },
		Style:   func(settings.Settings) kit.Style { return on.Style },
	})
	l.Sheets = []*kit.Sheet{s}
	return l
}
