package solver

import (
	"math/rand/v2"

	"fellowship/tricks"
)

// candidate is a move, who may and can still win the trick after it, and how
// promising it looks.
type candidate struct {
	move  tricks.Move
	able  tricks.SeatSet
	score int32
}

// candidates lists the moves worth trying, best first: of equal cards only the
// lowest, nothing that the outlook rules out or after which nobody could win the
// trick. A forced move is the only one.
func (s *search) candidates(st *tricks.State, o *outlook, can tricks.SeatSet, forced []tricks.Move, list []candidate) []candidate {
	p := s.problem
	more := p.toPlay(st) - 1
	add := func(m tricks.Move) {
		now := p.standing(st, m)
		able := can
		for b := range o.nbans {
			ban := &o.bans[b]
			if ban.cards.Has(m.Card) && (ban.most == 0 || ((st.Table|m.Card.Bit())&ban.cards).Len() > ban.most) {
				able &= ban.ok
			}
		}
		if o.few {
			able = o.enough(able, st.Table|m.Card.Bit(), more)
		}
		if able != 0 {
			able &= p.reach(st, now, more)
		}
		if able != 0 {
			list = append(list, candidate{move: m, able: able, score: s.score(st, o, able, m)})
		}
	}
	if len(forced) > 0 {
		add(forced[0])
		return list
	}
	seat := st.Turn
	legal := p.legal(st) &^ o.keep[seat]
	if st.Led == tricks.NoSuit {
		legal &^= o.noLead
	}
	lost := p.ducked(st, legal, o)
	for cards := legal; cards != 0; cards &= cards - 1 {
		c := cards.First()
		if lost.Has(c) && p.betterGone(c, lost, o) || !lost.Has(c) && p.equalBelow(c, legal, o) {
			continue
		}
		add(tricks.Move{Card: c})
		if c == tricks.OneRing && can.Has(seat) {
			add(tricks.Move{Card: c, ToWin: true})
		}
	}
	if len(list) < 2 {
		return list
	}
	if s.noise > 0 {
		for i := range list {
			list[i].score += int32(tricks.Below(s.chance, s.noise))
		}
	}
	// A short list: insertion sort keeps equal scores in card order.
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].score > list[j-1].score; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list
}

// equalBelow reports whether a lower card of the hand is equal to c: the same
// to every goal, and nothing that others held when the trick began, played to
// it or not, lies between them. Only one of equal cards needs to be tried.
func (p *Problem) equalBelow(c tricks.Card, hand tricks.Set, o *outlook) bool {
	if c&7 == 0 || p.pyramid.Has(c) || p.off(EqualCards) {
		return false
	}
	suit := c.Suit()
	below := o.present.Of(suit) & (c.Bit() - 1)
	if below == 0 {
		return false
	}
	next := below.Last()
	return hand.Has(next) && p.same(next, c, p.table.Tricks()-o.left) && !p.pyramid.Has(next)
}

// ducked returns the cards of a seat that can win no more tricks which do not win
// this one either. Of those that are the same to every goal only the highest of
// each suit need be tried: take a line that wins in which a lower one is played
// now and the higher one later, or never. With the two changed about it is legal,
// too, since they are of one suit, and every trick has the same winner, since
// neither card wins one, and what beats the higher one beats the lower one.
func (p *Problem) ducked(st *tricks.State, legal tricks.Set, o *outlook) tricks.Set {
	if !o.idle.Has(st.Turn) || st.Led == tricks.NoSuit || p.off(Ducking) {
		return 0
	}
	legal &^= p.pyramid | tricks.OneRing.Bit()
	for cards := legal; cards != 0; cards &= cards - 1 {
		if c := cards.First(); p.table.Takes(st, tricks.Move{Card: c}) {
			legal &^= c.Bit()
		}
	}
	return legal
}

// betterGone reports whether a higher one of the cards that are ducked is the same
// as c to every goal.
func (p *Problem) betterGone(c tricks.Card, ducked tricks.Set, o *outlook) bool {
	higher := ducked.Of(c.Suit()) &^ (c.Bit()<<1 - 1)
	for ; higher != 0; higher &= higher - 1 {
		if p.same(c, higher.First(), p.table.Tricks()-o.left) {
			return true
		}
	}
	return false
}

// The weights of the move ordering. They were found by trying them on a few
// thousand deals; they decide how soon a winning line is found, never whether one
// is.
const (
	winnerWeight = 768 // the seat that should win does
	giftWeight   = 200 // a card goes to a seat that needs it
	wasteWeight  = 135 // a card that is needed goes to somebody else, less if there are more than enough
	freeWeight   = 40  // a seat has none of the suit that is led
	giverWeight  = 154 // and holds a card that the winner needs
	blockWeight  = 110 // a card that others wait for goes
	ringWeight   = 50  // R1 is worth keeping
	// What a rank is worth to a seat that wins the trick, to one that must keep
	// high cards for later, and to one that must be rid of them.
	winRank, keepRank, dumpRank = 2, 6, 5
)

