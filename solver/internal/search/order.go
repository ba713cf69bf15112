package search

import "fellowship/tricks"

// candidate is a move that the search will try.
type candidate struct {
	move tricks.Move
	// able is the seats that may win the trick, and still can after the move.
	able tricks.SeatSet
	// score is how promising the move looks: the higher, the sooner it is tried.
	score int32
}

// candidates appends the moves worth trying to list, best first. Of several equal cards it tries only the
// lowest, and of cards that cannot win any trick only the highest. It leaves out the moves that the
// forecast rules out, and those after which none of the winners could win the trick. If a move is forced,
// no other one is tried. More is how many seats play into the trick after the seat to move.
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

// sort sorts the candidates by score, the best first, and keeps the order of equal ones. It is an
// insertion sort, which is the fastest for a short list.
func sort(list []candidate) {
	for i := range list {
		c := list[i]
		for ; i > 0 && list[i-1].score < c.score; i-- {
			list[i] = list[i-1]
		}
		list[i] = c
	}
}

// sieve finds the moves after which some seat still may and can win the trick.
type sieve struct {
	problem *Problem
	st      *tricks.State
	// winners is the seats that may win the trick before the move.
	winners tricks.SeatSet
	// more is how many seats play into the trick after the seat to move.
	more int
	// allowed is, for each winner, the cards after which it may still win the trick if the seat to move
	// plays them. The last entry is for a trick that nobody wins.
	allowed [tricks.MaxSeats + 1]tricks.Set
	// limited is the cards that are not allowed for some winner.
	limited tricks.Set
	// takers is the cards that would win the trick if it ended with them.
	takers tricks.Set
	// ducked is the seats that can win the trick after a move with any card outside takers. It is 0 until
	// it is needed.
	ducked tricks.SeatSet
}

// allow works out which cards may be played now if a certain seat is to win the trick: none that is denied
// to the seat, and only cards that the trick must hold if no later seat can play one of these.
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

// takers returns the cards that would win the trick if it ended with them (T5, T8). R1 can do so as well,
// if it is played to win (T7), but is listed only by its rank.
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

// able returns the winners that still may and can win the trick after a move.
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

// equal reports whether c is equal to lower, the next lower card of the hand, or NoCard if there is none:
// no goal tells them apart, and no card between them was in play when the trick began. Only one of several
// equal cards needs to be tried.
func (p *Problem) equal(lower, c tricks.Card, f *forecast) bool {
	return lower != tricks.NoCard && lower.Suit() == c.Suit() && f.present&(c.Bit()-1)&^(lower.Bit()<<1-1) == 0 &&
		p.Same(lower, c, p.Table.Tricks()-f.tricksLeft) && !p.Pyramid.Contains(c) && !p.Pyramid.Contains(lower) &&
		!p.IsDisabled(EqualCards)
}

// losers returns the cards that lose this trick and every later one: the seat to move may win
// no more tricks, and these cards do not beat the best card on the table. If several of them are of the
// same suit and no goal tells them apart, the search tries only the highest.
//
// Take a line that wins, in which the seat plays H2 now and H5 later, or never. Let it play H5
// now and H2 later. It follows suit in the same tricks (T4). Neither card wins now, since a
// better one is on the table. H5 lost the later trick, and any card that beats H5 beats H2, whether it
// is a higher Hill, a trump or R1. So each trick has the same winner, and the line wins.
//
// Cards of a pyramid (S9) and tucked cards (K: Shadowfax) are not among them, because playing such a card
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
	// winnerWeight rates a trick that goes to the seat that has to win it.
	winnerWeight = 444
	// giftWeight rates a card that goes to a seat that needs it.
	giftWeight = 200
	// wasteWeight counts against a needed card that goes to another seat; it counts less if the seat that
	// needs it can spare some.
	wasteWeight = 85
	// freeWeight rates a lead of which another seat has no card to follow with.
	freeWeight = 31
	// giverWeight is added to freeWeight if that seat holds a card that the winner needs.
	giverWeight = 150
	// ringWeight counts against playing R1 to win, because it is worth keeping.
	ringWeight = 62

	// winRank rates each rank of the card with which a seat wins the trick: positive if the seat has to win
	// tricks, else negative.
	winRank = 2
	// keepRank counts against each rank of a card that a seat loses which has to win tricks later.
	keepRank = 8
	// dumpRank rates each rank of a card that a seat gets rid of which has to win none.
	dumpRank = 5
)

// score rates the moves by the seat that is expected to win the trick after them, and by what the card is
// worth to that seat and to others. The expected winner is the able seat with the highest desire.
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
				case k == nil || (st.Trick&k.cards).Len() < k.short: // the trick does not hold enough yet
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

// openness rates a suit to lead by the other seats that have no card of it: they are
// free to get rid of any card, or to give the winner a card that it needs.
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

// demandFor returns the seat's demand that includes a card, or nil.
func (f *forecast) demandFor(seat tricks.Seat, c tricks.Card) *demand {
	for i := range f.ndemands {
		if k := &f.demands[i]; k.seat == seat && k.cards.Contains(c) {
			return k
		}
	}
	return nil
}

// winning is the best card of an unfinished trick.
type winning struct {
	// seat is the seat that played the card.
	seat tricks.Seat
	card tricks.Card
	// taken reports whether the card is R1, played to win (T7).
	taken bool
	// led is the suit that was led.
	led tricks.Suit
}

// reach returns the seats that can win the trick after the move of the seat whose turn it is. More is how
// many seats play after it. The seat that is winning now can win, unless somebody is forced to beat its
// card, and so can each seat that can beat it. If a card of the Old Forest is turned up, only cards that
// rank high enough win, and the Willow may take the trick (C5).
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
				hand = first.Bit() // it plays only this card (K: Radagast)
			}
			tucked = p.tuckedAt(s, seat)
			free = p.Table.Free.Contains(seat) || s.Number == 0 && p.Table.FreeOnce.Contains(seat)
		}
		follow := hand & suit
		if follow == 0 || free {
			follow |= hand // it may play any card
		}
		if (follow|tucked)&winners != 0 {
			out |= seat.Bit()
		}
		// The seat is forced to beat the best card if it holds nothing else that it may play.
		if follow != 0 && follow&^(higher&suit) == 0 && tucked == 0 && best.Suit() == now.led {
			bestStays = false
		}
	}
	if bestStays {
		out |= now.seat.Bit()
	}
	return out
}

// atLeast returns the cards of all suits from a rank upwards.
func atLeast(rank int) tricks.Set {
	each := tricks.Set(0xff<<(rank-1)) & 0xff // the cards of one suit, which is a byte
	return each * 0x010101010101 & (tricks.Deck | tricks.SuitSet(tricks.Rivers))
}
