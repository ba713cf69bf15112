package kit

import (
	"testing"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// echo is a program that notes its messages. The key q quits it, and s starts work beside the screen.
type echo struct {
	t    *testing.T
	name string
	got  []string
	work tea.Cmd
}

func (e *echo) Init() tea.Cmd    { return nil }
func (e *echo) View() string     { return e.name }
func (e *echo) Grid() *felt.Grid { return stackOf(40, 16, false).Grid() }

func (e *echo) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case string:
		e.got = append(e.got, msg)
	case tea.KeyMsg:
		switch msg.String() {
		case "q":
			return e, tea.Quit
		case "s":
			return e, e.work
		}
		e.got = append(e.got, msg.String())
	}
	return e, nil
}

// TestModelScreens: what a program has started reaches it, though another screen is shown meanwhile, and nobody once it is
// closed. A program that quits only closes its screen.
func TestModelScreens(t *testing.T) {
	s := stackOf(80, 24, false)
	first := &echo{t: t, name: "first", work: func() tea.Msg { return "done" }}
	second := &echo{t: t, name: "second"}
	quit := 0
	screen := &ModelScreen{Model: first, OnQuit: func() tea.Cmd {
		quit++
		return nil
	}}
	s.Push(screen)
	press := func(key string) tea.Cmd { return s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(key)}) }

	press("x")
	work := press("s")
	require.NotNil(t, work)
	above := &ModelScreen{Model: second}
	s.Push(above)
	press("y")
	require.Nil(t, s.Update(work()))
	assert.Equal(t, []string{"x", "done"}, first.got)
	assert.Equal(t, []string{"y"}, second.got)

	require.Nil(t, s.Update(press("q")()))
	assert.Same(t, screen, s.Top(), "the other one is closed")
	assert.Zero(t, quit)

	late := screen.Route(func() tea.Msg { return "late" })
	require.Nil(t, s.Update(press("q")()))
	assert.Nil(t, s.Top())
	assert.Equal(t, 1, quit)
	s.Update(late())
	assert.NotContains(t, first.got, "late")
}

// TestRoute: each kind of message finds its way: several at once, the end of background work, and those for the terminal
// itself.
func TestRoute(t *testing.T) {
	s := stackOf(80, 24, false)
	program := &echo{t: t}
	screen := &ModelScreen{Model: program}
	s.Push(screen)
	assert.Nil(t, screen.Route(nil))
	say := func(text string) tea.Cmd { return func() tea.Msg { return text } }
	nothing := func() tea.Msg { return nil }
	assert.Nil(t, screen.Route(nothing)())

	all, isBatch := screen.Route(tea.Batch(say("a"), say("b")))().(tea.BatchMsg)
	require.True(t, isBatch)
	for _, cmd := range all {
		s.Update(cmd())
	}
	done, isDone := screen.Route(func() tea.Msg { return DoneMsg(func() tea.Cmd { return say("c") }) })().(DoneMsg)
	require.True(t, isDone)
	s.Update(s.Update(done)())
	assert.Equal(t, []string{"a", "b", "c"}, program.got)
	twice := screen.Route(screen.Route(say("d")))
	s.Update(twice())
	assert.Equal(t, []string{"a", "b", "c", "d"}, program.got)

	mouse := tea.EnableMouseAllMotion()
	assert.Equal(t, mouse, screen.Route(tea.EnableMouseAllMotion)(), "it is for the terminal")

	var of *ModelScreen
	s.Update(screen.Route(func() tea.Msg {
		return ModelDoneMsg(func(_ *Stack, screen *ModelScreen) tea.Cmd {
			of = screen
			return nil
		})
	})())
	assert.Same(t, screen, of)
}

// TestOverlays: what lies over the screens is shown and gets the keys until it is left.
func TestOverlays(t *testing.T) {
	s := stackOf(80, 24, false)
	sheet := func(title string) *Sheet {
		return &Sheet{Build: func() Content { return Content{Title: title} }}
	}
	s.Push(sheet("below"))
	s.PushOverlay(sheet("one"))
	s.PushOverlay(sheet("two"))
	s.Push(sheet("beside"))
	assert.Contains(t, s.View(), "two")
	s.PopOverlay()
	assert.Contains(t, s.View(), "one")
	s.PopOverlay()
	assert.Contains(t, s.View(), "beside")
	s.Pop()
	assert.Contains(t, s.View(), "below")
	s.Pop()
	assert.Contains(t, s.View(), "below", "the first screen stays")
	s.Remove(s.Top())
	assert.Nil(t, s.Top())
	assert.Equal(t, 80, s.Grid().W)
	assert.Nil(t, s.Update(tea.KeyMsg{Type: tea.KeyEnter}), "nobody is there")
}
