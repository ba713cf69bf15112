package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed page xterm
var files embed.FS

// asset is a file that is sent as it is, also packed.
type asset struct {
	kind, tag   string
	text, gzipd []byte
}

// assets are the files that may be fetched, by name. They are packed when somebody
// comes for the first time.
var assets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	for name, kind := range map[string]string{
		"page/page.css": "text/css", "page/page.js": "text/javascript",
		"xterm/xterm.css": "text/css", "xterm/xterm.js": "text/javascript", "xterm/addon-fit.js": "text/javascript",
		"xterm/LICENSE.xterm": "text/plain", "xterm/LICENSE.addon-fit": "text/plain",
	} {
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // they are embedded; a test fetches each
		}
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		_, _ = z.Write(text) // into memory
		_ = z.Close()
		sum := sha256.Sum256(text)
		all[path.Base(name)] = asset{kind + "; charset=utf-8", hex.EncodeToString(sum[:8]), text, packed.Bytes()}
	}
	return all
})

// file sends a file.
func file(w http.ResponseWriter, r *http.Request) {
	a, ok := assets()[r.PathValue("name")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h, text := w.Header(), a.text
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		h.Set("ETag", `"`+a.tag+`-z"`)
		text = a.gzipd
	} else {
		h.Set("ETag", `"`+a.tag+`"`)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
