package kit

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// Stack is the screens of a visit that lie on each other, at home and on a server: the
// last one is shown. Keys, the mouse, the way back, the note and the rules are the same on
// all of them.
type Stack struct {
	Theme *Theme
	// W and H are the room for sheets, which begins at x and y in the window, width and height.
	W, H, x, y, width, height int
	// Screens are those of the place. Over lies on all of them until the person leaves it: the
	// rules, or what a script shows.
	Screens, Overlays []Screen
	// State stands at the end of a headline where the sheet says nothing else.
	State func() string
	// Note is said until the next key, as bad news or not; Idle is said where nothing is.
	Note string
	Bad  bool
	Idle func() string
	// Rules makes the rules over a screen as it is drawn, with its keys. Quit is called for Ctrl-C,
	// and the first screen tells of it as the way out.
	Rules   func(frame *felt.Grid, keys []key.Binding) *Sheet
	Quit    func() tea.Cmd
	QuitKey key.Binding
	// Mouse reports whether the mouse is the program's.
	Mouse bool
}

// Screen is one of a [Stack]: a [Sheet], or a [ModelScreen] screen.
type Screen interface {
	// update takes a key, the mouse or a new size; draw draws it, exactly as large as the room for it.
	update(s *Stack, msg tea.Msg) tea.Cmd
	draw(s *Stack) *felt.Grid
}

// DoneMsg is a message that something was done beside the screens: what they do with it.
type DoneMsg func() tea.Cmd

// ModelDoneMsg is such a message from a hosted screen, with the stack on which it lies.
type ModelDoneMsg func(*Stack, *ModelScreen) tea.Cmd

// Sheet is a screen of a [Stack]: rows to choose from (form.go), or a text to read. Its content is asked
// for each time, as it may change at any time.
type Sheet struct {
	// Name tells it apart from others.
	Name string
	// Build returns the content as it is now.
	Build func() Content
	// Cursor is the row that is chosen.
	Cursor int
	// Back leaves the sheet; where it is nil, the one below is shown. Stays reports whether the
	// sheet cannot be left so.
	Back   func() tea.Cmd
	NoBack bool
	// Keys are further ones, which no line names.
	Keys map[string]func() tea.Cmd

	content Content
	// rowAreas are where the rows were drawn, keys where the keys in the last line were.
	rowAreas, keyAreas []felt.HitArea
	// valueColumn is the column of the values, and seen how many rows were seen.
	valueColumn, visibleRows int
	// input has the text that is written at the cursor, editing.
	input     textinput.Model
	editing   *string
	reader    reader
	pageShown bool
}

// Content is shown on a [Sheet].
type Content struct {
	// State may leave out what stands before two spaces, where there is no room for it.
	Title, State   string
	Header, Footer []string
	Rows           []Row
	// Draw, if set, draws the sheet in its own way, on all of the room but the last line, which has
	// the keys. It returns where the rows are, by their numbers, for the mouse and the arrows.
	Draw func(g *felt.Grid, cursor int) []felt.HitArea
	// Paint, if set, draws below the rows in the end, where lines from a number on are free.
	Paint func(g *felt.Grid, freeRow int)
	// FitsSmall reports whether this can be done in a window that is [IsSmall].
	FitsSmall bool
	// Page is read in the place of rows, for so many columns, from its end on if it is AtEnd.
	Page       func(columns int) page.Page
	StartAtEnd bool
	// Enter is called for Enter where a row does nothing, or at a text, and Does names it in the
	// line of the keys. Also are further keys.
	Enter        func() tea.Cmd
	EnterLabel   string
	ExtraActions []Row
}

// Top is the screen that is shown, nil for none.
func (s *Stack) Top() Screen {
	for _, all := range [][]Screen{s.Overlays, s.Screens} {
		if len(all) > 0 {
			return all[len(all)-1]
		}
	}
	return nil
}

// Push shows a further screen of the place.
func (s *Stack) Push(sc Screen) tea.Cmd {
	s.Screens = append(s.Screens, sc)
	return s.initScreen(sc)
}

// PushOverlay lets a screen lie on all others.
func (s *Stack) PushOverlay(sc Screen) tea.Cmd {
	s.Overlays = append(s.Overlays, sc)
	return s.initScreen(sc)
}

func (s *Stack) initScreen(sc Screen) tea.Cmd {
	h, ok := sc.(*ModelScreen)
	if !ok {
		return nil
	}
	cmd := tea.Batch(h.update(s, s.window()), h.Route(h.Model.Init()))
	if h.NewOverlay != nil {
		if overlay := h.NewOverlay(s); overlay != nil {
			s.PushOverlay(overlay)
		}
	}
	return cmd
}

