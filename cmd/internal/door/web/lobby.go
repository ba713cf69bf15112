package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
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
	// Typed and Code were typed before. Closed says that a code of one's own is needed, and
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
		v.gone(err)
	default:
		v.showLobby(http.StatusOK, "", "", nil)
	}
}

// askName sends the page that asks for a name.
func (v *visitor) askName(status int, typed, code string, err error) {
	p := &enterPage{frame: v.frame, Typed: typed, Code: code, Closed: v.Admits != nil}
	for suit, rank := range []int{4, 7, 5, 3, 1} {
		p.Fan = append(p.Fan, cardOf(v.Texts, tricks.NewCard(tricks.Suit(suit), rank)))
	}
	if p.Closed && v.Elsewhere != nil {
		p.Elsewhere = v.Elsewhere()
	}
	p.complain(err)
	v.show(v.w, v.r, status, "enter", p)
}

// complain shows an error as the page's note; nil for none.
func (f *frame) complain(err error) {
	if err != nil {
		f.Note, f.Bad = texts.Sentence(f.Problem(err)), true
	}
}

// showLobby sends the tables where the person was.
func (v *visitor) showLobby(status int, code, own string, err error) {
	p := &lobbyPage{frame: v.frame, Code: code, Own: own}
	p.Path = "/"
	p.complain(err)
	tables, err := v.Hall.Visited(v.me.ID)
	p.complain(err)
	for _, t := range tables {
		text := words.Table(v.Texts, v.Library, &t.Now)
		if t.Damaged != nil {
			text = v.T("serve.lobby.damaged")
		}
		p.Tables = append(p.Tables, lobbyTable{ID: t.Ticket.Table, Text: text, Damaged: t.Damaged != nil})
	}
	v.show(v.w, v.r, status, "lobby", p)
}

// leads looks up where a code leads: to a table, or back to the person that the visitor was before.
func (v *visitor) leads(code string) (ticket table.Ticket, back table.Person, err error) {
	ctx := v.r.Context()
	err = v.House.Tries(ctx, v.r.RemoteAddr, table.ErrCode, func() (err error) {
		ticket, back, err = v.Hall.Leads(code)
		return err
	})
	return ticket, back, err
}

// enter lets somebody in with a name, and goes where the code leads.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	v := &visitor{Server: s, frame: s.frame(r), w: w, r: r}
	v.Path = "/"
	typed, code := r.FormValue("name"), strings.TrimSpace(r.FormValue("code"))
	var ticket table.Ticket
	var back table.Person
	var wrong error
	if code != "" {
		ticket, back, wrong = v.leads(code)
	}
	if back.ID != "" && s.admits(guest.Person(back.ID)) {
		v.returns(back, typed)
		return
	}
	who, known := s.person(r)
	if s.Admits != nil && !(known && s.Admits(who)) {
		if !errors.Is(wrong, guest.ErrCodes) {
			wrong = errNobody
		}
		v.askName(http.StatusForbidden, typed, code, wrong)
		return
	}
	name, err := table.CleanName(typed)
	if err != nil {
		v.askName(http.StatusUnprocessableEntity, typed, code, err)
		return
	}
	if !known {
		token := s.newToken("")
		s.keep(w, r, token)
		r.Header.Set("Cookie", cookie+"="+token) // who it is from now on
		who, _ = s.person(r)
	}
	if name, err = s.Hall.Rename(string(who), name); err != nil {
		v.askName(http.StatusServiceUnavailable, typed, code, err)
		return
	}
	keepName(w, r, name)
	v.me, v.Name = table.Person{ID: string(who), Name: name, From: s.House.Network(r.RemoteAddr)}, name
	v.goes(code, ticket, wrong)
}

// admits reports whether a person may come in.
func (s *Server) admits(who guest.Person) bool { return s.Admits == nil || s.Admits(who) }

// returns makes the browser that of somebody who has come back with a code.
func (v *visitor) returns(back table.Person, typed string) {
	v.keep(v.w, v.r, v.newToken(guest.Person(back.ID)))
	if name, err := table.CleanName(typed); back.Name == "" && err == nil {
		keepName(v.w, v.r, name) // else the page asks
	}
	http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
}

