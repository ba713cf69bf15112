package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/chapters"

	"github.com/andybalholm/brotli"
)

// sources are the files as people write them.
//
//go:embed worker.js files.js program.js transfer.js menu.js index.html
var sources embed.FS

const (
	// program is the name of the program's file in the folder, and packedProgram of the one that is packed.
	program       = "fellowship.wasm"
	packedProgram = program + ".gz"
	// loadingPage is the page that is shown until the program has started. It is also the page that a host sends for an
	// address of the program, which has no file.
	loadingPage  = "index.html"
	notFoundPage = "404.html"
	workerFile   = "worker.js"
	// drawings is the folder of files that the pages of the program have, too.
	drawings = "cmd/internal/door/web/page/dist"
	// icon is the name of the drawing that an installed site has as its icon. The loading page contains it, too.
	icon = "icon.svg"
)

// Levels of brotli, and 0 for a site that tests make quickly. The quick level makes the program a fifth smaller than
// gzip does, in a few seconds. The highest one saves an eighth of that again, and takes minutes.
const (
	noBrotli       = 0
	quickBrotli    = 9
	smallestBrotli = 11
)

// build makes the folder of the site anew. It packs each file with gzip, and with brotli of a level, for hosts that
// send packed files. Without brotli it packs only the program, which the worker itself may fetch packed.
func build(folder string, level int) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	wasm, err := compile(root)
	if err != nil {
		return err
	}
	files, err := assemble(root, wasm)
	if err != nil {
		return err
	}
	if level == noBrotli {
		files[packedProgram] = packGzip(wasm, gzip.BestSpeed)
	} else {
		files[packedProgram] = packGzip(wasm, gzip.BestCompression)
		packAll(files, level)
	}
	return write(folder, files)
}

// findRoot returns the folder of the module.
func findRoot() (string, error) {
	file, err := output("", nil, "env", "GOMOD")
	if err != nil {
		return "", err
	}
	return filepath.Dir(strings.TrimSpace(file)), nil
}

// inlinedPackages are the packages whose small functions the compiler copies to where they are called: those that
// compute while a person waits, and those that do the work of Go itself. The functions of all others are called, which
// makes the program a tenth smaller to fetch, and quicker to compile in the browser.
var inlinedPackages = []string{
	"fellowship/tricks/...", "fellowship/characters/...", "fellowship/chapters/...", "fellowship/solver/...",
	"math/...", "runtime/...", "internal/runtime/...",
}

// compile returns the program.
func compile(root string) ([]byte, error) {
	temporary, err := os.MkdirTemp("", "fellowship-site-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temporary) }()
	made := filepath.Join(temporary, program)
	// Nothing of the site speaks HTTP/2, which the browser does.
	args := []string{"build", "-trimpath", "-buildvcs=auto", "-tags=nethttpomithttp2", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, pattern := range inlinedPackages {
		args = append(args, "-gcflags="+pattern+"=")
	}
	args = append(args, "-o", made, "./cmd/fellowship-site")
	_, err = output(root, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS="}, args...)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(made)
}

// output runs the go command, and returns what it prints. The error has what it complains about.
func output(folder string, environment []string, args ...string) (string, error) {
	cmd := exec.Command("go", args...) //nolint:gosec // the arguments of the caller
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), environment...)
	text, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, failed.Stderr)
	}
	return string(text), err
}

// assemble returns the files of the site by their names, before they are packed.
func assemble(root string, wasm []byte) (map[string][]byte, error) {
	drawnIcon, err := os.ReadFile(filepath.Join(root, drawings, icon))
	if err != nil {
		return nil, err
	}
	page := read(loadingPage)
	page = bytes.Replace(page, []byte("POLICY"), []byte(policy(page)), 1)
	// The page contains the icon itself: the host sends the page also for an address in a folder, where no icon lies.
	data := "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(drawnIcon)
	page = bytes.Replace(page, []byte("ICON"), []byte(data), 1)
	files, err := drawFirstMenus(chapters.Default())
	if err != nil {
		return nil, err
	}
	files[loadingPage] = page
	files[icon] = drawnIcon
	fetched := slices.Sorted(maps.Keys(files))
	files[program] = wasm
	files[notFoundPage] = page
	licenses, err := gatherLicenses(root)
	if err != nil {
		return nil, err
	}
	files[licenseFile] = licenses
	files[workerFile], err = joinWorker(files, fetched)
	return files, err
}

// read returns a source.
func read(name string) []byte {
	text, err := sources.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// policy returns the content security policy of a page: its own script and style, and nothing else.
func policy(page []byte) string {
	hash := func(tag string) string {
		_, text, _ := bytes.Cut(page, []byte("<"+tag+">"))
		text, _, _ = bytes.Cut(text, []byte("</"+tag+">"))
		sum := sha256.Sum256(text)
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src " + hash("script") + "; style-src " + hash("style") +
		"; connect-src 'self'; worker-src 'self'; img-src data:" +
		"; base-uri 'none'; form-action 'none'"
}

// fileFacts describes a file that the worker fetches.
type fileFacts struct {
	Length int    `json:"length"`
	SHA256 string `json:"sha256"`
}

// joinWorker returns the worker: Go's part, ours, and which files belong to it, the program and those with some names.
// So a worker of one version never runs with files of another one.
func joinWorker(files map[string][]byte, names []string) ([]byte, error) {
	goRoot, err := output("", nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	starter, err := os.ReadFile(filepath.Join(strings.TrimSpace(goRoot), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	parts := [][]byte{starter}
	for _, name := range []string{"files.js", "program.js", "transfer.js", "menu.js", workerFile} {
		parts = append(parts, read(name))
	}
	code := bytes.Join(parts, []byte("\n"))
	facts := map[string]fileFacts{}
	for _, name := range append(names, program) {
		facts[name] = fileFacts{Length: len(files[name]), SHA256: checksum(files[name])}
	}
	known, err := json.Marshal(facts)
	if err != nil {
		return nil, err
	}
	version := checksum(slices.Concat(known, code))[:12]
	made, err := json.Marshal(map[string]any{"version": version, "files": json.RawMessage(known)})
	return bytes.Replace(code, []byte(`"BUILD"`), made, 1), err
}

// checksum returns the SHA-256 of a text in hexadecimal digits.
func checksum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// packAll adds each file packed with gzip, and with brotli of a level.
func packAll(files map[string][]byte, level int) {
	for _, name := range slices.Collect(maps.Keys(files)) {
		if name == packedProgram {
			continue
		}
		files[name+".br"] = packBrotli(files[name], level)
		if name != program {
			files[name+".gz"] = packGzip(files[name], gzip.BestCompression)
		}
	}
}

func packGzip(text []byte, level int) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, level) // the level is valid
	_, _ = w.Write(text)                     // writing into memory does not fail
	_ = w.Close()
	return out.Bytes()
}

func packBrotli(text []byte, level int) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, level)
	_, _ = w.Write(text) // writing into memory does not fail
	_ = w.Close()
	return out.Bytes()
}

// write makes a folder anew, with some files.
func write(folder string, files map[string][]byte) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // it is for everybody
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil { //nolint:gosec // as above
			return err
		}
	}
	return nil
}
