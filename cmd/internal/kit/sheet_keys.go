package kit

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/felt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// activeKeys returns the keys that do something now, on the sheet as it was drawn.
func (s *Stack) activeKeys(sh *Sheet) (out []key.Binding) {
	content := &sh.content
	selected := sh.Selected()
	add := func(enabled bool, name, label string, keys ...string) {
		if enabled {
			out = append(out, key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, label)))
		}
	}
	addNamed := func(enabled bool, name string, keys ...string) {
		add(enabled, s.T("lobby.key."+name), s.T("lobby.help."+name), keys...)
	}
	enterLabel := content.EnterLabel
	several := len(content.Rows) > 1
	hasEnter := selected.control().onEnter() != nil
	if hasEnter && (content.Draw == nil || enterLabel == "") {
		enterLabel = s.T("lobby.help.pick")
	}
	add(hasEnter || content.Enter != nil, s.T("lobby.key.pick"), enterLabel, "enter")
	add(content.Draw != nil && len(sh.rowAreas) > 1, s.T("lobby.key.scroll"), s.T("lobby.help.move"),
		"up", "down", "left", "right")
	addNamed(content.Draw == nil && content.Page == nil && several, "move", "up", "down")
	addNamed(selected.isChoice(), "change", "left", "right")
	addNamed(selected.field() != nil, "typing", "letters")
	for _, shortcut := range content.Shortcuts {
		name := strings.Replace(shortcut.Key, "ctrl+", s.T("lobby.key.ctrl"), 1)
		add(true, name, shortcut.Label, shortcut.Key)
	}
	addNamed(content.Page != nil && len(sh.reader.lines) > sh.reader.height, "scroll", "up", "down")
	canLeave := !sh.NoBack && (sh.Back != nil || len(s.Screens) > 1)
	addNamed(canLeave, "back", "esc")
	addNamed(!sh.IsTyping(), "help", "?")
	// the way out of a menu
	hasQuitRow := slices.ContainsFunc(content.Rows, func(r Row) bool { return r.Letter == 'q' })
	add(!canLeave && hasQuitRow, s.T("lobby.key.quit"), s.QuitKey.Help().Desc, "q")
	if !canLeave && !hasQuitRow {
		out = append(out, s.QuitKey)
	}
	return out
}

func (sh *Sheet) update(s *Stack, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.pressKey(sh, msg)
	case tea.MouseMsg:
		return s.click(sh, msg)
	}
	return nil
}

// pressKey handles a key on a sheet.
func (s *Stack) pressKey(sh *Sheet, msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	sh.refresh()
	switch {
	case sh.Keys[name] != nil:
		return sh.Keys[name]()
	case name == "?" && !sh.IsTyping():
		return s.Help()
	case sh.content.Draw != nil && slices.Contains([]string{"up", "down", "left", "right"}, name):
		if sh.rowAreas == nil { // the sheet has not been drawn yet
			sh.draw(s)
		}
		if next := felt.NearestItem(sh.rowAreas, sh.Cursor, name); next >= 0 {
			sh.Cursor = next
			return nil
		}
	}
	cmd, handled := sh.handleKey(msg)
	switch {
	case handled || sh.NoBack || name != "esc" && name != "q":
		return cmd
	case sh.Back != nil:
		return sh.Back()
	}
	return s.Pop()
}

// click handles the mouse. The wheel works like the keys up and down. A click presses a key that the last line
// lists, or selects a row. It also activates a button at once, and a choice or a text field that was selected
// before; a click on the left end of a choice takes the previous value.
func (s *Stack) click(sh *Sheet, msg tea.MouseMsg) tea.Cmd {
	wheel := map[tea.MouseButton]tea.KeyType{tea.MouseButtonWheelUp: tea.KeyUp, tea.MouseButtonWheelDown: tea.KeyDown}
	wheelKey, isWheel := wheel[msg.Button]
	switch {
	case !s.Mouse || IsTiny(s.W, s.H) || msg.Action != tea.MouseActionPress:
		return nil
	case isWheel:
		return s.pressKey(sh, tea.KeyMsg{Type: wheelKey})
	case msg.Button != tea.MouseButtonLeft:
		return nil
	}
	sh.refresh()
	x, y := msg.X-s.x, msg.Y-s.y
	s.Note = ""
	s.Bad = false
	if i := felt.HitAt(sh.keyAreas, x, y); i >= 0 {
		return s.pressNamedKey(sh, s.activeKeys(sh)[i].Keys()[0])
	}
	if sh.buttonArea.W > 0 && felt.HitAt([]felt.HitArea{sh.buttonArea}, x, y) >= 0 {
		return sh.pressButton()
	}
	i := felt.HitAt(sh.rowAreas, x, y)
	if i < 0 || i >= len(sh.content.Rows) {
		return nil
	}
	wasSelected := i == sh.Cursor
	sh.Cursor = i
	control := sh.content.Rows[i].control()
	if option := felt.HitAt(sh.optionAreas[i], x, y); option >= 0 {
		return control.turn()(option - chosenIndex(control.options()))
	}
	return control.click(wasSelected, x <= sh.valueColumn+1)
}

