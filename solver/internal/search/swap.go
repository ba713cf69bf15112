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
// seat that holds it after the exchange. So all bounds hold for the hands after the exchange. But
// before the exchange the two seats follow suit with the cards that they still have, so until then
// the bounds must not conclude anything from what the two seats have to follow.

// Swap is an exchange during play that is still to come.
type Swap struct {
	// Giver is the seat that makes the exchange.
	Giver tricks.Seat
	// Receiver is the seat that Giver exchanges with, or LostCard for the lost card on the table.
	Receiver tricks.Seat
	// Out is the card that Giver passes on.
	Out tricks.Card
	// In is the card that Giver gets.
	In tricks.Card
	// First is the index of the first trick before which the exchange can be made.
	First int
	// Swapped is the problem after the exchange.
	Swapped *Problem
	// Bounds is the problem by which positions before the exchange are judged: Swapped, except that the two
	// seats need not follow suit.
	Bounds *Problem
}

// swapTrait is the bit that marks In among the traits of Bounds; the next bit marks Out. The bounds see
// these cards in the hands that they will come to, so before the exchange no other card is like them.
const swapTrait = 59

// NewSwap returns the problem of winning with the exchange x. It fills in Swapped and Bounds.
func (p *Problem) NewSwap(x Swap) *Problem {
	x.Swapped = p.Exchanged(&x)
	bounds := *x.Swapped
	table := *bounds.Table
	bounds.Table = &table
	bounds.Pyramid |= p.Pyramid // before the exchange the pyramid has its old cards
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

// Exchanged returns the problem in which the exchange has been made before the first trick.
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

// Decisions returns the decisions by which a game makes the exchange.
func (x *Swap) Decisions() []chapters.Decision {
	out := []chapters.Decision{{Kind: chapters.Swap, Seat: x.Giver, Target: x.Receiver, Move: tricks.Move{Card: x.Out}}}
	if x.Receiver >= 0 {
		out = append(out,
			chapters.Decision{Kind: chapters.Return, Seat: x.Receiver, Target: x.Giver, Move: tricks.Move{Card: x.In}})
	}
	return out
}

// Signature returns a string that describes the exchange and the problem: two exchanges with the same
// signature play alike. If Out leaves the round, only its suit matters, because the giver has to follow
// that suit until the exchange.
func (x *Swap) Signature() string {
	sig := []byte{byte(x.Giver), byte(x.Receiver), byte(x.First)}
	if x.Receiver < 0 {
		sig = append(sig, byte(x.Out.Suit()))
	}
	last := &x.Bounds.Table.Last // a card set aside leaves the hand only in the last trick (K: Radagast)
	if x.Out == last[x.Giver] {
		sig = append(sig, 'o')
	}
	if x.Receiver >= 0 && x.In == last[x.Receiver] {
		sig = append(sig, 'i')
	}
	return string(sig) + x.Bounds.Signature()
}

// searchBeforeSwap searches a position at the beginning of a trick if the exchange is still to come. It
// tries to make the exchange now, and then to make it later.
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

// exchange searches on with the exchange made now, if that is possible.
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
