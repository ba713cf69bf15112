package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// deepest is how many types may be embedded in each other: a struct in a struct in a struct.
const deepest = 2

// mostMethods is the number of methods that a type may have, the methods of embedded types included.
const mostMethods = 60

// typeInfo is a named type of the module.
type typeInfo struct {
	// key is the folder and the name, as in cmd/internal/kit.Stack.
	key string
	// pos is where the type is declared, NoPos if only its methods were seen so far.
	pos token.Pos
	// own names its methods.
	own []string
	// embedded has the keys of the types that it embeds. Types of other modules are unknown.
	embedded []string
}

// types returns the named types of the module by their keys.
func (m *module) types() map[string]*typeInfo {
	all := map[string]*typeInfo{}
	get := func(key string) *typeInfo {
		if all[key] == nil {
			all[key] = &typeInfo{key: key}
		}
		return all[key]
	}
	for _, s := range m.goFiles() {
		imports := m.importsOf(s)
		for _, decl := range s.tree.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					t := get(roomOf(s.name) + "." + receiverOf(d))
					t.own = append(t.own, d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						t := get(roomOf(s.name) + "." + spec.Name.Name)
						t.pos = spec.Pos()
						t.describe(spec.Type, roomOf(s.name), imports)
					}
				}
			}
		}
	}
	return all
}

// describe notes what a type embeds, and the methods of an interface.
func (t *typeInfo) describe(e ast.Expr, room string, imports map[string]string) {
	var fields *ast.FieldList
	switch e := e.(type) {
	case *ast.StructType:
		fields = e.Fields
	case *ast.InterfaceType:
		fields = e.Methods
	default:
		return
	}
	for _, f := range fields.List {
		if _, isMethod := f.Type.(*ast.FuncType); isMethod {
			t.own = append(t.own, f.Names[0].Name)
			continue
		}
		if len(f.Names) > 0 {
			continue
		}
		if key := keyOf(f.Type, room, imports); key != "" {
			t.embedded = append(t.embedded, key)
		}
	}
}

// keyOf returns the key of an embedded type, "" for one of another module.
func keyOf(e ast.Expr, room string, imports map[string]string) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return keyOf(e.X, room, imports)
	case *ast.IndexExpr:
		return keyOf(e.X, room, imports)
	case *ast.Ident:
		return room + "." + e.Name
	case *ast.SelectorExpr:
		if folder, ok := imports[rootOf(e.X)]; ok {
			return folder + "." + e.Sel.Name
		}
	}
	return ""
}

// importsOf returns the folders of the module that a file imports, by the names there.
func (m *module) importsOf(s *source) map[string]string {
	folders := map[string]string{}
	for _, imp := range s.tree.Imports {
		full, _ := strconv.Unquote(imp.Path.Value)
		folder, ok := strings.CutPrefix(full, m.path+"/")
		if !ok {
			continue
		}
		name := path.Base(folder)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		folders[name] = folder
	}
	return folders
}

// receiverOf returns the name of a method's type.
func receiverOf(d *ast.FuncDecl) string {
	return rootOf(d.Recv.List[0].Type)
}

// deepEmbedding finds types that embed a type that embeds a type that embeds a type.
func deepEmbedding(m *module) (finds []find) {
	all := m.types()
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if chain := longestChain(all, key); len(chain)-1 > deepest && all[key].pos.IsValid() {
			finds = append(finds, m.find("embedding", all[key].pos, strings.Join(chain, " > ")))
		}
	}
	return finds
}

// longestChain returns a type with what it embeds, as deep as it goes.
func longestChain(all map[string]*typeInfo, key string) []string {
	var longest []string
	if t := all[key]; t != nil {
		for _, inner := range t.embedded {
			if chain := longestChain(all, inner); len(chain) > len(longest) {
				longest = chain
			}
		}
	}
	return append([]string{path.Base(key)}, longest...)
}

// largeMethodSets finds types with many methods: their own and those they embed.
func largeMethodSets(m *module) (finds []find) {
	all := m.types()
	for _, key := range slices.Sorted(maps.Keys(all)) {
		set := map[string]bool{}
		methodSet(all, key, set)
		if len(set) > mostMethods && all[key].pos.IsValid() {
			text := fmt.Sprintf("%s has %d methods, %d of its own", path.Base(key), len(set), len(all[key].own))
			finds = append(finds, m.find("methods", all[key].pos, text))
		}
	}
	return finds
}

func methodSet(all map[string]*typeInfo, key string, set map[string]bool) {
	t := all[key]
	if t == nil {
		return
	}
	for _, name := range t.own {
		set[name] = true
	}
	for _, inner := range t.embedded {
		methodSet(all, inner, set)
	}
}

// sharedComments finds fields of a struct that have no comment of their own but stand right
// below others in a group of three and more under one comment: go doc shows it for the first
// only, and the reader has to find out which part is about which field.
func sharedComments(m *module) (finds []find) {
	for _, s := range m.goFiles() {
		ast.Inspect(s.tree, func(n ast.Node) bool {
			if t, ok := n.(*ast.StructType); ok {
				for _, group := range m.commentGroups(t) {
					if len(group) < 3 {
						continue
					}
					for _, name := range group {
						finds = append(finds, m.find("fields", name.Pos(), name.Name))
					}
				}
			}
			return true
		})
	}
	return finds
}

// commentGroups returns the names of a struct's fields by the comment they stand under. A
// blank line ends a group, and so does a field with a comment of its own.
func (m *module) commentGroups(t *ast.StructType) (groups [][]*ast.Ident) {
	end := -1 // the line of the field before
	commented := false
	for _, f := range t.Fields.List {
		line := m.fset.Position(f.Pos()).Line
		switch {
		case f.Doc != nil:
			commented = true
			groups = append(groups, nil)
		case f.Comment != nil || line != end+1:
			commented = false
		}
		if commented {
			groups[len(groups)-1] = append(groups[len(groups)-1], f.Names...)
		}
		end = m.fset.Position(f.End()).Line
	}
	return groups
}

// untestedFiles finds the files of folders that have no test at all.
func untestedFiles(m *module) (finds []find) {
	for _, s := range m.goFiles() {
		if !m.tested[roomOf(s.name)] {
			finds = append(finds, find{"untested", s.name, 1, fmt.Sprintf("%d lines", len(s.lines)-1)})
		}
	}
	return finds
}
