//go:build ignore

// Command fetch fetches the browser's terminal, xterm.js, at the versions below and
// writes what the page needs of it into the folder xterm: `make xterm`. A package
// that is not the one that is pinned here is refused.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
)

// packages are those of the npm registry, with the SHA-512 that it has for them, and
// the files to take from them.
var packages = []struct {
	url, sha512 string
	files       map[string]string
}{
	{
		"https://registry.npmjs.org/@xterm/xterm/-/xterm-6.0.0.tgz",
		"TQwDdQGtwwDt+2cgKDLn0IRaSxYu1tSUjgKarSDkUM0ZNiSRXFpjxEsvc/Zgc5kq5omJ+V0a8/kIM2WD3sMOYg==",
		map[string]string{"package/lib/xterm.js": "xterm.js", "package/css/xterm.css": "xterm.css", "package/LICENSE": "LICENSE.xterm"},
	},
	{
		"https://registry.npmjs.org/@xterm/addon-fit/-/addon-fit-0.11.0.tgz",
		"jYcgT6xtVYhnhgxh3QgYDnnNMYTcf8ElbxxFzX0IZo+vabQqSPAjC3c1wJrKB5E19VwQei89QCiZZP86DCPF7g==",
		map[string]string{"package/lib/addon-fit.js": "addon-fit.js", "package/LICENSE": "LICENSE.addon-fit"},
	},
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run fetch.go DIR")
	}
	var sums bytes.Buffer
	for _, p := range packages {
		if err := fetch(os.Args[1], p.url, p.sha512, p.files, &sums); err != nil {
			log.Fatalf("%s: %v", p.url, err)
		}
	}
	if err := os.WriteFile(filepath.Join(os.Args[1], "SHA256SUMS"), sums.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

func fetch(dir, url, want string, files map[string]string, sums *bytes.Buffer) error {
	answer, err := http.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	packed, err := io.ReadAll(io.LimitReader(answer.Body, 1<<25))
	if err != nil {
		return err
	}
	if sum := sha512.Sum512(packed); base64.StdEncoding.EncodeToString(sum[:]) != want {
		return fmt.Errorf("this is not the package that is pinned: its SHA-512 is another (%s)", answer.Status)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return err
	}
	for archive := tar.NewReader(unpacked); ; {
		file, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		name := files[file.Name]
		if name == "" {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(sums, "%x  %s\n", sha256.Sum256(text), name)
		delete(files, file.Name)
	}
	if len(files) > 0 {
		return fmt.Errorf("it lacks %v", files)
	}
	return nil
}
