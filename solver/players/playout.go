package players

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// round is a world that is played to its end. Every seat plays by one rule: of the legal cards,
// take the one whose trick is worth most to the goals of the whole table.
type round struct {
	table  *tricks.Table
	state  tricks.State
	goals  []goal
	values []characters.Count // of all goals
	leaves []leaf             // of all goals
	all    int                // tricks in the whole round
	wishes wishes
	// wished reports whether the wishes are those of this trick.
	wished bool
	// outcomes is the trick after each card of the seat to move, see outcome.
	outcomes [64]float64
	// stay reports whether the tucked card stays where it is for this trick.
	stay bool
	// start is how the round began, to be played again from there.
	start struct {
		state  tricks.State
		values []characters.Count
		stay   bool
	}
}

// reset goes back to where the round began.
func (r *round) reset() {
	r.state, r.stay = r.start.state, r.start.stay
	copy(r.values, r.start.values)
}

// goal is a goal of the character or the rider at a seat, with values of its own.
type goal = chapters.CountedGoal

// wishes is the worth of the next trick to each seat, worked out anew before each.
type wishes struct {
	// trick is the worth of winning it to a seat, whatever cards are in it; less than 0 if
	// the seat should not win it.
	trick [tricks.MaxSeats]float64
	cards []cardWish
	// keep is the cards that a seat wants to have left for the last trick or the end.
	keep [tricks.MaxSeats]tricks.Set
	// shun is the cards that a seat does not want to lead.
	shun [tricks.MaxSeats]tricks.Set
}

// cardWish is the worth of certain cards in the trick.
type cardWish struct {
	seats tricks.SeatSet // whose cards count: several for Samwise
	cards tricks.Set
	// worth is that of each card that another seat wins, and of each that one of seats wins.
	worth [2]float64
	// most is how many of them count in a trick at most; none asks for a trick without
	// them.
	most  int
	avoid bool
}

// The worth of one card next to the trick it is played into, whose worth to a seat is about 1.
// They were found by trial; with any of them halved or doubled the players play much the same.
const (
	highCardWeight = 0.2  // an eight in the hand of a seat that wants to win tricks, or does not
	oneRingWeight  = 0.25 // R1 while it can still be played to win
	keepWeight     = 0.8  // the last card of a kind that is wanted at the end
	noiseWeight    = 0.1  // chance, so that the same cards are not always played alike
	shortWeight    = 1    // each rank that a trick falls short of the Balrog (C14)
	// usualRank is the rank that each seat still to play is expected to add to it.
	usualRank = 5
)

// finish plays the round to its end.
func (r *round) finish(src rand.Source) {
	for r.wished = false; !r.state.IsOver; {
		if r.step(r.choose(src)) {
			r.wished = false
		}
	}
}

// step makes a move, counts the trick if it ends, and reports whether it does.
func (r *round) step(m tricks.Move) (done bool) {
	previous := r.state
	winner, done := r.table.Play(&r.state, m)
	if !done {
		return false
	}
	t := characters.TrickOf(r.table, &previous, m.Card, winner)
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
	if !r.wished {
		r.wish()
	}
	var best tricks.Move
	most := -1e9
	idle := legal &^ r.taking()
	known := tricks.Set(0)
	for ; legal != 0; legal &= legal - 1 {
		c := legal.First()
		move := tricks.Move{Card: c}
		switch {
		case !idle.Contains(c):
			r.outcomes[c] = r.outcome(move)
		case !known.Contains(c):
			same := r.wishes.alike(c, idle&legal)
			worth := r.outcome(move)
			for known |= same; same != 0; same &= same - 1 {
				r.outcomes[same.First()] = worth
			}
		}
		worth := r.worth(c, r.outcomes[c]) + chance(src)
		if worth > most {
			best = move
			most = worth
		}
		if c == tricks.OneRing {
			move.ToWin = true
			worth := r.worth(c, r.outcome(move)) + chance(src)
			if worth > most {
				best = move
				most = worth
			}
		}
	}
	return best
}

// chance returns a little worth that decides between moves of nearly the same worth.
func chance(src rand.Source) float64 {
	return float64(noiseWeight * float64(src.Uint64()>>40) / (1 << 24))
}

