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

// judge tells how the goals of a round stand (S12).
type judge struct{ game *Game }

// Statuses returns every goal's status (S12), judged by common knowledge. It is nil before play. A
// character's goal that has failed is waived as long as it is the only one and Mithril can cover it.
func (g *Game) Statuses() []GoalStatus { return mithril{g}.waive(judge{g}.statuses()) }

// statuses returns every goal's status without regard to Mithril.
func (j judge) statuses() []GoalStatus {
	if j.game.stage != StagePlay {
		return nil
	}
	if !j.game.state.IsOver {
		j.settle()
	}
	return j.current()
}

// current returns every goal's status: the one that the last tricks have settled (see
// judge.settle), else the one that follows from the goal's own count.
func (j judge) current() []GoalStatus {
	g := j.game
	outlook := j.outlook()
	out := make([]GoalStatus, len(g.count.goals))
	for i := range g.count.goals {
		goal := &g.count.goals[i]
		out[i] = GoalStatus{Seat: goal.seat, Status: goal.checker.Status(g.count.score.values(goal), &outlook)}
		if fate := g.count.fates[i]; fate != characters.Open {
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

// isFallen reports whether a trick fell short of the Balrog and nothing covers that. The round is lost
// then (C14).
func (j judge) isFallen() bool {
	g := j.game
	return g.state.Short && !mithril{g}.coversSums()
}

// isSpared reports whether a trick fell short of the Balrog and Mithril covers that (C14).
func (j judge) isSpared() bool {
	g := j.game
	return g.state.Short && mithril{g}.coversSums()
}

// outlook returns what everybody knows about the cards that are still to be won.
func (j judge) outlook() characters.Outlook {
	g := j.game
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
	if (sting{g}).mayUseLater() {
		o.Unplayed |= tricks.SetOf(g.lost...) // Sting may bring a lost card back (L5)
	}
	return o
}
