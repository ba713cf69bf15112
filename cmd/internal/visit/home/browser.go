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

// browserPerson is the person for whom pages are drawn while the program waits for what comes of the round there.
type browserPerson struct {
	*Home
	mu sync.Mutex
}

// CurrentSettings returns the person's settings.
func (p *browserPerson) CurrentSettings() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Home.Person.Settings()
}

// ChangeSettings changes the person's settings, and keeps them.
func (p *browserPerson) ChangeSettings(change func(*settings.Settings)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Home.Person.Settings()
	change(&now)
	p.Person.UseSettings(now)
	return saveSettings(now)
}

// Played returns what the person has played, as the files tell it now.
func (p *browserPerson) Played() *saves.Played { return p.Saves.List().Played(p.Library) }

// Setup is a new table as the person is used to it.
func (p *browserPerson) Setup(t *texts.Texts) *choose.Setup {
	setup := p.formWith(p.CurrentSettings(), 1, nil)
	setup.Texts = t
	setup.Modes = append(setup.Modes, choose.NewCampaign)
	return setup
}

// BeginSetup plays what was set up, a campaign under the first name that is free.
func (p *browserPerson) BeginSetup(setup *choose.Setup) error {
	if setup.Mode != choose.NewCampaign {
		return p.PlayNew(setup)
	}
	taken := p.Saves.List().CampaignNames()
	defaultName := p.Person.Texts().T("lobby.campaign.unnamed")
	name := defaultName
	for n := 2; slices.Contains(taken, name); n++ {
		name = defaultName + "-" + strconv.Itoa(n)
	}
	return p.beginCampaign(name, setup.SeatPlayers(setup.Players))
}

// ResumeSaved goes on with the saved game of that name.
func (p *browserPerson) ResumeSaved(saved string) error { return p.resumeNamed(saved, true) }

// PlayInCampaign plays the next round of a campaign, of that chapter if one is named.
func (p *browserPerson) PlayInCampaign(name, chapter string) error {
	return p.PlayCampaign(Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}})
}

// beginChosen leaves the table of a game for what the person has chosen on a page.
func (h *Home) beginChosen(g *Game, leave func() error) error {
	if err := errors.Join(g.close(nil), leave()); err != nil {
		return err
	}
	return h.browser.PlayChosen()
}
