package kit

import (
	"strconv"
	"strings"
	"testing"

	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

// trace notes what controls do, in words.
type trace struct{ did []string }

func (tr *trace) note(what string) func() tea.Cmd {
	return func() tea.Cmd {
		tr.did = append(tr.did, what)
		return nil
	}
}

func (tr *trace) turn(step int) tea.Cmd { return tr.note("turn " + strconv.Itoa(step))() }

func (tr *trace) digit(n int) { tr.note("digit " + strconv.Itoa(n))() }

// controls returns a control of each kind, and the text that they edit.
func controls(tr *trace) (all map[string]Control, text *string) {
	text = new(string)
	field := TextField{Text: text, MaxLength: 5, OnChange: func() { tr.note("change")() }}
	enterField := field
	enterField.Enter = tr.note("enter")
	return map[string]Control{
		"nothing":          nil,
		"button":           Button(tr.note("enter")),
		"choice":           Choice{Turn: tr.turn},
		"number":           Choice{Turn: tr.turn, Digit: tr.digit},
		"choice and enter": Choice{Turn: tr.turn, Enter: tr.note("enter")},
		"text":             field,
		"text and enter":   enterField,
		"choice and text":  ChoiceWithText{Choice: Choice{Turn: tr.turn}, Text: field},
	}, text
}

// TestControlKeys checks what each key does on the selected row, by the kind of its control.
func TestControlKeys(t *testing.T) {
	for _, test := range []struct {
		control, keys string
		// did is what happens.
		did string
		// text is the text afterwards.
		text string
		// ignored reports whether the last key means nothing.
		ignored bool
	}{
		{control: "nothing", keys: "enter"},
		{control: "nothing", keys: "left", ignored: true},
		{control: "nothing", keys: "7", ignored: true},
		{control: "button", keys: "enter", did: "enter"},
		{control: "button", keys: " ", did: "enter"},
		{control: "button", keys: "right", ignored: true},
		{control: "button", keys: "esc", ignored: true},
		{control: "choice", keys: "left right", did: "turn -1, turn 1"},
		{control: "choice", keys: "enter", did: "turn 1"},
		{control: "choice", keys: "3", ignored: true},
		{control: "number", keys: "3", did: "digit 3"},
		{control: "number", keys: "q", ignored: true},
		{control: "choice and enter", keys: "enter right", did: "enter, turn 1"},
		{control: "text", keys: "a 7 q", did: "change, change, change", text: "a7q"},
		{control: "text", keys: "a b left back", did: "change, change, change", text: "b"},
		{control: "text", keys: "a b c d e f", did: "change, change, change, change, change", text: "abcde"},
		{control: "text", keys: "enter"},
		{control: "text", keys: "a esc", did: "change", text: "a", ignored: true},
		{control: "text and enter", keys: "a enter", did: "change, enter", text: "a"},
		{control: "choice and text", keys: "a right b", did: "change, turn 1, change", text: "ab"},
		{control: "choice and text", keys: "enter", did: "turn 1"},
	} {
		t.Run(test.control+" "+test.keys, func(t *testing.T) {
			var tr trace
			all, text := controls(&tr)
			sh := &Sheet{Build: func() Content { return Content{Rows: []Row{{Control: all[test.control]}}} }}
			keys := strings.Fields(test.keys)
			if test.keys == " " {
				keys = []string{" "}
			}
			handled := press(sh, keys...)
			assert.Equal(t, test.did, strings.Join(tr.did, ", "))
			assert.Equal(t, test.text, *text)
			assert.Equal(t, !test.ignored, handled)
		})
	}
}

// TestSheetEnter checks that a sheet's own Enter comes after the Enter of a control, and before the next value of a
// choice.
func TestSheetEnter(t *testing.T) {
	for control, want := range map[string]string{
		"nothing": "sheet", "button": "enter", "choice": "sheet", "choice and enter": "enter", "text": "sheet",
		"text and enter": "enter", "choice and text": "sheet",
	} {
		var tr trace
		all, _ := controls(&tr)
		sh := &Sheet{Build: func() Content {
			return Content{Rows: []Row{{Control: all[control]}}, Enter: tr.note("sheet")}
		}}
		press(sh, "enter")
		assert.Equal(t, []string{want}, tr.did, control)
	}
}

// TestLetters checks that a letter selects and activates its row from anywhere, only selects a text field, and is
// typed while a text field is selected.
func TestLetters(t *testing.T) {
	for _, test := range []struct {
		keys   []string
		did    string
		cursor int
		text   string
	}{
		{keys: []string{"b"}, did: "button", cursor: 0},
		{keys: []string{"c"}, did: "turn 1", cursor: 1},
		{keys: []string{"t"}, cursor: 2},
		{keys: []string{"x"}, cursor: 3},
		{keys: []string{"t", "b"}, cursor: 2, text: "b"},
		{keys: []string{"down", "b"}, did: "button", cursor: 0},
		{keys: []string{"t", "up", "b"}, did: "button", cursor: 0},
	} {
		t.Run(strings.Join(test.keys, " "), func(t *testing.T) {
			var tr trace
			text := ""
			field := TextField{Text: &text, MaxLength: 5}
			sh := &Sheet{Build: func() Content {
				return Content{Rows: []Row{
					{Letter: 'b', Control: Button(tr.note("button"))},
					{Letter: 'c', Control: Choice{Turn: tr.turn}},
					{Letter: 't', Control: field},
					{Letter: 'x', Control: ChoiceWithText{Choice: Choice{Turn: tr.turn}, Text: field}},
				}}
			}}
			assert.True(t, press(sh, test.keys...))
			assert.Equal(t, test.did, strings.Join(tr.did, ", "))
			assert.Equal(t, test.cursor, sh.Cursor)
			assert.Equal(t, test.text, text)
		})
	}
}

// TestControlClicks checks what a click does on a row that was selected before, at the start of its value and behind
// it, and on a row that was not.
func TestControlClicks(t *testing.T) {
	for control, want := range map[string][3]string{
		"nothing":          {"", "", ""},
		"button":           {"enter", "enter", "enter"},
		"choice":           {"", "turn -1", "turn 1"},
		"choice and enter": {"", "turn -1", "turn 1"},
		"text":             {"", "", ""},
		"text and enter":   {"", "enter", "enter"},
		"choice and text":  {"", "turn -1", "turn 1"},
	} {
		for i, place := range []struct{ wasSelected, atStart bool }{{false, true}, {true, true}, {true, false}} {
			var tr trace
			all, _ := controls(&tr)
			row := Row{Control: all[control]}
			row.control().click(place.wasSelected, place.atStart)
			assert.Equal(t, want[i], strings.Join(tr.did, ", "), "%s, %v", control, place)
		}
	}
}

// TestShownValues checks how the value of a row is shown, with the place where the next letter goes if the row is
// selected. The row's own value stands for a text that is empty.
func TestShownValues(t *testing.T) {
	quoted := func(text string) string { return "'" + text + "'" }
	choice := Choice{Turn: func(int) tea.Cmd { return nil }}
	field := func(text string, format func(string) string) TextField { return TextField{Text: &text, Format: format} }
	const unselected = -1
	for _, test := range []struct {
		control Control
		cursor  int
		want    string
	}{
		{Button(nil), 0, "root"},
		{choice, unselected, "< root >"},
		{choice, 0, "< root >"},
		{field("", nil), unselected, "root"},
		{field("", nil), 0, "_root"},
		{field("Anna", nil), unselected, "Anna"},
		{field("Anna", nil), 2, "An_na"},
		{field("Anna", nil), 99, "Anna_"},
		{field("Zoë", nil), 3, "Zoë_"},
		{field("", quoted), unselected, "root"},
		{field("", quoted), 0, "'_'"},
		{field("Anna", quoted), unselected, "'Anna'"},
		{field("Anna", quoted), 4, "'Anna_'"},
		{ChoiceWithText{Choice: choice, Text: field("", nil)}, unselected, "< root >"},
		{ChoiceWithText{Choice: choice, Text: field("Anna", quoted)}, 1, "< 'A_nna' >"},
	} {
		assert.Equal(t, test.want, test.control.shownValue("root", test.cursor))
	}
}

// TestKeysOfControls checks which keys the last line names for the selected row.
func TestKeysOfControls(t *testing.T) {
	for control, want := range map[string]string{
		"nothing":         "up/down",
		"button":          "enter up/down",
		"choice":          "up/down left/right",
		"text and enter":  "enter up/down letters",
		"choice and text": "up/down left/right letters",
	} {
		var tr trace
		all, _ := controls(&tr)
		s := stackOf(80, 30, false)
		sh := &Sheet{Build: func() Content { return Content{Rows: []Row{{Control: all[control]}, {}}} }}
		s.Push(sh)
		s.Grid()
		var names []string
		for _, k := range s.activeKeys(sh) {
			names = append(names, k.Help().Key)
		}
		assert.Equal(t, want+" ?", strings.TrimSpace(strings.Join(names, " ")), control)
	}
}

// TestShortcuts checks that a shortcut works on rows and on a page, that a row with its letter comes first, and that
// its key is typed while a text field is selected.
func TestShortcuts(t *testing.T) {
	text := ""
	for name, test := range map[string]struct {
		content Content
		want    string
	}{
		"rows":        {Content{Rows: []Row{{}}}, "shortcut"},
		"no rows":     {Content{}, "shortcut"},
		"page":        {Content{Page: func(int) page.Page { return page.FromText("words") }}, "shortcut"},
		"same letter": {Content{Rows: []Row{{Letter: 'd'}}}, ""},
		"text":        {Content{Rows: []Row{{Control: TextField{Text: &text, MaxLength: 3}}}}, ""},
	} {
		var tr trace
		c := test.content
		c.Shortcuts = []Shortcut{{Key: "d", Label: "delete", Do: tr.note("shortcut")}}
		sh := &Sheet{Build: func() Content { return c }}
		s := stackOf(80, 30, false)
		s.Push(sh)
		assert.Contains(t, s.Grid().Plain(), "d delete", name)
		assert.True(t, press(sh, "d"), name)
		assert.Equal(t, test.want, strings.Join(tr.did, ", "), name)
	}
	assert.Equal(t, "d", text)
}

// TestConfirmFollowsLanguage checks that the question before something that cannot be undone is asked in the language
// of the session at that moment, and that only the answer yes does it.
func TestConfirmFollowsLanguage(t *testing.T) {
	s := stackOf(80, 30, false)
	var tr trace
	s.Push(&Sheet{Build: func() Content { return Content{} }})
	sh := s.Confirm("Really?", tr.note("done"))
	s.Push(sh)
	for _, lang := range []string{"en", "de"} {
		tx := texts.New(lang)
		s.Theme = NewTheme(tx, TermProfile{Colors: termenv.Ascii})
		shown := s.Grid().Plain()
		assert.Contains(t, shown, tx.T("lobby.sure.yes"))
		assert.Contains(t, shown, tx.T("lobby.sure.no"))
	}
	press(sh, s.T("lobby.sure.letter"))
	assert.Equal(t, []string{"done"}, tr.did)
	assert.Len(t, s.Screens, 1)
	again := s.Confirm("Really?", tr.note("done again"))
	s.Push(again)
	press(again, "n")
	assert.Equal(t, []string{"done"}, tr.did)
	assert.Len(t, s.Screens, 1)
}
