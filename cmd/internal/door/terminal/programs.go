package terminal

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
)

// Screen is the program of a visitor. It is drawn on a grid of characters, so a control sequence in a text has no
// effect on the terminal.
type Screen interface {
	tea.Model
	// Grid draws the screen.
	Grid() *felt.Grid
}

// Programs runs a program for each visitor who comes with a terminal. Its exported fields must be set before the first
// visitor comes.
type Programs struct {
	// Sessions holds the visitors of all doors.
	Sessions *guest.Sessions
	// NewScreen returns the program of a session. The context ends with the session, and the program's commands end
	// with the context. It is called in the session's own goroutine. A panic in it, or in the program, ends only that
	// session.
	NewScreen func(context.Context, *Terminal) Screen
	// Limits bound what is written to one terminal.
	Limits Limits
}

// Limits bound what is written to one terminal. A limit of 0 stands for the default; other limits are for tests.
type Limits struct {
	// Frames is the highest number of screens that are drawn for a visitor in a second: 30.
	Frames int
	// Patience is how long a terminal may take to read what is written to it: 20 seconds.
	Patience time.Duration
}

// withDefaults returns the limits, with the defaults for limits of 0.
func (l Limits) withDefaults() Limits {
	l.Frames = cmp.Or(l.Frames, 30)
	l.Patience = cmp.Or(l.Patience, 20*time.Second)
	return l
}

// Serve runs the program of a visitor until they leave, the context ends, or something else ends the session, see
// [guest.Sessions.Serve]. The terminal shows why it has ended.
func (p *Programs) Serve(ctx context.Context, t *Terminal) guest.EndReason {
	out := &patientWriter{
		w: t.Out, limit: p.Limits.withDefaults().Patience, written: &p.Sessions.Counters.Out,
		hangUp: func() { t.Visitor.End(guest.Stuck); t.HangUp() },
	}
	run := func(ctx context.Context) guest.EndReason { return p.run(ctx, t, out) }
	return p.Sessions.Serve(ctx, t.Visitor, run, func(end guest.EndReason) { t.showFarewell(out, end) })
}

// run runs the visitor's program on the terminal, and returns why it has ended.
func (p *Programs) run(ctx context.Context, t *Terminal, out io.Writer) guest.EndReason {
	if w, _ := t.Size(); w == 0 {
		t.Resize(0, 0)
	}
	gap := time.Second / time.Duration(p.Limits.withDefaults().Frames)
	screen := newFrames(out, gap)
	g := &guarded{terminal: t, screen: screen, gap: gap}
	if !g.begin(func() Screen { return p.NewScreen(ctx, t) }) {
		return guest.Broken
	}
	keys := readKeys(ctx, t, p.Sessions)
	program := tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(keys), tea.WithOutput(out),
		tea.WithoutRenderer(), tea.WithoutSignalHandler(), tea.WithEnvironment([]string{}))
	g.send = program.Send
	t.Visitor.Go(func() {
		runPaced(ctx.Done(), t.window.resized, gap, func() error {
			width, height := t.Size()
			program.Send(tea.WindowSizeMsg{Width: width, Height: height})
			return nil
		})
	})
	screen.drawing.Go(func() {
		defer t.Visitor.RecoverPanic("screen")
		screen.run()
	})
	_, err := program.Run()
	screen.end()
	switch {
	case ctx.Err() != nil:
		return guest.EndReasonOf(ctx)
	case errors.Is(err, tea.ErrProgramPanic): // of bubbletea itself: guarded recovers the others
		t.Visitor.Panicked("program", err)
		return guest.Broken
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return guest.Lost
	}
	return guest.Left
}
