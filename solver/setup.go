package solver

import (
	"context"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// setupSearch is a search that begins before play.
type setupSearch struct {
	*turns
	ctx    context.Context
	opt    Options
	root   *chapters.Game
	effort effort
	// tried is how far the problems were searched.
	tried triedProblems
	// unsearched reports whether there are exchanges during play that are not searched.
	unsearched bool
	// deeper reports whether there are setups with more real exchanges.
	deeper bool
	// found is called with each set of hands that walk comes to, and how many real exchanges
	// led to it. It returns true when the search is at its end.
	found  func(*chapters.Game, int) bool
	result Result
	err    error
}

func (s *turns) solveSetup(ctx context.Context, g *chapters.Game, opt Options) (Result, error) {
	t := &setupSearch{turns: s, ctx: ctx, opt: opt, root: g, tried: triedProblems{most: opt.Memory / 4}}
	t.found = t.dealt
	t.result.Verdict = Unknown
	s.told = t.report
	if t.first() {
		return t.result, t.err
	}
	casts := slices.DeleteFunc(drafted(ctx, g), func(c cast) bool { return ctx.Err() == nil && endsLost(c.at(g)) })
	wide := slices.ContainsFunc(casts, func(c cast) bool { return ctx.Err() == nil && isWide(c.at(g)) })
	if ctx.Err() != nil {
		t.result.Reason = stopReason(ctx)
		return t.result, t.err
	}
	if len(casts) == 0 {
		t.result.Verdict = Unwinnable
		return t.result, nil
	}
	if wide && t.all(casts, samplings...) {
		return t.result, t.err
	}
	for _, limited := range []bool{true, false} {
		for n := 0; n == 0 || t.deeper; n++ {
			list := []effort{{exchanges: n}}
			if limited {
				list = efforts(n, len(casts))
			}
			t.deeper = false
			if t.all(casts, list...) {
				return t.result, t.err
			}
		}
	}
	if t.unsearched {
		t.result.Reason = SwapLimit
	} else {
		t.result.Verdict = Unwinnable
	}
	return t.result, nil
}

// all makes the efforts for all casts and returns true when the search is at its
// end.
func (t *setupSearch) all(casts []cast, list ...effort) bool {
	for _, t.effort = range list {
		if t.effort.rare == 1 && !t.deeper {
			continue // there is nothing to exchange
		}
		for i, cast := range casts {
			if t.try(cast.at(t.root), uint64(i)) {
				return true
			}
		}
		t.report(0)
	}
	return false
}

// try makes the effort for one cast.
func (t *setupSearch) try(cast *chapters.Game, number uint64) bool {
	if t.effort.samples == 0 {
		return t.walk(cast, 0, replies{open: unanswered(t.root)})
	}
	src := tricks.NewSource(number, sampleStream^uint64(t.effort.samples))
	for range t.effort.samples {
		if g := sample(cast, src, t.effort.rare); t.hands(g) {
			return true
		}
	}
	return false
}

// first tries a few random casts, with no real exchange: most deals are won so,
// sooner than all casts could be listed.
func (t *setupSearch) first() bool {
	src := tricks.NewSource(0, firstStream)
	for _, e := range firstTries {
		t.effort = effort{nodes: e.nodes}
		for range e.samples {
			if t.hands(sample(t.root, src, 0)) {
				return true
			}
		}
	}
	return false
}

// sampleStream keeps the samples apart from other chances.
const (
	sampleStream = 0x5a3b1e
	firstStream  = 0x5a3b1f
)

// report tells how far the search has come, with the nodes of the problem that is searched.
func (t *setupSearch) report(nodes int64) {
	if t.opt.Progress != nil {
		t.opt.Progress(t.result.Nodes + nodes)
	}
}

// many is so many ways through a setup that they are sampled first.
const many = 200

// isWide reports whether the choices of a setup beside exchanges are too many to
// begin with listing them.
func isWide(g *chapters.Game) bool {
	ways := 1
	for g = g.Clone(); g.Stage() == chapters.StageSetup && ways <= many; {
		options := g.Options()
		d, exchange := kept(g, options)
		if !exchange {
			ways *= len(options)
			d = options[0]
		}
		mustApply(g, d)
	}
	return ways > many
}

// unchanged returns the decision that leaves the hands as they are: to decline,
// or to pass a card that may come back.
func unchanged(g *chapters.Game, options []chapters.Decision) chapters.Decision {
	if i := slices.IndexFunc(options, declines); i >= 0 {
		return options[i]
	}
	for _, d := range options {
		if mayReturn(g, d) {
			return d
		}
	}
	return options[0]
}

// declines reports whether a decision on an exchange is not to exchange.
func declines(d chapters.Decision) bool { return d.To == tricks.NoSeat }

// mayReturn reports whether a card that is passed to another seat may come back: Frodo could not
// return R1 (S6).
func mayReturn(g *chapters.Game, d chapters.Decision) bool {
	return d.To >= 0 && !g.Character(d.To).MayNotPass.Has(d.Card)
}

// sent lists the options that return the passed card, or those that do not.
func sent(options []chapters.Decision, passed tricks.Card, same bool) []chapters.Decision {
	var out []chapters.Decision
	for _, d := range options {
		if (d.Card == passed) == same {
			out = append(out, d)
		}
	}
	return out
}

// sample makes random decisions up to the first trick; one of so many exchanges is a
// real one, the others change nothing. With 0 none is.
func sample(g *chapters.Game, src rand.Source, rare int) *chapters.Game {
	g = g.Clone()
	for g.Stage() != chapters.StagePlay {
		options := g.Options()
		same, exchange := kept(g, options)
		d := same
		if rare > 0 || !exchange {
			d = options[tricks.Below(src, len(options))]
		}
		if rare > 0 && tricks.Below(src, rare) > 0 && exchange {
			d = same
		}
		mustApply(g, d)
	}
	return g
}

// kept returns the decision of an exchange after which the hands stay as they are; ok
// is false if none is due.
func kept(g *chapters.Game, options []chapters.Decision) (d chapters.Decision, ok bool) {
	switch g.Due().Kind {
	case chapters.Exchange:
		return unchanged(g, options), true
	case chapters.Return:
		if same := sent(options, g.State().Passed, true); len(same) > 0 {
			return same[0], true
		}
		return options[0], true
	default:
	}
	return chapters.Decision{}, false
}

// walk goes through the setup decisions of a game with exactly as many real
// exchanges as the effort says, and searches the hands they lead to. Waiting says of
// the cards that are on their way what is to come back. It returns true when the whole
// search is at its end: won, or stopped by a limit.
func (t *setupSearch) walk(g *chapters.Game, exchanges int, waiting replies) bool {
	if g.Stage() == chapters.StagePlay {
		return t.found(g, exchanges)
	}
	if g.Hopeless() {
		return false
	}
	if t.ctx.Err() != nil {
		t.result.Reason = stopReason(t.ctx)
		return true
	}
	if waiting.lack(t.effort.exchanges - exchanges) {
		return false
	}
	options := g.Options()
	switch g.Due().Kind {
	case chapters.Exchange:
		if t.same(g, options, exchanges, waiting) {
			return true
		}
		if exchanges == t.effort.exchanges {
			t.deeper = true
			return false
		}
		for _, d := range options {
			if !declines(d) && t.step(g, d, exchanges+1, waiting.after(g, d, false)) {
				return true
			}
		}
	case chapters.Return:
		passed := g.State().Passed
		if waiting.known.Has(passed) {
			options = sent(options, passed, waiting.same.Has(passed))
		}
		for _, d := range options {
			if t.step(g, d, exchanges, waiting.answered(passed, d.Card)) {
				return true
			}
		}
	default:
		for _, d := range options {
			if t.step(g, d, exchanges, waiting) {
				return true
			}
		}
	}
	return false
}

// same goes on after an exchange that changes nothing: it is declined, or the same card comes back.
//
// Which card that is makes no difference to the hands. But while others are chosen at the same time
// (Bill, Glorfindel, C14) it is on its way: its seat can neither pass it to somebody else nor return
// it to him. So it is the first of the cards that its seat needs for none of that: as many are tried as
// can be needed, and one more. Nor can such a seat decline one exchange and make another. Sam
// takes H5 and gives it back, to let Frodo have F2.
//
// Proof that nothing is missed: take any setup, and in it an exchange in which a card x came back to its
// seat. The real exchanges of that time, from it and to it, need no more than so many of its cards. Of
// the others let y be the first. Let y go and come back in place of x, and x in place of y if that was
// passed on and came back, too. Everything else can stay as it was, and all hands are the same in the
// end. Cards that somebody may not return are no such y. They are all tried.
func (t *setupSearch) same(g *chapters.Game, options []chapters.Decision, exchanges int, waiting replies) bool {
	more := t.effort.exchanges - exchanges // real exchanges that are still to be made
	decline := slices.IndexFunc(options, declines)
	if decline >= 0 {
		if t.step(g, options[decline], exchanges, waiting) {
			return true
		}
		if more == 0 {
			return false
		}
	}
	apart, loose := special(g), lendsMore(g)
	needed := waiting.open
	var tried tricks.Set
	for _, d := range options {
		if tried.Has(d.Card) || !mayReturn(g, d) || !loose && !apart.Has(d.Card) && (tried&^apart).Len() > needed {
			continue
		}
		next := g.Clone()
		mustApply(next, d)
		if tried == 0 {
			switch several := next.Due().Kind != chapters.Return; {
			case several: // others are chosen at the same time
				needed += more
			case decline >= 0:
				return false
			default:
				loose = false
			}
		}
		after := waiting.after(g, d, true)
		if !loose {
			after.needed |= tried &^ apart
		}
		tried |= d.Card.Bit()
		if t.walk(next, exchanges, after) {
			return true
		}
	}
	return false
}

// dealt searches the hands that a setup with so many exchanges has led to: an
// exchange during play counts as one more.
func (t *setupSearch) dealt(g *chapters.Game, exchanges int) bool {
	may := g.State().SwapTo != tricks.NoSeat
	switch missing := t.effort.exchanges - exchanges; {
	case missing == 0:
		t.deeper = t.deeper || may
		return t.hands(g)
	case missing == 1 && may:
		more, err := swapsOf(g, &t.opt)
		t.unsearched = t.unsearched || more.unsearched
		return t.each(g, more.problems, more.looked, err)
	}
	return false
}

// replies says what is to come back for cards that are on their way.
type replies struct {
	// known is the cards of which that is known, same those of them that come back themselves:
	// the exchange changes nothing. For the others another card comes.
	known, same tricks.Set
	// open is for how many cards another one comes, or may come.
	open int
	// needed is cards that must go to somebody else at the same time: else the same setup
	// is walked with one of them as a card that comes back.
	needed tricks.Set
}

// lack reports whether cards that must go to somebody else cannot any more: with so many more real
// exchanges, of which each takes two, or because all cards are answered.
func (r replies) lack(exchanges int) bool {
	return r.needed != 0 && (r.known == 0 || r.needed.Len() > r.open+2*exchanges)
}

// unanswered returns how many cards are on their way in a game.
func unanswered(g *chapters.Game) (n int) {
	for _, d := range g.Decisions() {
		switch {
		case d.Kind == chapters.Exchange && d.To >= 0:
			n++
		case d.Kind == chapters.Return:
			n--
		}
	}
	return n
}

// after returns the replies after an exchange in which the same card comes back or another one.
func (r replies) after(g *chapters.Game, d chapters.Decision, same bool) replies {
	if !same {
		r.needed &^= d.Card.Bit()
	}
	if d.To < 0 {
		return r // declined, or with the lost card
	}
	if !same {
		r.open++
	}
	if mayReturn(g, d) {
		r.known |= d.Card.Bit()
	}
	if same {
		r.same |= d.Card.Bit()
	}
	return r
}

// answered returns the replies after one card came for another.
func (r replies) answered(passed, back tricks.Card) replies {
	if !r.same.Has(passed) {
		r.open--
		r.needed &^= back.Bit()
	}
	r.known &^= passed.Bit()
	r.same &^= passed.Bit()
	return r
}

func (t *setupSearch) step(g *chapters.Game, d chapters.Decision, exchanges int, waiting replies) bool {
	next := g.Clone()
	mustApply(next, d)
	return t.walk(next, exchanges, waiting)
}

// special returns the cards that somebody may not pass on.
func special(g *chapters.Game) (cards tricks.Set) {
	for s := range tricks.Seat(g.Seats()) {
		cards |= g.Character(s).MayNotPass
	}
	return cards
}

// lendsMore reports whether more than exchanges can take cards from a hand while some are on
// their way.
func lendsMore(g *chapters.Game) bool {
	if !g.Chapter().ExchangesTogether {
		return false
	}
	for s := range tricks.Seat(g.Seats()) {
		for _, a := range g.Character(s).Setup {
			switch a.Kind {
			case characters.GiveEach, characters.PassRight, characters.Tuck, characters.SetAside:
				return true
			default:
			}
		}
	}
	return false
}

// hands searches one set of hands within the effort's budget.
func (t *setupSearch) hands(g *chapters.Game) bool {
	problems, err := problemsOf(g, &t.opt)
	return t.each(g, search.Sorted(problems), 1, err)
}

// each searches the problems of so many sets of hands.
func (t *setupSearch) each(g *chapters.Game, problems []*search.Problem, sets int, err error) bool {
	if err != nil {
		t.err = err
		return true
	}
	for _, p := range problems {
		if t.problemAt(g, p) {
			return true
		}
	}
	// Hands that are lost at once cost no card plays, so each set of hands counts
	// as one, and the limits are looked at here, too.
	t.result.Nodes += int64(sets)
	switch {
	case t.ctx.Err() != nil:
		t.result.Reason = stopReason(t.ctx)
	case t.opt.Nodes > 0 && t.result.Nodes >= t.opt.Nodes:
		t.result.Reason = NodeLimit
	default:
		return false
	}
	return true
}

// problemAt searches one problem of a set of hands.
func (t *setupSearch) problemAt(g *chapters.Game, p *search.Problem) bool {
	sig := p.Signature()
	if p.Swap != nil {
		sig = p.Swap.Signature()
	}
	budget := t.effort.nodes
	if t.tried.enough(sig, budget) {
		return false
	}
	t.expect([]*search.Problem{p}, t.opt.Memory/4)
	verdict, done := t.ask(t.ctx, p, budget, &t.opt, &t.result)
	switch {
	case verdict == Winnable:
		for _, d := range g.Decisions()[len(t.root.Decisions()):] {
			if d.Kind == chapters.Draft {
				t.result.Draft = append(t.result.Draft, d)
			} else {
				t.result.Setup = append(t.result.Setup, d)
			}
		}
	case verdict == Unwinnable:
		t.tried.add(sig, unlimited)
	case !done:
		t.tried.add(sig, budget)
	}
	return done
}

// triedProblems remembers by their signatures how many nodes problems were searched
// for without a win, unlimited if they are lost, up to so many bytes; then it forgets
// them all, which costs time but never an answer.
type triedProblems struct {
	nodes map[string]int64
	bytes int64
	most  int64
}

// signatureBytes is how many bytes a signature takes beside its text.
const signatureBytes = 80

// enough reports whether to search a problem for so many nodes, 0 for as many as it
// takes, would bring nothing new.
func (l *triedProblems) enough(signature string, nodes int64) bool {
	if nodes == 0 {
		nodes = unlimited
	}
	return l.nodes[signature] >= nodes
}

func (l *triedProblems) add(signature string, nodes int64) {
	if _, ok := l.nodes[signature]; !ok {
		n := int64(len(signature)) + signatureBytes
		if l.nodes == nil || l.bytes+n > l.most {
			l.nodes, l.bytes = map[string]int64{}, 0
		}
		l.bytes += n
	}
	l.nodes[signature] = nodes
}
