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
	// unchanged has for each package whose tests were run without a change how long that took, 0 if they failed.
	unchanged map[*goPackage]time.Duration
	// failed describes the packages whose tests fail without a change.
	failed []string
}

// newLaboratory makes a folder for changed files; close removes it.
func newLaboratory(opt options) (*laboratory, error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	return &laboratory{options: opt, dir: dir, unchanged: map[*goPackage]time.Duration{}}, nil
}

func (l *laboratory) close() { _ = os.RemoveAll(l.dir) }

// trial is a change with what became of it and how long that took.
type trial struct {
	result
	took time.Duration
}

// try draws a change of a statement that compiles, and runs the package's tests with it. It returns
// false if none of the changes compiles, or if the tests fail anyway.
func (l *laboratory) try(s statement, rng *rand.Rand) (t trial, ok bool, err error) {
	if took, known := l.unchanged[s.pkg]; known && took == 0 {
		return trial{}, false, nil // its tests fail anyway
	}
	for _, i := range rng.Perm(len(s.changes)) {
		m := mutant{statement: s, change: s.changes[i]}
		overlay, err := l.write(m)
		if err != nil {
			return trial{}, false, err
		}
		if said, err := l.build(s.pkg, overlay); err != nil {
			if !isRejected(said, err) {
				return trial{}, false, fmt.Errorf("go build: %w\n%s", err, said)
			}
			continue
		}
		if !s.pkg.hasTests() {
			return trial{result: result{mutant: m}}, true, nil
		}
		usual, ok := l.runUnchanged(s.pkg)
		if !ok {
			return trial{}, false, nil
		}
		began := time.Now()
		_, err = l.test(s.pkg, l.options.timeout+patience*usual, "-failfast", "-overlay", overlay)
		return trial{result: result{mutant: m, noticed: err != nil}, took: time.Since(began)}, true, nil
	}
	return trial{}, false, nil
}

// build compiles a package with a change.
func (l *laboratory) build(p *goPackage, overlay string) (said string, err error) {
	return l.run(context.Background(), "build", "-o", os.DevNull, "-overlay", overlay, p.ImportPath)
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

// patience is how many times longer than without a change the tests may take, beside the time limit: the machine
// may have become busier, and a change that only makes the program slow is not noticed.
const patience = 5

// runUnchanged runs a package's tests without a change, once, and returns how long they took. ok is false if they
// fail: such a test notices nothing.
func (l *laboratory) runUnchanged(p *goPackage) (took time.Duration, ok bool) {
	took, known := l.unchanged[p]
	if !known {
		began := time.Now()
		said, err := l.test(p, time.Hour)
		took = time.Since(began)
		if err != nil {
			l.failed = append(l.failed, fmt.Sprintf("the tests of %s fail without a change:\n%s", p.ImportPath, said))
			took = 0
		}
		l.unchanged[p] = took
	}
	return took, took > 0
}

// test runs a package's short tests within a time limit.
func (l *laboratory) test(p *goPackage, limit time.Duration, args ...string) (said string, err error) {
	// The go command ends tests by itself, unless they hang in a way that it does not see.
	ctx, cancel := context.WithTimeout(context.Background(), 2*limit+time.Minute)
	defer cancel()
	args = append([]string{
		"test", "-short", "-count=1", "-vet=off", "-ldflags=-s -w", "-timeout", limit.String(),
	}, args...)
	return l.run(ctx, append(args, p.ImportPath)...)
}

// run runs the go command and returns what it said.
func (l *laboratory) run(ctx context.Context, args ...string) (said string, err error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = l.options.dir
	command.WaitDelay = time.Second
	out, err := command.CombinedOutput()
	return string(out), err
}
