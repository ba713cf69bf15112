package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenseFile has the licences of all that is linked into the program, which have to be passed on with it.
const licenseFile = "licenses.txt"

// licenseName matches the names of files with licences and notices.
var licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|notice|copying)`)

// gatherLicenses returns our own licence, Go's, and those of all modules that are linked into the program.
func gatherLicenses(root string) ([]byte, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	listed, err := output(root, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS="}, "list", "-deps", "-f", format,
		"./cmd/fellowship-site")
	if err != nil {
		return nil, err
	}
	goRoot, err := output(root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := slices.Sorted(strings.Lines(listed))
	modules = slices.DeleteFunc(slices.Compact(modules), func(line string) bool { return strings.TrimSpace(line) == "" })
	modules = slices.Insert(modules, 0, "Fellowship\t"+root, "Go\t"+goRoot)
	var all bytes.Buffer
	for _, line := range modules {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if err := addLicenses(&all, name, folder); err != nil {
			return nil, err
		}
	}
	return all.Bytes(), nil
}

// addLicenses adds the licences in a folder, under the name of what they are for.
func addLicenses(all *bytes.Buffer, name, folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	isFound := false
	for _, file := range files {
		if file.IsDir() || !licenseName.MatchString(file.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			return err
		}
		isFound = true
		fmt.Fprintf(all, "== %s: %s\n\n%s\n\n", name, file.Name(), bytes.TrimSpace(text))
	}
	if !isFound {
		return fmt.Errorf("%s has no licence", name)
	}
	return nil
}
