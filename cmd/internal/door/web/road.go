package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
)

// roadPage is the road of the chapters, of a person or of a campaign.
type roadPage struct {
	sheet
	Road []stationPart
	// Details are the stations with a list of what is completed.
	Details []stationPart
	// Links are further pages.
	Links []namedPart
	// Legend explains the stars.
	Legend string
	// Play is the campaign whose next round the button plays; empty if the button is a link.
	Play string
	// NextPath is the page to which the button leads; empty if it plays a round, or if there is no button.
	NextPath string
	// ButtonLabel is the text on the button.
	ButtonLabel string
}

// stationPart is a chapter on the road.
type stationPart struct {
	// ID is the number on the station; empty for the Road.
	ID    string
	Title string
	// Emblem is the character whose emblem is shown.
	Emblem string
	// State says in a few words how the chapter stands.
	State string
	// Done says what is completed; empty for nothing.
	Done string
	// Path is the page to which the station leads; empty for none.
	Path  string
	Stars starred
	// Won reports whether the chapter is won.
	Won bool
	// Current reports whether the chapter is the next one.
	Current bool
	// chapter is the ID of the chapter.
	chapter string
}

// station returns the station of a chapter, without what was played of it.
func (v *visitor) station(c *chapters.Chapter) stationPart {
	s := stationPart{
		chapter: c.ID, ID: c.ID, Title: c.Title.In(v.frame.Texts.Lang()), Emblem: emblem(v.server.options.Library, c),
		State: book.Place(v.frame.Texts, c.ID),
	}
	if s.State == "" && c.Long {
		s.State = v.frame.Texts.T("lobby.long")
	}
	if c.Pool != nil {
		s.ID = ""
	}
	return s
}

// chapters shows the chapter book: the road, with the person's stars if rounds are stored.
func (v *visitor) chapters() {
	p := &roadPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.book"))}
	played := v.server.personStore(v.me.ID).Played()
	won := 0
	sum := 0
	for _, c := range v.server.options.Library.Chapters {
		s := v.station(c)
		s.Path = "/read/chapter/" + c.ID
		s.Won = played.Won(c.ID)
		if most := played.Stars(c.ID); most > 0 {
			s.Stars = stars(v.frame.Texts, most, saves.MostStars)
		}
		if c.Pool != nil { // the Road is a link below the chapters
			p.Links = append(p.Links, namedPart{Name: s.Path, Label: s.Title})
			continue
		}
		sum += s.Stars.N
		if s.Won {
			won++
		}
		s.Current = played != nil && !s.Won && p.NextPath == ""
		if s.Current {
			p.NextPath = s.Path
			p.ButtonLabel = v.frame.Texts.T("board.chapter", c.ID)
			p.Legend = v.frame.Texts.T("stats.legend")
		}
		p.Road = append(p.Road, s)
	}
	if sum > 0 {
		p.Subtitle = v.frame.Texts.T("lobby.book.brief", won, len(p.Road)) + ", " +
			v.frame.Texts.T("lobby.book.stars", sum, saves.MostStars*len(p.Road))
	}
	v.sendPage("road", p)
}

// book shows how far the campaign of a table has come.
func (v *visitor) book(session *session) {
	kept := session.client.Book()
	if kept == nil {
		v.sendTableError(table.ErrNotPlaying)
		return
	}
	p := v.road("/table/"+session.key.table, kept)
	p.NextPath = p.Back
	p.ButtonLabel = v.frame.Texts.T("web.table")
	v.sendPage("road", p)
}

// campaign shows a campaign at home, with links to the others. The address names the campaign;
// without a name it is the campaign that was played last.
func (v *visitor) campaign() {
	all := v.server.home.Person.Played().Campaigns
	name := v.r.FormValue("name")
	index := max(slices.IndexFunc(all, func(k *saves.Table) bool { return k.Name == name }), 0)
	if len(all) == 0 {
		http.Redirect(v.w, v.r, "/new?game=campaign", http.StatusSeeOther)
		return
	}
	p := &roadPage{sheet: v.newSheet("/", v.frame.Texts.T("lobby.campaign"))}
	if k := all[index]; k.Err != nil {
		p.complain(k.Err)
	} else {
		p = v.road("/", k.Campaign)
		p.Subtitle = k.Name + ": " + p.Subtitle
		if canPlay(k.Campaign, "") {
			p.Play = k.Name
			p.ButtonLabel = v.frame.Texts.T("campaign.menu.play")
		}
		for i := range p.Road {
			if id := p.Road[i].chapter; canPlay(k.Campaign, id) {
				p.Road[i].Path = "/read/chapter/" + id + "?campaign=" + url.QueryEscape(k.Name)
			}
		}
	}
	for i, k := range all {
		if i != index {
			p.Links = append(p.Links, namedPart{Name: "/campaign?name=" + url.QueryEscape(k.Name), Label: k.Name})
		}
	}
	p.Links = append(p.Links, namedPart{Name: "/new?game=campaign", Label: v.frame.Texts.T("lobby.newcampaign")})
	v.sendPage("road", p)
}

// canPlay reports whether a round of a chapter can be played in a campaign now. An empty chapter stands for the round
// that was begun, or else for the next chapter.
func canPlay(c *campaign.Campaign, chapter string) bool {
	if c.Playing != nil {
		return chapter == ""
	}
	return c.Offers(campaign.Choice{Chapter: chapter, Players: c.Players}).Chapter != nil
}

// playCampaign plays the next round of a campaign at home, of a chapter if the form names one.
func (v *visitor) playCampaign() {
	name := v.r.FormValue("name")
	chapter := v.r.FormValue("chapter")
	isPlayable := func(k *saves.Table) bool { return k.Name == name && k.Err == nil && canPlay(k.Campaign, chapter) }
	if !slices.ContainsFunc(v.server.home.Person.Played().Campaigns, isPlayable) {
		http.NotFound(v.w, v.r)
		return
	}
	v.leaveForRound(func() error { return v.server.home.Person.PlayInCampaign(name, chapter) })
}

// road returns the page with the road of a campaign.
func (v *visitor) road(back string, kept *campaign.Campaign) *roadPage {
	p := &roadPage{sheet: v.newSheet(back, v.frame.Texts.T("lobby.campaign")), Legend: v.frame.Texts.T("campaign.stars")}
	won, total := book.ChaptersWon(v.server.options.Library, kept.IsWon)
	p.Subtitle = v.frame.Texts.T("lobby.book.brief", won, total)
	next := kept.Recommended()
	for _, line := range book.Chapters(v.frame.Texts, v.server.options.Library, kept) {
		c, err := v.server.options.Library.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := v.station(c)
		s.State = cmp.Or(line.State, s.State)
		s.Done = line.Done
		s.Won = kept.IsWon(c.ID)
		s.Current = c.ID == next
		if s.Current {
			s.State = cmp.Or(line.State, v.frame.Texts.T("web.here"))
		} else if progress := kept.ProgressOf(c.ID, kept.Players); s.Won && progress != nil {
			s.Stars = stars(v.frame.Texts, book.StarsIn(progress), book.MostStars)
			s.Stars.Spoken = s.Stars.Spoken + ", " + line.State
			s.State = ""
		}
		if s.Done != "" {
			p.Details = append(p.Details, s)
		}
		if c.Pool == nil || s.Current || s.Done != "" {
			p.Road = append(p.Road, s)
		}
	}
	return p
}
