package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Options is what the program hands to the screen.
type Options struct {
	In    io.Reader
	Out   io.Writer
	Texts *texts.Texts
	// ASCII draws nothing but ASCII characters.
	ASCII bool
	// Color is auto, always or never. Auto looks at the terminal, NO_COLOR and
	// TERM.
	Color string
	// Beat is how long a computer player takes for a card; 0 for the default,
	// less than 0 for no time at all.
	Beat time.Duration
	// Auto goes on after each trick without a key; the person can switch it.
	Auto bool
	// Continue is the command that goes on with the game, "fellowship play" if
	// empty.
	Continue string
	// Next is the command that plays the next chapter, empty if there is none.
	Next string
	// Look says that the program can look through the game, see LookThrough.
	Look bool
	// Mouse lets the mouse choose; the person can switch it.
	Mouse bool
	// Keys has other keys for what a key does, by the names of the help.
	Keys map[string][]string
	// Coach explains the first chapter while it is played; the person can switch
	// it off.
	Coach bool
	// Solve, if set, says whether the deal could have been won. It is asked when
	// the round is over, and ends early when the context is done.
	Solve func(context.Context) string
	// Try, if set, plays the deal again: how often do fair players win it? It is
	// asked after Solve. With an error there is nothing more to try.
	Try session.Try
}

// Outcome is what the person wants next.
type Outcome = session.Outcome

// The outcomes.
const (
	Quit        = session.Quit
	Again       = session.Again
	NewDeal     = session.NewDeal
	NextChapter = session.NextChapter
	LookThrough = session.LookThrough
)

// ErrExit says that the person has left with ctrl-C: the program is to end, and
// not to go back to a menu.
var ErrExit = errors.New("left with ctrl-C")

// renderer draws for a terminal: with the 16 colours that every one has, or
// without any.
func renderer(out io.Writer, color string) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(texts.Raw(out))
	switch color {
	case "always":
		r.SetColorProfile(termenv.ANSI)
	case "never":
		r.SetColorProfile(termenv.Ascii)
	default:
		if p := r.ColorProfile(); p != termenv.Ascii {
			r.SetColorProfile(termenv.ANSI)
		}
	}
	return r
}

// Run plays a game on the full screen until the person leaves. What was played
// is in the record at all times. The error is that of the context, or ErrExit,
// or what keeps the game from going on.
func Run(ctx context.Context, s *session.Session, opts Options) (Outcome, error) {
	r := renderer(opts.Out, opts.Color)
	pace := func(beats int, msg tea.Msg) tea.Cmd {
		d := opts.Beat
		if d == 0 {
			d = beat
		}
		if d < 0 {
			return func() tea.Msg { return msg }
		}
		return tea.Tick(time.Duration(beats)*d, func(time.Time) tea.Msg { return msg })
	}
	m := newModel(ctx, s, &opts, newTheme(r, opts.ASCII), pace)
	err := show(ctx, m, opts.In, opts.Out, opts.Mouse)
	m.stopThinking()
	m.stopSolving()
	switch {
	case ctx.Err() == nil && m.err != nil:
		return Quit, m.err
	case err != nil:
		return Quit, err
	}
	if m.outcome == Quit && !s.Over() && s.Saved() == nil {
		fmt.Fprintln(opts.Out, opts.Texts.T("saved", m.command))
	}
	if m.exit {
		return m.outcome, ErrExit
	}
	return m.outcome, nil
}
