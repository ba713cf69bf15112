package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/rulebook"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// ruleBook is the rules as every screen opens them: first what the screen names, its
// keys and what lies on its table, then all there is. Letters look for a word.
type ruleBook struct {
	*kit.Theme
	reader kit.Reader
	w, h   int
	// shelves are what there is to open, all is where a word is looked for.
	shelves []ruleShelf
	all     []rulebook.Entry
	query   string
	cursor  int
	// lines is what is open, nil for the list; title is its headline.
	lines func(w int) []string
	title string
	// rows is the line of the page on which each entry stands.
	rows []int
}

// ruleShelf is entries under a headline.
type ruleShelf struct {
	head    string
	entries []ruleEntry
}

// ruleEntry is what can be opened: an entry of the rules, or lines of a screen.
type ruleEntry struct {
	rulebook.Entry
	lines func(w int) []string
}

// newRuleBook opens the rules. Frame is the screen as it is drawn, keys are the lines
// about its keys, and table is what lies on it.
func newRuleBook(t *kit.Theme, lib *chapters.Library, frame string, keys func(w int) []string, table []rulebook.Entry) *ruleBook {
	if lib == nil {
		lib = chapters.Default()
	}
	b := &ruleBook{Theme: t, reader: kit.NewReader(), all: rulebook.Entries(lib, t.Texts)}
	shelf := func(key string, entries []rulebook.Entry) {
		if len(entries) == 0 {
			return
		}
		s := ruleShelf{head: t.T(key)}
		for _, e := range entries {
			s.entries = append(s.entries, ruleEntry{Entry: e})
		}
		b.shelves = append(b.shelves, s)
	}
	shelf("rules.shelf.named", rulebook.Named(lib, t.Texts, ansi.Strip(frame)))
	b.shelves = append(b.shelves, ruleShelf{entries: []ruleEntry{{
		Entry: rulebook.Entry{Label: t.T("tui.page.help"), Title: t.T("rules.shelf.keys")}, lines: keys,
	}}})
	shelf("rules.shelf.table", table)
	shelf("rules.shelf.all", rulebook.Contained(lib, t.Texts))
	return b
}

// onTable is what there is to read about the table of a view.
func onTable(t *texts.Texts, v *chapters.View) (out []rulebook.Entry) {
	if v.Chapter != nil {
		out = append(out, rulebook.OfChapter(t, v.Chapter))
	}
	for s := range v.Seats {
		at := &v.Seats[s]
		if at.Character != nil {
			out = append(out, rulebook.OfCharacter(t, at.Character))
		}
		if at.Rider != nil {
			out = append(out, rulebook.OfCharacter(t, at.Rider))
		}
		if at.Gift != nil {
			out = append(out, rulebook.OfGift(t, at.Gift))
		}
	}
	return out
}

// shown is the shelves that are listed: those of the search, if something is looked
// for.
func (b *ruleBook) shown() []ruleShelf {
	if strings.TrimSpace(b.query) == "" {
		return b.shelves
	}
	var s ruleShelf
	for _, shelf := range b.shelves { // what only this screen has
		for _, e := range shelf.entries {
			if e.lines != nil && len(rulebook.Search([]rulebook.Entry{e.Entry}, b.query)) > 0 {
				s.entries = append(s.entries, e)
			}
		}
	}
	for _, e := range rulebook.Search(b.all, b.query) {
		s.entries = append(s.entries, ruleEntry{Entry: e})
	}
	return []ruleShelf{s}
}

func (b *ruleBook) entries() (out []ruleEntry) {
	for _, s := range b.shown() {
		out = append(out, s.entries...)
	}
	return out
}

// lay fits the rules into a window.
func (b *ruleBook) lay(w, h int) {
	b.w, b.h = w, h
	if b.lines != nil {
		b.reader.Lay(b.Theme, b.title, b.lines(w-2), w, h)
		return
	}
	title := b.T("rules.page")
	if b.query != "" {
		title = b.T("rules.looking", b.query)
	}
	b.reader.Lay(b.Theme, title, b.list(w-2), w, h)
	if len(b.rows) > 0 { // the entry at the cursor is seen, and the headline above the first
		const head = 2
		at, pager := b.rows[b.cursor]+head, &b.reader.Pager
		if b.cursor == 0 {
			at = 0
		}
		if at < pager.YOffset {
			pager.SetYOffset(at)
		} else if at >= pager.YOffset+pager.Height {
			pager.SetYOffset(at - pager.Height + 1)
		}
	}
}

