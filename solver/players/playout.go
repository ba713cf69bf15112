package players

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// round is a world being played to its end. Everybody in it plays by one rule:
// of the legal cards, take the one whose trick seems to do the goals of the
// whole table the most good.
type round struct {
	table  *tricks.Table
	state  tricks.State
	goals  []goal
	values []characters.Value // of all goals
	all    int                // tricks in the whole round
	wishes wishes
	// stay says that the tucked card stays where it is for this trick.
	stay bool
	// start is how the round began, to be played again from there.
	start struct {
		state  tricks.State
		values []characters.Value
		stay   bool
	}
}

// again goes back to where the round began.
func (r *round) again() {
	r.state, r.stay = r.start.state, r.start.stay
	copy(r.values, r.start.values)
}

// goal is what the character or the rider at a seat wants, with values of its own.
type goal = chapters.Counted

// wishes is what the next trick is worth to whom, worked out anew before each.
type wishes struct {
	// trick is what winning it is worth to a seat, whatever is in it; less
	// than 0 if the seat would rather not.
	trick [tricks.MaxSeats]float64
	cards []cardWish
	// keep is what a seat wants to have left for the last trick or the end.
	keep [tricks.MaxSeats]tricks.Set
	// shun is what a seat does not want to lead.
	shun [tricks.MaxSeats]tricks.Set
}

// cardWish is what certain cards in the trick are worth.
type cardWish struct {
	seats tricks.SeatSet // whose cards count: several for Samwise
	of    tricks.Set
	// gain is for each of them that the seat wins, loss for each that another
	// seat wins.
	gain, loss float64
	// once counts them as one; none asks for a trick without them.
	once, none bool
}

// What one card is held to be worth next to the trick it is played into, whose
// worth to a seat is about 1. Found by trial; play is much the same with any
// of them halved or doubled.
const (
	highCard = 0.2  // an eight in the hand of who wants to win tricks, or does not
	oneRing  = 0.25 // R1 while it can still be played to win
	kept     = 0.8  // the last card of a kind that is wanted at the end
	whim     = 0.1  // chance, so that the same cards are not always played alike
	short    = 1    // each rank that a trick falls short of the Balrog (C14)
	// usualRank is what those who are still to play are expected to add to it.
	usualRank = 5
)

// finish plays the round to its end.
func (r *round) finish(src rand.Source) {
	for begun := false; !r.state.Over; {
		if !begun {
			r.wish()
		}
		begun = !r.step(r.choose(src))
	}
}

// step makes a move, counts the trick if it ends, and reports whether it does.
func (r *round) step(m tricks.Move) (done bool) {
	before := r.state
	winner, done := r.table.Play(&r.state, m)
	if !done {
		return false
	}
	t := characters.TrickOf(r.table, &before, m.Card, winner)
	for i := range r.goals {
		r.goals[i].Checker.Count(r.goals[i].Values, &t)
	}
	r.stay = false
	return true
}

func (r *round) choose(src rand.Source) tricks.Move {
	legal := r.table.Legal(&r.state)
	if r.stay && r.state.Tucked != tricks.NoCard {
		legal &^= r.state.Tucked.Bit()
	}
	if legal&(legal-1) == 0 && legal != tricks.OneRing.Bit() {
		return tricks.Move{Card: legal.First()}
	}
	var best tricks.Move
	most := -1e9
	for ; legal != 0; legal &= legal - 1 {
		for m := (tricks.Move{Card: legal.First()}); ; m.ToWin = true {
			worth := r.worth(m) + float64(whim*float64(src.Uint64()>>40)/(1<<24))
			if worth > most {
				best, most = m, worth
			}
			if m.Card != tricks.OneRing || m.ToWin {
				break
			}
		}
	}
	return best
}

// worth returns what a move seems to be worth to the whole table.
func (r *round) worth(m tricks.Move) float64 {
	me, w := r.state.Turn, &r.wishes
	worth := r.outcome(m)
	if len(r.table.Balrog) > 0 {
		worth -= float64(short * r.shortBy(m))
	}
	worth -= float64(highCard * w.trick[me] * float64(m.Card.Rank()) / 8)
	if m.Card == tricks.OneRing {
		worth -= oneRing
	}
	if mine := r.state.Held[me] & w.keep[me]; mine == m.Card.Bit() && int(r.state.Number) < r.all-1 {
		worth -= kept
	}
	if r.state.Led == tricks.NoSuit && w.shun[me].Has(m.Card) {
		worth--
	}
	return worth
}

// of returns what it is worth that a seat wins the cards.
func (w *wishes) of(winner tricks.Seat, cards tricks.Set) float64 {
	worth := 0.0
	if winner != tricks.NoSeat {
		worth = w.trick[winner]
	}
	for i := range w.cards {
		wish := &w.cards[i]
		in := cards & wish.of
		if in == 0 != wish.none {
			continue // it has nothing to do with this trick
		}
		n := 1.0
		if !wish.none && !wish.once {
			n = float64(in.Len())
		}
		if wish.seats.Has(winner) {
			worth += float64(n * wish.gain)
		} else {
			worth -= float64(n * wish.loss)
		}
	}
	return worth
}

