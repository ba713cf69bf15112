package room

import (
	"context"
	"errors"
	"sync"

	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"

	tea "github.com/charmbracelet/bubbletea"
)

// entrance takes the person to tables.
type entrance struct {
	session  *session
	identity *identity
	// show shows a table that the person has entered. leave leaves it, and code is a new return code, empty for none.
	show func(client *table.Client, leave func(), code string) tea.Cmd
}

// enter takes the person to a table. A newcomer sits down if sit is set and a seat is free.
func (e *entrance) enter(ticket table.Ticket, sit bool) tea.Cmd {
	s := e.session
	me := e.identity.me
	set := s.shell.Settings
	settingsChanged := e.identity.settingsChanged
	wantsCode := !e.identity.isPersistent() && e.identity.returnCode == ""
	return s.calls.runOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		client, err := s.opts.Service.Enter(me, ticket)
		switch {
		case errors.Is(err, table.ErrLookAlike):
			return func() tea.Cmd {
				s.notes.showError(err)
				return s.shell.Stack.Push(e.identity.askName(me.Name, func() tea.Cmd { return e.enter(ticket, sit) }))
			}, nil
		case err != nil:
			return nil, err
		}
		leave := s.leaveAtEnd(client)
		watches := ""
		if sit {
			err = client.SitFree(ctx)
			now := client.TableView()
			if !ticket.Watch {
				watches = words.Watches(s.shell.Stack.Theme.Texts, &now)
			}
		}
		if settingsChanged && err == nil { // the server may not have known the person when they changed them
			err = s.opts.Service.ChangeSettings(me.ID, func(now *settings.Settings) {
				stars := now.Puzzles // another session of the person may have added some
				*now = set
				for name, n := range stars {
					now.KeepStars(name, n)
				}
			})
		}
		code := ""
		if wantsCode && err == nil {
			code, err = s.opts.Service.ReturnCode(me)
		}
		if err != nil {
			leave()
			return nil, err
		}
		return func() tea.Cmd {
			cmd := e.show(client, leave, code)
			if watches != "" {
				s.notes.show(watches)
			}
			return cmd
		}, nil
	})
}

// leaveAtEnd returns a function that leaves a table. It also runs when the session ends.
func (s *session) leaveAtEnd(client *table.Client) (leave func()) {
	s.opts.Leaving.Add(1)
	leaveOnce := sync.OnceFunc(func() {
		defer s.opts.Leaving.Done()
		client.Leave()
	})
	stop := context.AfterFunc(s.ctx, leaveOnce)
	return func() {
		stop()
		leaveOnce()
	}
}
