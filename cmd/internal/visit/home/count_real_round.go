package home

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
)

// Count counts a round that was entered as the next one of a campaign. Without a name, it asks the person whether the
// round counts in one of the campaigns where it fits.
func (r *RealTable) Count(e RealRound, name string) error {
	if name == "" && e.IsRecord {
		var err error
		name, err = r.askCampaign(e.Record)
		if err != nil {
			return err
		}
	}
	switch {
	case name == "":
		return nil
	case !e.IsRecord:
		return say.Errorf("only a round whose play is known can count in a campaign")
	}
	err := r.Home.CountInCampaign(name, e.Record)
	if err == nil {
		r.Home.say("real.counted", name)
	}
	return err
}

// askCampaign asks in which campaign a round counts, "" for none. It asks nothing if the round fits nowhere, or nobody
// is there.
func (r *RealTable) askCampaign(record chapters.Record) (name string, err error) {
	t := r.Home.Person.Texts()
	matching := r.Home.MatchingCampaigns(record)
	if len(matching) == 0 {
		return "", nil
	}
	answers := []string{t.T("real.only")}
	for _, match := range matching {
		answers = append(answers, t.T("real.count", match))
	}
	answer, err := r.Typist.Ask(r.Home.Ctx, t.T("real.fits"), answers)
	if errors.Is(err, ErrNobodyToAsk) {
		return "", nil
	}
	if err != nil || answer <= 0 { // -1 if the person leaves the question
		return "", err
	}
	return matching[answer-1], nil
}

// MatchingCampaigns returns the names of the campaigns that can count a round played elsewhere as their next
// one: a round of their next chapter, at their table size.
func (h *Home) MatchingCampaigns(record chapters.Record) (names []string) {
	for t := range h.Saves.List().Campaigns(h.Library) {
		if t.Err == nil && nextRound(t.Campaign, &record.Position) != nil {
			names = append(names, t.Name)
		}
	}
	return names
}

// nextRound returns the choice with which a campaign continues with a round, nil if it cannot. After a
// lost round it keeps what earlier rounds have completed (L3).
func nextRound(c *campaign.Campaign, pos *chapters.Position) *campaign.Choice {
	if c.Playing != nil || pos.Chapter != c.Recommended() || pos.Players != c.Players {
		return nil
	}
	choice := &campaign.Choice{
		Chapter: pos.Chapter,
		Players: pos.Players,
		Event:   pos.Event,
		Group:   pos.Group,
		Seed:    AnySeed(),
	}
	if c.Offers(*choice).AfterLoss {
		choice.AfterLoss = campaign.Keep
	}
	try := *c
	if next, err := try.Next(*choice); err != nil || !slices.Equal(next.Pool, pos.Pool) {
		return nil
	}
	return choice
}

// CountInCampaign counts a round of a real table as the next one of a campaign. A round that ended before
// it was decided is lost.
func (h *Home) CountInCampaign(name string, record chapters.Record) error {
	t, err := h.Saves.List().Campaign(h.Library, name)
	if err == nil {
		err = t.Err
	}
	if err != nil {
		return WithCampaignAdvice(err)
	}
	file, err := t.Open(h.Library)
	if err != nil {
		return err
	}
	defer file.Close()
	choice := nextRound(file.Campaign(), &record.Position)
	if choice == nil {
		return say.Errorf("campaign %s goes on with another chapter, or another number of players", t.Name)
	}
	// People have played the round, not the players of the record.
	record.ID = ""
	record.PlayerNames = nil
	if err := file.Begin(h.Ctx, choice, record); err != nil {
		return say.Errorf("campaign %s was not saved: %w", t.Name, err)
	}
	if !file.TableView().Playing {
		return nil
	}
	err = file.Propose(h.Ctx, file.Look().Revision, table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		err = file.GiveUp(h.Ctx)
	}
	return err
}
