package search

import "fellowship/tricks"

// candidate is a move, the seats that may and can still win the trick after it, and how
// promising it looks.
type candidate struct {
	move  tricks.Move
	able  tricks.SeatSet
	score int32
}

// candidates lists the moves worth trying, best first: of equal cards only the
// lowest, of cards that lose all tricks only the highest, nothing that the forecast rules out
// or after which nobody could win the trick. A forced move is the only one. More is how many
// seats play into the trick after the one to move.
func (s *Search) candidates(st *tricks.State, f *forecast, winners tricks.SeatSet, more int, forced []tricks.Move,
	list []candidate,
) []candidate {
	p := s.problem
	a := sieve{problem: p, st: st, winners: winners, more: more, takers: p.takers(st)}
	a.allow(f)
	if len(forced) > 0 {
		if able := a.able(forced[0]); able != 0 {
			list = append(list, candidate{move: forced[0], able: able})
		}
		return list
	}
	seat := st.Turn
	legal := p.Legal(st) &^ f.keep[seat]
	if st.Led == tricks.NoSuit {
		legal &^= f.unled[seat]
	}
	losers := p.losers(st, legal, a.takers, f)
	lower := tricks.NoCard
	for cards := legal; cards != 0; cards &= cards - 1 {
		c := cards.First()
		m := tricks.Move{Card: c}
		next := lower
		lower = c
		if losers.Contains(c) && p.loserAbove(c, losers, f) || !losers.Contains(c) && p.equal(next, c, f) {
			continue
		}
		if able := a.able(m); able != 0 {
			list = append(list, candidate{move: m, able: able})
		}
		if c == tricks.OneRing && winners.Contains(seat) {
			m.ToWin = true
			if able := a.able(m); able != 0 {
				list = append(list, candidate{move: m, able: able})
			}
		}
	}
	if len(list) < 2 {
		return list
	}
	if !p.IsDisabled(Order) {
		p.score(st, f, list)
	}
	if s.noise > 0 {
		for i := range list {
			s.chance = s.chance*6364136223846793005 + 1442695040888963407 // of Knuth's MMIX
			list[i].score += int32(s.chance >> 32 * s.noise >> 32)
		}
	}
	sort(list)
	return list
}

// sort puts the best first, and leaves equals as they are: a few things are sorted soonest
// by putting each in its place.
func sort(list []candidate) {
	for i := range list {
		c := list[i]
		for ; i > 0 && list[i-1].score < c.score; i-- {
			list[i] = list[i-1]
		}
		list[i] = c
	}
}

// sieve sorts out the moves after which no seat that may win the trick can.
// Can is the seats that may, and more is how many seats play into the trick after the one to move.
type sieve struct {
	problem *Problem
	st      *tricks.State
	winners tricks.SeatSet
	more    int
	// allowed is the cards with which each seat may still win the trick if they are played now,
	// and limited all cards that are not allowed for one of them. The last seat is nobody.
	allowed [tricks.MaxSeats + 1]tricks.Set
	limited tricks.Set
	// takers are the cards that take the lead in the trick.
	takers tricks.Set
	// ducked is the seats that can win the trick after any move that does not take the lead
	// in it, 0 if that was not asked yet.
	ducked tricks.SeatSet
}

// allow works out with which cards each seat may still win the trick: not with one that the seat
// may not win, and only with one that it needs in the trick if no seat to come can play such a card.
func (a *sieve) allow(f *forecast) {
	if f.someDenied == 0 && !f.anyMustHold && !f.anyLeast {
		return
	}
	later := tricks.Set(0)
	if f.anyMustHold {
		for seat := a.problem.Table.Next(a.st.Turn); seat != a.st.Leader; seat = a.problem.Table.Next(seat) {
			later |= a.st.Hand[seat] | a.problem.tuckedAt(a.st, seat)
		}
	}
	for w := range a.allowed {
		if !a.winners.Contains(tricks.Seat(w)) {
			continue
		}
		allowed := ^f.denied[w]
		if w < tricks.MaxSeats {
			if asks := f.mustHold[w]; asks != 0 && (a.st.Trick|later)&asks == 0 {
				allowed &= asks
			}
			switch short := f.least[w] - (a.st.Trick & f.union[w]).Len() - a.more; {
			case short == 1:
				allowed &= f.union[w]
			case short > 1:
				allowed = 0
			}
		}
		a.allowed[w] = allowed
		a.limited |= ^allowed
	}
}

