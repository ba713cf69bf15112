package tui

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync/atomic"

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
	Style kit.TermProfile
	// Library is [chapters.Default] if nil.
	Library *chapters.Library
}

// Stack returns the stack of a terminal, without screens.
func (t *Terminal) Stack() *kit.Stack {
	s := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight}
	s.State = func() string { return s.Theme.T("lobby.game") }
	s.Quit = func() tea.Cmd { return tea.Quit }
	AddRules(s, t.library())
	t.ApplyTheme(s)
	return s
}

func (t *Terminal) library() *chapters.Library { return cmp.Or(t.Library, chapters.Default()) }

// ApplyTheme makes sheets look as on the terminal.
func (t *Terminal) ApplyTheme(s *kit.Stack) {
	s.Theme = kit.NewTheme(t.Texts, t.Style)
	s.QuitKey = key.NewBinding(key.WithKeys("q"),
		key.WithHelp(s.Theme.T("lobby.key.quit"), s.Theme.T("lobby.help.quit")))
}

// Run runs a program on the terminal until it ends, or the context.
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
	suspension := &stopping{resumed: make(chan struct{}, 1), mouse: mouse}
	p := tea.NewProgram(suspendable{m, suspension}, opts...)
	stop := context.AfterFunc(ctx, p.Quit)
	defer stop()
	defer suspension.watch(p)()
	_, err := p.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(err, tea.ErrInterrupted):
		return say.Errorf("the screen: %w", err)
	}
	return nil
}

// suspendable is a model that ctrl-Z sets aside.
type suspendable struct {
	kit.GridModel
	suspension *stopping
}

// Update passes a message on.
func (c suspendable) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg {
	case tea.EnableMouseCellMotion():
		c.suspension.mouse = true
	case tea.DisableMouse():
		c.suspension.mouse = false
	}
	switch msg := msg.(type) {
	case suspend:
		return c, msg.command()
	case tea.ResumeMsg:
		return c, mouseCmd(c.suspension.mouse)
	case tea.KeyMsg:
		if msg.Type == tea.KeyCtrlZ {
			return c, suspend{c.suspension.stop}.command()
		}
	}
	next, cmd := c.GridModel.Update(msg)
	if d, ok := next.(kit.GridModel); ok {
		c.GridModel = d
	}
	return c, cmd
}

// View draws the model: nothing in its grid is obeyed.
func (c suspendable) View() string { return c.Grid().String() }

// stopping lets ctrl-Z set a program aside: it stops, until the shell lets it go on.
type stopping struct {
	// isStopping reports whether the program stops of itself; again is told when it goes on.
	isStopping atomic.Bool
	resumed    chan struct{}
	// mouse reports whether the program had the mouse, and is to have it again.
	mouse bool
}

// suspend is the message that the program stops, or has been stopped: it gives the terminal back,
// waits, and takes the terminal again, with all that is on it. It is a command of bubbletea, which
// does both.
type suspend struct{ wait func() }

// command ends with [tea.ResumeMsg].
func (s suspend) command() tea.Cmd {
	return tea.Exec(s, func(error) tea.Msg { return tea.ResumeMsg{} })
}

// Run waits until the program goes on.
func (s suspend) Run() error {
	s.wait()
	return nil
}

// SetStdin does nothing: no other program has the terminal.
func (suspend) SetStdin(io.Reader) {}

// SetStdout does nothing.
func (suspend) SetStdout(io.Writer) {}

// SetStderr does nothing.
func (suspend) SetStderr(io.Writer) {}
