// Package web is the door for everybody with a browser: a card table in plain pages.
//
// Everything that a person sees is a page of HTML, and everything that a person does is a form: it works without a
// script, by loading the page again. With the script, which is small, the page of a table follows a stream of events,
// each of which is the whole table, and forms are sent without leaving the page.
//
// Where to look:
//
//   - the server, and what all pages have in common: this file; who a browser is: token.go
//   - how pages are drawn: templates.go, with the drawings of signs.go and the fragments that fragments.go keeps; what
//     templates ask of their data: classes.go; how a page is sent: draw.go; styles, scripts and drawings: assets.go
//   - before a table: lobby.go; the menu and its pages: menu_pages.go, with their common parts in sheet.go; the
//     chapters on their road: road.go; what there is to read: read.go; what people play alone: lesson.go; pages on
//     the person's own machine: home.go
//   - a round of a real table: real.go, its seats in real_seats.go, its cards in real_cards.go, its result in
//     real_result.go
//   - a person at a table, over many requests: session.go; the events: stream.go; the forms of a table: post.go
//   - what the page of a table shows: table_page.go, with the invitations; a round: round_page.go, its seats in
//     round_plates.go, the hand in round_hand.go, the question in round_prompt.go, the buttons in round_actions.go and
//     what is open over it in reading.go; cards and goals: cards.go, goal.go; a round that is over: replay.go
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
	// Secret signs the tokens by which browsers are recognized, see [Secret].
	Secret []byte
	// Origins are other hosts whose pages may send forms, with their ports: for example the name of a proxy before the
	// server, if the proxy does not pass its own name on.
	Origins []string
	// Admit reports whether a person is let in. It is nil if everybody with a browser is.
	Admit func(guest.Person) bool
	// Elsewhere returns the ways to come in without a browser. It is nil if everybody with a browser is let in.
	Elsewhere func() []string
	// Join returns how somebody comes with a code: a line each.
	Join func(code string) []string
	// Healthy returns the reason why the server cannot go on, nil if it can.
	Healthy func() error
	// Beat is how long the end of a trick is shown if nobody continues; 0 for the usual time, less than 0 for none.
	Beat time.Duration
	// Grace is how long a person who has no page open is still at the table, 0 for the usual time.
	Grace time.Duration
	// Decisions counts the decisions that people have made.
	Decisions *atomic.Int64
}

// Server is the door.
type Server struct {
	options Options
	srv     http.Server
	// home is the person at home, nil for a server.
	home *Home
	// closing ends with Shutdown, and with [Home.Close].
	closing context.Context
	// close ends closing.
	close context.CancelFunc

	mu            sync.Mutex
	tableSessions map[sessionKey]*session
	// silentConns are the connections on which nothing was received yet.
	silentConns map[net.Conn]struct{}
	stopping    bool
	// running waits for the sessions, and for what they store.
	running sync.WaitGroup
}

// New returns a server that is not open yet.
func New(o Options) *Server { return newServer(o, nil) }

// newServer returns a server, with the defaults for options that are not set.
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
	s := &Server{options: o, home: home, tableSessions: map[sessionKey]*session{}, silentConns: map[net.Conn]struct{}{}}
	s.closing, s.close = context.WithCancel(context.Background())
	s.srv = http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Second, // a browser that waits needs the connection of its stream only
		MaxHeaderBytes:    1 << 14,
		ErrorLog:          slog.NewLogLogger(s.options.Sessions.Logger().Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ConnState: s.trackSilent,
	}
	return s
}

// longestForm is how long a browser may take to send a form.
const longestForm = 20 * time.Second

// connKey is the key of a request's connection in its context.
type connKey struct{}

// Serve lets people in until Shutdown; the error is nil then.
func (s *Server) Serve(l net.Listener) error {
	err := s.srv.Serve(s.options.Sessions.Listen(l, true))
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Shutdown closes the door and ends all sessions, see [guest.Sessions.Shutdown].
func (s *Server) Shutdown(ctx context.Context) error {
	s.close()
	stop := func(ctx context.Context) error {
		err := s.stop(ctx)
		s.leaveAll()
		_ = guest.Await(ctx, &s.running)
		return err
	}
	return errors.Join(s.options.Sessions.Shutdown(ctx, stop), s.srv.Close())
}

// stop answers the requests that were received, and then stops the server. Browsers open connections ahead of time, for
// which [http.Server.Shutdown] would wait five seconds: stop closes these silent connections at once.
func (s *Server) stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopping = true
	for c := range s.silentConns {
		_ = c.Close()
	}
	s.mu.Unlock()
	return s.srv.Shutdown(ctx)
}

