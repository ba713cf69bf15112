// Package web is the door for everybody with a browser: a card table in plain pages.
//
// Whatever a person sees is a page of HTML, and whatever a person does is a form: it
// works without a script, by loading the page again. With the script, which is small, a
// page of a table follows a stream of events, each of which is the whole table, and forms
// are sent without leaving the page.
//
// Where to look:
//
//   - the server, and what holds for all pages: this file; who a browser is: token.go
//   - how pages are drawn: templates.go, with the drawings of signs.go and the fragments that fragments.go keeps; what
//     templates ask of their data: classes.go; how a page is sent: draw.go; styles, scripts and drawings: assets.go
//   - before a table: lobby.go; to where the menu leads: place.go, with what its pages share in sheet.go; the
//     chapters on their road: road.go; what there is to read: read.go; what people play alone: lesson.go; a round of
//     a real table: real.go
//   - a person at a table, over many requests: visit.go; the events: stream.go; what is
//     done there: post.go
//   - what a page of a table shows: table.go, of a round: round.go, cards.go, goal.go; a round that
//     is over: look.go
//   - what browsers load: the folder page, with templates, styles, scripts and drawings; `make generate` bundles all
//     but the templates into page/dist. All pages have common.css; a table has table.css, and all others have
//     pages.css. Suits and icons are in signs.svg, and emblems of characters, riders and gifts in emblems.svg
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"html/template"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/build"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
)

// Options configure a server.
type Options struct {
	Sessions *guest.Sessions
	Tables   *table.Service
	Library  *chapters.Library
	// Secret signs the tokens by which browsers are known again, see [Secret].
	Secret []byte
	// Origins are other hosts whose pages may send forms, with their ports, such as that
	// of a proxy before the server that does not hand on the host's name.
	Origins []string
	// Admit decides about a person where a browser alone lets nobody in, and Elsewhere returns the ways by which
	// people come in then; both are nil where it does.
	Admit     func(guest.Person) bool
	Elsewhere func() []string
	// Join returns how somebody comes with a code: a line each.
	Join func(code string) []string
	// Healthy returns the reason why the server cannot go on, nil if it can.
	Healthy func() error
	// Beat is how long the end of a trick stays where nobody goes on; 0 for the usual time,
	// less than 0 for none. Grace is how long a person who has no page open is still at the
	// table, 0 for the usual time.
	Beat, Grace time.Duration
	// Decisions counts the decisions that people have made.
	Decisions *atomic.Int64
}

// Server is the door.
type Server struct {
	Options
	srv http.Server
	// home is that of somebody at home, nil for a server.
	home *Home
	// closing ends with Shutdown.
	closing context.Context
	close   context.CancelFunc

	mu            sync.Mutex
	tableSessions map[sessionKey]*session
	silentConns   map[net.Conn]struct{}
	stopping      bool
	running       sync.WaitGroup
}

// New returns a server that is not open yet.
func New(o Options) *Server { return newServer(o, nil) }

func newServer(o Options, home *Home) *Server {
	o.Beat = cmp.Or(o.Beat, usualBeat)
	o.Grace = cmp.Or(o.Grace, usualGrace)
	if o.Decisions == nil {
		o.Decisions = new(atomic.Int64)
	}
	if o.Healthy == nil {
		o.Healthy = func() error { return nil }
	}
	if o.Admit == nil {
		o.Admit = func(guest.Person) bool { return true }
	}
	s := &Server{Options: o, home: home, tableSessions: map[sessionKey]*session{}, silentConns: map[net.Conn]struct{}{}}
	s.closing, s.close = context.WithCancel(context.Background())
	s.srv = http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Second, // a browser that waits has the line of its stream alone
		MaxHeaderBytes:    1 << 14,
		ErrorLog:          slog.NewLogLogger(s.Sessions.Logger().Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ConnState: s.trackSilent,
	}
	return s
}

// longestForm is how long a browser may take to send a form.
const longestForm = 20 * time.Second

// connKey is that of a request's connection.
type connKey struct{}

// Serve lets people in until Shutdown; the error is nil then.
func (s *Server) Serve(l net.Listener) error {
	err := s.srv.Serve(s.Sessions.Listen(l, true))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown closes the door and the house, see [guest.Sessions.Shutdown].
func (s *Server) Shutdown(ctx context.Context) error {
	s.close()
	stop := func(ctx context.Context) error {
		err := s.stop(ctx)
		s.leaveAll()
		_ = guest.Await(ctx, &s.running)
		return err
	}
	return errors.Join(s.Sessions.Shutdown(ctx, stop), s.srv.Close())
}

// stop answers the requests that have come, and ends. A browser opens connections ahead of time,
// for which [http.Server.Shutdown] would wait five seconds: the silent ones are closed at once.
func (s *Server) stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopping = true
	for c := range s.silentConns {
		_ = c.Close()
	}
	s.mu.Unlock()
	return s.srv.Shutdown(ctx)
}

