package room

import (
	"context"
	"strings"
	"unicode"

	"fellowship/cmd/internal/choose"

	tea "github.com/charmbracelet/bubbletea"
)

// codeEntry takes the codes that the person gives: when they connect, and later in the lobby's row for codes.
type codeEntry struct {
	session *session
	// arrive takes the person to where a valid code leads.
	arrive func(choose.Destination) tea.Cmd
	// typed is the code in the row.
	typed string
	// destination is where the code leads with which the visitor connected; its Code is "" once the code was
	// followed.
	destination choose.Destination
	// isRejected reports whether this code leads nowhere. The lobby then selects the row, where the code can be
	// corrected.
	isRejected bool
}

// resolve looks up where a code leads.
func (e *codeEntry) resolve(ctx context.Context, code string) choose.Destination {
	opts := e.session.opts
	return choose.ResolveCode(ctx, opts.Sessions, opts.Service, e.session.visitor.Address, code)
}

// followFirst follows the code with which the visitor connected. Without one it calls list, which lists the tables. A
// code that leads nowhere is put into the row, and the tables are listed, too.
func (e *codeEntry) followFirst(list func() tea.Cmd) tea.Cmd {
	destination := e.destination
	if destination.Code == "" {
		return list()
	}
	e.destination = choose.Destination{}
	return e.follow(destination, func() tea.Cmd {
		e.isRejected = true
		e.typed = strings.Map(func(c rune) rune {
			if unicode.IsPrint(c) {
				return c
			}
			return -1
		}, destination.Code)
		return list()
	})
}

// followTyped follows the code that was typed. If it leads nowhere it stays in its row and can be
// corrected.
func (e *codeEntry) followTyped() tea.Cmd {
	if strings.TrimSpace(e.typed) == "" {
		e.session.notes.show(e.session.shell.T("serve.lobby.code.none"))
		return nil
	}
	typed := e.typed
	return e.session.calls.runOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		destination := e.resolve(ctx, typed)
		return func() tea.Cmd { return e.follow(destination, func() tea.Cmd { return nil }) }, nil
	})
}

// follow goes where a code leads. If it leads nowhere, follow shows the error and calls otherwise.
func (e *codeEntry) follow(destination choose.Destination, otherwise func() tea.Cmd) tea.Cmd {
	if destination.Err != nil {
		e.session.notes.showError(destination.Err)
		return otherwise()
	}
	return e.arrive(destination)
}
