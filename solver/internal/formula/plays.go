package formula

import (
	"fellowship/solver/internal/sat"
	"fellowship/tricks"
)

// writePlays states that each card is played into one trick or left over, and that a seat plays
// one card a trick (T3, T10).
func (f *Formula) writePlays() {
	p := f.p
	for seat := range f.seats() {
		held := p.Start.Held[seat]
		plays := f.playsBefore(seat, f.n)
		waits := false
		for cards := held; cards != 0; cards &= cards - 1 {
			c := cards.First()
			f.plays[c] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.plays[c][t] = sat.False
				if f.isPlaying(seat, t) && f.mayPlay(seat, c, t) {
					f.plays[c][t] = f.variable("{card} is played into trick {trick}", subject{card: c, trick: t})
				}
			}
			f.leftOver[c] = sat.False
			if held.Len() > plays {
				f.leftOver[c] = f.variable("{card} is left over at the end", subject{card: c})
			}
			waits = waits || f.mustWait(c)
		}
		for cards := held; cards != 0; cards &= cards - 1 {
			c := cards.First()
			f.s.ExactlyOne(append(f.plays[c], f.leftOver[c])...)
		}
		if left := f.leftOverLits(held); len(left) > 0 {
			f.topic("cards that {seat} has left over at the end (T10)", subject{seat: tricks.Seat(seat)})
			f.s.AtMost(held.Len()-plays, left, sat.True)
			f.s.AtLeast(held.Len()-plays, left, sat.True)
		}
		for t := range f.n {
			if f.isPlaying(seat, t) {
				f.s.ExactlyOne(f.playLits(held, t)...)
			}
		}
		if waits && f.n > 0 {
			f.writeGone(held)
		}
	}
}

// writeSuits makes the variables for the suit that a seat plays. It also states that a seat plays
// as many cards of a suit as it holds, less the cards that are left over.
func (f *Formula) writeSuits() {
	for s := range f.seats() {
		held := f.p.Start.Held[s]
		for u := range tricks.Suit(tricks.Suits) {
			f.suit[s][u] = make([]sat.Lit, f.n)
			for t := range f.n {
				f.suit[s][u][t] = sat.False
				plays := f.playLits(held.OfSuit(u), t)
				switch {
				case len(plays) == 1:
					f.suit[s][u][t] = plays[0]
				case len(plays) > 1:
					l := f.variable("{seat} plays {suit} into trick {trick}",
						subject{seat: tricks.Seat(s), suit: u, trick: t})
					f.suit[s][u][t] = l
					for _, m := range plays {
						f.s.Add(m.Not(), l)
					}
					f.s.Add(append(plays, l.Not())...)
				}
			}
			if n := held.OfSuit(u).Len(); n > 1 {
				list := append(f.leftOverLits(held.OfSuit(u)), f.suit[s][u]...)
				f.topic("cards of {suit} that {seat} plays or has left over", subject{seat: tricks.Seat(s), suit: u})
				f.s.AtMost(n, list, sat.True)
				f.s.AtLeast(n, list, sat.True)
			}
		}
		for t := range f.n {
			if f.isPlaying(s, t) {
				var list []sat.Lit
				for u := range f.suit[s] {
					list = append(list, f.suit[s][u][t])
				}
				f.s.ExactlyOne(list...)
			}
		}
	}
}

// mustWait reports whether a card is not in the hand at the beginning, because it is covered (S9)
// or drawn later (S10).
func (f *Formula) mustWait(c tricks.Card) bool {
	return f.p.Table.DrawnAfter(c) > f.firstTrick || f.directCovers(c) != 0
}

// directCovers returns the cards that lie directly over a card and are not played yet (S9).
func (f *Formula) directCovers(c tricks.Card) tricks.Set {
	return f.p.Table.Covers(c) & f.p.Start.Held[f.p.Owner[c]]
}

