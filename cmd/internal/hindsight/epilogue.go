package hindsight

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Epilogue judges a round when it is over: where it was lost, and how often people decided as the
// strong player would have.
type Epilogue struct {
	walk    *Walk
	Turning Turning
	// Lost is the decision that lost the round, with its alternatives; nil where there is none.
	Lost          *solver.Step
	Agreed, Asked int
}

// Advise asks the strong player what it would decide in a round, knowing no more than the
// seat whose decision is due.
type Advise func(ctx context.Context, g *chapters.Game) (chapters.Decision, error)

// Strong is the advice of the strong player, with chances of its own.
func Strong(ctx context.Context, g *chapters.Game) (chapters.Decision, error) {
	strong, err := players.New(players.Strongest)
	if err != nil {
		return chapters.Decision{}, err
	}
	view := g.View(g.Due().By)
	d, _, err := strong.Think(ctx, &view, players.Source(0, len(g.Decisions())), false)
	return d, err
}

// LookBack finds out about a round that is over. The seats of people are those of its record.
func LookBack(ctx context.Context, lib *chapters.Library, rec chapters.Record, judge Judge, advise Advise) (*Epilogue, error) {
	w, err := New(lib, rec)
	if err != nil {
		return nil, err
	}
	e := &Epilogue{walk: w, Turning: Turning{Verdict: solver.Winnable}}
	if w.At(w.Len()).Result() != chapters.Won {
		e.Turning = w.Turning(ctx, judge)
	}
	if e.Turning.Verdict == solver.Unwinnable && e.Turning.Step >= 0 {
		e.Lost = &w.Moment(e.Turning.Step).Lost().Judged(ctx, judge).Step
	}
	for n := range w.Len() {
		g := w.At(n)
		by := g.Due().By
		if by == tricks.NoSeat || len(rec.By) > 0 && !round.IsPerson(rec.By[by]) || len(g.Options()) < 2 {
			continue
		}
		d, err := advise(ctx, g)
		if err != nil {
			return nil, err
		}
		if e.Asked++; d == w.Decision(n) {
			e.Agreed++
		}
	}
	return e, ctx.Err()
}

// Page tells it of the round of a record.
func (e *Epilogue) Page(t *texts.Texts, rec *chapters.Record) (p page.Page) {
	switch {
	case e.Lost != nil:
		p.Text(0, e.walk.told(t, rec).lostHere(e.Lost))
	case e.Turning.Verdict == solver.Unwinnable:
		p.Text(0, t.T("look.found.never"))
	}
	if e.Asked > 0 {
		p.Text(0, t.T("epilogue.agreed", e.Agreed, e.Asked))
	}
	return p
}

// lostHere tells the decision by which a round was lost.
func (r *Round) lostHere(lost *solver.Step) string {
	when := r.T("analysed.in." + lost.Stage.String())
	if lost.Stage == chapters.StagePlay {
		when = r.T("analysed.trick", lost.Trick)
	}
	deed := r.Deed(r.view(), *lost.Made)
	switch list := Winners(lost); {
	case len(list) > few && len(list) == len(lost.Choices)-1:
		return r.T("analysed.here.any", when, deed)
	case len(list) > 0:
		return r.T("analysed.here.still", when, deed, r.either(list))
	}
	return r.T("analysed.here", when, deed)
}
