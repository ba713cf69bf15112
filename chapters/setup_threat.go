package chapters

import (
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// threatDeck is the deck of threat cards, and how characters get their threat numbers from it (S8).
type threatDeck struct{ game *Game }

// next takes the next number of the threat deck for a character (S8). A number that the lost card
// makes impossible for the character is set aside, unless somebody in play may still take that card: Sam
// does not keep 3 while H3 lies lost. If the deck runs out, the numbers that were set aside become the
// deck.
func (td threatDeck) next(s tricks.Seat) int {
	g := td.game
	for len(g.threats) > 0 && td.lostForbids(s, g.threats[0]) {
		td.reject(s, g.threats[0], impossible)
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
func (td threatDeck) reject(s tricks.Seat, n int, reason string) {
	g := td.game
	g.logEvent(Event{Kind: RejectedThreat, Seat: s, Number: n, Word: reason})
	g.progress.Rejected = append(slices.Clip(g.progress.Rejected), n)
}

// Hopeless reports whether a character's goal can no longer be met, whatever anybody chooses in the rest of
// the setup and in play: its threat number is impossible because of a lost card that nobody can take (S8),
// and Mithril cannot cover the goal. It returns false in the draft and in play.
func (g *Game) Hopeless() bool {
	return g.stage == StageSetup && len(g.lost) > 0 && mithril{g}.owner() == tricks.NoSeat &&
		g.seats.find(func(s tricks.Seat) bool {
			seat := &g.seats[s]
			return seat.Threat != 0 && seat.Character.Goal.NeedsThreat(seat.Range) &&
				(g.awaited.Kind != Redraw || g.awaited.Seat != s) && threatDeck{g}.lostForbids(s, seat.Threat)
		}) != tricks.NoSeat
}

// lostForbids reports whether the lost cards make a threat number impossible for a seat and nobody can
// still take them (S8).
func (td threatDeck) lostForbids(s tricks.Seat, threat int) bool {
	g := td.game
	if (lostCards{g}).mayMove() {
		return false
	}
	b := g.binding(s)
	b.Threat = threat
	goal := g.seats[s].Character.Formula(b)
	return goal.Impossible(g.deck&^tricks.SetOf(g.lost...), tricks.Deck.Len())
}

// draw draws n threat cards for a character, unless the position states its threat number or the
// Sword takes the place of a threat. If it has to be decided which card is kept, or whether another one is
// drawn (K: Meriadoc), it makes that decision due and returns true.
func (td threatDeck) draw(s tricks.Seat, n int) (waiting bool) {
	g := td.game
	if g.seats[s].hasEffect(characters.ChooseRange) {
		return td.chooseRange(s)
	}
	switch {
	case g.progress.Asked[Threat]: // the seat has decided which card it keeps
	case g.seats[s].Threat != 0:
		return false
	default:
		g.progress.Drawn = nil
		for i := range n {
			if i == 0 || len(g.threats) > 0 {
				g.progress.Drawn = append(g.progress.Drawn, td.next(s))
			}
		}
		if len(g.progress.Drawn) > 1 {
			return setup{g}.askOnce(Threat, s)
		}
		td.give(s, DrewThreat, g.progress.Drawn[0])
	}
	redraws := slices.ContainsFunc(g.seats, func(s seatState) bool { return s.Character.Redraws })
	return redraws && len(g.threats)+len(g.progress.Rejected) > 0 && setup{g}.askOnce(Redraw, s)
}

// give gives a seat its threat number.
func (td threatDeck) give(s tricks.Seat, kind EventKind, n int) {
	td.game.seats[s].Threat = n
	td.game.logEvent(Event{Kind: kind, Seat: s, Number: n})
}

// applyRedraw draws another threat card if that was chosen. The number that it replaces is set aside after
// the draw, so that it cannot be drawn again at once.
func applyRedraw(g *Game, d Decision) {
	if d.Word == Yes {
		old := g.seats[d.Seat].Threat
		g.seats[d.Seat].Threat = 0
		deck := threatDeck{g}
		n := deck.next(d.Seat)
		deck.reject(d.Seat, old, "")
		deck.give(d.Seat, DrewThreat, n)
	}
}

// choose makes the choice of any card of the threat deck due (K: Aragorn), or the choice of a range
// if the Sword takes the place of a threat (C11). It returns false if there is nothing to choose.
func (td threatDeck) choose(s tricks.Seat) (waiting bool) {
	g := td.game
	switch {
	case g.seats[s].hasEffect(characters.ChooseRange):
		return td.chooseRange(s)
	case g.seats[s].Threat != 0 || len(g.threats)+len(g.progress.Rejected) == 0:
		return false
	case len(g.threats) == 0:
		g.threats, g.progress.Rejected = g.progress.Rejected, nil
	}
	g.progress.Drawn = nil
	return setup{g}.askOnce(Threat, s)
}

// chooseRange makes the choice of a range due, unless the seat has one.
func (td threatDeck) chooseRange(s tricks.Seat) (waiting bool) {
	g := td.game
	return g.seats[s].Range == [2]int{} && setup{g}.askOnce(Range, s)
}

// choice returns the threat numbers that can be taken: the drawn ones, or else the whole deck.
func (td threatDeck) choice() []int {
	g := td.game
	if len(g.progress.Drawn) > 0 {
		return g.progress.Drawn
	}
	all := slices.Clone(g.threats)
	slices.Sort(all)
	return all
}

func threatCandidates(g *Game, d Decision, out []Decision) []Decision {
	choice := threatDeck{g}.choice()
	for _, d.Number = range choice {
		out = append(out, d)
	}
	return out
}

func threatLegal(g *Game, d Decision) error {
	choice := threatDeck{g}.choice()
	if !slices.Contains(choice, d.Number) {
		return ruleError("K", "seat %d cannot take threat %d: there are %v", d.Seat, d.Number, choice)
	}
	return nil
}

func applyThreat(g *Game, d Decision) {
	deck := threatDeck{g}
	drawn := len(g.progress.Drawn) > 0
	for _, n := range g.progress.Drawn {
		if n != d.Number {
			deck.reject(d.Seat, n, "")
		}
	}
	g.progress.Drawn = nil
	deck.give(d.Seat, ChoseThreat, d.Number)
	if !drawn {
		g.threats = slices.DeleteFunc(slices.Clone(g.threats), func(n int) bool { return n == d.Number })
	}
}
