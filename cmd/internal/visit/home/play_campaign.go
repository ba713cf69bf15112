package home

import (
	"errors"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"
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
	g := &Game{file: file, campaignRun: &run}
	if err := h.beginOrResume(g); err != nil {
		return g.close(err)
	}
	return h.playRounds(g)
}

// beginOrResume continues the current round of a campaign, or begins the next one.
func (h *Home) beginOrResume(g *Game) error {
	playing := g.refreshCampaign().Playing
	switch {
	case g.campaignRun.GiveUp && playing == nil:
		return say.Errorf("no round was begun, so there is nothing to give up")
	case g.campaignRun.GiveUp:
		if err := g.file.GiveUp(h.Ctx); err != nil {
			return err
		}
		h.addCampaignResult(g, false)
	case playing != nil && g.campaignRun.Flag != "":
		chapter := g.file.Campaign().ProgressOf(playing.Chapter, playing.Players).LibraryChapter()
		return say.Errorf("round %d, of %s, was begun: go on with it without --%s, or count it as lost with --give-up",
			g.number, chapterName(chapter), g.campaignRun.Flag)
	case playing != nil:
		return nil
	}
	return h.dealChosen(g, g.campaignRun.Choice)
}

// beginCampaign creates a campaign that was set up in the menu, and plays it.
func (h *Home) beginCampaign(name string, names []string) error {
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

// campaign returns the name of the game's campaign, "" for none.
func (g *Game) campaign() string {
	if g.campaignRun == nil {
		return ""
	}
	return g.campaignRun.Name
}

// refreshCampaign returns the current state of the game's campaign, and remembers its round.
func (g *Game) refreshCampaign() *campaign.Campaign {
	c := g.file.Campaign()
	g.number = c.RoundNumber()
	if c.Playing != nil {
		g.chosen = *c.Playing
	}
	return c
}

// countedCampaign returns the campaign of a game whose round has been counted, nil while the round
// continues.
func (g *Game) countedCampaign() *campaign.Campaign {
	if g.campaignRun != nil {
		if c := g.file.Campaign(); c.RoundNumber() != g.number {
			return c
		}
	}
	return nil
}

// isCampaignWon reports whether a campaign has no round left for what the person wants. Every chapter is
// won, and the person either wants the next one, or the table has no next round in the current one.
func (g *Game) isCampaignWon(wish play.AfterRound) bool {
	if g.campaignRun == nil {
		return false
	}
	leavesChapter := wish == play.NextChapter || g.file.TableView().Next.Chapter == ""
	return leavesChapter && g.file.Campaign().Recommended() == ""
}

// beginNextOfCampaign makes the table begin the round of a campaign that the person wants after this one: the same
// deal again, another deal of the chapter, or a round of the recommended chapter. The latter also follows if
// chapter is "", since the chapter of the last round is over then.
func (h *Home) beginNextOfCampaign(g *Game, chapter string, wish play.AfterRound) error {
	choice := campaign.Choice{Chapter: chapter, Players: g.chosen.Players, Seed: AnySeed()}
	switch {
	case wish == play.NextChapter:
		choice.Chapter = ""
	case wish == play.Again && chapter != "":
		choice.Seed = g.chosen.Seed
		choice.Event = g.chosen.Event
		choice.Group = g.chosen.Group
	}
	return h.dealChosen(g, choice)
}

// addCampaignResult adds the result of a campaign's round to the farewells, if it has been counted and no menu
// shows it.
func (h *Home) addCampaignResult(g *Game, won bool) {
	c := g.countedCampaign()
	if c == nil || h.hasMenu {
		return // nothing was counted, or the screen and the menu show the result
	}
	h.addFarewellLine(func(*texts.Texts) string { return "" })
	progress := c.ProgressOf(g.chosen.Chapter, g.chosen.Players)
	lines := book.AfterRound(h.Person.Texts(), h.Library, g.campaignRun.Name, progress, g.number, won)
	for _, line := range lines {
		h.addFarewellLine(func(*texts.Texts) string { return line })
	}
}

// campaignLine returns a line that names the campaign of a game, "" for none.
func (h *Home) campaignLine(g *Game) string {
	if g.campaignRun == nil {
		return ""
	}
	return h.Person.Texts().T("campaign.you", g.campaignRun.Name, g.number)
}

// campaignSeats returns the player of each seat of a campaign.
func campaignSeats(t *texts.Texts, c *campaign.Campaign) []string {
	out := make([]string, c.Players)
	for i := range out {
		seat := t.Number(tricks.Seat(i))
		player := ""
		if i < len(c.PlayerNames) {
			player = c.PlayerNames[i]
		} else if i < c.Humans {
			player = round.Human
		}
		if player == "" {
			player = players.Strongest
		}
		out[i] = seat + " " + hindsight.PlayerName(t, player)
	}
	return out
}

// chapterName names a chapter in an error.
func chapterName(ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return "the Road"
	}
	return "chapter " + ch.ID
}
