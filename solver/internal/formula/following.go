package formula

import (
	"fellowship/solver/internal/sat"
	"fellowship/tricks"
)

// writeFollowing states that a seat that has the led suit must play it (T4).
func (f *Formula) writeFollowing() {
	p := f.p
	for s := range f.seats() {
		for u := range tricks.Suit(tricks.Suits) {
			f.void[s][u] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.void[s][u][t] = f.writeVoid(s, u, t)
				seat := tricks.Seat(s)
				isFirstTrick := f.firstTrick+t == 0
				freeNow := isFirstTrick && (p.Table.FreeOnce.Contains(seat) || p.Table.First[s] != tricks.NoCard)
				if !f.isPlaying(s, t) || p.Table.Free.Contains(seat) || f.lastIsDue(s, t) || freeNow {
					continue
				}
				f.s.Add(f.suit[s][u][t], f.led[t][u].Not(), f.void[s][u][t])
			}
		}
	}
}

// writeVoid returns a literal that can be true only if a seat has no card of a suit
// in its hand before a trick. Cards set aside or tucked away do not count (K).
func (f *Formula) writeVoid(seat int, u tricks.Suit, t int) sat.Lit {
	p := f.p
	hand := f.hand(seat).OfSuit(u)
	if hand == 0 {
		return sat.True
	}
	waits := false
	open := 0 // how many of the cards are in the hand from the beginning
	for cards := hand; cards != 0; cards &= cards - 1 {
		if f.mustWait(cards.First()) {
			waits = true
		} else {
			open++
		}
	}
	if f.playsBefore(seat, t) < open {
		return sat.False // it plays only one card a trick
	}
	whole := hand == p.Start.Held[seat].OfSuit(u)
	v := f.variable("true only if {seat} has no {suit} in hand before trick {trick}",
		subject{seat: tricks.Seat(seat), suit: u, trick: t})
	for cards := hand; cards != 0; cards &= cards - 1 {
		c := cards.First()
		switch {
		case !waits:
			if whole {
				f.s.Add(v.Not(), f.suit[seat][u][t].Not())
			} else {
				f.s.Add(v.Not(), f.plays[c][t].Not())
			}
			if t+1 == f.n {
				f.s.Add(v.Not(), f.leftOver[c].Not())
			}
		case p.Table.DrawnAfter(c) <= f.firstTrick+t:
			clause := []sat.Lit{v.Not(), f.gone[c][t]}
			for covers := f.directCovers(c); covers != 0; covers &= covers - 1 {
				clause = append(clause, f.gone[covers.First()][t].Not())
			}
			f.s.Add(clause...)
		}
	}
	if !waits && t > 0 {
		f.s.Add(f.void[seat][u][t-1].Not(), v)
		if whole { // then the literal is true exactly if the seat has no card of the suit left
			f.s.Add(v.Not(), f.void[seat][u][t-1], f.suit[seat][u][t-1])
			f.topic("cards of {suit} that {seat} plays before trick {trick}",
				subject{seat: tricks.Seat(seat), suit: u, trick: t})
			f.s.AtLeast(hand.Len(), f.suit[seat][u][:t], v)
		}
	}
	return v
}

// hand returns the hand of a seat without the cards that are set aside or tucked away.
func (f *Formula) hand(seat int) tricks.Set {
	hand := f.p.Start.Held[seat]
	for _, c := range []tricks.Card{f.p.Table.Last[seat], f.p.Start.Tucked} {
		if c != tricks.NoCard {
			hand &^= c.Bit()
		}
	}
	return hand
}

// writeRings states that Rings may not be led before a Ring was played, unless the leader has
// nothing else (T6).
func (f *Formula) writeRings() {
	p := f.p
	ringPlayed := sat.False
	if p.Start.RingsBroken {
		return
	}
	for t := range f.n {
		if t > 0 {
			l := f.variable("a Ring was played before trick {trick}", subject{trick: t})
			clause := []sat.Lit{ringPlayed, l.Not()}
			for s := range f.seats() {
				ring := f.suit[s][tricks.Rings][t-1]
				clause = append(clause, ring)
				f.s.Add(ring.Not(), l)
			}
			f.s.Add(clause...)
			f.s.Add(ringPlayed.Not(), l)
			ringPlayed = l
		}
		for s := range f.seats() {
			if p.Table.Free.Contains(tricks.Seat(s)) || f.lastIsDue(s, t) ||
				f.firstTrick+t == 0 && p.Table.First[s] != tricks.NoCard {
				continue
			}
			for u := range tricks.Suit(tricks.Suits) {
				if u != tricks.Rings {
					f.s.Add(f.led[t][tricks.Rings].Not(), f.leads[t][s].Not(), ringPlayed, f.void[s][u][t])
				}
			}
		}
	}
}