// trackSilent keeps track of the silent connections: those on which no request has begun yet.
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

// handler returns the handler of all requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	handleAssets(mux)
	mux.HandleFunc("POST /look", handleAppearance)
	mux.HandleFunc("GET /read/{what}", s.read)
	mux.HandleFunc("GET /read/{what}/{which}", s.read)
	if s.home != nil {
		mux.HandleFunc("GET /{$}", s.enterHome)
	} else {
		mux.HandleFunc("GET /{$}", s.lobby)
		mux.HandleFunc("POST /enter", s.enter)
		mux.HandleFunc("GET /healthz", s.health)
	}
	for pattern, handle := range s.personPages() {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			onFreshStack(func() { s.requirePerson(handle)(w, r) })
		})
	}
	mux.HandleFunc("GET /table/{table}/events", s.requirePerson((*visitor).events))
	sameOrigin := http.NewCrossOriginProtection()
	for _, host := range s.options.Origins {
		for _, scheme := range []string{"http://", "https://"} {
			_ = sameOrigin.AddTrustedOrigin(scheme + host) // a pattern is not a host, and is ignored
		}
	}
	return s.protect(sameOrigin.Handler(mux))
}

// personPages returns the handlers for people who have come in, by the patterns of their addresses.
func (s *Server) personPages() map[string]func(*visitor) {
	pages := map[string]func(*visitor){
		"POST /lesson":   (*visitor).playLesson,
		"POST /real":     (*visitor).real,
		"GET /real/look": (*visitor).realLook,
		"GET /real/file": (*visitor).realFile,
		"POST /puzzles":  (*visitor).playPuzzles,
		"POST /settings": (*visitor).keepSettings,
		"GET /new":       (*visitor).newTable,
		"POST /new":      (*visitor).makeTable,
	}
	for pattern, handle := range map[string]func(*visitor, *session){
		"GET /table/{table}":      (*visitor).table,
		"POST /table/{table}":     (*visitor).post,
		"GET /table/{table}/look": (*visitor).showReplay,
		"GET /table/{table}/book": (*visitor).book,
	} {
		pages[pattern] = func(v *visitor) { v.withSession(func(session *session) { handle(v, session) }) }
	}
	if s.home != nil {
		maps.Copy(pages, map[string]func(*visitor){
			"POST /saved":     (*visitor).resumeSaved,
			"GET /saved/look": (*visitor).resumeSaved,
			"POST /campaign":  (*visitor).playCampaign,
			"GET /next":       (*visitor).nextRound,
			"POST /next":      (*visitor).nextRound,
		})
	} else {
		maps.Copy(pages, map[string]func(*visitor){
			"POST /code": (*visitor).follow,
			"POST /name": (*visitor).rename,
			"POST /mine": (*visitor).ownCode,
		})
	}
	for _, entry := range s.menuLines() {
		if entry.show != nil {
			pages["GET "+entry.path] = entry.show
		}
	}
	return pages
}

// protect returns a handler that bounds what a browser may send, limits what it may do with a page, lets requests in
// through the gate, and recovers from panics.
func (s *Server) protect(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy(""))
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // a form has to name its origin, see CrossOriginProtection
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, 1<<13)
		if r.Method == http.MethodPost { // only forms: a stream lasts longer
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(longestForm))
		}
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler { //nolint:errorlint // as net/http does
				s.options.Sessions.LogPanic(s.options.Sessions.Logger(), "page", p)
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		if r.URL.Path == "/healthz" { // monitoring has no limits, however many people come
			handler.ServeHTTP(w, r)
			return
		}
		if done, ok := s.gate(w, r); ok {
			defer done()
			handler.ServeHTTP(w, r)
		}
	})
}

// gate lets a request in and sets its RemoteAddr to the address of the visitor, or answers that there are too many
// requests.
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

// policy returns the content security policy of a page: it allows only our own styles and scripts, and forms and events
// of this server.
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
	server *Server
	frame  frame
	w      http.ResponseWriter
	r      *http.Request
	me     table.Person
}

// frame holds the data of every page.
type frame struct {
	// Texts are spoken texts, see [texts.Texts.Spoken]: they name cards in full, and cite no rule.
	Texts      *texts.Texts
	Appearance Appearance
	// Nonce marks the styles and scripts that the policy allows.
	Nonce string
	// Path is the address of the page, to which forms for the Appearance lead back.
	Path string
	// Version is the version of the program.
	Version string
	// Title is the title of the window.
	Title string
	// Name is the name of the person; empty for a person who is not known yet.
	Name string
	// Drawn is when the page was drawn, in microseconds: if a browser receives two at once, the later one counts.
	Drawn int64
	// Note is a message to the person; empty for none.
	Note string
	// Bad reports whether Note is bad news.
	Bad bool
	// AtHome reports whether the person is at home.
	AtHome bool
}

