package players

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/tricks"
)

// Sighted is a player that sees the whole game, not only a view. It shows how much can be won with
// open cards.
type Sighted interface {
	Player
	// See returns the decision for a game and the view of its current player. When the context
	// ends first, it returns the context's error. The context has no other effect.
	See(ctx context.Context, g *chapters.Game, v *chapters.View, src rand.Source) (chapters.Decision, error)
}

// Open plays with all cards open: it asks the solver and follows its line. No other player can be
// better. If the solver finds no win within its limits, Open plays like [Greedy]. An Open must not be
// used by several goroutines at once.
type Open struct {
	// asked is the deal about which the solver was asked last. Together with plan it saves asking
	// again, and never changes a decision.
	asked *chapters.Position
	// plan is the solver's answer about asked.
	plan *plan
}

// The limits of the solver.
const (
	// openNodes limits the search of a round from its deal on.
	openNodes = 400_000
	// laterNodes limits the search from the current decision on, after the first search was in vain.
	laterNodes = 10_000
	// openMemory is the size of the solver's table in bytes.
	openMemory = 64 << 20
)

// Think plays like [Greedy], since a view does not show all cards.
func (*Open) Think(ctx context.Context, v *chapters.View, src rand.Source,
	full bool,
) (chapters.Decision, Reason, error) {
	return Greedy{}.Think(ctx, v, src, full)
}

// See returns the next decision of the winning line.
func (o *Open) See(ctx context.Context, g *chapters.Game, v *chapters.View,
	src rand.Source,
) (chapters.Decision, error) {
	// The line from the deal comes first, even in the middle of a round, so that a resumed game
	// goes on as it would have without the break.
	if start := g.Start(); o.asked == nil || !reflect.DeepEqual(*o.asked, start) {
		o.asked = &start
		o.plan = nil
		if dealt, err := g.AfterDecisions(0); err == nil {
			o.plan = ask(ctx, dealt, openNodes)
		}
	}
	p := o.plan
	rest, ok := p.remaining(g.Decisions())
	if !ok {
		p = ask(ctx, g, laterNodes)
		rest, ok = p.remaining(nil)
	}
	if err := ctx.Err(); err != nil {
		o.asked = nil // the solver may have been cut short
		return chapters.Decision{}, err
	}
	if ok {
		if d, ok := rest.next(v); ok {
			return d, nil
		}
	}
	d, _, err := o.Think(ctx, v, src, false)
	return d, err
}

// plan is a winning line. Decisions that it does not hold follow from the plays.
type plan struct {
	// setup are the decisions of the draft and the setup.
	setup []chapters.Decision
	plays []tricks.Play
	// swap are the decisions of an exchange during play (Sting), empty for none.
	swap []chapters.Decision
	// playsBeforeSwap is the number of plays before the exchange.
	playsBeforeSwap int
}

// ask returns the solver's line, nil if it finds none.
func ask(ctx context.Context, g *chapters.Game, nodes int64) *plan {
	found, err := solver.Solve(ctx, g, solver.Options{Nodes: nodes, Memory: openMemory})
	if err != nil || found.Verdict != solver.Winnable {
		return nil
	}
	p := &plan{setup: slices.Concat(found.Draft, found.Setup), plays: found.Line}
	if x := found.Swap; x != nil {
		p.swap = x.Decisions
		p.playsBeforeSwap = x.PlayIndex
	}
	return p
}

// remaining returns the rest of the plan if the decisions have followed it.
func (p *plan) remaining(made []chapters.Decision) (rest plan, ok bool) {
	if p == nil {
		return rest, false
	}
	rest = *p
	for _, d := range made {
		switch {
		case len(rest.setup) > 0:
			if d != rest.setup[0] {
				return rest, false
			}
			rest.setup = rest.setup[1:]
		case d.Kind == chapters.PlayCard:
			if len(rest.plays) == 0 || d.Play() != rest.plays[0] {
				return rest, false
			}
			rest.plays = rest.plays[1:]
			rest.playsBeforeSwap--
		case rest.swapDue() && d == rest.swap[0]:
			rest.swap = rest.swap[1:]
		case d.Kind == chapters.Return, d.Kind == chapters.Swap && d.Target != tricks.NoSeat:
			return rest, false
		}
	}
	return rest, true
}

// swapDue reports whether the exchange is next.
func (p *plan) swapDue() bool { return len(p.swap) > 0 && p.playsBeforeSwap == 0 }

// next returns the decision of the plan for the current question. It returns false if the plan has
// none.
func (p *plan) next(v *chapters.View) (chapters.Decision, bool) {
	a := v.Ask
	matches := func(chapters.Decision) bool { return false }
	switch {
	case len(p.setup) > 0:
		matches = func(d chapters.Decision) bool { return d == p.setup[0] }
	case p.swapDue() && (a.Kind == chapters.Swap || a.Kind == chapters.Return):
		matches = func(d chapters.Decision) bool { return d == p.swap[0] }
	case len(p.plays) == 0:
	case a.Kind == chapters.PlayCard:
		matches = func(d chapters.Decision) bool { return d.Play() == p.plays[0] }
	case a.Kind == chapters.NameLeader:
		matches = func(d chapters.Decision) bool { return d.Target == p.plays[0].Seat }
	case a.Kind == chapters.Swap:
		matches = declines
	case a.Kind == chapters.TakeBack:
		// The tucked card comes back for the trick in which it is played. Its owner plays only one
		// card in this trick.
		back := chapters.No
		for i, play := range p.plays {
			if i > 0 && play.Seat == p.plays[0].Seat || i >= tricks.MaxSeats {
				break
			}
			if play.Seat == a.Seat && v.Seats[a.Seat].Tucked == play.Card {
				back = chapters.Yes
			}
		}
		matches = func(d chapters.Decision) bool { return d.Word == back }
	}
	if i := slices.IndexFunc(a.Options, matches); i >= 0 {
		return a.Options[i], true
	}
	return chapters.Decision{}, false
}
