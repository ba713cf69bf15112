package tui

import (
	"context"
	"errors"
	"io"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// Terminal is what a screen is shown on, in which language and looks, and where it looks
// rules up. Whoever runs a screen on a terminal of his own needs no In and Out.
type Terminal struct {
	In    io.Reader
	Out   io.Writer
	Texts *texts.Texts
	Style kit.Style
	// Library is [chapters.Default] if nil.
	Library *chapters.Library
}

// show runs a model on the full screen until it ends, by itself or with ctrl-C.
// The error is that of the context, or of the terminal.
func (t *Terminal) show(ctx context.Context, m tea.Model, mouse bool) error {
	set := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(t.In), tea.WithOutput(texts.Raw(t.Out)), tea.WithAltScreen(), tea.WithoutSignalHandler(),
	}
	if mouse {
		set = append(set, tea.WithMouseCellMotion())
	}
	_, err := tea.NewProgram(cleaned{m}, set...).Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return say.Errorf("the screen: %w", err)
	}
	return nil
}

// cleaned is a model of which nothing reaches the terminal but what it can show.
type cleaned struct{ tea.Model }

// Update passes a message on.
func (c cleaned) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := c.Model.Update(msg)
	return cleaned{next}, cmd
}

// View draws the model, cleaned.
func (c cleaned) View() string { return texts.Clean(c.Model.View()) }
