package tui

import (
	"slices"
	"strings"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
)

// Sheet is a screen that is made elsewhere: a text, and what there is to choose from.
type Sheet struct {
	// Title stands at the top, and State at the end of its line.
	Title, State string
	// Above and Below are paragraphs around the items; Cursor is the item that is marked.
	Above, Below []string
	Items        []SheetItem
	Cursor       int
	// Note is said below, as bad news or not.
	Note    string
	Warning bool
	// Keys are the keys that do something here.
	Keys []key.Binding
}

// SheetItem is a line of a [Sheet].
type SheetItem struct {
	Label, Value string
	// Turns says that the value can be changed with the arrows, Typed that it is typed.
	Turns, Typed bool
}

// Painter draws sheets for a terminal.
type Painter struct{ *kit.Theme }

// NewPainter returns what draws in a style.
func NewPainter(t *texts.Texts, style kit.Style) *Painter { return &Painter{kit.NewTheme(t, style)} }

// Draw draws a sheet for a window, exactly as large as that is. Item returns which item
// lies in a line of the window, -1 for none.
func (p *Painter) Draw(s *Sheet, w, h int) (frame string, item func(y int) int) {
	none := func(int) int { return -1 }
	if frame, small := p.TooSmall(w, h); small {
		return frame, none
	}
	t := p.Theme
	const most = 4
	note, longest := t.WrapAtMost(s.Note, w-2, most), max(most, h/3)
	room := h - headOfSheet - footOfSheet - len(note)
	body, at, below := p.body(s, w)
	// What stands below is seen, at least the end of it, however many items there are.
	pinned := body[len(body):]
	if over := len(body) + len(below) - room; over > 0 {
		pinned = below[max(len(below)-longest, 0):]
		room -= len(pinned)
	} else {
		body = append(body, below...)
	}
	first := 0
	for i, of := range at {
		if of == s.Cursor && i >= room { // what is marked is seen, with a bit below it
			first = max(first, min(i+2, len(body))-room)
		}
	}
	if s.Warning {
		note = t.Bad.Lines(note)
	}
	note = kit.Indent(note, " ")
	lines := slices.Concat(t.Fill(body[min(first, len(body)):], w, room), t.Fill(pinned, w, len(pinned)), t.Fill(note, w, len(note)))
	return t.Frame([]string{t.Headline(s.Title, s.State, w)}, lines, t.KeyLines(s.Keys, w-1, 1), w), func(y int) int {
		if y -= headOfSheet; y < 0 || y >= room || y+first >= len(at) {
			return -1
		}
		return at[y+first]
	}
}

// The lines of a sheet around its body, beside the note.
const headOfSheet, footOfSheet = 2, 2

// body is the lines between the rules, which item each of them is, and what stands
// below them.
func (p *Painter) body(s *Sheet, w int) (lines []string, at []int, below []string) {
	t := p.Theme
	add := func(item int, more ...string) {
		for _, l := range more {
			lines, at = append(lines, l), append(at, item)
		}
	}
	text := func(paragraphs []string) (out []string) {
		for _, para := range paragraphs {
			out = append(out, kit.Indent(t.Wrap(para, w-4), "  ")...)
		}
		return out
	}
	add(-1, text(s.Above)...)
	if len(s.Above) > 0 {
		add(-1, "")
	}
	wide := 0
	for _, it := range s.Items {
		if it.Value != "" || it.Typed || it.Turns {
			if n := ansi.StringWidth(t.Fold(it.Label)); n <= w/2 { // a longer one has its own way
				wide = max(wide, n)
			}
		}
	}
	for i, it := range s.Items {
		add(i, p.item(&it, i == s.Cursor, wide, w)...)
	}
	if below = text(s.Below); len(below) > 0 {
		below = append([]string{""}, below...)
	}
	return lines, at, below
}

// item is the lines of an item: the label, and the value beside it, or below it where
// that is too narrow. Nothing is cut off.
func (p *Painter) item(it *SheetItem, marked bool, wide, w int) []string {
	t := p.Theme
	const indented = 3
	mark, value := strings.Repeat(" ", indented), t.Fold(it.Value)
	if marked {
		mark = " > "
		switch {
		case it.Turns:
			value = "< " + value + " >"
		case it.Typed:
			value += t.Reverse.On(" ")
		}
	}
	render := func(label string) string {
		if marked && !it.Typed {
			return t.Reverse.On(label)
		}
		return label
	}
	label := t.Fold(it.Label)
	if value == "" {
		labels := t.Wrap(label, w-indented)
		for i := range labels {
			labels[i] = mark + render(labels[i])
			mark = strings.Repeat(" ", indented)
		}
		return labels
	}
	label = t.Fit(label, max(wide, ansi.StringWidth(label)))
	beside := indented + ansi.StringWidth(label) + 2
	if room := w - beside; ansi.StringWidth(value) <= room || room >= w/3 {
		return kit.Hang(mark+render(label)+"  ", strings.Repeat(" ", beside), t.Wrap(value, room))
	}
	below := strings.Repeat(" ", indented+2)
	return append([]string{mark + render(label)}, kit.Indent(t.Wrap(value, w-len(below)), below)...)
}
