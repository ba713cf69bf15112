package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// goPackage is a package as `go list -json` prints it.
type goPackage struct {
	// Dir is the absolute path of the folder.
	Dir string
	// ImportPath names the package.
	ImportPath string
	// GoFiles are the files that are built on this machine, without tests.
	GoFiles []string
	// TestGoFiles are the tests inside the package.
	TestGoFiles []string
	// XTestGoFiles are the tests outside the package.
	XTestGoFiles []string
	// Module is the module that has the package; nil for the standard library.
	Module *struct {
		// Dir is the absolute path of the module's root.
		Dir string
		// Main reports whether it is the module that is worked on.
		Main bool
	}
}

// hasTests reports whether the package has a test file.
func (p *goPackage) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// product returns the packages that the options choose and that the program is built of.
func product(opt options) (packages []*goPackage, err error) {
	chosen, err := list(opt, opt.packages...)
	if err != nil {
		return nil, err
	}
	built, err := list(opt, "-deps", opt.program)
	if err != nil {
		return nil, err
	}
	isBuilt := map[string]bool{}
	for _, p := range built {
		isBuilt[p.ImportPath] = true
	}
	for _, p := range chosen {
		if p.Module != nil && p.Module.Main && isBuilt[p.ImportPath] {
			packages = append(packages, p)
		}
	}
	if len(packages) == 0 {
		return nil, fmt.Errorf("%s has nothing of %s", opt.program, strings.Join(opt.packages, " "))
	}
	return packages, nil
}

// list runs `go list`, and returns packages in the order of their names, or with -deps of their
// dependencies.
func list(opt options, args ...string) (packages []*goPackage, err error) {
	command := exec.CommandContext(context.Background(), "go", append([]string{
		"list",
		"-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles,Module",
	}, args...)...)
	command.Dir = opt.dir
	var complaint strings.Builder
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, complaint.String())
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, &p)
	}
}

// laboratory tries changes, in files of its own.
type laboratory struct {
	options options
	// dir is the folder with the changed file and the overlay.
	dir string
	// passes has the packages whose tests were run without a change, and pass.
	passes map[*goPackage]bool
}

// newLaboratory makes a folder for changed files; close removes it.
func newLaboratory(opt options) (*laboratory, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	return &laboratory{options: opt, dir: dir, passes: map[*goPackage]bool{}}, nil
}

func (l *laboratory) close() { _ = os.RemoveAll(l.dir) }

// trial is a change with what became of it and how long that took.
type trial struct {
	result
	took time.Duration
}

// try draws a change of a statement that compiles, and runs the package's tests with it. It returns
// false if none of the changes compiles.
func (l *laboratory) try(s statement, rng *rand.Rand) (t trial, ok bool, err error) {
	for _, i := range rng.Perm(len(s.changes)) {
		m := mutant{statement: s, change: s.changes[i]}
		overlay, err := l.write(m)
		if err != nil {
			return trial{}, false, err
		}
		if said, err := l.run("build", "-o", os.DevNull, "-overlay", overlay, s.pkg.ImportPath); err != nil {
			if !isRejected(said, err) {
				return trial{}, false, fmt.Errorf("go build: %w\n%s", err, said)
			}
			continue
		}
		if !s.pkg.hasTests() {
			return trial{result: result{mutant: m}}, true, nil
		}
		if err := l.checkUnchanged(s.pkg); err != nil {
			return trial{}, false, err
		}
		began := time.Now()
		_, err = l.test(s.pkg, "-count=1", "-failfast", "-overlay", overlay)
		return trial{result: result{mutant: m, noticed: err != nil}, took: time.Since(began)}, true, nil
	}
	return trial{}, false, nil
}

// isRejected reports whether the compiler ran and rejected its source, by what the go command said.
func isRejected(said string, err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && strings.HasPrefix(said, "# ")
}

// write writes the changed file and the overlay that puts it in the place of the old one.
func (l *laboratory) write(m mutant) (overlay string, err error) {
	changed := filepath.Join(l.dir, "changed.go")
	if err := os.WriteFile(changed, m.source(), 0o600); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {m.statement.file.path: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(l.dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// checkUnchanged runs a package's tests without a change, once: a test that fails anyway notices
// nothing.
func (l *laboratory) checkUnchanged(p *goPackage) error {
	if l.passes[p] {
		return nil
	}
	if said, err := l.test(p); err != nil {
		return fmt.Errorf("the tests of %s fail without a change: %w\n%s", p.ImportPath, err, said)
	}
	l.passes[p] = true
	return nil
}

// test runs a package's short tests.
func (l *laboratory) test(p *goPackage, args ...string) (said string, err error) {
	args = append([]string{"test", "-short", "-vet=off", "-ldflags=-s -w", "-timeout", l.options.timeout.String()}, args...)
	return l.run(append(args, p.ImportPath)...)
}

// run runs the go command and returns what it said.
func (l *laboratory) run(args ...string) (said string, err error) {
	// The go command ends tests by itself, unless they hang in a way that it does not see.
	ctx, cancel := context.WithTimeout(context.Background(), 2*l.options.timeout+time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = l.options.dir
	command.WaitDelay = time.Second
	out, err := command.CombinedOutput()
	return string(out), err
}
