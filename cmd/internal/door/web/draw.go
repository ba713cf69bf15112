package web

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// papers are buffers for pages and events. They are used again, because growing new buffers took half of a server's
// time.
var papers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// paper returns an empty buffer of papers.
func paper() *bytes.Buffer {
	out, _ := papers.Get().(*bytes.Buffer)
	out.Reset()
	return out
}

// show sends a page. Its data has the type that [pageTypes] lists.
func (f *frame) show(w http.ResponseWriter, r *http.Request, status int, name string, page any) {
	if got := reflect.TypeOf(page); got != pageTypes[name] {
		panic(fmt.Sprintf("the page %s is drawn with %v", name, got))
	}
	text := paper()
	defer papers.Put(text)
	if err := templates(f.Texts).page(name).ExecuteTemplate(text, "page", page); err != nil {
		panic(err) // writing into memory does not fail: the page is wrong
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy(f.Nonce))
	h.Set("Vary", "Accept-Encoding")
	sent := text.Bytes()
	if accepts(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		packed := paper()
		defer papers.Put(packed)
		z, _ := packers.Get().(*gzip.Writer)
		z.Reset(packed)
		_, _ = z.Write(sent) // writing into memory does not fail
		_ = z.Close()
		packers.Put(z)
		sent = packed.Bytes()
	}
	w.WriteHeader(status)
	_, _ = w.Write(sent)
}

// packers compress pages into memory. Each is free again before its page is sent, so there are few of them, even if
// many browsers are slow.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.DefaultCompression)
	return z
}}
