package web

import (
	"mime"
	"net/http"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/door/guest"
)

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
				sendShort(w, r, http.StatusInternalServerError, "web.failed")
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
	if !ok && s.isSite() { // it has no connections
		return func() {}, true
	}
	if !ok {
		http.Error(w, "come in by the door", http.StatusInternalServerError)
		return nil, false
	}
	if r.RemoteAddr, done, ok = conn.Request(r.Header.Values("X-Forwarded-For")); !ok {
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", "60")
		sendShort(w, r, http.StatusTooManyRequests, "web.crowded")
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

// longestForm is how long a browser may take to send a form.
const longestForm = 20 * time.Second

// errUnread means that a form could not be read, and that nothing was changed.
var errUnread = say.New("the form could not be read, so nothing was changed: please go back and send it again")

// readForms returns a handler that reads the form of a request. Only a form that was read whole gets further: what is
// missing in a part of a form would count as not chosen.
func (s *Server) readForms(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && !readForm(r) {
			s.newRequest(w, r).refuseForm()
			return
		}
		handler.ServeHTTP(w, r)
	})
}

// readForm reads the form of a request, and reports whether it could be read whole. A request without a body has the
// values of its address alone.
func readForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	isForm := err == nil && kind == "application/x-www-form-urlencoded"
	return (isForm || r.ContentLength == 0) && r.ParseForm() == nil
}

// refuseForm says that the form could not be read.
func (q *request) refuseForm() {
	q.refuse(http.StatusBadRequest, errUnread, false)
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

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
