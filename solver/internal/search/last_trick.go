package search

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// The last trick of a round holds the cards that had to wait for it. If all cards of a pyramid are
// played (T10), a card that covers another one is played before it (S9), so one of the topmost cards is
// the last. A card that was set aside for the last trick is played there (K: Radagast). And a goal may ask a
// seat to play one of some cards there (K: Gildor).
//
// Somebody has to win the trick with all that. The tally says who can still do so (characters.TallyState.Last),
// and other goals say which cards each seat may not win any more (forecast.deny).
//
// Example: the two topmost cards of a pyramid of 14 are R3 and R4. One of them is in the last trick.
// Boromir, son of Denethor, has to win that trick and no Ring. He cannot.
//
// Proof: in a round that is won, the last trick is won by some seat, or by nobody (C5). The tally lists
// the winners that are possible. The winner takes all cards of the trick. So each seat must be able to
// play a card into it that the winner may win.

// playsLeft returns how many cards a seat plays from a trick on, counted from 0 (T9, T10).
func (p *Problem) playsLeft(trick int, seat tricks.Seat) (plays int) {
	for t := trick; t < p.Table.Tricks(); t++ {
		if p.Table.Playing(t).Contains(seat) {
			plays++
		}
	}
	return plays
}

// PlaysAll reports whether a seat plays in the last trick, and all cards that it holds at the beginning of
// the round (T10).
func (p *Problem) PlaysAll(seat tricks.Seat) bool {
	return p.last.Contains(seat) && p.Start.Held[seat].Len() == p.playsLeft(int(p.Start.Number), seat)
}

// lastCards returns the cards that a seat which plays in the last trick can play there.
func (p *Problem) lastCards(s *tricks.State, seat tricks.Seat) tricks.Set {
	held := s.Held[seat]
	if p.Table.LastIsDue(seat, p.Table.Tricks()-1, held) {
		return p.Table.Last[seat].Bit()
	}
	if held&p.Pyramid != 0 && held.Len() <= p.playsLeft(int(s.Number), seat) {
		return Topmost(p.Table, held)
	}
	return held
}

// Topmost returns the cards of a hand that cover no other one (S9).
func Topmost(table *tricks.Table, held tricks.Set) tricks.Set {
	top := held
	for cards := held; cards != 0; cards &= cards - 1 {
		top &^= table.Covers(cards.First())
	}
	return top
}

// judgeLastTrick reports whether the last trick can be won as the goals ask. Winners is the seats that can
// win it according to the tally. If nothing limits the trick, the answer is yes without a test.
func (p *Problem) judgeLastTrick(winners tricks.SeatSet, s *tricks.State, pr Progress, f *forecast) bool {
	anyWins := winners&p.last == p.last
	if anyWins && p.Pyramid == 0 && p.Table.Last == noneSetAside && !p.playsLast {
		return true
	}
	var cards [tricks.MaxSeats]tricks.Set
	for seat := range tricks.Seat(p.Table.Seats) {
		if p.last.Contains(seat) {
			cards[seat] = p.lastCards(s, seat)
		}
	}
	return p.winsLastTrick(winners, cards, pr, &f.denied)
}

// noneSetAside is the value of [tricks.Table].Last when no card is set aside for the last trick.
var noneSetAside = [tricks.MaxSeats]tricks.Card{tricks.NoCard, tricks.NoCard, tricks.NoCard, tricks.NoCard}

// winsLastTrick reports whether one of the winners can win the last trick without taking a card denied to
// it, if each seat plays one of its cards there. The last entry of denied is for a trick that nobody wins.
func (p *Problem) winsLastTrick(
	winners tricks.SeatSet, cards [tricks.MaxSeats]tricks.Set, pr Progress, denied *[tricks.MaxSeats + 1]tricks.Set,
) bool {
	for i := range p.Checker.Firm {
		k := &p.Checker.Counters[i]
		if k.Kind == characters.PlaysLast && k.In(pr) == 0 {
			cards[k.Seat] &= k.Cards
		}
	}
	for winner := range tricks.Seat(tricks.MaxSeats + 1) {
		wins := winners.Contains(winner) && (winner == tricks.MaxSeats || p.last.Contains(winner))
		if wins && p.mayTake(cards, denied[winner]) {
			return true
		}
	}
	return false
}

// mayTake reports whether each seat that plays in the last trick can play a card there that is not denied.
func (p *Problem) mayTake(cards [tricks.MaxSeats]tricks.Set, denied tricks.Set) bool {
	for seat := range tricks.Seat(p.Table.Seats) {
		if p.last.Contains(seat) && cards[seat]&^denied == 0 {
			return false
		}
	}
	return true
}

// judgePlaysLast reports whether a seat can still play one of the counter's cards into the last trick: it
// must play in that trick, and must be able to play such a card there.
func (p *Problem) judgePlaysLast(k *Counter, s *tricks.State, pr Progress) bool {
	switch k.In(pr) {
	case 1:
		return true
	case 2:
		return false
	}
	return p.last.Contains(k.Seat) && k.Cards&p.lastCards(s, k.Seat) != 0
}

// LosesLastTrick reports whether a round is lost before its first trick if a seat has to play one of these
// cards into the last trick, whatever cards the other seats play there. The seat must play in that trick.
func (p *Problem) LosesLastTrick(seat tricks.Seat, cards tricks.Set) bool {
	var all [tricks.MaxSeats]tricks.Set
	for other := range all {
		all[other] = ^tricks.Set(0)
	}
	all[seat] = cards
	var denied [tricks.MaxSeats + 1]tricks.Set
	for _, i := range p.limits {
		if k := &p.Checker.Counters[i]; k.Kind == characters.Cards && k.Hi == 0 {
			denied[k.Seat] |= k.Cards
		}
	}
	winners := p.Checker.Tally.States[p.Progress.Tally].Last
	return !p.winsLastTrick(winners, all, p.Progress, &denied)
}
