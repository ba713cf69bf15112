// Package dealform takes down a deal that lies on a real table: a form of a few
// lines, each of which is checked while it is typed. The result is a
// position, for the solver and for documents.
//
// A form has no screen. The full screen (package tui) and the dialogue line by
// line (Ask) both fill it in.
package dealform

import (
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Key names a line of the form.
type Key string

// The lines, in their order; a form has those its chapter needs.
const (
	Chapter Key = "chapter"
	Variant Key = "variant"
	Players Key = "players"
	Pool    Key = "pool"
	Gift    Key = "gift"
	Rider   Key = "rider"
	Lost    Key = "lost"
	Pile    Key = "pile"
	Side    Key = "side"
	Threats Key = "threats"
)

// Seat is the line of a seat.
func Seat(s int) Key { return Key("seat" + strconv.Itoa(s)) }

// seat returns the seat of a line, -1 for another line.
func (k Key) seat() int {
	if n, ok := strings.CutPrefix(string(k), "seat"); ok {
		s, _ := strconv.Atoi(n)
		return s
	}
	return -1
}

// Form is a deal being taken down.
type Form struct {
	*texts.Texts
	lib    *chapters.Library
	values map[Key]string
	// now is what the lines say, and checked that the loader has been asked about it; nil after
	// a line was written.
	now     *deal
	checked bool
}

// New returns an empty form for four players.
func New(lib *chapters.Library, t *texts.Texts) *Form {
	return &Form{Texts: t, lib: lib, values: map[Key]string{Players: "4"}}
}

// Value returns the text of a line.
func (f *Form) Value(k Key) string { return f.values[k] }

// Set writes a line. Other lines keep their text, even where the chapter has no such
// line any more.
func (f *Form) Set(k Key, value string) {
	f.values[k] = value
	f.now, f.checked = nil, false
}

// Keys lists the lines there are now.
func (f *Form) Keys() []Key { return f.read().keys() }

// Check looks through the whole form.
func (f *Form) Check() Report { return f.check().Report }

func (f *Form) check() *deal {
	d := f.read()
	if !f.checked {
		d.load()
		f.checked = true
	}
	return d
}

// Position returns the position that the form describes, with what the chapter
// fixes. The error is that of the first line that has a problem.
func (f *Form) Position() (chapters.Position, error) {
	d := f.check()
	for _, k := range d.keys() {
		if p := d.Problems[k]; p.Hard {
			return d.pos, say.Errorf("%s: %s", d.label(k), p.Text)
		}
	}
	return d.pos, nil
}

// Label returns the label of a line.
func (f *Form) Label(k Key) string { return f.read().label(k) }

func (d *deal) label(k Key) string {
	if s := k.seat(); s >= 0 {
		return d.Seat(tricks.Seat(s))
	}
	switch k {
	case Variant:
		return d.T("entry.label." + d.kind)
	case Side:
		return d.OfDeck("entry.label.", d.chapter.Side, "")
	}
	return d.T("entry.label." + string(k))
}

// Hint tells how to fill a line in.
func (f *Form) Hint(k Key) string {
	d := f.read()
	switch {
	case k == Variant:
		return d.T("entry.hint.variant", d.variants())
	case k.seat() < 0:
		return d.T("entry.hint." + string(k))
	}
	hint := d.T("entry.hint.seat")
	if d.staged() {
		hint = d.T("entry.hint.staged", d.chapter.Staged)
	}
	switch d.pos.Players {
	case 2:
		hint += " " + d.T("entry.hint.pyramid")
	case 1:
		hint += " " + d.T("entry.hint.solo")
	}
	return hint
}

// variants names the events or groups.
func (d *deal) variants() string {
	var names []string
	for _, v := range d.whole.Variants() {
		names = append(names, v.ID)
	}
	return d.Names(names)
}

// Rest returns the codes of all cards that stand nowhere yet.
func (f *Form) Rest() string {
	d := f.read()
	return d.Codes(d.Missing)
}

// Title names the chapter, with its event or group; empty without one.
func (f *Form) Title() string {
	switch d := f.read(); {
	case d.chapter == nil:
		return ""
	case d.chapter.Part != nil:
		return d.chapter.ID + ": " + d.chapter.Part.In(d.Lang())
	default:
		return d.chapter.ID + ": " + d.chapter.Title.In(d.Lang())
	}
}
