// Package page is the document that people read: headlines, paragraphs, labels with their texts,
// and tables. A page holds the content, in one language; renderers decide how to show it.
// [Page.Lines] renders for terminals and plain text.
package page

// Kind is the kind of a block of a page.
type Kind int

// The kinds of blocks.
const (
	// Headline is a headline.
	Headline Kind = iota
	// Paragraph is a text that begins at a column.
	Paragraph
	// Labelled is a text at a column, with a label in front. With column 0 the text begins after
	// the widest label of its neighbours.
	Labelled
	// Line is one line, which is never broken.
	Line
	// Gap separates the blocks above from the blocks below.
	Gap
	// Columns begins a table, with the heads of its columns.
	Columns
	// Row is a row of the last table. Blocks of other kinds between rows are notes on the row
	// above.
	Row
)

// Block is a part of a page.
type Block struct {
	Kind Kind
	// Indent is the column at which the text begins.
	Indent int
	// Hang is how much further to the right its other lines begin.
	Hang int
	// Label stands in front of the text.
	Label string
	Text  string
	// Columns are the columns of a table that begins.
	Columns []Column
	// Cells are the cells of a row.
	Cells []Cell
}

// Column is a column of a table. The last column needs no width.
type Column struct {
	// Head is the headline.
	Head string
	// Width is the number of cells of the terminal.
	Width int
	// Right aligns the texts to the right.
	Right bool
}

// Cell is one column of a row.
type Cell struct {
	Text string
	Tone Tone
}

// Tone colours a text by its meaning. Pages can be understood without it.
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

// Text adds a paragraph at a column.
func (p *Page) Text(indent int, text string) {
	*p = append(*p, Block{Kind: Paragraph, Indent: indent, Text: text})
}

// Hang adds a paragraph with a hanging indent: all lines but the first begin further to the right.
func (p *Page) Hang(indent, hang int, text string) {
	*p = append(*p, Block{Kind: Paragraph, Indent: indent, Hang: hang, Text: text})
}

// Label adds a text at a column, with a label in front.
func (p *Page) Label(label string, indent int, text string) {
	*p = append(*p, Block{Kind: Labelled, Indent: indent, Label: label, Text: text})
}

// Line adds a line that is never broken.
func (p *Page) Line(text string) { *p = append(*p, Block{Kind: Line, Text: text}) }

// Gap separates what is above from what follows.
func (p *Page) Gap() { *p = append(*p, Block{Kind: Gap}) }

// Columns begins a table. If no column has a head, no line of heads is shown.
func (p *Page) Columns(columns ...Column) { *p = append(*p, Block{Kind: Columns, Columns: columns}) }

// Row adds a row to the table.
func (p *Page) Row(cells ...Cell) { *p = append(*p, Block{Kind: Row, Cells: cells}) }

// FromText returns a page of one paragraph.
func FromText(text string) (p Page) {
	p.Text(0, text)
	return p
}

// Join appends pages to each other.
func Join(pages ...Page) (out Page) {
	for _, p := range pages {
		if len(p) > 0 && len(out) > 0 {
			out.Gap()
		}
		out = append(out, p...)
	}
	return out
}

// Cells returns plain texts as the cells of a row.
func Cells(list ...string) []Cell {
	out := make([]Cell, len(list))
	for i := range list {
		out[i].Text = list[i]
	}
	return out
}

// Title returns the page's first headline.
func (p Page) Title() string {
	for i := range p {
		if p[i].Kind == Headline {
			return p[i].Text
		}
	}
	return ""
}
