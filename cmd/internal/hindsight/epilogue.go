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

// Agree reports whether a decision in a round is as good as a hint there, as far as the strong player can tell
// who knows no more than the seat. Chances are those of the round's seed, as for its hints.
type Agree func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error)

// Strong is the strong player's judgement.
func Strong(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error) {
	view := g.View(g.Due().By)
	return players.Fair{Level: players.Strong}.Agrees(ctx, &view, players.Source(seed, len(g.Decisions())), made)
}

// LookBack finds out about a round that is over. The seats of people are those of its record.
func LookBack(ctx context.Context, lib *chapters.Library, rec chapters.Record, judge Judge, agree Agree) (*Epilogue, error) {
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
	var seed uint64
	if rec.Seed != nil {
		seed = *rec.Seed
	}
	for n := range w.Len() {
		g := w.At(n)
		by := g.Due().By
		if by == tricks.NoSeat || len(rec.By) > 0 && !round.IsPerson(rec.By[by]) || len(g.Options()) < 2 {
			continue
		}
		agrees, err := agree(ctx, g, seed, w.Decision(n))
		if err != nil {
			return nil, err
		}
		if e.Asked++; agrees {
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
