package kit

import (
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"

	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
)

// Sheet is a screen of a [Stack] with rows to choose from, or with a text to read.
type Sheet struct {
	// Name tells the sheet from others.
	Name string
	// Build returns the content. It is called before each key and each drawing, since the content may
	// change at any time.
	Build func() Content
	// Cursor is the index of the selected row.
	Cursor int
	// Back leaves the sheet; nil shows the screen below.
	Back func() tea.Cmd
	// NoBack reports whether Esc and q do not leave the sheet.
	NoBack bool
	// Keys are further keys, by name. They come before all others, and are not listed in the last line.
	Keys map[string]func() tea.Cmd

	// content is the last result of Build.
	content Content
	// rowAreas are the places of the rows as they were drawn last.
	rowAreas []felt.HitArea
	// keyAreas are the places of the keys listed in the last line.
	keyAreas []felt.HitArea
	// valueColumn is the column where the values begin.
	valueColumn int
	// optionColumns are the columns where the options begin, by the index of their row.
	optionColumns map[int]int
	// buttonLine is the line of the form's button among the lines of the sheet, -1 for none.
	buttonLine int
	// optionAreas are the places of the options that were drawn last, by the index of their row.
	optionAreas map[int][]felt.HitArea
	// buttonArea is the place of the form's button; its width is 0 for none.
	buttonArea felt.HitArea
	// visibleRows is how many rows were drawn last.
	visibleRows int

	// input edits the text of the selected row.
	input textinput.Model
	// editing is the text that input edits, nil for none.
	editing *string
	// reader scrolls the page.
	reader reader
	// pageShown reports whether the page has been drawn before.
	pageShown bool
}

// Content is shown on a [Sheet].
type Content struct {
	// Title begins the headline.
	Title string
	// State ends the headline. Its parts are divided by two spaces; if space is short the first parts
	// are left out.
	State string
	// Header has the paragraphs above the rows.
	Header []string
	// Rows are the rows to choose from.
	Rows []Row
	// Button is the line below the rows that Enter chooses, if the sheet is a form.
	Button FormButton
	// Footer has the paragraphs below the rows.
	Footer []string

	// Draw, if set, draws the sheet in its own way, on the whole room except the last line, which lists
	// the keys. It returns the places of the rows, by their indexes, for the mouse and the arrow keys.
	Draw func(g *felt.Grid, cursor int) []felt.HitArea
	// Paint, if set, draws last, below the rows; freeRow is the first free line.
	Paint func(g *felt.Grid, freeRow int)
	// FitsSmall reports whether the sheet can be used in a window that is [IsSmall].
	FitsSmall bool

	// Page, if set, returns a text to read instead of rows, for a width.
	Page func(columns int) page.Page
	// StartAtEnd shows the end of the page first.
	StartAtEnd bool

	// Enter runs for Enter on a page, and on a row whose control leaves Enter to the sheet, even if Enter could
	// otherwise switch to its next value.
	Enter func() tea.Cmd
	// EnterLabel names Enter in the list of keys.
	EnterLabel string
	// Shortcuts are further keys with their labels.
	Shortcuts []Shortcut
}

// refresh builds the content anew.
func (sh *Sheet) refresh() { sh.content = sh.Build() }

// Selected returns the row at the cursor. It moves the cursor to a row that exists, and loads the
// row's text into the input.
func (sh *Sheet) Selected() Row {
	all := sh.content.Rows
	sh.Cursor = max(0, min(sh.Cursor, len(all)-1))
	if len(all) == 0 {
		return Row{}
	}
	r := all[sh.Cursor]
	field := r.field()
	if field == nil {
		sh.editing = nil
		return r
	}
	if field.Text != sh.editing || sh.input.Value() != *field.Text {
		sh.input = textinput.New()
		sh.input.CharLimit = field.MaxLength
		sh.input.KeyMap.Paste.SetEnabled(false) // it would be the clipboard of a server
		sh.input.SetValue(*field.Text)
		sh.input.Focus()
	}
	sh.editing = field.Text
	return r
}

// IsTyping reports whether the selected row has a text that is not empty. Any letter may continue it.
func (sh *Sheet) IsTyping() bool {
	selected := sh.Selected()
	field := selected.field()
	return field != nil && *field.Text != ""
}
