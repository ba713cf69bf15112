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

// newAsk is the screen of a question: a lobby of one menu.
func newAsk(ctx context.Context, on *Terminal, question string, answers []string) (l *lobby, chosen *int) {
	answer := -1
	s := &menuSheet{titled: "lobby.ask", Form: kit.Form{
		Above: func() []string { return []string{question} },
		Rows: func() (all []kit.Row) {
			for i, a := range answers {
				all = append(all, kit.Row{Letter: rune('1' + i), Label: a, Do: func() tea.Cmd {
					answer = i
					return tea.Quit
				}})
			}
			return all
		},
	}}
	return lobbyOn(ctx, on, s), &answer
}

// lobbyOn is a lobby of one sheet, whatever the settings are.
func lobbyOn(ctx context.Context, on *Terminal, s sheet) *lobby {
	l := newLobby(ctx, &LobbyOptions{
		Library: on.Library,
		Texts:   func(settings.Settings) *texts.Texts { return on.Texts },
		Style:   func(settings.Settings) kit.Style { return on.Style },
	})
	l.stack = []sheet{s}
	return l
}
