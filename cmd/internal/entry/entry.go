// Package entry takes down a deal that lies on a real table: a form of a few
// lines, each of which is checked while it is typed. What comes out is a
// position, for the solver and for documents.
//
// A form has no screen. The full screen (package tui) and the dialogue line by
// line (Ask) both fill it in.
package entry

import (
	"strconv"
	"strings"

	"fellowship/chapters"
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
}

// New returns an empty form for four players.
func New(lib *chapters.Library, t *texts.Texts) *Form {
	return &Form{Texts: t, lib: lib, values: map[Key]string{Players: "4"}}
}

// Value returns what stands in a line.
func (f *Form) Value(k Key) string { return f.values[k] }

// Set writes a line. What other lines hold stays, even where the chapter has no
// such line any more.
func (f *Form) Set(k Key, value string) { f.values[k] = value }

// Keys lists the lines there are now.
func (f *Form) Keys() []Key {
	keys := []Key{Chapter}
	l := f.layout()
	if l.kind != "" {
		keys = append(keys, Variant)
	}
	keys = append(keys, Players)
	if l.road && f.asDealt(&l) {
		keys = append(keys, Pool, Gift, Rider)
	}
	if l.lost != 0 {
		keys = append(keys, Lost)
	}
	for s := range chapters.SeatsFor(l.players) {
		keys = append(keys, Seat(s))
	}
	if l.players == 1 {
		keys = append(keys, Pile)
	}
	if f.side(&l) {
		keys = append(keys, Side)
	}
	if c := l.chapter; c != nil && len(c.Threats) > 0 && f.asDealt(&l) {
		keys = append(keys, Threats)
	}
	return keys
}

// Label returns what a line asks for.
func (f *Form) Label(k Key) string {
	if s := k.seat(); s >= 0 {
		return f.Seat(tricks.Seat(s))
	}
	switch k {
	case Variant:
		return f.T("entry.label." + f.layout().kind)
	case Side:
		return f.OfDeck("entry.label.", f.layout().chapter.Side, "")
	}
	return f.T("entry.label." + string(k))
}

// Hint tells what to type into a line.
func (f *Form) Hint(k Key) string {
	l := f.layout()
	if k.seat() >= 0 {
		hint := f.T("entry.hint.seat")
		if l.staged() {
			hint = f.T("entry.hint.staged", l.chapter.Staged)
		}
		switch l.players {
		case 2:
			return hint + " " + f.T("entry.hint.pyramid")
		case 1:
			return hint + " " + f.T("entry.hint.solo")
		}
		return hint
	}
	switch k {
	case Variant:
		var names []string
		for _, v := range l.whole.Variants() {
			names = append(names, v.ID)
		}
		return f.T("entry.hint.variant", f.Names(names))
	case Lost:
		return f.T("entry.hint.lost")
	}
	return f.T("entry.hint." + string(k))
}

// Rest returns what to type for all cards that stand nowhere yet.
func (f *Form) Rest() string {
	r := f.Check()
	return r.Missing.String()
}

// Title names the chapter, with its event or group; empty without one.
func (f *Form) Title() string {
	switch l := f.layout(); {
	case l.chapter == nil:
		return ""
	case l.chapter.Part != nil:
		return l.chapter.ID + ": " + l.chapter.Part.In(f.Lang())
	default:
		return l.chapter.ID + ": " + l.chapter.Title.In(f.Lang())
	}
}
