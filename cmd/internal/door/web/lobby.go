package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/table/words"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"rsc.io/qr"
)

// enterPage asks somebody who is not known for a name.
type enterPage struct {
	frame
	// Typed is the name that was typed before.
	Typed string
	// Code is the code that was typed before.
	Code string
	// Closed reports whether a new browser is not let in, and needs the code of a person.
	Closed bool
	// Elsewhere are the ways to come in without such a code.
	Elsewhere []string
	// Fan is a hand of cards, for decoration.
	Fan []*card
}

// lobbyPage is the first page of a person: the tables, the codes and the menu.
type lobbyPage struct {
	frame
	// Tables are the tables where the person was.
	Tables []lobbyTable
	// Code is the code that was typed before.
	Code string
	// Own is the code with which the person can come back in another browser; empty if it was not asked for.
	Own string
	// Fan is a hand of cards, for decoration.
	Fan []*card
	// Tiles are the lines of the menu.
	Tiles []tile
}

// lobbyTable is a table where the person was.
type lobbyTable struct {
	ID   string
	Text string
	// Damaged reports whether the table cannot be opened.
	Damaged bool
}

// lobby answers with the first page: it asks for a name, or shows the tables of somebody who is known.
func (s *Server) lobby(w http.ResponseWriter, r *http.Request) {
	v, err := s.visitor(w, r)
	switch {
	case errors.Is(err, errNobody) || err == nil && v.me.Name == "":
		v.askName(http.StatusOK, "", "", nil)
	case err != nil:
		v.sendTableError(err)
	default:
		v.showLobby(http.StatusOK, "", "", nil)
	}
}

// askName sends the page that asks for a name.
func (v *visitor) askName(status int, typed, code string, err error) {
	p := &enterPage{frame: v.frame, Typed: typed, Code: code, Closed: v.server.options.Elsewhere != nil, Fan: fan(v.frame.Texts)}
	if p.Closed {
		p.Elsewhere = v.server.options.Elsewhere()
	}
	p.complain(err)
	v.frame.show(v.w, v.r, status, "enter", p)
}

// complain shows an error as the page's note. It does nothing for nil.
func (f *frame) complain(err error) {
	if err != nil {
		f.Note = texts.Sentence(f.Texts.Problem(err))
		f.Bad = true
	}
}

// showLobby sends the first page of a person.
func (v *visitor) showLobby(status int, code, own string, err error) {
	p := &lobbyPage{frame: v.frame, Code: code, Own: own, Fan: fan(v.frame.Texts), Tiles: v.menu()}
	p.Path = "/"
	p.complain(err)
	tables, err := v.server.options.Tables.Visited(v.me.ID)
	p.complain(err)
	for _, t := range tables {
		text := words.Table(v.frame.Texts, v.server.options.Library, &t.Now)
		if t.Damaged != nil {
			text = v.frame.Texts.T("serve.lobby.damaged")
		}
		p.Tables = append(p.Tables, lobbyTable{ID: t.Ticket.Table, Text: text, Damaged: t.Damaged != nil})
	}
	v.frame.show(v.w, v.r, status, "lobby", p)
}

// resolveCode returns where a code leads.
func (v *visitor) resolveCode(code string) choose.Destination {
	return choose.ResolveCode(v.r.Context(), v.server.options.Sessions, v.server.options.Tables, v.r.RemoteAddr, code)
}

// enter lets somebody in with a name, and redirects to where the code leads.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	v := &visitor{server: s, frame: s.frame(r), w: w, r: r}
	v.frame.Path = "/"
	typed := r.FormValue("name")
	code := strings.TrimSpace(r.FormValue("code"))
	var destination choose.Destination
	if code != "" {
		destination = v.resolveCode(code)
	}
	if v.restorePerson(&destination, typed) {
		return
	}
	person, known := s.person(r)
	if !s.options.Admit(person) || s.options.Elsewhere != nil && !known {
		if !errors.Is(destination.Err, guest.ErrCodes) {
			destination.Err = errNobody
		}
		v.askName(http.StatusForbidden, typed, code, destination.Err)
		return
	}
	name, err := table.CleanName(typed)
	if err != nil {
		v.askName(http.StatusUnprocessableEntity, typed, code, err)
		return
	}
	if !known {
		token := s.newToken("")
		setCookie(w, r, s.cookie(), token)
		r.Header.Set("Cookie", cookie+"="+token) // so that s.person finds the new person
		person, _ = s.person(r)
	}
	if name, err = s.options.Tables.Rename(string(person), name); err != nil {
		v.askName(http.StatusServiceUnavailable, typed, code, err)
		return
	}
	keepName(w, r, name)
	v.me = table.Person{ID: string(person), Name: name, Network: s.options.Sessions.NetworkID(r.RemoteAddr)}
	v.frame.Name = name
	v.followCode(&destination)
}

