package room

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/tui"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// place is the person's place at a table, from when they enter it until they leave it.
type place struct {
	session  *session
	identity *identity
	client   *table.Client
	// leave ends client.
	leave func()
	// exit leaves the table for the lobby.
	exit func() tea.Cmd
	// left reports whether the person has left the table.
	left bool
	// view is the table as the person sees it.
	view table.TableView
	// healthErr is why nothing can be written, nil if writing works.
	healthErr error

	// sheet is the sheet of the table.
	sheet *kit.Sheet
	// sheets makes sheet and the sheets that it opens.
	sheets *tableSheets
	// questions asks what the others want to know.
	questions *questions
	// proposed reports whether the note says that the others have been asked to agree.
	proposed bool
	// live is the latest round at the table, nil before the first.
	live *liveRound
	// replay is the screen with the replay of the last round, nil for none.
	replay *replay
}

// open shows the table in place of the lobby, and waits for news from now on.
func (p *place) open() tea.Cmd {
	p.look()
	p.sheet = p.sheets.table()
	p.session.shell.Stack.Screens = []kit.Screen{p.sheet}
	return tea.Batch(p.refreshScreens(), p.await())
}

// look brings view up to date with the table.
func (p *place) look() { p.view = p.client.TableView() }

// end ends what runs at the table, which the person leaves.
func (p *place) end() {
	p.stopRound()
	p.left = true
	p.live = nil
	p.session.notes.round = nil
}

// stopRound ends the background work of the round and of the replay.
func (p *place) stopRound() {
	if p.live != nil {
		p.live.game.Stop()
	}
	p.endReplay()
}

// isShown reports whether the round with a number is the latest that the person has seen.
func (p *place) isShown(round int) bool { return p.live != nil && p.live.number == round }

// beginRound shows a round from its beginning, or from its current state if the person joins later.
func (p *place) beginRound() tea.Cmd {
	s := p.session
	p.stopRound()
	p.questions.sheet = nil
	p.sheet.Cursor = 0
	live := newLiveRound(p)
	p.live = live
	s.notes.round = live
	advice := &s.advice
	watches := p.view.Me == tricks.NoSeat
	if watches {
		advice = nil
	}
	options := tui.Options{
		Terminal: s.terminal(),
		RoundOptions: play.RoundOptions{
			Advice: advice, StepLoss: live.deal.StepLoss, Solve: live.deal.Solve, Epilogue: live.deal.Epilogue,
			Intro: p.opensChapter(),
		},
		Beat:    s.opts.Beat,
		Auto:    watches,
		KeepTip: s.shell.KeepTip,
		Table:   live,
	}
	live.game = tui.NewForClient(s.ctx, live.Client, options)
	live.screen = &kit.ModelScreen{
		Model:  live.game,
		OnQuit: func() tea.Cmd { return p.leaveGame(live.number) },
	}
	live.game.OpenChapter(live.screen)
	s.shell.Stack.Screens = []kit.Screen{p.sheet}
	return s.shell.Stack.Push(live.screen)
}

// opensChapter reports whether the page of the chapter is to be shown to somebody who plays: before the first card of the
// first round of the chapter that the person sees. It counts the page as shown.
func (p *place) opensChapter() bool {
	view := p.client.Look().View
	isPlayed := func(e chapters.Event) bool { return e.Kind == chapters.Played }
	if view.Chapter == nil || p.view.Me == tricks.NoSeat || slices.ContainsFunc(view.Log, isPlayed) {
		return false
	}
	return p.session.advice.NeedsIntro(view.Chapter.ID)
}

// bringTableToFront puts the table in front of its round.
func (p *place) bringTableToFront() tea.Cmd {
	p.session.shell.Stack.Screens = []kit.Screen{p.live.screen, p.sheet}
	return nil
}

// bringRoundToFront puts the round in front of its table.
func (p *place) bringRoundToFront() tea.Cmd {
	p.session.shell.Stack.Screens = []kit.Screen{p.sheet, p.live.screen}
	return nil
}

// showRoundOrTable shows the round while it is being played, and the table otherwise.
func (p *place) showRoundOrTable() {
	switch {
	case p.view.Playing:
		p.bringRoundToFront()
	case p.live != nil:
		p.bringTableToFront()
	default:
		p.session.shell.Stack.Screens = []kit.Screen{p.sheet}
	}
}

// leaveGame leaves the screen of the round with this number: to the table if the round is over, to the
// lobby otherwise. It does nothing for an earlier round: a second Enter on the result may arrive when the
// next round has begun.
func (p *place) leaveGame(round int) tea.Cmd {
	switch {
	case p.left || !p.isShown(round):
		return nil
	case p.view.Playing:
		return p.exit()
	}
	return p.bringTableToFront()
}

// actionFor returns a function that carries out an action at the table.
func (p *place) actionFor(choice *words.Choice, seat tricks.Seat) func() tea.Cmd {
	c := *choice
	return func() tea.Cmd {
		seen := p.view.Revision
		return p.session.calls.runWithoutResult(func(ctx context.Context) error {
			return words.DoAction(ctx, p.client, seen, c.Name, c.Value, seat)
		})
	}
}

// propose makes a proposal from the table's sheet.
func (p *place) propose(action table.GroupAction) tea.Cmd {
	_ = p.live.Propose(action) // only queues it, see send
	return tea.Batch(p.bringRoundToFront(), p.live.TakeCommands())
}
