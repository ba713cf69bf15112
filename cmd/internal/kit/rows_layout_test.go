package kit

import (
	"strconv"
	"strings"
	"testing"

	"fellowship/cmd/internal/felt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/stretchr/testify/assert"
)

// drawnRows returns the lines of a sheet in a room, without blank lines at the end.
func drawnRows(w, h int, cursor int, c Content) []string {
	s := stackOf(w, h, false)
	sh := &Sheet{Build: func() Content { return c }, Cursor: cursor}
	s.Push(sh)
	sh.refresh()
	lines, _ := sh.body(s.Theme, w, h)
	g := felt.New(s.Theme.Look, w, len(lines))
	for y, l := range lines {
		g.Text(0, y, w, l, felt.Text)
	}
	lines = strings.Split(strings.TrimRight(g.Plain(), "\n "), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return lines
}

// TestGroupsWhenShort checks what gives way first when space is short: the headlines of groups, then the blank lines
// above them. If that is not enough the rows scroll, with their headlines, and the help of the selected row stays.
func TestGroupsWhenShort(t *testing.T) {
	c := Content{
		Header: []string{"above"}, Footer: []string{"below"},
		Rows: []Row{
			{Label: "one", Group: "First"},
			{Label: "two"},
			{Label: "three", Group: "Second", Help: "what three means"},
			{Label: "four", SpaceAbove: true},
		},
	}
	for _, test := range []struct {
		height int
		want   []string
	}{
		{16, []string{
			"", "   above", "", "   First", "     one", "     two", "", "   Second", "   > three", "", "     four", "",
			"   below", "", "", "   what three means",
		}},
		{13, []string{
			"", "   above", "", "     one", "     two", "", "   > three", "", "     four", "", "   below", "",
			"   what three means",
		}},
		{12, []string{
			"", "   above", "", "     one", "     two", "   > three", "", "     four", "", "   below", "",
			"   what three means",
		}},
		{11, []string{
			"", "   above", "", "   ^ two", "", "   Second", "   > three", "   v", "   below", "",
			"   what three means",
		}},
		{9, []string{"", "   above", "", "   ^ two", "", "   Second", "   > three", "", "   what three means"}},
	} {
		assert.Equal(t, test.want, drawnRows(60, test.height, 2, c), test.height)
	}
}

// TestValuesWhenNarrow checks that values stand beside their labels while the window is wide enough, below them in a
// narrower one, and continue below their own beginning where that needs too many lines.
func TestValuesWhenNarrow(t *testing.T) {
	turn := Choice{Turn: func(int) tea.Cmd { return nil }}
	text := "Anna"
	c := Content{Rows: []Row{
		{Label: "Name", Value: "root", Control: TextField{Text: &text}},
		{Letter: 'c', Label: "A longer label", Value: "some words that take room", Control: turn},
		{Label: "Seat", Value: "free", Control: Button(nil)},
	}}
	for _, test := range []struct {
		width, height int
		want          []string
	}{
		{60, 20, []string{
			"",
			"       Name             Anna",
			"   > c A longer label   < some words that take room >",
			"       Seat             free",
		}},
		{46, 20, []string{
			"",
			"       Name",
			"         Anna",
			"   > c A longer label",
			"         < some words that take room >",
			"       Seat",
			"         free",
		}},
		{46, 6, []string{
			"",
			"       Name             Anna",
			"   > c A longer label   < some words that take",
			"                        room >",
			"       Seat             free",
		}},
	} {
		assert.Equal(t, test.want, drawnRows(test.width, test.height, 1, c), "%d x %d", test.width, test.height)
	}
}

// TestNotesWhenNarrow checks that a remark gives way to its short form, and is then shown in full with the help of the
// selected row.
func TestNotesWhenNarrow(t *testing.T) {
	c := Content{Rows: []Row{
		{Label: "Chapter", Note: "a remark of several words about it", ShortNote: "brief", Help: "more to say"},
		{Label: "Quit", Note: "leaves", Control: Button(nil)},
	}}
	assert.Equal(t, []string{
		"", "   > Chapter   a remark of several words about it", "     Quit      leaves", "", "", "   more to say",
	}, drawnRows(60, 6, 0, c))
	assert.Equal(t, []string{
		"", "   > Chapter brief", "     Quit", "", "", "   a remark of several words about it", "   more to say",
	}, drawnRows(44, 7, 0, c))
	assert.Equal(t, []string{"", "     Chapter brief", "   > Quit", "", "", "   leaves"}, drawnRows(44, 7, 1, c))
}

// TestManyRowsScroll checks that the row at the cursor is shown wherever it is, with marks where there are more.
func TestManyRowsScroll(t *testing.T) {
	var c Content
	for i := range 30 {
		c.Rows = append(c.Rows, Row{Label: "row " + strconv.Itoa(i)})
	}
	for _, test := range []struct {
		cursor      int
		first, last string
	}{
		{0, "   > row 0", "   v row 7"},
		{3, "     row 0", "   v row 7"},
		{15, "   ^ row 11", "   v row 18"},
		{29, "   ^ row 22", "   > row 29"},
		{99, "   ^ row 22", "   > row 29"},
	} {
		lines := drawnRows(60, 9, test.cursor, c)
		assert.Len(t, lines, 9, test.cursor)
		assert.Equal(t, test.first, lines[1], test.cursor)
		assert.Equal(t, test.last, lines[8], test.cursor)
	}
	assert.Equal(t, []string{"", "   There is nothing here yet."}, drawnRows(60, 9, 0, Content{}))
}
