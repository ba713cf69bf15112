package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

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
func NewAt(ctx context.Context, chair *play.Chair, opts Options) *Model {
	opts.Continue, opts.Advice = cmp.Or(opts.Continue, "fellowship play"), cmp.Or(opts.Advice, &play.Advice{})
	m := &Model{
		covers: newCovers(&opts.Terminal), chair: chair, opts: opts, ctx: ctx,
		book: chair.Book, tries: tries{play: opts.Try}, auto: opts.Auto, mouse: opts.Mouse, since: map[tricks.Seat]seen{},
	}
	if opts.Motion && opts.Beat >= 0 {
		m.tick = func(msg tea.Msg) tea.Cmd {
			return tea.Tick(motionBeat, func(time.Time) tea.Msg { return msg })
		}
	}
	m.acts = play.Bind(m.Texts, opts.Keys, boardActs(m.Texts)...)
	m.note = opts.Note
	m.over = play.Bind(m.Texts, opts.Keys, coverActs()...)
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
		switch aside := m.aside; {
		case v.ctx.Err() == nil && m.err != nil:
			return play.Nothing, m.err
		case err != nil:
			return play.Nothing, err
		case aside == nil:
			return m.wish, nil
		default:
			if err := aside(); err != nil && !errors.Is(err, ErrStopped) {
				return play.Nothing, err
			}
			m.aside, h = nil, &kit.Hosted{Model: m}
		}
	}
}
