package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// GoalStatus tells the state of one goal. Rider is set for the goal of a special Black Rider,
// Character for all others.
type GoalStatus struct {
	Seat      tricks.Seat       `json:"seat"`
	Character string            `json:"character,omitempty"`
	Rider     string            `json:"rider,omitempty"`
	Status    characters.Status `json:"status"`
}

// Statuses returns every goal's status (S12), from common knowledge. It is nil before play. If a
// single goal has failed and Mithril can cover it, that one is waived. It is failed as soon as a
// second one is.
func (g *Game) Statuses() []GoalStatus { return g.waive(g.judge()) }

// judge returns every goal's status, Mithril left aside.
func (g *Game) judge() []GoalStatus {
	if g.stage != StagePlay {
		return nil
	}
	if !g.state.IsOver {
		g.settle()
	}
	return g.goalStatuses()
}

// goalStatuses returns every goal's status: what an ending has settled, else by its own count.
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

// waive lets Mithril cover the one goal that failed, unless it has to cover the Bridge (C14).
func (g *Game) waive(out []GoalStatus) []GoalStatus {
	failed, broken := -1, 0
	for i := range out {
		if out[i].Status == characters.Failed {
			failed = i
			broken++
		}
	}
	if broken == 1 && !g.goals[failed].rider && !g.state.Short && g.waiver() != tricks.NoSeat {
		out[failed].Status = characters.Waived
	}
	return out
}

// waiver returns the seat whose gift lets one character's goal count as met
// (Mithril), NoSeat if nobody has it or its one use is spent.
func (g *Game) waiver() tricks.Seat {
	if g.start.MithrilUsed {
		return tricks.NoSeat
	}
	return g.seatWhere(func(s tricks.Seat) bool { return g.seats[s].hasEffect(characters.WaiveGoal) })
}

// waivesSums reports whether Mithril can cover tricks that fall short of the Balrog,
// all of them, in the place of a goal (C14).
func (g *Game) waivesSums() bool {
	return g.chapter != nil && g.chapter.Side != nil && g.chapter.Side.Waivable && g.waiver() != tricks.NoSeat
}

// fallen reports whether a trick fell short of the Balrog and nothing can cover
// that, so that the round is lost (C14).
func (g *Game) fallen() bool { return g.state.Short && !g.waivesSums() }

// spared reports whether a trick fell short of the Balrog and Mithril covers that (C14).
func (g *Game) spared() bool { return g.state.Short && g.waivesSums() }

// outlook is the common knowledge of the cards still to come.
func (g *Game) outlook() characters.Outlook {
	o := characters.Outlook{Tricks: len(g.history), IsOver: g.state.IsOver, Held: g.state.Held, Unplayed: g.state.Trick}
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
	// The rest of such a deck lies face down. As far as anybody knows those cards may be
	// in the hands (C6).
	for _, c := range g.sideCards(TakenInSetup) {
		o.Unplayed |= c.Bit()
	}
	for _, t := range g.history {
		o.Unplayed &^= t.Cards
	}
	if g.maySwapLater() {
		o.Unplayed |= tricks.SetOf(g.lost...) // Sting may bring it back (L5)
	}
	return o
}
