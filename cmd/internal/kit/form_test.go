package kit

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

var formKeys = map[string]tea.KeyType{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "enter": tea.KeyEnter, "back": tea.KeyBackspace, "paste": tea.KeyCtrlV, "esc": tea.KeyEsc,
}

func press(f *Form, keys ...string) (taken bool) {
	for _, k := range keys {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := formKeys[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, taken = f.Key(msg)
	}
	return taken
}

// formOf is a form with a row of each kind.
func formOf() (f *Form, name, did *string, number *int) {
	name, did, number = new(string), new(string), new(int)
	offered := true
	*name = "root"
	f = &Form{Rows: func() []Row {
		return []Row{
			{Letter: 'a', Label: "Answer", Note: "a remark", Do: func() tea.Cmd { *did += "a"; return nil }},
			{Label: "Number", Value: strings.Repeat("I", *number), Turn: Turns(func(by int) { *number += by })},
			{Label: "Name", Text: name, Most: 10, Offered: &offered},
			{Label: strings.Repeat("A sentence of some words. ", 3), Do: func() tea.Cmd { *did += "s"; return nil }},
		}
	}}
	return f, name, did, number
}

func TestFormMoves(t *testing.T) {
	f, _, did, number := formOf()
	press(f, "up")
	assert.Equal(t, 3, f.Cursor, "the list goes round")
	press(f, "down", "down", "right", "right", "left")
	assert.Equal(t, 1, *number)
	f.Draw(NewTheme(texts.New("en"), Style{Colors: termenv.Ascii}), 60, 20)
	press(f, "pgdown")
	assert.Equal(t, 3, f.Cursor, "all of them were seen")
	press(f, "home")
	assert.Equal(t, 0, f.Cursor)
	press(f, "end", "a")
	assert.Equal(t, "a", *did, "a letter does its row at once")
	assert.Equal(t, 0, f.Cursor)
	assert.False(t, press(f, "q"), "what means nothing here is for others")
	assert.False(t, press(f, "esc"))
}

func TestFormWrites(t *testing.T) {
	f, name, _, _ := formOf()
	press(f, "down", "down")
	assert.False(t, f.Writes(), "what is offered is not written yet")
	press(f, "A", "n", "n", "a")
	assert.Equal(t, "Anna", *name, "the first letter takes the place of what was offered")
	assert.True(t, f.Writes())
	press(f, "left", "left", "back", "x", "\u202e", "\x1b")
	assert.Equal(t, "Axna", *name, "in the middle, and nothing that does not show")
	press(f, "end", "paste", "123456789")
	assert.Equal(t, "Axna123456", *name, "no longer than it may be, and no clipboard")
	assert.False(t, press(f, "esc"))
}

func TestFormClicks(t *testing.T) {
	f, _, did, number := formOf()
	th := NewTheme(texts.New("en"), Style{Colors: termenv.Ascii})
	click := func(text string) {
		for y, l := range f.Draw(th, 60, 12) {
			if before, _, ok := strings.Cut(l, text); ok {
				f.Click(cells.Width(before), y)
				return
			}
		}
		assert.Fail(t, "no "+text)
	}
	click("Answer")
	click("of some")
	assert.Equal(t, "as", *did)
	click("Number")
	assert.Equal(t, 0, *number, "it is chosen first")
	*number = 2
	click("II >")
	assert.Equal(t, 3, *number)
	click("< III")
	assert.Equal(t, 2, *number)
}

// TestFormFits holds that a form of any rows is as large as its window.
func TestFormFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.StringMatching(`([A-Za-zäß]{1,9} ?){0,12}`)
		rows := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Row {
			r := Row{Label: words.Draw(rt, "label"), Tell: words.Draw(rt, "tell"), Note: words.Draw(rt, "note")}
			switch rapid.IntRange(0, 2).Draw(rt, "kind") {
			case 0:
				r.Value, r.Turn = words.Draw(rt, "value"), Turns(func(int) {})
			case 1:
				text := words.Draw(rt, "text")
				r.Text = &text
			}
			return r
		}), 0, 25).Draw(rt, "rows")
		f := &Form{Rows: func() []Row { return rows }, Cursor: rapid.IntRange(0, 30).Draw(rt, "cursor")}
		about := []string{words.Draw(rt, "above"), words.Draw(rt, "below")}
		f.Above, f.Below = func() []string { return about[:1] }, func() []string { return about[1:] }
		th := NewTheme(texts.New("en"), Style{Colors: termenv.Ascii, ASCII: rapid.Bool().Draw(rt, "ascii")})
		w, h := rapid.IntRange(40, 120).Draw(rt, "w"), rapid.IntRange(18, 40).Draw(rt, "h")
		lines := f.Draw(th, w, h)
		if len(lines) > h {
			rt.Fatalf("%d lines of %d", len(lines), h)
		}
		for _, l := range lines {
			if cells.Width(l) > w {
				rt.Fatalf("too wide: %q", l)
			}
		}
		if len(rows) > 0 && !strings.Contains(strings.Join(lines, "\n"), "> ") {
			rt.Fatalf("the cursor is not seen:\n%s", strings.Join(lines, "\n"))
		}
	})
}