// PushAction is the Do of a row that leads to a further sheet.
func (s *Stack) PushAction(sh func() *Sheet) func() tea.Cmd {
	return func() tea.Cmd { return s.Push(sh()) }
}

// Pop shows the screen below of the place again, if there is one.
func (s *Stack) Pop() tea.Cmd {
	if len(s.Screens) > 1 {
		s.Screens = s.Screens[:len(s.Screens)-1]
	}
	return nil
}

// PopOverlay takes the last screen away that lies on all others.
func (s *Stack) PopOverlay() tea.Cmd { return s.TrimOverlays(len(s.Overlays) - 1) }

// TrimOverlays leaves so many of the screens that lie on all others.
func (s *Stack) TrimOverlays(n int) tea.Cmd {
	s.Overlays = s.Overlays[:n]
	return nil
}

// Remove takes a screen away, wherever it lies.
func (s *Stack) Remove(sc Screen) {
	isScreen := func(other Screen) bool { return other == sc }
	s.Screens, s.Overlays = slices.DeleteFunc(slices.Clone(s.Screens), isScreen),
		slices.DeleteFunc(slices.Clone(s.Overlays), isScreen)
}

// Update takes a new size, a key, the mouse, or what was done beside the screens.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	top := s.Top()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.W, s.H = min(msg.Width, MaxWidth), min(msg.Height, MaxHeight)
		s.x = (msg.Width - s.W) / 2
		s.y = (msg.Height - s.H) / 2
		s.width = msg.Width
		s.height = msg.Height
		var cmds []tea.Cmd
		for _, sc := range slices.Concat(s.Screens, s.Overlays) {
			cmds = append(cmds, sc.update(s, msg))
		}
		return tea.Batch(cmds...)
	case DoneMsg:
		return msg()
	case routedMsg:
		return msg.screen.deliver(s, msg.msg)
	case tea.KeyMsg:
		s.Note = ""
		s.Bad = false
		if msg.Type == tea.KeyCtrlC {
			return s.Quit()
		}
	case tea.MouseMsg:
		if top == nil ||
			(msg.X < 0 || msg.Y < 0 || msg.X >= s.window().Width || msg.Y >= s.window().Height) &&
				!tea.MouseEvent(msg).IsWheel() {
			return nil
		}
		return top.update(s, msg)
	default:
		return nil
	}
	if top == nil {
		return nil
	}
	return top.update(s, msg)
}

// Grid draws what is shown.
func (s *Stack) Grid() *felt.Grid { return s.Draw(s.Top()) }

// View is what is shown, for the terminal.
func (s *Stack) View() string { return s.Grid().String() }

// Draw draws a screen, exactly as large as the window; nothing for nil.
func (s *Stack) Draw(sc Screen) *felt.Grid {
	if sc == nil {
		z := s.window()
		return felt.New(s.Theme.Look, z.Width, z.Height)
	}
	return sc.draw(s)
}

// window is the size of the window, that of the room before it is known.
func (s *Stack) window() tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: max(s.width, s.W), Height: max(s.height, s.H)}
}

// draw draws the sheet, in the middle of a window that is larger than any.
func (sh *Sheet) draw(s *Stack) *felt.Grid {
	sh.refresh()
	small := IsSmall
	if sh.content.Page != nil || sh.content.FitsSmall {
		small = IsTiny
	}
	frame := s.Theme.TooSmallNotice(small, s.W, s.H)
	if frame == nil {
		sh.Selected() // the cursor is on a row that is still there
		note := s.Note
		if note == "" && s.Idle != nil {
			note = s.Idle()
		}
		frame, sh.keyAreas = s.Theme.DrawFramed(s.W, s.H, note, s.Bad, func() []key.Binding {
			return s.keysOf(sh)
		}, func(room *felt.Grid) {
			sh.rowAreas = nil
			if sh.content.Draw != nil {
				sh.rowAreas = sh.content.Draw(room, sh.Cursor)
				return
			}
			s.drawLines(sh, room)
		})
	}
	if frame.W == s.window().Width && frame.H == s.window().Height {
		return frame
	}
	g := felt.New(s.Theme.Look, s.window().Width, s.window().Height)
	g.Paste(s.x, s.y, frame)
	return g
}

