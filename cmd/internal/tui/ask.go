package tui

import (
	"context"
	"io"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// AskOptions is a question with a few answers, and the terminal for it.
type AskOptions struct {
	In       io.Reader
	Out      io.Writer
	Library  *chapters.Library
	Texts    *texts.Texts
	Style    Style
	Question string
	Answers  []string
}

// Ask puts a question on a screen of its own, and returns which answer was chosen, -1
// for none. The error is ErrExit after ctrl-C.
func Ask(ctx context.Context, opts AskOptions) (int, error) {
	l, chosen := newAsk(ctx, &opts)
	if err := show(ctx, l, opts.In, opts.Out, false); err != nil {
		return -1, err
	}
	if l.exit {
		return -1, ErrExit
	}
	return *chosen, nil
}

// newAsk is the screen of a question: a lobby of one menu.
func newAsk(ctx context.Context, opts *AskOptions) (l *lobby, chosen *int) {
	answer := -1
	l = newLobby(ctx, &LobbyOptions{
		Library: opts.Library,
		Texts:   func(settings.Settings) *texts.Texts { return opts.Texts },
		Style:   func(settings.Settings) Style { return opts.Style },
	})
	l.stack = []sheet{&menuSheet{name: "lobby.ask", says: func(*lobby) string { return opts.Question }, entries: func(*lobby) []choiceLine {
		var all []choiceLine
		for i, a := range opts.Answers {
			all = append(all, choiceLine{letter: rune('1' + i), label: a, enter: func(*lobby) tea.Cmd {
				answer = i
				return tea.Quit
			}})
		}
		return all
	}}}
	return l, &answer
}
