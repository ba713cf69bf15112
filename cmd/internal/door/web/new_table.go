package web

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/turns"
	"fellowship/tricks"
)

// formPage is a form of fields.
type formPage struct {
	sheet
	Fields []choose.Field
	// Fan is a hand of cards, for decoration.
	Fan []*card
	// Hidden are the fields that are settled already.
	Hidden []namedPart
	// ButtonLabel is the text on the button of the form.
	ButtonLabel string
	// Hint stands above the button.
	Hint string
}

// setupPages are the form for a new table, and what makes one.
type setupPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newSetupPages(q *request) setupPages {
	return setupPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// newSetup returns the person's usual setup of a new table. It has no names, because no form asks for them.
func (h setupPages) newSetup() *choose.Setup {
	s := h.request.person().Setup(h.t)
	s.Names = nil
	return s
}

// show shows the form for a new table, for a chapter, a campaign or a deal if the address names one.
func (h setupPages) show() {
	s := h.newSetup()
	if c, err := h.lib.Chapter(h.request.value("chapter")); err == nil {
		s.Chapter = c.ID
		s.Variant = c.Letters()[0]
	}
	if h.request.r.Form.Has("game") {
		h.request.fill(s.GameFields())
	}
	if id, err := chapters.ParseDealID(h.request.value("deal")); err == nil {
		if _, err = h.lib.Deal(id); err == nil {
			s = s.ForDeal(id)
		}
	}
	h.showForm(s, http.StatusOK)
}

// fields returns the fields of a form for a new table, with the highest number of seats.
func (h setupPages) fields(s *choose.Setup) []choose.Field {
	all := append([]choose.Field{s.Size(strconv.Itoa)}, s.GameFields()...)
	all = append(all, s.Deals())
	for i := 1; i < tricks.MaxSeats; i++ {
		all = append(all, s.Seat(i))
	}
	if h.request.home == nil {
		all = append(all, s.HelpFields()...)
	}
	return all
}

// showForm shows the form for a new table. A deal of the day or a new campaign has settled some of its fields.
func (h setupPages) showForm(s *choose.Setup, status int) {
	title := "serve.new.title"
	subtitle := ""
	settled := []string{}
	p := &formPage{ButtonLabel: texts.Title(h.t.T("lobby.help.begin"))}
	if h.request.home == nil {
		p.ButtonLabel = h.t.T("serve.new.create")
		p.Hint = h.t.T("serve.new.text")
	}
	switch c, err := h.lib.Chapter(s.Chapter); {
	case h.request.r.URL.Path == "/today" && err == nil:
		title = "lobby.today"
		subtitle = h.t.Chapter(c) + ", " + h.t.N("serve.players", s.Players)
		settled = []string{"players", "game", "deal"}
		p.Hint = h.t.T("lobby.today.note")
	case s.Mode == choose.NewCampaign:
		title = "lobby.newcampaign"
		settled = []string{"game", "deal"}
		p.Hint = h.t.T("lobby.campaign.note")
	}
	p.sheet = h.request.newSheet("/", h.t.T(title))
	p.Path = "/new"
	p.Subtitle = subtitle
	for _, f := range h.fields(s) {
		switch {
		case slices.Contains(settled, f.Name):
			p.Hidden = append(p.Hidden, namedPart{Name: f.Name, Value: f.Now()})
		case f.Seat <= s.Players || len(settled) < 3: // unless the deal of the day has settled the number of players
			p.Fields = append(p.Fields, f)
		}
	}
	h.request.show(status, "new", p)
}

// make makes a table and redirects to it. It is the table of the form, or with the button "now" a table with
// computer players, where the round begins at once.
func (h setupPages) make() {
	s := h.newSetup()
	now := h.request.value("now") != ""
	if now {
		s.Players = tricks.MaxSeats
		s.Hints = true
		s.SeatComputers = [...]string{1: "fair", 2: "fair", 3: "fair"}
	} else {
		h.request.fill(h.fields(s))
	}
	if h.request.home != nil {
		h.makeAtHome(s)
		return
	}
	made, problem := s.Table()
	if problem == "" {
		ticket, err := h.request.options.Tables.Create(h.request.me, made)
		if err == nil && now {
			err = h.request.joinTable(ticket, true)
		}
		if err == nil {
			h.request.redirect("/table/" + ticket.Table)
			return
		}
		problem = h.t.Problem(err)
	}
	h.request.frame.Note = texts.Sentence(problem)
	h.request.frame.Bad = true
	h.showForm(s, http.StatusUnprocessableEntity)
}

// makeAtHome leaves the round at home and begins the one that was set up.
func (h setupPages) makeAtHome(s *choose.Setup) {
	if s.Mode == choose.OneRound {
		if _, err := s.ID(0); err != nil {
			h.request.frame.complain(err)
			h.showForm(s, http.StatusUnprocessableEntity)
			return
		}
	}
	s.Names = h.request.home.Person.Setup(h.t).Names
	h.request.home.leaveForRound(h.request, func() error { return h.request.home.Person.BeginSetup(s) })
}

// showToday shows the form for a table with the deal of the day.
func (h setupPages) showToday() {
	id, err := choose.Today(h.request.r.Context(), h.lib, time.Now(), h.request.askOnce(turns.Long))
	if err != nil {
		h.request.sendError(err)
		return
	}
	h.showForm(h.newSetup().ForDeal(id), http.StatusOK)
}
