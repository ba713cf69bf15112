package home

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Campaign says how a campaign goes on.
type Campaign struct {
	// Name is empty for the one that was played last.
	Name string
	// Choice is the group's choice of the next round.
	Choice campaign.Choice
	// Humans is how many people sit in the first seats, nil for as always. Anew reports whether
	// nobody sits there as always.
	Humans *int
	Anew   bool
	// GiveUp counts the round that was begun as lost, first.
	GiveUp bool
	// Flag is one that a round which was begun leaves no choice about, empty for none.
	Flag string
}

// PlayCampaign plays rounds of a campaign until the person leaves.
func (h *Home) PlayCampaign(run Campaign) error {
	kept, err := h.Saves.List().Campaign(h.Library, run.Name)
	if err != nil {
		return SeeCampaigns(err)
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

// beginOrResume goes on with the round of a campaign that was begun, or begins the next one.
func (h *Home) beginOrResume(g *Game) error {
	playing := g.refreshCampaign().Playing
	switch {
	case g.campaignRun.GiveUp && playing == nil:
		return say.Errorf("no round was begun, so there is nothing to give up")
	case g.campaignRun.GiveUp:
		if err := g.file.GiveUp(h.Ctx); err != nil {
			return err
		}
		h.tellCampaignResult(g, false)
	case playing != nil && g.campaignRun.Flag != "":
		return say.Errorf("round %d, of %s, was begun: go on with it without --%s, or count it as lost with --give-up",
			g.number, chapterName(g.file.Campaign().ProgressOf(playing.Chapter, playing.Players).LibraryChapter()),
			g.campaignRun.Flag)
	case playing != nil:
		return nil
	}
	return h.dealChosen(g, g.campaignRun.Choice)
}

// SeeCampaigns adds to the error of an unknown name what to do.
func SeeCampaigns(err error) error {
	if !errors.Is(err, saves.ErrNoCampaign) {
		return err
	}
	if len(saves.Default().List().CampaignNames()) == 0 {
		return say.Errorf("%w\nbegin one: fellowship campaign new NAME", err)
	}
	return say.Errorf("%w\nsee: fellowship campaign", err)
}

// campaign is the name of the campaign whose rounds are played, empty for none.
func (g *Game) campaign() string {
	if g.campaignRun == nil {
		return ""
	}
	return g.campaignRun.Name
}

// refreshCampaign returns the campaign of a game as it is now, and notes its round.
func (g *Game) refreshCampaign() *campaign.Campaign {
	c := g.file.Campaign()
	g.number = c.Number()
	if c.Playing != nil {
		g.chosen = *c.Playing
	}
	return c
}

// countedCampaign returns the campaign of a game whose round has counted, nil where it goes on.
func (g *Game) countedCampaign() *campaign.Campaign {
	if g.campaignRun != nil {
		if c := g.file.Campaign(); c.Number() != g.number {
			return c
		}
	}
	return nil
}

// isCampaignWon reports whether a campaign has no round for what the person wants: every chapter is won, and so is
// that of the last round, or another one is wanted.
func (g *Game) isCampaignWon(wish play.AfterRound) bool {
	return g.campaignRun != nil && (wish == play.NextChapter || g.file.TableView().Next.Chapter == "") &&
		g.file.Campaign().Recommended() == ""
}

// beginNextOfCampaign has the table begin the round of a campaign that the person wants after this one: of
// the chapter, which is empty where that is over, or of the next one.
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

// nextRoundCommand is the command that goes on after a round of a campaign: with its chapter, as here, as long
// as that is not over, else with the next one. It is empty where everything is won, or there is no
// campaign whose round has counted.
func (h *Home) nextRoundCommand(g *Game) string {
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
	return h.withFlags(command)
}

// chapterName names a chapter by its number in an error.
func chapterName(ch *chapters.Chapter) string {
	if ch.ID == chapters.Road {
		return "the Road"
	}
	return "chapter " + ch.ID
}

// tellCampaignResult tells the person how a round of a campaign has ended, if it has.
func (h *Home) tellCampaignResult(g *Game, won bool) {
	c := g.countedCampaign()
	if c == nil || h.hasMenu {
		return // there is none, or the screen has told it, and the menu tells it
	}
	h.addFarewellLine(func(*texts.Texts) string { return "" })
	for _, line := range book.AfterRound(h.Person.Texts(), h.Library, g.campaignRun.Name,
		c.ProgressOf(g.chosen.Chapter, g.chosen.Players), g.number, won) {
		h.addFarewellLine(func(*texts.Texts) string { return line })
	}
}

// completeChoice chooses the next round, asking for what is missing where somebody is
// there.
func (h *Home) completeChoice(c *campaign.Campaign, choice *campaign.Choice) error {
	for {
		_, err := c.Next(*choice)
		lost, variant := errors.Is(err, campaign.ErrAfterLoss), errors.Is(err, campaign.ErrVariant)
		setup := choose.InCampaign(h.Person.Texts(), h.Library, c, choice)
		switch {
		case !lost && !variant:
			return err
		case h.Browser && h.browser != nil: // the person is there
			chosen := false
			if err := h.withProgress(h.Person.Texts().T("web.athome", h.browser.Link),
				func(ctx context.Context) (err error) {
					chosen, err = h.browser.Choose(ctx, setup)
					return err
				}); err != nil || !chosen {
				return cmp.Or(err, nothingChosen)
			}
		case h.HasScreen():
			if ok, err := h.shell.ChooseRound(setup); err != nil || !ok {
				return cmp.Or(err, nothingChosen)
			}
		case h.isInteractive() || h.shell != nil:
			if err := h.askMissing(setup, choice); err != nil {
				return err
			}
		case lost:
			return say.Errorf("%w\nsay --keep or --restart", err)
		default:
			return say.Errorf("%w\nsay it with --%s", err, c.Offers(*choice).Chapter.VariantKind())
		}
		setup.ApplyTo(choice)
	}
}

// askMissing asks line by line what a choice lacks.
func (h *Home) askMissing(setup *choose.Setup, choice *campaign.Choice) error {
	given := map[string]bool{
		"after": choice.AfterLoss != "", "variant": choice.Event+choice.Group != "",
		"norider": choice.WithoutRider,
	}
	for _, name := range []string{"after", "variant", "norider"} { // each may depend on the one before
		for _, f := range setup.ModeFields() {
			if f.Name != name || given[name] || len(f.Options) < 2 {
				continue
			}
			question := f.Label + ":"
			list := []string{}
			if name == "after" {
				question = h.Person.Texts().T("campaign.ask.after")
			}
			for _, o := range f.Options {
				list = append(list, o.Label)
			}
			i, err := h.askByNumber(question, list)
			if err != nil {
				return err
			}
			f.Set(f.Options[i].Value)
		}
	}
	return nil
}

// dealChosen lets the person complete the choice of a campaign's next round, and has the table begin it.
func (h *Home) dealChosen(g *Game, choice campaign.Choice) error {
	c := g.file.Campaign()
	if err := h.completeChoice(c, &choice); err != nil {
		return err
	}
	pos, err := c.Position()
	if err != nil {
		return err
	}
	humans := min(c.Humans, pos.Players)
	plan := c.PlayerNames
	if g.campaignRun.Humans != nil {
		humans = *g.campaignRun.Humans
	}
	if humans < 0 || humans > pos.Players {
		return say.Errorf("--humans %d: the round is for %d (S1)", humans, pos.Players)
	}
	if g.campaignRun.Anew {
		plan = nil
	}
	setup := h.formWith(h.Person.Settings(), humans, plan)
	seed := c.Playing.Seed & math.MaxInt64
	setup.Players = pos.Players
	record := chapters.Record{Position: pos, PlayerNames: setup.SeatPlayers(tricks.SeatsFor(pos.Players)), Seed: &seed}
	if err := g.file.Begin(h.Ctx, &choice, record); err != nil {
		return say.Errorf("campaign %s was not saved: %w", g.campaignRun.Name, err)
	}
	g.refreshCampaign()
	return nil
}

// beginCampaign begins a campaign that was set up in the menu, and plays it.
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

// campaignSeats names the player in each seat of a campaign.
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

// campaignLine says in a line which campaign a game belongs to, empty for none.
func (h *Home) campaignLine(g *Game) string {
	if g.campaignRun == nil {
		return ""
	}
	return h.Person.Texts().T("campaign.you", g.campaignRun.Name, g.number)
}
