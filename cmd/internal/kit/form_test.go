package kit

import (
	"strconv"
	"strings"
	"testing"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// aForm returns a form with a choice of a number, a choice that is too long to be shown side by side, and a text. It
// begins when its button is chosen.
func aForm(tr *trace) (sh *Sheet, missing *string) {
	missing = new(string)
	text := ""
	number := 1
	long := []Option{
		{Label: "a first value of many words", Chosen: true},
		{Label: "a second value of many words"},
		{Label: "a third value of many words"},
	}
	return &Sheet{Build: func() Content {
		numbers := Choice{Turn: func(step int) tea.Cmd {
			number = (number + step + 3) % 3
			return nil
		}}
		for i := range 3 {
			numbers.Options = append(numbers.Options, Option{Label: strconv.Itoa(i + 1), Chosen: i == number})
		}
		return Content{
			Rows: []Row{
				{Label: "Number", Value: strconv.Itoa(number + 1), Control: numbers},
				{Label: "Words", Value: long[0].Label, Control: Choice{Turn: tr.turn, Options: long}},
				{Label: "Text", Control: TextField{Text: &text, MaxLength: 5}, Group: "More"},
			},
			Button: FormButton{Label: "Begin", Missing: *missing},
			Enter:  tr.note("begin"),
		}
	}}, missing
}

// formFrame draws a form on a screen of 80 by 24.
func formFrame(sh *Sheet, colors termenv.Profile) *felt.Grid {
	s := stackOf(80, 24, false)
	s.Theme = NewTheme(s.Theme.Texts, TermProfile{Colors: colors})
	s.Mouse = true
	s.Push(sh)
	return sh.draw(s)
}

// TestFormShowsOptions checks that options stand side by side where they fit, with the chosen one in brackets, and
// that the button is the line that Enter chooses.
func TestFormShowsOptions(t *testing.T) {
	sh, missing := aForm(&trace{})
	frame := formFrame(sh, termenv.Ascii).Plain()
	assert.Contains(t, frame, "> Number    1  [2]  3")
	assert.Contains(t, frame, "  Words    < a first value of many words >")
	assert.Contains(t, frame, "   More ────")
	assert.Contains(t, frame, "> Begin")

	*missing = "a name is missing"
	frame = formFrame(sh, termenv.Ascii).Plain()
	assert.NotContains(t, frame, "> Begin")
	assert.Contains(t, frame, "Begin", "the button stays where it is")
	assert.Contains(t, frame, "a name is missing")
}

// TestFormGold checks that with colours gold fills the button only, and that the line in work has an edge.
func TestFormGold(t *testing.T) {
	sh, missing := aForm(&trace{})
	const goldenGround = "48;2;242;193;78"
	lit := func() (rows []string) {
		g := formFrame(sh, termenv.TrueColor)
		plain := strings.Split(g.Plain(), "\n")
		for y, line := range strings.Split(g.String(), "\n") {
			if strings.Contains(line, goldenGround) {
				rows = append(rows, strings.TrimSpace(plain[y]))
			}
		}
		return rows
	}
	assert.Equal(t, []string{"Begin"}, lit())
	assert.Contains(t, formFrame(sh, termenv.TrueColor).Plain(), "   ▌ Number")
	*missing = "a name is missing"
	assert.Empty(t, lit())
}

// TestFormKeys checks that space and the arrows change a value, while Enter means the button, and that a click on an
// option chooses it from wherever the cursor is.
func TestFormKeys(t *testing.T) {
	var tr trace
	sh, _ := aForm(&tr)
	s := stackOf(80, 24, false)
	s.Mouse = true
	s.Push(sh)
	frame := func() string { return sh.draw(s).Plain() }
	press(sh, " ")
	assert.Contains(t, frame(), "1   2  [3]")
	press(sh, "left", "left")
	assert.Contains(t, frame(), "[1]  2   3")
	assert.Empty(t, tr.did)
	press(sh, "enter")
	assert.Equal(t, []string{"begin"}, tr.did)

	click := func(text string) {
		for y, line := range strings.Split(frame(), "\n") {
			if x := strings.Index(line, text); x >= 0 {
				s.click(sh, tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
				return
			}
		}
		require.Fail(t, text)
	}
	press(sh, "down")
	click("3 ")
	assert.Contains(t, frame(), "> Number    1   2  [3]")
	click("Begin")
	assert.Equal(t, []string{"begin", "begin"}, tr.did)
}
