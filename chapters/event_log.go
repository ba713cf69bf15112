package chapters

import "fellowship/tricks"

func (g *Game) logEvent(e Event) {
	if eventKinds[e.Kind].card == noCard {
		e.Card = tricks.NoCard
	}
	g.events = append(g.events, e)
}

// Log returns the log as a player may know it: without the cards and threat numbers that only others
// see. When the round is over it tells everything.
func (g *Game) Log(player tricks.Seat) []Event {
	out := append(make([]Event, 0, len(g.events)), g.events...)
	complete := len(g.history) // tricks, whose cards everybody may know (C15)
	for i := range out {
		e := &out[i]
		row := &eventKinds[e.Kind]
		hidden := false
		other := g.deciderOf(e.Seat) != player
		switch row.card {
		case byOwner:
			hidden = other
		case byBoth:
			hidden = other && g.deciderOf(e.Target) != player
		case byFace:
			hidden = other && complete <= 0 && g.isFaceDown(e.Seat, e.Card)
		case noCard, byAll:
		}
		if row.threat && other && !g.IsOver() && g.threatHidden(e.Seat) {
			e.Number = 0
		}
		if e.Kind == WonTrick {
			complete--
		}
		if hidden && !g.IsOver() {
			e.Card = tricks.NoCard
		}
	}
	return out
}
