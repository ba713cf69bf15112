package room

import (
	"context"
	"strings"
	"unicode"

	"fellowship/cmd/internal/choose"

	tea "github.com/charmbracelet/bubbletea"
)

// resolveCode looks up where a code leads.
func (r *Room) resolveCode(ctx context.Context, code string) choose.Destination {
	return choose.ResolveCode(ctx, r.opts.Sessions, r.opts.Service, r.visitor.Address, code)
}

// followFirstCode follows the code with which the visitor connected, or lists the tables without one. A code that
// leads nowhere is put into the lobby's row for codes, where it can be corrected.
func (r *Room) followFirstCode() tea.Cmd {
	if destination := r.destination; destination.Code != "" {
		r.destination = choose.Destination{}
		return r.follow(destination, func() tea.Cmd {
			r.badCode = true
			r.typed = strings.Map(func(c rune) rune {
				if unicode.IsPrint(c) {
					return c
				}
				return -1
			}, destination.Code)
			return r.listTables()
		})
	}
	return r.listTables()
}

// followTyped follows the code that was typed. If it leads nowhere it stays in its row and can be
// corrected.
func (r *Room) followTyped() tea.Cmd {
	if strings.TrimSpace(r.typed) == "" {
		r.showNote(r.shell.T("serve.lobby.code.none"))
		return nil
	}
	typed := r.typed
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		destination := r.resolveCode(ctx, typed)
		return func() tea.Cmd { return r.follow(destination, func() tea.Cmd { return nil }) }, nil
	})
}

// follow goes where a code leads. If it leads nowhere, follow shows the error and calls otherwise.
func (r *Room) follow(destination choose.Destination, otherwise func() tea.Cmd) tea.Cmd {
	switch {
	case destination.Err != nil:
		r.showError(destination.Err)
		return otherwise()
	case destination.Person.ID != "":
		return r.becomePerson(destination.Person, destination.Code)
	}
	return r.enterTable(destination.Ticket, true)
}
