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
	// Typed and Code were typed before. Closed reports whether a code of one's own is needed, and
	// Elsewhere how people come in without one.
	Typed, Code string
	Closed      bool
	Elsewhere   []string
	// Fan is a hand to look at.
	Fan []*card
}

// lobbyPage is where everybody begins.
type lobbyPage struct {
	frame
	Tables []lobbyTable
	Code   string
	Own    string
	// Fan is a hand to look at, and Tiles lead to further pages.
	Fan   []*card
	Tiles []tile
}

type lobbyTable struct {
	ID, Text string
	Damaged  bool
}

// lobby is the first page: it asks for a name, or shows the tables of somebody who is known.
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
	p := &enterPage{frame: v.frame, Typed: typed, Code: code, Closed: v.Elsewhere != nil, Fan: fan(v.Texts)}
	if p.Closed {
		p.Elsewhere = v.Elsewhere()
	}
	p.complain(err)
	v.show(v.w, v.r, status, "enter", p)
}

// complain shows an error as the page's note; nil for none.
func (f *frame) complain(err error) {
	if err != nil {
		f.Note = texts.Sentence(f.Texts.Problem(err))
		f.Bad = true
	}
}

// showLobby sends the tables where the person was.
func (v *visitor) showLobby(status int, code, own string, err error) {
	p := &lobbyPage{frame: v.frame, Code: code, Own: own, Fan: fan(v.Texts), Tiles: v.menu()}
	p.Path = "/"
	p.complain(err)
	tables, err := v.Tables.Visited(v.me.ID)
	p.complain(err)
	for _, t := range tables {
		text := words.Table(v.Texts, v.Library, &t.Now)
		if t.Damaged != nil {
			text = v.Texts.T("serve.lobby.damaged")
		}
		p.Tables = append(p.Tables, lobbyTable{ID: t.Ticket.Table, Text: text, Damaged: t.Damaged != nil})
	}
	v.show(v.w, v.r, status, "lobby", p)
}

// resolveCode looks up where a code leads.
func (v *visitor) resolveCode(code string) choose.Destination {
	return choose.ResolveCode(v.r.Context(), v.Sessions, v.Tables, v.r.RemoteAddr, code)
}

// enter lets somebody in with a name, and goes where the code leads.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	v := &visitor{Server: s, frame: s.frame(r), w: w, r: r}
	v.Path = "/"
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
	if !s.Admit(person) || s.Elsewhere != nil && !known {
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
		r.Header.Set("Cookie", cookie+"="+token) // who it is from now on
		person, _ = s.person(r)
	}
	if name, err = s.Tables.Rename(string(person), name); err != nil {
		v.askName(http.StatusServiceUnavailable, typed, code, err)
		return
	}
	keepName(w, r, name)
	v.me = table.Person{ID: string(person), Name: name, Network: s.Sessions.NetworkID(r.RemoteAddr)}
	v.Name = name
	v.followCode(&destination)
}

// restorePerson makes the browser that of somebody who has come back with a code, if it is one for that and the
// person may come in.
func (v *visitor) restorePerson(destination *choose.Destination, typed string) bool {
	if destination.Err != nil || destination.Person.ID == "" || !v.Admit(guest.Person(destination.Person.ID)) {
		return false
	}
	setCookie(v.w, v.r, v.cookie(), v.newToken(guest.Person(destination.Person.ID)))
	if name, err := table.CleanName(typed); destination.Person.Name == "" && err == nil {
		keepName(v.w, v.r, name) // else the page asks
	}
	http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
	return true
}

// follow goes where a code leads that was typed in the lobby.
func (v *visitor) follow() {
	if destination := v.resolveCode(strings.TrimSpace(v.r.FormValue("code"))); !v.restorePerson(&destination, "") {
		v.followCode(&destination)
	}
}

// followCode goes to the table of a code, where the person sits down if there is room, or to the
// lobby, which says what is wrong with the code.
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

// joinTable lets the person in at a table, on a seat if one is free, and the round begin if nobody else is waited for.
func (v *visitor) joinTable(ticket table.Ticket, begin bool) error {
	session, err := v.openSession(v.r.Context(), v.me, ticket)
	if err != nil {
		return err
	}
	defer session.release()
	if begin {
		return session.client.Ready(v.ctx(), session.client.Look().Revision, true)
	}
	return session.client.SitFree(v.ctx())
}

// rename keeps another name.
func (v *visitor) rename() {
	name, err := v.Tables.Rename(v.me.ID, v.r.FormValue("name"))
	if err == nil {
		keepName(v.w, v.r, name)
		http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
		return
	}
	v.showLobby(http.StatusUnprocessableEntity, "", "", err)
}

// ownCode shows a code with which the person is the same one elsewhere.
func (v *visitor) ownCode() {
	code, err := v.Tables.ReturnCode(v.me)
	v.showLobby(http.StatusOK, "", table.ShowCode(code), err)
}

// formPage is a form of fields, with cards to look at.
type formPage struct {
	sheet
	Fields []choose.Field
	Fan    []*card
	// Hidden are the fields that are settled already. Does is what its button says, and Hint stands above it.
	Hidden            []namedPart
	ButtonLabel, Hint string
}