// trackSilent notes which connections are silent: nothing of a request has come on them yet.
func (s *Server) trackSilent(c net.Conn, now http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case now != http.StateNew:
		delete(s.silentConns, c)
	case s.stopping:
		_ = c.Close()
	default:
		s.silentConns[c] = struct{}{}
	}
}

// handler answers everything.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	handleAssets(mux)
	mux.HandleFunc("POST /look", handleAppearance)
	mux.HandleFunc("GET /read/{what}", s.read)
	mux.HandleFunc("GET /read/{what}/{which}", s.read)
	pages := map[string]func(*visitor){
		"POST /lesson": (*visitor).playLesson, "POST /real": (*visitor).real, "GET /real/look": (*visitor).realLook,
		"GET /real/file": (*visitor).realFile,
		"POST /puzzles":  (*visitor).playPuzzles, "POST /settings": (*visitor).keepSettings,
		"GET /new": (*visitor).newTable, "POST /new": (*visitor).makeTable,
	}
	for pattern, handle := range map[string]func(*visitor, *session){
		"GET /table/{table}": (*visitor).table, "POST /table/{table}": (*visitor).post,
		"GET /table/{table}/look": (*visitor).showReplay, "GET /table/{table}/book": (*visitor).book,
	} {
		pages[pattern] = func(v *visitor) { v.withSession(func(session *session) { handle(v, session) }) }
	}
	if s.home != nil {
		mux.HandleFunc("GET /{$}", s.enterHome)
		maps.Copy(pages, map[string]func(*visitor){
			"POST /saved": (*visitor).resumeSaved, "GET /saved/look": (*visitor).resumeSaved,
			"POST /campaign": (*visitor).playCampaign,
			"GET /next":      (*visitor).nextRound, "POST /next": (*visitor).nextRound,
		})
	} else {
		mux.HandleFunc("GET /{$}", s.lobby)
		mux.HandleFunc("POST /enter", s.enter)
		mux.HandleFunc("GET /healthz", s.health)
		maps.Copy(pages, map[string]func(*visitor){
			"POST /code": (*visitor).follow, "POST /name": (*visitor).rename, "POST /mine": (*visitor).ownCode,
		})
	}
	for _, entry := range s.menuLines() {
		if entry.show != nil {
			pages["GET "+entry.path] = entry.show
		}
	}
	for pattern, handle := range pages {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			onFreshStack(func() { s.requirePerson(handle)(w, r) })
		})
	}
	mux.HandleFunc("GET /table/{table}/events", s.requirePerson((*visitor).events))
	same := http.NewCrossOriginProtection()
	for _, host := range s.Origins {
		for _, scheme := range []string{"http://", "https://"} {
			_ = same.AddTrustedOrigin(scheme + host) // a pattern is none
		}
	}
	safe := same.Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy(""))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // the origin of a form is to be told, see CrossOriginProtection
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, 1<<13)
		if r.Method == http.MethodPost { // a stream lasts longer
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(longestForm))
		}
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler { //nolint:errorlint // as net/http does
				s.Sessions.LogPanic(s.Sessions.Logger(), "page", p)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if r.URL.Path == "/healthz" { // for those who watch the server, however many people come
			safe.ServeHTTP(w, r)
			return
		}
		if done, ok := s.gate(w, r); ok {
			defer done()
			safe.ServeHTTP(w, r)
		}
	})
}

// gate lets a request in, with the address of its visitor, or says why not.
func (s *Server) gate(w http.ResponseWriter, r *http.Request) (done func(), ok bool) {
	conn, ok := r.Context().Value(connKey{}).(*guest.Conn)
	if !ok {
		http.Error(w, "come in by the door", http.StatusInternalServerError)
		return nil, false
	}
	if r.RemoteAddr, done, ok = conn.Request(r.Header.Values("X-Forwarded-For")); !ok {
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "60")
		http.Error(w, texts.New(language(r.Header.Get("Accept-Language"))).T("web.crowded"), http.StatusTooManyRequests)
	}
	return done, ok
}

