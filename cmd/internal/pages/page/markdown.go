package page

import "strings"

// markdownWidth is the number of columns of a paragraph in Markdown.
const markdownWidth = 100

// Markdown renders a page for the documentation.
func (p Page) Markdown() string {
	var b strings.Builder
	headed := false
	for i := range p {
		block := &p[i]
		if i > 0 && (block.Kind != p[i-1].Kind || block.Kind == Paragraph) && block.Kind != Row {
			b.WriteString("\n")
		}
		switch block.Kind {
		case Headline:
			if headed {
				b.WriteString("#")
			}
			headed = true
			b.WriteString("# " + block.Text)
		case Paragraph, Line:
			b.WriteString(strings.Join(Style{Width: markdownWidth, Whole: true}.wrap(block.Text, markdownWidth), "\n"))
		case Labelled:
			b.WriteString("- **" + block.Label + "**: " + block.Text)
		case Columns:
			b.WriteString("|")
			for _, c := range block.Columns {
				b.WriteString(" " + c.Head + " |")
			}
			b.WriteString("\n|" + strings.Repeat("---|", len(block.Columns)))
		case Row:
			b.WriteString("|")
			for _, c := range block.Cells {
				b.WriteString(" " + c.Text + " |")
			}
		case Gap:
			continue
		}
		b.WriteString("\n")
	}
	return b.String()
}