// follow goes where a code leads that was typed in the lobby.
func (v *visitor) follow() {
	code := strings.TrimSpace(v.r.FormValue("code"))
	ticket, back, err := v.leads(code)
	if err == nil && back.ID != "" && v.admits(guest.Person(back.ID)) {
		v.returns(back, "")
		return
	}
	v.goes(code, ticket, err)
}

// goes goes to the table of a code, where the person sits down if there is room, or to the
// lobby, which says what is wrong with the code.
func (v *visitor) goes(code string, ticket table.Ticket, err error) {
	if err == nil && ticket.Table == "" {
		http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
		return
	}
	if err == nil {
		err = v.comes(ticket)
	}
	if err != nil {
		v.showLobby(http.StatusConflict, code, "", err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+ticket.Table, http.StatusSeeOther)
}

// comes lets the person in at a table, on a seat if one is free.
func (v *visitor) comes(ticket table.Ticket) error {
	visit, err := v.visit(v.r.Context(), v.me, ticket)
	if err != nil {
		return err
	}
	defer visit.done()
	return visit.chair.SitFree(v.ctx())
}

// rename keeps another name.
func (v *visitor) rename() {
	name, err := v.Hall.Rename(v.me.ID, v.r.FormValue("name"))
	if err == nil {
		keepName(v.w, v.r, name)
		http.Redirect(v.w, v.r, "/", http.StatusSeeOther)
		return
	}
	v.showLobby(http.StatusUnprocessableEntity, "", "", err)
}

// ownCode shows a code with which the person is the same one elsewhere.
func (v *visitor) ownCode() {
	code, err := v.Hall.ReturnCode(v.me)
	v.showLobby(http.StatusOK, "", table.ShowCode(code), err)
}

// newPage chooses what a new table is.
type newPage struct {
	frame
	Pick      *pickForm
	Players   []namedPart
	Computers [][]namedPart
	Patience  []namedPart
	// Deal, Hints and OpenCards were chosen before.
	Deal             string
	Hints, OpenCards bool
}

// pickForm chooses what is played: Picks are for the field game, of which those of a chapter
// have its variant behind a colon.
type pickForm struct {
	Picks, Afters []namedPart
	Rider         bool
}

// Games beside the chapters, as a form sends them.
const (
	campaigns = "campaign"
	allRoad   = "allroad"
	again     = "again"
)

// pickForm offers what can be played at a table: a round of a campaign where there is a
// book.
func (v *visitor) pickForm(book *campaign.Campaign, players int, now *table.Pick) *pickForm {
	f := &pickForm{}
	add := func(value, label string) {
		f.Picks = append(f.Picks, namedPart{Name: "game", Value: value, Label: label, Chosen: now != nil && value == now.Chapter+":"+now.Variant})
	}
	if book != nil {
		next := book.Offers(campaign.Choice{Players: players})
		add(":", v.T("serve.game.recommended"))
		for _, variant := range next.Variants {
			add(":"+variant.Letter(), v.T("serve.game.recommended")+": "+variant.Title.In(v.Lang()))
		}
		if f.Rider = next.Rider; next.After {
			for _, after := range []campaign.After{campaign.Keep, campaign.Restart} {
				f.Afters = append(f.Afters, namedPart{Name: "after", Value: string(after), Label: v.T("serve.after." + string(after))})
			}
		}
	}
	for _, c := range v.Library.Chapters {
		if book != nil && book.Offers(campaign.Choice{Chapter: c.ID, Players: players}).Chapter == nil {
			continue
		}
		title := c.Title.In(v.Lang())
		if c.Pool == nil {
			title = c.ID + "  " + title
		}
		if c.VariantKind() == "" {
			add(c.ID+":", title)
		}
		for _, variant := range c.Variants() {
			add(c.ID+":"+variant.Letter(), title+": "+variant.Title.In(v.Lang()))
		}
	}
	return f
}

// pick returns the round picked in a form; whole is the campaign of a new table.
func (v *visitor) pick(inCampaign bool) (g table.Pick, whole string) {
	chosen := v.r.FormValue("game")
	g.Deal = strings.TrimSpace(v.r.FormValue("deal"))
	switch chosen {
	case campaigns, allRoad: // which refuses the name of a deal
		return g, chosen
	case again:
		g.Again = true
		return g, ""
	}
	if g.Deal != "" {
		id, _ := chapters.ParseDealID(g.Deal) // another name is refused at the table
		g.Chapter, g.Variant = id.Chapter, id.Variant
		return g, ""
	}
	g.Chapter, g.Variant, _ = strings.Cut(chosen, ":")
	if inCampaign {
		g.After, g.WithoutRider = campaign.After(v.r.FormValue("after")), v.r.FormValue("norider") != ""
	}
	return g, ""
}

// newTable asks what a new table is to be.
func (v *visitor) newTable() { v.showNew(http.StatusOK, nil) }

func (v *visitor) showNew(status int, err error) {
	p := &newPage{frame: v.frame, Pick: v.pickForm(nil, 0, &table.Pick{Chapter: "1"})}
	p.Path = "/new"
	p.Pick.Picks = append(
		p.Pick.Picks, namedPart{Name: "game", Value: campaigns, Label: v.T("serve.mode.campaign")}, namedPart{Name: "game", Value: allRoad, Label: v.T("serve.mode.allroad")},
	)
	p.complain(err)
	for n := 1; n <= tricks.MaxSeats; n++ {
		p.Players = append(p.Players, namedPart{Name: "players", Value: string(rune('0' + n)), Label: v.N("serve.players", n), Chosen: n == 2})
		if n > 1 {
			p.Computers = append(p.Computers, v.computers(""))
		}
	}
	for i, seconds := range table.Patiences {
		p.Patience = append(p.Patience, namedPart{Name: "patience", Value: strconv.Itoa(seconds), Label: v.N("serve.minutes", seconds/60), Chosen: i == 1})
	}
	if status != http.StatusOK { // what was chosen stays
		p.Deal, p.Hints, p.OpenCards = v.r.FormValue("deal"), v.r.FormValue("hints") != "", v.r.FormValue("opencards") != ""
		asked := map[string]int{} // how many fields of a name there were
		for _, of := range append([][]namedPart{p.Pick.Picks, p.Players, p.Patience}, p.Computers...) {
			name := of[0].Name
			values := v.r.Form[name]
			for i := range of {
				of[i].Chosen = asked[name] < len(values) && of[i].Value == values[asked[name]]
			}
			asked[name]++
		}
	}
	v.show(v.w, v.r, status, "new", p)
}

// makeTable makes a table, and goes there.
func (v *visitor) makeTable() {
	setup := table.Setup{
		Players: number(v.r.FormValue("players")), Patience: number(v.r.FormValue("patience")),
		Hints: v.r.FormValue("hints") != "", OpenCards: v.r.FormValue("opencards") != "",
	}
	_ = v.r.ParseForm() // it was, above
	setup.Computers = append([]string{""}, v.r.Form["computer"]...)
	setup.Computers = setup.Computers[:max(0, min(len(setup.Computers), setup.Players))]
	var whole string
	var err error
	setup.First, whole = v.pick(false)
	if setup.Campaign = whole != ""; whole == allRoad {
		setup.Book, err = table.RoadBook(v.Library, setup.Players)
	}
	var ticket table.Ticket
	if err == nil {
		ticket, err = v.Hall.Create(v.me, setup)
	}
	if err != nil {
		v.showNew(http.StatusUnprocessableEntity, err)
		return
	}
	http.Redirect(v.w, v.r, "/table/"+ticket.Table, http.StatusSeeOther)
}

// qrPart is a picture of a link: Size modules, and the path of the dark ones.
type qrPart struct {
	Size int
	Path string
}

// qrOf draws a link; nothing for one that is too long.
func qrOf(t *texts.Texts, link string) template.HTML {
	type of struct{ lang, link string }
	return kept(of{t.Lang(), link}, func(of) template.HTML {
		code, err := qr.Encode(link, qr.M)
		if err != nil {
			return ""
		}
		var path strings.Builder
		for y := range code.Size {
			for x := 0; x < code.Size; x++ {
				from := x
				for x < code.Size && code.Black(x, y) {
					x++
				}
				if x > from {
					fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
				}
			}
		}
		return drawn(t, "qr", qrPart{code.Size, path.String()})
	})
}