// taking returns the cards that would win the trick as it stands.
func (r *round) taking() tricks.Set {
	switch {
	case r.state.Led == tricks.NoSuit:
		return ^tricks.Set(0)
	case r.state.Taken:
		return 0
	}
	return r.beatingCards(r.state.Card[r.state.Best])
}

// beatingCards returns the cards that beat a card.
func (r *round) beatingCards(c tricks.Card) tricks.Set {
	higher := ^(c.Bit()<<1 - 1) & tricks.SuitSet(c.Suit())
	if c.Suit() != r.table.Trump {
		higher |= tricks.SuitSet(r.table.Trump)
	}
	return higher
}

// worth returns the worth of playing a card to the whole table, if the trick is worth so much
// after it.
func (r *round) worth(c tricks.Card, outcome float64) float64 {
	me := r.state.Turn
	w := &r.wishes
	worth := outcome
	if len(r.table.Balrog) > 0 {
		worth -= float64(shortWeight * r.shortBy(c))
	}
	worth -= float64(highCardWeight * w.trick[me] * float64(c.Rank()) / 8)
	if c == tricks.OneRing {
		worth -= oneRingWeight
	}
	if ownKept := r.state.Held[me] & w.keep[me]; ownKept == c.Bit() && int(r.state.Number) < r.all-1 {
		worth -= keepWeight
	}
	if r.state.Led == tricks.NoSuit && w.shun[me].Contains(c) {
		worth--
	}
	return worth
}

// alike returns those of some cards that no wish tells apart from one of them.
func (w *wishes) alike(c tricks.Card, candidates tricks.Set) tricks.Set {
	for i := range w.cards {
		if wished := w.cards[i].cards; wished.Contains(c) {
			candidates &= wished
		} else {
			candidates &^= wished
		}
	}
	return candidates
}

// trickWorth returns the worth of a trick with these cards that a seat wins.
func (w *wishes) trickWorth(winner tricks.Seat, cards tricks.Set) float64 {
	worth := 0.0
	if winner != tricks.NoSeat {
		worth = w.trick[winner]
	}
	for i := range w.cards {
		wish := &w.cards[i]
		n := min((cards & wish.cards).Len(), wish.most)
		if wish.avoid {
			n = 1 - n
		}
		won := wish.seats >> uint8(winner) & 1 // without a branch: nobody can foretell it
		worth += float64(float64(n) * wish.worth[won])
	}
	return worth
}

// outcome estimates the worth of the trick after a move. A later seat that holds nothing but cards
// that win plays one. A later seat that can choose plays a card that wins if that is worth more to
// the table. Nobody wins a trick that the Old Man Willow takes (C5).
func (r *round) outcome(m tricks.Move) float64 {
	s, w := &r.state, &r.wishes
	me := s.Turn
	cards := s.Trick | m.Card.Bit()
	switch {
	case m.ToWin:
		return w.trickWorth(me, cards)
	case s.Taken:
		return w.trickWorth(s.Best, cards)
	}
	led := s.Led
	best := s.Best
	high := m.Card
	switch {
	case led == tricks.NoSuit:
		led = m.Card.Suit()
		best = me
	case r.table.Beats(m.Card, s.Card[best]):
		best = me
	default:
		high = s.Card[best]
	}
	worth := w.trickWorth(r.taker(best, high), cards)
	for t := r.table.Next(me); t != s.Leader; t = r.table.Next(t) {
		playable := s.Hand[t].OfSuit(led)
		if playable == 0 && r.table.Trump != tricks.NoSuit {
			playable = s.Hand[t]
		}
		// Of those that beat the best card the highest, and whether all do.
		higher := playable & r.beatingCards(high)
		if higher == 0 {
			continue
		}
		top := higher.Last()
		forced := higher == playable && !r.table.Free.Contains(t)
		if forced || w.trickWorth(r.taker(t, top), cards|top.Bit()) > worth {
			best = t
			high = top
			worth = w.trickWorth(r.taker(best, high), cards)
		}
	}
	return worth
}

// taker returns the seat if its card wins the trick, or nobody if the Willow takes it (C5).
func (r *round) taker(s tricks.Seat, c tricks.Card) tricks.Seat {
	if r.table.WillowTakes(int(r.state.Number), c) {
		return tricks.NoSeat
	}
	return s
}

