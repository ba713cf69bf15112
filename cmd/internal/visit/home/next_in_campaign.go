package home

import (
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/play"
)

// campaign returns the name of the game's campaign, "" for none.
func (g *Game) campaign() string {
	if g.campaignRun == nil {
		return ""
	}
	return g.campaignRun.Name
}

// refreshCampaign returns the current state of the game's campaign, and remembers its round.
func (g *Game) refreshCampaign() *campaign.Campaign {
	c := g.file.Home.Campaign()
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
		if c := g.file.Home.Campaign(); c.RoundNumber() != g.number {
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
	leavesChapter := wish == play.NextChapter || g.file.Home.TableView().Next.Chapter == ""
	return leavesChapter && g.file.Home.Campaign().Recommended() == ""
}

// beginNextOfCampaign makes the table begin the round of a campaign that the person wants after this one: the same
// deal again, another deal of the chapter, or a round of the recommended chapter. The latter also follows if
// chapter is "", since the chapter of the last round is over then.
func (g *Game) beginNextOfCampaign(chapter string, wish play.AfterRound) error {
	choice := campaign.Choice{Chapter: chapter, Players: g.chosen.Players, Seed: AnySeed()}
	switch {
	case wish == play.NextChapter:
		choice.Chapter = ""
	case wish == play.Again && chapter != "":
		choice.Seed = g.chosen.Seed
		choice.Event = g.chosen.Event
		choice.Group = g.chosen.Group
	}
	return g.dealChosen(choice)
}
