package search

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Sting (L5): once, before any trick, its owner may exchange a card with the lost one, or with
// the player who took that. If nobody does, who holds which card never changes. Else two cards
// change places, and that is the only exchange there is. So each pair of cards is a problem of
// its own: to win with just this exchange, made at some time. In it the two cards are not
// played before they have changed places, for else they could not. Together with the problem
// without an exchange these problems are all that can happen, exactly.
//
// Knowing the pair makes the problem small. From the beginning on, each card is played by the
// seat that holds it after the exchange. So all bounds hold for the hands of that time. Only
// before the exchange the two seats follow suit with the cards that they have, and the bounds
// of that time must not count on it.

// Swap is an exchange during play that is still to come.
type Swap struct {
	// Giver gives the card Out and gets the card In, from the seat To or, if that
	// is LostCard, from the table.
	Giver, Receiver tricks.Seat
	Out, In         tricks.Card
	// First is the first trick it can be made before.
	First int
	// Swapped is the problem once it is made, Bounds that same problem where
	// nothing is concluded from what the two seats have to follow.
	Swapped, Bounds *Problem
}

// swapTrait is the first bit of the traits of the cards of an exchange to come: no other card is
// like one that the bounds see where it has not come to yet.
const swapTrait = 59

// NewSwap returns the problem of winning with an exchange.
func (p *Problem) NewSwap(x Swap) *Problem {
	x.Swapped = p.Exchanged(&x)
	bounds := *x.Swapped
	table := *bounds.Table
	bounds.Table = &table
	bounds.Pyramid |= p.Pyramid // it has not been changed yet
	bounds.addSpecials(tricks.Exchange)
	table.Free |= x.Giver.Bit()
	bounds.traits[x.In] |= 1 << swapTrait
	if x.Receiver >= 0 {
		table.Free |= x.Receiver.Bit()
		bounds.traits[x.Out] |= 1 << (swapTrait + 1)
	}
	x.Bounds = &bounds
	q := *p
	q.Swap = &x
	q.addSpecials(tricks.Exchange)
	return &q
}

// Exchanged returns the problem as it is once an exchange has been made, as if
// from the beginning on.
func (p *Problem) Exchanged(x *Swap) *Problem {
	e := *p
	e.Forced = nil
	e.Table = p.Table.Exchanged(x.Giver, x.Out, x.In)
	if x.Receiver >= 0 {
		e.Table = e.Table.Exchanged(x.Receiver, x.In, x.Out)
	}
	e.Start = x.Move(&p.Start, e.Table)
	e.prepare()
	return &e
}

// Move returns a position between two tricks with the exchange made.
func (x *Swap) Move(s *tricks.State, table *tricks.Table) tricks.State {
	moved := *s
	moved.Held[x.Giver] = moved.Held[x.Giver]&^x.Out.Bit() | x.In.Bit()
	if x.Receiver >= 0 {
		moved.Held[x.Receiver] = moved.Held[x.Receiver]&^x.In.Bit() | x.Out.Bit()
	}
	table.OpenHands(&moved)
	return moved
}

// Possible reports whether the exchange can be made before the next trick: both
// cards are in the hands.
func (x *Swap) Possible(s *tricks.State, table *tricks.Table) bool {
	return int(s.Number) >= x.First && table.Spare(s, x.Giver).Contains(x.Out) &&
		(x.Receiver < 0 || table.Spare(s, x.Receiver).Contains(x.In))
}

// Decisions returns the exchange as the game wants to be told of it.
func (x *Swap) Decisions() []chapters.Decision {
	out := []chapters.Decision{{Kind: chapters.Swap, Seat: x.Giver, Target: x.Receiver, Move: tricks.Move{Card: x.Out}}}
	if x.Receiver >= 0 {
		out = append(out,
			chapters.Decision{Kind: chapters.Return, Seat: x.Receiver, Target: x.Giver, Move: tricks.Move{Card: x.In}})
	}
	return out
}

// Signature is that of the problem, for its exchange. Of a card that leaves the
// round only the suit matters, which has to be followed as long as it is there.
func (x *Swap) Signature() string {
	sig := []byte{byte(x.Giver), byte(x.Receiver), byte(x.First)}
	if x.Receiver < 0 {
		sig = append(sig, byte(x.Out.Suit()))
	}
	last := &x.Bounds.Table.Last // such a card can leave a hand only as the last one (K: Radagast)
	if x.Out == last[x.Giver] {
		sig = append(sig, 'o')
	}
	if x.Receiver >= 0 && x.In == last[x.Receiver] {
		sig = append(sig, 'i')
	}
	return string(sig) + x.Bounds.Signature()
}

// searchBeforeSwap searches a position at the beginning of a trick before which the exchange
// has not been made. It is made now, or later.
func (s *Search) searchBeforeSwap(st *tricks.State, pr Progress, forced []tricks.Move) bool {
	x := s.problem.Swap
	if st.IsOver {
		return false // it was never made
	}
	swapped := x.Move(st, x.Swapped.Table)
	if st.Naming {
		return s.exchange(st, &swapped, pr) || !s.cut && s.nameLeader(st, pr)
	}
	var f forecast
	if !x.Bounds.judge(&swapped, pr, &f) {
		return false
	}
	k := s.beforeSwap.relative.key(x.Bounds, &swapped, pr)
	if s.beforeSwap.lost.contains(k) && !x.Bounds.IsDisabled(DeadTable) {
		return false
	}
	if len(forced) == 0 {
		if s.exchange(st, &swapped, pr) {
			return true
		}
		if s.cut {
			return false
		}
	}
	// The two cards stay where they are in this trick.
	f.keep[x.Giver] |= x.Out.Bit()
	if x.Receiver >= 0 {
		f.keep[x.Receiver] |= x.In.Bit()
	}
	if s.play(st, pr, &f, f.trickWinners, s.problem.Table.Holding(st).Len()-1, forced) {
		return true
	}
	if !s.cut && len(forced) == 0 {
		s.beforeSwap.lost.put(k)
	}
	return false
}

// exchange searches on with the exchange made now, if it can be.
func (s *Search) exchange(st, swapped *tricks.State, pr Progress) bool {
	p := s.problem
	x := s.problem.Swap
	if !x.Possible(st, p.Table) {
		return false
	}
	s.problem = x.Swapped
	won := s.trick(swapped, pr, nil)
	s.problem = p
	if won {
		s.playsAfterSwap = len(s.line)
	}
	return won
}