// newSetup is a new table, as the person is used to it; a form asks for no names.
func (v *visitor) newSetup() *choose.Setup {
	s := v.personStore(v.me.ID).Setup(v.Texts)
	s.Names = nil
	return s
}

// newTable asks what a new table is to be.
func (v *visitor) newTable() {
	s := v.newSetup()
	if c, err := v.Library.Chapter(v.r.FormValue("chapter")); err == nil {
		s.Chapter = c.ID
		s.Variant = c.Letters()[0]
	}
	if v.r.Form.Has("game") {
		v.fill(s.GameFields())
	}
	v.showNew(s, http.StatusOK)
}

// fields are those of a form for a new table, with all seats that there may be.
func (v *visitor) fields(s *choose.Setup) []choose.Field {
	all := append([]choose.Field{s.Size(func(n int) string {
		return v.Texts.N("serve.players", n)
	})}, s.GameFields()...)
	all = append(all, s.Deals())
	for i := 1; i < tricks.MaxSeats; i++ {
		all = append(all, s.Seat(i))
	}
	if v.home == nil {
		all = append(all, s.HelpFields()...)
	}
	return all
}

// showNew shows the form for a new table, of which a deal of the day or a new campaign has settled a part.
func (v *visitor) showNew(s *choose.Setup, status int) {
	title := "serve.new.title"
	subtitle := ""
	settled := []string{}
	p := &formPage{ButtonLabel: texts.Title(v.Texts.T("lobby.help.begin"))}
	if v.home == nil {
		p.ButtonLabel, p.Hint = v.Texts.T("serve.new.create"), v.Texts.T("serve.new.text")
	}
	switch c, err := v.Library.Chapter(s.Chapter); {
	case v.r.URL.Path == "/today" && err == nil:
		title = "lobby.today"
		subtitle = v.Texts.Chapter(c) + ", " + v.Texts.N("serve.players", s.Players)
		settled = []string{"players", "game", "deal"}
		p.Hint = v.Texts.T("lobby.today.note")
	case s.Mode == choose.NewCampaign:
		title = "lobby.newcampaign"
		settled = []string{"game", "deal"}
		p.Hint = v.Texts.T("lobby.campaign.note")
	}
	p.sheet = v.newSheet("/", v.Texts.T(title))
	p.Path = "/new"
	p.Subtitle = subtitle
	for _, f := range v.fields(s) {
		switch {
		case slices.Contains(settled, f.Name):
			p.Hidden = append(p.Hidden, namedPart{Name: f.Name, Value: f.Now()})
		case f.Seat <= s.Players || len(settled) < 3:
			p.Fields = append(p.Fields, f)
		}
	}
	v.show(v.w, v.r, status, "new", p)
}

// fill fills fields with what a form says: those that share a name one after the other.
func (v *visitor) fill(fields []choose.Field) {
	_ = v.r.ParseForm() // what cannot be read was not chosen
	asked := map[string]int{}
	for i := range fields {
		name, value := fields[i].Name, ""
		if values := v.r.Form[name]; asked[name] < len(values) {
			value = values[asked[name]]
		}
		fields[i].Fill(value)
		asked[name]++
	}
}

// makeTable makes a table, and goes there: one as it was chosen, or one where computer players sit and the round begins
// at once.
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
	if v.home != nil {
		v.makeAtHome(s)
		return
	}
	made, problem := s.Table()
	if problem == "" {
		ticket, err := v.Tables.Create(v.me, made)
		if err == nil && now {
			err = v.joinTable(ticket, true)
		}
		if err == nil {
			http.Redirect(v.w, v.r, "/table/"+ticket.Table, http.StatusSeeOther)
			return
		}
		problem = v.Texts.Problem(err)
	}
	v.Note = texts.Sentence(problem)
	v.Bad = true
	v.showNew(s, http.StatusUnprocessableEntity)
}

// makeAtHome leaves the round at home for the one that was set up.
func (v *visitor) makeAtHome(s *choose.Setup) {
	if s.Mode == choose.OneRound {
		if _, err := s.ID(0); err != nil {
			v.complain(err)
			v.showNew(s, http.StatusUnprocessableEntity)
			return
		}
	}
	s.Names = v.home.Person.Setup(v.Texts).Names
	v.leaveForRound(func() error { return v.home.Person.BeginSetup(s) })
}

// qrPart is a picture of a link.
type qrPart struct {
	// Size is how many modules are in a row, and Path is the stroke through the dark ones.
	Size int
	Path string
}

// quietZone is how many light modules are around the others.
const quietZone = 2

// Window returns the part of the drawing that is seen, as the attribute viewBox of SVG has it.
func (p qrPart) Window() string {
	whole := p.Size + 2*quietZone
	return fmt.Sprintf("%d %d %d %d", -quietZone, -quietZone, whole, whole)
}

// qrOf draws a link; nothing for a link that is too long.
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
// begins where the one before ended, a few modules away, so that the same numbers come again and again: the path
// packs to a third of what one of rectangles at their places does.
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
