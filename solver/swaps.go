package solver

import (
	"fellowship/chapters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// swapping is the exchange that may still be made during play (Sting, L5).
type swapping struct {
	// giver is the seat that may make the exchange.
	giver tricks.Seat
	// receiver is the seat that giver exchanges with, or LostCard for the lost card.
	receiver tricks.Seat
	// outs is the cards that giver may pass on.
	outs tricks.Set
	// ins is the cards that giver may get.
	ins tricks.Set
	// same is the cards of outs that may come back themselves.
	same tricks.Set
	// first is the index of the first trick before which the exchange can be made.
	first int
	// unsearched reports whether there are other exchanges that these fields do not cover: a tucked
	// card could come back in order to be passed on rather than played.
	unsearched bool
}

// swappingIn returns the exchange that may still be made during play, or nil.
func swappingIn(g *chapters.Game) *swapping {
	s := g.State()
	giver, receiver := s.SwapFrom, s.SwapTo
	if receiver == tricks.NoSeat {
		return nil
	}
	x := swapping{giver: giver, receiver: receiver, first: int(s.Number), outs: passable(g, giver)}
	if g.Due().Kind != chapters.Swap {
		x.first++ // it is too late to make the exchange before this trick
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

// swaps holds the problems of winning with an exchange during play.
type swaps struct {
	problems []*search.Problem
	// looked is how many exchanges are possible, including those that are like another one.
	looked int
	// unsearched reports whether there are other exchanges that the problems do not cover.
	unsearched bool
}

// swapsOf returns the problems of winning with an exchange during play. The round is won if one of them is. There
// is a problem for each two cards that may change places, unless it is like another one.
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
