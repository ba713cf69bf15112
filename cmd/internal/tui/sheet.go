package tui

import (
	"strings"

	"fellowship/cmd/internal/texts"

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
	// Keys are keys and what they do, in turn.
	Keys []string
}

// SheetItem is a line of a [Sheet].
type SheetItem struct {
	Label, Value string
	// Turns says that the value can be changed with the arrows, Typed that it is typed.
	Turns, Typed bool
}

// Painter draws sheets for a terminal.
type Painter struct {
	*texts.Texts
	theme *theme
}

// NewPainter returns what draws in a style.
func NewPainter(t *texts.Texts, style Style) *Painter { return &Painter{t, newTheme(style)} }

// Draw draws a sheet for a window, exactly as large as that is. Item returns which item
// lies in a line of the window, -1 for none.
func (p *Painter) Draw(s *Sheet, w, h int) (frame string, item func(y int) int) {
	none := func(int) int { return -1 }
	if frame, small := tooSmall(p.theme, p.Texts, w, h); small {
		return frame, none
	}
	t := p.theme
	room := h - headOfSheet - footOfSheet
	body, at, below := p.body(s, w)
	// What stands below is seen, at least the end of it, however many items there are.
	pinned := body[len(body):]
	if over := len(body) + len(below) - room; over > 0 {
		const most = 4
		pinned = below[max(len(below)-most, 0):]
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
	note := t.fold(s.Note)
	if s.Warning {
		note = t.bad.Render(note)
	}
	var keys []string
	for i := 0; i+1 < len(s.Keys); i += 2 {
		keys = append(keys, t.title.Render(t.fold(s.Keys[i]))+" "+t.faint.Render(t.fold(s.Keys[i+1])))
	}
	lines := []string{t.spread(" "+t.title.Render(t.fold(s.Title)), s.State+" ", w), t.rule(w)}
	lines = append(append(lines, t.fill(body[min(first, len(body)):], w, room)...), t.fill(pinned, w, len(pinned))...)
	lines = append(lines, t.fit(" "+note, w), t.rule(w), t.fit(" "+strings.Join(keys, "  "), w))
	return strings.Join(lines, "\n"), func(y int) int {
		if y -= headOfSheet; y < 0 || y >= room || y+first >= len(at) {
			return -1
		}
		return at[y+first]
	}
}

// The lines of a sheet around its body.
const headOfSheet, footOfSheet = 2, 3

// body is the lines between the rules, which item each of them is, and what stands
// below them.
func (p *Painter) body(s *Sheet, w int) (lines []string, at []int, below []string) {
	t := p.theme
	add := func(item int, more ...string) {
		for _, l := range more {
			lines, at = append(lines, l), append(at, item)
		}
	}
	text := func(paragraphs []string) (out []string) {
		for _, para := range paragraphs {
			out = append(out, indent(t.wrap(para, w-4), "  ")...)
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
			wide = max(wide, ansi.StringWidth(t.fold(it.Label)))
		}
	}
	wide = min(wide, w/2)
	for i, it := range s.Items {
		mark, label, value := "   ", t.fold(it.Label), t.fold(it.Value)
		if it.Value != "" || it.Typed || it.Turns {
			label = t.fit(label, wide)
		}
		if i == s.Cursor {
			mark = " > "
			if it.Typed {
				value += t.cursor.Render(" ")
			} else {
				label = t.cursor.Render(label)
			}
			if it.Turns {
				value = "< " + value + " >"
			}
		}
		line := mark + label
		if value != "" {
			line += "  " + value
		}
		add(i, t.fit(line, w))
	}
	if below = text(s.Below); len(below) > 0 {
		below = append([]string{""}, below...)
	}
	return lines, at, below
}
