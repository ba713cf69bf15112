package home

import (
	"slices"
	"strconv"
	"sync"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// browserPerson is the person of the local pages, while the program waits for the end of the round there.
type browserPerson struct {
	*Home

	// mu guards the person's settings.
	mu sync.Mutex
}

// CurrentSettings returns the person's settings.
func (p *browserPerson) CurrentSettings() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Home.Person.Settings()
}

// ChangeSettings changes and saves the person's settings.
func (p *browserPerson) ChangeSettings(change func(*settings.Settings)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Home.Person.Settings()
	change(&now)
	p.Person.UseSettings(now)
	return saveSettings(now)
}

// Played returns the saved games, as they are now.
func (p *browserPerson) Played() *saves.Played { return p.Saves.List().Played(p.Library) }

// Setup returns the form for a new table, with the person's defaults.
func (p *browserPerson) Setup(t *texts.Texts) *choose.Setup {
	setup := p.formWith(p.CurrentSettings(), 1, nil)
	setup.Texts = t
	setup.Modes = append(setup.Modes, choose.NewCampaign)
	return setup
}

// BeginSetup plays what was set up. A campaign gets the first free name.
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

// ResumeSaved continues the saved game with this name.
func (p *browserPerson) ResumeSaved(saved string) error { return p.resumeNamed(saved, true) }

// PlayInCampaign plays the next round of a campaign, of a chapter if one is named.
func (p *browserPerson) PlayInCampaign(name, chapter string) error {
	return p.PlayCampaign(Campaign{Name: name, Choice: campaign.Choice{Chapter: chapter, Seed: AnySeed()}})
}
