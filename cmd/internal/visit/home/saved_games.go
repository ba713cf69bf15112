package home

import (
	"cmp"
	"errors"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/saves"
)

// Resume continues a saved game, or the campaign it belongs to. named reports whether the person asked for
// it by its name.
func (h *Home) Resume(saved *saves.Save, named bool) error {
	if saved.Campaign != "" {
		return h.PlayCampaign(Campaign{Name: saved.Campaign, Choice: campaign.Choice{Seed: AnySeed()}})
	}
	file, err := saved.Open(h.Library)
	if errors.Is(err, saves.ErrInUse) && !named {
		err = say.Errorf("%w; to start another game, name it: fellowship play --chapter 1", err)
	}
	if err != nil {
		return err
	}
	g := &Game{home: h, file: file, named: named}
	if h.Replaces {
		err = file.Home.Replace(h.Ctx, h.Computer)
	} else {
		err = g.refusePrograms()
	}
	if err != nil {
		return g.close(err)
	}
	return g.playRounds()
}

// Reopen opens the table of a saved game, as [Home.Resume] does. If its round is over the person sees the end, and
// chooses what comes next, also in a campaign.
func (h *Home) Reopen(saved *saves.Save) error {
	if saved.Campaign == "" || !saved.Finished {
		return h.Resume(saved, true)
	}
	kept, err := h.Saves.List().Campaign(h.Library, saved.Campaign)
	if err != nil {
		return err
	}
	file, err := kept.Open(h.Library)
	if err != nil {
		return err
	}
	g := &Game{home: h, file: file, campaignRun: &Campaign{Name: kept.Name, Choice: campaign.Choice{Seed: AnySeed()}}}
	c := g.refreshCampaign()
	if c.Playing == nil {
		g.number = c.RoundNumber() - 1
		start := &saved.Record.Position
		g.chosen = campaign.Playing{
			Chapter: start.Chapter, Players: start.Players, Event: start.Event, Group: start.Group, Save: saved.Name,
		}
		if id, err := chapters.ParseDealID(start.Deal); err == nil {
			g.chosen.Seed = id.Seed
		}
	}
	return g.playRounds()
}

// ResumeNamed continues the saved game with this name.
func (h *Home) ResumeNamed(name string, named bool) error {
	g, err := h.Saves.List().Find(h.Library, name)
	if err != nil {
		return err
	}
	return h.Resume(&g, named)
}

// Saved returns the round of a saved game, with a note for whoever looks through it.
func (h *Home) Saved(name string) (record chapters.Record, note string, err error) {
	g, err := h.Saves.List().Find(h.Library, name)
	err = cmp.Or(err, g.Err)
	if err == nil && !g.Finished {
		note = h.Person.Texts().T("look.note.unfinished")
	}
	return g.Record, note, err
}

// RemoveSaved deletes the saved game with this name. The error matches [saves.ErrOfCampaign] for a round of a campaign.
func (h *Home) RemoveSaved(name string) error {
	g, err := h.Saves.List().Find(h.Library, name)
	if err != nil {
		return err
	}
	return g.Delete()
}

// RemoveCampaign deletes the campaign with this name. The saved games of its rounds stay.
func (h *Home) RemoveCampaign(name string) error {
	k, err := h.Saves.List().Campaign(h.Library, name)
	if err != nil {
		return err
	}
	return k.Delete(h.Library)
}

// GiveUpInCampaign counts the round that was begun in a campaign as lost, if there is one, and returns the campaign.
func (h *Home) GiveUpInCampaign(name string) (*campaign.Campaign, error) {
	k, err := h.Saves.List().Campaign(h.Library, name)
	if err != nil {
		return nil, err
	}
	file, err := k.Open(h.Library)
	if err != nil {
		return nil, err
	}
	if file.Home.TableView().Playing {
		err = file.Home.GiveUp(h.Ctx)
	}
	return file.Home.Campaign(), errors.Join(err, file.Home.Close())
}
