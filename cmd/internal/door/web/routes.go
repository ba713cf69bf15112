package web

import (
	"context"
	"net/http"
	"strings"

	"fellowship/cmd/internal/door/guest"
)

// route is an address with what answers it.
type route struct {
	// place says where the address exists.
	place place
	// pattern is the address, as [http.ServeMux] reads it.
	pattern string
	// answer answers the request.
	answer http.HandlerFunc
}

// place says where an address exists.
type place int

const (
	everywhere place = iota
	// atHome is for a person at home.
	atHome
	// onServer is for the visitors of a server.
	onServer
	// onSite is for a person at home whose browser runs the program.
	onSite
)

// includes reports whether the server has the addresses of a place.
func (s *Server) includes(p place) bool {
	switch p {
	case everywhere:
		return true
	case atHome:
		return s.home != nil
	case onServer:
		return s.home == nil
	case onSite:
		return s.isSite()
	}
	return false
}

// routes returns all addresses except the ones of files, see [handleAssets].
func (s *Server) routes() []route {
	return []route{
		// The first page, and what there is without a name.
		{atHome, "GET /{$}", s.anybody(func(q *request) { homeEntrance{q}.enter() })},
		{onServer, "GET /{$}", s.anybody(func(q *request) { newEntrance(q).show() })},
		{onServer, "POST /enter", s.anybody(func(q *request) { newEntrance(q).enter() })},
		{onServer, "GET /healthz", s.health},
		{everywhere, "POST /look", s.anybody((*request).keepDevice)},
		{everywhere, "GET /read/{what}", s.anybody(func(q *request) { newReadingPages(q).show() })},
		{everywhere, "GET /read/{what}/{which}", s.anybody(func(q *request) { newReadingPages(q).show() })},

		// What a person of a server can change.
		{onServer, "POST /code", s.person(func(q *request) { newEntrance(q).follow() })},
		{onServer, "POST /name", s.person(func(q *request) { newEntrance(q).rename() })},
		{onServer, "POST /mine", s.person(func(q *request) { newEntrance(q).showOwnCode() })},

		// New tables.
		{everywhere, "GET /new", s.person(func(q *request) { newSetupPages(q).show() })},
		{everywhere, "POST /new", s.person(func(q *request) { newSetupPages(q).make() })},
		{everywhere, "GET /today", s.person(func(q *request) { newSetupPages(q).showToday() })},
		{atHome, "GET /next", s.person(func(q *request) { newNextRoundPage(q).show() })},
		{atHome, "POST /next", s.person(func(q *request) { newNextRoundPage(q).show() })},

		// The menu.
		{everywhere, "GET /book", s.person(func(q *request) { newRoadPages(q).showChapters() })},
		{atHome, "GET /campaign", s.person(func(q *request) { newRoadPages(q).showCampaign() })},
		{atHome, "GET /campaigns", s.person(func(q *request) { newRoadPages(q).showCampaigns() })},
		{atHome, "POST /campaign", s.person(func(q *request) { newRoadPages(q).playCampaign() })},
		{atHome, "GET /campaign/remove", s.person(func(q *request) {
			newRoadPages(q).askAboutCampaign("campaign.menu.delete.sure")
		})},
		{atHome, "POST /campaign/remove", s.person(func(q *request) { newRoadPages(q).removeCampaign() })},
		{atHome, "GET /campaign/giveup", s.person(func(q *request) {
			newRoadPages(q).askAboutCampaign("campaign.menu.giveup.sure")
		})},
		{atHome, "POST /campaign/giveup", s.person(func(q *request) { newRoadPages(q).giveUpInCampaign() })},
		{everywhere, "POST /lesson", s.person(func(q *request) { newSoloRounds(q).playLesson() })},
		{everywhere, "GET /puzzles", s.person(func(q *request) { newPuzzlePages(q).show() })},
		{everywhere, "POST /puzzles", s.person(func(q *request) { newPuzzlePages(q).play() })},
		{everywhere, "GET /stats", s.person(func(q *request) { newStatisticsPage(q).show() })},
		{atHome, "GET /saved", s.person(func(q *request) { newSavedPages(q).show("") })},
		{atHome, "POST /saved/repair", s.person(func(q *request) { newSavedPages(q).repair() })},
		{atHome, "POST /saved", s.person(func(q *request) { newSavedPages(q).resume() })},
		{atHome, "GET /saved/look", s.person(func(q *request) { newSavedPages(q).resume() })},
		{atHome, "GET /saved/remove", s.person(func(q *request) { newSavedPages(q).askRemove() })},
		{atHome, "POST /saved/remove", s.person(func(q *request) { newSavedPages(q).remove() })},
		{onSite, "GET " + keepPath, s.person(showKeepPage)},
		{everywhere, "GET /settings", s.person(func(q *request) { newSettingsPages(q).show() })},
		{everywhere, "POST /settings", s.person(func(q *request) { newSettingsPages(q).keep() })},

		// A round of a real table.
		{everywhere, "GET /real", s.person(enterRealRound)},
		{everywhere, "POST /real", s.person(enterRealRound)},
		{everywhere, "GET /real/look", s.person(replayRealRound)},
		{everywhere, "GET /real/file", s.person(sendRealFile)},

		// A table.
		{everywhere, "GET /table/{table}", s.atTable(func(q *request, own *session) {
			newTablePages(q, own).show()
		})},
		{everywhere, "POST /table/{table}", s.atTable(func(q *request, own *session) {
			newTablePost(q, own).act()
		})},
		{everywhere, "GET /table/{table}/look", s.atTable(func(q *request, own *session) {
			newReplays(q).showTable(own)
		})},
		{everywhere, "GET /table/{table}/book", s.atTable(func(q *request, own *session) {
			newRoadPages(q).showBook(own)
		})},
		{everywhere, "GET /table/{table}/events", s.requirePerson(sendEvents)},
	}
}

