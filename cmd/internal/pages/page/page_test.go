package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLines renders one page for several widths.
func TestLines(t *testing.T) {
	var rules Page
	rules.Head("Playing tricks")
	rules.Label("T4", 0, "You must follow the led suit if you hold it.")
	rules.Label("T10", 0, "Rings too.")
	var out Page
	out.Columns(Column{Head: "who", Width: 6}, Column{Head: "won", Width: 4, Right: true}, Column{Head: "since"})
	out.Row(Cell{Text: "Sam"}, Cell{Text: "7"}, Cell{Text: "May"})
	out.Text(2, "a note on the row above")
	out.Row(Cell{Text: "Pippin"}, Cell{Text: "12", Tone: Bad}, Cell{})
	p := Join(nil, rules, out)
	assert.Equal(t, "Playing tricks", p.Title())
	paint := func(tone Tone, s string) string { return map[Tone]string{Strong: "!", Bad: "?"}[tone] + s }
	for _, tt := range []struct {
		style Style
		want  string
	}{
		{Style{}, `
Playing tricks
  T4   You must follow the led suit if you hold it.
  T10  Rings too.

who    won  since
Sam      7  May
  a note on the row above
Pippin
        12`},
		{Style{Width: 26, Fold: strings.ToUpper, Paint: paint}, `
!PLAYING TRICKS
  T4   YOU MUST FOLLOW THE
       LED SUIT IF YOU
       HOLD IT.
  T10  RINGS TOO.

!WHO    WON  SINCE
SAM      7  MAY
  A NOTE ON THE ROW ABOVE
PIPPIN
      ?  12`},
		{Style{Width: 12}, `
Playing
tricks
  T4
    You must
    follow
    the led
    suit if
    you hold
    it.
  T10
    Rings
    too.

who    won  since
Sam      7  May
  a note on
  the row
  above
Pippin
        12`},
	} {
		assert.Equal(t, tt.want, "\n"+strings.Join(p.Lines(tt.style), "\n"))
	}
}

func TestHTML(t *testing.T) {
	var p Page
	p.Head("Cards & <goals>")
	p.Label("T4", 0, "Follow <b>suit</b>.")
	p.Columns(Column{Head: "who"}, Column{Head: "won"})
	p.Row(Cell{Text: "Frodo"}, Cell{Text: "2", Tone: Good})
	p.Gap()
	p.Line("  end")
	assert.EqualValues(t,
		"<h2>Cards &amp; &lt;goals&gt;</h2><p><strong>T4</strong> Follow &lt;b&gt;suit&lt;/b&gt;.</p>"+
			"<table><tr><th>who</th><th>won</th></tr><tr><td>Frodo</td><td>2</td></tr></table><p>end</p>", p.HTML())
}

// TestPad counts the columns that a text takes.
func TestPad(t *testing.T) {
	assert.Equal(t, "ab  ", Pad("ab", 4))
	assert.Equal(t, "Gló ", Pad("Glóin", 4))
	assert.Equal(t, "指  ", Pad("指", 4), "it is two columns wide")
}

// TestMarkdown: every block of a page has its form in the documentation.
func TestMarkdown(t *testing.T) {
	var p Page
	p.Head("Title")
	p.Text(2, "A paragraph.")
	p.Text(0, "Another one.")
	p.Head("Part")
	p.Label("one", 4, "first")
	p.Label("two", 4, "second")
	p.Gap()
	p.Line("a line")
	p.Columns(Column{Head: "a"}, Column{Head: "b"})
	p.Row(Cells("1", "2")...)
	p.Row(Cells("3", "4")...)
	p.Hang(0, 2, strings.TrimSpace(strings.Repeat("word ", 25)))
	assert.Equal(t, `# Title

A paragraph.

Another one.

## Part

- **one**: first
- **two**: second


a line

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

word word word word word word word word word word word word word word word word word word word word
word word word word word
`, p.Markdown())
	assert.Equal(t, "Title", p.Title())
	assert.Empty(t, FromText("text").Title())
	assert.Equal(t, Page{{Kind: Paragraph, Text: "text"}}, FromText("text"))
	assert.Len(t, Join(p, FromText("text")), len(p)+2, "a gap is between them")
}
