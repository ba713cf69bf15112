package solver

import (
	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// swapping is the exchange that may still be made during play: a card of outs, that from
// holds, for the lost card or one of ins, that the seat to holds.
type swapping struct {
	giver, receiver tricks.Seat
	outs, ins       tricks.Set
	// same are those of outs that may come back themselves.
	same tricks.Set
	// first is the first trick it can be made before.
	first int
	// unsearched reports whether there are exchanges that this does not cover: a tucked
	// card could come back to be passed on, not to be played.
	unsearched bool
}

// swappingIn returns the exchange that may be made during play, nil if none.
func swappingIn(g *chapters.Game) *swapping {
	s := g.State()
	giver, receiver := s.SwapFrom, s.SwapTo
	if receiver == tricks.NoSeat {
		return nil
	}
	x := swapping{giver: giver, receiver: receiver, first: int(s.Number), outs: passable(g, giver)}
	if g.Due().Kind != chapters.Swap {
		x.first++ // not before this trick any more
	}
	tucked := s.Held[giver]
	if receiver == chapters.LostCard {
		x.ins = s.Lost[0].Bit()
	} else {
		x.ins = passable(g, receiver)
		x.same = x.outs
		if c := g.Character(receiver); c != nil {
			x.same &^= c.MayNotPass
		}
		tucked |= s.Held[receiver]
	}
	x.unsearched = s.Tucked != tricks.NoCard && tucked.Contains(s.Tucked)
	return &x
}

// swaps are the problems with an exchange during play.
type swaps struct {
	problems []*search.Problem
	// looked is how many exchanges there are.
	looked int
	// unsearched reports whether there are others that these do not cover.
	unsearched bool
}

// swapsOf returns the problems with an exchange during play, of which one has to
// be solved: one for each two cards that may change places, those left out that
// are like another one.
func swapsOf(g *chapters.Game, opt *Options) (swaps, error) {
	allowed := swappingIn(g)
	if allowed == nil {
		return swaps{}, nil
	}
	all := swaps{unsearched: allowed.unsearched}
	base, err := problemsOf(g, opt)
	if err != nil {
		return all, err
	}
	x := search.Swap{Giver: allowed.giver, Receiver: allowed.receiver, First: allowed.first}
	seen := map[string]bool{}
	for _, p := range base {
		clear(seen)
		for _, x.Out = range allowed.outs.Cards() {
			for _, x.In = range allowed.ins.Cards() {
				if x.Out == p.Table.First[x.Giver] || x.Receiver >= 0 && x.In == p.Table.First[x.Receiver] {
					continue // it lies in the first trick, and never was in the hand (K: Radagast)
				}
				all.looked++
				q := p.NewSwap(x)
				if sig := q.Swap.Signature(); !seen[sig] {
					seen[sig] = true
					all.problems = append(all.problems, q)
				}
			}
		}
	}
	all.problems = search.Sorted(all.problems)
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
