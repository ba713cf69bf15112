package kit

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"
)

// Row is one line of a [Sheet]: a button, a choice between values, or a text field.
type Row struct {
	// Label names the row.
	Label string
	// Letter is the key that selects the row and activates it, 0 for none. A text field is only selected: its
	// text has to be typed first.
	Letter rune
	// Key replaces Letter for an action in [Content.ExtraActions]. It names a key that works even while a
	// text is typed.
	Key string
	// Value is shown after the label or below it: the chosen value, or what an empty text field means.
	Value string
	// Note is a remark shown after the label.
	Note string
	// ShortNote replaces Note if there is not enough room for it.
	ShortNote string
	// Help is shown below all rows while this one is selected, after a Note for which there is no room.
	Help string

	// OnEnter runs when the row is activated.
	OnEnter func() tea.Cmd
	// OnTurn switches to the next value (1) or to the previous one (-1). It makes the row a choice.
	OnTurn func(step int) tea.Cmd
	// OnDigit takes a digit typed on a choice; nil if digits mean nothing.
	OnDigit func(n int)
	// Text makes the row a text field.
	Text *TextField

	// Group starts a group of rows with this headline. If space is short only a blank line is kept, or
	// nothing.
	Group string
	// SpaceAbove leaves a blank line above the row.
	SpaceAbove bool
}

// TextField is the text of a [Row] that can be edited.
type TextField struct {
	// Value is the text; typing writes into it.
	Value *string
	// MaxLength is how many characters fit.
	MaxLength int
	// Format returns the text as it is shown; nil shows it as typed.
	Format func(text string) string
	// OnChange runs after each change; nil for nothing.
	OnChange func()
}

// keyName returns the name of the key that leads to a row.
func (r *Row) keyName() string { return cmp.Or(r.Key, string(r.Letter)) }

// hasValue reports whether a row shows a value besides its label.
func (r *Row) hasValue() bool { return r.Value != "" || r.OnTurn != nil || r.Text != nil }
