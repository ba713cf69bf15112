package formula

import (
	"fellowship/solver/internal/sat"
	"fellowship/tricks"
)

// next returns the seat that leads a trick if it is the turn of the given seat: that seat, or the
// next one that still has a card (T9).
func (f *Formula) next(seat, t int) int {
	for !f.isPlaying(seat, t) {
		seat = int(f.p.Table.Next(tricks.Seat(seat)))
	}
	return seat
}

// writeLeads states who leads each trick: the winner of the trick before it (T5), or the next seat
// that has a card (T9), or anyone the winner names (K: Bilbo Baggins). After a trick that the Old
// Man Willow takes, the same seat leads again (C5).
func (f *Formula) writeLeads() {
	p := f.p
	for t := range f.n {
		f.writeBest(t)
		toLead := make([][]sat.Lit, f.seats())
		switch {
		case t > 0:
			for s, l := range f.wins[t-1][:f.seats()] {
				if l != sat.False {
					leader := f.next(s, t)
					toLead[leader] = append(toLead[leader], l)
				}
			}
		case !p.Start.Naming:
			toLead[p.Start.Leader] = []sat.Lit{sat.True}
		}
		again := t > 0 && f.willow(t-1)
		anyone := again || p.Table.Namers != 0
		leads := make([]sat.Lit, f.seats())
		for s, reasons := range toLead {
			leads[s] = sat.False
			switch {
			case !f.isPlaying(s, t):
			case t == 0 && !p.Start.Naming:
				if len(reasons) > 0 {
					leads[s] = sat.True
				}
			case !anyone && len(reasons) == 0:
			case !anyone && len(reasons) == 1:
				leads[s] = reasons[0]
			default:
				leads[s] = f.variable("{seat} leads trick {trick}", subject{seat: tricks.Seat(s), trick: t})
			}
		}
		f.leads = append(f.leads, leads)
		f.s.ExactlyOne(leads...)
		if t == 0 {
			continue
		}
		for s, reasons := range toLead {
			if p.Table.Namers.Contains(tricks.Seat(s)) {
				continue // whoever is named leads
			}
			for _, l := range reasons {
				f.s.Add(l.Not(), leads[s])
			}
		}
		if again {
			for s, l := range f.leads[t-1] {
				if leader := f.next(s, t); !p.Table.Namers.Contains(tricks.Seat(leader)) {
					f.s.Add(l.Not(), f.wins[t-1][tricks.MaxSeats].Not(), leads[leader])
				}
			}
		}
	}
}

// willow reports whether the Old Man Willow may win a trick (C5).
func (f *Formula) willow(t int) bool { return f.firstTrick+t < len(f.p.Table.Willow) }

// writeBest makes the variables for the best card and the winner of a trick. The Old Man Willow
// takes the trick if the best card is lower than the card turned up, unless it is R1 played to win
// (C5).
func (f *Formula) writeBest(t int) {
	p := f.p
	bestMeans := "{seat} wins trick {trick}"
	if f.willow(t) {
		bestMeans = "{seat} wins trick {trick}, or the Old Man Willow takes it from there"
	}
	best := make([]sat.Lit, f.seats())
	for s := range best {
		best[s] = sat.False
		if f.isPlaying(s, t) {
			best[s] = f.variable(bestMeans, subject{seat: tricks.Seat(s), trick: t})
		}
	}
	f.s.ExactlyOne(best...)
	f.best = append(f.best, best)
	oneRing := sat.False
	if f.present().Contains(tricks.OneRing) && f.plays[tricks.OneRing][t] != sat.False {
		oneRing = f.variable("R1 is played to win trick {trick}", subject{trick: t})
		f.s.Add(oneRing.Not(), f.plays[tricks.OneRing][t])
		f.s.Add(oneRing.Not(), best[p.Owner[tricks.OneRing]])
	}
	f.toWin = append(f.toWin, oneRing)
	wins := make([]sat.Lit, tricks.MaxSeats+1)
	for s := range wins {
		wins[s] = sat.False
		if s < len(best) {
			wins[s] = best[s]
		}
	}
	if f.willow(t) {
		up := p.Table.Willow[f.firstTrick+t].Rank()
		for s := range best {
			if best[s] == sat.False {
				continue
			}
			l := f.variable("{seat} wins trick {trick}", subject{seat: tricks.Seat(s), trick: t})
			wins[s] = l
			f.s.Add(l.Not(), best[s])
			for cards := p.Start.Held[s]; cards != 0; cards &= cards - 1 {
				c := cards.First()
				switch {
				case c.Rank() >= up:
					f.s.Add(best[s].Not(), f.plays[c][t].Not(), l)
				case c == tricks.OneRing:
					f.s.Add(f.plays[c][t].Not(), l.Not(), oneRing)
					f.s.Add(oneRing.Not(), l)
				default:
					f.s.Add(f.plays[c][t].Not(), l.Not())
				}
			}
		}
		wins[tricks.MaxSeats] = f.variable("the Old Man Willow takes trick {trick}", subject{trick: t})
		f.s.ExactlyOne(wins...)
	}
	f.wins = append(f.wins, wins)
}

