package hunttest

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// player makes the decisions of a round by chance, but uses what there is to use: it exchanges real cards, takes
// what is lost, uses Sting, names other leaders, and need not follow suit where it need not. Each seat has a manner of
// its own, so that some rounds have a seat that wins nearly all tricks, or none, which random play hardly ever brings.
type player struct {
	*rand.Rand
	manner [tricks.MaxSeats]manner
}

type manner int

const (
	anyhow manner = iota
	high
	low
	manners
)

func newPlayer(rng *rand.Rand) *player {
	p := &player{Rand: rng}
	for s := range p.manner {
		p.manner[s] = manner(rng.IntN(int(manners)))
	}
	return p
}

// finish plays a round to its end.
func (p *player) finish(g *chapters.Game) {
	for !g.IsOver() {
		p.decide(g)
	}
}

// AnySetup makes the decisions of a setup by chance and returns the round before its first trick.
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
		panic(err) // the game itself has offered it
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
			return made[0] // the lowest card: a search may take it for one that comes back
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

// play picks a card after the manner of its seat.
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
	if p.manner[seat] == anyhow || p.IntN(4) == 0 {
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
		if better := value(d) - value(best); p.manner[seat] == high && better > 0 ||
			p.manner[seat] == low && better < 0 {
			best = d
		}
	}
	return best
}

// Specials lists what a finished round has used that is special, each in a word or two.
func Specials(g *chapters.Game) map[string]bool {
	used := map[string]bool{}
	start := g.Start()
	s := g.State()
	tell := func(label string, present bool) {
		if present {
			used[label] = true
		}
	}
	tell("pyramid", start.Players == 2)
	tell("solo", start.Players == 1)
	tell("draw pile", len(start.Pile) > 0)
	for seat := range start.Hands {
		tell("extra at the pyramid", start.Hands[seat].Extra != 0)
	}
	usedInSetup(g, tell)
	for seat := range tricks.Seat(g.Seats()) {
		first, last := s.Table.First[seat], s.Table.Last[seat]
		tell("put into the first trick", first != tricks.NoCard)
		tell("set aside for the last trick", last != tricks.NoCard)
		tell("cards stay over", s.Held[seat] != 0)
		if c := g.Character(seat); c != nil {
			tell("counts for another", c.CountsFor != nil)
			tell("burdened side", c.Burdened)
		}
	}
	usedInTricks(g, tell)
	for _, goal := range g.Goals() {
		tell("rider", goal.Rider)
	}
	covered := false
	for _, status := range g.Statuses() {
		covered = covered || status.Status == characters.Waived
	}
	tell("Mithril covers a goal", covered)
	tell("Mithril covers sums", s.Short && s.WaivesSums)
	return used
}

// usedInSetup tells what the decisions of a round used.
func usedInSetup(g *chapters.Game, tell func(label string, present bool)) {
	away, most := 0, 0
	passed := tricks.NoCard
	swapped := false
	for _, d := range g.Decisions() {
		switch d.Kind {
		case chapters.Exchange:
			tell("exchange declined", d.Target == tricks.NoSeat)
			tell("exchange with the lost card", d.Target == chapters.LostCard)
			if d.Target >= 0 {
				away++
				passed = d.Card
			}
		case chapters.Return:
			tell("the same card comes back", away == 1 && d.Card == passed)
			tell("another card comes back", away == 1 && d.Card != passed)
			tell("Sting brings another card", swapped && d.Card != passed)
			most = max(most, away)
			away = 0
		case chapters.Give:
			tell("card given away", true)
		case chapters.Threat:
			tell("threat chosen", true)
		case chapters.Redraw:
			tell("threat redrawn", d.Word == chapters.Yes)
		case chapters.Declare:
			tell("declared "+d.Word, true)
		case chapters.Range:
			tell("the Sword", true)
		case chapters.TakeLost:
			tell("lost cards "+map[string]string{chapters.Yes: "taken", chapters.No: "left"}[d.Word], true)
		case chapters.Tuck:
			tell("tucked in setup", true)
		case chapters.KeepLast, chapters.PutFirst:
			tell("set aside in setup", true)
		case chapters.TakeBack:
			tell("tucked card comes back", d.Word == chapters.Yes)
		case chapters.NameLeader:
			tell("another leader named", d.Target != d.Seat)
		case chapters.Swap:
			tell("Sting with the lost card", d.Target == chapters.LostCard)
			tell("Sting with who took it", d.Target >= 0)
			passed = d.Card
			swapped = swapped || d.Target >= 0
		default:
		}
	}
	tell("two cards on their way", most >= 2)
	tell("three cards on their way", most >= 3)
}

// usedInTricks tells what the tricks of a round used.
func usedInTricks(g *chapters.Game, tell func(label string, present bool)) {
	s := g.State()
	table := s.Table
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard && d.Card == tricks.OneRing {
			tell("R1 to win", d.ToWin)
			tell("R1 not to win", !d.ToWin)
		}
	}
	for n, t := range g.History() {
		led := t.Card[t.Leader].Suit()
		tell("Willow takes a trick", t.Winner == tricks.NoSeat)
		tell("seat sits out", table.Playing(n).Len() < g.Seats())
		for seat := range tricks.Seat(g.Seats()) {
			if !table.Playing(n).Contains(seat) {
				continue
			}
			other := t.Card[seat].Suit() != led
			tell("need not follow", table.Free.Contains(seat) && other)
			tell("Glamdring", table.FreeOnce.Contains(seat) && n == 0 && other)
		}
		if t.Winner != tricks.NoSeat {
			tell("trump wins",
				table.Trump != tricks.NoSuit && led != table.Trump && t.Card[t.Winner].Suit() == table.Trump)
		}
	}
	tell("Balrog", len(table.Balrog) > 0)
}