// shortBy returns by how much the trick will probably fall short of the Balrog (C14) after a
// move, if each later seat plays the usual rank.
func (r *round) shortBy(c tricks.Card) float64 {
	missing := float64(r.table.Missing(int(r.state.Number), r.state.Trick|c.Bit()))
	for t := r.table.Next(r.state.Turn); t != r.state.Leader; t = r.table.Next(t) {
		if r.state.Hand[t] != 0 {
			missing -= usualRank
		}
	}
	return max(0, missing)
}

// leaf is a condition of a goal. The parts of an "any of" share its weight.
type leaf struct {
	*characters.Condition
	value  *characters.Count
	weight float64
}

// leavesOf appends the conditions of a goal.
func leavesOf(out []leaf, g *goal, n *characters.Formula, weight float64) []leaf {
	if n.Op == characters.Leaf {
		return append(out, leaf{&n.Condition, &g.Values[n.Counter], weight})
	}
	if n.Op == characters.Any {
		weight /= float64(len(n.Parts))
	}
	for i := range n.Parts {
		out = leavesOf(out, g, &n.Parts[i], weight)
	}
	return out
}

// wish works out the worth of the next trick to each seat.
func (r *round) wish() {
	r.wished = true
	r.wishes = wishes{cards: r.wishes.cards[:0]}
	for i := range r.leaves {
		l := &r.leaves[i]
		r.wishFor(l.Condition, l.Numbers(*l.value, r.table.Seats, r.state.Held[l.Seat]), l.weight)
	}
}

// wishFor adds the wish of a condition.
func (r *round) wishFor(a *characters.Condition, n characters.Numbers, weight float64) {
	w := &r.wishes
	switch a.Kind {
	case characters.Tricks:
		nextDistance := max(n.Least-n.Counted-1, n.Counted+1-n.Most, 0) // by how much it is missed after one more
		w.trick[a.Seat] += float64(weight * float64(n.Distance-nextDistance))
	case characters.Fewest:
		w.trick[a.Seat] -= weight
	case characters.BetweenOthers: // the worth of a trick depends on the tricks of all others
	case characters.WinsOneOfLast:
		if r.all-int(r.state.Number) <= a.N {
			w.trick[a.Seat] += float64(weight * float64(n.Distance))
		}
	case characters.TricksInARow:
		if n.Counted < n.Most {
			w.trick[a.Seat] += weight
		} else {
			w.trick[a.Seat] -= weight
		}
	case characters.Cards, characters.TricksWith, characters.TricksWithout:
		r.wishForCards(a, n, weight)
	case characters.MostCards:
		w.cards = append(w.cards,
			cardWish{
				seats: a.Seat.Bit(), cards: a.Cards, most: tricks.MaxSeats,
				worth: [2]float64{-weight / 6, weight / 3},
			})
	case characters.PlaysLast, characters.LeftOver:
		w.keep[a.Seat] |= a.Cards
	case characters.Leads:
		if a.Hi == 0 {
			w.shun[a.Seat] |= a.Cards
		}
	default: // only the end of the round says how near it came
	}
}

// wishForCards adds the wish of a condition that counts won cards or tricks. While too few are
// won, the wish is for more: the fewer cards there are to spare, the more a lost one costs. When
// no more are allowed, the wish is against more.
func (r *round) wishForCards(a *characters.Condition, n characters.Numbers, weight float64) {
	wish := cardWish{seats: a.Seat.Bit() | a.ExtraSeats, cards: a.Cards, most: tricks.MaxSeats}
	wish.avoid = a.Kind == characters.TricksWithout
	if wish.avoid || a.Kind == characters.TricksWith {
		wish.most = 1
	}
	switch need := n.Least - n.Counted; {
	case need > 0:
		var open tricks.Set
		for s := range r.table.Seats {
			open |= r.state.Held[s]
		}
		spare := (a.Cards & (open | r.state.Trick)).Len() - need
		if spare < 0 {
			return // too late
		}
		wish.worth = [2]float64{-weight / float64(spare+1), weight / float64(need)}
	case n.Counted >= n.Most:
		wish.worth[1] = -weight
	default:
		return
	}
	r.wishes.cards = append(r.wishes.cards, wish)
}