// writeWins states that the first card's suit is led (T3), and that the highest card of this suit
// is the best (T5), unless R1 is played to win (T7) or a trump is played (T8).
func (f *Formula) writeWins() {
	p := f.p
	for t := range f.n {
		led := make([]sat.Lit, tricks.Suits)
		for u := range led {
			led[u] = sat.False
			if len(f.playLits(f.present().OfSuit(tricks.Suit(u)), t)) > 0 {
				led[u] = f.variable("{suit} is led in trick {trick}", subject{suit: tricks.Suit(u), trick: t})
				for s := range f.seats() {
					f.s.Add(led[u], f.leads[t][s].Not(), f.suit[s][u][t].Not())
				}
			}
		}
		f.s.ExactlyOne(led...)
		f.led = append(f.led, led)
		trumped := sat.False
		if p.Trump != 0 {
			trumped = f.variable("a trump is played into trick {trick}", subject{trick: t})
		}
		for s := range f.seats() {
			if !f.isPlaying(s, t) {
				continue
			}
			held := p.Start.Held[s]
			own := sat.False
			if held.Contains(tricks.OneRing) {
				own = f.toWin[t]
			}
			trumps := f.playLits(held&p.Trump, t)
			for _, l := range trumps {
				f.s.Add(l.Not(), trumped)
			}
			if trumped != sat.False {
				f.s.Add(append([]sat.Lit{trumped.Not(), f.best[t][s].Not(), own}, trumps...)...)
			}
			for u := range led {
				suit := f.suit[s][u][t]
				f.s.Add(led[u].Not(), f.leads[t][s].Not(), suit)
				f.s.Add(append(trumps, led[u].Not(), f.best[t][s].Not(), own, suit)...)
			}
			f.writeHigher(s, t, own)
		}
	}
}

// writeHigher states that the winner of a trick plays the highest card of its suit. For each card
// that another seat plays, the winner plays a higher card of the suit, or another suit. For each
// card that may win, each other seat plays a lower card of the suit, or another suit. This need
// not hold if the winner wins with R1 (T7). In hands of few ranks these clauses lead to more
// consequences than a clause for each pair of cards. Example: if Sam wins with H5 and Pippin has H3
// and H7, Pippin plays H3 or no Hill.
func (f *Formula) writeHigher(winner, t int, ring sat.Lit) {
	held := f.p.Start.Held[winner]
	best := f.best[t][winner].Not()
	for cards := f.present() &^ held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		higher := held.OfSuit(c.Suit()) &^ (c.Bit() - 1)
		suit := f.suit[winner][c.Suit()][t]
		if f.plays[c][t] == sat.False || suit == sat.False || higher == held.OfSuit(c.Suit()) {
			continue
		}
		clause := append(f.playLits(higher, t), best, f.plays[c][t].Not(), suit.Not())
		if c.Suit() == tricks.Rings {
			clause = append(clause, ring)
		}
		f.s.Add(clause...)
	}
	for cards := held; cards != 0; cards &= cards - 1 {
		c := cards.First()
		if f.plays[c][t] == sat.False {
			continue
		}
		for o := range f.seats() {
			otherCards := f.p.Start.Held[o].OfSuit(c.Suit())
			suit := f.suit[o][c.Suit()][t]
			if o == winner || suit == sat.False || otherCards&^(c.Bit()-1) == 0 {
				continue
			}
			clause := append(f.playLits(otherCards&(c.Bit()-1), t), best, f.plays[c][t].Not(), suit.Not())
			if c == tricks.OneRing {
				clause = append(clause, ring)
			}
			f.s.Add(clause...)
		}
	}
}
