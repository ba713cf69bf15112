package home

import (
	"errors"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
)

// Campaign says how a campaign continues.
type Campaign struct {
	// Name names the campaign; empty means the one that was played last.
	Name string
	// Choice is the group's choice of the next round.
	Choice campaign.Choice
	// Humans is how many people sit in the first seats; nil means as many as the campaign has.
	Humans *int
	// Anew reports whether the campaign's names of players are ignored in the next round.
	Anew bool
	// GiveUp first counts the current round as lost.
	GiveUp bool
	// Flag names a flag that cannot be used while a round is being played, empty for none.
	Flag string
}

// PlayCampaign plays rounds of a campaign until the person leaves.
func (h *Home) PlayCampaign(run Campaign) error {
	kept, err := h.Saves.List().Campaign(h.Library, run.Name)
	if err != nil {
		return WithCampaignAdvice(err)
	}
	file, err := kept.Open(h.Library)
	if err != nil {
		return err
	}
	run.Name = kept.Name
	g := &Game{home: h, file: file, campaignRun: &run}
	if err := g.beginOrResume(); err != nil {
		return g.close(err)
	}
	return g.playRounds()
}

// beginOrResume continues the current round of a campaign, or begins the next one.
func (g *Game) beginOrResume() error {
	playing := g.refreshCampaign().Playing
	switch {
	case g.campaignRun.GiveUp && playing == nil:
		return say.Errorf("no round is in progress, so there is nothing to give up")
	case g.campaignRun.GiveUp:
		if err := g.file.Home.GiveUp(g.home.Ctx); err != nil {
			return err
		}
		g.sayCampaignResult(false)
	case playing != nil && g.campaignRun.Flag != "":
		chapter := g.file.Home.Campaign().ProgressOf(playing.Chapter, playing.Players).LibraryChapter()
		return say.Errorf("round %d of %s is in progress: resume it without --%s, or count it as lost with --give-up",
			g.number, chapterName(chapter), g.campaignRun.Flag)
	case playing != nil:
		return nil
	}
	return g.dealChosen(g.campaignRun.Choice)
}

// BeginCampaign creates a campaign for the players of its seats, and plays it.
func (h *Home) BeginCampaign(name string, names []string) error {
	people := 0
	for _, player := range names {
		if round.IsPerson(player) {
			people++
		}
	}
	c, err := campaign.New(h.Library, len(names), people)
	if err != nil {
		return err
	}
	c.PlayerNames = names
	if err := h.Saves.CreateCampaign(h.Library, name, c); err != nil {
		return err
	}
	return h.PlayCampaign(Campaign{Name: name, Choice: campaign.Choice{Seed: AnySeed()}})
}

// WithCampaignAdvice adds advice to the error of an unknown name.
func WithCampaignAdvice(err error) error {
	if !errors.Is(err, saves.ErrNoCampaign) {
		return err
	}
	if len(saves.Default().List().CampaignNames()) == 0 {
		return say.Errorf("%w\nbegin one: fellowship campaign new NAME", err)
	}
	return say.Errorf("%w\nsee: fellowship campaign", err)
}

// chapterName names a chapter in an error.
func chapterName(ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return "the Road"
	}
	return "chapter " + ch.ID
}
