package web

import (
	"fmt"
	"html/template"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTemplateFields checks, for the type of each page, that it has every field and method that its templates name, in
// all branches. A template finds fields only when it is drawn, so a name that is wrong in a branch that is seldom drawn
// would be an empty page one day.
func TestTemplateFields(t *testing.T) {
	t.Parallel()
	all := map[string]*template.Template{}
	for name, read := range newPageTemplates(texts.New("en")) { // a template that was drawn is no longer as it was written
		all[name] = read()
	}
	cards := template.New("").Funcs(drawingFuncs)
	parseTemplates(cards, templateText("card"))
	assert.ElementsMatch(t, slices.Sorted(maps.Keys(all)), append(slices.Sorted(maps.Keys(pageTypes)), "card", partsAlone),
		"pageTypes lists each file of templates")
	for name, page := range pageTypes {
		checker := templateChecker{file: name, templates: all, seen: map[string]bool{}}
		checker.template(all[name], "page", page)
		assert.Empty(t, checker.faults, name)
	}
	checker := templateChecker{file: "table", templates: all, seen: map[string]bool{}}
	checker.template(all["table"], "main", pageTypes["table"])
	checker.template(all[partsAlone], "fields", reflect.TypeFor[[]choose.Field]())
	checker.template(all[partsAlone], "qr", reflect.TypeFor[qrPart]())
	checker.template(all["gone"], "main", pageTypes["gone"])
	checker.template(cards, "face", reflect.TypeFor[card]())
	checker.template(cards, "mini", reflect.TypeFor[card]())
	assert.Empty(t, checker.faults)
}

// TestTemplateChecker checks that the check above finds names that are not there.
func TestTemplateChecker(t *testing.T) {
	t.Parallel()
	type inner struct{ Name string }
	type page struct {
		Inner *inner
		List  []inner
		Text  string
	}
	for text, want := range map[string]string{
		"{{.Text}}{{.Inner.Name}}": "",
		"{{.Txt}}":                 "Txt",
		"{{if .Text}}{{else}}{{.Inner.Nam}}{{end}}":                   "Nam",
		"{{range .List}}{{.Name}}{{$.Text}}{{end}}":                   "",
		"{{range .List}}{{.Text}}{{end}}":                             "Text",
		"{{range $i, $e := .List}}{{$e.Name}}{{$e.No}}{{end}}":        "No",
		"{{with .Inner}}{{.Name}}{{$.Other}}{{end}}":                  "Other",
		"{{with .Inner}}{{.Name}}{{else}}{{.Name}}{{end}}":            "Name",
		`{{define "part"}}{{.Name}}{{end}}{{template "part" .}}`:      "Name",
		`{{define "part"}}{{.Name}}{{end}}{{template "part" .Inner}}`: "",
		`{{template "absent" .}}`:                                     "absent",
		"{{(index .List 1).Nom}}":                                     "Nom",
		"{{if and .Text (not .Nobody)}}{{end}}":                       "Nobody",
		"{{.Text.Length}}":                                            "Length",
	} {
		parsed, err := template.New("page").Parse(text)
		require.NoError(t, err, text)
		checker := templateChecker{file: "test", seen: map[string]bool{}}
		checker.template(parsed, "page", reflect.TypeFor[*page]())
		if want == "" {
			assert.Empty(t, checker.faults, text)
		} else if assert.Len(t, checker.faults, 1, text) {
			assert.Contains(t, checker.faults[0], want, text)
		}
	}
}

// templateChecker follows the types of the data through templates.
type templateChecker struct {
	// file is the name of the file, for messages.
	file string
	// templates are the templates of all pages, in which fragments are found.
	templates map[string]*template.Template
	// seen are the templates that were checked, each with the type of its data.
	seen   map[string]bool
	faults []string
}

// templateScope is what names mean at a place of a template.
type templateScope struct {
	tmpl *template.Template
	// dot is the type of the data, nil for a type that is not known.
	dot reflect.Type
	// variables are the types of variables, with the dollar sign.
	variables map[string]reflect.Type
}

// with returns the scope with another type of the data.
func (s templateScope) with(dot reflect.Type) templateScope {
	s.dot = dot
	s.variables = maps.Clone(s.variables)
	return s
}

// template checks a template for data of a type.
func (c *templateChecker) template(tmpl *template.Template, name string, dot reflect.Type) {
	key := fmt.Sprintf("%s %v", name, dot)
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	found := tmpl.Lookup(name)
	if found == nil || found.Tree == nil {
		c.faults = append(c.faults, fmt.Sprintf("%s.html: there is no template %s", c.file, name))
		return
	}
	c.node(found.Tree.Root, templateScope{tmpl: tmpl, dot: dot, variables: map[string]reflect.Type{"$": dot}})
}

// node checks a part of a template.
func (c *templateChecker) node(node parse.Node, s templateScope) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, child := range n.Nodes {
			c.node(child, s)
		}
	case *parse.ActionNode:
		c.pipe(n.Pipe, s)
	case *parse.TemplateNode:
		var dot reflect.Type
		if n.Pipe != nil {
			dot = c.pipe(n.Pipe, s)
		}
		c.template(s.tmpl, n.Name, dot)
	case *parse.IfNode:
		c.pipe(n.Pipe, s)
		c.node(n.List, s)
		c.node(n.ElseList, s)
	case *parse.WithNode:
		c.node(n.List, s.with(c.pipe(n.Pipe, s)))
		c.node(n.ElseList, s)
	case *parse.RangeNode:
		c.ranges(n, s)
	}
}

