package kit

import (
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
)

// Control decides what keys and clicks do on a [Row]. It is a [Button], a [Choice], a [TextField] or a
// [ChoiceWithText].
type Control interface {
	// shownValue returns the value of a row as it is shown. cursor is how many letters of a text stand before
	// the place where the next one goes, and -1 while the row is not selected.
	shownValue(value string, cursor int) string
	// onEnter returns what Enter does, nil if the sheet decides.
	onEnter() func() tea.Cmd
	// pressKey handles a key while the row is selected, and reports whether the key means something to the
	// control. It gets no keys that move between rows.
	pressKey(sh *Sheet, msg tea.KeyMsg) (cmd tea.Cmd, handled bool)
	// click handles the mouse. wasSelected reports whether the row was selected before, and atStart whether the
	// place is the beginning of the value.
	click(wasSelected, atStart bool) tea.Cmd
	// turn returns what switches to another value, nil if there is no choice.
	turn() func(step int) tea.Cmd
	// field returns the text that can be edited, nil for none.
	field() *TextField
	// options returns the values to choose from, nil if they are not known or are not to be shown side by side.
	options() []Option
}

// Option is one of the values of a [Choice], as it is shown beside the others.
type Option struct {
	// Label names the value.
	Label string
	// Chosen reports whether it is the value now.
	Chosen bool
}

// Button is the control of a row that does something when it is activated.
type Button func() tea.Cmd

func (b Button) shownValue(value string, _ int) string { return value }

func (b Button) onEnter() func() tea.Cmd { return b }

func (b Button) pressKey(*Sheet, tea.KeyMsg) (cmd tea.Cmd, handled bool) { return nil, false }

func (b Button) click(bool, bool) tea.Cmd {
	if b == nil {
		return nil
	}
	return b()
}

func (b Button) turn() func(step int) tea.Cmd { return nil }

func (b Button) field() *TextField { return nil }

func (b Button) options() []Option { return nil }

// Choice is the control of a row whose value is one of several.
type Choice struct {
	// Turn switches to the next value (1) or to the previous one (-1).
	Turn func(step int) tea.Cmd
	// Digit takes a digit that is typed; nil if digits mean nothing.
	Digit func(n int)
	// Enter runs for Enter; nil leaves Enter to the sheet, which otherwise switches to the next value.
	Enter func() tea.Cmd
	// Options are all values in the order of Turn. They are shown side by side where there is room; nil shows the
	// value alone.
	Options []Option
}

func (c Choice) shownValue(value string, _ int) string {
	return "< " + strings.TrimRight(value, " ") + " >"
}

func (c Choice) onEnter() func() tea.Cmd { return c.Enter }

func (c Choice) pressKey(_ *Sheet, msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	letter := letterOf(msg)
	switch name := msg.String(); {
	case name == "left":
		return c.Turn(-1), true
	case name == "right", name == " ":
		return c.Turn(1), true
	case c.Digit != nil && letter >= '0' && letter <= '9':
		c.Digit(int(letter - '0'))
		return nil, true
	}
	return nil, false
}

// click selects the row first. On the row that is selected it switches to the next value, and at the start of
// "< value >" to the previous one.
func (c Choice) click(wasSelected, atStart bool) tea.Cmd {
	switch {
	case !wasSelected:
		return nil
	case atStart:
		return c.Turn(-1)
	}
	return c.Turn(1)
}

func (c Choice) turn() func(step int) tea.Cmd { return c.Turn }

func (c Choice) field() *TextField { return nil }

func (c Choice) options() []Option { return c.Options }

// TextField is the control of a row whose value is a text that can be edited.
type TextField struct {
	// Text is the text; typing writes into it.
	Text *string
	// MaxLength is how many characters fit.
	MaxLength int
	// Format returns the text as it is shown; nil shows it as typed.
	Format func(text string) string
	// OnChange runs after each change; nil for nothing.
	OnChange func()
	// Enter runs for Enter; nil leaves Enter to the sheet.
	Enter func() tea.Cmd
}

// shownValue marks the place where the next letter goes. It shows the value of the row in place of a text that is
// empty.
func (f TextField) shownValue(value string, cursor int) string {
	text := *f.Text
	switch isSelected := cursor >= 0; {
	case text == "" && !isSelected:
		return value
	case text == "" && f.Format == nil:
		return "_" + value
	case isSelected:
		letters := []rune(text)
		cursor = min(cursor, len(letters))
		text = string(letters[:cursor]) + "_" + string(letters[cursor:])
	}
	if f.Format != nil {
		return f.Format(text)
	}
	return text
}

func (f TextField) onEnter() func() tea.Cmd { return f.Enter }

// pressKey edits the text with any key but Enter and Esc.
func (f TextField) pressKey(sh *Sheet, msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	if name := msg.String(); name == "enter" || name == "esc" {
		return nil, false
	}
	msg.Runes = printable(msg.Runes)
	oldText := sh.input.Value()
	sh.input, _ = sh.input.Update(msg)
	*f.Text = sh.input.Value()
	if *f.Text != oldText && f.OnChange != nil {
		f.OnChange()
	}
	return nil, true
}

// click selects the row first, since its text has to be typed before Enter means something.
func (f TextField) click(wasSelected, _ bool) tea.Cmd {
	if !wasSelected || f.Enter == nil {
		return nil
	}
	return f.Enter()
}

func (f TextField) turn() func(step int) tea.Cmd { return nil }

func (f TextField) field() *TextField { return &f }

func (f TextField) options() []Option { return nil }

// ChoiceWithText is the control of a row whose value is one of several, and which has a text besides, such as the
// name of the person who was chosen.
type ChoiceWithText struct {
	// Choice switches between the values. It decides what Enter and the mouse do.
	Choice Choice
	// Text is the text that can be edited while the row is selected.
	Text TextField
}

func (c ChoiceWithText) shownValue(value string, cursor int) string {
	return c.Choice.shownValue(c.Text.shownValue(value, cursor), cursor)
}

func (c ChoiceWithText) onEnter() func() tea.Cmd { return c.Choice.onEnter() }

func (c ChoiceWithText) pressKey(sh *Sheet, msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	name := msg.String()
	// No text begins with a space, so that space changes the value until something is typed.
	if name == "left" || name == "right" || name == " " && *c.Text.Text == "" {
		return c.Choice.pressKey(sh, msg)
	}
	return c.Text.pressKey(sh, msg)
}

func (c ChoiceWithText) click(wasSelected, atStart bool) tea.Cmd {
	return c.Choice.click(wasSelected, atStart)
}

func (c ChoiceWithText) turn() func(step int) tea.Cmd { return c.Choice.Turn }

func (c ChoiceWithText) field() *TextField { return &c.Text }

func (c ChoiceWithText) options() []Option { return nil }

// letterOf returns the letter that a key types, 0 for other keys.
func letterOf(msg tea.KeyMsg) rune {
	if len(msg.Runes) != 1 || msg.Alt {
		return 0
	}
	return msg.Runes[0]
}

// printable returns letters without those that show nothing.
func printable(letters []rune) (out []rune) {
	for _, letter := range letters {
		if unicode.IsPrint(letter) {
			out = append(out, letter)
		}
	}
	return out
}
