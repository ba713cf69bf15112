package home

import (
	"cmp"
	"context"
	"errors"
	"math"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/tricks"
)

// dealChosen lets the person complete the choice of a campaign's next round, and makes the table begin it.
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

// completeChoice chooses the next round of a campaign. If a person is there it asks for whatever the choice
// lacks.
func (h *Home) completeChoice(c *campaign.Campaign, choice *campaign.Choice) error {
	for {
		_, err := c.Next(*choice)
		lacksAfterLoss := errors.Is(err, campaign.ErrAfterLoss)
		if !lacksAfterLoss && !errors.Is(err, campaign.ErrVariant) {
			return err
		}
		setup := choose.InCampaign(h.Person.Texts(), h.Library, c, choice)
		switch {
		case h.Browser && h.browser != nil: // the person looks at the pages
			if err := h.chooseInBrowser(setup); err != nil {
				return err
			}
		case h.HasScreen():
			if ok, err := h.shell.Session.ChooseRound(setup); err != nil || !ok {
				return cmp.Or(err, nothingChosen)
			}
		case h.isInteractive() || h.shell != nil:
			if err := h.askMissing(setup, choice); err != nil {
				return err
			}
		case lacksAfterLoss:
			return say.Errorf("%w\nsay --keep or --restart", err)
		default:
			return say.Errorf("%w\nsay it with --%s", err, c.Offers(*choice).Chapter.VariantKind())
		}
		setup.ApplyTo(choice)
	}
}

// chooseInBrowser lets the person choose a round on a page.
func (h *Home) chooseInBrowser(setup *choose.Setup) error {
	chosen := false
	text := h.Person.Texts().T("web.athome", h.browser.Link)
	err := h.withProgress(text, func(ctx context.Context) (err error) {
		chosen, err = h.browser.Choose(ctx, setup)
		return err
	})
	if err != nil || !chosen {
		return cmp.Or(err, nothingChosen)
	}
	return nil
}

// askMissing asks line by line for whatever a choice lacks.
func (h *Home) askMissing(setup *choose.Setup, choice *campaign.Choice) error {
	given := map[string]bool{
		"after":   choice.AfterLoss != "",
		"variant": choice.Event+choice.Group != "",
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
