package chapters

import "fellowship/tricks"

// logEvent adds an event to the log of the round.
func (g *Game) logEvent(e Event) {
	if eventKinds[e.Kind].card == noCard {
		e.Card = tricks.NoCard
	}
	g.events = append(g.events, e)
}

// Log returns the log as a player may know it: without the cards and threat numbers that only other
// players see. When the round is over nothing is left out.
func (g *Game) Log(player tricks.Seat) []Event { return observer{g, player}.log() }

// log returns the log as far as the player may know it.
func (o observer) log() []Event {
	g := o.game
	out := append(make([]Event, 0, len(g.events)), g.events...)
	if g.IsOver() {
		return out
	}
	// Cards that were played face down are turned up when their trick is complete (C15).
	completeTricks := len(g.history)
	for i := range out {
		e := &out[i]
		row := &eventKinds[e.Kind]
		isOther := g.deciderOf(e.Seat) != o.player
		hidden := false
		switch row.card {
		case byOwner:
			hidden = isOther
		case byBoth:
			hidden = isOther && g.deciderOf(e.Target) != o.player
		case byFace:
			hidden = isOther && completeTricks <= 0 && o.isFaceDown(e.Seat, e.Card)
		case noCard, byAll:
		}
		if hidden {
			e.Card = tricks.NoCard
		}
		if row.hasThreat && isOther && o.isThreatHidden(e.Seat) {
			e.Number = 0
		}
		if e.Kind == WonTrick {
			completeTricks--
		}
	}
	return out
}
