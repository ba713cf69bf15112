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

// liveRound is the round of a table, as the game's own screen drives it.
type liveRound struct {
	*play.Client
	room *Room
	// game is the screen, and on has it on the stack.
	game   *tui.Model
	screen *kit.ModelScreen
	// queue holds the commands of what was sent.
	queue []tea.Cmd
}

// newLiveRound returns the round of the table.
func newLiveRound(r *Room) *liveRound {
	a := &liveRound{room: r}
	a.Client = &play.Client{Client: r.client, Send: a.send}
	return a
}

// refresh looks what has happened at the table.
func (a *liveRound) refresh() tea.Cmd { return a.screen.Route(a.game.Refresh()) }

// TakeCommands returns what was sent since the last call, as commands.
func (a *liveRound) TakeCommands() tea.Cmd {
	cmds := a.queue
	a.queue = nil
	return tea.Batch(cmds...)
}

// send does something beside the screen, which hears of it later. A decision that cannot be written is tried again.
func (a *liveRound) send(decision bool, f func(context.Context) error) error {
	visit := a.room.ctx
	undos := a.LastSnapshot.Undos
	a.queue = append(a.queue, func() tea.Msg {
		write := func() error { return f(visit) }
		var err error
		if decision {
			err = play.RetryWhileFull(visit, write)
		} else {
			err = write()
		}
		return kit.DoneMsg(func() tea.Cmd { return a.finishSend(decision, undos, err) })
	})
	return nil
}

// finishSend goes on when something was done in the round after so many undos, or was not.
func (a *liveRound) finishSend(decision bool, undos int, err error) tea.Cmd {
	r := a.room
	if decision && err == nil {
		r.opts.DecisionCount.Add(1)
	}
	if a != r.live {
		return nil
	}
	if decision {
		a.Sending = false
	}
	r.tableView = r.client.TableView()
	cmd := r.refreshScreens()
	switch {
	case err == nil && !decision && a.LastSnapshot.Undos > undos:
		r.say(r.shell.Theme.T("undo.done"))
	case err == nil && !decision && r.tableView.Proposal != nil:
		r.say(r.shell.Theme.T("serve.proposed"))
		r.proposed = true
	case err != nil && r.ctx.Err() == nil:
		r.complain(err)
	}
	return cmd
}

// DoAction carries out an action of the table.
func (a *liveRound) DoAction(name string) tea.Cmd {
	r := a.room
	switch name {
	case "table":
		return r.toTable()
	case "phrases":
		return r.shell.Push(r.phraseSheet())
	default:
		return r.lookThrough(name == "together")
	}
}

// State is the news of the table at the end of the round's Title: the message sent
// last, if that was in this round, with the key of the table, and the key alone.
func (a *liveRound) State() []string {
	r := a.room
	if r.trouble != nil {
		return []string{r.shell.Theme.T("serve.unreachable")}
	}
	if r.tableView.Waited {
		return []string{r.shell.Theme.T("table.waited")}
	}
	room := min(34, r.shell.W-32)
	text := r.shell.Theme.T("serve.state", r.shell.Theme.T("key.table"))
	if messages := r.tableView.Talk; len(messages) > 0 && messages[len(messages)-1].Round == r.tableView.Round {
		last := &messages[len(messages)-1]
		if last.Help != "" && last.Name == r.tableView.Name { // who asked for help has the answer
			return []string{text}
		}
		return []string{
			cells.Cut(last.Name+": "+words.TalkText(r.shell.Theme.Texts, last), room, "..") + "  " + text,
			text,
		}
	}
	return []string{text}
}

// WaitText tells the reason to wait in the round, empty for the person whose turn it is.
func (a *liveRound) WaitText() string {
	r := a.room
	switch {
	case r.trouble != nil && a.Sending:
		return words.Trouble(r.shell.Theme.Texts, r.trouble) + " " + r.shell.Theme.T("serve.unreachable.kept")
	case r.trouble != nil:
		return words.Trouble(r.shell.Theme.Texts, r.trouble)
	case a.Sending:
		return r.shell.Theme.T("serve.sending")
	}
	return words.AwayText(r.shell.Theme.Texts, &r.tableView, a.LastSnapshot.Player)
}
