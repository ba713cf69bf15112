package page

import (
	"html"
	"html/template"
	"strings"
)

// HTML renders a page for a browser. Everything that is written is escaped.
func (p Page) HTML() template.HTML {
	var b strings.Builder
	inTable := false
	table := func(is bool) {
		switch {
		case is && !inTable:
			b.WriteString("<table>")
		case !is && inTable:
			b.WriteString("</table>")
		}
		inTable = is
	}
	element := func(name, text string) {
		b.WriteString("<" + name + ">" + html.EscapeString(strings.TrimSpace(text)) + "</" + name + ">")
	}
	for i := range p {
		block := &p[i]
		table(block.Kind == Columns || block.Kind == Row)
		switch block.Kind {
		case Headline:
			element("h2", block.Text)
		case Paragraph, Line:
			element("p", block.Text)
		case Labelled:
			b.WriteString("<p>")
			element("strong", block.Label)
			b.WriteString(" " + html.EscapeString(block.Text) + "</p>")
		case Columns:
			b.WriteString("<tr>")
			for _, c := range block.Columns {
				element("th", c.Head)
			}
			b.WriteString("</tr>")
		case Row:
			b.WriteString("<tr>")
			for _, c := range block.Cells {
				element("td", c.Text)
			}
			b.WriteString("</tr>")
		case Gap:
		}
	}
	table(false)
	return template.HTML(b.String()) //nolint:gosec // it is escaped, above
}
