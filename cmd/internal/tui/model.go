package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Model is the screen of one game.
type Model struct {
	boardScreen
	// acts are the actions on the board, over those where it shows something else, or a page lies over it.
	acts, overlayActs acts
	client            *play.Client
	opts              Options
	ctx               context.Context

	// next is what the person wants to play next, and aside what is to be seen before the person
	// comes back, nil for nothing.
	next      play.AfterRound
	interlude func() error
	err       error

	// view is the drawn view of the game, seat the nearest seat, state what was seen.
	view      chapters.View
	seat      tricks.Seat
	seenState roundState

	phase  phase
	choice scene.Chooser
	// advice is the decision of a strong player, nil where the person has not asked.
	advice *chapters.Decision
	// turn counts the changes of the game, so that the screen can tell a late message.
	turn int
	// auto goes on after a trick without a key.
	auto bool
	// noteText is a message until the next key; warning reports whether it is bad news.
	noteText string
	warning  bool

	// thinking is the work of the computer player whose turn it is, asking the work on a question
	// of the person.
	thinking, asking backgroundJob

	leaving bool
	// solving is the search for a line that wins, answer the text of its result.
	solving backgroundJob
	answer  string
	tries   tries
	// epilogue is the text about the round that is over, and looking is the work on it.
	epilogue string
	looking  backgroundJob
	// loss is where the round was lost, nil if that is not known.
	loss *scene.Loss
	// asked reports whether the person wants to read the answer as a page.
	asked bool
	// mouse reports whether the mouse is used; hits are where the answers were drawn.
	mouse bool
	hits  []felt.HitArea
	// moving is the motion on the board or at the end of the round, nil for none; tick delivers its
	// next frame, nil where nothing is to move. Begun reports whether the round went on here before.
	moving *motion
	tick   func(tea.Msg) tea.Cmd
	begun  bool
	// book returns the campaign that is played, nil for none.
	book func() *campaign.Campaign
	// snapshots has the state that each person saw at his last decision.
	snapshots map[tricks.Seat]goalSnapshot
}

// beat is how long a computer player takes, for the eyes to follow; trickBeats is how many
// of them a finished trick stays with auto.
const (
	beat       = 300 * time.Millisecond
	trickBeats = 5
)

// Init begins the game.
func (m *Model) Init() tea.Cmd { return m.enterPhase() }

func (m *Model) trouble(err error) tea.Cmd {
	m.Note(m.theme.Problem(err), true)
	return nil
}

// State returns that of the round for an action.
func (m *Model) State() play.State {
	return play.State{
		Texts: m.theme.Texts, Chair: m.client, Now: m.phase, View: &m.view,
		Asking: m.asking.isRunning(), Solving: m.solving.isRunning(), Options: &m.opts.RoundOptions,
	}
}

// ActionLabel is the key of an action.
func (m *Model) ActionLabel(name string) string { return m.keyOf(name) }

// Reply tells the person something until the next key.
func (m *Model) Reply(text string, warning bool) tea.Cmd {
	m.Note(text, warning)
	return nil
}

// Done goes on after something that was done in the round.
func (m *Model) Done(note string, err error) tea.Cmd {
	if err != nil || m.opts.Table != nil {
		return m.finishAction(err)
	}
	clear(m.snapshots)
	cmd := m.proceed()
	m.moving = nil
	m.noteText = note
	return cmd
}

// Leave leaves the game at its end, and asks before it.
func (m *Model) Leave(next play.AfterRound) tea.Cmd {
	if next == play.Nothing && m.phase != finished {
		m.leaving = true
		return nil
	}
	return m.quitWith(next)
}

func (m *Model) quitWith(next play.AfterRound) tea.Cmd {
	m.Stop()
	m.next = next
	return tea.Quit
}

// Replay looks through the game that has ended.
func (m *Model) Replay() tea.Cmd {
	if m.opts.Table != nil {
		return m.opts.Table.DoAction("look")
	}
	return m.leaveFor(m.opts.Replay)
}

// leaveFor shows something else until the person comes back.
func (m *Model) leaveFor(show func() error) tea.Cmd {
	m.interlude = show
	return m.quitWith(play.Nothing)
}

// Solve says whether the deal could have been won, as a page.
func (m *Model) Solve() tea.Cmd {
	m.asked = true
	return m.searchWin()
}

// searchWin searches for a line that wins the deal, and shows the result to a person who has asked for
// it.
func (m *Model) searchWin() tea.Cmd {
	switch {
	case m.solving.isRunning():
		return nil
	case m.answer != "":
		m.asked = false
		return m.readPage(answerPage)
	}
	return m.solving.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		answer := m.opts.Solve(ctx)
		epilogue := ""
		if m.opts.Table != nil && m.opts.Epilogue != nil {
			epilogue = m.opts.Epilogue(ctx)
		}
		return func() tea.Cmd {
			m.answer = answer
			if epilogue != "" {
				m.epilogue = epilogue
			}
			var cmds []tea.Cmd
			if m.asked {
				m.asked = false
				cmds = append(cmds, m.readPage(answerPage))
			}
			if m.phase == finished {
				cmds = append(cmds, m.playTry())
			}
			return tea.Batch(cmds...)
		}
	})
}

