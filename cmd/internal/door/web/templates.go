package web

import (
	"html/template"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"fellowship/characters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Templates are the files of the folder page/template. They are written with one element a line, and sent without the
// line breaks between elements. The two lists of functions below hold what templates can call.

// perLanguage returns a function that calls create once for each language, when the language is first needed.
func perLanguage[T any](create func(*texts.Texts) T) func(*texts.Texts) T {
	made := map[string]func() T{}
	for _, lang := range characters.Languages {
		made[lang] = sync.OnceValue(func() T { return create(texts.New(lang)) })
	}
	return func(t *texts.Texts) T { return made[t.Lang()]() }
}

// drawingFuncs are the functions of templates that are the same in every language.
var drawingFuncs = template.FuncMap{
	"asset":       assetPath,
	"atBase":      drawAtBase,
	"sign":        sign,
	"emblem":      emblemOf,
	"region":      regionOf,
	"riderEmblem": riderEmblemOf,
	"giftEmblem":  giftEmblemOf,
	"isFew":       choose.Field.Few,
}

// commonTemplates are the files with parts that several pages use.
var commonTemplates = []string{"page", "parts", "pages"}

// commonParts returns the definitions of the commonTemplates as they are written, by their names. A page reads only those
// that it needs: reading all of them took a third of the time until the first page.
var commonParts = sync.OnceValue(func() map[string]string {
	parts := map[string]string{}
	for _, name := range commonTemplates {
		for _, part := range definitions(templateText(name)) {
			parts[part.name] = part.text
		}
	}
	return parts
})

// definition is the definition of a template, as it is written.
type definition struct {
	name string
	text string
}

// definitions splits a file of templates into its definitions. Each begins with a line.
func definitions(text string) (list []definition) {
	const opening = "\n{{define \""
	for _, part := range strings.Split("\n"+text, opening)[1:] {
		name, _, _ := strings.Cut(part, "\"")
		list = append(list, definition{name, opening + part})
	}
	return list
}

// commonPartsOf returns the commonParts that a text needs, and those that these need. It needs those that it names, and
// those of the given names.
func commonPartsOf(text string, names ...string) string {
	var out strings.Builder
	added := map[string]bool{}
	for names = append(names, partNames(text)...); len(names) > 0; names = names[1:] {
		name := names[0]
		part := commonParts()[name]
		if added[name] || part == "" {
			continue
		}
		added[name] = true
		out.WriteString(part)
		names = append(names, partNames(part)...)
	}
	return out.String()
}

// partNames returns the names of the templates that a text names.
func partNames(text string) (names []string) {
	for _, action := range []string{"{{template \"", "{{fragment \""} {
		for _, named := range strings.Split(text, action)[1:] {
			name, _, _ := strings.Cut(named, "\"")
			names = append(names, name)
		}
	}
	return names
}

// templateText returns the text of a file of templates.
func templateText(name string) string { return string(embedded("page/template/" + name + ".html")) }

// pageTypes are the types of the data that the templates of whole pages draw, by the names of the files. A test checks
// that the data has what the templates name.
var pageTypes = map[string]reflect.Type{
	"chapter":  reflect.TypeFor[*chapterPage](),
	"enter":    reflect.TypeFor[*enterPage](),
	"gone":     reflect.TypeFor[*gonePage](),
	"keep":     reflect.TypeFor[*keepPage](),
	"home":     reflect.TypeFor[*lobbyPage](),
	"lobby":    reflect.TypeFor[*lobbyPage](),
	"look":     reflect.TypeFor[*replayPage](),
	"new":      reflect.TypeFor[*formPage](),
	"puzzles":  reflect.TypeFor[*puzzlesPage](),
	"question": reflect.TypeFor[*questionPage](),
	"read":     reflect.TypeFor[*readPage](),
	"real":     reflect.TypeFor[*realPage](),
	"road":     reflect.TypeFor[*roadPage](),
	"saved":    reflect.TypeFor[*savedPage](),
	"settings": reflect.TypeFor[*formPage](),
	"stats":    reflect.TypeFor[*statsPage](),
	"table":    reflect.TypeFor[*tablePage](),
}

// partsAlone is the name of the template that has the common parts which are drawn without a page.
const partsAlone = ""

// pageTemplates are the templates of pages in a language, by the names of their files. Each has the page's own parts and
// the common ones. A file is read when a page first needs it.
type pageTemplates map[string]func() *template.Template

// page returns the template of a page.
func (p pageTemplates) page(name string) *template.Template { return p[name]() }

// templates returns the templates of all pages in a language.
var templates = perLanguage(newPageTemplates)

// newPageTemplates returns the templates of all pages in a language.
func newPageTemplates(t *texts.Texts) pageTemplates {
	all := pageTemplates{}
	funcs := template.FuncMap{
		"lang":      t.Lang,
		"text":      t.T,
		"cardCount": func(n int) string { return t.N("hand.cards", n) },
		"cardFace":  func(c tricks.Card) template.HTML { return cardOf(t, c).Face },
		"cardMini":  func(c tricks.Card) template.HTML { return cardOf(t, c).Mini },
		"cardName":  func(c tricks.Card) string { return cardOf(t, c).Name },
		"withCards": func(text string) []any { return withCards(t, text) },
		"deviceFields": func(device settings.Settings) template.HTML {
			return drawDeviceFields(t.Spoken(), all.page(partsAlone), &device)
		},
		"fragment": func(name string, data any) template.HTML {
			return drawFragments(all.page("table"), name, t.Lang(), reflect.ValueOf(data))
		},
	}
	maps.Copy(funcs, drawingFuncs)
	all[partsAlone] = sync.OnceValue(func() *template.Template {
		alone := template.New("").Funcs(funcs)
		parseTemplates(alone, commonPartsOf("", "fields", "qr"))
		return alone
	})
	list, _ := files.ReadDir("page/template") // the folder is embedded
	for _, file := range list {
		name := strings.TrimSuffix(file.Name(), ".html")
		if slices.Contains(commonTemplates, name) {
			continue
		}
		all[name] = sync.OnceValue(func() *template.Template {
			text := templateText(name)
			page := template.New("").Funcs(funcs)
			parseTemplates(page, commonPartsOf(text, "page"))
			parseTemplates(page, text)
			return page
		})
	}
	return all
}

// parseTemplates adds the definitions of a text, without its line breaks.
func parseTemplates(tmpl *template.Template, text string) {
	earlier := map[*parse.Tree]bool{}
	for _, defined := range tmpl.Templates() {
		earlier[defined.Tree] = true
	}
	template.Must(tmpl.Parse(text))
	for _, defined := range tmpl.Templates() {
		if defined.Tree != nil && !earlier[defined.Tree] {
			unbreakNodes(defined.Tree.Root, false)
			placeLinks(defined.Tree.Root)
		}
	}
}

// unbreakNodes removes the line breaks from the texts of a template, see [unbreak]. The parameter and the result say
// whether the text before and after the node is inside a tag.
func unbreakNodes(node parse.Node, inTag bool) bool {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return inTag
		}
		for _, child := range n.Nodes {
			inTag = unbreakNodes(child, inTag)
		}
	case *parse.TextNode:
		var text string
		text, inTag = unbreak(string(n.Text), inTag)
		n.Text = []byte(text)
	case *parse.IfNode:
		return unbreakBranches(&n.BranchNode, inTag)
	case *parse.RangeNode:
		return unbreakBranches(&n.BranchNode, inTag)
	case *parse.WithNode:
		return unbreakBranches(&n.BranchNode, inTag)
	}
	return inTag
}

