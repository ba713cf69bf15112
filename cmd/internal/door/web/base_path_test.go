package web

import (
	"bytes"
	"html/template"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// useBasePath sets the path of all pages for a test, and draws the templates anew.
func useBasePath(t *testing.T, path string) {
	t.Helper()
	UseBasePath(path)
	t.Cleanup(func() {
		UseBasePath("/")
		fragments.clear()
	})
	fragments.clear()
}

// TestPlaceLinks draws a template below a path: every address of ours is there, also one from data, and no other
// address is changed.
func TestPlaceLinks(t *testing.T) {
	useBasePath(t, "/fellowship/")
	tmpl := template.Must(template.New("").Funcs(drawingFuncs).Parse(
		`<a href="/new">{{.Here}}</a>{{if .Here}}<a href="{{.Here}}">{{end}}` +
			`<form action="/table/{{.ID}}/look"><a href="{{.Elsewhere}}"><a href="{{.Within}}">` +
			`{{range .All}}<a href="{{.}}" data-path="{{.}}">{{end}}`))
	placeLinks(tmpl.Tree.Root)
	var out bytes.Buffer
	require.NoError(t, tmpl.Execute(&out, map[string]any{
		"Here": "/book", "ID": "home", "Elsewhere": "https://example.org/book", "Within": "#talk", "All": []string{"/saved"},
	}))
	assert.Equal(t, `<a href="/fellowship/new">/book</a><a href="/fellowship/book">`+
		`<form action="/fellowship/table/home/look"><a href="https://example.org/book"><a href="#talk">`+
		`<a href="/fellowship/saved" data-path="/saved">`, out.String())
}
