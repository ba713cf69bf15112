package terminal

import (
	"reflect"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// guarded is a visitor's program in which a panic, also in one of its commands, ends only the session. (Without it
// bubbletea would write to the output of the server, and report no error.) Its screen is drawn on a grid, so only
// characters that a terminal can show reach the terminal.
type guarded struct {
	Screen
	terminal *Terminal
	screen   *frames
	width    int
	height   int
	// broken reports whether the program has panicked.
	broken bool

	// gap is the shortest time between two drawings. More would not be shown, see frames.
	gap time.Duration
	// drawn is the time of the last drawing.
	drawn time.Time
	// drawsLater reports whether a drawMsg is on its way.
	drawsLater bool
	// resized reports whether the terminal has another size since the last drawing.
	resized bool
	// send sends a message to the program.
	send func(tea.Msg)
}

// drawMsg lets the program be drawn that has changed too soon after its last drawing.
type drawMsg struct{}

// begin makes the program, and reports whether it could.
func (g *guarded) begin(model func() Screen) bool {
	defer g.recoverPanic("begin")
	g.Screen = model()
	return true
}

// Init begins the program with the size of the terminal.
func (g *guarded) Init() (cmd tea.Cmd) {
	defer g.recoverPanic("init")
	begin := g.guard(g.Screen.Init())
	w, h := g.terminal.Size()
	_, sized := g.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return tea.Batch(begin, sized)
}

// Update passes a message to the program.
func (g *guarded) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer g.recoverPanic("update")
	if g.broken {
		return g, nil
	}
	g.screen.noteTerminal(msg)
	switch msg := msg.(type) {
	case drawMsg:
		g.drawsLater = false
		return g, nil
	case tea.WindowSizeMsg:
		g.width, g.height = msg.Width, msg.Height
		g.resized = true
	case tea.MouseMsg:
		if msg.X < 0 || msg.Y < 0 || msg.X >= g.width || msg.Y >= g.height {
			return g, nil // no honest terminal sends that
		}
	}
	next, cmd := g.Screen.Update(msg)
	if s, ok := next.(Screen); ok {
		g.Screen = s
	}
	return g, g.guard(cmd)
}

// View draws the program on the visitor's screen, now or a little later: after many keys at once it is drawn only once.
// In a new size it is drawn now, because frames would draw the old screen again. View returns nothing, because frames
// draws instead of bubbletea.
func (g *guarded) View() string {
	defer g.recoverPanic("view")
	wait := g.gap - time.Since(g.drawn)
	switch {
	case g.broken:
	case g.resized, wait <= 0 && !g.drawsLater:
		g.resized = false
		g.drawn = time.Now()
		g.screen.show(g.Grid())
	case !g.drawsLater:
		g.drawsLater = true
		time.AfterFunc(wait, func() { g.send(drawMsg{}) })
	}
	return ""
}

// recoverPanic ends the session after a panic. It must be deferred.
func (g *guarded) recoverPanic(place string) {
	if r := recover(); r != nil {
		g.broken = true
		g.terminal.Visitor.Panicked(place, r)
	}
}

// guard returns a command that recovers from a panic of cmd. If the message of cmd is a list of further commands, they
// are guarded, too.
func (g *guarded) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer g.terminal.Visitor.RecoverPanic("command")
		switch msg = cmd(); msg.(type) {
		case nil:
			return nil
		case tea.SuspendMsg:
			return nil // it would suspend the server
		}
		list := reflect.ValueOf(msg)
		if list.Kind() != reflect.Slice || list.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
			return msg
		}
		guarded := reflect.MakeSlice(list.Type(), 0, list.Len())
		for i := range list.Len() {
			inner, _ := list.Index(i).Interface().(tea.Cmd)
			guarded = reflect.Append(guarded, reflect.ValueOf(g.guard(inner)))
		}
		return guarded.Interface()
	}
}
