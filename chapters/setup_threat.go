package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// drawNumber takes the next number of the threat deck for a character (S8). A number that the lost card
// makes impossible for the character is set aside, unless somebody in play may still take that card: Sam
// does not keep 3 while H3 lies lost. If the deck runs out, the numbers that were set aside become the
// deck.
func (g *Game) drawNumber(s tricks.Seat) int {
	for len(g.threats) > 0 && g.lostForbids(s, g.threats[0]) {
		g.reject(s, g.threats[0], impossible)
		g.threats = g.threats[1:]
	}
	if len(g.threats) == 0 {
		g.threats, g.progress.Rejected = g.progress.Rejected, nil
	}
	n := g.threats[0]
	g.threats = g.threats[1:]
	return n
}

// reject sets a threat number aside for the round (S8).
func (g *Game) reject(s tricks.Seat, n int, reason string) {
	g.logEvent(Event{Kind: RejectedThreat, Seat: s, Number: n, Word: reason})
	g.progress.Rejected = append(slices.Clip(g.progress.Rejected), n)
}

// Hopeless reports whether a character's goal can no longer be met, whatever anybody chooses in the rest of
// the setup and in play: its threat number is impossible because of a lost card that nobody can take (S8),
// and Mithril cannot cover the goal. It returns false in the draft and in play.
func (g *Game) Hopeless() bool {
	return g.stage == StageSetup && len(g.lost) > 0 && g.waiver() == tricks.NoSeat &&
		g.seats.find(func(s tricks.Seat) bool {
			seat := &g.seats[s]
			return seat.Threat != 0 && seat.Character.Goal.NeedsThreat(seat.Range) &&
				(g.awaited.Kind != Redraw || g.awaited.Seat != s) && g.lostForbids(s, seat.Threat)
		}) != tricks.NoSeat
}

// lostForbids reports whether the lost cards make a threat number impossible for a seat and nobody can
// still take them (S8).
func (g *Game) lostForbids(s tricks.Seat, threat int) bool {
	if g.lostMayMove() {
		return false
	}
	b := g.binding(s)
	b.Threat = threat
	goal := g.seats[s].Character.Goal(b)
	return goal.Impossible(g.deck&^tricks.SetOf(g.lost...), tricks.Deck.Len())
}

// drawThreat draws n threat cards for a character, unless the position states its threat number or the
// Sword takes the place of a threat. If it has to be decided which card is kept, or whether another one is
// drawn (K: Meriadoc), it makes that decision due and returns true.
func (g *Game) drawThreat(s tricks.Seat, n int) (waiting bool) {
	if g.seats[s].hasEffect(characters.ChooseRange) {
		return g.chooseRange(s)
	}
	switch {
	case g.progress.Asked[Threat]: // the seat has decided which card it keeps
	case g.seats[s].Threat != 0:
		return false
	default:
		g.progress.Drawn = nil
		for i := range n {
			if i == 0 || len(g.threats) > 0 {
				g.progress.Drawn = append(g.progress.Drawn, g.drawNumber(s))
			}
		}
		if len(g.progress.Drawn) > 1 {
			return g.askOnce(Threat, s)
		}
		g.setThreat(s, DrewThreat, g.progress.Drawn[0])
	}
	redraws := slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Character.Redraws })
	return redraws && len(g.threats)+len(g.progress.Rejected) > 0 && g.askOnce(Redraw, s)
}

// setThreat gives a seat its threat number.
func (g *Game) setThreat(s tricks.Seat, kind EventKind, n int) {
	g.seats[s].Threat = n
	g.logEvent(Event{Kind: kind, Seat: s, Number: n})
}

// threatHidden reports whether only the seat itself sees its threat number: with the Unseen, and in the
// Long Dark (S8). In solo there is nobody to hide it from.
func (g *Game) threatHidden(s tricks.Seat) bool {
	if g.start.Players == 1 {
		return false
	}
	rider := g.seats[s].Rider
	return g.chapter != nil && g.chapter.ThreatsHidden || rider != nil && rider.HidesThreat
}

// redraw draws another threat card if that was chosen. The number that it replaces is set aside after the
// draw, so that it cannot be drawn again at once.
func (g *Game) redraw(d Decision) {
	if d.Word == Yes {
		old := g.seats[d.Seat].Threat
		g.seats[d.Seat].Threat = 0
		n := g.drawNumber(d.Seat)
		g.reject(d.Seat, old, "")
		g.setThreat(d.Seat, DrewThreat, n)
	}
}

// chooseThreat makes the choice of any card of the threat deck due (K: Aragorn), or the choice of a range
// if the Sword takes the place of a threat (C11). It returns false if there is nothing to choose.
func (g *Game) chooseThreat(s tricks.Seat) (waiting bool) {
	switch {
	case g.seats[s].hasEffect(characters.ChooseRange):
		return g.chooseRange(s)
	case g.seats[s].Threat != 0 || len(g.threats)+len(g.progress.Rejected) == 0:
		return false
	case len(g.threats) == 0:
		g.threats, g.progress.Rejected = g.progress.Rejected, nil
	}
	g.progress.Drawn = nil
	return g.askOnce(Threat, s)
}

// chooseRange makes the choice of a range due, unless the seat has one.
func (g *Game) chooseRange(s tricks.Seat) (waiting bool) {
	return g.seats[s].Range == [2]int{} && g.askOnce(Range, s)
}

// threatChoice returns the threat numbers that can be taken: the drawn ones, or else the whole deck.
func (g *Game) threatChoice() []int {
	if len(g.progress.Drawn) > 0 {
		return g.progress.Drawn
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

func (g *Game) takeThreat(d Decision) {
	drawn := len(g.progress.Drawn) > 0
	for _, n := range g.progress.Drawn {
		if n != d.Number {
			g.reject(d.Seat, n, "")
		}
	}
	g.progress.Drawn = nil
	g.setThreat(d.Seat, ChoseThreat, d.Number)
	if !drawn {
		g.threats = slices.DeleteFunc(slices.Clone(g.threats), func(n int) bool { return n == d.Number })
	}
}