// list draws the shelves, an entry a line.
func (b *ruleBook) list(w int) (out []string) {
	t := b.Theme
	b.rows = b.rows[:0]
	wide := 0
	all := b.entries()
	for i := range all {
		wide = max(wide, min(ansi.StringWidth(t.Fold(all[i].Label)), w/2-4))
	}
	b.cursor = max(min(b.cursor, len(all)-1), 0)
	for _, s := range b.shown() {
		if s.head != "" {
			out = append(out, t.Strong(s.head))
		}
		for i := range s.entries {
			e := &s.entries[i]
			long := max(wide, ansi.StringWidth(t.Fold(e.Label)))
			mark, label := "  ", t.Fit(e.Label, long)
			if len(b.rows) == b.cursor {
				mark, label = "> ", t.Reverse.On(label)
			}
			b.rows = append(b.rows, len(out))
			out = append(out, mark+label+"  "+b.beginning(e.Title, w-long-4))
		}
	}
	if len(all) == 0 {
		out = append(out, t.Wrap(b.T("rules.nothing"), w)...)
	}
	return append(append(out, ""), t.Wrap(b.T("rules.how"), w)...)
}

// beginning is so much of a text as fits into a line, in whole words.
func (b *ruleBook) beginning(text string, w int) string {
	lines := b.Wrap(text, w)
	if len(lines) == 1 {
		return lines[0]
	}
	const least = 8 // cells for words and the dots
	if w < least {
		return ""
	}
	return b.Wrap(text, w-4)[0] + " ..."
}

// Rules are the rules over a screen of somebody else.
type Rules struct{ book *ruleBook }

// NewRules opens the rules over a screen that is drawn as frame; keys are what it takes.
func NewRules(t *kit.Theme, lib *chapters.Library, frame string, keys []key.Binding) *Rules {
	return &Rules{newRuleBook(t, lib, frame, func(w int) []string {
		return append(append(keysOf(t, keys, w), ""), t.Wrap(t.T("lobby.legend"), w)...)
	}, nil)}
}

// keysOf are keys and what they do, a line each.
func keysOf(t *kit.Theme, keys []key.Binding, w int) (out []string) {
	for _, b := range keys {
		out = append(out, t.HelpColumns([][]key.Binding{{b}}, w)...)
	}
	return out
}

// Key takes a key, and reports whether the rules are closed now.
func (r *Rules) Key(msg tea.KeyMsg) (closed bool) { return r.book.key(msg) }

// Draw draws them, exactly as large as a window is.
func (r *Rules) Draw(w, h int) string {
	if frame, small := r.book.TooSmall(w, h); small {
		return frame
	}
	r.book.lay(w, h)
	return r.book.frame(w, h)
}

// key takes a key, and reports whether the rules are closed now.
func (b *ruleBook) key(msg tea.KeyMsg) (closed bool) {
	name := msg.String()
	switch {
	case name == "?":
		return true
	case b.lines != nil:
		switch {
		case b.reader.Turns(msg):
		case name == "esc", name == "enter", name == " ", name == "backspace", name == "left", name == "q":
			b.lines, b.reader = nil, kit.NewReader()
			b.lay(b.w, b.h)
		default:
			b.reader.Scroll(msg)
		}
		return false
	}
	switch {
	case name == "esc" && b.query == "":
		return true
	case name == "esc":
		b.query, b.cursor = "", 0
	case name == "enter", name == "right":
		b.open()
	case name == " " && b.query == "":
		b.open()
	default:
		const most = 40
		b.cursor = board.InList(b.cursor, len(b.entries()), b.reader.Pager.Height-1, name)
		if query, _ := typed(b.query, msg, most); query != b.query {
			b.query, b.cursor = query, 0
		}
	}
	b.lay(b.w, b.h)
	return false
}

// open opens the entry at the cursor.
func (b *ruleBook) open() {
	all := b.entries()
	if len(all) == 0 {
		return
	}
	e := all[b.cursor]
	b.reader, b.lines, b.title = kit.NewReader(), e.lines, e.Label
	if e.lines == nil {
		b.title = e.Page.Title()
		b.lines = func(w int) []string { return b.PageLines(e.Page[1:], w) }
	}
	b.lay(b.w, b.h)
}

// frame draws the rules as a window of their own, for screens without pages.
func (b *ruleBook) frame(w, h int) string {
	t := b.Theme
	b.lay(w, h)
	head := t.Headline(b.T("lobby.game"), b.T("rules.short"), w)
	return t.Frame([]string{head}, b.reader.Draw(t, w, h-4), []string{t.Pieces(b.T("rules.keys"), w-2)}, w)
}

// typed changes a line of text by a key: letters and digits are added, backspace
// takes the last one away. It is false for any other key.
func typed(s string, msg tea.KeyMsg, longest int) (string, bool) {
	switch {
	case msg.Type == tea.KeyBackspace:
		if r := []rune(s); len(r) > 0 {
			s = string(r[:len(r)-1])
		}
		return s, true
	case msg.Type == tea.KeySpace && s != "":
		s += " "
	case msg.Type == tea.KeyRunes && !msg.Alt:
		for _, r := range msg.Runes {
			if r >= ' ' {
				s += string(r)
			}
		}
	default:
		return s, false
	}
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest])
	}
	return s, true
}
