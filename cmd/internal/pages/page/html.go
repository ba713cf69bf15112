package page

import (
	"html/template"
	"strings"
	"sync"
)

// functions are the functions that the template may call.
var functions = template.FuncMap{"trim": strings.TrimSpace}

// htmlTemplate is the template of a page for a browser.
var htmlTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(functions).Parse(`{{range .}}` +
		`{{if .Rows}}<table>{{range .Rows}}<tr>` +
		`{{range .Columns}}<th>{{trim .Head}}</th>{{end}}{{range .Cells}}<td>{{trim .Text}}</td>{{end}}` +
		`</tr>{{end}}</table>` +
		`{{else if .Head}}<h2>{{trim .Text}}</h2>` +
		`{{else}}<p>{{with .Label}}<strong>{{trim .}}</strong> {{end}}{{trim .Text}}</p>{{end}}{{end}}`))
})

// HTML renders a page for a browser. It escapes all text.
func (p Page) HTML() template.HTML {
	type part struct {
		Block
		Head bool
		Rows []Block
	}
	inTable := func(b Block) bool { return b.Kind == Columns || b.Kind == Row }
	var parts []part
	for i, b := range p {
		switch {
		case b.Kind == Gap:
		case inTable(b) && i > 0 && inTable(p[i-1]):
			last := &parts[len(parts)-1]
			last.Rows = append(last.Rows, b)
		case inTable(b):
			parts = append(parts, part{Rows: []Block{b}})
		default:
			parts = append(parts, part{Block: b, Head: b.Kind == Headline})
		}
	}
	var out strings.Builder
	if err := htmlTemplate().Execute(&out, parts); err != nil {
		panic(err) // it only writes into memory
	}
	return template.HTML(out.String()) //nolint:gosec // our own template escapes it
}