// pressButton does what the form's button does, from wherever the cursor is.
func (sh *Sheet) pressButton() tea.Cmd {
	if sh.content.Enter == nil {
		return nil
	}
	return sh.content.Enter()
}

// pressNamedKey handles a click on a key that the last line lists.
func (s *Stack) pressNamedKey(sh *Sheet, name string) tea.Cmd {
	switch {
	case name == "enter":
		return s.pressKey(sh, tea.KeyMsg{Type: tea.KeyEnter})
	case name == "esc":
		return s.pressKey(sh, tea.KeyMsg{Type: tea.KeyEsc})
	case name == "ctrl+c":
		return s.Quit()
	case len(name) == 1:
		return s.pressKey(sh, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)})
	}
	return nil
}

// handleKey handles a key of the content, and reports whether the key means something there.
func (sh *Sheet) handleKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	name := msg.String()
	if sh.content.Page == nil {
		if cmd, handled := sh.handleRowKey(msg); handled {
			return cmd, true
		}
	}
	shortcut := slices.IndexFunc(sh.content.Shortcuts, func(s Shortcut) bool { return s.Key == name })
	switch {
	case shortcut >= 0:
		return sh.content.Shortcuts[shortcut].Do(), true
	case sh.content.Page == nil, name == "esc", name == "q":
		return nil, false
	case name == "enter" && sh.content.Enter != nil:
		return sh.content.Enter(), true
	}
	return nil, sh.reader.key(name)
}

// handleRowKey handles a key of the rows, and reports whether the key means something to them: it moves the
// cursor, belongs to the control of the selected row, activates this row, or is the letter of a row.
func (sh *Sheet) handleRowKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	r := sh.Selected()
	name := msg.String()
	switch {
	case len(sh.content.Rows) == 0:
		return nil, false
	case sh.moveCursor(name):
		return nil, true
	}
	if cmd, handled := r.control().pressKey(sh, msg); handled {
		return cmd, true
	}
	if name == "enter" || name == " " {
		return sh.activate(&r), true
	}
	return sh.pressLetter(letterOf(msg))
}

// moveCursor moves the cursor over the rows, and reports whether a key does.
func (sh *Sheet) moveCursor(name string) (moved bool) {
	n := len(sh.content.Rows)
	switch {
	case name == "up", name == "shift+tab":
		sh.Cursor = (sh.Cursor + n - 1) % n
	case name == "down", name == "tab":
		sh.Cursor = (sh.Cursor + 1) % n
	case name == "home" && !sh.IsTyping():
		sh.Cursor = 0
	case name == "end" && !sh.IsTyping():
		sh.Cursor = n - 1
	case name == "pgup":
		sh.Cursor = max(sh.Cursor-sh.visibleRows, 0)
	case name == "pgdown":
		sh.Cursor = min(sh.Cursor+sh.visibleRows, n-1)
	default:
		return false
	}
	return true
}

// pressLetter selects the row with a letter and activates it, unless its text has to be typed first. It reports
// whether there is such a row.
func (sh *Sheet) pressLetter(letter rune) (cmd tea.Cmd, handled bool) {
	all := sh.content.Rows
	i := slices.IndexFunc(all, func(r Row) bool { return letter != 0 && r.Letter == letter })
	if i < 0 {
		return nil, false
	}
	sh.Cursor = i
	if all[i].field() != nil {
		return nil, true
	}
	return sh.activate(&all[i]), true
}

// activate does what Enter means on a row: what its control says, what the sheet says, or the next value.
func (sh *Sheet) activate(r *Row) tea.Cmd {
	if enter := r.control().onEnter(); enter != nil {
		return enter()
	}
	if sh.content.Enter != nil {
		return sh.content.Enter()
	}
	if turn := r.control().turn(); turn != nil {
		return turn(1)
	}
	return nil
}