// takers returns the cards that take the lead in the trick (T5, T8); R1 does too if it is played
// to win (T7).
func (p *Problem) takers(st *tricks.State) tricks.Set {
	switch {
	case st.Led == tricks.NoSuit:
		return ^tricks.Set(0)
	case st.Taken:
		return 0
	}
	best := st.Card[st.Best]
	higher := tricks.SuitSet(best.Suit()) &^ (best.Bit()<<1 - 1)
	if !p.Trump.Contains(best) {
		higher |= p.Trump
	}
	return higher
}

// able returns the seats that may and can win the trick after a move.
func (a *sieve) able(m tricks.Move) tricks.SeatSet {
	st, p := a.st, a.problem
	able := a.winners
	if a.limited.Contains(m.Card) {
		for w := range a.allowed {
			if !a.allowed[w].Contains(m.Card) {
				able &^= tricks.Seat(w).Bit()
			}
		}
	}
	switch {
	case able == 0:
		return 0
	case m.ToWin || a.takers.Contains(m.Card):
		led := st.Led
		if led == tricks.NoSuit {
			led = m.Card.Suit()
		}
		return able & p.reach(st, winning{seat: st.Turn, card: m.Card, taken: m.ToWin, led: led}, a.more)
	case a.ducked == 0:
		a.ducked = p.reach(st, winning{seat: st.Best, card: st.Card[st.Best], taken: st.Taken, led: st.Led}, a.more)
	}
	return able & a.ducked
}

// equal reports whether the next lower card of the hand, if there is one, is equal to c: the
// same to every goal, and nothing that parts them lies between. Only one of equal cards needs
// to be tried.
func (p *Problem) equal(lower, c tricks.Card, f *forecast) bool {
	return lower != tricks.NoCard && lower.Suit() == c.Suit() && f.present&(c.Bit()-1)&^(lower.Bit()<<1-1) == 0 &&
		p.Same(lower, c, p.Table.Tricks()-f.tricksLeft) && !p.Pyramid.Contains(c) && !p.Pyramid.Contains(lower) &&
		!p.IsDisabled(EqualCards)
}

// losers returns the cards that lose this trick and every later one: the seat to move may win
// no more tricks, and they do not beat the best card on the table. Of those that no goal tells
// apart the search tries the highest of each suit only.
//
// Take a line that wins, in which the seat plays H2 now and H5 later, or never. Let it play H5
// now and H2 later. It follows suit in the same tricks (T4). Neither card wins now, since a
// better one is on the table. H5 lost the later trick, and what beats H5 beats H2, whether it
// is a higher Hill, a trump or R1. So each trick has the same winner, and the line wins.
//
// Cards of a pyramid (S9) and tucked ones (K: Shadowfax) are left out, because to play them
// changes what the hand may play.
func (p *Problem) losers(st *tricks.State, legal, takers tricks.Set, f *forecast) tricks.Set {
	if f.winners.Contains(st.Turn) || p.IsDisabled(EqualCards) {
		return 0
	}
	return legal & st.Hand[st.Turn] &^ (p.Pyramid | tricks.OneRing.Bit() | takers)
}

// loserAbove reports whether a higher one of the losers is the same as c to every goal.
func (p *Problem) loserAbove(c tricks.Card, losers tricks.Set, f *forecast) bool {
	for higher := losers.OfSuit(c.Suit()) &^ (c.Bit()<<1 - 1); higher != 0; higher &= higher - 1 {
		if p.Same(c, higher.First(), p.Table.Tricks()-f.tricksLeft) {
			return true
		}
	}
	return false
}

// The weights of the move ordering. They were found by trying them on a few
// thousand deals; they decide how soon a winning line is found, never whether one
// is.
const (
	winnerWeight = 444 // the seat that should win does
	giftWeight   = 200 // a card goes to a seat that needs it
	wasteWeight  = 85  // a card that is needed goes to somebody else, less if there are more than enough
	freeWeight   = 31  // a seat has none of the suit that is led
	giverWeight  = 150 // and holds a card that the winner needs
	ringWeight   = 62  // R1 is worth keeping
	// The worth of a rank to a seat that wins the trick, to one that must keep high cards for
	// later, and to one that must be rid of them.
	winRank, keepRank, dumpRank = 2, 8, 5
)

