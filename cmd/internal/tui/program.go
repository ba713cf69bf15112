package tui

import (
	"context"
	"io"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
)

// Terminal is what a screen is shown on, in which language and looks, and where it looks
// rules up. Whoever runs a screen on a terminal of his own needs no In, Out and Window.
type Terminal struct {
	In    io.Reader
	Out   io.Writer
	Texts *texts.Texts
	Style kit.Style
	// Library is [chapters.Default] if nil.
	Library *chapters.Library
	// Window is where several screens are shown one after the other, nil for one of its own.
	Window *Window
}

// show runs a model on the full screen until it ends, by itself or with ctrl-C.
// The error is that of the context, or of the terminal.
func (t *Terminal) show(ctx context.Context, m tea.Model, mouse bool) error {
	w := t.Window
	if w == nil {
		w = &Window{}
		defer w.Close()
	}
	return w.show(ctx, t, m, mouse)
}
