// Package choose is what people choose before a round: what is played and with whom, and how they
// like things to be. It is told in fields, which a screen, a page and a command line fill.
package choose

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Field is a line in which something is chosen, or written, or both.
type Field struct {
	// Name is what a form calls it, Label what people do, and Value tells what holds now.
	Name, Label, Value string
	// Options are what can be chosen with Set, none where there is nothing to choose. Switch says
	// that they are yes and no.
	Options []words.Choice
	Set     func(value string)
	Switch  bool
	// Text is written here, with at most Most characters, nil where nothing is. Wrote is called when it
	// has changed, and Shown tells it.
	Text      *string
	MaxLength int
	OnChange  func()
	Format    func(text string) string
	// Letter leads to the field, 0 for none. Digits reports whether an option is a number, and Gap leaves a
	// line free above the field. Seat is the number of the seat that it is about, 0 for none.
	Letter             rune
	Digits, SpaceAbove bool
	Seat               int
}

// IsOn reports whether a switch says yes.
func (f Field) IsOn() bool { return f.Switch && f.Options[1].Chosen }

// Now is the text, or the value of the option that is chosen.
func (f Field) Now() string {
	if f.Text != nil {
		return *f.Text
	}
	i := slices.IndexFunc(f.Options, func(o words.Choice) bool { return o.Chosen })
	return f.Options[max(i, 0)].Value
}

// Few reports whether there are so few options, and so short ones, that all can be shown at once.
func (f Field) Few() bool {
	const few, long = 4, 45
	width := 0
	for _, o := range f.Options {
		width += len(o.Label)
	}
	return f.Seat == 0 && len(f.Options) > 0 && len(f.Options) <= few && width <= long
}

// Fill takes what a form says about a field.
func (f *Field) Fill(value string) {
	if f.Text == nil {
		f.Set(value)
		return
	}
	typed := []rune(strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, value))
	*f.Text = string(typed[:min(len(typed), f.MaxLength)])
	if f.OnChange != nil {
		f.OnChange()
	}
}

// Step chooses the next option, or the one before, round and round.
func (f *Field) Step(step int) {
	index := 0
	for i := range f.Options {
		if f.Options[i].Chosen {
			index = i
		}
	}
	n := len(f.Options)
	f.Set(f.Options[(index+step+n)%n].Value)
}

// NewField is a field with options, of which the chosen one is told.
func NewField(name, label, value string, set func(string), options ...words.Choice) Field {
	f := Field{Name: name, Label: label, Set: set, Options: options}
	for i := range options {
		o := &options[i]
		o.Name = name
		o.Chosen = o.Value == value
		if o.Chosen {
			f.Value = o.Label
		}
	}
	return f
}

// labelled are options of some values.
func labelled(label func(value string) string, values ...string) (out []words.Choice) {
	for _, v := range values {
		out = append(out, words.Choice{Value: v, Label: label(v)})
	}
	return out
}

// yes and no are the values of a switch.
const yes, no = "yes", ""

// yesNo is a field that says yes or no, in words of two texts.
func yesNo(t *texts.Texts, name, label, yesKey, noKey string, enabled bool, set func(bool)) Field {
	value := no
	if enabled {
		value = yes
	}
	f := NewField(name, label, value, func(v string) {
		set(v != no)
	}, words.Choice{Value: no, Label: t.T(noKey)}, words.Choice{Value: yes, Label: t.T(yesKey)})
	f.Switch = true
	return f
}

// ParseNumber is a number of a form, 0 where nothing was chosen and -1 for what is no number.
func ParseNumber(text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}

// Menu are the lines of the menu at any place, in groups, and their letters, which are the same
// in every language. Each place has those that it offers.
var Menu = []struct {
	Group, Name string
	Letter      rune
}{
	{"play", "continue", 'c'},
	{"play", "today", 'h'},
	{"play", "book", 'b'},
	{"play", "campaign", 'k'},
	{"play", "road", 'r'},
	{"play", "new", 'n'},
	{"play", "code", 'o'},
	{"learn", "lesson", 'f'},
	{"learn", "rules", '?'},
	{"back", "saved", 'l'},
	{"back", "stats", 't'},
	{"puzzle", "puzzle", 'p'},
	{"tools", "entry", 'd'},
	{"tools", "solve", 's'},
	{"tools", "browser", 'i'},
	{"else", "name", 'm'},
	{"else", "settings", 'e'},
	{"else", "leave", 'q'},
}
