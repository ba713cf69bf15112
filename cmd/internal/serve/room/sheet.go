package room

import (
	"unicode"

	"fellowship/cmd/internal/tui"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// sheet is a screen with things to choose from. What there is on it is asked for each
// time, as it may change at any time.
type sheet struct {
	build  func() content
	cursor int
	// name tells the sheet apart from others that ask something.
	name string
	// back leaves the sheet; nil where there is nothing behind it.
	back func() tea.Cmd
}

// content is what there is on a sheet now.
type content struct {
	title, state string
	above, below []string
	items        []item
}

// item is something to choose.
type item struct {
	label, value string
	// pick does it, turn changes its value, and typed is what is typed into it; nil
	// where there is no such thing.
	pick  func() tea.Cmd
	turn  func(by int)
	typed *string
	// offered says that what stands there is a proposal: the first letter takes its place.
	offered *bool
	// act changes the value where that is done beside the screen.
	act func(by int) tea.Cmd
}

// mostTyped is how many characters have room in a line.
const mostTyped = 400

func (s *sheet) draw(r *Room) (frame string, at func(y int) int) {
	c := s.build()
	s.cursor = max(0, min(s.cursor, len(c.items)-1))
	p := tui.Sheet{
		Title: c.title, State: c.state, Above: c.above, Below: c.below, Cursor: s.cursor, Note: r.note, Warning: r.bad,
		Keys: s.keys(r, &c),
	}
	switch {
	case p.Note != "":
	case r.trouble != nil && r.chair != nil:
		p.Note = r.inTrouble()
	case r.busy > 0:
		p.Note = r.T("serve.busy")
	}
	for _, it := range c.items {
		p.Items = append(p.Items, tui.SheetItem{Label: it.label, Value: it.shown(), Turns: it.turn != nil || it.act != nil, Typed: it.typed != nil})
	}
	return r.paint.Draw(&p, r.w, r.h)
}

// keys are the keys that do something now.
func (s *sheet) keys(r *Room, c *content) (out []key.Binding) {
	add := func(is bool, name, does string) {
		if is {
			out = append(out, key.NewBinding(key.WithHelp(name, r.T(does))))
		}
	}
	var now item
	if len(c.items) > 0 {
		now = c.items[s.cursor]
	}
	add(true, r.T("serve.key.move"), "serve.help.move")
	add(now.turn != nil || now.act != nil, r.T("serve.key.turn"), "serve.help.turn")
	add(now.typed != nil, r.T("serve.key.type"), "serve.help.type")
	add(now.pick != nil, "Enter", "serve.help.pick")
	add(s.back != nil, "Esc", "serve.help.back")
	add(!now.writes(), "?", "lobby.help.help")
	add(true, "Ctrl-C", "serve.help.quit")
	return out
}

// writes reports whether something was begun to be written there, of which any letter
// can be a part.
func (it *item) writes() bool {
	return it.typed != nil && *it.typed != "" && (it.offered == nil || !*it.offered)
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
	c := s.build()
	if s.cursor < len(c.items) && c.items[s.cursor].writes() || msg.String() != "?" {
		return false
	}
	frame, _ := s.draw(r)
	r.cover = tui.NewRules(r.paint.Theme, r.opts.Library, frame, s.keys(r, &c))
	return true
}

func (it *item) shown() string {
	if it.typed != nil {
		return *it.typed
	}
	return it.value
}

func (s *sheet) key(msg tea.KeyMsg) tea.Cmd {
	items := s.build().items
	if len(items) == 0 {
		items = []item{{}}
	}
	s.cursor = max(0, min(s.cursor, len(items)-1))
	now := items[s.cursor]
	if now.typed != nil {
		if now.offered != nil && *now.offered && (msg.Type == tea.KeyRunes || msg.Type == tea.KeyBackspace) {
			if *now.offered = false; msg.Type == tea.KeyRunes {
				*now.typed = ""
			}
		}
		if typeInto(now.typed, msg) {
			return nil
		}
	}
	switch msg.String() {
	case "up", "shift+tab":
		s.cursor = max(s.cursor-1, 0)
	case "down", "tab":
		s.cursor = min(s.cursor+1, len(items)-1)
	case "home":
		s.cursor = 0
	case "end":
		s.cursor = len(items) - 1
	case "left", "right":
		by := map[string]int{"left": -1, "right": 1}[msg.String()]
		switch {
		case now.turn != nil:
			now.turn(by)
		case now.act != nil:
			return now.act(by)
		}
	case "enter", " ":
		switch {
		case now.pick != nil:
			return now.pick()
		case now.turn != nil:
			now.turn(1)
		}
	case "esc", "q":
		if s.back != nil {
			return s.back()
		}
	}
	return nil
}

// typeInto types a key into a line, and reports whether it is one for that.
func typeInto(line *string, msg tea.KeyMsg) bool {
	runes := []rune(*line)
	switch msg.Type {
	case tea.KeyBackspace:
		runes = runes[:max(len(runes)-1, 0)]
	case tea.KeyCtrlU:
		runes = nil
	case tea.KeySpace:
		runes = append(runes, ' ')
	case tea.KeyRunes:
		for _, r := range msg.Runes {
			if unicode.IsPrint(r) {
				runes = append(runes, r)
			}
		}
	default:
		return false
	}
	if len(runes) <= mostTyped {
		*line = string(runes)
	}
	return true
}

// mouse marks what is under it, and chooses what is marked.
func (r *Room) mouse(msg tea.MouseMsg) tea.Cmd {
	switch {
	case r.cover != nil && msg.Button == tea.MouseButtonWheelUp:
		return r.key(tea.KeyMsg{Type: tea.KeyUp})
	case r.cover != nil && msg.Button == tea.MouseButtonWheelDown:
		return r.key(tea.KeyMsg{Type: tea.KeyDown})
	case r.cover != nil:
		return nil
	case r.looking != nil:
		return r.toLooking(msg)
	case r.playing():
		return r.toGame(msg)
	case msg.Action != tea.MouseActionPress || r.item == nil:
		return nil
	}
	s := r.top()
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		return s.key(tea.KeyMsg{Type: tea.KeyUp})
	case tea.MouseButtonWheelDown:
		return s.key(tea.KeyMsg{Type: tea.KeyDown})
	case tea.MouseButtonLeft:
		at := r.item(msg.Y)
		switch {
		case at < 0:
		case at == s.cursor:
			return s.key(tea.KeyMsg{Type: tea.KeyEnter})
		default:
			s.cursor = at
		}
	default:
	}
	return nil
}
