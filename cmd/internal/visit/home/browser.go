package home

import (
	"errors"
	"slices"
	"strconv"
	"sync"

	"fellowship/chapters/campaign"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// onPage is the person for whom pages are drawn while the program waits for what comes of the round there.
type onPage struct {
	*Home
	mu sync.Mutex
}

// Wants returns the person's settings.
func (p *onPage) Wants() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Home.Person.Wants()
}

// Change changes the person's settings, and keeps them.
func (p *onPage) Change(change func(*settings.Settings)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Home.Person.Wants()
	change(&now)
	p.Person.Wish(now)
	return keep(now)
}

// Played returns what the person has played, as the files tell it now.
func (p *onPage) Played() *saves.Played { return p.Shelf.List().Played(p.Lib) }

// Setup is a new table as the person is used to it.
func (p *onPage) Setup(t *texts.Texts) *choose.Setup {
	setup := p.form(p.Wants(), 1, nil)
	setup.Texts = t
	setup.Modes = append(setup.Modes, choose.NewCampaign)
	return setup
}

// Begins plays what was set up, a campaign under the first name that is free.
func (p *onPage) Begins(setup *choose.Setup) error {
	if setup.Mode != choose.NewCampaign {
		return p.Begin(setup)
	}
	taken := p.Shelf.List().CampaignNames()
	defaultName := p.Person.Texts().T("lobby.campaign.unnamed")
	name := defaultName
	for n := 2; slices.Contains(taken, name); n++ {
		name = defaultName + "-" + strconv.Itoa(n)
	}
	return p.beginCampaign(name, setup.Seats(setup.Players))
}

// GoesOn goes on with the saved game of that name.
func (p *onPage) GoesOn(saved string) error { return p.goOn(saved, true) }

// PlaysIn plays the next round of a campaign, of that chapter if one is named.
func (p *onPage) PlaysIn(name, chapter string) error {
	return p.PlayCampaign(Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}})
}

// beginChosen leaves the table of a game for what the person has chosen on a page.
func (h *Home) beginChosen(g *Game, leave func() error) error {
	if err := errors.Join(g.close(nil), leave()); err != nil {
		return err
	}
	return h.browser.Chosen()
}
