package solver

import (
	"context"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Sting (L5): once, before any trick, its owner may exchange a card with the
// lost one, or with the player who took that. Either nobody does, and then who
// holds which card never changes; or two cards change places, and then it is the
// only exchange there is. So each pair of cards is a problem of its own: to win
// with just this exchange, made at some time. In it the two cards are not played
// before they have changed places, for else they could not. Together with the
// problem without an exchange these problems are all that can happen, exactly.
//
// Knowing the pair makes the problem small. Whoever plays a card, from the
// beginning on, is who holds it after the exchange, so all bounds hold for the
// cards as they lie then. Only before the exchange the two seats follow suit with
// the cards that they have got, which is why the bounds of that time must not
// count on it.

// swap is an exchange during play that is still to come.
type swap struct {
	// from gives the card out and gets the card in, from the seat to or, if that
	// is LostCard, from the table.
	from, to tricks.Seat
	out, in  tricks.Card
	// first is the first trick it can be made before.
	first int
	// after is the problem once it is made, bounds that same problem where
	// nothing is concluded from what the two seats have to follow.
	after, bounds *Problem
}

// swapMark tells the cards of an exchange to come from all others: in bounds
// they are where they have not come to yet.
const swapMark = 59

// newSwap returns the problem of winning with an exchange, nil if that is lost
// at once.
func (p *Problem) newSwap(x swap) *Problem {
	x.after = p.exchanged(&x)
	bounds := *x.after
	table := *bounds.table
	bounds.table = &table
	bounds.pyramid |= p.pyramid // it has not been changed yet
	bounds.plain = false
	table.Free |= x.from.Bit()
	bounds.mark[x.in] |= 1 << swapMark
	if x.to >= 0 {
		table.Free |= x.to.Bit()
		bounds.mark[x.out] |= 1 << (swapMark + 1)
	}
	x.bounds = &bounds
	q := *p
	q.swap = &x
	return &q
}

// exchanged returns the problem as it is once an exchange has been made, as if
// from the beginning on.
func (p *Problem) exchanged(x *swap) *Problem {
	e := *p
	e.forced = nil
	e.table = p.table.Exchanged(x.from, x.out, x.in)
	if x.to >= 0 {
		e.table = e.table.Exchanged(x.to, x.in, x.out)
	}
	e.start = x.move(&p.start, e.table)
	e.prepare()
	return &e
}

// move returns a position between two tricks with the exchange made.
func (x *swap) move(s *tricks.State, table *tricks.Table) tricks.State {
	at := *s
	at.Held[x.from] = at.Held[x.from]&^x.out.Bit() | x.in.Bit()
	if x.to >= 0 {
		at.Held[x.to] = at.Held[x.to]&^x.in.Bit() | x.out.Bit()
	}
	table.OpenHands(&at)
	return at
}

// possible reports whether the exchange can be made before the next trick: both
// cards are in the hands.
func (x *swap) possible(s *tricks.State, table *tricks.Table) bool {
	return int(s.Number) >= x.first && table.Spare(s, x.from).Has(x.out) && (x.to < 0 || table.Spare(s, x.to).Has(x.in))
}

// decisions returns the exchange as the game wants to be told of it.
func (x *swap) decisions() []chapters.Decision {
	out := []chapters.Decision{{Kind: chapters.Swap, Seat: x.from, To: x.to, Move: tricks.Move{Card: x.out}}}
	if x.to >= 0 {
		out = append(out, chapters.Decision{Kind: chapters.Return, Seat: x.to, To: x.from, Move: tricks.Move{Card: x.in}})
	}
	return out
}

// signature is that of the problem, for its exchange. Of a card that leaves the
// round only the suit matters, which has to be followed as long as it is there.
func (x *swap) signature() string {
	sig := []byte{byte(x.from), byte(x.to), byte(x.first)}
	if x.to < 0 {
		sig = append(sig, byte(x.out.Suit()))
	}
	return string(sig) + x.bounds.signature()
}

// swapping is what may still be exchanged during play: a card of outs, that from
// holds, for the lost card or one of ins, that the seat to holds.
type swapping struct {
	from, to  tricks.Seat
	outs, ins tricks.Set
	// same are those of outs that may come back themselves.
	same tricks.Set
	// first is the first trick it can be made before.
	first int
	// unsearched says that there are exchanges that this does not cover: a tucked
	// card could come back to be passed on, not to be played.
	unsearched bool
}

// swappingIn returns what may be exchanged during play, nil if nothing.
func swappingIn(g *chapters.Game) *swapping {
	from, to, ok := g.Swappers()
	if !ok {
		return nil
	}
	s := g.State()
	x := swapping{from: from, to: to, first: int(s.Number), outs: passable(g, from)}
	if g.Due() != chapters.Swap {
		x.first++ // not before this trick any more
	}
	tucked := s.Held[from]
	if to == chapters.LostCard {
		x.ins = g.Lost()[0].Bit()
	} else {
		x.ins = passable(g, to)
		x.same = x.outs
		if c := g.Character(to); c != nil {
			x.same &^= c.MayNotPass
		}
		tucked |= s.Held[to]
	}
	x.unsearched = s.Tucked != tricks.NoCard && tucked.Has(s.Tucked)
	return &x
}

// swaps are the problems with an exchange during play.
type swaps struct {
	problems []*Problem
	// looked is how many exchanges there are.
	looked int
	// unsearched says that there are others that these do not cover.
	unsearched bool
}

// swapsOf returns the problems with an exchange during play, of which one has to
// be solved: one for each two cards that may change places, those left out that
// are like another one.
func swapsOf(g *chapters.Game, without Parts) (swaps, error) {
	may := swappingIn(g)
	if may == nil {
		return swaps{}, nil
	}
	all := swaps{unsearched: may.unsearched}
	base, err := problemsOf(g, without, waysOf(g, without))
	if err != nil {
		return all, err
	}
	x := swap{from: may.from, to: may.to, first: may.first}
	seen := map[string]bool{}
	for _, p := range base {
		clear(seen)
		for _, x.out = range may.outs.Cards() {
			for _, x.in = range may.ins.Cards() {
				all.looked++
				q := p.newSwap(x)
				if sig := q.swap.signature(); !seen[sig] {
					seen[sig] = true
					all.problems = append(all.problems, q)
				}
			}
		}
	}
	all.problems = promising(all.problems)
	return all, nil
}

// passable returns the cards a seat may pass on, now or later.
func passable(g *chapters.Game, seat tricks.Seat) tricks.Set {
	held := g.State().Held[seat]
	if c := g.Character(seat); c != nil {
		held &^= c.MayNotPass
	}
	return held
}

// wait searches a position at the beginning of a trick before which the exchange
// has not been made. It is made now, or later.
func (s *search) wait(st *tricks.State, pr characters.Progress, forced []tricks.Move) bool {
	x := s.problem.swap
	if st.Over {
		return false // it was never made
	}
	after := x.move(st, x.after.table)
	if st.Naming {
		return s.swap(st, &after, pr) || !s.cut && s.name(st, pr)
	}
	var o outlook
	if !x.bounds.judge(&after, pr, &o) {
		return false
	}
	k := s.waiting.names.key(x.bounds, &after, pr)
	if s.waiting.dead.has(k) {
		return false
	}
	if len(forced) == 0 {
		if s.swap(st, &after, pr) {
			return true
		}
		if s.cut {
			return false
		}
	}
	// The two cards stay where they are in this trick.
	o.keep[x.from] |= x.out.Bit()
	if x.to >= 0 {
		o.keep[x.to] |= x.in.Bit()
	}
	if s.play(st, pr, &o, o.can, forced) {
		return true
	}
	if !s.cut && len(forced) == 0 {
		s.waiting.dead.put(k)
	}
	return false
}

// swap searches on with the exchange made now, if it can be.
func (s *search) swap(st, after *tricks.State, pr characters.Progress) bool {
	p, x := s.problem, s.problem.swap
	if !x.possible(st, p.table) {
		return false
	}
	s.problem = x.after
	won := s.trick(after, pr, nil)
	s.problem = p
	if won {
		s.swapped = len(s.line)
	}
	return won
}

// solveReturn decides a game in which a card that was passed on during play is
// to be answered (Sting, L5): with each answer in turn.
func (s *search) solveReturn(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	most := opt.Nodes
	all := Result{Verdict: Unwinnable}
	for _, d := range g.Options() {
		if most > 0 {
			if opt.Nodes = most - all.Nodes; opt.Nodes <= 0 {
				all.Verdict, all.Reason = Unknown, NodeLimit
				break
			}
		}
		next := g.Clone()
		mustApply(next, d)
		r, err := s.solvePlay(ctx, next, opt)
		nodes := all.Nodes + r.Nodes
		switch {
		case err != nil:
			return r, err
		case r.Verdict == Winnable:
			r.Setup, r.Nodes = []chapters.Decision{d}, nodes
			return r, nil
		case r.Verdict == Unknown:
			all.Verdict, all.Reason = Unknown, r.Reason
		}
		all.Nodes = nodes
	}
	return all, nil
}
