package hunttest

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/tricks"
)

// player makes the decisions of a round at random, but prefers those that use special rules: it exchanges cards, takes
// lost cards, uses Sting, names other leaders, and does not follow suit where that is allowed. Each seat has its own
// manner of play. Therefore in some rounds a seat wins nearly all tricks, or none, which hardly ever happens in random
// play.
type player struct {
	*rand.Rand
	manner [tricks.MaxSeats]manner
}

// manner is the way in which a seat chooses its cards.
type manner int

const (
	// randomly chooses any card.
	randomly manner = iota
	// highest mostly chooses the card of the highest rank.
	highest
	// lowest mostly chooses the card of the lowest rank.
	lowest
	numManners
)

// newPlayer returns a player with a random manner for each seat.
func newPlayer(rng *rand.Rand) *player {
	p := &player{Rand: rng}
	for s := range p.manner {
		p.manner[s] = manner(rng.IntN(int(numManners)))
	}
	return p
}

// finish plays a round to its end.
func (p *player) finish(g *chapters.Game) {
	for !g.IsOver() {
		p.decide(g)
	}
}

// AnySetup makes random decisions up to the first trick and returns the round before it.
func (c *Case) AnySetup(g *chapters.Game) *chapters.Game {
	g = g.Clone()
	p := newPlayer(c.Rand)
	for g.Stage() != chapters.StagePlay {
		p.decide(g)
	}
	return g
}

// decide makes the decision that is due.
func (p *player) decide(g *chapters.Game) {
	if err := g.Apply(p.choose(g, g.Options())); err != nil {
		panic(err) // the game has offered the decision itself
	}
}

// choose picks one of the decisions that are offered.
func (p *player) choose(g *chapters.Game, options []chapters.Decision) chapters.Decision {
	matching := func(holds func(chapters.Decision) bool) (list []chapters.Decision) {
		for _, d := range options {
			if holds(d) {
				list = append(list, d)
			}
		}
		return list
	}
	prefer := func(list []chapters.Decision) chapters.Decision {
		if len(list) == 0 {
			list = options
		}
		return Pick(p.Rand, list)
	}
	switch g.Due().Kind {
	case chapters.Exchange:
		declined := func(d chapters.Decision) bool { return d.Target == tricks.NoSeat }
		made := matching(func(d chapters.Decision) bool { return !declined(d) })
		switch choice := p.IntN(8); {
		case choice == 0:
			return prefer(matching(declined))
		case choice > 2:
			return prefer(made)
		case len(made) > 0:
			return made[0] // the lowest card: a search may confuse it with a card that comes back
		}
	case chapters.Return:
		if p.IntN(2) > 0 {
			return prefer(matching(func(d chapters.Decision) bool { return d.Card != g.State().Passed }))
		}
	case chapters.TakeLost:
		if p.IntN(4) > 0 {
			return prefer(matching(func(d chapters.Decision) bool { return d.Word == chapters.Yes }))
		}
	case chapters.TakeBack:
		if p.IntN(4) > 0 {
			return prefer(matching(func(d chapters.Decision) bool { return d.Word == chapters.No }))
		}
	case chapters.Swap:
		use := p.IntN(3) == 0
		return prefer(matching(func(d chapters.Decision) bool { return (d.Target != tricks.NoSeat) == use }))
	case chapters.NameLeader:
		if p.IntN(4) > 0 {
			return prefer(matching(func(d chapters.Decision) bool { return d.Target != d.Seat }))
		}
	case chapters.PlayCard:
		return p.play(g, options)
	default:
	}
	return Pick(p.Rand, options)
}

// play picks a card by the manner of its seat.
func (p *player) play(g *chapters.Game, options []chapters.Decision) chapters.Decision {
	s := g.State()
	seat := options[0].Seat
	if free := s.Table.Free | s.Table.FreeOnce; free.Contains(seat) && s.Led != tricks.NoSuit && p.IntN(2) == 0 {
		var offSuit []chapters.Decision
		for _, d := range options {
			if d.Card.Suit() != s.Led {
				offSuit = append(offSuit, d)
			}
		}
		if len(offSuit) > 0 {
			options = offSuit
		}
	}
	if p.manner[seat] == randomly || p.IntN(4) == 0 {
		return Pick(p.Rand, options)
	}
	best := Pick(p.Rand, options)
	for _, d := range options {
		value := func(d chapters.Decision) int {
			if d.ToWin {
				return 10
			}
			return d.Card.Rank()
		}
		higher := value(d) - value(best)
		if p.manner[seat] == highest && higher > 0 || p.manner[seat] == lowest && higher < 0 {
			best = d
		}
	}
	return best
}
