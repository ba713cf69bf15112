package kit

import (
	"strings"
	"testing"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

// plainLines returns lines without styles.
func plainLines(lines []string) (out []string) {
	for _, l := range lines {
		out = append(out, ansi.Strip(texts.Clean(l)))
	}
	return out
}

// binding returns a key with what it does.
func binding(name, label string) key.Binding {
	return key.NewBinding(key.WithKeys(name), key.WithHelp(name, label))
}

// TestHelpColumns: groups of keys stand side by side while there is room, and below each other otherwise; disabled keys and
// empty groups are left out.
func TestHelpColumns(t *testing.T) {
	theme := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	off := binding("z", "nothing")
	off.SetEnabled(false)
	groups := [][]key.Binding{
		{binding("a", "one"), binding("enter", "two")},
		{off},
		{binding("b", "three"), off, binding("c", "four"), binding("d", "five")},
		{binding("e", "six")},
	}
	assert.Equal(t, []string{
		"a     one   b three   e six",
		"enter two   c four",
		"            d five",
	}, plainLines(theme.HelpColumns(groups, 27)))
	assert.Equal(t, []string{
		"a     one   b three",
		"enter two   c four",
		"            d five",
		"e six",
	}, plainLines(theme.HelpColumns(groups, 26)))
	assert.Equal(t, []string{"a     one", "enter two", "b three", "c four", "d five", "e six"},
		plainLines(theme.HelpColumns(groups, 14)))
	assert.Equal(t, []felt.Key{{Name: "b", Label: "three"}, {Name: "c", Label: "four"}, {Name: "d", Label: "five"}},
		NamedKeys(groups[2]))
}

// TestFirstWords: whole words fit, dots follow if some are left out, and too small a line stays empty.
func TestFirstWords(t *testing.T) {
	theme := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	for w, want := range map[int]string{
		20: "one two three", 13: "one two three", 12: "one two ...", 11: "one two ...", 10: "one ...", 8: "one ...", 7: "",
	} {
		assert.Equal(t, want, theme.FirstWords("one two three", w), w)
	}
	assert.Empty(t, theme.FirstWords("", 5))
}

// TestPageLines: a line of a page that is too wide goes on below its own beginning, or at the left edge where it begins too
// far to the right.
func TestPageLines(t *testing.T) {
	theme := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	var p page.Page
	p.Head("Head")
	p.Line("  a line that is never broken by a page")
	p.Line(strings.Repeat(" ", 12) + "far to the right")
	assert.Equal(t, []string{
		"Head",
		"  a line that is",
		"  never broken by a",
		"  page",
		"far to the right",
	}, plainLines(theme.PageLines(p, 20)))
}

// TestWindowSizes: windows that are too small get a notice that names the sizes, in a grid of just their size.
func TestWindowSizes(t *testing.T) {
	theme := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	for _, tt := range []struct {
		w, h        int
		small, tiny bool
	}{
		{80, 24, false, false},
		{79, 24, true, false},
		{80, 23, true, false},
		{46, 30, false, false},
		{45, 30, true, false},
		{46, 29, true, false},
		{40, 16, true, false},
		{39, 40, true, true},
		{120, 15, true, true},
	} {
		assert.Equal(t, tt.small, IsSmall(tt.w, tt.h), "%dx%d", tt.w, tt.h)
		assert.Equal(t, tt.tiny, IsTiny(tt.w, tt.h), "%dx%d", tt.w, tt.h)
		notice := theme.TooSmallNotice(IsTiny, tt.w, tt.h)
		assert.Equal(t, tt.tiny, notice != nil)
		if notice != nil {
			assert.Equal(t, [2]int{tt.w, tt.h}, [2]int{notice.W, notice.H})
			assert.Contains(t, notice.Plain(), "80x24")
		}
	}
	assert.NotNil(t, theme.TooSmallNotice(IsTiny, 0, 0))
}

// TestFrame: a note stands above the keys in as many lines as it needs, and covers what is drawn there; a headline, two
// rules and the lines between them fill the room.
func TestFrame(t *testing.T) {
	theme := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	frame := func(note string) string {
		g, areas := theme.DrawFramed(24, 12, note, note != "", func() []key.Binding {
			return []key.Binding{binding("q", "leave")}
		}, func(room *felt.Grid) {
			theme.DrawRuled(room, "Title", []string{"state"}, 2, func(w, h int) (lines []string) {
				assert.Equal(t, 24, w)
				for i := range h + 1 {
					lines = append(lines, strings.Repeat("x", i))
				}
				return lines
			})
		})
		assert.Len(t, areas, 1)
		return g.Plain()
	}
	assert.Equal(t, []string{
		"  Title          state  ",
		"────────────────────────",
		"",
		"x",
		"xx",
		"xxx",
		"xxxx",
		"xxxxx",
		"xxxxxx",
		"────────────────────────",
		"",
		"  q leave",
	}, trimLines(frame("")))
	assert.Equal(t, []string{
		"  Title          state  ",
		"────────────────────────",
		"",
		"x",
		"xx",
		"xxx",
		"xxxx",
		"xxxxx",
		"────────────────────────",
		"  a note that needs",
		"  two lines",
		"  q leave",
	}, trimLines(frame("a note that needs two lines")))
}

// trimLines returns the lines of a frame without the blanks at their ends, but for the headline.
func trimLines(frame string) (out []string) {
	for i, l := range strings.Split(frame, "\n") {
		if i > 0 {
			l = strings.TrimRight(l, " ")
		}
		out = append(out, l)
	}
	return out
}

// TestReader scrolls through a page by lines, halves and whole pages, and keeps its place when the lines are broken anew.
func TestReader(t *testing.T) {
	var lines []string
	for i := range 20 {
		lines = append(lines, strings.Repeat("a", i+1))
	}
	r := &reader{}
	r.fill(lines, 40, 6)
	for _, step := range []struct {
		key  string
		does bool
		top  int
	}{
		{"up", true, 0},
		{"down", true, 1},
		{"j", true, 2},
		{"k", true, 1},
		{"pgdown", true, 7},
		{"u", true, 4},
		{"d", true, 7},
		{"pgup", true, 1},
		{"f", true, 7},
		{"b", true, 1},
		{" ", true, 7},
		{"x", false, 7},
		{"end", true, 14},
		{" ", false, 14},
		{"down", true, 14},
		{"home", true, 0},
	} {
		assert.Equal(t, step.does, r.key(step.key), step.key)
		assert.Equal(t, step.top, r.top, step.key)
		shown, more := r.visible()
		assert.Equal(t, lines[step.top:step.top+6], shown)
		assert.Equal(t, step.top < 14, more)
	}
	r.key("pgdown")
	first, _ := r.visible()
	letters := countLetters(lines[:r.top])
	var halves []string
	for _, l := range lines {
		half := (len(l) + 1) / 2
		halves = append(halves, l[:half], l[half:])
	}
	r.fill(halves, 20, 6)
	assert.Equal(t, letters, countLetters(halves[:r.top]), "the same place")
	assert.True(t, strings.HasPrefix(first[0], halves[r.top]))
	r.fill(nil, 20, 6)
	assert.Zero(t, r.top)
}
