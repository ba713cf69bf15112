package solver

import (
	"math/rand/v2"

	"fellowship/tricks"
)

// candidate is a move and how promising it looks.
type candidate struct {
	move  tricks.Move
	score int32
}

// candidates lists the moves worth trying, best first: of equal cards only the
// lowest, nothing that the outlook rules out.
func (s *search) candidates(st *tricks.State, o *outlook, can tricks.SeatSet, list []candidate) []candidate {
	p := s.problem
	seat := st.Turn
	legal := p.legal(st) &^ o.keep[seat]
	if st.Led == tricks.NoSuit {
		legal &^= o.noLead
	}
	for cards := legal; cards != 0; cards &= cards - 1 {
		c := cards.First()
		if p.equalBelow(c, legal, o) {
			continue
		}
		list = append(list, candidate{move: tricks.Move{Card: c}})
		if c == tricks.OneRing && can.Has(seat) {
			list = append(list, candidate{move: tricks.Move{Card: c, ToWin: true}})
		}
	}
	if len(list) < 2 {
		return list
	}
	for i := range list {
		list[i].score = s.score(st, o, can, list[i].move)
		if s.noise > 0 {
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
	if c&7 == 0 || p.pyramid.Has(c) {
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

// The weights of the move ordering. They were found by trying; they decide how
// soon a winning line is found, never whether one is.
const (
	winnerWeight = 64 // the seat that should win does
	giftWeight   = 40 // a card goes to a seat that needs it
	blockWeight  = 24 // a card that others wait for goes
	wasteWeight  = 40 // a card that is needed goes to somebody else
)

// desire says how much a seat should win this trick: those that must win much
// of what is left come first, those that can win nothing more come last.
func (o *outlook) desire(seat tricks.Seat) int {
	if seat < 0 {
		return 0 // the Willow
	}
	return o.must[seat] * winnerWeight / max(o.left, 1)
}

// score rates a move by who can win the trick after it, best of those that
// may, and by what the card is worth to that seat and to others.
func (s *search) score(st *tricks.State, o *outlook, can tricks.SeatSet, m tricks.Move) int32 {
	p := s.problem
	next := *st
	seat := st.Turn
	winner, done := p.table.Play(&next, m)
	score := 0
	if !done {
		winner = tricks.NoSeat
		reach := p.reach(&next, st.Leader) & can
		best := -1
		for w := range tricks.Seat(p.table.Seats) {
			if reach.Has(w) && o.desire(w) > best {
				best, winner = o.desire(w), w
			}
		}
		if reach == 0 {
			return -1 << 20 // pruned as soon as it is tried
		}
	}
	score += o.desire(winner) * 4
	rank := int(m.Card&7) + 1
	for w := range tricks.Seat(p.table.Seats) {
		if o.wanted[w].Has(m.Card) {
			if w == winner {
				score += giftWeight
			} else {
				score -= wasteWeight
			}
		}
	}
	switch {
	case winner == seat && o.must[seat] > 0:
		score += rank
	case winner == seat:
		score -= rank
	case o.must[seat] > 0:
		score -= rank // keeps the high cards for later
	default:
		score += rank // gets rid of them
	}
	if o.blocking.Has(m.Card) {
		score += blockWeight
	}
	if m.ToWin {
		score -= 8 // R1 is worth keeping
	}
	return int32(score)
}

// reach returns who can still win the unfinished trick: who wins now, if nobody
// after it is forced to beat that, and whoever can beat it. Where a card is
// turned up, only cards that rank high enough win, and the Willow may (C5).
func (p *Problem) reach(s *tricks.State, leader tricks.Seat) tricks.SeatSet {
	if s.Taken {
		return s.Best.Bit()
	}
	best := s.Card[s.Best]
	suit := tricks.SuitSet(s.Led)
	higher := ^(best.Bit()<<1 - 1) & tricks.SuitSet(best.Suit())
	enough := ^tricks.Set(0)
	var out tricks.SeatSet
	if int(s.Number) < len(p.table.Willow) {
		up := p.table.Willow[s.Number].Rank()
		enough = atLeast(up)
		if best.Rank() < up || p.trump != 0 {
			out |= nobody
		}
	}
	winning := (higher|p.trump)&enough | tricks.OneRing.Bit()
	keeps := enough.Has(best)
	for seat := s.Turn; seat != leader; seat = p.table.Next(seat) {
		hand := s.Hand[seat]
		if first := p.table.First[seat]; s.Number == 0 && first != tricks.NoCard {
			hand = first.Bit() // nothing else is played (K: Radagast)
		}
		tucked := p.tuckedAt(s, seat)
		follow := hand & suit
		free := p.table.Free.Has(seat) || s.Number == 0 && p.table.FreeOnce.Has(seat)
		if follow == 0 || free {
			follow |= hand // may play anything
		}
		if (follow|tucked)&winning != 0 {
			out |= seat.Bit()
		}
		// Forced to beat the best card: nothing else can be played.
		if follow != 0 && follow&^(higher&suit) == 0 && tucked == 0 && best.Suit() == s.Led {
			keeps = false
		}
	}
	if keeps {
		out |= s.Best.Bit()
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
