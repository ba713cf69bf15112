package hunttest

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters"
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

// Specials returns labels, a few words each, for the special rules that a finished round has used.
func Specials(g *chapters.Game) map[string]bool {
	used := map[string]bool{}
	start := g.Start()
	s := g.State()
	note := func(label string, present bool) {
		if present {
			used[label] = true
		}
	}
	note("pyramid", start.Players == 2)
	note("solo", start.Players == 1)
	note("draw pile", len(start.Pile) > 0)
	for seat := range start.Hands {
		note("extra at the pyramid", start.Hands[seat].Extra != 0)
	}
	usedInSetup(g, note)
	for seat := range tricks.Seat(g.Seats()) {
		first, last := s.Table.First[seat], s.Table.Last[seat]
		note("put into the first trick", first != tricks.NoCard)
		note("set aside for the last trick", last != tricks.NoCard)
		note("cards stay over", s.Held[seat] != 0)
		if c := g.Character(seat); c != nil {
			note("counts for another", c.CountsFor != nil)
			note("burdened side", c.Burdened)
		}
	}
	usedInTricks(g, note)
	for _, goal := range g.Goals() {
		note("rider", goal.Rider)
	}
	covered := false
	for _, status := range g.Statuses() {
		covered = covered || status.Status == characters.Waived
	}
	note("Mithril covers a goal", covered)
	note("Mithril covers sums", s.Short && s.WaivesSums)
	return used
}

// usedInSetup notes the special rules that the decisions of a round have used, in setup and between tricks.
func usedInSetup(g *chapters.Game, note func(label string, present bool)) {
	onTheWay, most := 0, 0
	passed := tricks.NoCard
	swapped := false
	for _, d := range g.Decisions() {
		switch d.Kind {
		case chapters.Exchange:
			note("exchange declined", d.Target == tricks.NoSeat)
			note("exchange with the lost card", d.Target == chapters.LostCard)
			if d.Target >= 0 {
				onTheWay++
				passed = d.Card
			}
		case chapters.Return:
			note("the same card comes back", onTheWay == 1 && d.Card == passed)
			note("another card comes back", onTheWay == 1 && d.Card != passed)
			note("Sting brings another card", swapped && d.Card != passed)
			most = max(most, onTheWay)
			onTheWay = 0
		case chapters.Give:
			note("card given away", true)
		case chapters.Threat:
			note("threat chosen", true)
		case chapters.Redraw:
			note("threat redrawn", d.Word == chapters.Yes)
		case chapters.Declare:
			note("declared "+d.Word, true)
		case chapters.Range:
			note("the Sword", true)
		case chapters.TakeLost:
			note("lost cards "+map[string]string{chapters.Yes: "taken", chapters.No: "left"}[d.Word], true)
		case chapters.Tuck:
			note("tucked in setup", true)
		case chapters.KeepLast, chapters.PutFirst:
			note("set aside in setup", true)
		case chapters.TakeBack:
			note("tucked card comes back", d.Word == chapters.Yes)
		case chapters.NameLeader:
			note("another leader named", d.Target != d.Seat)
		case chapters.Swap:
			note("Sting with the lost card", d.Target == chapters.LostCard)
			note("Sting with who took it", d.Target >= 0)
			passed = d.Card
			swapped = swapped || d.Target >= 0
		default:
		}
	}
	note("two cards on their way", most >= 2)
	note("three cards on their way", most >= 3)
}

// usedInTricks notes the special rules that the tricks of a round have used.
func usedInTricks(g *chapters.Game, note func(label string, present bool)) {
	s := g.State()
	table := s.Table
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard && d.Card == tricks.OneRing {
			note("R1 to win", d.ToWin)
			note("R1 not to win", !d.ToWin)
		}
	}
	for n, t := range g.History() {
		led := t.Card[t.Leader].Suit()
		note("Willow takes a trick", t.Winner == tricks.NoSeat)
		note("seat sits out", table.Playing(n).Len() < g.Seats())
		for seat := range tricks.Seat(g.Seats()) {
			if !table.Playing(n).Contains(seat) {
				continue
			}
			other := t.Card[seat].Suit() != led
			note("need not follow", table.Free.Contains(seat) && other)
			note("Glamdring", table.FreeOnce.Contains(seat) && n == 0 && other)
		}
		if t.Winner != tricks.NoSeat {
			note("trump wins",
				table.Trump != tricks.NoSuit && led != table.Trump && t.Card[t.Winner].Suit() == table.Trump)
		}
	}
	note("Balrog", len(table.Balrog) > 0)
}