// score rates the moves by who can win the trick after them, best of those that
// may, and by what the card is worth to that seat and to others.
func (p *Problem) score(st *tricks.State, f *forecast, list []candidate) {
	seat := st.Turn
	var able tricks.SeatSet
	winner := tricks.NoSeat
	desire := int32(0)
	for i := range list {
		m := list[i].move
		if i == 0 || list[i].able != able {
			able = list[i].able
			winner = tricks.NoSeat
			desire = 0
			for w := range tricks.Seat(p.Table.Seats) {
				if able.Contains(w) && (winner == tricks.NoSeat || f.desire[w] > desire) {
					desire = f.desire[w]
					winner = w
				}
			}
		}
		score := desire
		if f.someWanted.Contains(m.Card) {
			for w := range tricks.Seat(p.Table.Seats) {
				if !f.wanted[w].Contains(m.Card) {
					continue
				}
				k := f.demandFor(w, m.Card)
				switch {
				case w != winner && k == nil:
					score -= wasteWeight
				case w != winner:
					score -= wasteWeight * int32(k.short) / int32(k.short+k.spare)
				case k == nil || (st.Trick&k.cards).Len() < k.short: // else one more is of no use
					score += giftWeight
				}
			}
		}
		if st.Led == tricks.NoSuit {
			score += p.openness(st, f, winner, m.Card.Suit())
		}
		rank := int32(m.Card&7) + 1
		switch {
		case winner == seat && f.minWins[seat] > 0:
			score += winRank * rank
		case winner == seat:
			score -= winRank * rank
		case f.minWins[seat] > 0:
			score -= keepRank * rank
		default:
			score += dumpRank * rank
		}
		if m.ToWin {
			score -= ringWeight
		}
		list[i].score = score
	}
}

// openness rates a suit to lead by the other seats that have none of it: they are
// free to be rid of any card, or to give the winner one that it needs.
func (p *Problem) openness(st *tricks.State, f *forecast, winner tricks.Seat, suit tricks.Suit) int32 {
	score := int32(0)
	for seat := range tricks.Seat(p.Table.Seats) {
		if seat == st.Turn || st.Hand[seat].OfSuit(suit) != 0 {
			continue
		}
		score += freeWeight
		if winner != tricks.NoSeat && winner != seat && st.Hand[seat]&f.wanted[winner] != 0 {
			score += giverWeight
		}
	}
	return score
}

// demandFor returns the set of cards a seat needs some of that a card is in, nil if
// there is none.
func (f *forecast) demandFor(seat tricks.Seat, c tricks.Card) *demand {
	for i := range f.ndemands {
		if k := &f.demands[i]; k.seat == seat && k.cards.Contains(c) {
			return k
		}
	}
	return nil
}

// winning is the card that wins a trick so far, and the suit that was led.
type winning struct {
	seat  tricks.Seat
	card  tricks.Card
	taken bool
	led   tricks.Suit
}

// reach returns the seats that can win the trick after the move of the seat whose turn it
// is, with so many seats to play after it. These are the seat that wins now, if nobody is forced
// to beat its card, and the seats that can beat it. Where a card is turned up, only cards that
// rank high enough win, and the Willow may (C5).
func (p *Problem) reach(s *tricks.State, now winning, more int) tricks.SeatSet {
	if p.IsDisabled(InTrick) {
		return anyWinner
	}
	if now.taken {
		return now.seat.Bit()
	}
	best := now.card
	var out tricks.SeatSet
	overWillow := ^tricks.Set(0)
	bestStays := true
	if int(s.Number) < len(p.overWillow) {
		overWillow = p.overWillow[s.Number]
		bestStays = overWillow.Contains(best)
		if !bestStays || p.Trump != 0 && more > 0 {
			out |= noWinner
		}
	}
	if more == 0 {
		if bestStays {
			out = now.seat.Bit()
		}
		return out
	}
	suit := tricks.SuitSet(now.led)
	higher := ^(best.Bit()<<1 - 1) & tricks.SuitSet(best.Suit())
	winners := (higher|p.Trump)&overWillow | tricks.OneRing.Bit()
	for seat := p.Table.Next(s.Turn); seat != s.Leader; seat = p.Table.Next(seat) {
		hand := s.Hand[seat]
		var tucked tricks.Set
		free := false
		if !p.plain {
			if first := p.Table.First[seat]; s.Number == 0 && first != tricks.NoCard {
				hand = first.Bit() // nothing else is played (K: Radagast)
			}
			tucked = p.tuckedAt(s, seat)
			free = p.Table.Free.Contains(seat) || s.Number == 0 && p.Table.FreeOnce.Contains(seat)
		}
		follow := hand & suit
		if follow == 0 || free {
			follow |= hand // may play anything
		}
		if (follow|tucked)&winners != 0 {
			out |= seat.Bit()
		}
		// Forced to beat the best card: nothing else can be played.
		if follow != 0 && follow&^(higher&suit) == 0 && tucked == 0 && best.Suit() == now.led {
			bestStays = false
		}
	}
	if bestStays {
		out |= now.seat.Bit()
	}
	return out
}

// atLeast returns the cards that rank at least so high.
func atLeast(rank int) tricks.Set {
	each := tricks.Set(0xff<<(rank-1)) & 0xff // of a suit
	return each * 0x010101010101 & (tricks.Deck | tricks.SuitSet(tricks.Rivers))
}