// ranges checks the body of a loop for the elements of a list.
func (c *templateChecker) ranges(n *parse.RangeNode, s templateScope) {
	key, element := elementsOf(c.pipe(n.Pipe, s))
	inner := s.with(element)
	declared := n.Pipe.Decl
	if len(declared) > 0 {
		inner.variables[declared[len(declared)-1].Ident[0]] = element
	}
	if len(declared) > 1 {
		inner.variables[declared[0].Ident[0]] = key
	}
	c.node(n.List, inner)
	c.node(n.ElseList, s)
}

// elementsOf returns the types of the keys and the elements that a loop over a type has.
func elementsOf(list reflect.Type) (key, element reflect.Type) {
	if list == nil {
		return nil, nil
	}
	switch list.Kind() {
	case reflect.Slice, reflect.Array:
		return reflect.TypeFor[int](), list.Elem()
	case reflect.Map:
		return list.Key(), list.Elem()
	default:
		return reflect.TypeFor[int](), reflect.TypeFor[int]()
	}
}

// pipe checks a pipeline, and returns the type of its value, nil if that is not known.
func (c *templateChecker) pipe(n *parse.PipeNode, s templateScope) (value reflect.Type) {
	for _, command := range n.Cmds {
		value = c.command(command, s)
	}
	if len(n.Cmds) > 1 {
		return nil
	}
	return value
}

// command checks a command, and returns the type of its value, nil if that is not known.
func (c *templateChecker) command(n *parse.CommandNode, s templateScope) reflect.Type {
	var arguments []reflect.Type
	for _, argument := range n.Args[1:] {
		arguments = append(arguments, c.operand(argument, s))
	}
	function, isFunction := n.Args[0].(*parse.IdentifierNode)
	if !isFunction {
		return c.operand(n.Args[0], s)
	}
	switch function.Ident {
	case "fragment":
		c.fragment(n.Args[1], arguments[1])
	case "index":
		_, element := elementsOf(arguments[0])
		return element
	case "slice":
		return arguments[0]
	case "withCards":
		return reflect.TypeFor[[]any]()
	}
	return nil
}

// fragment checks the template of a fragment for its data, or for each element of a list.
func (c *templateChecker) fragment(name parse.Node, data reflect.Type) {
	text, ok := name.(*parse.StringNode)
	if !ok || data == nil {
		c.faults = append(c.faults, fmt.Sprintf("%s.html: the fragment %v has data of no known type", c.file, name))
		return
	}
	if data.Kind() == reflect.Slice {
		data = data.Elem()
	}
	c.template(c.templates["table"], text.Text, data)
}

// operand checks a value, and returns its type, nil if that is not known.
func (c *templateChecker) operand(node parse.Node, s templateScope) reflect.Type {
	switch n := node.(type) {
	case *parse.DotNode:
		return s.dot
	case *parse.FieldNode:
		return c.fields(s.dot, n.Ident)
	case *parse.VariableNode:
		return c.fields(s.variables[n.Ident[0]], n.Ident[1:])
	case *parse.ChainNode:
		return c.fields(c.operand(n.Node, s), n.Field)
	case *parse.PipeNode:
		return c.pipe(n, s)
	case *parse.StringNode:
		return reflect.TypeFor[string]()
	}
	return nil
}

// fields returns the type of a field of a field, and so on, of a type.
func (c *templateChecker) fields(holder reflect.Type, names []string) reflect.Type {
	for _, name := range names {
		if holder == nil || holder.Kind() == reflect.Interface {
			return nil
		}
		next, ok := memberOf(holder, name)
		if !ok {
			c.faults = append(c.faults,
				fmt.Sprintf("%s.html: %v has no %s (.%s)", c.file, holder, name, strings.Join(names, ".")))
			return nil
		}
		holder = next
	}
	return holder
}

// memberOf returns the type of a field, or of the result of a method.
func memberOf(holder reflect.Type, name string) (reflect.Type, bool) {
	candidates := []reflect.Type{holder}
	if holder.Kind() != reflect.Pointer {
		candidates = append(candidates, reflect.PointerTo(holder))
	}
	for _, candidate := range candidates {
		if method, ok := candidate.MethodByName(name); ok {
			return method.Type.Out(0), true
		}
	}
	if holder.Kind() == reflect.Pointer {
		holder = holder.Elem()
	}
	if holder.Kind() != reflect.Struct {
		return nil, false
	}
	field, ok := holder.FieldByName(name)
	return field.Type, ok && field.IsExported()
}
