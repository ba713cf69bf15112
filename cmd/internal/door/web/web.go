// Package web is the door for everybody with a browser: a card table in plain pages.
//
// Everything that a person sees is a page of HTML, and everything that a person does is a form: it works without a
// script, by loading the page again. With the script, which is small, the page of a table follows a stream of events,
// each of which is the whole table, and forms are sent without leaving the page.
//
// Where to look:
//
//   - the server: this file; its addresses, all in one table: routes.go; what is let in: gate.go, with the connections
//     of silent.go; who a browser is: token.go; what is stored of a person: person.go
//   - a request, with the person who asks and the ways to answer: request.go; the data of every page: frame.go
//   - how pages are drawn: templates.go, with the drawings of signs.go and the fragments that fragments.go keeps; what
//     templates ask of their data: classes.go; how a page is sent: draw.go; styles, scripts and drawings: assets.go
//   - before a table: lobby.go, and new_table.go; the menu: menu.go; its pages, with their common parts in sheet.go:
//     puzzle_pages.go, statistics_page.go, saved_pages.go, settings_pages.go; the chapters on their road: road.go; what
//     there is to read: read.go, chapter_page.go; what people play alone: lesson.go
//   - on the person's own machine: home.go; how the browser comes in: home_entrance.go; from one round to the next:
//     next_round.go; in the browser itself, without a server: site.go, keep_page.go; below another path than the root: base_path.go
//   - a round of a real table: real.go, with the table of its steps; what a form sends: real_form.go; what the steps
//     show: real_game.go, real_seats.go, real_guide.go, real_cards.go with the places of real_places.go, and
//     real_result.go; its replay and its file: real_files.go
//   - a person at a table, over many requests: session.go; the events: stream.go; the forms of a table: post.go
//   - what the page of a table shows: table_page.go, with what stands beside the round in table_info.go,
//     invitations.go and qr.go; a round: round_page.go, its seats in round_plates.go, the hand in round_hand.go, the
//     question in round_prompt.go, the buttons in round_actions.go and what is open over it in reading.go; cards and
//     goals: cards.go, goal.go; a round that is over: replay.go
//   - what browsers load: the folder page, with templates, styles, scripts and drawings; `make generate` bundles all
//     but the templates into page/dist. All pages have common.css. A table has table.css; a replay has look.css, too.
//     All other pages have pages.css. Suits and icons are in signs.svg, and emblems of characters, riders and gifts in
//     emblems.svg
package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
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
	// options are the options, with the defaults for all that were not set.
	options Options
	srv     http.Server
	// home is the person at home, nil for a server.
	home *Home
	// closing ends with Shutdown, and with [Home.Close].
	closing context.Context
	// close ends closing.
	close context.CancelFunc

	// tokens recognize browsers.
	tokens tokens
	// silent are the connections on which nothing was received yet.
	silent silentConnections
	// sessions are the people at tables.
	sessions openSessions
}

const (
	// longestAnswer is the time from a request to the end of its answer, after which the connection is broken.
	longestAnswer = time.Minute
	// longestWork is how long a page is worked on. A search is cut short then, so that there is always an answer. The
	// rest of longestAnswer is for sending it.
	longestWork = 45 * time.Second
)

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
	s := &Server{
		options: o, home: home, tokens: newTokens(o.Secret, home != nil),
		sessions: openSessions{byKey: map[sessionKey]*session{}},
	}
	s.closing, s.close = context.WithCancel(context.Background())
	s.srv = http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      longestAnswer,
		IdleTimeout:       2 * time.Second, // a browser that waits needs the connection of its stream only
		MaxHeaderBytes:    1 << 14,
		ErrorLog:          slog.NewLogLogger(s.options.Sessions.Logger().Handler(), slog.LevelDebug),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, c)
		},
		ConnState: s.silent.track,
	}
	return s
}

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
		s.sessions.leaveAll()
		_ = guest.Await(ctx, &s.sessions.running)
		return err
	}
	return errors.Join(s.options.Sessions.Shutdown(ctx, stop), s.srv.Close())
}

// stop answers the requests that were received, and then stops the server. It does not wait for silent connections.
func (s *Server) stop(ctx context.Context) error {
	s.silent.close()
	return s.srv.Shutdown(ctx)
}
