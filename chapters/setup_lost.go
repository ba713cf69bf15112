package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// lostCards are the lost cards on the table (S2), and how they come into hands in setup.
type lostCards struct{ game *Game }

// take adds the lost cards on the table to a character's hand (Gandalf). If that is optional (L5), it
// makes the decision whether to take them due, and returns true.
func (l lostCards) take(s tricks.Seat) (waiting bool) {
	g := l.game
	if len(g.lost) == 0 {
		return false
	}
	if g.chapter.OptionalLost {
		return setup{g}.askOnce(TakeLost, s)
	}
	l.gain(s)
	return false
}

// gain adds the lost cards to a seat's hand.
func (l lostCards) gain(s tricks.Seat) {
	g := l.game
	for _, c := range g.lost {
		g.seats[s].gain(c)
		g.logEvent(Event{Kind: TookLost, Seat: s, Card: c})
	}
	g.lost = nil
	g.progress.TookLost = s
}

func applyTakeLost(g *Game, d Decision) {
	if d.Word == Yes {
		lostCards{g}.gain(d.Seat)
	} else {
		g.logEvent(Event{Kind: Declined, Seat: d.Seat, Target: LostCard})
	}
}

// swap exchanges a card of a hand with the first lost card (Galadriel). Everybody sees both cards (S2).
func (l lostCards) swap(s tricks.Seat, c tricks.Card) {
	g := l.game
	in := g.lost[0]
	g.seats[s].replace(c, in)
	g.lost[0] = c
	g.progress.TookLost = s
	g.logEvent(Event{Kind: TookLost, Seat: s, Card: in})
	g.logEvent(Event{Kind: SwappedLost, Seat: s, Card: c})
}

// mayMove reports whether a character in play may yet take or swap the lost card (S8).
func (l lostCards) mayMove() bool {
	g := l.game
	return sting{g}.owner() != tricks.NoSeat || setup{g}.hasUpcoming(func(s tricks.Seat, a *characters.Action) bool {
		return a.Kind == characters.TakeLost || a.Lost && exchanges{g}.mayStart(s)
	})
}
