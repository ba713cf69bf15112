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

// liveRound is the round of a table on the game's own screen.
type liveRound struct {
	*play.Client

	room *Room
	// game is the screen of the round.
	game *tui.Model
	// screen holds game on the stack.
	screen *kit.ModelScreen
	// queue holds commands that have not been started yet.
	queue []tea.Cmd
}

// newLiveRound returns the round of the table.
func newLiveRound(r *Room) *liveRound {
	live := &liveRound{room: r}
	live.Client = &play.Client{Client: r.client, Send: live.send}
	return live
}

// refresh updates the round's screen to the state of the table.
func (live *liveRound) refresh() tea.Cmd { return live.screen.Route(live.game.Refresh()) }

// TakeCommands returns the commands queued since the last call.
func (live *liveRound) TakeCommands() tea.Cmd {
	cmds := live.queue
	live.queue = nil
	return tea.Batch(cmds...)
}

// send queues a command that writes to the table in the background, for [liveRound.TakeCommands]. f writes, and
// decision reports whether it writes a decision, which is retried while the disk is full. The error is always nil:
// the end of the write is handled later, by finishSend.
func (live *liveRound) send(decision bool, f func(context.Context) error) error {
	ctx := live.room.ctx
	undos := live.LastSnapshot.Undos
	live.queue = append(live.queue, func() tea.Msg {
		write := func() error { return f(ctx) }
		var err error
		if decision {
			err = play.RetryWhileFull(ctx, write)
		} else {
			err = write()
		}
		return kit.DoneMsg(func() tea.Cmd { return live.finishSend(decision, undos, err) })
	})
	return nil
}

// finishSend handles the end of a write. undos is the number of undos in the round when it was sent.
func (live *liveRound) finishSend(decision bool, undos int, err error) tea.Cmd {
	r := live.room
	if decision && err == nil {
		r.opts.DecisionCount.Add(1)
	}
	if live != r.live {
		return nil
	}
	if decision {
		live.Sending = false
	}
	r.tableView = r.client.TableView()
	cmd := r.refreshScreens()
	switch {
	case err == nil && !decision && live.LastSnapshot.Undos > undos:
		r.showNote(r.shell.T("undo.done"))
	case err == nil && !decision && r.tableView.Proposal != nil:
		r.showNote(r.shell.T("serve.proposed"))
		r.proposed = true
	case err != nil && r.ctx.Err() == nil:
		r.showError(err)
	}
	return cmd
}

// DoAction carries out an action of the table.
func (live *liveRound) DoAction(name string) tea.Cmd {
	r := live.room
	switch name {
	case "table":
		return r.bringTableToFront()
	case "phrases":
		return r.shell.Stack.Push(r.phraseSheet())
	default:
		return r.startReplay(name == "together")
	}
}

// State returns the news of the table for the end of the round's headline, the longest text first: the
// latest message, if it was sent in this round, with the key of the table; and the key alone. That nothing can be
// written, or that the others have waited long for this person, comes before all messages.
func (live *liveRound) State() []string {
	r := live.room
	if r.healthErr != nil {
		return []string{r.shell.T("serve.unreachable")}
	}
	if r.tableView.Waited {
		return []string{r.shell.T("table.waited")}
	}
	text := r.shell.T("serve.state", r.shell.T("key.table"))
	messages := r.tableView.Talk
	if len(messages) == 0 {
		return []string{text}
	}
	last := &messages[len(messages)-1]
	isAnsweredHelp := last.Help != "" && last.Name == r.tableView.Name // the person has seen the help itself
	if last.Round != r.tableView.Round || isAnsweredHelp {
		return []string{text}
	}
	room := min(34, r.shell.Stack.W-32)
	message := cells.Cut(last.Name+": "+words.TalkText(r.shell.Stack.Theme.Texts, last), room, "..")
	return []string{message + "  " + text, text}
}

// WaitText returns why the round waits: nothing can be written, a decision is being sent, or the player whose turn
// it is is away. It is "" if that player only has to decide; the screen then names the player.
func (live *liveRound) WaitText() string {
	r := live.room
	switch {
	case r.healthErr != nil && live.Sending:
		return words.Trouble(r.shell.Stack.Theme.Texts, r.healthErr) + " " + r.shell.T("serve.unreachable.kept")
	case r.healthErr != nil:
		return words.Trouble(r.shell.Stack.Theme.Texts, r.healthErr)
	case live.Sending:
		return r.shell.T("serve.sending")
	}
	return words.AwayText(r.shell.Stack.Theme.Texts, &r.tableView, live.LastSnapshot.Player)
}
