package web

import (
	"html/template"
	"strings"
	"testing"

	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestUnbreak checks what a line break in a template is.
func TestUnbreak(t *testing.T) {
	t.Parallel()
	data := map[string]string{"A": "A", "B": "B", "C": ""}
	for _, c := range []struct{ name, text, want string }{
		{"between elements", "<p>\n  <b>a</b>\n  <i>b</i>\n</p>\n", "<p><b>a</b><i>b</i></p>"},
		{"between actions", "{{if .A}}\n  {{.B}}\n{{end}}\n", "B"},
		{"between an element and an action", "<p>\n  {{.A}}\n  <b>\n    {{.B}}\n  </b>\n</p>", "<p>A<b>B</b></p>"},
		{"in a sentence", "<p>one\n  two {{.A}}\n</p>\n", "<p>one two A</p>"},
		{"after a sentence", "<p>\n  one\n  {{.A}}\n</p>", "<p> one A</p>"},
		{
			"in a tag", "<li\n  id=\"a\"\n  {{if .A}}lang=\"en\"{{end}}\n  {{if .B}}hidden{{end}}\n>\n  <b>x</b>\n</li>",
			`<li id="a" lang="en" hidden><b>x</b></li>`,
		},
		{
			"in a tag without an attribute", "<li\n  id=\"a\"\n  {{if .C}}lang=\"en\"{{end}}\n  hidden>x</li>",
			`<li id="a"  hidden>x</li>`,
		},
		{"a space on the line", "<b>a</b> {{.A}} <b>b</b>\n", "<b>a</b> A <b>b</b>"},
		{"a space that is wanted", "<b>a</b>\n{{\" \"}}\n<b>b</b>\n", "<b>a</b> <b>b</b>"},
		{"a comment", "{{/* about this */}}\n<b>a</b>", "<b>a</b>"},
		{"an empty line", "<b>a</b>\n\n\n<b>b</b>", "<b>a</b><b>b</b>"},
	} {
		parsed := template.Must(template.New("").Parse(c.text))
		unbreakNodes(parsed.Tree.Root, false)
		var out strings.Builder
		require.NoError(t, parsed.Execute(&out, data), c.name)
		assert.Equal(t, c.want, out.String(), c.name)
	}
}

// TestCommonPartsOf checks that a page reads the common parts that it names, those that these name, and no others.
func TestCommonPartsOf(t *testing.T) {
	t.Parallel()
	parts := commonPartsOf(`{{template "members" .}}{{fragment "says" .}}{{template "own"}}`)
	var names []string
	for _, part := range definitions(parts) {
		names = append(names, part.name)
	}
	assert.Equal(t, []string{"members", "says", "member", "wants"}, names)
	home := newPageTemplates(texts.New("en")).page("home")
	assert.NotNil(t, home.Lookup("menu"))
	assert.Nil(t, home.Lookup("plate"), "the part of a table")
}
