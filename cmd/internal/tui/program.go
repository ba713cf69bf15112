package tui

import (
	"context"
	"errors"
	"io"

	"fellowship/cmd/internal/texts"
	"fellowship/tricks/say"

	tea "github.com/charmbracelet/bubbletea"
)

// show runs a model on the full screen until it ends, by itself or with ctrl-C.
// The error is that of the context, or of the terminal.
func show(ctx context.Context, m tea.Model, in io.Reader, out io.Writer, mouse bool) error {
	set := []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(texts.Raw(out)), tea.WithAltScreen(), tea.WithoutSignalHandler(),
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
