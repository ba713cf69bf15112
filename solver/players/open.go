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

// Sighted is a player that sees the whole game, not only a view. Its decisions
// show how much could be won, not how much anybody could know.
type Sighted interface {
	Player
	// See returns the decision for the game that the view is of. When the context
	// is done first it returns that error; the context changes nothing else.
	See(ctx context.Context, g *chapters.Game, v *chapters.View, src rand.Source) (chapters.Decision, error)
}

// Open plays with all cards open: it asks the solver and follows its line. It is
// the ceiling for everybody else. Where the solver finds no win within its
// limits, or there is none, it plays like [Greedy]. An Open is for one goroutine.
type Open struct {
	// asked is the round the solver was asked about last, from its deal, and
	// plan what it said. They save asking again and never change an answer.
	asked *chapters.Position
	plan  *plan
}

// The nodes the solver gets for a round from its deal, and from where it stands
// where that was in vain; and the bytes for its table.
const (
	openNodes  = 400_000
	laterNodes = 10_000
	openMemory = 64 << 20
)

// Think plays like [Greedy]: with a view alone there is no more to see.
func (*Open) Think(ctx context.Context, v *chapters.View, src rand.Source,
	full bool,
) (chapters.Decision, Reason, error) {
	return Greedy{}.Think(ctx, v, src, full)
}

// See returns the next decision of the line that wins.
func (o *Open) See(ctx context.Context, g *chapters.Game, v *chapters.View,
	src rand.Source,
) (chapters.Decision, error) {
	// The line from the deal comes first, however far the round has come: a game
	// that is resumed goes on as it would have.
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

// plan is a line that wins: the decisions of the draft and the setup, the plays,
// and an exchange among them (Sting), if there is one. The other decisions before a
// trick follow from the plays.
type plan struct {
	setup []chapters.Decision
	plays []tricks.Play
	swap  []chapters.Decision
	// playsBeforeSwap is how many plays come before the exchange.
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
		p.swap, p.playsBeforeSwap = x.Decisions, x.PlayIndex
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

// next returns the decision that the plan says.
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
		// The card comes back for the trick it is played in; its owner plays
		// only once in it.
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
