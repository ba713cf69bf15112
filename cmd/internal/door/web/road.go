package web

import (
	"cmp"
	"net/url"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
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

// roadPages are the chapter book, and the book of a campaign.
type roadPages struct {
	request *request
	t       *texts.Texts
	lib     *chapters.Library
}

func newRoadPages(q *request) roadPages {
	return roadPages{request: q, t: q.frame.Texts, lib: q.options.Library}
}

// station returns the station of a chapter, without what was played of it.
func (h roadPages) station(c *chapters.Chapter) stationPart {
	s := stationPart{
		chapter: c.ID, ID: c.ID, Title: c.Title.In(h.t.Lang()), Emblem: emblem(h.lib, c),
		State: book.Place(h.t, c.ID),
	}
	if s.State == "" && c.Long {
		s.State = h.t.T("lobby.long")
	}
	if c.Pool != nil {
		s.ID = ""
	}
	return s
}

// showChapters shows the chapter book: the road, with the person's stars if rounds are stored.
func (h roadPages) showChapters() {
	p := &roadPage{sheet: h.request.newSheet("/", h.t.T("lobby.book"))}
	played := h.request.person().Played()
	won := 0
	sum := 0
	for _, c := range h.lib.Chapters {
		s := h.station(c)
		s.Path = "/read/chapter/" + c.ID
		s.Won = played.Won(c.ID)
		if most := played.Stars(c.ID); most > 0 {
			s.Stars = stars(h.t, most, saves.MostStars)
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
			p.ButtonLabel = h.t.T("board.chapter", c.ID)
			p.Legend = h.t.T("stats.legend")
		}
		p.Road = append(p.Road, s)
	}
	if sum > 0 {
		p.Subtitle = h.t.T("lobby.book.brief", won, len(p.Road)) + ", " +
			h.t.T("lobby.book.stars", sum, saves.MostStars*len(p.Road))
	}
	h.request.send("road", p)
}

// showBook shows how far the campaign of a table has come.
func (h roadPages) showBook(session *session) {
	kept := session.client.Book()
	if kept == nil {
		h.request.sendError(table.ErrNotPlaying)
		return
	}
	p := h.road("/table/"+session.key.table, kept)
	p.NextPath = p.Back
	p.ButtonLabel = h.t.T("web.table")
	h.request.send("road", p)
}

// showCampaign shows a campaign at home, with links to the others. The address names the campaign;
// without a name it is the campaign that was played last.
func (h roadPages) showCampaign() {
	all := h.request.home.Person.Played().Campaigns
	name := h.request.value("name")
	index := max(slices.IndexFunc(all, func(k *saves.Table) bool { return k.Name == name }), 0)
	if len(all) == 0 {
		h.request.redirect("/new?game=campaign")
		return
	}
	p := &roadPage{sheet: h.request.newSheet("/", h.t.T("lobby.campaign"))}
	if k := all[index]; k.Err != nil {
		p.complain(k.Err)
	} else {
		p = h.road("/", k.Campaign)
		p.Subtitle = k.Name + ": " + p.Subtitle
		if canPlay(k.Campaign, "") {
			p.Play = k.Name
			p.ButtonLabel = h.t.T("campaign.menu.play")
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
	p.Links = append(p.Links, namedPart{Name: "/new?game=campaign", Label: h.t.T("lobby.newcampaign")})
	h.request.send("road", p)
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
func (h roadPages) playCampaign() {
	name := h.request.value("name")
	chapter := h.request.value("chapter")
	isPlayable := func(k *saves.Table) bool { return k.Name == name && k.Err == nil && canPlay(k.Campaign, chapter) }
	if !slices.ContainsFunc(h.request.home.Person.Played().Campaigns, isPlayable) {
		h.request.notFound()
		return
	}
	h.request.home.leaveForRound(h.request, func() error { return h.request.home.Person.PlayInCampaign(name, chapter) })
}

// road returns the page with the road of a campaign.
func (h roadPages) road(back string, kept *campaign.Campaign) *roadPage {
	p := &roadPage{sheet: h.request.newSheet(back, h.t.T("lobby.campaign")), Legend: h.t.T("campaign.stars")}
	won, total := book.ChaptersWon(h.lib, kept.IsWon)
	p.Subtitle = h.t.T("lobby.book.brief", won, total)
	next := kept.Recommended()
	for _, line := range book.Chapters(h.t, h.lib, kept) {
		c, err := h.lib.Chapter(line.ID)
		if err != nil {
			continue
		}
		s := h.station(c)
		s.State = cmp.Or(line.State, s.State)
		s.Done = line.Done
		s.Won = kept.IsWon(c.ID)
		s.Current = c.ID == next
		if s.Current {
			s.State = cmp.Or(line.State, h.t.T("web.here"))
		} else if progress := kept.ProgressOf(c.ID, kept.Players); s.Won && progress != nil {
			s.Stars = stars(h.t, book.StarsIn(progress), book.MostStars)
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
