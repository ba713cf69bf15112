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
	covers
	// acts are the actions on the board, over those where it shows something else, or a page lies over it.
	acts, over acts
	chair      *play.Chair
	opts       Options
	ctx        context.Context

	// wish is what the person wants to play next, and aside what is to be seen before the person
	// comes back, nil for nothing.
	wish  play.Wish
	aside func() error
	err   error

	// view is the drawn view of the game, seat the nearest seat, state what was seen.
	view  chapters.View
	seat  tricks.Seat
	state state

	phase  phase
	choice scene.Chooser
	// advice is the decision of a strong player, nil where the person has not asked.
	advice *chapters.Decision
	// turn counts the changes of the game, so that the screen can tell a late message.
	turn int
	// auto goes on after a trick without a key.
	auto bool
	// note is a message until the next key; warning reports whether it is bad news.
	note    string
	warning bool

	// thinking is the work of the computer player whose turn it is, asking the work on a question
	// of the person.
	thinking, asking job

	leaving bool
	// solving is the search for a line that wins, answer the text of its result.
	solving job
	answer  string
	tries   tries
	// epilogue is the text about the round that is over, and looking is the work on it.
	epilogue string
	looking  job
	// loss is where the round was lost, nil if that is not known.
	loss *scene.Loss
	// asked reports whether the person wants to read the answer as a page.
	asked bool
	// mouse reports whether the mouse is used; hits are where the answers were drawn.
	mouse bool
	hits  []felt.Spot
	// moving is the motion on the board or at the end of the round, nil for none; tick delivers its
	// next frame, nil where nothing is to move. Begun reports whether the round went on here before.
	moving *motion
	tick   func(tea.Msg) tea.Cmd
	begun  bool
	// book returns the campaign that is played, nil for none.
	book func() *campaign.Campaign
	// since has the state that each person saw at his last decision.
	since map[tricks.Seat]seen
}

// beat is how long a computer player takes, for the eyes to follow; trickBeats is how many
// of them a finished trick stays with auto.
const (
	beat       = 300 * time.Millisecond
	trickBeats = 5
)

// Init begins the game.
func (m *Model) Init() tea.Cmd { return m.due() }

func (m *Model) trouble(err error) tea.Cmd {
	m.Note(m.theme.Problem(err), true)
	return nil
}

// State returns that of the round for an action.
func (m *Model) State() play.State {
	return play.State{Texts: m.theme.Texts, Chair: m.chair, Now: m.phase, View: &m.view, Asking: m.asking.on(), Solving: m.solving.on(), Facts: &m.opts.Facts}
}

// Called is the key of an action.
func (m *Model) Called(name string) string { return m.keyOf(name) }

// Reply tells the person something until the next key.
func (m *Model) Reply(text string, warning bool) tea.Cmd {
	m.Note(text, warning)
	return nil
}

// Done goes on after something that was done in the round.
func (m *Model) Done(note string, err error) tea.Cmd {
	if err != nil || m.opts.Table != nil {
		return m.sent(err)
	}
	clear(m.since)
	cmd := m.proceed()
	m.moving = nil
	m.note = note
	return cmd
}

// Leave leaves the game at its end, and asks before it.
func (m *Model) Leave(next play.Wish) tea.Cmd {
	if next == play.Nothing && m.phase != finished {
		m.leaving = true
		return nil
	}
	return m.leave(next)
}

func (m *Model) leave(next play.Wish) tea.Cmd {
	m.Stop()
	m.wish = next
	return tea.Quit
}

// Look looks through the game that has ended.
func (m *Model) Look() tea.Cmd {
	if m.opts.Table != nil {
		return m.opts.Table.Does("look")
	}
	return m.goesAside(m.opts.Through)
}

// goesAside shows something else until the person comes back.
func (m *Model) goesAside(show func() error) tea.Cmd {
	m.aside = show
	return m.leave(play.Nothing)
}

// Solve says whether the deal could have been won, as a page.
func (m *Model) Solve() tea.Cmd {
	m.asked = true
	return m.solve()
}

// solve searches for a line that wins the deal, and shows the result to a person who has asked for
// it.
func (m *Model) solve() tea.Cmd {
	switch {
	case m.solving.on():
		return nil
	case m.answer != "":
		m.asked = false
		return m.read(answered)
	}
	return m.solving.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
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
				cmds = append(cmds, m.read(answered))
			}
			if m.phase == finished {
				cmds = append(cmds, m.try())
			}
			return tea.Batch(cmds...)
		}
	})
}

