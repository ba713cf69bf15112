package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// module is the source of a Go module.
type module struct {
	// path is the module path of go.mod.
	path string
	// fset has the positions of all files.
	fset *token.FileSet
	// files are the files of product code, in the order of their names.
	files []*source
	// tested has the folders with at least one _test.go file.
	tested map[string]bool
}

// source is one file of product code.
type source struct {
	// name is relative to the module's root, with slashes.
	name string
	// lines are the lines without their ends.
	lines []string
	// tree is nil if the file is not Go.
	tree *ast.File
}

// size is how many lines a part of a module has. Blank lines do not count.
type size struct {
	// code counts lines of Go that are no comment.
	code int
	// comments counts lines of Go that are a comment.
	comments int
	// all counts lines of Go, CSS, HTML and JavaScript.
	all int
	// own counts as all does, but only in the folder itself, not in those below it.
	own int
}

// load reads the product code of a module.
func load(root fs.FS) (*module, error) {
	m := &module{fset: token.NewFileSet(), tested: map[string]bool{}}
	if data, err := fs.ReadFile(root, "go.mod"); err == nil {
		first, _, _ := strings.Cut(string(data), "\n")
		m.path = strings.TrimSpace(strings.TrimPrefix(first, "module"))
	}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !entry.IsDir() {
			return m.add(root, name)
		}
		if slices.Contains(skipped, entry.Name()) {
			return fs.SkipDir
		}
		return nil
	})
	return m, err
}

// skipped are the folders that have no product code of the module itself.
var skipped = []string{".git", ".bin", "testdata", "vendor", "node_modules", "dist", "third-party", "third_party"}

// kinds are the endings of the files that are read.
var kinds = []string{".go", ".css", ".html", ".js"}

// add reads one file if it is product code.
func (m *module) add(root fs.FS, name string) error {
	if strings.HasSuffix(name, "_test.go") {
		m.tested[path.Dir(name)] = true
		return nil
	}
	if !slices.Contains(kinds, path.Ext(name)) {
		return nil
	}
	data, err := fs.ReadFile(root, name)
	if err != nil {
		return err
	}
	if isGenerated(data) {
		return nil
	}
	s := &source{name: name, lines: strings.Split(string(data), "\n")}
	if path.Ext(name) == ".go" {
		s.tree, err = parser.ParseFile(m.fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
	}
	m.files = append(m.files, s)
	return nil
}

// isGenerated reports whether a file says at its top that a program wrote it.
func isGenerated(data []byte) bool {
	top := data[:min(len(data), 600)]
	return bytes.Contains(top, []byte("Code generated ")) && bytes.Contains(top, []byte("DO NOT EDIT"))
}

// size measures a folder with all folders below it; "" is the whole module.
func (m *module) size(room string) (s size) {
	for _, f := range m.files {
		if !isInside(roomOf(f.name), room) {
			continue
		}
		for _, line := range f.lines {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			s.all++
			if roomOf(f.name) == room {
				s.own++
			}
			switch {
			case f.tree == nil:
			case strings.HasPrefix(line, "//"):
				s.comments++
			default:
				s.code++
			}
		}
	}
	return s
}

// goFiles returns the files that are Go.
func (m *module) goFiles() []*source {
	return slices.DeleteFunc(slices.Clone(m.files), func(s *source) bool { return s.tree == nil })
}

// find makes a find at a position.
func (m *module) find(check string, pos token.Pos, text string) find {
	position := m.fset.Position(pos)
	return find{check: check, file: position.Filename, line: position.Line, text: text}
}

// lineAt returns the source line of a position, without its indent.
func (m *module) lineAt(s *source, pos token.Pos) string {
	return strings.TrimSpace(s.lines[m.fset.Position(pos).Line-1])
}

// roomOf returns the folder of a file.
func roomOf(file string) string { return path.Dir(file) }

// isInside reports whether a folder is another one or lies below it.
func isInside(folder, room string) bool {
	return room == "" || folder == room || strings.HasPrefix(folder, room+"/")
}