// policy limits a page of ours in the browser to our own style and script, forms and events to us,
// and nothing else.
func policy(nonce string) string {
	own := "'none'"
	if nonce != "" {
		own = "'nonce-" + nonce + "'"
	}
	return "default-src 'none'; script-src " + own + "; style-src " + own +
		"; connect-src 'self'; img-src 'self'; manifest-src 'self'; worker-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// visitor is a person with a request.
type visitor struct {
	*Server
	frame
	w  http.ResponseWriter
	r  *http.Request
	me table.Person
}

// frame holds the data of every page.
type frame struct {
	// Texts name cards as their pictures do, and cite no rule.
	Texts                *texts.Texts
	Appearance           Appearance
	Nonce, Path, Version string
	// Title is that of the window, Name the person's, empty for one who is not known yet.
	Title, Name string
	// Drawn is when the page was drawn, in microseconds: of two that come at once to a browser
	// the later one counts.
	Drawn int64
	// Note is something to say, Bad that it is bad news.
	Note string
	Bad  bool
	// AtHome reports whether the person is at home.
	AtHome bool
}

// Appearance is how a person wants pages to be: the language, empty for that of the browser; the
// colours, light or dark, empty for those of the machine; and whether nothing moves.
type Appearance struct {
	Language, Scheme, Motion string
}

// appearanceCookie keeps the Appearance.
const appearanceCookie = "look"

// appearanceOf is the appearance of some values, as far as there are such; a browser may send anything.
func appearanceOf(language, scheme, motion string) Appearance {
	known := func(chosen string, allowed ...string) string {
		if slices.Contains(allowed, chosen) {
			return chosen
		}
		return ""
	}
	return Appearance{known(language, characters.Languages...), known(scheme, "light", "dark"), known(motion, "still")}
}

// frame begins a page for a request.
func (s *Server) frame(r *http.Request) frame {
	parts := make([]string, 3)
	if c, err := r.Cookie(appearanceCookie); err == nil {
		parts = append(strings.Split(c.Value, "."), parts...)
	}
	chosen := appearanceOf(parts[0], parts[1], parts[2])
	asked := language(r.Header.Get("Accept-Language"))
	if s.home != nil {
		asked = s.home.texts.Lang()
	}
	t := texts.New(cmp.Or(chosen.Language, asked)).Spoken()
	return frame{
		Texts: t, Appearance: chosen, Nonce: rand.Text(), Path: r.URL.Path, Version: build.Version(),
		AtHome: s.home != nil, Title: t.T("web.title"),
	}
}

// requirePerson answers those who are known, and sends all others to the door.
func (s *Server) requirePerson(handle func(*visitor)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visitor(w, r)
		if err != nil || v.me.Name == "" {
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		if conn, ok := r.Context().Value(connKey{}).(*guest.Conn); ok {
			conn.BeginSession()
			defer conn.EndSession()
		}
		if s.home != nil {
			s.home.noteReading(!strings.HasPrefix(r.URL.Path, "/table/"))
		}
		handle(v)
	}
}

// visitor is the person with the request. The error is errNobody for somebody who has not come in.
func (s *Server) visitor(w http.ResponseWriter, r *http.Request) (*visitor, error) {
	v := &visitor{Server: s, frame: s.frame(r), w: w, r: r}
	person, ok := s.person(r)
	if !ok || !s.Admit(person) {
		return v, errNobody
	}
	if s.home != nil {
		v.me = table.Person{ID: string(person), Name: string(person)}
		return v, nil
	}
	name := s.nameAt(sessionKey{string(person), r.PathValue("table")})
	var err error
	if name == "" {
		name, err = s.Tables.Name(string(person))
		if name == "" {
			name = nameOf(r)
		}
	}
	v.me = table.Person{ID: string(person), Name: name, Network: s.Sessions.NetworkID(r.RemoteAddr)}
	v.Name = name
	return v, err
}

var errNobody = say.New("this code is not known here, or its owner may not come in")

// LookFields are Looks, drawn.
func (f *frame) LookFields() template.HTML {
	draw := func() template.HTML { return drawTemplate(templates(f.Texts)["table"], "fields", f.Looks()) }
	return fragments.get("looks "+f.Texts.Lang(), reflect.ValueOf(f.Appearance), draw)
}

// Looks are the fields of a form for the Appearance.
func (f *frame) Looks() []choose.Field {
	auto := map[string]string{"": "web.auto", "light": "lobby.look.light", "dark": "lobby.look.dark"}
	languages := []words.Choice{{Label: f.Texts.T("web.auto")}}
	for _, lang := range characters.Languages {
		languages = append(languages, words.Choice{Value: lang, Label: texts.New(lang).T("lobby.lang." + lang)})
	}
	still := choose.NewField("motion", f.Texts.T("web.still"), f.Appearance.Motion, nil, words.Choice{},
		words.Choice{Value: "still"})
	still.Switch = true
	return []choose.Field{
		choose.NewField("language", f.Texts.T("web.language"), f.Appearance.Language, nil,
			languages...), choiceField(f.Texts, "scheme", "web.scheme", f.Appearance.Scheme, auto, "", "light", "dark"),
		still,
	}
}

// keepAppearance keeps how a person wants pages to be.
func keepAppearance(w http.ResponseWriter, r *http.Request) {
	a := appearanceOf(r.FormValue("language"), r.FormValue("scheme"), r.FormValue("motion"))
	setCookie(w, r, appearanceCookie, a.Language+"."+a.Scheme+"."+a.Motion)
}

// handleAppearance keeps the appearance, and leads back to the page.
func handleAppearance(w http.ResponseWriter, r *http.Request) {
	keepAppearance(w, r)
	target := "/"
	if u, err := url.Parse(r.FormValue("to")); err == nil && u.Host == "" && strings.HasPrefix(u.Path, "/") &&
		path.Clean(u.Path) == u.Path {
		target = u.EscapedPath()
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

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
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	err := s.Healthy()
	if s.Sessions.IsClosed() {
		err = say.New("closing")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("not well\n")) // what is wrong is in the log
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}
