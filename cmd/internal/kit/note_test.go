package kit

import (
	"strconv"
	"strings"
	"testing"

	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/texts"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
)

// TestNotesCoverNothing checks that a note of several lines is shown in full, and that a sheet with its own
// Draw leaves room for it.
func TestNotesCoverNothing(t *testing.T) {
	s := stackOf(MinWidth, MinHeight, false)
	s.Push(&Sheet{Build: func() Content {
		return Content{Draw: func(g *felt.Grid, _ int) []felt.HitArea {
			g.Put(0, g.H-3, "the last row", felt.Text)
			return nil
		}}
	}})
	for _, note := range []string{"", "short", "settings: /home" + strings.Repeat("/folder", 20) + "/end"} {
		s.Note = note
		shown := strings.ReplaceAll(s.Grid().Plain(), " ", "")
		assert.Contains(t, shown, "thelastrow")
		assert.Contains(t, strings.ReplaceAll(shown, "\n", ""), strings.ReplaceAll(note, " ", ""))
	}
}

// TestReaderKeepsItsPlace checks that a page stays at its place when the window becomes narrower or wider.
func TestReaderKeepsItsPlace(t *testing.T) {
	th := NewTheme(texts.New("en"), TermProfile{Colors: termenv.Ascii})
	var words []string
	for i := range 400 {
		words = append(words, "word"+strconv.Itoa(i))
	}
	text := strings.Join(words, " ")
	var r reader
	r.fill(th.Wrap(text, 80), 80, 10)
	r.scroll(20)
	first := strings.Fields(r.lines[20])[0]
	for _, w := range []int{46, 120, 60, 80} {
		r.fill(th.Wrap(text, w), w, 10)
		assert.Contains(t, strings.Join(r.lines[r.top:][:2], " ")+" ", first+" ", w)
	}
}