// lookBack tells of the round that is over. At a table, where there are many to tell, that is done
// for those who ask whether they could have won.
func (m *Model) lookBack() tea.Cmd {
	if m.opts.Epilogue == nil || m.epilogue != "" || m.opts.Table != nil {
		return m.solveAfterRound()
	}
	return m.looking.start(m.ctx, func(ctx context.Context) func() tea.Cmd {
		text := m.opts.Epilogue(ctx)
		return func() tea.Cmd {
			m.epilogue = text
			return m.solveAfterRound()
		}
	})
}

// solveAfterRound finds out whether the deal can be won, which everybody asks after a loss. At a table
// there are many to ask.
func (m *Model) solveAfterRound() tea.Cmd {
	switch {
	case !m.canSolve(), m.opts.Table != nil:
		return nil
	case m.answer == "":
		return m.searchWin()
	}
	return m.playTry()
}

// Options are the settings of the screen.
type Options struct {
	Terminal
	play.RoundOptions
	// Beat is how long a computer player takes for a card; 0 for the default,
	// less than 0 for no time at all.
	Beat time.Duration
	// Auto goes on after each trick without a key; the person can switch it.
	Auto bool
	// Replay and Step, if set, look through the game that has ended, and step through the way to win
	// that Solve has found, if Steps reports one. The person comes back to the result.
	Replay, StepThrough func() error
	HasSolution         func() bool
	// Mouse lets the mouse choose; the person can switch it.
	Mouse bool
	// Keys has other keys for an action, by its name in the help.
	Keys map[string][]string
	// Told, if set, keeps that the person has had a tip.
	KeepTip func(tip string) tea.Cmd
	// Motion lets cards move; without a clock of its own nothing does.
	Motion bool
	// Campaign is the name of the one that the game belongs to at home.
	Campaign string
	// HasMenu reports whether a menu comes after the game, so that no command is named.
	HasMenu bool
	// Table, if set, is the one of which the screen is a part.
	Table SharedTable
}

// SharedTable is a table of a server: other people sit at other terminals, and the table says how it
// goes on after the round.
type SharedTable interface {
	// State returns the text at the end of the title, and perhaps shorter ones; Waits the text of the
	// wait, empty for that of the seat whose turn it is.
	State() []string
	WaitText() string
	// DoAction carries out an action of the table, by its name.
	DoAction(name string) tea.Cmd
	// TakeCommands returns the commands of what the chair has sent.
	TakeCommands() tea.Cmd
}

// ErrExit says that the person has left with ctrl-C: the program is to end, and
// not to go back to a menu.
var ErrExit = say.New("left with ctrl-C")

// ErrStopped says that the person has stopped what was being done.
var ErrStopped = say.New("it was stopped")

// New returns the screen of a game without running it, for a terminal that is not the program's
// own. Stop ends what it has begun.
func New(ctx context.Context, home *table.Home, opts Options) *Model {
	home.Pace(max(cmp.Or(opts.Beat, beat), 0), false)
	return NewForClient(ctx, &play.Client{Client: home.Client, Puzzle: opts.Puzzle}, opts)
}

// NewForClient is New for the chair of a visitor.
func NewForClient(ctx context.Context, client *play.Client, opts Options) *Model {
	opts.Continue, opts.Advice = cmp.Or(opts.Continue, "fellowship play"), cmp.Or(opts.Advice, &play.Advice{})
	m := &Model{
		boardScreen: newCovers(&opts.Terminal), client: client, opts: opts, ctx: ctx,
		book: client.Book, tries: tries{play: opts.Try}, auto: opts.Auto, mouse: opts.Mouse,
		snapshots: map[tricks.Seat]goalSnapshot{},
	}
	if opts.Motion && opts.Beat >= 0 {
		m.tick = func(msg tea.Msg) tea.Cmd {
			return tea.Tick(motionBeat, func(time.Time) tea.Msg { return msg })
		}
	}
	m.acts = play.Bind(m.theme.Texts, opts.Keys, newBoardActs(m.theme.Texts)...)
	m.noteText = opts.Note
	m.overlayActs = play.Bind(m.theme.Texts, opts.Keys, newOverlayActs()...)
	return m
}

func (m *Model) pace(beats int, msg tea.Msg) tea.Cmd {
	if m.opts.Beat < 0 {
		return func() tea.Msg { return msg }
	}
	return tea.Tick(time.Duration(beats)*cmp.Or(m.opts.Beat, beat), func(time.Time) tea.Msg { return msg })
}

// Stop ends the thinking and the searches that the screen has begun.
func (m *Model) Stop() {
	for _, j := range []*backgroundJob{&m.thinking, &m.asking, &m.solving, &m.looking, &m.tries.backgroundJob} {
		j.cancel()
	}
}

// Round plays a game on the full screen until the person leaves. The record has every decision at all
// times. The error is that of the context, or ErrExit, or the one that stopped the game.
func (v *Session) Round(home *table.Home, opts Options) (play.AfterRound, error) {
	m := New(v.ctx, home, opts)
	h := &kit.ModelScreen{Model: m}
	if opts.RoundOptions.Intro {
		h.NewOverlay = func(s *kit.Stack) *kit.Sheet { return m.introSheet(s, h) }
	}
	for {
		err := v.showScreen(v.ctx, h)
		m.Stop()
		switch interlude := m.interlude; {
		case v.ctx.Err() == nil && m.err != nil:
			return play.Nothing, m.err
		case err != nil:
			return play.Nothing, err
		case interlude == nil:
			return m.next, nil
		default:
			if err := interlude(); err != nil && !errors.Is(err, ErrStopped) {
				return play.Nothing, err
			}
			m.interlude = nil
			h = &kit.ModelScreen{Model: m}
		}
	}
}
