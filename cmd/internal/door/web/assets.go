package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

//go:embed page
var files embed.FS

// asset is a file that is sent as it is, also packed. Its address has the tag, so that a
// browser keeps it for as long as it stays the same.
type asset struct {
	kind, tag   string
	text, gzipd []byte
}

// kinds are the files that may be fetched, with their types.
var kinds = map[string]string{
	"page.css": "text/css", "pages.css": "text/css", "felt.css": "text/css", "page.js": "text/javascript", "taps.js": "text/javascript", "signs.svg": "image/svg+xml",
	"emblems.svg": "image/svg+xml", "icon.svg": "image/svg+xml", "worker.js": "text/javascript", "manifest.webmanifest": "application/manifest+json",
}

// asides are what a browser need not load of a script: comments and indents.
var asides = regexp.MustCompile(`(?m)^[ \t]*(//.*\n)?`)

// assets are the files that may be fetched, by name. They are packed when somebody
// comes for the first time.
var assets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	for name, kind := range kinds {
		text, err := files.ReadFile("page/" + name)
		if err != nil {
			panic(err) // they are embedded; a test fetches each
		}
		if strings.HasSuffix(name, ".js") {
			text = asides.ReplaceAll(text, nil)
		}
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, _ = z.Write(text) // into memory
		_ = z.Close()
		sum := sha256.Sum256(text)
		all[name] = asset{kind + "; charset=utf-8", hex.EncodeToString(sum[:4]), text, packed.Bytes()}
	}
	return all
})

// zips reports whether a browser takes what is packed.
func zips(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") }

// file sends a file.
func file(w http.ResponseWriter, r *http.Request) {
	a, h := assets()[path.Base(r.URL.Path)], w.Header()
	text := a.text
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if zips(r) {
		h.Set("Content-Encoding", "gzip")
		text = a.gzipd
	}
	_, _ = w.Write(text)
}
