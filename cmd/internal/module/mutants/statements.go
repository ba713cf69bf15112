package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// file is a source file of the product.
type file struct {
	// path is absolute.
	path string
	// name is relative to the module's root, with slashes.
	name string
	// text is what the file has.
	text []byte
}

// statement is a place in the product that can be changed.
type statement struct {
	// pkg is the package that has it.
	pkg *goPackage
	// file is the file that has it.
	file *file
	// line counts from 1.
	line int
	// function is the name of the function around it, with its receiver's type.
	function string
	// changes are all that can be done to it, at least one.
	changes []change
}

// change replaces a piece of a file.
type change struct {
	// start is the offset of the first byte to be replaced.
	start int
	// end is the offset behind the last byte to be replaced.
	end int
	// replacement stands in their place.
	replacement string
	// text says what changes.
	text string
}

// mutant is a statement with the change that was drawn for it.
type mutant struct {
	statement statement
	change    change
}

// name says where the change is: file, line and function.
func (m mutant) name() string {
	return fmt.Sprintf("%s:%d %s", m.statement.file.name, m.statement.line, m.statement.function)
}

// source returns the text of the changed file.
func (m mutant) source() []byte {
	old := m.statement.file.text
	changed := append([]byte{}, old[:m.change.start]...)
	changed = append(changed, m.change.replacement...)
	return append(changed, old[m.change.end:]...)
}

// statementsOf returns all statements of packages that can be changed, in the order of their places.
func statementsOf(packages []*goPackage) (all []statement, err error) {
	for _, p := range packages {
		for _, name := range p.GoFiles {
			full := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(full)
			if err != nil {
				return nil, err
			}
			relative, err := filepath.Rel(p.Module.Dir, full)
			if err != nil {
				return nil, err
			}
			f := &file{path: full, name: filepath.ToSlash(relative), text: text}
			found, err := parse(f)
			if err != nil {
				return nil, err
			}
			for i := range found {
				found[i].pkg = p
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

// parse returns the statements of one file that can be changed. A generated file has none.
func parse(f *file) (all []statement, err error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, f.path, f.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(tree) {
		return nil, nil
	}
	r := &reader{file: f, fset: fset}
	for _, d := range tree.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			r.function = nameOf(fn)
			r.readBody(fn.Type, fn.Body)
		}
	}
	return r.found, nil
}

// nameOf returns a function's name, with its receiver's type before it.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	receiver := fn.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.StarExpr:
			receiver = t.X
		case *ast.IndexExpr:
			receiver = t.X
		case *ast.IndexListExpr:
			receiver = t.X
		case *ast.Ident:
			return t.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

// reader collects the statements of a file.
type reader struct {
	file *file
	fset *token.FileSet
	// function is the name of the declared function that is being read.
	function string
	found    []statement
}

// readBody reads the statements of a function, and of the functions inside it.
func (r *reader) readBody(signature *ast.FuncType, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			r.readBody(n.Type, n.Body)
			return false
		case *ast.BlockStmt:
			r.readList(signature, n.List)
		case *ast.CaseClause:
			var changes []change
			for _, value := range n.List {
				changes = append(changes, r.inside(value)...)
			}
			r.add(n, changes)
			r.readList(signature, n.Body)
		case *ast.CommClause:
			r.readList(signature, n.Body)
		case *ast.IfStmt:
			if other, ok := n.Else.(*ast.IfStmt); ok {
				r.readOne(signature, other)
			}
		case *ast.LabeledStmt:
			r.readOne(signature, n.Stmt)
		}
		return true
	})
}

// readList reads statements that follow one another: each can also be dropped.
func (r *reader) readList(signature *ast.FuncType, list []ast.Stmt) {
	for _, s := range list {
		r.readOne(signature, s)
	}
}

// readOne reads one statement without the statements inside it.
func (r *reader) readOne(signature *ast.FuncType, s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		r.add(s, append(r.negated(s.Cond), r.inside(s.Init, s.Cond)...))
	case *ast.ForStmt:
		r.add(s, append(r.negated(s.Cond), r.inside(s.Init, s.Cond, s.Post)...))
	case *ast.RangeStmt:
		r.add(s, r.inside(s.X))
	case *ast.SwitchStmt:
		r.add(s, r.inside(s.Init, s.Tag))
	case *ast.ReturnStmt:
		r.add(s, append(r.zeros(signature, s), r.inside(s)...))
	case *ast.BranchStmt:
		r.add(s, r.branched(s))
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		r.add(s, append(r.dropped(s), r.inside(s)...))
	case *ast.AssignStmt:
		changes := r.inside(s)
		if s.Tok != token.DEFINE {
			changes = append(r.dropped(s), changes...)
		}
		r.add(s, changes)
	case *ast.DeclStmt:
		r.add(s, r.inside(s))
	}
}

// add adds a statement, if anything in it can be changed. Panics tell of mistakes in the program, which
// no test can provoke.
func (r *reader) add(s ast.Stmt, changes []change) {
	if len(changes) == 0 || isPanic(s) {
		return
	}
	r.found = append(r.found, statement{
		file:     r.file,
		line:     r.fset.Position(s.Pos()).Line,
		function: r.function,
		changes:  changes,
	})
}

// isPanic reports whether a statement is a call of panic.
func isPanic(s ast.Stmt) bool {
	expr, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "panic"
}

// replace returns the change that puts other text in the place of a node.
func (r *reader) replace(n ast.Node, replacement, text string) change {
	return change{
		start:       r.fset.Position(n.Pos()).Offset,
		end:         r.fset.Position(n.End()).Offset,
		replacement: replacement,
		text:        text,
	}
}

// shown returns the source of a node on one line, cut where it is long.
func (r *reader) shown(n ast.Node) string {
	source := r.file.text[r.fset.Position(n.Pos()).Offset:r.fset.Position(n.End()).Offset]
	letters := []rune(string(bytes.Join(bytes.Fields(source), []byte(" "))))
	const longest = 60
	if len(letters) > longest {
		return string(letters[:longest]) + "…"
	}
	return string(letters)
}

// source returns the source of a node as it is.
func (r *reader) source(n ast.Node) string {
	return string(r.file.text[r.fset.Position(n.Pos()).Offset:r.fset.Position(n.End()).Offset])
}

// quoted puts a piece of source into quotation marks that source seldom has.
func quoted(source string) string { return "‹" + strings.TrimSpace(source) + "›" }
