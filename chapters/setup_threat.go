package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// draw takes the next number of the threat deck for a character (S8). A number that the lost card
// makes impossible for its owner is set aside, unless somebody in play may yet take that card: Sam
// does not keep 3 while H3 lies lost. If the deck runs out, what was set aside is drawn from.
func (g *Game) draw(s tricks.Seat) int {
	for len(g.threats) > 0 && g.lostForbids(s, g.threats[0]) {
		g.reject(s, g.threats[0], impossible)
		g.threats = g.threats[1:]
	}
	if len(g.threats) == 0 {
		g.threats, g.at.Rejected = g.at.Rejected, nil
	}
	n := g.threats[0]
	g.threats = g.threats[1:]
	return n
}

// reject sets a threat number aside for the round (S8).
func (g *Game) reject(s tricks.Seat, n int, reason string) {
	g.log(Event{Kind: RejectedThreat, Seat: s, Number: n, Say: reason})
	g.at.Rejected = append(slices.Clip(g.at.Rejected), n)
}

// Hopeless reports whether in setup a character's goal can never be met any more, whatever anybody
// chooses: the lost card forbids it, which nobody can take (S8), and nothing covers it.
func (g *Game) Hopeless() bool {
	return g.stage == StageSetup && len(g.lost) > 0 && g.waiver() == tricks.NoSeat && g.seatWhere(func(s tricks.Seat) bool {
		seat := &g.seats[s]
		return seat.Threat != 0 && seat.Character.Goal.NeedsThreat(seat.Range) && (g.wait.Kind != Redraw || g.wait.Seat != s) && g.lostForbids(s, seat.Threat)
	}) != tricks.NoSeat
}

// lostForbids reports whether the lost card makes a threat number impossible for a seat (S8).
func (g *Game) lostForbids(s tricks.Seat, threat int) bool {
	if g.lostMayMove() {
		return false
	}
	b := g.binding(s)
	b.Threat = threat
	goal := g.seats[s].Character.Goal(b)
	return goal.Impossible(g.deck&^tricks.SetOf(g.lost...), tricks.Deck.Len())
}

// drawThreat draws threat cards for a character, unless the position says that he has one or
// the Sword takes their place. It asks which of several is kept, and whether to draw anew (K:
// Meriadoc).
func (g *Game) drawThreat(s tricks.Seat, n int) (waiting bool) {
	if g.seats[s].has(characters.ChooseRange) {
		return g.chooseRange(s)
	}
	switch {
	case g.at.Asked[Threat]: // what was kept of those drawn
	case g.seats[s].Threat != 0:
		return false
	default:
		g.at.Drawn = nil
		for i := range n {
			if i == 0 || len(g.threats) > 0 {
				g.at.Drawn = append(g.at.Drawn, g.draw(s))
			}
		}
		if len(g.at.Drawn) > 1 {
			return g.waits(Threat, s)
		}
		g.keep(s, DrewThreat, g.at.Drawn[0])
	}
	redraws := slices.ContainsFunc(g.seats, func(s seat) bool { return s.Character.Redraws })
	return redraws && len(g.threats)+len(g.at.Rejected) > 0 && g.waits(Redraw, s)
}

// keep gives a seat its threat number.
func (g *Game) keep(s tricks.Seat, kind EventKind, n int) {
	g.seats[s].Threat = n
	g.log(Event{Kind: kind, Seat: s, Number: n})
}

// threatHidden reports whether only its owner sees a seat's threat number: with the Unseen and in
// the Long Dark (S8). In solo there is nothing to hide.
func (g *Game) threatHidden(s tricks.Seat) bool {
	if g.start.Players == 1 {
		return false
	}
	rider := g.seats[s].Rider
	return g.chapter != nil && g.chapter.ThreatsHidden || rider != nil && rider.HidesThreat
}

func (g *Game) redraw(d Decision) {
	if d.Say == Yes {
		old := g.seats[d.Seat].Threat
		g.seats[d.Seat].Threat = 0
		n := g.draw(d.Seat)
		g.reject(d.Seat, old, "")
		g.keep(d.Seat, DrewThreat, n)
	}
}

// chooseThreat asks for any card of the threat deck (K: Aragorn), or for a range
// where the Sword takes its place (C11).
func (g *Game) chooseThreat(s tricks.Seat) (waiting bool) {
	switch {
	case g.seats[s].has(characters.ChooseRange):
		return g.chooseRange(s)
	case g.seats[s].Threat != 0 || len(g.threats)+len(g.at.Rejected) == 0:
		return false
	case len(g.threats) == 0:
		g.threats, g.at.Rejected = g.at.Rejected, nil
	}
	g.at.Drawn = nil
	return g.waits(Threat, s)
}

func (g *Game) chooseRange(s tricks.Seat) bool {
	return g.seats[s].Range == [2]int{} && g.waits(Range, s)
}

// threatChoice holds the cards that can be taken: those drawn, else the whole deck.
func (g *Game) threatChoice() []int {
	if len(g.at.Drawn) > 0 {
		return g.at.Drawn
	}
	all := slices.Clone(g.threats)
	slices.Sort(all)
	return all
}

func (g *Game) threatCandidates(d Decision, out []Decision) []Decision {
	for _, d.Number = range g.threatChoice() {
		out = append(out, d)
	}
	return out
}

func (g *Game) threatLegal(d Decision) error {
	if choice := g.threatChoice(); !slices.Contains(choice, d.Number) {
		return ruleError("K", "seat %d cannot take threat %d: there are %v", d.Seat, d.Number, choice)
	}
	return nil
}

func (g *Game) tookThreat(d Decision) {
	drawn := len(g.at.Drawn) > 0
	for _, n := range g.at.Drawn {
		if n != d.Number {
			g.reject(d.Seat, n, "")
		}
	}
	g.at.Drawn = nil
	g.keep(d.Seat, ChoseThreat, d.Number)
	if !drawn {
		g.threats = slices.DeleteFunc(slices.Clone(g.threats), func(n int) bool { return n == d.Number })
	}
}
