package tui

import (
	"cmp"
	"context"
	"errors"
	"io"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Terminal shows screens, in its language and looks, and has the library in which they look
// rules up. A caller that runs a screen on a terminal of its own needs no In and Out.
type Terminal struct {
	In    io.Reader
	Out   io.Writer
	Texts *texts.Texts
	Style kit.Style
	// Library is [chapters.Default] if nil.
	Library *chapters.Library
	// Visit shows the screens of a script, nil where each is a program of its own.
	Visit *Visit
}

// Stack returns the sheets of a screen on a terminal.
func (t *Terminal) Stack(sheets ...*kit.Sheet) *kit.Stack {
	s := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight, Sheets: sheets}
	s.State = func() string { return s.T("lobby.game") }
	s.Rules = func(frame string, keys []key.Binding) kit.Cover {
		return NewRules(s.Theme, cmp.Or(t.Library, chapters.Default()), frame, keys)
	}
	t.Dress(s)
	return s
}

// Dress makes sheets look as on the terminal.
func (t *Terminal) Dress(s *kit.Stack) {
	s.Theme = kit.NewTheme(t.Texts, t.Style)
	s.QuitKey = kit.Binder(s.Texts, "lobby.key.", "lobby.help.")("quit", "q")
}

// show shows a screen until it ends, by itself or with ctrl-C. The error is that of the
// context, or of the terminal.
func (t *Terminal) show(ctx context.Context, m tea.Model, mouse bool) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case t.Visit != nil:
		return t.Visit.show(ctx, m, mouse)
	}
	return t.Run(ctx, m, mouse)
}

// Run runs a program on the terminal until it ends, as show does.
func (t *Terminal) Run(ctx context.Context, m tea.Model, mouse bool) error {
	opts := []tea.ProgramOption{tea.WithInput(t.In), tea.WithOutput(texts.Raw(t.Out)), tea.WithAltScreen(), tea.WithoutSignalHandler()}
	if mouse {
		opts = append(opts, tea.WithMouseCellMotion())
	}
	p := tea.NewProgram(cleaned{m}, opts...)
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	_, err := p.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return say.Errorf("the screen: %w", err)
	}
	return nil
}

// cleaned is a model of which only harmless text reaches the terminal.
type cleaned struct{ tea.Model }

// Update passes a message on.
func (c cleaned) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := c.Model.Update(msg)
	return cleaned{next}, cmd
}

// View draws the model, cleaned.
func (c cleaned) View() string { return texts.Clean(c.Model.View()) }
