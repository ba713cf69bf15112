// Package web is the door for everybody with a browser: a page with a terminal in it,
// and the game on that.
//
// The terminal is xterm.js, which lies in the folder xterm and is embedded as it is
// published; `make xterm` fetches it again. The page is in the folder page.
//
// Where to look: the server and its pages in this file, one terminal in terminal.go,
// who a browser is in token.go, what is sent as it is in assets.go.
package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"fellowship/characters"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks/say"
)

// Options are what a server is made of.
type Options struct {
	House *guest.House
	// Secret signs the tokens by which browsers are known again, see [Secret].
	Secret []byte
	// Origins are other hosts whose pages may connect, with their ports, such as that
	// of a proxy before the server that does not hand on the host's name.
	Origins []string
	// Windows are the columns and rows of the smallest windows in which the game has
	// room, such as a wide one and an upright one. One of them has to fit.
	Windows [][2]int
	// Admit says who comes in with a code where a browser alone lets nobody in; nil where
	// it does. Its error is ErrClosed for a code that is nobody's. Elsewhere are the ways
	// by which people come in without one, to be shown on the page.
	Admit     func(ctx context.Context, code string) (guest.Person, error)
	Elsewhere func() []string
	// Healthy says what is wrong with the server, for those who watch it; nil for
	// nothing.
	Healthy func() error
}

// ErrClosed is that nobody comes in with that code.
var ErrClosed = say.New("this code is nobody's who may come in")

// Server is the door.
type Server struct {
	Options
	srv http.Server
	// open counts the terminals that have not been closed yet.
	open sync.WaitGroup
}

// New returns a server that is not open yet.
func New(o Options) *Server {
	s := &Server{Options: o}
	log := o.House.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s.srv = http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    1 << 14,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, lineKey{}, c)
		},
	}
	return s
}

// lineKey is that of a request's connection.
type lineKey struct{}

// Serve lets people in until Shutdown; the error is nil then.
func (s *Server) Serve(l net.Listener) error {
	err := s.srv.Serve(s.House.Listen(l, true))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown closes the door and the house, see [guest.House.Shut].
func (s *Server) Shutdown(ctx context.Context) error {
	stop := func(ctx context.Context) error {
		err := s.srv.Shutdown(ctx) // which does not wait for terminals
		_ = guest.Await(ctx, &s.open)
		return err
	}
	return errors.Join(s.House.Shut(ctx, stop), s.srv.Close())
}

// handler answers everything.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /{name}", file)
	mux.HandleFunc("POST /enter", s.enter)
	mux.HandleFunc("GET /ws", s.terminal)
	mux.HandleFunc("GET /healthz", s.health)
	same := http.NewCrossOriginProtection()
	for _, host := range s.Origins {
		for _, scheme := range []string{"http://", "https://"} {
			_ = same.AddTrustedOrigin(scheme + host) // a pattern is none; it counts for terminals only
		}
	}
	safe := same.Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy(""))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-cache")
		r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
		if r.URL.Path == "/healthz" { // for those who watch the server, however many people come
			safe.ServeHTTP(w, r)
			return
		}
		done, ok := s.gate(w, r)
		if !ok {
			return
		}
		defer done()
		safe.ServeHTTP(w, r)
	})
}

// gate lets a request in, with the address of its visitor, or says why not.
func (s *Server) gate(w http.ResponseWriter, r *http.Request) (done func(), ok bool) {
	line, ok := r.Context().Value(lineKey{}).(*guest.Conn)
	if !ok {
		http.Error(w, "come in by the door", http.StatusInternalServerError)
		return nil, false
	}
	if r.RemoteAddr, done, ok = line.Request(r.Header.Values("X-Forwarded-For")); !ok {
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "60")
		http.Error(w, texts.New(language(r.Header.Get("Accept-Language"))).T("web.crowded"), http.StatusTooManyRequests)
	}
	return done, ok
}

// policy is what a browser lets a page of ours do: run our own scripts, connect to
// us, and nothing else. Styles that scripts write need the nonce.
func policy(nonce string) string {
	styles := "'self'"
	if nonce != "" {
		styles += " 'nonce-" + nonce + "'"
	}
	return "default-src 'none'; script-src 'self'; style-src " + styles + "; connect-src 'self'; img-src data:; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}

// page sends the page, in the language that the browser asks for.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	t, nonce := texts.New(language(r.Header.Get("Accept-Language"))), rand.Text()
	says := map[string]string{guest.Left.String(): t.T("web.bye")}
	for _, e := range []guest.Ending{guest.Idle, guest.Taken, guest.Broken} {
		says[e.String()] = e.Says(t)
	}
	says[badCode], says[closed] = t.T("guest.code"), t.T("web.nobody")
	var windows []string
	for _, size := range s.Windows {
		windows = append(windows, fmt.Sprintf("%dx%d", size[0], size[1]))
	}
	var elsewhere []string
	if s.Admit != nil && s.Elsewhere != nil {
		elsewhere = s.Elsewhere()
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", policy(nonce))
	w.Header().Set("Cache-Control", "no-store") // the nonce is for one answer
	_ = pageTemplate().Execute(w, struct {
		*texts.Texts
		Nonce, Windows, Version string
		Closed                  bool
		Elsewhere               []string
		Says                    map[string]string
	}{t, nonce, strings.Join(windows, " "), build.Version(), s.Admit != nil, elsewhere, says})
}

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "page/page.html"))
})

// language is the first one that a browser asks for and we have.
func language(accept string) string {
	if len(accept) > 1<<10 {
		accept = ""
	}
	for wanted := range strings.SplitSeq(accept, ",") {
		lang, _, _ := strings.Cut(strings.TrimSpace(wanted), ";")
		lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
		if slices.Contains(characters.Languages, lang) {
			return lang
		}
	}
	return texts.Default
}

// health tells those who watch the server whether people can come in.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	err := r.Context().Err()
	if s.House.Closed() {
		err = say.New("closing")
	} else if s.Healthy != nil {
		err = s.Healthy()
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("not well\n")) // what is wrong is in the log
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}
