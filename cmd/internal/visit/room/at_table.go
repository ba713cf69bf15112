package room

import (
	"context"
	"errors"
	"sync"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"

	tea "github.com/charmbracelet/bubbletea"
)

// enterTable takes the person to a table. A newcomer sits down if sit is set and a seat is free.
func (r *Room) enterTable(ticket table.Ticket, sit bool) tea.Cmd {
	me := r.me
	sessionCtx := r.ctx
	set := r.shell.Settings
	settingsChanged := r.settingsChanged
	wantsCode := !guest.Person(me.ID).IsPersistent() && r.returnCode == ""
	return r.callOnce(func(ctx context.Context) (func() tea.Cmd, error) {
		client, err := r.opts.Service.Enter(me, ticket)
		switch {
		case errors.Is(err, table.ErrLookAlike):
			return func() tea.Cmd {
				r.showError(err)
				return r.shell.Stack.Push(r.askName(me.Name, func() tea.Cmd { return r.enterTable(ticket, sit) }))
			}, nil
		case err != nil:
			return nil, err
		}
		leave := r.leaveWithSession(sessionCtx, client)
		if sit {
			err = client.SitFree(ctx)
		}
		if settingsChanged && err == nil { // the server may not have known the person when they changed them
			err = r.opts.Service.ChangeSettings(me.ID, func(now *settings.Settings) {
				stars := now.Puzzles // another session of the person may have added some
				*now = set
				for name, n := range stars {
					now.KeepStars(name, n)
				}
			})
		}
		code := ""
		if wantsCode && err == nil {
			code, err = r.opts.Service.ReturnCode(me)
		}
		if err != nil {
			leave()
			return nil, err
		}
		return func() tea.Cmd { return r.showTable(client, leave, code) }, nil
	})
}

// leaveWithSession returns a function that leaves a table. It also runs when the session ends.
func (r *Room) leaveWithSession(sessionCtx context.Context, client *table.Client) (leave func()) {
	r.opts.Leaving.Add(1)
	leaveOnce := sync.OnceFunc(func() {
		defer r.opts.Leaving.Done()
		client.Leave()
	})
	stop := context.AfterFunc(sessionCtx, leaveOnce)
	return func() {
		stop()
		leaveOnce()
	}
}

// showTable shows a table that the person has entered. code is a new return code, empty for none.
func (r *Room) showTable(client *table.Client, leave func(), code string) tea.Cmd {
	cmd := r.leaveTable()
	r.client = client
	r.leave = leave
	r.tableView = client.TableView()
	r.tableScreen = r.tableSheet()
	r.shell.Stack.Screens = []kit.Screen{r.tableScreen}
	r.typed = ""
	r.lobby.Cursor = 0
	if code != "" {
		r.returnCode = table.ShowCode(code)
	}
	return tea.Batch(cmd, r.refreshScreens(), r.await())
}

// leaveTable leaves the table, if the person is at one.
func (r *Room) leaveTable() tea.Cmd {
	if r.client == nil {
		return nil
	}
	leave := r.leave
	r.stopRound()
	r.client = nil
	r.leave = nil
	r.live = nil
	r.deal = nil
	r.question = nil
	r.round = 0
	r.shell.Stack.Screens = []kit.Screen{r.lobby}
	return r.callAsync(func(context.Context) (func() tea.Cmd, error) {
		leave()
		return nil, nil
	})
}

// returnToLobby leaves the table for the lobby.
func (r *Room) returnToLobby() tea.Cmd {
	leaving := r.leaveTable()
	// The new list begins with this table, so that Enter goes back to it.
	r.tables = nil
	r.listed = false
	return tea.Sequence(leaving, r.listTables())
}

// stopRound ends the background work of the round and of the replay.
func (r *Room) stopRound() {
	if r.live != nil {
		r.live.game.Stop()
	}
	r.endReplay()
}
