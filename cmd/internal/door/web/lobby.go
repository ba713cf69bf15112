package web

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// enterPage asks somebody who is not known for a name.
type enterPage struct {
	frame
	// Typed is the name that was typed before.
	Typed string
	// Code is the code that was typed before.
	Code string
	// Deal is the deal of which somebody has sent a link, empty for none.
	Deal string
	// Closed reports whether a new browser is not let in, and needs the code of a person.
	Closed bool
	// Elsewhere are the ways to come in without such a code.
	Elsewhere []string
	// Fan is a hand of cards, for decoration.
	Fan []*card
}

// lobbyPage is the first page of a person, with the menu.
type lobbyPage struct {
	frame
	menuParts
	// Code is the code that was typed before.
	Code string
	// Own is the code with which the person can come back in another browser; empty if it was not asked for.
	Own string
	// Fan is a hand of cards, for decoration.
	Fan []*card
}

// entrance is the first page of a server: it asks for a name, or is the lobby.
type entrance struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newEntrance(q *request) entrance {
	return entrance{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// show shows the first page: it asks for a name, or shows the tables of somebody who is known.
func (h entrance) show() {
	err := h.request.identify()
	switch {
	case errors.Is(err, errNobody) || err == nil && h.request.me.Name == "":
		h.askName(http.StatusOK, "", "", nil)
	case err != nil:
		h.request.sendError(err)
	default:
		h.showLobby(http.StatusOK, "", "", nil)
	}
}

// askName sends the page that asks for a name.
func (h entrance) askName(status int, typed, code string, err error) {
	p := &enterPage{frame: h.request.frame, Typed: typed, Code: code, Fan: fan(h.t)}
	if dealPath(h.request.value("deal")) != "" {
		p.Deal = h.request.value("deal")
	}
	if elsewhere := h.request.options.Elsewhere; elsewhere != nil {
		p.Closed = true
		p.Elsewhere = elsewhere()
	}
	p.complain(err)
	h.request.show(status, "enter", p)
}

// showLobby sends the first page of a person.
func (h entrance) showLobby(status int, code, own string, err error) {
	p := &lobbyPage{frame: h.request.frame, Code: code, Own: own, Fan: fan(h.t)}
	p.Path = "/"
	p.complain(err)
	tables, err := h.request.options.Tables.Visited(h.request.me.ID)
	p.complain(err)
	facts := h.request.menuFacts()
	facts.Name = h.request.me.Name
	facts.Tables = tables
	facts.HasReturnCode = own != ""
	p.menuParts = newMenuParts(facts)
	h.request.show(status, "lobby", p)
}

// resolveCode returns where a code leads.
func (h entrance) resolveCode(code string) choose.Destination {
	q := h.request
	return choose.ResolveCode(q.r.Context(), q.options.Sessions, q.options.Tables, q.r.RemoteAddr, code)
}

// enter lets somebody in with a name, and redirects to where the code leads.
func (h entrance) enter() {
	q := h.request
	q.frame.Path = "/"
	typed := q.value("name")
	code := strings.TrimSpace(q.value("code"))
	var destination choose.Destination
	if code != "" {
		destination = h.resolveCode(code)
	}
	if h.restorePerson(&destination, typed) {
		return
	}
	person, known := q.server.tokens.person(q.r)
	if !q.options.Admit(person) || q.options.Elsewhere != nil && !known {
		if !errors.Is(destination.Err, guest.ErrCodes) {
			destination.Err = errNobody
		}
		h.askName(http.StatusForbidden, typed, code, destination.Err)
		return
	}
	name, err := table.CleanName(typed)
	if err != nil {
		h.askName(http.StatusUnprocessableEntity, typed, code, err)
		return
	}
	if !known {
		person = h.makePerson()
	}
	if name, err = q.options.Tables.Rename(string(person), name); err != nil {
		h.askName(http.StatusServiceUnavailable, typed, code, err)
		return
	}
	keepName(q.w, q.r, name)
	q.me = table.Person{ID: string(person), Name: name, Network: q.options.Sessions.NetworkID(q.r.RemoteAddr)}
	q.frame.Name = name
	if path := dealPath(q.value("deal")); path != "" && code == "" {
		q.redirect(path)
		return
	}
	h.followCode(&destination)
}

// today stands for the deal of the day in the address of the first page.
const today = "today"

// dealPath returns the page for a new table with the deal of a link that somebody has sent, or "" if there is no such
// deal.
func dealPath(deal string) string {
	if deal == today {
		return "/today"
	}
	id, err := chapters.ParseDealID(deal)
	if err != nil {
		return ""
	}
	return "/new?deal=" + url.QueryEscape(id.String())
}

// entrancePath returns the first page for somebody who is not known and wants to see a page. It keeps the deal of which
// somebody has sent the link.
func entrancePath(r *http.Request) string {
	deal := ""
	switch r.URL.Path {
	case "/today":
		deal = today
	case "/new":
		deal = r.URL.Query().Get("deal")
	}
	if dealPath(deal) == "" {
		return "/"
	}
	return "/?deal=" + url.QueryEscape(deal)
}

// makePerson gives the browser a token, and returns its new person.
func (h entrance) makePerson() guest.Person {
	tokens := h.request.server.tokens
	token := tokens.create("")
	setCookie(h.request.w, h.request.r, tokens.cookie, token)
	h.request.r.Header.Set("Cookie", tokens.cookie+"="+token) // so that the next line finds the new person
	person, _ := tokens.person(h.request.r)
	return person
}

// restorePerson gives the browser to the person whose code was typed, and redirects to the first page. It reports false
// if the code belongs to no person, or the person is not admitted.
func (h entrance) restorePerson(destination *choose.Destination, typed string) bool {
	person := guest.Person(destination.Person.ID)
	if destination.Err != nil || person == "" || !h.request.options.Admit(person) {
		return false
	}
	tokens := h.request.server.tokens
	setCookie(h.request.w, h.request.r, tokens.cookie, tokens.create(person))
	if name, err := table.CleanName(typed); destination.Person.Name == "" && err == nil {
		keepName(h.request.w, h.request.r, name) // otherwise the first page asks for a name
	}
	h.request.redirect("/")
	return true
}

// follow redirects to where a code leads that was typed in the lobby.
func (h entrance) follow() {
	destination := h.resolveCode(strings.TrimSpace(h.request.value("code")))
	if !h.restorePerson(&destination, "") {
		h.followCode(&destination)
	}
}

// followCode redirects to the table of a code, where the person sits down if there is a free seat. If the code is
// wrong, it shows the lobby with the reason.
func (h entrance) followCode(destination *choose.Destination) {
	err := destination.Err
	if err == nil && destination.Ticket.Table == "" {
		h.request.redirect("/")
		return
	}
	if err == nil {
		err = h.request.joinTable(destination.Ticket, false)
	}
	if err != nil {
		h.showLobby(http.StatusConflict, destination.Code, "", err)
		return
	}
	h.request.redirect("/table/" + destination.Ticket.Table)
}

// rename changes the person's name.
func (h entrance) rename() {
	name, err := h.request.options.Tables.Rename(h.request.me.ID, h.request.value("name"))
	if err == nil {
		keepName(h.request.w, h.request.r, name)
		h.request.redirect("/")
		return
	}
	h.showLobby(http.StatusUnprocessableEntity, "", "", err)
}

// showOwnCode shows a code with which the person can come back in another browser.
func (h entrance) showOwnCode() {
	code, err := h.request.options.Tables.ReturnCode(h.request.me)
	h.showLobby(http.StatusOK, "", table.ShowCode(code), err)
}