// allCovers returns all cards that must be played before a card is open (S9).
func (f *Formula) allCovers(c tricks.Card) tricks.Set {
	set := f.directCovers(c)
	for cards := set; cards != 0; cards &= cards - 1 {
		set |= f.allCovers(cards.First())
	}
	return set
}

// coveredCards returns all cards of a pyramid that lie under a card, directly or not (S9).
func (f *Formula) coveredCards(c tricks.Card) (set tricks.Set) {
	if !f.p.Pyramid.Contains(c) {
		return 0
	}
	for cards := f.p.Pyramid & f.p.Start.Held[f.p.Owner[c]]; cards != 0; cards &= cards - 1 {
		if f.allCovers(cards.First()).Contains(c) {
			set |= cards & -cards
		}
	}
	return set
}

// mayPlay reports whether a card can be played into a trick. It returns false if the trick is
// certainly impossible for the card:
//
//   - Covered cards wait for the cards over them (S9), and others are drawn later (S10).
//   - If the seat plays all its cards, a card of a pyramid must be played early enough for the
//     cards under it.
//   - A card that was put into the first trick is played there.
//   - A card set aside for the last trick is played there, or when it is the seat's only card
//     (K: Radagast).
//   - A tucked card may have to stay away in the first trick (K: Shadowfax).
func (f *Formula) mayPlay(seat int, c tricks.Card, t int) bool {
	p := f.p
	earlierPlays := f.playsBefore(seat, t)
	if first := p.Table.First[seat]; first != tricks.NoCard && f.firstTrick+t == 0 &&
		p.Start.Hand[seat].Contains(first) {
		return c == first
	}
	last := p.Table.Last[seat]
	switch {
	case p.Table.DrawnAfter(c) > f.firstTrick+t || f.allCovers(c).Len() > earlierPlays:
		return false
	case f.coveredCards(c).Len() > f.playsBefore(seat, f.n)-earlierPlays-1 &&
		p.Start.Held[seat].Len() == f.playsBefore(seat, f.n):
		return false
	case c == last:
		return f.lastIsDue(seat, t) || earlierPlays == p.Start.Held[seat].Len()-1
	case f.lastIsDue(seat, t):
		return false
	case c == p.Start.Tucked && p.Stays && t == 0:
		return false
	}
	return true
}

// lastIsDue reports whether a seat must now play the card that it has set aside for the last
// trick, whatever else it holds (G2, K: Radagast).
func (f *Formula) lastIsDue(seat, t int) bool {
	return f.p.Table.LastIsDue(tricks.Seat(seat), f.firstTrick+t, f.p.Start.Held[seat])
}

// writeGone defines the literals gone, and states that covered cards wait for the cards over them
// (S9).
func (f *Formula) writeGone(held tricks.Set) {
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		f.gone[c] = make([]sat.Lit, f.n)
		f.gone[c][0] = sat.False
		for t := 1; t < f.n; t++ {
			goneBefore := f.gone[c][t-1]
			played := f.plays[c][t-1]
			if goneBefore == sat.False && played == sat.False {
				f.gone[c][t] = sat.False
				continue
			}
			l := f.variable("{card} was played before trick {trick}", subject{card: c, trick: t})
			f.gone[c][t] = l
			f.s.Add(l.Not(), goneBefore, played)
			f.s.Add(goneBefore.Not(), l)
			f.s.Add(played.Not(), l)
			f.s.Add(l.Not(), f.plays[c][t].Not())
		}
	}
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		for covers := f.directCovers(c); covers != 0; covers &= covers - 1 {
			for t := range f.n {
				f.s.Add(f.plays[c][t].Not(), f.gone[covers.First()][t])
			}
		}
	}
}

// writeForced fixes the plays that were made into the first trick already.
func (f *Formula) writeForced() {
	for _, m := range f.p.Forced {
		f.s.Add(f.plays[m.Card][0])
		if m.Card == tricks.OneRing {
			if m.ToWin {
				f.s.Add(f.toWin[0])
			} else {
				f.s.Add(f.toWin[0].Not())
			}
		}
	}
}