// drawLines draws a sheet of lines, of which the rows are remembered.
func (s *Stack) drawLines(sh *Sheet, g *felt.Grid) {
	var states []string
	for state := cmp.Or(sh.content.State, s.State()); state != ""; _, state, _ = strings.Cut(state, "  ") {
		states = append(states, state)
	}
	foot := 2
	freeRow := 0
	more := false
	if sh.content.Page != nil {
		foot = 1 // a note may cover the rule
	}
	s.Theme.DrawRuled(g, sh.content.Title, append(states, ""), foot, func(w, h int) (lines []string) {
		margin := Margin(w)
		w -= 2 * margin
		if sh.content.Page == nil {
			var rowIndexes []int
			lines, rowIndexes = sh.body(s.Theme, w, h)
			for y, i := range rowIndexes {
				sh.rowAreas = append(sh.rowAreas, felt.HitArea{X: margin, Y: headerRows + y, W: w, H: 1, Item: i})
			}
			sh.valueColumn += margin
		} else {
			sh.reader.fill(Indent(s.Theme.PageLines(sh.content.Page(w-2), w-2), " "), w, h)
			if !sh.pageShown && sh.content.StartAtEnd {
				sh.reader.scroll(len(sh.reader.lines))
			}
			sh.pageShown = true
			lines, more = sh.reader.visible()
		}
		freeRow = headerRows + len(lines)
		return Indent(lines, strings.Repeat(" ", margin))
	})
	if more {
		g.PutRight(g.W-2, g.H-1-foot, " "+s.Theme.T("tui.page.more"), felt.Faint)
	}
	if sh.content.Paint != nil {
		sh.content.Paint(g, freeRow)
	}
}

// Margin is how many of some columns are left free on both sides of a text: longer lines are
// hard to read.
func Margin(columns int) int { return max(columns-88, 0) / 2 }

// keysOf are the keys that do something now, on the sheet as it was drawn.
func (s *Stack) keysOf(sh *Sheet) (out []key.Binding) {
	content := &sh.content
	selected := sh.Selected()
	add := func(enabled bool, name, label string, keys ...string) {
		if enabled {
			out = append(out, key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, label)))
		}
	}
	addNamed := func(enabled bool, name string, keys ...string) {
		add(enabled, s.Theme.T("lobby.key."+name), s.Theme.T("lobby.help."+name), keys...)
	}
	enterLabel := content.EnterLabel
	several := len(content.Rows) > 1
	if selected.OnEnter != nil && (content.Draw == nil || enterLabel == "") {
		enterLabel = s.Theme.T("lobby.help.pick")
	}
	add(selected.OnEnter != nil || content.Enter != nil, s.Theme.T("lobby.key.pick"), enterLabel, "enter")
	add(content.Draw != nil && len(sh.rowAreas) > 1, s.Theme.T("lobby.key.scroll"), s.Theme.T("lobby.help.move"),
		"up", "down", "left", "right")
	addNamed(content.Draw == nil && content.Page == nil && several, "move", "up", "down")
	addNamed(selected.OnTurn != nil, "change", "left", "right")
	addNamed(selected.Text != nil, "typing", "letters")
	for i := range content.ExtraActions {
		name := content.ExtraActions[i].key()
		add(true, strings.Replace(name, "ctrl+", s.Theme.T("lobby.key.ctrl"), 1), content.ExtraActions[i].Label, name)
	}
	addNamed(content.Page != nil && len(sh.reader.lines) > sh.reader.height, "scroll", "up", "down")
	canLeave := !sh.NoBack && (sh.Back != nil || len(s.Screens) > 1)
	addNamed(canLeave, "back", "esc")
	addNamed(!sh.IsTyping(), "help", "?")
	// the way out of a menu
	hasQuitRow := slices.ContainsFunc(content.Rows, func(r Row) bool { return r.Letter == 'q' })
	add(!canLeave && hasQuitRow, s.Theme.T("lobby.key.quit"), s.QuitKey.Help().Desc, "q")
	if !canLeave && !hasQuitRow {
		out = append(out, s.QuitKey)
	}
	return out
}

func (sh *Sheet) update(s *Stack, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.key(sh, msg)
	case tea.MouseMsg:
		return s.click(sh, msg)
	}
	return nil
}

// key takes a key for a sheet.
func (s *Stack) key(sh *Sheet, msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	sh.refresh()
	switch {
	case sh.Keys[name] != nil:
		return sh.Keys[name]()
	case name == "?" && !sh.IsTyping():
		return s.Help()
	case sh.content.Draw != nil && slices.Contains([]string{"up", "down", "left", "right"}, name):
		if sh.rowAreas == nil { // it was not seen yet
			sh.draw(s)
		}
		if next := felt.NearestItem(sh.rowAreas, sh.Cursor, name); next >= 0 {
			sh.Cursor = next
			return nil
		}
	}
	cmd, handled := sh.key(msg)
	switch {
	case handled || sh.NoBack || name != "esc" && name != "q":
		return cmd
	case sh.Back != nil:
		return sh.Back()
	}
	return s.Pop()
}