// handler returns the handler of all requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	notFound := s.anybody((*request).notFound)
	handleAssets(mux, notFound)
	for _, route := range s.routes() {
		if s.includes(route.place) {
			mux.HandleFunc(route.pattern, route.answer)
		}
	}
	mux.HandleFunc("GET /", notFound)
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(s.anybody(func(q *request) { q.refuse(http.StatusForbidden, errForeign, false) }))
	for _, host := range s.options.Origins {
		for _, scheme := range []string{"http://", "https://"} {
			_ = sameOrigin.AddTrustedOrigin(scheme + host) // a pattern is not a host, and is ignored
		}
	}
	return s.protect(sameOrigin.Handler(s.readForms(mux)))
}

// anybody returns a handler for people who have come in or not.
func (s *Server) anybody(handle func(*request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { handle(s.newRequest(w, r)) }
}

// person returns a handler for people who have come in, which needs a stack only while it answers, and answers in time.
func (s *Server) person(handle func(*request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), longestWork)
		defer cancel()
		onFreshStack(func() { s.requirePerson(handle)(w, r.WithContext(ctx)) })
	}
}

// atTable returns a handler for people at the table of the address. All others get the page that says why they are not
// there.
func (s *Server) atTable(handle func(*request, *session)) http.HandlerFunc {
	return s.person(func(q *request) {
		session, err := s.openSession(q.r.Context(), q.me, q.ticket())
		if err != nil {
			q.sendNoTable(err)
			return
		}
		defer session.release()
		handle(q, session)
	})
}

// requirePerson calls a handler for people who have come in, and redirects all others to the first page.
func (s *Server) requirePerson(handle func(*request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		q := s.newRequest(w, r)
		if err := q.identify(); err != nil || q.me.Name == "" {
			q.redirect(entrancePath(r))
			return
		}
		if conn, ok := r.Context().Value(connKey{}).(*guest.Conn); ok {
			conn.BeginSession()
			defer conn.EndSession()
		}
		if s.home != nil {
			s.home.reading.note(!strings.HasPrefix(r.URL.Path, "/table/"))
		}
		handle(q)
	}
}
