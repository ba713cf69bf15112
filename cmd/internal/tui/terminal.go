package tui

import (
	"cmp"
	"context"
	"errors"
	"io"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Terminal is a terminal with the person who reads it, and the library whose rules its screens show. A caller
// that runs screens on a terminal of its own needs no In and Out.
type Terminal struct {
	// In is the terminal's input.
	In io.Reader
	// Out is the terminal's output.
	Out io.Writer

	// Reader is the person at the terminal.
	Reader reader.Reader

	// Style describes what the terminal can show.
	Style kit.TermProfile
	// Library has the chapters; nil means [chapters.Default].
	Library *chapters.Library
}

// Stack returns a stack for the terminal, without screens.
func (t *Terminal) Stack() *kit.Stack {
	s := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight}
	s.State = func() string { return s.T("lobby.game") }
	s.Quit = func() tea.Cmd { return tea.Quit }
	AddRules(s, t.library())
	t.ApplyTheme(s)
	return s
}

func (t *Terminal) library() *chapters.Library { return cmp.Or(t.Library, chapters.Default()) }

// theme returns the theme of the terminal in the language of its reader.
func (t *Terminal) theme() *kit.Theme { return kit.NewTheme(t.Reader.Texts, t.Style) }

// ApplyTheme gives sheets the language and the colors of the terminal, and the mouse if the reader wishes it.
func (t *Terminal) ApplyTheme(s *kit.Stack) {
	s.Theme = t.theme()
	s.Mouse = t.Reader.WantsMouse()
	s.QuitKey = key.NewBinding(key.WithKeys("q"),
		key.WithHelp(s.T("lobby.key.quit"), s.T("lobby.help.quit")))
}

// Run runs a program on the terminal until the program or the context ends.
func (t *Terminal) Run(ctx context.Context, m kit.GridModel, mouse bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	opts := []tea.ProgramOption{
		tea.WithInput(t.In), tea.WithOutput(texts.Raw(t.Out)), tea.WithAltScreen(),
		tea.WithoutSignalHandler(),
	}
	if mouse {
		opts = append(opts, tea.WithMouseCellMotion())
	}
	s := &suspender{resumed: make(chan struct{}, 1), mouse: mouse}
	p := tea.NewProgram(suspendable{m, s, texts.Raw(t.Out)}, opts...)
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	defer s.watch(p)()
	_, err := p.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return say.Errorf("the screen: %w", err)
	}
	return nil
}
