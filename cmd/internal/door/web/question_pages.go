package web

import (
	"net/url"
	"slices"

	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// questionPage asks before something is done that cannot be undone.
type questionPage struct {
	sheet
	Question string
	// Action is the address to which the answer yes is sent.
	Action string
	// Name names the saved game or the campaign that the question is about. The form sends it with the answer.
	Name string
}

// sendQuestion sends a page with a question. Yes sends the name to the address of the page; no leads back.
func (q *request) sendQuestion(back, headline, question, name string) {
	p := &questionPage{sheet: q.newSheet(back, headline), Question: question, Action: q.r.URL.Path, Name: name}
	q.send("question", p)
}

// askRemove asks before a saved game is deleted.
func (h savedPages) askRemove() {
	name := h.request.value("name")
	games := newSavedPages(h.request).list(h.request.home.Person.Played()).All
	i := slices.IndexFunc(games, func(g book.SavedGame) bool { return g.Name == name && g.CanRemove })
	if i < 0 {
		h.request.notFound()
		return
	}
	h.request.sendQuestion("/saved", h.t.T("lobby.sure"), games[i].Question, name)
}

// remove deletes a saved game, and shows the list again.
func (h savedPages) remove() {
	if err := h.request.home.Person.RemoveSaved(h.request.value("name")); err != nil {
		h.request.frame.complain(err)
		h.show("")
		return
	}
	h.request.redirect("/saved")
}

// askAboutCampaign asks before a campaign is deleted, or before its round is given up. question is the key of the text.
func (h roadPages) askAboutCampaign(question string) {
	name := h.request.value("name")
	campaigns := h.request.home.Person.Played().Campaigns
	if !slices.ContainsFunc(campaigns, func(k *saves.Table) bool { return k.Name == name }) {
		h.request.notFound()
		return
	}
	h.request.sendQuestion(pathOfCampaign(name), h.t.T("lobby.sure"), h.t.T(question, name), name)
}

// removeCampaign deletes a campaign. It then shows the list of campaigns, or the menu if none is left.
func (h roadPages) removeCampaign() {
	if err := h.request.home.Person.RemoveCampaign(h.request.value("name")); err != nil {
		h.request.frame.complain(err)
		h.showCampaign()
		return
	}
	if len(h.request.home.Person.Played().Campaigns) == 0 {
		h.request.redirect("/")
		return
	}
	h.request.redirect("/campaigns")
}

// giveUpInCampaign counts the campaign's round as lost, and shows the campaign.
func (h roadPages) giveUpInCampaign() {
	name := h.request.value("name")
	if err := h.request.home.Person.GiveUpInCampaign(name); err != nil {
		h.request.frame.complain(err)
		h.showCampaign()
		return
	}
	h.request.redirect(pathOfCampaign(name))
}

// campaignActions returns the links to what can be done with a campaign beside playing it.
func (h roadPages) campaignActions(k *saves.Table) (links []namedPart) {
	query := "?name=" + url.QueryEscape(k.Name)
	if k.Err == nil && k.Campaign.Playing != nil {
		links = append(links, namedPart{Name: "/campaign/giveup" + query, Label: h.t.T("campaign.menu.giveup")})
	}
	return append(
		links,
		namedPart{Name: "/campaign/remove" + query, Label: texts.Title(h.t.T("campaign.menu.delete.note"))},
	)
}
