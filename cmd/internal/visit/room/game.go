package room

import (
	"context"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// there is the round of a table, as the game's own screen drives it.
type there struct {
	*play.Chair
	room *Room
	// game is the screen, and on has it on the stack.
	game *tui.Model
	on   *kit.Hosted
	// queue holds the commands of what was sent.
	queue []tea.Cmd
}

// newThere returns the round of the table.
func newThere(r *Room) *there {
	a := &there{room: r}
	a.Chair = &play.Chair{Chair: r.chair, Send: a.send}
	return a
}

// refresh looks what has happened at the table.
func (a *there) refresh() tea.Cmd { return a.on.Owns(a.game.Refresh()) }

// Sent returns what was sent since the last call, as commands.
func (a *there) Sent() tea.Cmd {
	cmds := a.queue
	a.queue = nil
	return tea.Batch(cmds...)
}

// send does something beside the screen, which hears of it later. A decision that cannot be written is tried again.
func (a *there) send(decision bool, f func(context.Context) error) error {
	visit := a.room.ctx
	undos := a.Saw.Undos
	a.queue = append(a.queue, func() tea.Msg {
		write := func() error { return f(visit) }
		var err error
		if decision {
			err = play.Insist(visit, write)
		} else {
			err = write()
		}
		return kit.Then(func() tea.Cmd { return a.heard(decision, undos, err) })
	})
	return nil
}

// heard goes on when something was done in the round after so many undos, or was not.
func (a *there) heard(decision bool, undos int, err error) tea.Cmd {
	r := a.room
	if decision && err == nil {
		r.opts.Decided.Add(1)
	}
	if a != r.there {
		return nil
	}
	if decision {
		a.Sending = false
	}
	r.now = r.chair.Picture()
	cmd := r.changed()
	switch {
	case err == nil && !decision && a.Saw.Undos > undos:
		r.say(r.shell.Theme.T("undo.done"))
	case err == nil && !decision && r.now.Proposal != nil:
		r.say(r.shell.Theme.T("serve.proposed"))
		r.proposed = true
	case err != nil && r.ctx.Err() == nil:
		r.complain(err)
	}
	return cmd
}

// Does carries out an action of the table.
func (a *there) Does(name string) tea.Cmd {
	r := a.room
	switch name {
	case "table":
		return r.toTable()
	case "phrases":
		return r.shell.Open(r.phrases())
	default:
		return r.lookThrough(name == "together")
	}
}

// State is the news of the table at the end of the round's Title: the message sent
// last, if that was in this round, with the key of the table, and the key alone.
func (a *there) State() []string {
	r := a.room
	if r.trouble != nil {
		return []string{r.shell.Theme.T("serve.unreachable")}
	}
	if r.now.Waited {
		return []string{r.shell.Theme.T("table.waited")}
	}
	room := min(34, r.shell.W-32)
	text := r.shell.Theme.T("serve.state", r.shell.Theme.T("key.table"))
	if messages := r.now.Said; len(messages) > 0 && messages[len(messages)-1].Round == r.now.Round {
		last := &messages[len(messages)-1]
		if last.Help != "" && last.Name == r.now.Name { // who asked for help has the answer
			return []string{text}
		}
		return []string{cells.Cut(last.Name+": "+words.Said(r.shell.Theme.Texts, last), room, "..") + "  " + text, text}
	}
	return []string{text}
}

// Waits tells the reason to wait in the round, empty for the person whose turn it is.
func (a *there) Waits() string {
	r := a.room
	switch {
	case r.trouble != nil && a.Sending:
		return words.Trouble(r.shell.Theme.Texts, r.trouble) + " " + r.shell.Theme.T("serve.unreachable.kept")
	case r.trouble != nil:
		return words.Trouble(r.shell.Theme.Texts, r.trouble)
	case a.Sending:
		return r.shell.Theme.T("serve.sending")
	}
	return words.Awaits(r.shell.Theme.Texts, &r.now, a.Saw.Player)
}
