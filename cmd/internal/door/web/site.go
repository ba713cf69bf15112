package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// On a site the program runs in the browser, without a server: whoever opens its pages is the person at home. The first
// page is the menu. A browser may stop the program at any moment and start it again when a page needs it; then the
// table of a page is opened again where its file ends.

// NewSite returns the pages of a person whose browser runs the program. [Home.Handler] answers them. When a page of a
// table is opened and no round goes on, resume plays the one that went on before.
func NewSite(lib *chapters.Library, t *texts.Texts, person HomePerson, resume func() error) *Home {
	return newHome(lib, t, person, usualBeat, resume)
}

// Handler returns what answers the pages of a site. It lets only requests in that have the cookie of [Home.Cookie].
func (h *Home) Handler() http.Handler { return h.server.srv.Handler }

// Cookie returns the cookie of the person at home.
func (h *Home) Cookie() *http.Cookie {
	return &http.Cookie{Name: h.server.tokens.cookie, Value: h.server.tokens.create(localPerson)}
}

// isSite reports whether the program runs in the browser.
func (s *Server) isSite() bool { return s.home != nil && s.home.resume != nil }

// beat is how long the end of a trick is shown if nobody continues, less than 0 for not at all. On a site, where the
// program never starts anew, it follows the settings of the person.
func (s *Server) beat() time.Duration {
	if s.isSite() && s.home.Person.CurrentSettings().Quick {
		return -1
	}
	return s.options.Beat
}

// PlayChoices plays what the person chooses on the pages of a site, one game after the other, until the context is
// done.
func (h *Home) PlayChoices(ctx context.Context) error {
	for {
		outcome, err := h.AwaitLeave(ctx)
		if err != nil {
			return err
		}
		if outcome == play.Chosen {
			_ = h.PlayChosen() // the page of the person has the error
		}
		if session := h.server.sessions.find(homeKey); session != nil {
			session.leave(context.Canceled)
		}
	}
}

// errAsks means that the person has to choose something before the round begins.
var errAsks = say.New("choose first how the campaign goes on")

// begin begins a round in the place of what goes on, if anything, and waits until it is shown. The error is errAsks if
// something has to be chosen before, and [table.ErrGone] if there is nothing to show.
func (h *Home) begin(ctx context.Context, run func() error) error {
	chosen := h.chosen.set(run)
	for isSent := false; !isSent; {
		select {
		case h.outcomes <- play.Chosen:
			isSent = true
		case <-h.outcomes: // an earlier wish
		}
	}
	select {
	case <-chosen.begun:
		return nil
	case <-h.question.signal():
		return errAsks
	case err := <-chosen.ended:
		if err == nil {
			err = table.ErrGone
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// beginRound begins a round, and redirects to it.
func (h *Home) beginRound(q *request, run func() error) {
	switch err := h.begin(q.r.Context(), run); {
	case errors.Is(err, errAsks):
		q.redirect("/next")
	case err != nil:
		q.frame.Path = "/"
		q.sendError(err)
	default:
		q.redirect("/table/" + homeTable)
	}
}

// reopen resumes the round at home of a site, unless one goes on. It does not end with the request that needs the
// round: a page that gives up waiting asks again at once, and must not resume the same round twice.
func (h *Home) reopen() error {
	h.reopening.Lock()
	defer h.reopening.Unlock()
	if h.server.sessions.find(homeKey) != nil {
		return nil
	}
	return h.begin(context.Background(), h.resume)
}
