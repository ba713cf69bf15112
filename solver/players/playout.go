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
	table *tricks.Table
	state tricks.State
	goals []goal
	// values are the counts of all goals.
	values []characters.Count
	// leaves are the conditions of all goals.
	leaves []leaf
	// all is the number of tricks in the whole round.
	all int
	// wishes are the wishes for the current trick, if wished is set.
	wishes wishes
	// wished reports whether wishes is up to date.
	wished bool
	// outcomes are the worths of the trick by the card that the current seat plays, see outcome.
	outcomes [64]float64
	// stay reports whether the tucked card stays away in this trick.
	stay bool
	// start is the beginning of the round, for reset.
	start struct {
		state  tricks.State
		values []characters.Count
		stay   bool
	}
}

// reset goes back to the beginning of the round.
func (r *round) reset() {
	r.state = r.start.state
	r.stay = r.start.stay
	copy(r.values, r.start.values)
}

// goal is a goal of the character or the rider at a seat, with its own counts.
type goal = chapters.CountedGoal

// wishes say what the current trick is worth if it ends in one way or another. They are computed
// anew for each trick.
type wishes struct {
	// trick is, by seat, the worth if the seat wins the trick, whatever its cards. It is negative
	// if the seat should not win.
	trick [tricks.MaxSeats]float64
	// cards are the worths of cards in the trick.
	cards []cardWish
	// keep is the cards that a seat should have left for the last trick or the end.
	keep [tricks.MaxSeats]tricks.Set
	// shun is the cards that a seat should not lead.
	shun [tricks.MaxSeats]tricks.Set
}

// cardWish is the worth of certain cards in the trick.
type cardWish struct {
	// seats are the seats for which the cards count when they win them. For Samwise several seats
	// count.
	seats tricks.SeatSet
	cards tricks.Set
	// worth has two elements: the worth of each card if another seat wins it, and if one of
	// seats wins it.
	worth [2]float64
	// most limits how many of the cards count in a trick.
	most int
	// avoid reports whether the wish is for a trick without the cards.
	avoid bool
}

// These weights compare a single card with the trick into which it is played, which is worth about
// 1 to a seat. They were found by trial. With any of them halved or doubled the players play
// much the same.
const (
	// highCardWeight is for keeping an eight in the hand of a seat that wants to win tricks, or
	// for getting rid of it otherwise.
	highCardWeight = 0.2
	// oneRingWeight is for keeping R1 while it can still be played to win.
	oneRingWeight = 0.25
	// keepWeight is for keeping the last card of a kind that is needed at the end.
	keepWeight = 0.8
	// noiseWeight is for chance, so that the same cards are not always played alike.
	noiseWeight = 0.1
	// shortWeight is for each rank by which a trick falls short of the Balrog (C14).
	shortWeight = 1
	// usualRank is the rank that each later seat is expected to add to the trick.
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

// choose returns the move of the current seat.
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
	// Idle cards cannot take the trick. Those that belong to the same wishes have the same outcome,
	// which is estimated only once.
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

// worth returns what it is worth to the whole table to play a card. outcome is the worth of the
// trick after the card.
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

// alike returns the candidates that belong to the same wishes as a card.
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

// trickWorth returns the worth of a trick with these cards if a seat wins it.
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
		won := wish.seats >> uint8(winner) & 1 // no branch, since the processor could not predict it
		worth += float64(float64(n) * wish.worth[won])
	}
	return worth
}

// outcome estimates the worth of the trick after a move. A later seat that holds nothing but cards
// that win plays one. A later seat that can choose plays a card that wins if that is worth more to
// the table. Nobody wins a trick that the Old Man Willow takes (C5).
func (r *round) outcome(m tricks.Move) float64 {
	s := &r.state
	w := &r.wishes
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
		// The seat plays its highest card that beats the best one. It must do so if all its cards beat it.
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

// taker returns the seat that wins the trick with its card, or no seat if the Old Man Willow takes the trick
// (C5).
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

// leaf is a condition of a goal.
type leaf struct {
	*characters.Condition
	// value is the present count of the condition.
	value *characters.Count
	// weight is the importance of the condition. The parts of an "any of" share its weight.
	weight float64
}

// leavesOf appends the conditions of a goal to a list.
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

// wish computes the wishes for the current trick.
func (r *round) wish() {
	r.wished = true
	r.wishes = wishes{cards: r.wishes.cards[:0]}
	for i := range r.leaves {
		l := &r.leaves[i]
		r.wishFor(l.Condition, l.Numbers(*l.value, r.table.Seats, r.state.Held[l.Seat]), l.weight)
	}
}

// wishFor adds the wishes that follow from a condition.
func (r *round) wishFor(a *characters.Condition, n characters.Numbers, weight float64) {
	w := &r.wishes
	switch a.Kind {
	case characters.Tricks:
		nextDistance := max(n.Least-n.Counted-1, n.Counted+1-n.Most, 0) // by how much it is missed after one more
		w.trick[a.Seat] += float64(weight * float64(n.Distance-nextDistance))
	case characters.Fewest:
		w.trick[a.Seat] -= weight
	case characters.BetweenOthers: // no wish, since the worth of a trick depends on the tricks of all others
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
	default: // no wish, since only the end of the round shows how near the condition came
	}
}

// wishForCards adds the wish of a condition that counts cards or tricks with cards. While too few
// are won, winning more is good: the fewer cards can be spared, the more a lost card costs. When no
// more are allowed, winning more is bad.
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