// score rates a move by who can win the trick after it, best of those that
// may, and by what the card is worth to that seat and to others.
func (s *search) score(st *tricks.State, o *outlook, able tricks.SeatSet, m tricks.Move) int32 {
	p := s.problem
	if p.off(Order) {
		return 0
	}
	seat := st.Turn
	winner := tricks.NoSeat
	score := int32(0)
	for w := range tricks.Seat(p.table.Seats) {
		if able.Has(w) && (winner == tricks.NoSeat || o.desire[w] > score) {
			score, winner = o.desire[w], w
		}
	}
	if o.someWanted.Has(m.Card) {
		for w := range tricks.Seat(p.table.Seats) {
			if !o.wanted[w].Has(m.Card) {
				continue
			}
			k := o.partOf(w, m.Card)
			switch {
			case w != winner && k == nil:
				score -= wasteWeight
			case w != winner:
				score -= wasteWeight * int32(k.short) / int32(k.short+k.spare)
			case k == nil || (st.Table&k.cards).Len() < k.short: // else one more is of no use
				score += giftWeight
			}
		}
	}
	if st.Led == tricks.NoSuit {
		score += s.openness(st, o, winner, m.Card.Suit())
	}
	rank := int32(m.Card&7) + 1
	switch {
	case winner == seat && o.must[seat] > 0:
		score += winRank * rank
	case winner == seat:
		score -= winRank * rank
	case o.must[seat] > 0:
		score -= keepRank * rank
	default:
		score += dumpRank * rank
	}
	if o.blocking.Has(m.Card) {
		score += blockWeight
	}
	if m.ToWin {
		score -= ringWeight
	}
	return score
}

// openness rates a suit to lead by the other seats that have none of it: they are
// free to be rid of any card, or to give the winner one that it needs.
func (s *search) openness(st *tricks.State, o *outlook, winner tricks.Seat, suit tricks.Suit) int32 {
	score := int32(0)
	for seat := range tricks.Seat(s.problem.table.Seats) {
		if seat == st.Turn || st.Hand[seat].Of(suit) != 0 {
			continue
		}
		score += freeWeight
		if winner != tricks.NoSeat && winner != seat && st.Hand[seat]&o.wanted[winner] != 0 {
			score += giverWeight
		}
	}
	return score
}

// partOf returns the set of cards a seat needs some of that a card is in, nil if
// there is none.
func (o *outlook) partOf(seat tricks.Seat, c tricks.Card) *part {
	for i := range o.nparts {
		if k := &o.parts[i]; k.seat == seat && k.cards.Has(c) {
			return k
		}
	}
	return nil
}

// standing is what wins a trick so far, and the suit that was led.
type standing struct {
	seat  tricks.Seat
	card  tricks.Card
	taken bool
	led   tricks.Suit
}

// standing returns what wins the trick after a move.
func (p *Problem) standing(st *tricks.State, m tricks.Move) standing {
	now := standing{seat: st.Turn, card: m.Card, taken: m.ToWin, led: st.Led}
	if st.Led == tricks.NoSuit {
		now.led = m.Card.Suit()
	} else if !p.table.Takes(st, m) {
		now.seat, now.card, now.taken = st.Best, st.Card[st.Best], st.Taken
	}
	return now
}

// reach returns who can win the trick after the move of the seat whose turn it
// is, with so many seats to play after it: who wins now, if nobody is forced to
// beat that, and whoever can beat it. Where a card is turned up, only cards that
// rank high enough win, and the Willow may (C5).
func (p *Problem) reach(s *tricks.State, now standing, more int) tricks.SeatSet {
	if now.taken {
		return now.seat.Bit()
	}
	if more > 0 && p.off(InTrick) {
		return ^tricks.SeatSet(0)
	}
	best := now.card
	var out tricks.SeatSet
	enough := ^tricks.Set(0)
	keeps := true
	if int(s.Number) < len(p.enough) {
		enough = p.enough[s.Number]
		keeps = enough.Has(best)
		if !keeps || p.trump != 0 && more > 0 {
			out |= nobody
		}
	}
	if more == 0 {
		if keeps {
			out = now.seat.Bit()
		}
		return out
	}
	suit := tricks.SuitSet(now.led)
	higher := ^(best.Bit()<<1 - 1) & tricks.SuitSet(best.Suit())
	winning := (higher|p.trump)&enough | tricks.OneRing.Bit()
	for seat := p.table.Next(s.Turn); seat != s.Leader; seat = p.table.Next(seat) {
		hand := s.Hand[seat]
		var tucked tricks.Set
		free := false
		if !p.plain {
			if first := p.table.First[seat]; s.Number == 0 && first != tricks.NoCard {
				hand = first.Bit() // nothing else is played (K: Radagast)
			}
			tucked = p.tuckedAt(s, seat)
			free = p.table.Free.Has(seat) || s.Number == 0 && p.table.FreeOnce.Has(seat)
		}
		follow := hand & suit
		if follow == 0 || free {
			follow |= hand // may play anything
		}
		if (follow|tucked)&winning != 0 {
			out |= seat.Bit()
		}
		// Forced to beat the best card: nothing else can be played.
		if follow != 0 && follow&^(higher&suit) == 0 && tucked == 0 && best.Suit() == now.led {
			keeps = false
		}
	}
	if keeps {
		out |= now.seat.Bit()
	}
	return out
}

// atLeast returns the cards that rank at least so high.
func atLeast(rank int) tricks.Set {
	var set tricks.Set
	for r := rank; r <= 8; r++ {
		set |= tricks.RankSet(r)
	}
	return set
}

// chance is the source of the noise that restarts shake the order with.
func newChance(seed uint64) rand.Source { return tricks.NewSource(seed, 0x5eed) }
