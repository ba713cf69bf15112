package room

import (
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// sheet is a screen with things to choose from. What there is on it is asked for each
// time, as it may change at any time.
type sheet struct {
	kit.Form
	build func() content
	now   content
	// name tells the sheet apart from others that ask something.
	name string
	// back leaves the sheet; nil where there is nothing behind it.
	back func() tea.Cmd
}

// content is what there is on a sheet now.
type content struct {
	title, state string
	above, below []string
	items        []kit.Row
}

// mostTyped is how many characters have room in a line.
const mostTyped = 400

// refresh asks what there is on the sheet now.
func (s *sheet) refresh() {
	s.now = s.build()
	s.Rows = func() []kit.Row { return s.now.items }
	s.Above, s.Below = func() []string { return s.now.above }, func() []string { return s.now.below }
}

func (s *sheet) draw(r *Room) string {
	s.refresh()
	return r.theme.Screen(r.around(s), r.w, r.h, func(w, h int) []string { return s.Draw(r.theme, w, h) })
}

// around is what stands around a sheet.
func (r *Room) around(s *sheet) *kit.Around {
	a := &kit.Around{Head: r.theme.Headline(s.now.title, s.now.state, r.w), Note: r.note, Bad: r.bad, Keys: s.keys(r)}
	switch {
	case a.Note != "":
	case r.trouble != nil && r.chair != nil:
		a.Note = r.inTrouble()
	case r.busy > 0:
		a.Note = r.T("serve.busy")
	}
	return a
}

// keys are the keys that do something now.
func (s *sheet) keys(r *Room) (out []key.Binding) {
	add := func(is bool, pressed, name, does string) {
		if is {
			out = append(out, key.NewBinding(key.WithKeys(pressed), key.WithHelp(name, r.T(does))))
		}
	}
	now := s.Here()
	add(true, "up", r.T("serve.key.move"), "serve.help.move")
	add(now.Turn != nil, "right", r.T("serve.key.turn"), "serve.help.turn")
	add(now.Text != nil, "letters", r.T("serve.key.type"), "serve.help.type")
	add(now.Do != nil, "enter", "Enter", "serve.help.pick")
	add(s.back != nil, "esc", "Esc", "serve.help.back")
	add(!s.Writes(), "?", "?", "lobby.help.help")
	add(true, "ctrl+c", "Ctrl-C", "serve.help.quit")
	return out
}

// key takes a key.
func (s *sheet) key(msg tea.KeyMsg) tea.Cmd {
	s.refresh()
	cmd, taken := s.Key(msg)
	if name := msg.String(); !taken && s.back != nil && (name == "esc" || name == "q") {
		return s.back()
	}
	return cmd
}

// cover is what lies over everything else until the person closes it.
type cover interface {
	// Key takes a key, and reports whether the cover is closed now.
	Key(msg tea.KeyMsg) (closed bool)
	// Draw draws it, exactly as large as a window is.
	Draw(w, h int) string
}

// helps opens the rules over a sheet, unless the letter is to be written there.
func (r *Room) helps(msg tea.KeyMsg) bool {
	s := r.top()
	s.refresh()
	if s.Writes() || msg.String() != "?" {
		return false
	}
	r.cover = tui.NewRules(r.theme, r.opts.Library, s.draw(r), s.keys(r))
	return true
}

// mouse takes the mouse: the wheel is up and down, a click goes to the row, or presses the
// key that is named in the last line.
func (r *Room) mouse(msg tea.MouseMsg) tea.Cmd {
	wheel := map[tea.MouseButton]tea.KeyType{tea.MouseButtonWheelUp: tea.KeyUp, tea.MouseButtonWheelDown: tea.KeyDown}
	turned, wheels := wheel[msg.Button]
	switch {
	case r.cover == nil && r.looking != nil:
		return r.toLooking(msg)
	case r.cover == nil && r.playing():
		return r.toGame(msg)
	case msg.Action != tea.MouseActionPress || kit.SizeOf(r.w, r.h) == kit.Tiny:
		return nil
	case wheels:
		return r.key(tea.KeyMsg{Type: turned})
	case r.cover != nil || msg.Button != tea.MouseButtonLeft:
		return nil
	}
	s := r.top()
	line, name := r.theme.Clicked(r.around(s), msg.X, msg.Y, r.w, r.h)
	switch {
	case line >= 0:
		return s.Click(msg.X, line)
	case name == "enter":
		return r.key(tea.KeyMsg{Type: tea.KeyEnter})
	case name == "esc":
		return r.key(tea.KeyMsg{Type: tea.KeyEsc})
	case name == "?":
		return r.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)})
	}
	return nil
}