// Appearance is how a person wants pages to look.
type Appearance struct {
	// Language is a language; empty for the one of the browser.
	Language string
	// Scheme is "light" or "dark"; empty for the colours of the machine.
	Scheme string
	// Motion is "still" if nothing may move; otherwise empty.
	Motion string
}

// appearanceCookie is the name of the cookie that keeps the Appearance.
const appearanceCookie = "look"

// appearanceOf returns the appearance of some values. It ignores unknown values, because a browser may send anything.
func appearanceOf(language, scheme, motion string) Appearance {
	known := func(chosen string, allowed ...string) string {
		if slices.Contains(allowed, chosen) {
			return chosen
		}
		return ""
	}
	return Appearance{known(language, characters.Languages...), known(scheme, "light", "dark"), known(motion, "still")}
}

// frame returns the data of every page for a request.
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

// requirePerson calls a handler for people who have come in, and redirects all others to the first page.
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

// visitor returns the person with the request. The error is errNobody for somebody who has not come in.
func (s *Server) visitor(w http.ResponseWriter, r *http.Request) (*visitor, error) {
	v := &visitor{server: s, frame: s.frame(r), w: w, r: r}
	person, ok := s.person(r)
	if !ok || !s.options.Admit(person) {
		return v, errNobody
	}
	if s.home != nil {
		v.me = table.Person{ID: string(person), Name: string(person)}
		return v, nil
	}
	name := s.nameAt(sessionKey{string(person), r.PathValue("table")})
	var err error
	if name == "" {
		name, err = s.options.Tables.Name(string(person))
		if name == "" {
			name = nameOf(r)
		}
	}
	v.me = table.Person{ID: string(person), Name: name, Network: s.options.Sessions.NetworkID(r.RemoteAddr)}
	v.frame.Name = name
	return v, err
}

// errNobody means that a browser belongs to nobody who may come in.
var errNobody = say.New("this code is not known here, or its owner may not come in")

// LookFields draws the fields of Looks.
func (f *frame) LookFields() template.HTML {
	draw := func() template.HTML { return drawTemplate(templates(f.Texts)["table"], "fields", f.Looks()) }
	return fragments.get("looks "+f.Texts.Lang(), reflect.ValueOf(f.Appearance), draw)
}

// Looks returns the fields of a form for the Appearance.
func (f *frame) Looks() []choose.Field {
	schemes := map[string]string{"": "web.auto", "light": "lobby.look.light", "dark": "lobby.look.dark"}
	languages := []words.Choice{{Label: f.Texts.T("web.auto")}}
	for _, lang := range characters.Languages {
		languages = append(languages, words.Choice{Value: lang, Label: texts.New(lang).T("lobby.lang." + lang)})
	}
	still := choose.NewField("motion", f.Texts.T("web.still"), f.Appearance.Motion, nil, words.Choice{},
		words.Choice{Value: "still"})
	still.Switch = true
	return []choose.Field{
		choose.NewField("language", f.Texts.T("web.language"), f.Appearance.Language, nil, languages...),
		choiceField(f.Texts, "scheme", "web.scheme", f.Appearance.Scheme, schemes, "", "light", "dark"),
		still,
	}
}

// keepAppearance keeps the appearance of a form in the browser.
func keepAppearance(w http.ResponseWriter, r *http.Request) {
	a := appearanceOf(r.FormValue("language"), r.FormValue("scheme"), r.FormValue("motion"))
	setCookie(w, r, appearanceCookie, a.Language+"."+a.Scheme+"."+a.Motion)
}

// handleAppearance keeps the appearance of a form, and redirects back to the page.
func handleAppearance(w http.ResponseWriter, r *http.Request) {
	keepAppearance(w, r)
	target := "/"
	u, err := url.Parse(r.FormValue("to"))
	isOwnPath := err == nil && u.Host == "" && strings.HasPrefix(u.Path, "/") && path.Clean(u.Path) == u.Path
	if isOwnPath {
		target = u.EscapedPath()
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

// language returns the first language that a browser asks for and we have.
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

// health answers the monitoring of the server: whether people can come in.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	err := s.options.Healthy()
	if s.options.Sessions.IsClosed() {
		err = say.New("closing")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("not well\n")) // the log has the reason
		return
	}
	_, _ = w.Write([]byte("ok\n"))
}