// outcome returns what the trick will probably be worth after a move: of those who come
// after it, whoever must win does, and whoever can if the table is better off so. It is
// nobody's where the Old Man Willow takes it (C5).
func (r *round) outcome(m tricks.Move) float64 {
	s, w := &r.state, &r.wishes
	me, on := s.Turn, s.Trick|m.Card.Bit()
	switch {
	case m.ToWin:
		return w.of(me, on)
	case s.Taken:
		return w.of(s.Best, on)
	}
	led, best, high := s.Led, s.Best, m.Card
	switch {
	case led == tricks.NoSuit:
		led, best = m.Card.Suit(), me
	case r.table.Beats(m.Card, s.Card[best]):
		best = me
	default:
		high = s.Card[best]
	}
	worth := w.of(r.taker(best, high), on)
	for t := r.table.Next(me); t != s.Leader; t = r.table.Next(t) {
		can := s.Hand[t].Of(led)
		if can == 0 && r.table.Trump != tricks.NoSuit {
			can = s.Hand[t]
		}
		// Of those that beat the best card the highest, and whether all do.
		over := can &^ (high.Bit()<<1 - 1) & tricks.SuitSet(high.Suit())
		if high.Suit() != r.table.Trump && r.table.Trump != tricks.NoSuit {
			over |= can.Of(r.table.Trump)
		}
		if over == 0 {
			continue
		}
		top := over.Last()
		must := over == can && !r.table.Free.Has(t)
		if must || w.of(r.taker(t, top), on|top.Bit()) > worth {
			best, high = t, top
			worth = w.of(r.taker(best, high), on)
		}
	}
	return worth
}

// taker returns who takes a trick that a card of a seat wins.
func (r *round) taker(s tricks.Seat, c tricks.Card) tricks.Seat {
	if r.table.WillowTakes(int(r.state.Number), c) {
		return tricks.NoSeat
	}
	return s
}

// shortBy returns by how much the trick will probably fall short of the Balrog
// after a move (C14), if those who come after it do what can be expected.
func (r *round) shortBy(m tricks.Move) float64 {
	missing := float64(r.table.Missing(int(r.state.Number), r.state.Trick|m.Card.Bit()))
	for t := r.table.Next(r.state.Turn); t != r.state.Leader; t = r.table.Next(t) {
		if r.state.Hand[t] != 0 {
			missing -= usualRank
		}
	}
	return max(0, missing)
}

// wish works out what the next trick is worth to whom.
func (r *round) wish() {
	r.wishes = wishes{cards: r.wishes.cards[:0]}
	for i := range r.goals {
		r.wishFor(&r.goals[i], &r.goals[i].Checker.Root, 1)
	}
}

// wishFor adds the wishes of one goal. The parts of an "any of" share its weight.
func (r *round) wishFor(g *goal, n *characters.Tree, weight float64) {
	if n.Op == characters.Any && len(n.Parts) > 0 {
		weight /= float64(len(n.Parts))
	}
	for i := range n.Parts {
		r.wishFor(g, &n.Parts[i], weight)
	}
	if n.Op == characters.Leaf {
		r.wishForAtom(g.Checker.Atom(n.Counter), r.numbers(g, n), weight)
	}
}

func (r *round) wishForAtom(a *characters.Atom, n characters.Numbers, weight float64) {
	w := &r.wishes
	switch a.Kind {
	case characters.TrickCount:
		one := max(n.Least-n.Have-1, n.Have+1-n.Most, 0) // by how much it is missed after one more
		w.trick[a.Seat] += float64(weight * float64(n.Off-one))
	case characters.Fewest:
		w.trick[a.Seat] -= weight
	case characters.Between: // whoever else wins a trick may do it
	case characters.WinsLast:
		if r.all-int(r.state.Number) <= a.N {
			w.trick[a.Seat] += float64(weight * float64(n.Off))
		}
	case characters.InARow:
		if n.Have < n.Most {
			w.trick[a.Seat] += weight
		} else {
			w.trick[a.Seat] -= weight
		}
	case characters.CardsWon, characters.TricksWith, characters.TricksWithout:
		r.wishForCards(a, n, weight)
	case characters.MostCards:
		w.cards = append(w.cards, cardWish{seats: a.Seat.Bit(), of: a.Of, gain: weight / 3, loss: weight / 6})
	case characters.PlaysLast, characters.LeftOver:
		w.keep[a.Seat] |= a.Of
	case characters.Leads:
		if a.Hi == 0 {
			w.shun[a.Seat] |= a.Of
		}
	default: // it is seen at the end only, by how near it came
	}
}

// wishForCards adds the wish of a condition that counts won cards or tricks: to
// win more while too few are won, the dearer the fewer there are to spare; not
// to win more when no more are allowed.
func (r *round) wishForCards(a *characters.Atom, n characters.Numbers, weight float64) {
	wish := cardWish{
		seats: a.Seat.Bit() | a.With, of: a.Of,
		once: a.Kind == characters.TricksWith, none: a.Kind == characters.TricksWithout,
	}
	switch need := n.Least - n.Have; {
	case need > 0:
		var open tricks.Set
		for s := range r.table.Seats {
			open |= r.state.Held[s]
		}
		spare := (a.Of & (open | r.state.Trick)).Len() - need
		if spare < 0 {
			return // too late
		}
		wish.gain = weight / float64(need)
		wish.loss = weight / float64(spare+1)
	case n.Have >= n.Most:
		wish.gain = -weight
	default:
		return
	}
	r.wishes.cards = append(r.wishes.cards, wish)
}
