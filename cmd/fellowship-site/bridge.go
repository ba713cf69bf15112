//go:build js

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall/js"
	"time"

	"fellowship/cmd/internal/visit/home/browser"
)

// bridge answers requests of the worker with the handler of the pages.
type bridge struct {
	pages http.Handler
	// base is the path of the site, without a slash at its end.
	base string
	jar  *jar
	// person is the cookie of the person at home.
	person *http.Cookie
}

func newBridge(site *browser.Site, path string) *bridge {
	pages, person := site.Handler()
	return &bridge{pages: pages, base: strings.TrimSuffix(path, "/"), jar: openJar(), person: person}
}

// serve answers a request. Its arguments are the method, the address, the names and values of the header in turn, the
// body or null, and the sink: an object with the functions head, write and close. It returns a function that cancels
// the request.
func (b *bridge) serve(_ js.Value, args []js.Value) any {
	ctx, cancel := context.WithCancel(context.Background())
	stop := js.FuncOf(func(js.Value, []js.Value) any {
		cancel()
		return nil
	})
	go func() {
		defer stop.Release()
		defer cancel()
		r := b.request(ctx, args) // not before: the browser waits for serve, and the jar may wait for the browser
		a := &answer{sink: args[4], header: http.Header{}, jar: b.jar}
		defer a.close()
		b.pages.ServeHTTP(a, r)
	}()
	return stop
}

// request returns a request of the worker as the handler knows it: with a path below the root, and the cookies.
func (b *bridge) request(ctx context.Context, args []js.Value) *http.Request {
	var body []byte
	if data := args[3]; !data.IsNull() {
		body = make([]byte, data.Get("length").Int())
		js.CopyBytesToGo(body, data)
	}
	address, err := url.Parse(args[1].String())
	if err != nil {
		address = &url.URL{Path: "/"} // the browser has parsed it before
	}
	address.Path = strings.TrimPrefix(address.Path, b.base)
	address.RawPath = ""
	r := &http.Request{
		Method: args[0].String(), URL: address, Host: address.Host, Header: http.Header{},
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	for i := 0; i+1 < args[2].Length(); i += 2 {
		r.Header.Add(args[2].Index(i).String(), args[2].Index(i+1).String())
	}
	r.Header.Del("Accept-Encoding") // what goes nowhere is not packed
	r.AddCookie(b.person)
	b.jar.addTo(r)
	return r.WithContext(ctx)
}

// answer is the answer to a request, which it writes into a sink of the worker.
type answer struct {
	sink   js.Value
	header http.Header
	jar    *jar
	// isBegun reports whether the header was sent.
	isBegun bool
}

var _ http.ResponseWriter = (*answer)(nil)

// Header returns the header, which can be changed until it is sent.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader sends the header. It keeps cookies in the jar, because a worker cannot set any.
func (a *answer) WriteHeader(status int) {
	if a.isBegun {
		return
	}
	a.isBegun = true
	for _, cookie := range (&http.Response{Header: a.header}).Cookies() {
		a.jar.keep(cookie)
	}
	a.header.Del("Set-Cookie")
	var pairs []any
	for name, values := range a.header {
		for _, value := range values {
			pairs = append(pairs, name, value)
		}
	}
	a.sink.Call("head", status, pairs)
}

// Write sends a part of the body.
func (a *answer) Write(part []byte) (int, error) {
	if a.header.Get("Content-Type") == "" {
		a.header.Set("Content-Type", http.DetectContentType(part))
	}
	a.WriteHeader(http.StatusOK)
	sent := js.Global().Get("Uint8Array").New(len(part))
	js.CopyBytesToJS(sent, part)
	if !a.sink.Call("write", sent).Bool() {
		return 0, io.ErrClosedPipe
	}
	return len(part), nil
}

// Flush does nothing, because each part is sent at once.
func (a *answer) Flush() {}

// SetReadDeadline does nothing, because the body was read before.
func (a *answer) SetReadDeadline(time.Time) error { return nil }

// SetWriteDeadline does nothing, because writing does not wait.
func (a *answer) SetWriteDeadline(time.Time) error { return nil }

// close ends the answer.
func (a *answer) close() {
	a.WriteHeader(http.StatusOK)
	a.sink.Call("close")
}
