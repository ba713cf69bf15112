package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// observer sees a game from a seat, and does not tell what the player there may not know.
type observer struct {
	game *Game
	// player is the seat, [tricks.NoSeat] for what everybody knows.
	player tricks.Seat
}

// goals returns the statuses as the player knows them. A goal with a hidden threat number counts as
// open until it is met for good, because only that is announced by its owner (K: Unseen, C14). Mithril is
// applied afterwards, so that what it covers does not show whether a hidden goal has failed.
func (o observer) goals() []GoalStatus {
	statuses := judge{o.game}.statuses()
	for i := range statuses {
		if o.isGoalHidden(i) && statuses[i].Status != characters.Sealed {
			statuses[i].Status = characters.Open
		}
	}
	return mithril{o.game}.waive(statuses)
}

// isGoalHidden reports whether the player knows nothing about a goal but what its owner announces.
func (o observer) isGoalHidden(i int) bool {
	g := o.game
	if g.IsOver() || g.count.goals[i].rider {
		return false
	}
	s := g.count.goals[i].seat
	return g.seats[s].Threat != 0 && o.isThreatHidden(s) && g.deciderOf(s) != o.player
}

// isThreatHidden reports whether only the seat itself sees its threat number: with the Unseen, and in the
// Long Dark (S8). In solo there is nobody to hide it from.
func (o observer) isThreatHidden(s tricks.Seat) bool {
	g := o.game
	if g.start.Players == 1 {
		return false
	}
	rider := g.seats[s].Rider
	return g.chapter != nil && g.chapter.ThreatsHidden || rider != nil && rider.HidesThreat
}

// isFaceDown reports whether a seat plays a card face down. R1 is always played open (C15).
func (o observer) isFaceDown(s tricks.Seat, c tricks.Card) bool {
	return o.game.blindfolded.Contains(s) && c != tricks.OneRing
}

// isR1Known reports whether everybody knows who was dealt R1. In a draft the holder shows it by choosing
// first, or by taking the character that the holder has to take (S3). If the characters are dealt at
// random, the holder shows it by acting first, but only if nobody has that character (S7). In a position
// in stage play only that character shows it.
func (o observer) isR1Known() bool {
	g := o.game
	if g.chapter == nil || g.progress.R1 == tricks.NoSeat {
		return false
	}
	hasTaker := slices.ContainsFunc(g.seats, func(s seatState) bool {
		return s.Character != nil && s.Character.TakesR1
	})
	if len(g.progress.Order) > 0 {
		return !(g.chapter.CastByLot && hasTaker)
	}
	holder := g.seats[g.progress.R1].Character
	return g.stage == StagePlay && !g.chapter.CastByLot && holder != nil && holder.TakesR1
}
