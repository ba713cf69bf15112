package home

import (
	"fmt"

	"fellowship/chapters"
)

// resumeCommand returns the command that continues the game. A command without a name continues the game that was
// played last. A game that the person asked for by its name need not be that one, since nothing may have been
// decided in it; so the command names it.
func (g *Game) resumeCommand() string {
	if name := g.campaign(); name != "" {
		return g.home.withFlags("fellowship campaign play " + name)
	}
	if g.named {
		return g.home.withFlags("fellowship play " + g.file.Name())
	}
	return g.home.withFlags("fellowship play")
}

// nextChapterCommand returns the command that plays the next chapter at the same table size, "" if there
// is none. For a campaign, which knows its next round, it is the command that continues the campaign.
func (g *Game) nextChapterCommand() string {
	if g.campaignRun != nil {
		return g.resumeCommand()
	}
	id, err := chapters.ParseDealID(g.record().Deal)
	if err != nil {
		return ""
	}
	c := chapterAfter(g.home.Library, id.Chapter)
	if c == nil {
		return ""
	}
	command := "fellowship play --chapter " + c.ID
	if id.Players != 4 {
		command += fmt.Sprintf(" --players %d", id.Players)
	}
	return g.home.withFlags(command)
}

// nextRoundCommand returns the command that continues a campaign after a round: with the same chapter
// until that is won, then with the next one. It is "" if everything is won, or if no round of a campaign
// has been counted.
func (g *Game) nextRoundCommand() string {
	c := g.countedCampaign()
	last := g.chosen
	if c == nil {
		return ""
	}
	command := "fellowship campaign play " + g.campaignRun.Name
	next := c.Recommended()
	if !c.ProgressOf(last.Chapter, last.Players).Done() {
		if last.Chapter != next || last.Players != c.Players {
			command += " --chapter " + last.Chapter
		}
		if last.Players != c.Players {
			command += fmt.Sprintf(" --players %d", last.Players)
		}
	} else if next == "" {
		return ""
	}
	return g.home.withFlags(command)
}

// withFlags adds the flags to a command that the program was started with and that are not about one game.
func (h *Home) withFlags(command string) string {
	if h.Plain {
		command += " --plain"
	}
	if h.Person.Lang != "" {
		command += " --lang " + h.Person.Lang
	}
	if h.Person.Chapters != "" {
		command += " --chapters " + h.Person.Chapters
	}
	return command
}