// Help opens the rules over the sheet that is shown.
func (s *Stack) Help() tea.Cmd {
	var keys []key.Binding
	if sh, ok := s.Top().(*Sheet); ok {
		keys = s.keysOf(sh)
	}
	return s.PushOverlay(s.Rules(s.Draw(s.Top()), keys))
}

// click takes the mouse: the wheel is up and down, a click goes to the row, or presses the
// key that is named in the last line.
func (s *Stack) click(sh *Sheet, msg tea.MouseMsg) tea.Cmd {
	wheel := map[tea.MouseButton]tea.KeyType{tea.MouseButtonWheelUp: tea.KeyUp, tea.MouseButtonWheelDown: tea.KeyDown}
	wheelKey, isWheel := wheel[msg.Button]
	switch {
	case !s.Mouse || IsTiny(s.W, s.H) || msg.Action != tea.MouseActionPress:
		return nil
	case isWheel:
		return s.key(sh, tea.KeyMsg{Type: wheelKey})
	case msg.Button != tea.MouseButtonLeft:
		return nil
	}
	sh.refresh()
	x, y := msg.X-s.x, msg.Y-s.y
	s.Note = ""
	s.Bad = false
	if i := felt.HitAt(sh.keyAreas, x, y); i >= 0 {
		return s.pressNamedKey(sh, s.keysOf(sh)[i].Keys()[0])
	}
	i := felt.HitAt(sh.rowAreas, x, y)
	if i < 0 || i >= len(sh.content.Rows) {
		return nil
	}
	r := &sh.content.Rows[i]
	wasSelected := i == sh.Cursor
	sh.Cursor = i
	switch {
	case r.OnTurn != nil && wasSelected && x <= sh.valueColumn+1: // of < this > the front
		return r.OnTurn(-1)
	case r.OnTurn != nil && wasSelected:
		return r.OnTurn(1)
	case r.OnTurn == nil && r.OnEnter != nil && (r.Text == nil || wasSelected):
		return r.OnEnter()
	}
	return nil
}

// pressNamedKey presses a key that was clicked, by its name.
func (s *Stack) pressNamedKey(sh *Sheet, name string) tea.Cmd {
	switch {
	case name == "enter":
		return s.key(sh, tea.KeyMsg{Type: tea.KeyEnter})
	case name == "esc":
		return s.key(sh, tea.KeyMsg{Type: tea.KeyEsc})
	case name == "ctrl+c":
		return s.Quit()
	case len(name) == 1:
		return s.key(sh, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)})
	}
	return nil
}

// NamedKeys are keys with their names; those that are switched off are left out.
func NamedKeys(keys []key.Binding) (out []felt.Key) {
	for _, k := range keys {
		if k.Keys() != nil && !k.Enabled() {
			continue
		}
		out = append(out, felt.Key{Name: k.Help().Key, Label: k.Help().Desc})
	}
	return out
}

// Confirm asks whether something that cannot be undone is to be done.
func (s *Stack) Confirm(question string, yes func() tea.Cmd) *Sheet {
	return &Sheet{Build: func() Content {
		return Content{Title: s.Theme.T("lobby.sure"), Header: []string{question}, Rows: []Row{
			{Letter: 'n', Label: s.Theme.T("lobby.sure.no"), OnEnter: s.Pop},
			{
				Letter: []rune(s.Theme.T("lobby.sure.letter"))[0], Label: s.Theme.T("lobby.sure.yes"),
				OnEnter: func() tea.Cmd {
					s.Pop()
					return yes()
				},
			},
		}}
	}}
}

// refresh asks what there is on the sheet now.
func (sh *Sheet) refresh() { sh.content = sh.Build() }

// key is the key that leads to a row.
func (r *Row) key() string { return cmp.Or(r.Key, string(r.Letter)) }

// key takes a key, and reports whether it meant something here.
func (sh *Sheet) key(msg tea.KeyMsg) (tea.Cmd, bool) {
	name := msg.String()
	also := slices.IndexFunc(sh.content.ExtraActions, func(r Row) bool { return r.key() == name })
	if sh.content.Page == nil && (also < 0 || sh.content.ExtraActions[also].Key == "") {
		if cmd, handled := sh.handleKey(msg); handled {
			return cmd, true
		}
	}
	switch {
	case also >= 0:
		return sh.content.ExtraActions[also].OnEnter(), true
	case sh.content.Page == nil, name == "esc", name == "q":
		return nil, false
	case name == "enter" && sh.content.Enter != nil:
		return sh.content.Enter(), true
	}
	return nil, sh.reader.key(name)
}
