package solver

import (
	"context"
	"encoding/binary"

	"fellowship/chapters"
	"fellowship/tricks"
)

// From the draft or the setup on the question is whether any choice of
// characters and exchanges leads to hands that can be won. Most deals are won
// as they lie, with some choice of characters, and nearly all of the rest after
// one exchange. So the casts are tried with no real exchange first, then one,
// then two …, each time with a small budget before a large one; only when all
// that has failed is everything searched to the end. An exchange in which the
// same card comes back is no real one.

// effort is one round of trying: so many real exchanges, so many nodes for
// each set of hands. Nodes 0 searches to the end.
type effort struct {
	exchanges int
	nodes     int64
}

// efforts are the rounds for a setup with so many exchanges at most.
func efforts(exchanges int) []effort {
	var list []effort
	for n := range exchanges + 1 {
		list = append(list, effort{n, 500}, effort{n, 20_000})
		if n == 0 {
			list = append(list, effort{0, 200_000})
		}
	}
	for n := range exchanges + 1 {
		list = append(list, effort{n, 0})
	}
	return list
}

// setupSearch is a search that begins before play.
type setupSearch struct {
	*search
	ctx    context.Context
	opt    Options
	root   *chapters.Game
	effort effort
	// lost holds the hands proven lost, in each cast.
	lost  map[string]bool
	spent int64
	casts int64
	// undecided says that some hands of this effort were not searched through.
	undecided bool
	result    Result
	err       error
}

func (s *search) solveSetup(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	t := &setupSearch{search: s, ctx: ctx, opt: opt, root: g, lost: map[string]bool{}}
	s.progress = func(nodes int64) { t.report(t.spent + nodes) }
	casts := drafted(g.Clone(), nil)
	most := 0
	for _, cast := range casts {
		most = max(most, exchanges(cast))
	}
	for _, t.effort = range efforts(most) {
		t.undecided = false
		for _, cast := range casts {
			if t.walk(cast, 0) {
				t.result.Nodes = t.spent
				return t.result, t.err
			}
		}
		t.report(t.spent)
	}
	t.result.Verdict, t.result.Nodes = Unwinnable, t.spent
	return t.result, nil
}

func (t *setupSearch) report(nodes int64) {
	if t.opt.Progress != nil {
		t.opt.Progress(Progress{Nodes: nodes, Casts: t.casts})
	}
}

// drafted lists the games after every possible rest of the draft.
func drafted(g *chapters.Game, list []*chapters.Game) []*chapters.Game {
	if g.Stage() != chapters.StageDraft {
		return append(list, g)
	}
	for _, d := range g.Options() {
		next := g.Clone()
		mustApply(next, d)
		list = drafted(next, list)
	}
	return list
}

// mustApply makes a decision that the game itself offered.
func mustApply(g *chapters.Game, d chapters.Decision) {
	if err := g.Apply(d); err != nil {
		panic(err)
	}
}

// exchanges counts the exchanges that are still to be decided on, when each
// gives the same card back.
func exchanges(g *chapters.Game) int {
	n := 0
	for g = g.Clone(); g.Stage() == chapters.StageSetup; {
		if k := g.Due(); k == chapters.Exchange || k == chapters.Return {
			n++
		}
		if g.Due() == chapters.Exchange {
			mustApply(g, g.Options()[0])
		}
		if g.Due() == chapters.Return {
			giveBack(g)
			continue
		}
		if g.Stage() == chapters.StageSetup && g.Due() == chapters.Give {
			mustApply(g, g.Options()[0])
		}
	}
	return n
}

// giveBack returns the card that was passed, if it may be.
func giveBack(g *chapters.Game) bool {
	made := g.Decisions()
	passed := made[len(made)-1].Card
	for _, d := range g.Options() {
		if d.Card == passed {
			mustApply(g, d)
			return true
		}
	}
	return false
}

