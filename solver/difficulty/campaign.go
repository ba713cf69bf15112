package difficulty

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/solver/players"
)

// Attempts is a long chapter played from its first round on, twice: after a lost
// round the group keeps what it has completed, or starts the chapter again (L3).
// Up to the first such choice both are the same.
type Attempts struct {
	// Clean says that the chapter was won without a lost round.
	Clean bool `json:"clean"`
	// Keep and Restart are the rounds that were needed, 0 for more than MaxRounds.
	Keep    int `json:"keep"`
	Restart int `json:"restart"`
}

// MaxRounds is the most rounds of one campaign. Players that start again after every
// lost round may never come to an end.
const MaxRounds = 40

// attempt is a campaign of one chapter on its way.
type attempt struct {
	*measurer
	Unit
	campaign *campaign.Campaign
	chapter  *chapters.Chapter
	player   players.Player
	rounds   int
	lost     int
}

// attempts plays a chapter of a unit in both ways.
func (m *measurer) attempts(ctx context.Context, u Unit) (*Attempts, error) {
	begun, err := campaign.New(m.lib, u.Players, 0)
	if err != nil {
		return nil, err
	}
	begun.RoadOpen = true
	chapter, err := m.lib.Chapter(u.Chapter)
	if err != nil {
		return nil, err
	}
	player, err := players.New(m.campaignBy)
	if err != nil {
		return nil, err
	}
	keep := &attempt{measurer: m, Unit: u, campaign: begun, chapter: chapter, player: player}
	for !keep.over() && !keep.mustChoose() {
		if err := keep.round(ctx, ""); err != nil {
			return nil, err
		}
	}
	again := keep.clone()
	for _, rest := range []struct {
		*attempt
		after campaign.After
	}{{keep, campaign.Keep}, {again, campaign.Restart}} {
		for !rest.over() {
			if err := rest.round(ctx, rest.after); err != nil {
				return nil, err
			}
		}
	}
	return &Attempts{Clean: keep.done() && keep.lost == 0, Keep: keep.needed(), Restart: again.needed()}, nil
}

func (a *attempt) progress() *campaign.Progress { return a.campaign.At(a.Chapter, a.Players) }

func (a *attempt) done() bool {
	p := a.progress()
	return p != nil && p.Done()
}

func (a *attempt) over() bool { return a.done() || a.rounds >= MaxRounds }

// mustChoose reports whether the group has to choose after a lost round (L3).
func (a *attempt) mustChoose() bool {
	p := a.progress()
	return p != nil && p.Failed
}

func (a *attempt) needed() int {
	if a.done() {
		return a.rounds
	}
	return 0
}

// clone returns an attempt that goes on on its own.
func (a *attempt) clone() *attempt {
	out, copied := *a, *a.campaign
	copied.Progress = slices.Clone(copied.Progress)
	out.campaign = &copied
	return &out
}

// round plays the next round. After says what to do if the last one was lost.
func (a *attempt) round(ctx context.Context, after campaign.After) error {
	if !a.mustChoose() {
		after = ""
	}
	choice := campaign.Choice{
		Chapter: a.Chapter, Players: a.Players, After: after,
		Seed: a.Number*MaxRounds + uint64(a.rounds), // no two rounds are dealt alike
	}
	variant := a.variant(after == campaign.Restart)
	if a.chapter.VariantKind() == "group" {
		choice.Group = variant
	} else {
		choice.Event = variant
	}
	pos, err := a.campaign.Next(choice)
	if err != nil {
		return err
	}
	g, err := a.lib.NewGame(pos)
	if err != nil {
		return err
	}
	if _, err := play(ctx, g, a.player, choice.Seed, nil); err != nil {
		return err
	}
	outcome := campaign.OutcomeOf(a.campaign.Number(), g, "-")
	if _, err := a.campaign.Record(outcome); err != nil {
		return err
	}
	a.rounds++
	if !outcome.Won {
		a.lost++
	}
	return nil
}

// variant chooses the event or group of the next round (C14, C18): the last one as soon as it
// may be played, else one that was not won yet, else one that may be played again.
func (a *attempt) variant(anew bool) string {
	p := a.progress()
	if p == nil || anew {
		for _, v := range a.chapter.Variants() {
			if !v.Last {
				return v.ID
			}
		}
		return ""
	}
	best, most := "", -1
	for _, o := range p.Options() {
		worth := 0
		switch {
		case o.Err != nil:
			continue
		case o.Last:
			worth = 2
		case !slices.Contains(p.EventsDone, o.ID) && !slices.Contains(p.GroupsDone, o.ID):
			worth = 1
		}
		if worth > most {
			best, most = o.ID, worth
		}
	}
	return best
}