// unbreakBranches removes the line breaks from both branches of an action.
func unbreakBranches(n *parse.BranchNode, inTag bool) bool {
	unbreakNodes(n.ElseList, inTag)
	return unbreakNodes(n.List, inTag)
}

// unbreak removes the line breaks from a text between two actions of a template, with the spaces around them. A break
// next to an element or an action becomes nothing, and a break inside a tag or a sentence becomes one space. If a space
// is wanted beside an element, it is written on the same line, or as the action {{" "}}.
func unbreak(text string, inTag bool) (unbroken string, stillInTag bool) {
	var out strings.Builder
	lines := strings.Split(text, "\n")
	previous := ""
	for i, line := range lines {
		if i > 0 {
			line = strings.TrimLeft(line, " \t")
		}
		last := i == len(lines)-1
		if !last {
			line = strings.TrimRight(line, " \t")
		}
		if line == "" && !last {
			continue
		}
		if i > 0 && needsSpace(previous, line, inTag) {
			out.WriteByte(' ')
		}
		out.WriteString(line)
		if bracket := strings.LastIndexAny(line, "<>"); bracket >= 0 {
			inTag = line[bracket] == '<'
		}
		previous = line
	}
	return out.String(), inTag
}

// needsSpace reports whether a line break becomes a space. An empty line before or after it stands for an action.
func needsSpace(previous, next string, inTag bool) bool {
	if inTag {
		return !strings.HasPrefix(next, ">")
	}
	betweenElements := (previous == "" || strings.HasSuffix(previous, ">")) &&
		(next == "" || strings.HasPrefix(next, "<"))
	return !betweenElements
}

// drawTemplate draws a template of ours as safe HTML.
func drawTemplate(tmpl *template.Template, name string, data any) template.HTML {
	text := paper()
	defer papers.Put(text)
	if err := tmpl.ExecuteTemplate(text, name, data); err != nil {
		panic(err) // writing into memory does not fail: the template is wrong
	}
	return template.HTML(text.String()) //nolint:gosec // our own template
}
