package web

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"

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
	// Seats names the players of a campaign at home.
	Seats string
	// Damages says what is wrong with the file of the campaign.
	Damages []damagePart
	Road    []stationPart
	// Closed says why no other chapter can be played now; empty if they can.
	Closed string
	// Details are the stations with a list of what is completed, and the chapters beside the road of a campaign.
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
	// Hidden says for screen readers that the chapter is the next one; empty if State says so.
	Hidden string
	// Done says what is completed; empty for nothing.
	Done string
	// Path is the page to which the station leads; empty for none.
	Path  string
	Stars starred
	// Won reports whether the chapter is won.
	Won bool
	// Current reports whether the chapter is the next one.
	Current bool
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

// station draws a station. There is room for one remark: how far the chapter is, that it is the next one, the place it
// reaches, or that it is long. The stars of a chapter that is won say how far it is.
func (h roadPages) station(said *book.Station, path string) stationPart {
	s := stationPart{
		ID: said.Number, Title: said.Title, Emblem: emblem(h.lib, said.Chapter), Done: said.Progress, Path: path,
		Won: said.Won, Current: said.IsCurrent,
	}
	remark := said.State
	if said.Stars.Count() > 0 {
		s.Stars = newStarred(h.t, said.Stars)
		s.Stars.Spoken = strings.Join(texts.NotEmpty(s.Stars.Spoken, said.State), ", ")
		remark = ""
	}
	currentText := ""
	if said.IsCurrent {
		currentText = h.t.T("road.here")
	}
	s.State = cmp.Or(remark, currentText, said.Place, said.Length)
	if s.State != currentText {
		s.Hidden = currentText
	}
	return s
}

// newRoadPage returns a page with what a road says, without its stations.
func (h roadPages) newRoadPage(back string, road *book.Road) *roadPage {
	p := &roadPage{sheet: h.request.newSheet(back, road.Title), Legend: road.Legend, Seats: road.Seats}
	p.Subtitle = road.Summary
	return p
}

// showChapters shows the chapter book: the road, with the person's stars if rounds are stored.
func (h roadPages) showChapters() {
	road := book.ChapterBook(h.t, h.lib, h.request.person().Played())
	p := h.newRoadPage("/", road)
	path := func(s *book.Station) string { return "/read/chapter/" + s.Chapter.ID }
	for i := range road.Stations {
		s := &road.Stations[i]
		p.Road = append(p.Road, h.station(s, path(s)))
		if s.IsCurrent {
			p.NextPath = path(s)
			p.ButtonLabel = h.t.T("board.chapter", s.Number)
		}
	}
	p.Links = append(p.Links, namedPart{Name: campaignPath(h.request.home != nil), Label: h.t.T("lobby.campaign")})
	for i := range road.Others {
		s := &road.Others[i]
		p.Links = append(p.Links, namedPart{Name: path(s), Label: s.Title})
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
	noPath := func(*book.Station) string { return "" }
	p := h.campaignRoad("/table/"+session.key.table, book.CampaignRoad(h.t, h.lib, "", kept), noPath)
	p.NextPath = p.Back
	p.ButtonLabel = h.t.T("web.table")
	h.request.send("road", p)
}

// newCampaignPath is the page where a campaign is begun.
const newCampaignPath = "/new?game=campaign"

// campaignPath returns the page of campaigns: at home the campaign that was played last, on a server a new table.
func campaignPath(atHome bool) string {
	if atHome {
		return "/campaign"
	}
	return newCampaignPath
}

// pathOfCampaign returns the page of a campaign at home.
func pathOfCampaign(name string) string { return "/campaign?name=" + url.QueryEscape(name) }

// showCampaign shows a campaign at home, with a link to the others. The address names the campaign; without a name it
// is the campaign that was played last.
func (h roadPages) showCampaign() {
	all := h.request.home.Person.Played().Campaigns
	if len(all) == 0 {
		h.request.redirect(newCampaignPath)
		return
	}
	name := h.request.value("name")
	k := all[max(slices.IndexFunc(all, func(k *saves.Table) bool { return k.Name == name }), 0)]
	var p *roadPage
	var damage *saves.Damage
	switch {
	case errors.As(k.Err, &damage):
		p = &roadPage{sheet: h.request.newSheet("/", h.t.T("campaign.named", k.Name))}
		p.Damages = []damagePart{newDamagePart(h.t, h.lib, damage)}
	case k.Err != nil:
		p = &roadPage{sheet: h.request.newSheet("/", h.t.T("campaign.named", k.Name))}
		p.complain(k.Err)
	default:
		p = h.campaignAtHome(k)
	}
	if len(all) > 1 {
		p.Links = append(p.Links, namedPart{Name: "/campaigns", Label: h.t.T("campaign.menu.others")})
	}
	p.Links = append(p.Links, namedPart{Name: newCampaignPath, Label: h.t.T("lobby.newcampaign")})
	p.Links = append(p.Links, h.campaignActions(k)...)
	if h.request.frame.OnSite {
		p.Links = append(p.Links, namedPart{Name: keepPath, Label: h.t.T("site.keep")})
	}
	h.request.send("road", p)
}

// campaignAtHome returns the page of a campaign whose chapters lead to their pages, unless a round was begun.
func (h roadPages) campaignAtHome(k *saves.Table) *roadPage {
	road := book.CampaignRoad(h.t, h.lib, k.Name, k.Campaign)
	p := h.campaignRoad("/", road, func(s *book.Station) string {
		if s.Closed != "" || k.Campaign.Playing != nil {
			return ""
		}
		return "/read/chapter/" + s.Chapter.ID + "?campaign=" + url.QueryEscape(k.Name)
	})
	for i := range road.Stations {
		p.Closed = cmp.Or(p.Closed, road.Stations[i].Closed)
	}
	if canPlay(k.Campaign, "") {
		p.Play = k.Name
		p.ButtonLabel = h.t.T("campaign.menu.play")
	}
	return p
}

// showCampaigns lists the campaigns at home, and how far each of them is.
func (h roadPages) showCampaigns() {
	p := &statsPage{sheet: h.request.newSheet("/campaign", h.t.T("campaign.menu.list"))}
	p.Intro = h.t.T("campaign.menu.list.above")
	var all []line
	for _, k := range h.request.home.Person.Played().Campaigns {
		l := line{Name: k.Name, Link: pathOfCampaign(k.Name), Text: h.t.T("lobby.broken")}
		if k.Err == nil {
			l.Text = book.CampaignSummary(h.t, h.lib, k.Campaign)
		}
		all = append(all, l)
	}
	p.Boxes = []box{{Lines: all}}
	h.request.send("stats", p)
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

// campaignRoad returns the page with the road of a campaign. A station leads to the page that path returns.
func (h roadPages) campaignRoad(back string, road *book.Road, path func(*book.Station) string) *roadPage {
	p := h.newRoadPage(back, road)
	for i := range road.Stations {
		s := h.station(&road.Stations[i], path(&road.Stations[i]))
		p.Road = append(p.Road, s)
		if s.Done != "" {
			p.Details = append(p.Details, s)
		}
	}
	for i := range road.Others {
		said := &road.Others[i]
		s := h.station(said, path(said))
		s.Done = strings.Join(texts.NotEmpty(texts.Sentence(said.State), said.Progress, said.Closed), " ")
		p.Details = append(p.Details, s)
	}
	return p
}
