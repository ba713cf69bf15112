package solver

import "fellowship/tricks"

// ridden reports whether all seats that hold them can be rid of cards of a suit before
// another card of the suit, which has to win its own trick, is played.
//
// A trick that is led in a suit takes a card of it from all who have one (T4), so there
// are no more such tricks than the most cards that one of those holds who lead them. A
// seat is rid of a card in a trick of the suit, of which there are no more than the
// holder of that card has others of it, or in one of a suit in which it is void. It is void
// after as many tricks of that suit as it has cards of it, or after fewer if it was rid of
// some elsewhere, where it could have been rid of the others. All that holds where every
// card is in the hand, none covered (S9), still to be drawn (S10) or set aside (K).
func (p *Problem) ridden(s *tricks.State, cards tricks.Set, c tricks.Card, o *outlook) bool {
	if !p.plain || !p.allPlay || s.Hand != s.Held || p.off(Leads) {
		return true
	}
	suit := c.Suit()
	led := s.Held[p.owner[c]].Of(suit).Len() - 1
	var r riddance
	most := 0
	for seat := range tricks.Seat(p.table.Seats) {
		if n := (s.Held[seat] & cards).Len(); n > 0 {
			r.seats[r.n], r.short[r.n] = seat, n
			most = max(most, n)
			r.n++
		}
	}
	if most <= min(led, o.left-1) {
		return true
	}
	for u := range tricks.Suits {
		if tricks.Suit(u) == suit {
			r.most[u] = led
			continue
		}
		lane := tricks.SuitSet(tricks.Suit(u))
		for seat := range tricks.Seat(p.table.Seats) {
			switch {
			case o.leads.Has(seat):
				r.most[u] = max(r.most[u], (s.Held[seat] & lane).Len())
			case o.leader.Has(seat) && s.Held[seat]&lane != 0:
				r.most[u] = max(r.most[u], 1)
			}
		}
		for i, seat := range r.seats[:r.n] {
			r.held[u][i] = (s.Held[seat] & lane).Len()
		}
	}
	return r.fits(0, o.left-1)
}

// riddance is seats that have to be rid of cards: how many each is short of, how many
// tricks of each suit there can be, and how many of them each seat follows.
type riddance struct {
	n     int
	seats [tricks.MaxSeats]tricks.Seat
	short [tricks.MaxSeats]int
	most  [tricks.Suits]int
	held  [tricks.Suits][tricks.MaxSeats]int
}

// fits reports whether so many tricks of the suits from one on are enough.
func (r *riddance) fits(suit, left int) bool {
	need, least := 0, never
	for i, n := range r.short[:r.n] {
		need = max(need, n)
		if n > 0 && suit < tricks.Suits {
			least = min(least, r.held[suit][i])
		}
	}
	switch {
	case need <= 0:
		return true
	case need > left || suit == tricks.Suits:
		return false
	}
	was := r.short
	for n := min(r.most[suit], left); n > least; n-- {
		for i := range r.short[:r.n] {
			r.short[i] = was[i] - max(n-r.held[suit][i], 0)
		}
		if r.fits(suit+1, left-n) {
			return true
		}
	}
	r.short = was
	return r.fits(suit+1, left)
}
