package browser

import (
	"slices"
	"strconv"
	"sync"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
)

// person is the person of the pages, while the program waits for the end of the round there.
type person struct {
	home *home.Home

	// mu guards the person's settings.
	mu sync.Mutex
	// played has the person's games, as they were read last.
	played playedGames
}

// playedGames are the games of a person. It is read again only when a file has changed, because each menu needs it,
// and many games take a while.
type playedGames struct {
	mu sync.Mutex
	// stamp is the stamp of the files that were read, see [saves.List.Stamp].
	stamp string
	last  *saves.Played
}

// CurrentSettings returns the person's settings.
func (p *person) CurrentSettings() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.home.Person.Settings()
}

// ChangeSettings changes and saves the person's settings.
func (p *person) ChangeSettings(change func(*settings.Settings)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.home.Person.Settings()
	change(&now)
	return p.home.Person.KeepSettings(now)
}

// FollowSettings calls changed after each change of the settings.
func (p *person) FollowSettings(changed func(settings.Settings)) (stop func()) {
	return p.home.Person.FollowSettings(changed)
}

// Played returns the saved games, as they are now.
func (p *person) Played() *saves.Played {
	list := p.home.Saves.List()
	p.played.mu.Lock()
	defer p.played.mu.Unlock()
	if stamp := list.Stamp(); p.played.last == nil || p.played.stamp != stamp {
		p.played.stamp = stamp
		p.played.last = list.Played(p.home.Library)
	}
	return p.played.last
}

// Stars returns the stars of the puzzles that the person has solved, on pages or elsewhere.
func (p *person) Stars() map[string]int {
	stars, _ := p.home.Stars() // without the file nothing counts as solved
	return stars
}

// KeepStars saves the stars of a puzzle, as on a screen.
func (p *person) KeepStars(puzzle string, stars int) error {
	return p.home.Saves.RecordSolved(puzzle, stars)
}

// Alone returns what keeps the last round of a kind that the person plays alone; nil without a folder.
func (p *person) Alone(kind string) play.SoloPlace {
	if place := p.home.Saves.Alone(kind); place != nil {
		return place
	}
	return nil
}

// Entered returns the round of a real table that the person enters.
func (p *person) Entered() string { return p.home.Saves.Entered() }

// KeepEntered keeps the round of a real table that the person enters.
func (p *person) KeepEntered(text string) error { return p.home.Saves.KeepEntered(text) }

// Setup returns the form for a new table, with the person's defaults.
func (p *person) Setup(t *texts.Texts) *choose.Setup {
	setup := p.home.FormWith(p.CurrentSettings(), 1, nil)
	setup.Texts = t
	setup.Modes = append(setup.Modes, choose.NewCampaign)
	return setup
}

// BeginSetup plays what was set up. A campaign gets the first free name.
func (p *person) BeginSetup(setup *choose.Setup) error {
	if setup.Mode != choose.NewCampaign {
		return p.home.PlayNew(setup)
	}
	taken := p.home.Saves.List().CampaignNames()
	defaultName := p.home.Person.Texts().T("lobby.campaign.unnamed")
	name := defaultName
	for n := 2; slices.Contains(taken, name); n++ {
		name = defaultName + "-" + strconv.Itoa(n)
	}
	return p.home.BeginCampaign(name, setup.SeatPlayers(setup.Players))
}

// ResumeSaved continues the saved game with this name.
func (p *person) ResumeSaved(saved string) error { return p.home.ResumeNamed(saved, true) }

// RemoveSaved deletes the saved game with this name.
func (p *person) RemoveSaved(saved string) error { return p.home.RemoveSaved(saved) }

// RemoveCampaign deletes the campaign with this name.
func (p *person) RemoveCampaign(name string) error { return p.home.RemoveCampaign(name) }

// GiveUpInCampaign counts the round that was begun in a campaign as lost.
func (p *person) GiveUpInCampaign(name string) error {
	_, err := p.home.GiveUpInCampaign(name)
	return err
}

// PlayInCampaign plays the next round of a campaign, of a chapter if one is named.
func (p *person) PlayInCampaign(name, chapter string) error {
	next := campaign.Choice{Chapter: chapter, Seed: home.AnySeed()}
	return p.home.PlayCampaign(home.Campaign{Name: name, Choice: next})
}

// MatchingCampaigns returns the campaigns in which a round of a real table can be the next round.
func (p *person) MatchingCampaigns(record chapters.Record) []saves.CampaignMatch {
	return p.home.MatchingCampaigns(record)
}

// CountInCampaign counts a round of a real table in a campaign, with again even if it is counted there already.
func (p *person) CountInCampaign(name string, record chapters.Record, again bool) error {
	return p.home.CountInCampaign(name, record, again)
}