// walk goes through the setup decisions of a game with exactly as many real
// exchanges as the effort says, and searches the hands they lead to. It
// returns true when the whole search is at its end: won, or stopped by a limit.
func (t *setupSearch) walk(g *chapters.Game, swaps int) bool {
	if g.Stage() == chapters.StagePlay {
		return swaps == t.effort.exchanges && t.hands(g)
	}
	options := g.Options()
	switch g.Due() {
	case chapters.Exchange:
		// No real exchange: pass anything and get it back, or decline.
		none := g.Clone()
		mustApply(none, options[len(options)-1])
		if none.Due() == chapters.Return && !giveBack(none) {
			none = nil
		}
		if none != nil && t.walk(none, swaps) {
			return true
		}
		if swaps == t.effort.exchanges {
			return false
		}
		for _, d := range options {
			if d.To == tricks.NoSeat {
				continue
			}
			next := g.Clone()
			mustApply(next, d)
			if t.walk(next, swaps) {
				return true
			}
		}
	case chapters.Return:
		made := g.Decisions()
		passed := made[len(made)-1].Card
		for _, d := range options {
			if d.Card == passed {
				continue
			}
			next := g.Clone()
			mustApply(next, d)
			if t.walk(next, swaps+1) {
				return true
			}
		}
	default:
		for _, d := range options {
			next := g.Clone()
			mustApply(next, d)
			if t.walk(next, swaps) {
				return true
			}
		}
	}
	return false
}

// hands searches one set of hands within the effort's budget.
func (t *setupSearch) hands(g *chapters.Game) bool {
	p, err := NewProblem(g)
	if err != nil {
		t.err, t.result.Verdict = err, Unknown
		return true
	}
	sig := p.signature()
	if t.lost[sig] {
		return false
	}
	t.casts++
	budget := t.effort.nodes
	if t.opt.Nodes > 0 {
		left := t.opt.Nodes - t.spent
		if budget == 0 || left < budget {
			budget = left
		}
	}
	verdict := t.run(t.ctx, p, budget, t.opt.Memory)
	t.spent += t.nodes
	switch verdict {
	case Winnable:
		t.result.Verdict = Winnable
		for _, d := range g.Decisions()[len(t.root.Decisions()):] {
			if d.Kind == chapters.Draft {
				t.result.Draft = append(t.result.Draft, d)
			} else {
				t.result.Setup = append(t.result.Setup, d)
			}
		}
		t.result.Line = t.winningLine()
		return true
	case Unwinnable:
		t.lost[sig] = true
	default:
		if t.reason != NodeLimit || t.opt.Nodes > 0 && t.spent >= t.opt.Nodes {
			t.result.Verdict, t.result.Reason = Unknown, t.reason
			return true
		}
		t.undecided = true
	}
	// Root positions that fail at once cost no nodes, so ask here too.
	if t.ctx.Err() != nil {
		t.result.Verdict, t.result.Reason = Unknown, stopReason(t.ctx)
		return true
	}
	return false
}

// signature names the hands with relative ranks: two sets of hands of one cast
// with the same signature play alike, so an exchange of cards that nobody can
// tell apart is searched once.
func (p *Problem) signature() string {
	b := make([]byte, 0, 256)
	b = append(b, byte(p.start.Leader))
	for i := range p.checker.Counters {
		k := &p.checker.Counters[i]
		b = append(b, byte(k.Kind), byte(k.Seat), byte(k.With), byte(k.Lo), byte(k.Hi))
		b = binary.LittleEndian.AppendUint64(b, uint64(k.Of))
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		b = append(b, 0xfe)
		for cards := p.all.Of(suit); cards != 0; cards &= cards - 1 {
			c := cards.First()
			b = append(b, byte(p.owner[c]))
			b = binary.LittleEndian.AppendUint64(b, p.mark[c])
			if p.pyramid.Has(c) || p.pile.Has(c) {
				b = append(b, byte(c), byte(p.table.DrawnAfter(c)))
				b = binary.LittleEndian.AppendUint64(b, uint64(p.table.Over(c)))
			}
		}
	}
	return string(b)
}
