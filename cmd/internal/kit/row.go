package kit

// Row is one line of a [Sheet]. Its control says what it does.
type Row struct {
	// Label names the row.
	Label string
	// Letter is the key that selects the row and activates it, 0 for none. A text field is only selected: its
	// text has to be typed first.
	Letter rune
	// Value is shown after the label or below it: the chosen value, or what an empty text field means.
	Value string
	// Note is a remark shown after the label.
	Note string
	// ShortNote replaces Note if there is not enough room for it.
	ShortNote string
	// Help is shown below all rows while this one is selected, after a Note for which there is no room.
	Help string

	// Control decides what keys and clicks do on the row. It is for example a [Button]; nil is for a row that
	// can only be selected.
	Control Control

	// Group starts a group of rows with this headline. If space is short only a blank line is kept, or
	// nothing.
	Group string
	// SpaceAbove leaves a blank line above the row.
	SpaceAbove bool
}

// control returns the control of a row that may have none.
func (r *Row) control() Control {
	if r.Control == nil {
		return Button(nil)
	}
	return r.Control
}

// isChoice reports whether the row is a choice between values.
func (r *Row) isChoice() bool { return r.control().turn() != nil }

// field returns the text of the row that can be edited, nil for none.
func (r *Row) field() *TextField { return r.control().field() }

// hasValue reports whether a row shows a value besides its label.
func (r *Row) hasValue() bool { return r.Value != "" || r.isChoice() || r.field() != nil }
