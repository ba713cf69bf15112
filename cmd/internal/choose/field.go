// Package choose has the choices that people make before a round: the game, the players, puzzles and
// settings. They are described as fields, which screens, web forms and line-by-line menus show in their own
// way.
package choose

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Field is one choice of a form: a list of options, a text, or both.
type Field struct {
	// Name is the name of the form field.
	Name string
	// Label is what people call the field.
	Label string
	// Value describes the current choice for people.
	Value string

	// Options are the values to choose from, empty if there is nothing to choose.
	Options []words.Choice
	// Set chooses an option by its value.
	Set func(value string)
	// Switch reports whether the options are no and yes, in this order.
	Switch bool

	// Text is the text that can be written, nil for a field without text.
	Text *string
	// MaxLength is how many characters the text may have.
	MaxLength int
	// OnChange is called after the text has changed; nil for nothing.
	OnChange func()
	// Format returns the text as it is shown; nil shows it as typed.
	Format func(text string) string

	// Letter is the key that leads to the field, 0 for none.
	Letter rune
	// Digits reports whether the options are numbers that can be typed.
	Digits bool
	// SpaceAbove leaves a blank line above the field.
	SpaceAbove bool
	// Seat is the number of the seat that the field is about, counted from 1; 0 for none.
	Seat int
}

// IsOn reports whether a switch is set to yes.
func (f Field) IsOn() bool { return f.Switch && f.Options[1].Chosen }

// Now returns the text, or the value of the chosen option.
func (f Field) Now() string {
	if f.Text != nil {
		return *f.Text
	}
	i := slices.IndexFunc(f.Options, func(o words.Choice) bool { return o.Chosen })
	return f.Options[max(i, 0)].Value
}

// Few reports whether the options are few and short enough to be shown all at once.
func (f Field) Few() bool {
	const few, long = 4, 45
	width := 0
	for _, o := range f.Options {
		width += len(o.Label)
	}
	return f.Seat == 0 && len(f.Options) > 0 && len(f.Options) <= few && width <= long
}

// Fill sets a field to the value from a form. Of a text it keeps the printable characters, up to MaxLength.
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

// Step chooses the next option (1) or the previous one (-1). At either end it continues at the other.
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

// NewField returns a field with options; value is the chosen one.
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

// labelled returns options with labels made from their values.
func labelled(label func(value string) string, values ...string) (out []words.Choice) {
	for _, v := range values {
		out = append(out, words.Choice{Value: v, Label: label(v)})
	}
	return out
}

// The values of a switch.
const (
	yes = "yes"
	no  = ""
)

// yesNo returns a switch. Its options are labelled with the texts of yesKey and noKey.
func yesNo(t *texts.Texts, name, label, yesKey, noKey string, enabled bool, set func(bool)) Field {
	value := no
	if enabled {
		value = yes
	}
	options := []words.Choice{{Value: no, Label: t.T(noKey)}, {Value: yes, Label: t.T(yesKey)}}
	f := NewField(name, label, value, func(v string) { set(v != no) }, options...)
	f.Switch = true
	return f
}

// ParseNumber returns the number in a form's value, 0 for an empty value and -1 for anything else.
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
