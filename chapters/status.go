package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// GoalStatus is the status of one goal (S12).
type GoalStatus struct {
	Seat tricks.Seat `json:"seat"`
	// Character is the id of the character whose goal this is, "" for the goal of a rider.
	Character string `json:"character,omitempty"`
	// Rider is the id of the special Black Rider whose goal this is, "" for the goal of a character.
	Rider  string            `json:"rider,omitempty"`
	Status characters.Status `json:"status"`
}

// Statuses returns every goal's status (S12), judged by common knowledge. It is nil before play. A
// character's goal that has failed is waived as long as it is the only one and Mithril can cover it.
func (g *Game) Statuses() []GoalStatus { return g.waive(g.judge()) }

// judge returns every goal's status without regard to Mithril.
func (g *Game) judge() []GoalStatus {
	if g.stage != StagePlay {
		return nil
	}
	if !g.state.IsOver {
		g.settle()
	}
	return g.goalStatuses()
}

// goalStatuses returns every goal's status: the one that the last tricks have settled (see
// [Game.settle]), else the one that follows from the goal's own count.
func (g *Game) goalStatuses() []GoalStatus {
	outlook := g.outlook()
	out := make([]GoalStatus, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		out[i] = GoalStatus{Seat: goal.seat, Status: goal.checker.Status(g.score.values(goal), &outlook)}
		if fate := g.fates[i]; fate != characters.Open {
			out[i].Status = fate
		}
		if goal.rider {
			out[i].Rider = g.seats[goal.seat].Rider.ID
		} else {
			out[i].Character = g.seats[goal.seat].Character.ID
		}
	}
	return out
}

// waive changes the status of a goal that Mithril covers: the only one that has failed, if it is a
// character's. Mithril cannot do that if it has to cover the sum of the Bridge (C14).
func (g *Game) waive(statuses []GoalStatus) []GoalStatus {
	lastFailed := -1
	failures := 0
	for i := range statuses {
		if statuses[i].Status == characters.Failed {
			lastFailed = i
			failures++
		}
	}
	if failures == 1 && !g.goals[lastFailed].rider && !g.state.Short && g.waiver() != tricks.NoSeat {
		statuses[lastFailed].Status = characters.Waived
	}
	return statuses
}

// waiver returns the seat whose gift lets one character's goal count as met (Mithril), NoSeat if nobody
// has it or its one use is spent.
func (g *Game) waiver() tricks.Seat {
	if g.start.MithrilUsed {
		return tricks.NoSeat
	}
	return g.seats.find(func(s tricks.Seat) bool { return g.seats[s].hasEffect(characters.WaiveGoal) })
}

// waivesSums reports whether Mithril can cover all tricks that fall short of the Balrog instead of a
// goal (C14).
func (g *Game) waivesSums() bool {
	return g.chapter != nil && g.chapter.Side != nil && g.chapter.Side.Waivable && g.waiver() != tricks.NoSeat
}

// fallen reports whether a trick fell short of the Balrog and nothing covers that. The round is lost
// then (C14).
func (g *Game) fallen() bool { return g.state.Short && !g.waivesSums() }

// spared reports whether a trick fell short of the Balrog and Mithril covers that (C14).
func (g *Game) spared() bool { return g.state.Short && g.waivesSums() }

// outlook returns what everybody knows about the cards that are still to be won.
func (g *Game) outlook() characters.Outlook {
	o := characters.Outlook{
		Tricks:   len(g.history),
		IsOver:   g.state.IsOver,
		Held:     g.state.Held,
		Unplayed: g.state.Trick,
	}
	for s := range g.seats {
		o.Unplayed |= g.state.Held[s]
	}
	switch {
	case g.state.IsOver:
		o.Unplayed = 0
		return o
	case g.state.Led != tricks.NoSuit:
		o.Leaders = g.state.Leader.Bit()
		o.Led = g.state.Card[g.state.Leader].Bit()
	case g.state.Naming:
		o.Leaders = g.table.Holding(&g.state)
	default:
		o.Leaders = g.state.Leader.Bit()
	}
	// The cards that remain in a deck that is taken in setup lie face down. As far as anybody knows
	// they may be in the hands (C6).
	for _, c := range g.sideCards(TakenInSetup) {
		o.Unplayed |= c.Bit()
	}
	for _, t := range g.history {
		o.Unplayed &^= t.Cards
	}
	if g.maySwapLater() {
		o.Unplayed |= tricks.SetOf(g.lost...) // Sting may bring a lost card back (L5)
	}
	return o
}
