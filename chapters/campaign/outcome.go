package campaign

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// Outcome is how a round of a campaign ended.
type Outcome struct {
	// Round is the number of the round.
	Round int
	// Won reports whether the round was won.
	Won bool
	// Taken is the ids of the characters that took part.
	Taken []string
	// Waived reports whether Mithril covered a goal or the sum of the Bridge.
	Waived bool
	// Rider reports whether a character carried the rider of the Road.
	Rider bool
	// Helped reports whether somebody asked for a hint or for other help in the round.
	Helped bool
	// Undone reports whether something was taken back in the round.
	Undone bool
	// Date is the day, such as 2026-11-21, for the chapter book.
	Date string
}

// OutcomeOf returns how a game ended. The game is over, was ended early (T11), or was given up: then its
// result is open, which counts as lost. Round is the number of the round.
func OutcomeOf(round int, g *chapters.Game, date string) Outcome {
	o := Outcome{Round: round, Won: g.Result() == chapters.Won, Date: date}
	view := g.View(tricks.NoSeat)
	for _, seat := range view.Seats {
		if seat.Character != nil {
			o.Taken = append(o.Taken, seat.Character.ID)
		}
		o.Rider = o.Rider || g.Start().Rider != "" && seat.Rider != nil
	}
	hasWaived := slices.ContainsFunc(g.Statuses(), func(s chapters.GoalStatus) bool {
		return s.Status == characters.Waived
	})
	o.Waived = o.Won && (view.Spared || hasWaived)
	return o
}

// Record adds the outcome of the round that is being played. If that round was recorded before, it returns
// false and changes nothing, so a program that was interrupted can record the round again.
func (c *Campaign) Record(o Outcome) (bool, error) {
	switch n := c.RoundNumber(); {
	case o.Round >= 1 && o.Round < n:
		return false, nil
	case o.Round != n || c.Playing == nil:
		return false, say.Errorf("round %d was not begun: the next is round %d", o.Round, n)
	}
	playing := c.Playing
	p := *c.ProgressOf(playing.Chapter, playing.Players)
	p.Rounds++
	p.Helped = p.Helped || o.Won && o.Helped
	p.Undone = p.Undone || o.Won && o.Undone
	if o.Won {
		p.addWin(playing, o)
	} else {
		p.Lost++
		// If there is nothing to keep, there is nothing to choose (L3).
		p.Failed = p.hasResultsToKeep()
	}
	c.setProgress(&p)
	c.Playing = nil
	return true, nil
}

// addWin adds the results of a won round (L1, L2, L5).
func (p *Progress) addWin(playing *Playing, o Outcome) {
	if p.chapter.Long {
		p.addLongWin(playing, o)
	} else {
		p.Cleared = true
	}
	p.countWon(o.Date)
}

// countWon notes how the chapter was won if it is won now, and for the first time also the day and the number of
// rounds.
func (p *Progress) countWon(date string) {
	if !p.Done() {
		return
	}
	p.Unaided = p.Unaided || !p.Helped
	p.Straight = p.Straight || !p.Undone
	if p.Won == "" {
		p.Won = date
		p.WonIn = p.Rounds
		p.First = p.Lost == 0
	}
}

// CountWonRoads counts the Roads that are won, but were not counted by a program that asked for the rider of a Road
// although nobody may carry it (L5). date is the day that the book shows for them, such as 2026-11-21.
func (c *Campaign) CountWonRoads(date string) {
	for _, p := range c.Progress {
		if p.isWonWithoutRider() {
			p.countWon(date)
		}
	}
}

// addLongWin adds the results of a won round of a long chapter: the characters, the event and the group
// that were completed, and whether Mithril and the rider were used.
func (p *Progress) addLongWin(playing *Playing, o Outcome) {
	add := func(list []string, id string, completable []string) []string {
		if id == "" || slices.Contains(list, id) || !slices.Contains(completable, id) {
			return list
		}
		return append(slices.Clip(list), id)
	}
	completable := p.completable()
	for _, id := range o.Taken {
		p.Completed = add(p.Completed, id, completable)
	}
	p.Completed = slices.SortedFunc(slices.Values(p.Completed), func(a, b string) int {
		return slices.Index(completable, a) - slices.Index(completable, b)
	})
	p.GroupsDone = add(p.GroupsDone, playing.Group, chapters.VariantIDs(p.chapter.Groups))
	// The last event is done only if all characters are completed with it (C14).
	if v := p.chapter.Variant(playing.Event); v != nil && (!v.Last || len(p.Remaining()) == 0) {
		p.EventsDone = add(p.EventsDone, playing.Event, chapters.VariantIDs(p.chapter.Events))
	}
	p.MithrilUsed = p.MithrilUsed || o.Waived
	p.RiderDone = p.RiderDone || playing.Rider && o.Rider
}
