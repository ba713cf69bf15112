package room

import (
	"context"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// liveRound is the round of a table on the game's own screen.
type liveRound struct {
	*play.Client

	session *session
	place   *place
	// number is the number of the round at the table.
	number int
	// deal analyzes the round.
	deal *hindsight.Deal
	// game is the screen of the round.
	game *tui.Model
	// screen holds game on the stack.
	screen *kit.ModelScreen
	// queue holds commands that have not been started yet.
	queue []tea.Cmd
}

// newLiveRound returns the current round of a table, without its screen.
func newLiveRound(p *place) *liveRound {
	live := &liveRound{
		session: p.session,
		place:   p,
		number:  p.view.Round,
		deal:    p.session.dealOf(p.client, p.identity.me, p.view.Me),
	}
	live.Client = &play.Client{Client: p.client, Send: live.send}
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
	ctx := live.session.ctx
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
	s := live.session
	p := live.place
	if decision && err == nil {
		s.opts.DecisionCount.Add(1)
	}
	if live != p.live {
		return nil
	}
	if decision {
		live.Sending = false
	}
	p.look()
	cmd := p.refreshScreens()
	switch {
	case err == nil && !decision && live.LastSnapshot.Undos > undos:
		s.notes.show(s.shell.T("undo.done"))
	case err == nil && !decision && p.view.Proposal != nil:
		s.notes.show(s.shell.T("serve.proposed"))
		p.proposed = true
	case err != nil && s.ctx.Err() == nil:
		s.notes.showError(err)
	}
	return cmd
}

// DoAction carries out an action of the table.
func (live *liveRound) DoAction(name string) tea.Cmd {
	p := live.place
	switch name {
	case "table":
		return p.bringTableToFront()
	case "phrases":
		return live.session.shell.Stack.Push(p.sheets.phrases())
	default:
		return p.startReplay(name == "together")
	}
}

// State returns the news of the table for the end of the round's headline, the longest text first: the
// latest message, if it was sent in this round, with the key of the table; and the key alone. That nothing can be
// written, or that the others have waited long for this person, comes before all messages.
func (live *liveRound) State() []string {
	shell := live.session.shell
	p := live.place
	if p.healthErr != nil {
		return []string{shell.T("serve.unreachable")}
	}
	if p.view.Waited {
		return []string{shell.T("table.waited")}
	}
	text := shell.T("serve.state", shell.T("key.table"))
	messages := p.view.Talk
	if len(messages) == 0 {
		return []string{text}
	}
	last := &messages[len(messages)-1]
	isAnsweredHelp := last.Help != "" && last.Name == p.view.Name // the person has seen the help itself
	if last.Round != p.view.Round || isAnsweredHelp {
		return []string{text}
	}
	room := min(34, shell.Stack.W-32)
	message := cells.Cut(last.Name+": "+words.TalkText(shell.Stack.Theme.Texts, last), room, "..")
	return []string{message + "  " + text, text}
}

// WaitText returns why the round waits: nothing can be written, a decision is being sent, or the player whose turn
// it is is away. It is "" if that player only has to decide; the screen then names the player.
func (live *liveRound) WaitText() string {
	shell := live.session.shell
	p := live.place
	switch {
	case p.healthErr != nil && live.Sending:
		return words.Trouble(shell.Stack.Theme.Texts, p.healthErr) + " " + shell.T("serve.unreachable.kept")
	case p.healthErr != nil:
		return words.Trouble(shell.Stack.Theme.Texts, p.healthErr)
	case live.Sending:
		return shell.T("serve.sending")
	}
	return words.AwayText(shell.Stack.Theme.Texts, &p.view, live.LastSnapshot.Player)
}
