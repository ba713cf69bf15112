package home

import (
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/texts"
)

// say says the text of a key at the end of a game.
func (h *Home) say(key string, args ...any) { h.Stage.Say(Text(key, args...)) }

// sayCampaignResult says the result of a campaign's round, if it has been counted and no menu shows it.
func (g *Game) sayCampaignResult(won bool) {
	c := g.countedCampaign()
	if c == nil || g.home.HasMenu {
		return // nothing was counted, or the screen and the menu show the result
	}
	g.home.Stage.Say(func(*texts.Texts) string { return "" })
	progress := c.ProgressOf(g.chosen.Chapter, g.chosen.Players)
	t := g.home.Person.Texts()
	for _, line := range book.AfterRound(t, g.home.Library, g.campaignRun.Name, progress, g.number, won) {
		g.home.Stage.Say(func(*texts.Texts) string { return line })
	}
}