// lookBack tells of the round that is over. At a table, where there are many to tell, that is done
// for those who ask whether they could have won.
func (m *Model) lookBack() tea.Cmd {
	if m.opts.Epilogue == nil || m.epilogue != "" || m.opts.Table != nil {
		return m.ofDeal()
	}
	return m.looking.do(m.ctx, func(ctx context.Context) func() tea.Cmd {
		text := m.opts.Epilogue(ctx)
		return func() tea.Cmd {
			m.epilogue = text
			return m.ofDeal()
		}
	})
}

// ofDeal finds out whether the deal can be won, which everybody asks after a loss. At a table
// there are many to ask.
func (m *Model) ofDeal() tea.Cmd {
	switch {
	case !m.canSolve(), m.opts.Table != nil:
		return nil
	case m.answer == "":
		return m.solve()
	}
	return m.try()
}

// Options are the settings of the screen.
type Options struct {
	Terminal
	play.Facts
	// Beat is how long a computer player takes for a card; 0 for the default,
	// less than 0 for no time at all.
	Beat time.Duration
	// Auto goes on after each trick without a key; the person can switch it.
	Auto bool
	// Through and Step, if set, look through the game that has ended, and step through the way to win
	// that Solve has found, if Steps reports one. The person comes back to the result.
	Through, Step func() error
	Steps         func() bool
	// Mouse lets the mouse choose; the person can switch it.
	Mouse bool
	// Keys has other keys for an action, by its name in the help.
	Keys map[string][]string
	// Told, if set, keeps that the person has had a tip.
	Told func(tip string) tea.Cmd
	// Motion lets cards move; without a clock of its own nothing does.
	Motion bool
	// Campaign is the name of the one that the game belongs to at home.
	Campaign string
	// Menu reports whether a menu comes after the game, so that no command is named.
	Menu bool
	// Table, if set, is the one of which the screen is a part.
	Table Shared
}

// Shared is a table of a server: other people sit at other terminals, and the table says how it
// goes on after the round.
type Shared interface {
	// State returns the text at the end of the title, and perhaps shorter ones; Waits the text of the
	// wait, empty for that of the seat whose turn it is.
	State() []string
	Waits() string
	// Does carries out an action of the table, by its name.
	Does(name string) tea.Cmd
	// Sent returns the commands of what the chair has sent.
	Sent() tea.Cmd
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
	return NewAt(ctx, &play.Chair{Chair: home.Chair, Puzzle: opts.Puzzle}, opts)
}

// NewAt is New for the chair of a visitor.
func NewAt(ctx context.Context, client *play.Chair, opts Options) *Model {
	opts.Continue, opts.Advice = cmp.Or(opts.Continue, "fellowship play"), cmp.Or(opts.Advice, &play.Advice{})
	m := &Model{
		covers: newCovers(&opts.Terminal), chair: client, opts: opts, ctx: ctx,
		book: client.Book, tries: tries{play: opts.Try}, auto: opts.Auto, mouse: opts.Mouse, since: map[tricks.Seat]seen{},
	}
	if opts.Motion && opts.Beat >= 0 {
		m.tick = func(msg tea.Msg) tea.Cmd {
			return tea.Tick(motionBeat, func(time.Time) tea.Msg { return msg })
		}
	}
	m.acts = play.Bind(m.theme.Texts, opts.Keys, boardActs(m.theme.Texts)...)
	m.note = opts.Note
	m.over = play.Bind(m.theme.Texts, opts.Keys, coverActs()...)
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
	for _, j := range []*job{&m.thinking, &m.asking, &m.solving, &m.looking, &m.tries.job} {
		j.end()
	}
}

// Round plays a game on the full screen until the person leaves. The record has every decision at all
// times. The error is that of the context, or ErrExit, or the one that stopped the game.
func (v *Visit) Round(home *table.Home, opts Options) (play.Wish, error) {
	m := New(v.ctx, home, opts)
	h := &kit.Hosted{Model: m}
	if opts.Facts.Intro {
		h.Cover = func(s *kit.Stack) *kit.Sheet { return m.introSheet(s, h) }
	}
	for {
		err := v.show(v.ctx, h)
		m.Stop()
		switch interlude := m.aside; {
		case v.ctx.Err() == nil && m.err != nil:
			return play.Nothing, m.err
		case err != nil:
			return play.Nothing, err
		case interlude == nil:
			return m.wish, nil
		default:
			if err := interlude(); err != nil && !errors.Is(err, ErrStopped) {
				return play.Nothing, err
			}
			m.aside = nil
			h = &kit.Hosted{Model: m}
		}
	}
}
