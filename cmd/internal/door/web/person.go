package web

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Person is the stored state of a person: the settings, and what the person has played.
type Person interface {
	CurrentSettings() settings.Settings
	ChangeSettings(change func(*settings.Settings)) error
	// FollowSettings calls changed after each change of the settings, until the caller calls stop. The function changed
	// must not wait.
	FollowSettings(changed func(settings.Settings)) (stop func())
	Played() *saves.Played
	// Stars returns the stars of the puzzles that the person has solved, by the puzzles' names.
	Stars() map[string]int
	// KeepStars saves the stars of a solved puzzle.
	KeepStars(puzzle string, stars int) error
	// Setup returns the person's usual setup of a new table.
	Setup(t *texts.Texts) *choose.Setup
}

// HomePerson is a person at home, who has saved games and campaigns.
type HomePerson interface {
	Person
	// BeginSetup plays the round that was set up.
	BeginSetup(setup *choose.Setup) error
	// ResumeSaved resumes a saved game.
	ResumeSaved(saved string) error
	// RemoveSaved deletes a saved game.
	RemoveSaved(saved string) error
	// RemoveCampaign deletes a campaign.
	RemoveCampaign(campaign string) error
	// GiveUpInCampaign counts the round that was begun in a campaign as lost.
	GiveUpInCampaign(campaign string) error
	// PlayInCampaign plays the next round of a campaign, of that chapter if it is not empty.
	PlayInCampaign(campaign, chapter string) error
	// MatchingCampaigns returns the campaigns in which a round of a real table can be the next round.
	MatchingCampaigns(record chapters.Record) []saves.CampaignMatch
	// Entered returns the round of a real table that the person enters, as it was kept last; empty for none.
	Entered() string
	// KeepEntered keeps the round of a real table that the person enters; an empty text removes it.
	KeepEntered(text string) error
	// Alone returns what keeps the last round of a kind that the person plays alone; nil if nothing does.
	Alone(kind string) play.SoloPlace
	// CountInCampaign counts a round of a real table in a campaign. Without again, it fails if the campaign has counted
	// the same round already.
	CountInCampaign(campaign string, record chapters.Record, again bool) error
}

// serverPerson is the stored state of a visitor of a server.
type serverPerson struct {
	tables  *table.Service
	library *chapters.Library
	// id is the ID of the visitor.
	id string
}

// CurrentSettings returns the settings.
func (g serverPerson) CurrentSettings() settings.Settings {
	return g.tables.Settings(g.id)
}

// ChangeSettings changes the settings.
func (g serverPerson) ChangeSettings(change func(*settings.Settings)) error {
	return g.tables.ChangeSettings(g.id, change)
}

// FollowSettings follows the settings.
func (g serverPerson) FollowSettings(changed func(settings.Settings)) (stop func()) {
	return g.tables.FollowSettings(g.id, changed)
}

// Played returns nil: a server does not store what a visitor has played.
func (serverPerson) Played() *saves.Played { return nil }

// Stars returns the stars of puzzles, which a server keeps with the settings.
func (g serverPerson) Stars() map[string]int { return g.CurrentSettings().Puzzles }

// KeepStars saves the stars of a puzzle.
func (g serverPerson) KeepStars(puzzle string, stars int) error {
	return g.ChangeSettings(func(set *settings.Settings) { set.KeepStars(puzzle, stars) })
}

// Setup returns the default setup of a table.
func (g serverPerson) Setup(t *texts.Texts) *choose.Setup {
	return choose.NewTable(t, g.library, "")
}

// personStore returns the stored state of a person.
func (s *Server) personStore(id string) Person {
	if s.home != nil {
		return s.home.Person
	}
	return serverPerson{tables: s.options.Tables, library: s.options.Library, id: id}
}
