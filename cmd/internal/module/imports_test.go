package module

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const modulePath = "fellowship"

// layers are the module's top-level directories in the order of the import
// direction: a package imports from its own layer and the layers before it.
var layers = []string{"tricks", "characters", "chapters", "solver", "cmd"}

// solverParts are the packages of the solver in the order of the import direction.
var solverParts = []string{
	"solver/parallel", "solver/internal/sat", "solver/internal/proof", "solver/internal/search",
	"solver/internal/formula",
	"solver", "solver/players", "solver/difficulty", "solver/arena",
}

// engineModules are the packages from outside the standard library that a
// layer of the engine may use beside tests. Tricks has none, for good.
var engineModules = map[string][]string{
	"characters": {"gopkg.in/yaml.v3"},
	"chapters":   {"gopkg.in/yaml.v3"},
	"solver":     {"gopkg.in/yaml.v3"},
}

// engineForbids maps the standard packages that the engine must not import to
// the reason. An entry stands for the packages below it too.
var engineForbids = map[string]string{
	"C":             "the engine is pure Go",
	"crypto/rand":   "random numbers come from a seed",
	"hash/maphash":  "its seed differs from run to run",
	"io/ioutil":     "the engine does no I/O beyond fs.FS",
	"log":           "the engine does no I/O beyond fs.FS",
	"net":           "the engine does no I/O beyond fs.FS",
	"os":            "the engine does no I/O beyond fs.FS",
	"path/filepath": "paths in an fs.FS are those of package path",
	"plugin":        "the engine does no I/O beyond fs.FS",
	"syscall":       "the engine does no I/O beyond fs.FS",
}

// engineAvoids maps an import path and an exported name of it that the engine
// must not mention to the reason.
var engineAvoids = map[string]map[string]string{
	"context": reasons("deadlines come in a context from outside",
		"WithDeadline", "WithDeadlineCause", "WithTimeout", "WithTimeoutCause"),
	"fmt": reasons("the engine does no I/O beyond fs.FS",
		"Print", "Printf", "Println", "Scan", "Scanf", "Scanln"),
	"time": reasons("the engine reads no clock",
		"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"),
}

// seededRandom are the names of math/rand and math/rand/v2 that do not touch
// the global source.
var seededRandom = []string{
	"ChaCha8", "New", "NewChaCha8", "NewPCG", "NewSource", "NewZipf",
	"PCG", "Rand", "Source", "Source64", "Zipf",
}

// onlyIn maps a module to the only folder of packages that may import from it, and tests.
// Commands are the command line's: what is shown stands below it. Widths are measured in one place.
var onlyIn = map[string]string{
	"github.com/spf13/cobra":        "cmd/internal/cli",
	"github.com/mattn/go-runewidth": "cmd/internal/cells",
}

// vagueNames say nothing about what a package is for.
var vagueNames = []string{"common", "helper", "helpers", "misc", "types", "util", "utils"}

// mainLines is the number of lines that cmd/fellowship/main.go stays below.
const mainLines = 20

