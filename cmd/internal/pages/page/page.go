// Package page is the document that people read: headlines, paragraphs, labels with
// their texts, and tables. A page says what is told, in one language; each renderer says
// how it is shown. [Page.Lines] is that of terminals and of plain text.
package page

// Kind is the kind of a block of a page.
type Kind int

// The kinds of blocks.
const (
	// Headline is a headline.
	Headline Kind = iota
	// Paragraph is a text that begins at a column.
	Paragraph
	// Labelled is a text at a column, with a label in front. Where the column is 0, the
	// text begins behind the widest label of its neighbours.
	Labelled
	// Line is one line, which is never broken.
	Line
	// Gap parts what stands above from what stands below.
	Gap
	// Columns begins rows, with the heads of their columns.
	Columns
	// Row is a row under the columns begun last. Other blocks may stand between rows:
	// they are notes on the row above.
	Row
)

// Block is a part of a page.
type Block struct {
	Kind Kind
	// Indent is the column of the text, and Hang how much further its second line begins.
	Indent, Hang int
	Label, Text  string
	// Columns are those of rows that begin, Cells those of a row.
	Columns []Column
	Cells   []Cell
}

// Column is a column of rows: its head, so many cells wide, with its texts to the left
// or to the right. The last needs no width.
type Column struct {
	Head  string
	Width int
	Right bool
}

// Cell is one column of a row.
type Cell struct {
	Text string
	Tone Tone
}

// Tone colours a text by its meaning: a page is understood without.
type Tone int

// The tones.
const (
	Plain Tone = iota
	Strong
	Good
	Bad
)

// Page is a document: blocks, one below the other.
type Page []Block

// Head adds a headline.
func (p *Page) Head(text string) { *p = append(*p, Block{Kind: Headline, Text: text}) }

// Text adds a paragraph that begins at a column.
func (p *Page) Text(indent int, text string) {
	*p = append(*p, Block{Kind: Paragraph, Indent: indent, Text: text})
}

// Hang adds a paragraph whose lines but the first begin further to the right.
func (p *Page) Hang(indent, hang int, text string) {
	*p = append(*p, Block{Kind: Paragraph, Indent: indent, Hang: hang, Text: text})
}

// Label adds a text that begins at a column, with a label in front.
func (p *Page) Label(label string, indent int, text string) {
	*p = append(*p, Block{Kind: Labelled, Indent: indent, Label: label, Text: text})
}

// Line adds a line that stays whole.
func (p *Page) Line(text string) { *p = append(*p, Block{Kind: Line, Text: text}) }

// Gap parts what stands above from what comes.
func (p *Page) Gap() { *p = append(*p, Block{Kind: Gap}) }

// Columns begins rows under columns. Where none has a head, there is no line of heads.
func (p *Page) Columns(columns ...Column) { *p = append(*p, Block{Kind: Columns, Columns: columns}) }

// Row adds a row under the columns.
func (p *Page) Row(cells ...Cell) { *p = append(*p, Block{Kind: Row, Cells: cells}) }

// FromText is a page of one paragraph.
func FromText(text string) (p Page) {
	p.Text(0, text)
	return p
}

// Join sets pages below each other.
func Join(pages ...Page) (out Page) {
	for _, p := range pages {
		if len(p) > 0 && len(out) > 0 {
			out.Gap()
		}
		out = append(out, p...)
	}
	return out
}

// Cells are plain texts as the cells of a row.
func Cells(list ...string) []Cell {
	out := make([]Cell, len(list))
	for i := range list {
		out[i].Text = list[i]
	}
	return out
}

// Title is the page's first headline.
func (p Page) Title() string {
	for i := range p {
		if p[i].Kind == Headline {
			return p[i].Text
		}
	}
	return ""
}
