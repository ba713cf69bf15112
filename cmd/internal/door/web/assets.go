package web

import (
	"embed"
	"fmt"
	"hash/crc32"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// files are the templates, and the files that are sent as they are. The latter are made by `make generate`, which
// bundles, minifies and packs the styles, scripts and drawings of the folder page into its folder dist.
//
//go:embed page/template page/dist/*.css page/dist/*.js page/dist/*.svg page/dist/*.webmanifest
var files embed.FS

// assetTypes holds the media types of the files that are sent as they are.
var assetTypes = map[string]string{
	"common.css":           "text/css",
	"pages.css":            "text/css",
	"table.css":            "text/css",
	"end.css":              "text/css",
	"look.css":             "text/css",
	"look.js":              "text/javascript",
	"page.js":              "text/javascript",
	"table.js":             "text/javascript",
	"taps.js":              "text/javascript",
	"worker.js":            "text/javascript",
	"signs.svg":            "image/svg+xml",
	"emblems.svg":          "image/svg+xml",
	"regions.svg":          "image/svg+xml",
	"icon.svg":             "image/svg+xml",
	"manifest.webmanifest": "application/manifest+json",
}

// asset is a file that is sent as it is, in each encoding that browsers may ask for.
type asset struct {
	// mediaType is the value of Content-Type.
	mediaType string
	// version changes with the content: it is a part of the file's name on pages.
	version string
	// text is the content.
	text []byte
	// gzip is the content compressed with gzip, nil on a site.
	gzip []byte
	// brotli is the content compressed with brotli, nil on a site.
	brotli []byte
}

// assets are the files that are sent as they are, by their names without versions.
var assets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	for name, mediaType := range assetTypes {
		text := embedded("page/dist/" + name)
		gzip, brotli := packed(name)
		all[name] = asset{
			mediaType: mediaType + "; charset=utf-8",
			version:   fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)),
			text:      text,
			gzip:      gzip,
			brotli:    brotli,
		}
	}
	return all
})

// embedded returns an embedded file.
func embedded(name string) []byte {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // a test fetches each file
	}
	return text
}

// assetPath returns the path of an asset on pages, see versionedPath.
func assetPath(name string) string { return atBase(versionedPath(name)) }

// versionedPath returns the path of an asset with its version, such as /common.1a2b3c4d.css. Because the path changes
// with the content, a copy that a browser or a proxy has kept is never out of date.
func versionedPath(name string) string {
	extension := path.Ext(name)
	return "/" + strings.TrimSuffix(name, extension) + "." + assets()[name].version + extension
}

// handleAssets registers the handler of the assets. An asset under the path with its version may be kept for ever. The
// plain path is for scripts and for browsers themselves, which have to ask again each time.
func handleAssets(mux *http.ServeMux, notFound http.HandlerFunc) {
	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) {
		name, rest, _ := strings.Cut(r.PathValue("file"), ".")
		version, extension, isVersioned := strings.Cut(rest, ".")
		if !isVersioned {
			extension = rest
		}
		a, isThere := assets()[name+"."+extension]
		switch {
		case !isThere || isVersioned && version != a.version:
			notFound(w, r)
			return
		case isVersioned:
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		default:
			w.Header().Set("Cache-Control", "no-cache")
		}
		a.send(w, r)
	})
}

// send sends the asset in the smallest encoding that the browser accepts. Browsers accept brotli only over https and
// from their own machine.
func (a *asset) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("Vary", "Accept-Encoding")
	content := a.text
	switch {
	case a.brotli != nil && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		content = a.brotli
	case a.gzip != nil && accepts(r, "gzip"):
		h.Set("Content-Encoding", "gzip")
		content = a.gzip
	}
	_, _ = w.Write(content)
}

// accepts reports whether a browser accepts an encoding (RFC 9110, 12.5.3). It ignores the wildcard, which no browser
// sends.
func accepts(r *http.Request, encoding string) bool {
	for _, line := range r.Header.Values("Accept-Encoding") {
		for offer := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(offer, ";")
			if !strings.EqualFold(strings.TrimSpace(name), encoding) {
				continue
			}
			weight, given := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
			q, err := strconv.ParseFloat(weight, 64)
			return !given || err == nil && q > 0
		}
	}
	return false
}
