package home

import (
	"cmp"
	"errors"
	"math"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/tricks"
)

// dealChosen lets the person complete the choice of a campaign's next round, and makes the table begin it.
func (g *Game) dealChosen(choice campaign.Choice) error {
	h := g.home
	c := g.file.Home.Campaign()
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
	setup := h.FormWith(h.Person.Settings(), humans, plan)
	seed := c.Playing.Seed & math.MaxInt64
	setup.Players = pos.Players
	record := chapters.Record{Position: pos, PlayerNames: setup.SeatPlayers(tricks.SeatsFor(pos.Players)), Seed: &seed}
	if err := g.file.Home.Begin(h.Ctx, &choice, record); err != nil {
		return say.Errorf("campaign %s was not saved: %w", g.campaignRun.Name, err)
	}
	g.refreshCampaign()
	return nil
}

// completeChoice chooses the next round of a campaign. If a person is there the stage asks for whatever the choice
// lacks.
func (h *Home) completeChoice(c *campaign.Campaign, choice *campaign.Choice) error {
	for {
		_, err := c.Next(*choice)
		lacksAfterLoss := errors.Is(err, campaign.ErrAfterLoss)
		if !lacksAfterLoss && !errors.Is(err, campaign.ErrVariant) {
			return err
		}
		setup := choose.InCampaign(h.Person.Texts(), h.Library, c, choice)
		chosen, askErr := h.Stage.ChooseNext(h.Ctx, setup, *choice)
		switch {
		case errors.Is(askErr, ErrNobodyToAsk) && lacksAfterLoss:
			return say.Errorf("%w\nadd --keep or --restart", err)
		case errors.Is(askErr, ErrNobodyToAsk):
			return say.Errorf("%w\nchoose it with --%s", err, c.Offers(*choice).Chapter.VariantKind())
		case askErr != nil || !chosen:
			return cmp.Or(askErr, ErrNothingChosen)
		}
		setup.ApplyTo(choice)
	}
}
