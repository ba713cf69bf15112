package home

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Count counts a round that was entered as the next one of a campaign. Without a name, it asks the person whether the
// round counts in one of the campaigns where it fits. A round that the campaign has counted already counts once more
// only with again, or if the person says so. The error matches [ErrCounted] if nobody is there to say it.
func (r *RealTable) Count(e RealRound, name string, again bool) error {
	switch {
	case name == "" && !e.IsRecord:
		return nil
	case name == "":
		match, err := r.askCampaign(e.Record)
		if err != nil || match.Name == "" {
			return err
		}
		name = match.Name
		again = again || match.CountedAs != "" // the answer says that it counts once more
	case !e.IsRecord:
		return say.Errorf("only a round whose play is known can count in a campaign")
	}
	err := r.Home.CountInCampaign(name, e.Record, again)
	if errors.Is(err, ErrCounted) {
		again, err = r.askAgain(name, &e.Record, err)
		if err != nil || !again {
			return err
		}
		err = r.Home.CountInCampaign(name, e.Record, again)
	}
	if err == nil {
		r.Home.say("real.counted", name)
	}
	return err
}

// askCampaign asks in which campaign a round counts, and returns one without a name for none. It asks nothing if the
// round fits nowhere, or nobody is there.
func (r *RealTable) askCampaign(record chapters.Record) (match saves.CampaignMatch, err error) {
	t := r.Home.Person.Texts()
	matches := r.Home.MatchingCampaigns(record)
	if len(matches) == 0 {
		return match, nil
	}
	answers := []string{t.T("real.only")}
	for _, match := range matches {
		answers = append(answers, countAnswer(t, match))
	}
	answer, err := r.Typist.Ask(r.Home.Ctx, t.T("real.fits"), answers)
	if errors.Is(err, ErrNobodyToAsk) {
		return match, nil
	}
	if err != nil || answer <= 0 { // -1 if the person leaves the question
		return match, err
	}
	return matches[answer-1], nil
}

// askAgain tells as what a campaign has counted a round already, and asks whether it counts once more. If nobody is
// there, it returns counted, which tells the same, with the way to count the round once more.
func (r *RealTable) askAgain(name string, record *chapters.Record, counted error) (again bool, err error) {
	t := r.Home.Person.Texts()
	question := t.T("real.already", r.Home.countedAs(r.Home.Saves.List(), name, record))
	answer, err := r.Typist.Ask(r.Home.Ctx, question, []string{t.T("real.only"), t.T("real.again")})
	if errors.Is(err, ErrNobodyToAsk) {
		return false, say.Errorf("%w; with --again it counts once more", counted)
	}
	return answer == 1, err
}

// countAnswer returns the words for counting a round in a campaign. They say it if the campaign has counted the same
// round already.
func countAnswer(t *texts.Texts, match saves.CampaignMatch) string {
	if match.CountedAs != "" {
		return t.T("real.again.in", match.Name, match.CountedAs)
	}
	return t.T("real.count", match.Name)
}

// MatchingCampaigns returns the campaigns that can count a round played elsewhere as their next one: a round of their
// next chapter, at their table size. A campaign that has counted the same round already says so.
func (h *Home) MatchingCampaigns(record chapters.Record) (matches []saves.CampaignMatch) {
	list := h.Saves.List()
	for t := range list.Campaigns(h.Library) {
		if t.Err == nil && nextRound(t.Campaign, &record.Position) != nil {
			matches = append(matches, saves.CampaignMatch{Name: t.Name, CountedAs: h.countedAs(list, t.Name, &record)})
		}
	}
	return matches
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
// it was decided is lost. Without again, the error matches [ErrCounted] if the campaign has counted the same round
// already and could count it once more.
func (h *Home) CountInCampaign(name string, record chapters.Record, again bool) error {
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
	defer file.Home.Close()
	choice := nextRound(file.Home.Campaign(), &record.Position)
	counted := h.countedAs(h.Saves.List(), t.Name, &record)
	switch {
	case choice == nil && counted != "":
		return say.Errorf("campaign %s has already counted this round, as %s, and continues with another chapter",
			t.Name, counted)
	case choice == nil:
		return say.Errorf("campaign %s continues with another chapter, or another number of players", t.Name)
	case counted != "" && !again:
		return say.Errorf("campaign %s: %w, as %s", t.Name, ErrCounted, counted)
	}
	// People have played the round, not the players of the record.
	record.ID = ""
	record.PlayerNames = nil
	if err := file.Home.Begin(h.Ctx, choice, record); err != nil {
		return say.Errorf("campaign %s was not saved: %w", t.Name, err)
	}
	if !file.Home.TableView().Playing {
		return nil
	}
	err = file.Home.Propose(h.Ctx, file.Home.Look().Revision, table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		err = file.Home.GiveUp(h.Ctx)
	}
	return err
}
