package guest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"fellowship/characters/strictyaml"

	tea "github.com/charmbracelet/bubbletea"
)

// runProgram runs the visitor's program on the terminal, and returns why it has ended.
func (s *Sessions) runProgram(ctx context.Context, v *Visitor) EndReason {
	limits := s.Limits.withDefaults()
	if w, _ := v.Size(); w == 0 {
		v.Resize(0, 0)
	}
	out := &patientWriter{
		w: v.Out, limit: limits.Patience, written: &s.Counters.Out,
		hangUp: func() { v.End(Stuck); v.HangUp() },
	}
	gap := time.Second / time.Duration(limits.Frames)
	screen := newFrames(out, gap)
	g := &guarded{v: v, screen: screen}
	if !g.begin(func() Screen { return s.NewScreen(ctx, v) }) {
		return v.farewell(out, Broken)
	}
	keys := readKeys(ctx, v, &s.Counters)
	p := tea.NewProgram(g, tea.WithContext(ctx), tea.WithInput(keys), tea.WithOutput(out), tea.WithoutRenderer(),
		tea.WithoutSignalHandler(), tea.WithEnvironment([]string{}))
	v.Go(func() {
		runPaced(ctx.Done(), v.resized, gap, func() error {
			width, height := v.Size()
			p.Send(tea.WindowSizeMsg{Width: width, Height: height})
			return nil
		})
	})
	screen.drawing.Go(func() {
		defer v.recoverPanic("screen")
		screen.run()
	})
	_, err := p.Run()
	screen.end()
	end := Left
	switch {
	case ctx.Err() != nil:
		end = endReasonOf(ctx)
	case errors.Is(err, tea.ErrProgramPanic): // of bubbletea itself: guarded recovers the others
		v.onPanic("program", err)
		end = Broken
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		end = Lost
	}
	v.End(end) // for goroutines that wait for the context
	return v.farewell(out, end)
}

// farewell writes to the terminal why the visit has ended.
func (v *Visitor) farewell(out io.Writer, end EndReason) EndReason {
	if text := end.Message(v.Texts()); text != "" {
		_, _ = io.WriteString(out, text+"\r\n")
	}
	return end
}

// LogPanic logs a panic of a page or of a visit, which ends only that page or visit. It logs where the panic was, but
// no values of the program, because there may be hands among them.
func (s *Sessions) LogPanic(log *slog.Logger, place string, panicked any) {
	s.Counters.Panics.Add(1)
	message := "a value"
	switch p := panicked.(type) {
	case error:
		message = p.Error()
	case string:
		message = p
	}
	const most = 200
	if len(message) > most {
		message = message[:most]
	}
	log.Error("panic", "where", place, "what", strictyaml.Visible(message), "trace", string(debug.Stack()))
}