// TestImports holds the architecture that the package comment describes.
func TestImports(t *testing.T) {
	found, err := violations(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}

// TestImportsNotices shows that TestImports would notice.
func TestImportsNotices(t *testing.T) {
	tests := []struct {
		name string
		file string
		src  string
		want string // part of the only violation; empty for none
	}{
		{"downward", "solver/a.go", `package solver; import "fellowship/chapters"`, ""},
		{"sideways", "solver/players/a.go", `package players; import "fellowship/solver"`, ""},
		{
			"upward", "tricks/a.go", `package tricks; import "fellowship/characters"`,
			"tricks must not import fellowship/characters",
		},
		{
			"upward from below", "characters/strictyaml/a.go", `package strictyaml; import "fellowship/chapters/x"`,
			"characters must not import",
		},
		{
			"upward in a test", "chapters/a_test.go", `package chapters_test; import "fellowship/solver"`,
			"chapters must not import",
		},
		{
			"upward in the solver", "solver/internal/search/a.go",
			`package search; import "fellowship/solver/internal/formula"`, "solver/internal/search must not import",
		},
		{
			"downward in the solver", "solver/internal/formula/a.go",
			`package formula; import "fellowship/solver/internal/search"`, "",
		},
		{
			"the checker of proofs", "solver/internal/rup/a.go", `package rup; import "fellowship/solver/internal/sat"`,
			"it stands alone",
		},
		{
			"the checker of proofs, the rules", "solver/internal/rup/a.go", `package rup; import "fellowship/tricks"`,
			"it stands alone",
		},
		{"for tests", "solver/a.go", `package solver; import "fellowship/solver/internal/endingtest"`, "is for tests"},
		{"for tests in one for tests", "cmd/atest/a.go", `package atest; import "fellowship/cmd/btest"`, ""},
		{
			"for tests in a test", "solver/a_test.go", `package solver; import "fellowship/solver/internal/endingtest"`,
			"",
		},
		{"module for tests", "solver/internal/endingtest/a.go", `package endingtest; import "pgregory.net/rapid"`, ""},
		{
			"importing cmd", "solver/a.go", `package solver; import "fellowship/cmd/internal/cli"`,
			"solver must not import",
		},
		{"root", "a.go", `package fellowship`, "no package"},
		{"example", "docs/bots/a.go", "//go:build ignore\n\npackage main; import \"os\"", ""},
		{
			"example with ours", "docs/bots/a.go", "//go:build ignore\n\npackage main; import \"fellowship/tricks\"",
			"it stands alone",
		},
		{"package in docs", "docs/bots/a.go", `package bots`, "docs is not in the import direction"},
		{"new top level", "engine/a.go", `package engine`, "engine is not in the import direction"},

		{"tricks, module", "tricks/a.go", `package tricks; import "gopkg.in/yaml.v3"`, "standard library only"},
		{"tricks, module in a test", "tricks/a_test.go", `package tricks; import "pgregory.net/rapid"`, ""},
		{"characters, known module", "characters/a.go", `package characters; import "gopkg.in/yaml.v3"`, ""},
		{
			"characters, other module", "characters/a.go",
			`package characters; import "github.com/charmbracelet/x/ansi"`, "github.com/charmbracelet/x/ansi",
		},
		{"cmd, any module", "cmd/internal/tui/a.go", `package tui; import "github.com/charmbracelet/bubbletea"`, ""},

		{"os", "solver/a.go", `package solver; import "os"`, "must not import os:"},
		{"os in a test", "solver/a_test.go", `package solver; import "os"`, ""},
		{"os in a generator", "solver/gen.go", "//go:build ignore\n\npackage main; import \"os\"", ""},
		{"os in cmd", "cmd/internal/saves/a.go", `package saves; import "os"`, ""},
		{"net/http", "chapters/a.go", `package chapters; import "net/http"`, "must not import net/http:"},
		{"fs", "chapters/a.go", `package chapters; import "io/fs"`, ""},
		{"dot import", "chapters/a.go", `package chapters; import . "time"`, "dot import"},

		{"clock", "solver/a.go", `package solver; import "time"; var t = time.Now()`, "time.Now"},
		{"clock, renamed", "solver/a.go", `package solver; import t "time"; var f = t.Since`, "time.Since"},
		{"clock in a test", "solver/a_test.go", `package solver; import "time"; var t = time.Now()`, ""},
		{"duration", "solver/a.go", `package solver; import "time"; const d = time.Second`, ""},
		{
			"deadline", "solver/a.go", `package solver; import "context"; var f = context.WithTimeout`,
			"context.WithTimeout",
		},
		{"stdout", "solver/a.go", `package solver; import "fmt"; func f() { fmt.Println() }`, "fmt.Println"},
		{"stderr", "solver/a.go", `package solver; func f() { println() }`, "println"},

		{"global random", "solver/a.go", `package solver; import "math/rand"; var n = rand.Intn(3)`, "rand.Intn"},
		{"global random, v2", "solver/a.go", `package solver; import "math/rand/v2"; var n = rand.N(3)`, "rand/v2.N"},
		{
			"seeded random", "solver/a.go", `package solver; import "math/rand/v2"; var r = rand.New(rand.NewPCG(1, 2))`,
			"",
		},

		{"a command", "cmd/internal/cli/playing/a.go", `package playing; import "github.com/spf13/cobra"`, ""},
		{
			"a command elsewhere", "cmd/internal/table/a.go", `package table; import "github.com/spf13/cobra"`,
			"only cmd/internal/cli",
		},

		{"vague directory", "cmd/internal/util/a.go", `package text`, "util"},
		{"vague package", "cmd/internal/text/a.go", `package helpers`, "helpers"},
		{"vague test package", "cmd/internal/text/a_test.go", `package types_test`, "types"},
		{"long main", "cmd/fellowship/main.go", "package main" + strings.Repeat("\n", mainLines), "main.go"},
		{"short main", "cmd/fellowship/main.go", "package main" + strings.Repeat("\n", mainLines-1), ""},
		{"testdata", "tricks/testdata/a.go", `package util; import "os"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := violations(fstest.MapFS{tt.file: {Data: []byte(tt.src)}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case tt.want == "" && len(found) > 0:
				t.Errorf("got %q, want no violation", found)
			case tt.want != "" && len(found) != 1:
				t.Errorf("got %q, want one violation with %q", found, tt.want)
			case tt.want != "" && !strings.Contains(found[0], tt.want):
				t.Errorf("got %q, want %q in it", found[0], tt.want)
			}
		})
	}
}

// violations reads all Go files of the module in root and returns what breaks
// the architecture, one sentence each, in the order of the files.
func violations(root fs.FS) ([]string, error) {
	var found []string
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (base[0] == '.' || base[0] == '_' || base == "testdata" || base == "vendor") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		inFile, err := fileViolations(name, src)
		found = append(found, inFile...)
		return err
	})
	return found, err
}

// fileViolations is violations for the file of this name, a path from the
// module's root.
func fileViolations(name string, src []byte) ([]string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []string
	report := func(at ast.Node, format string, args ...any) {
		found = append(found, fset.Position(at.Pos()).String()+": "+fmt.Sprintf(format, args...))
	}

	dir := path.Dir(name)
	layer, _, _ := strings.Cut(dir, "/")
	rank := slices.Index(layers, layer)
	switch {
	case layer == ".":
		report(file.Name, "the root of the module is no package")
	case layer == "docs" && isBuildIgnored(file): // an example that stands alone
	case rank < 0:
		report(file.Name, "%s is not in the import direction %s", layer, strings.Join(layers, " <- "))
	}
	pkg := strings.TrimSuffix(file.Name.Name, "_test")
	for _, vague := range []string{path.Base(dir), pkg} {
		if slices.Contains(vagueNames, vague) {
			report(file.Name, "package name %s does not say what the package is for", vague)
			break
		}
	}
	if lines := bytes.Count(src, []byte("\n")); name == "cmd/fellowship/main.go" && lines >= mainLines {
		report(file.Name, "main.go has %d lines, want fewer than %d: the rest belongs in cmd/internal", lines,
			mainLines)
	}

	for _, spec := range file.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return found, err
		}
		for module, only := range onlyIn {
			if isOrBelow(to, module) && !isOrBelow(dir, only) && !strings.HasSuffix(name, "_test.go") {
				report(spec, "only %s imports %s", only, to)
			}
		}
		within, isOurs := strings.CutPrefix(to, modulePath+"/")
		if !isOurs {
			continue
		}
		target, _, _ := strings.Cut(within, "/")
		switch {
		case dir == "solver/internal/rup":
			report(spec, "the checker of proofs must not import %s: it stands alone", to)
		case layer == "docs":
			report(spec, "an example in docs must not import %s: it stands alone", to)
		case rank >= 0 && slices.Index(layers, target) > rank:
			report(spec, "%s must not import %s: imports run %s", layer, to, strings.Join(layers, " <- "))
		case isForTests(within) && !strings.HasSuffix(name, "_test.go") && !isForTests(dir):
			report(spec, "%s is for tests", to)
		}
		if own := slices.Index(solverParts, dir); own >= 0 && slices.Index(solverParts, within) > own {
			report(spec, "%s must not import %s: imports run %s", dir, to, strings.Join(solverParts, " <- "))
		}
	}

	isEngine := rank >= 0 && layer != "cmd"
	if isEngine && !strings.HasSuffix(name, "_test.go") && !isForTests(dir) && !isBuildIgnored(file) {
		engineViolations(layer, file, report)
	}
	return found, nil
}

// engineViolations reports what a file of the engine, not a test, must not use.
func engineViolations(layer string, file *ast.File, report func(at ast.Node, format string, args ...any)) {
	imported := map[string]string{} // the import path by the name it has in the file
	for _, spec := range file.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the parser has refused it
		}
		local := strings.TrimSuffix(to, "/v2")
		local = path.Base(local)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imported[local] = to
		if local == "." {
			report(spec, "dot import of %s hides what the engine uses", to)
		}
		for forbidden, why := range engineForbids {
			if isOrBelow(to, forbidden) {
				report(spec, "%s must not import %s: %s", layer, to, why)
			}
		}
		if first, _, _ := strings.Cut(to, "/"); strings.Contains(first, ".") &&
			!slices.Contains(engineModules[layer], to) {
			if layer == "tricks" {
				report(spec, "tricks uses the standard library only, not %s", to)
			} else {
				report(spec, "%s must not import %s: if it does no I/O, add it to engineModules", layer, to)
			}
		}
	}

	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.Ident); ok && (f.Name == "print" || f.Name == "println") {
				report(n, "the engine does no I/O beyond fs.FS, not even %s", f.Name)
			}
		case *ast.SelectorExpr:
			x, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			from := imported[x.Name]
			selected := n.Sel.Name
			if why, ok := engineAvoids[from][selected]; ok {
				report(n, "%s must not use %s.%s: %s", layer, from, selected, why)
			}
			if (from == "math/rand" || from == "math/rand/v2") && !slices.Contains(seededRandom, selected) {
				report(n, "%s must not use %s.%s: random numbers come from a seed", layer, from, selected)
			}
		}
		return true
	})
}

// isBuildIgnored reports whether the file is a program for go generate rather
// than part of its package.
func isBuildIgnored(file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && c.Text == "//go:build ignore" {
				return true
			}
		}
	}
	return false
}

// isForTests reports whether a package is imported by tests only: its name ends in
// "test".
func isForTests(dir string) bool { return strings.HasSuffix(dir, "test") }

// isOrBelow reports whether an import path is root or begins with root and a
// slash.
func isOrBelow(importPath, root string) bool {
	return importPath == root || strings.HasPrefix(importPath, root+"/")
}

// reasons maps each of names to why.
func reasons(why string, names ...string) map[string]string {
	m := make(map[string]string, len(names))
	for _, name := range names {
		m[name] = why
	}
	return m
}
