package kit

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

var formKeys = map[string]tea.KeyType{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome,
	"end":  tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "enter": tea.KeyEnter, "back": tea.KeyBackspace,
	"paste": tea.KeyCtrlV, "esc": tea.KeyEsc,
}

func press(sh *Sheet, keys ...string) (handled bool) {
	for _, k := range keys {
		sh.refresh()
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(k)}
		if typ, ok := formKeys[k]; ok {
			msg = tea.KeyMsg{Type: typ}
		}
		_, handled = sh.handleKey(msg)
	}
	return handled
}

// sheetOf returns a sheet with a row of each kind on a stack, and the variables that the rows change.
func sheetOf() (s *Stack, sh *Sheet, name, did *string, number *int) {
	name = new(string)
	did = new(string)
	number = new(int)
	sh = &Sheet{Build: func() Content {
		return Content{Rows: []Row{
			{Letter: 'a', Label: "Answer", Note: "a remark", Control: Button(func() tea.Cmd { *did += "a"; return nil })},
			{Label: "Number", Value: strings.Repeat("I", *number), Control: Choice{Turn: func(by int) tea.Cmd {
				*number += by
				return nil
			}}},
			{Label: "Name", Value: "root", Control: TextField{Text: name, MaxLength: 10}},
			{Label: strings.Repeat("A sentence of some words. ", 3), Control: Button(func() tea.Cmd {
				*did += "s"
				return nil
			})},
		}}
	}}
	s = stackOf(60, 30, false)
	s.Push(sh)
	return s, sh, name, did, number
}

func stackOf(w, h int, ascii bool) *Stack {
	s := &Stack{
		Theme: NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii, ASCII: ascii}), State: func() string {
			return ""
		}, Mouse: true,
		QuitKey: key.NewBinding(key.WithKeys("q")),
	}
	s.Update(tea.WindowSizeMsg{Width: w, Height: h})
	return s
}

func TestFormMoves(t *testing.T) {
	s, f, _, did, number := sheetOf()
	press(f, "up")
	assert.Equal(t, 3, f.Cursor, "the list goes round")
	press(f, "down", "down", "right", "right", "left")
	assert.Equal(t, 1, *number)
	s.Grid()
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
	s, f, name, _, _ := sheetOf()
	press(f, "down", "down")
	assert.False(t, f.IsTyping(), "what is offered is not written yet")
	assert.Contains(t, s.Grid().Plain(), "_root")
	press(f, "A", "n", "n", "a")
	assert.Equal(t, "Anna", *name, "the first letter takes the place of what was offered")
	assert.True(t, f.IsTyping())
	press(f, "left", "left", "back", "x", "\u202e", "\x1b")
	assert.Equal(t, "Axna", *name, "in the middle, and nothing that does not show")
	press(f, "end", "paste", "123456789")
	assert.Equal(t, "Axna123456", *name, "no longer than it may be, and no clipboard")
	assert.False(t, press(f, "esc"))
}

func TestFormClicks(t *testing.T) {
	s, _, _, did, number := sheetOf()
	click := func(text string) {
		for y, l := range strings.Split(s.Grid().Plain(), "\n") {
			if before, _, ok := strings.Cut(l, text); ok {
				s.Update(tea.MouseMsg{
					X: cells.Width(before), Y: y, Action: tea.MouseActionPress,
					Button: tea.MouseButtonLeft,
				})
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

// TestFormFits checks that a sheet with any rows is exactly as large as its window and shows its cursor.
func TestFormFits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.StringMatching(`([A-Za-zäß]{1,9} ?){0,12}`)
		rows := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Row {
			r := Row{Label: words.Draw(rt, "label"), Help: words.Draw(rt, "tell"), Note: words.Draw(rt, "note")}
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				r.Value = words.Draw(rt, "value")
				r.Control = Choice{Turn: func(int) tea.Cmd { return nil }}
			case 1:
				text := words.Draw(rt, "text")
				r.Control = TextField{Text: &text}
			case 2:
				text := words.Draw(rt, "text")
				choice := Choice{Turn: func(int) tea.Cmd { return nil }}
				r.Control = ChoiceWithText{Choice: choice, Text: TextField{Text: &text}}
			}
			return r
		}), 0, 25).Draw(rt, "rows")
		c := Content{Rows: rows, Header: []string{words.Draw(rt, "above")}, Footer: []string{words.Draw(rt, "below")}}
		w, h := rapid.IntRange(46, 120).Draw(rt, "w"), rapid.IntRange(30, 40).Draw(rt, "h")
		s := stackOf(w, h, rapid.Bool().Draw(rt, "ascii"))
		s.Push(&Sheet{Build: func() Content { return c }, Cursor: rapid.IntRange(0, 30).Draw(rt, "cursor")})
		frame := s.Grid().Plain()
		if n := len(strings.Split(frame, "\n")); n != h {
			rt.Fatalf("%d lines of %d", n, h)
		}
		if len(rows) > 0 && !strings.Contains(frame, "> ") {
			rt.Fatalf("the cursor is not seen:\n%s", frame)
		}
	})
}
