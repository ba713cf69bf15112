package table

import (
	"cmp"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
)

// Pick describes which round to play.
type Pick struct {
	// Chapter is the ID of a chapter, "road" for the Road. In a campaign an empty ID stands for the
	// recommended chapter (L4).
	Chapter string `json:"chapter,omitempty"`
	// Variant is the letter of the chapter's event or the number of its group, empty without one.
	Variant string `json:"variant,omitempty"`
	// Deal is the name of a deal, empty for a random deal. Whoever picks a named deal may know its
	// cards, so the others see that the deal is named, see [NamedDeal]. In a campaign it is empty.
	Deal string `json:"deal,omitempty"`
	// Again plays the deal of the last round once more.
	Again bool `json:"again,omitempty"`
	// AfterLoss is the choice of [campaign.Choice] after a lost round.
	AfterLoss campaign.AfterLoss `json:"after,omitempty"`
	// WithoutRider leaves the rider of the Road to another round, see [campaign.Choice] (L5).
	WithoutRider bool `json:"without_rider,omitempty"`
}

// deal deals the picked round. If the pick names no deal, the number decides the cards. last is the
// position of the last round, nil for none. In a campaign it also returns the campaign's choice; the
// campaign itself is not changed.
func (p *Pick) deal(lib *chapters.Library, playerCount int, c *campaign.Campaign, last *chapters.Position,
	number uint64,
) (chapters.Position, *campaign.Choice, error) {
	switch {
	case c != nil:
		return p.dealInCampaign(lib, playerCount, c, number)
	case p.Again && last == nil:
		return chapters.Position{}, nil, say.New("no round was played that could be played again")
	case p.Again:
		return *last, nil, nil
	}
	id := chapters.DealID{Chapter: p.Chapter, Variant: p.Variant, Players: playerCount, Seed: number}
	if p.Deal != "" {
		var err error
		id, err = chapters.ParseDealID(p.Deal)
		if err != nil {
			return chapters.Position{}, nil, err
		}
		if id.Players != playerCount {
			return chapters.Position{}, nil,
				say.Errorf("the deal %s is for %d, not for %d (S1)", p.Deal, id.Players, playerCount)
		}
	}
	pos, err := lib.Deal(id)
	return pos, nil, err
}

// dealInCampaign deals the picked round of a campaign, see deal.
func (p *Pick) dealInCampaign(lib *chapters.Library, playerCount int, c *campaign.Campaign, number uint64,
) (chapters.Position, *campaign.Choice, error) {
	if p.Deal != "" || p.Again {
		return chapters.Position{}, nil, say.New("the deals of a campaign have no names")
	}
	choice := campaign.Choice{
		Chapter:      p.Chapter,
		Players:      playerCount,
		Seed:         number,
		AfterLoss:    p.AfterLoss,
		WithoutRider: p.WithoutRider,
	}
	if err := p.chooseVariant(lib, c, &choice); err != nil {
		return chapters.Position{}, nil, err
	}
	trial := *c
	pos, err := trial.Next(choice)
	return pos, &choice, err
}

// chooseVariant adds the event or group to a choice in a campaign.
func (p *Pick) chooseVariant(lib *chapters.Library, c *campaign.Campaign, choice *campaign.Choice) error {
	if p.Variant == "" {
		return nil
	}
	id := cmp.Or(choice.Chapter, c.Recommended())
	chapter, err := lib.Chapter(id)
	if err != nil {
		return err
	}
	v := chapter.Variant(p.Variant)
	if v == nil {
		return say.Errorf("chapter %s has no event or group %.20q", id, p.Variant)
	}
	choice.SetVariant(chapter, v.ID)
	return nil
}

// check returns why a pick is contradictory, nil if it is not. It does not look at earlier rounds.
func (p *Pick) check() error {
	switch {
	case p.Again && (p.Deal != "" || p.Chapter != "" || p.Variant != ""):
		return say.New("the last deal is played again, so no other deal or chapter can be named")
	case p.AfterLoss != "" && p.AfterLoss != campaign.Keep && p.AfterLoss != campaign.Restart:
		return say.Errorf("after a lost round a chapter's progress is kept or the chapter starts again, not %.20q",
			string(p.AfterLoss))
	}
	return nil
}
