package web

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/reader"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"
)

// request is a request of a browser, with the person who asks.
type request struct {
	// server is the server that received the request.
	server *Server
	// options are the options of the server.
	options *Options
	// home is the person at home, nil on a server.
	home *Home
	// frame holds the data of every page, for the page that answers.
	frame frame
	// w receives the answer.
	w http.ResponseWriter
	// r is the request as the server received it.
	r *http.Request
	// me is the person. It is empty for somebody who is not known.
	me table.Person
}

// newRequest returns a request of somebody who is not known.
func (s *Server) newRequest(w http.ResponseWriter, r *http.Request) *request {
	return &request{server: s, options: &s.options, home: s.home, frame: s.frame(r), w: w, r: r}
}

// identify finds out who asks. The error is errNobody for somebody who has not come in.
func (q *request) identify() error {
	s := q.server
	person, ok := s.tokens.person(q.r)
	if !ok || !q.options.Admit(person) {
		return errNobody
	}
	if q.home != nil {
		q.me = table.Person{ID: string(person), Name: string(person)}
		return nil
	}
	name := s.sessions.nameAt(sessionKey{string(person), q.r.PathValue("table")})
	var err error
	if name == "" {
		name, err = q.options.Tables.Name(string(person))
		if name == "" {
			name = nameOf(q.r)
		}
	}
	q.me = table.Person{ID: string(person), Name: name, Network: q.options.Sessions.NetworkID(q.r.RemoteAddr)}
	q.frame.Name = name
	return err
}

// person returns the stored state of the person.
func (q *request) person() Person { return q.server.personStore(q.me.ID) }

// reader returns the person as a reader of the page.
func (q *request) reader() reader.Reader {
	return reader.New(q.frame.Texts, q.person().CurrentSettings())
}

// value returns the first value of a field of the form or the address; empty without one.
func (q *request) value(field string) string { return q.r.FormValue(field) }

// redirect sends the browser to another page.
func (q *request) redirect(target string) {
	http.Redirect(q.w, q.r, atBase(target), http.StatusSeeOther)
}

// show sends the page that the template with this name draws, see [pageTypes].
func (q *request) show(status int, name string, page any) { q.frame.show(q.w, q.r, status, name, page) }

// newSheet returns a sheet with its title.
func (q *request) newSheet(back, headline string) sheet {
	s := sheet{frame: q.frame, Back: back, Headline: headline}
	s.Title = headline + " - " + q.frame.Title
	return s
}

// send sends a page without an error, see show.
func (q *request) send(name string, page any) { q.show(http.StatusOK, name, page) }

// sendError sends the page that says why a table, or another page, cannot be shown.
func (q *request) sendError(err error) {
	status := http.StatusNotFound
	switch {
	case errors.Is(err, turns.ErrMany), errors.Is(err, errAlone):
		status = http.StatusTooManyRequests
	case errors.Is(err, context.DeadlineExceeded):
		status = http.StatusServiceUnavailable
		err = errSlow
	}
	q.refuse(status, err, !errors.Is(err, table.ErrGone)) // loading a table that is gone again would not help
}

// sendNoTable says why a table cannot be shown. On a site, where nothing goes on at the table, it redirects to the page
// that leads on.
func (q *request) sendNoTable(err error) {
	switch {
	case errors.Is(err, errAsks):
		q.redirect("/next")
	case errors.Is(err, table.ErrGone) && q.server.isSite():
		q.redirect("/")
	default:
		q.sendError(err)
	}
}

// ctx returns a context for writing, which goes on if the browser no longer waits.
func (q *request) ctx() context.Context { return context.WithoutCancel(q.r.Context()) }

// seat returns the seat in a field of a form.
func (q *request) seat(name string) tricks.Seat {
	seat, _ := tricks.ParseSeat(q.value(name)) // an invalid seat is NoSeat, which the table refuses
	return seat
}

// fill fills fields with the values of a form. Fields that share a name get its values one after the other.
func (q *request) fill(fields []choose.Field) {
	_ = q.r.ParseForm() // a value of an address that cannot be read counts as not chosen
	asked := map[string]int{}
	for i := range fields {
		name := fields[i].Name
		value := ""
		if values := q.r.Form[name]; asked[name] < len(values) {
			value = values[asked[name]]
		}
		fields[i].Fill(value)
		asked[name]++
	}
}

// hasAny reports whether the form of a request has any of some fields.
func (q *request) hasAny(fields []choose.Field) bool {
	return slices.ContainsFunc(fields, func(f choose.Field) bool { return q.r.Form.Has(f.Name) })
}

// ticket returns a ticket for the table of the request, for somebody who was there before.
func (q *request) ticket() table.Ticket { return table.Ticket{Table: q.r.PathValue("table")} }

// ask admits a question of the person that takes turns with the questions of others. The caller must call its End. At
// home there are no others.
func (q *request) ask(class turns.Class) (*turns.Question, error) {
	if q.options.Tables == nil {
		return turns.Alone, nil
	}
	return q.options.Tables.Turns().Ask(q.me.Asker(), class)
}

// askOnce returns a function that runs a computation as a question of the person that takes a single turn.
func (q *request) askOnce(class turns.Class) func(ctx context.Context, do func() error) error {
	return func(ctx context.Context, do func() error) error {
		question, err := q.ask(class)
		if err != nil {
			return err
		}
		defer question.End()
		return question.Turn(ctx, do)
	}
}

// errNobody means that a browser belongs to nobody who may come in.
var errNobody = say.New("this code is not known here, or its owner is not admitted")

// joinTable gives the person a free seat at a table, if there is one. With begin it makes the person ready, so that the
// round begins if nobody else is awaited.
func (q *request) joinTable(ticket table.Ticket, begin bool) error {
	session, err := q.server.openSession(q.r.Context(), q.me, ticket)
	if err != nil {
		return err
	}
	defer session.release()
	if begin {
		return session.client.Ready(q.ctx(), session.client.Look().Revision, true)
	}
	if err := session.client.SitFree(q.ctx()); err != nil || ticket.Watch {
		return err
	}
	now := session.client.TableView()
	session.mu.Lock()
	defer session.mu.Unlock()
	session.page.setNote(words.Watches(q.frame.Texts, &now), false)
	return nil
}