// restorePerson gives the browser to the person whose code was typed, and redirects to the first page. It reports false
// if the code belongs to no person, or the person is not admitted.
func (v *visitor) restorePerson(destination *choose.Destination, typed string) bool {
	if destination.Err != nil || destination.Person.ID == "" || !v.server.options.Admit(guest.Person(destination.Person.ID)) {
		return false
	}
	setCookie(v.w, v.r, v.server.cookie(), v.server.newToken(guest.Person(destination.Person.ID)))
	if name, err := table.CleanName(typed); destination.Person.Name == "" && err == nil {
		keepName(v.w, v.r, name) // otherwise the first page asks for a name
	}
	http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
	return true
}

// follow redirects to where a code leads that was typed in the lobby.
func (v *visitor) follow() {
	destination := v.resolveCode(strings.TrimSpace(v.r.FormValue("code")))
	if !v.restorePerson(&destination, "") {
		v.followCode(&destination)
	}
}

// followCode redirects to the table of a code, where the person sits down if there is a free seat. If the code is
// wrong, it shows the lobby with the reason.
func (v *visitor) followCode(destination *choose.Destination) {
	err := destination.Err
	if err == nil && destination.Ticket.Table == "" {
		http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
		return
	}
	if err == nil {
		err = v.joinTable(destination.Ticket, false)
	}
	if err != nil {
		v.showLobby(http.StatusConflict, destination.Code, "", err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+destination.Ticket.Table, http.StatusSeeOther)
}

// joinTable gives the person a free seat at a table, if there is one. With begin it makes the person ready, so that the
// round begins if nobody else is awaited.
func (v *visitor) joinTable(ticket table.Ticket, begin bool) error {
	session, err := v.server.openSession(v.r.Context(), v.me, ticket)
	if err != nil {
		return err
	}
	defer session.release()
	if begin {
		return session.client.Ready(v.ctx(), session.client.Look().Revision, true)
	}
	return session.client.SitFree(v.ctx())
}

// rename changes the person's name.
func (v *visitor) rename() {
	name, err := v.server.options.Tables.Rename(v.me.ID, v.r.FormValue("name"))
	if err == nil {
		keepName(v.w, v.r, name)
		http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
		return
	}
	v.showLobby(http.StatusUnprocessableEntity, "", "", err)
}

// ownCode shows a code with which the person can come back in another browser.
func (v *visitor) ownCode() {
	code, err := v.server.options.Tables.ReturnCode(v.me)
	v.showLobby(http.StatusOK, "", table.ShowCode(code), err)
}

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

// newSetup returns the person's usual setup of a new table. It has no names, because no form asks for them.
func (v *visitor) newSetup() *choose.Setup {
	s := v.server.personStore(v.me.ID).Setup(v.frame.Texts)
	s.Names = nil
	return s
}

// newTable shows the form for a new table, for a chapter or a campaign if the address names one.
func (v *visitor) newTable() {
	s := v.newSetup()
	if c, err := v.server.options.Library.Chapter(v.r.FormValue("chapter")); err == nil {
		s.Chapter = c.ID
		s.Variant = c.Letters()[0]
	}
	if v.r.Form.Has("game") {
		v.fill(s.GameFields())
	}
	v.showNew(s, http.StatusOK)
}

// fields returns the fields of a form for a new table, with the highest number of seats.
func (v *visitor) fields(s *choose.Setup) []choose.Field {
	all := append([]choose.Field{s.Size(func(n int) string {
		return v.frame.Texts.N("serve.players", n)
	})}, s.GameFields()...)
	all = append(all, s.Deals())
	for i := 1; i < tricks.MaxSeats; i++ {
		all = append(all, s.Seat(i))
	}
	if v.server.home == nil {
		all = append(all, s.HelpFields()...)
	}
	return all
}

// showNew shows the form for a new table. A deal of the day or a new campaign has settled some of its fields.
func (v *visitor) showNew(s *choose.Setup, status int) {
	title := "serve.new.title"
	subtitle := ""
	settled := []string{}
	p := &formPage{ButtonLabel: texts.Title(v.frame.Texts.T("lobby.help.begin"))}
	if v.server.home == nil {
		p.ButtonLabel = v.frame.Texts.T("serve.new.create")
		p.Hint = v.frame.Texts.T("serve.new.text")
	}
	switch c, err := v.server.options.Library.Chapter(s.Chapter); {
	case v.r.URL.Path == "/today" && err == nil:
		title = "lobby.today"
		subtitle = v.frame.Texts.Chapter(c) + ", " + v.frame.Texts.N("serve.players", s.Players)
		settled = []string{"players", "game", "deal"}
		p.Hint = v.frame.Texts.T("lobby.today.note")
	case s.Mode == choose.NewCampaign:
		title = "lobby.newcampaign"
		settled = []string{"game", "deal"}
		p.Hint = v.frame.Texts.T("lobby.campaign.note")
	}
	p.sheet = v.newSheet("/", v.frame.Texts.T(title))
	p.Path = "/new"
	p.Subtitle = subtitle
	for _, f := range v.fields(s) {
		switch {
		case slices.Contains(settled, f.Name):
			p.Hidden = append(p.Hidden, namedPart{Name: f.Name, Value: f.Now()})
		case f.Seat <= s.Players || len(settled) < 3: // unless the deal of the day has settled the number of players
			p.Fields = append(p.Fields, f)
		}
	}
	v.frame.show(v.w, v.r, status, "new", p)
}

// fill fills fields with the values of a form. Fields that share a name get its values one after the other.
func (v *visitor) fill(fields []choose.Field) {
	_ = v.r.ParseForm() // a value that cannot be read counts as not chosen
	asked := map[string]int{}
	for i := range fields {
		name := fields[i].Name
		value := ""
		if values := v.r.Form[name]; asked[name] < len(values) {
			value = values[asked[name]]
		}
		fields[i].Fill(value)
		asked[name]++
	}
}

// makeTable makes a table and redirects to it. It is the table of the form, or with the button "now" a table with
// computer players, where the round begins at once.
func (v *visitor) makeTable() {
	s := v.newSetup()
	now := v.r.FormValue("now") != ""
	if now {
		s.Players = tricks.MaxSeats
		s.Hints = true
		s.SeatComputers = [...]string{1: "fair", 2: "fair", 3: "fair"}
	} else {
		v.fill(v.fields(s))
	}
	if v.server.home != nil {
		v.makeAtHome(s)
		return
	}
	made, problem := s.Table()
	if problem == "" {
		ticket, err := v.server.options.Tables.Create(v.me, made)
		if err == nil && now {
			err = v.joinTable(ticket, true)
		}
		if err == nil {
			http.Redirect(v.w, v.r, "/table/"+ticket.Table, http.StatusSeeOther)
			return
		}
		problem = v.frame.Texts.Problem(err)
	}
	v.frame.Note = texts.Sentence(problem)
	v.frame.Bad = true
	v.showNew(s, http.StatusUnprocessableEntity)
}

// makeAtHome leaves the round at home and begins the one that was set up.
func (v *visitor) makeAtHome(s *choose.Setup) {
	if s.Mode == choose.OneRound {
		if _, err := s.ID(0); err != nil {
			v.frame.complain(err)
			v.showNew(s, http.StatusUnprocessableEntity)
			return
		}
	}
	s.Names = v.server.home.Person.Setup(v.frame.Texts).Names
	v.leaveForRound(func() error { return v.server.home.Person.BeginSetup(s) })
}

// qrPart is the QR code of a link.
type qrPart struct {
	// Size is the number of modules in a row.
	Size int
	// Path is the stroke through the dark modules.
	Path string
}

// quietZone is the width of the light margin, in modules.
const quietZone = 2

// Window returns the visible part of the drawing, as the attribute viewBox of SVG.
func (p qrPart) Window() string {
	whole := p.Size + 2*quietZone
	return fmt.Sprintf("%d %d %d %d", -quietZone, -quietZone, whole, whole)
}

// qrOf draws the QR code of a link; empty for a link that is too long.
func qrOf(t *texts.Texts, link string) template.HTML {
	return fragments.get("qr "+t.Lang(), reflect.ValueOf(link), func() template.HTML {
		code, err := qr.Encode(link, qr.M)
		if err != nil {
			return ""
		}
		return drawTemplate(templates(t)["table"], "qr", qrPart{code.Size, darkModules(code)})
	})
}

// darkModules returns the path of the dark modules: a stroke for each run of them, through the middle of its row. Each
// stroke is relative to the end of the one before, a few modules away, so the same numbers occur again and again. The
// path compresses to a third of the size that rectangles at absolute places would have.
func darkModules(code *qr.Code) string {
	var path strings.Builder
	path.WriteString("M0 .5")
	atX, atY := 0, 0
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > start {
				fmt.Fprintf(&path, "m%d %dh%d", start-atX, y-atY, x-start)
				atX = x
				atY = y
			}
		}
	}
	return path.String()
}
