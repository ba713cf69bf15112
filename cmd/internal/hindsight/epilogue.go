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

// Epilogue judges a finished round: where it was lost, and how often people decided as the strong player
// would have.
type Epilogue struct {
	walk         *Walk
	TurningPoint TurningPoint
	// Lost is the decision that lost the round, with its alternatives; nil for none.
	Lost *solver.Step
	// Agreed is how many decisions of people the strong player would have made, too.
	Agreed int
	// Asked is how many decisions of people were compared.
	Asked int
}

// Agree reports whether a decision is as good as the hint that the strong player would have given. The
// strong player knows only what the seat knows. The seed of the round makes its random choices the same
// as for hints.
type Agree func(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error)

// Strong is the [Agree] of the strong player.
func Strong(ctx context.Context, g *chapters.Game, seed uint64, made chapters.Decision) (bool, error) {
	view := g.View(g.Due().Decider)
	return players.Fair{Level: players.Strong}.Agrees(ctx, &view, players.Source(seed, len(g.Decisions())), made)
}

// NewEpilogue judges a finished round. The record's player names tell people from computer players; without
// names all seats count as people.
func NewEpilogue(ctx context.Context, lib *chapters.Library, rec chapters.Record, judge Judge,
	agree Agree,
) (*Epilogue, error) {
	walk, err := New(lib, rec)
	if err != nil {
		return nil, err
	}
	epilogue := &Epilogue{walk: walk, TurningPoint: TurningPoint{Verdict: solver.Winnable}}
	if walk.GameAt(walk.Len()).Result() != chapters.Won {
		epilogue.TurningPoint = walk.TurningPoint(ctx, judge)
	}
	if epilogue.TurningPoint.Verdict == solver.Unwinnable && epilogue.TurningPoint.Step >= 0 {
		epilogue.Lost = &walk.Moment(epilogue.TurningPoint.Step).MarkLost().JudgeAll(ctx, judge).Step
	}
	var seed uint64
	if rec.Seed != nil {
		seed = *rec.Seed
	}
	for n := range walk.Len() {
		g := walk.GameAt(n)
		player := g.Due().Decider
		isComputer := player != tricks.NoSeat && len(rec.PlayerNames) > 0 && !round.IsPerson(rec.PlayerNames[player])
		if player == tricks.NoSeat || isComputer || len(g.Options()) < 2 {
			continue
		}
		agrees, err := agree(ctx, g, seed, walk.Decision(n))
		if err != nil {
			return nil, err
		}
		epilogue.Asked++
		if agrees {
			epilogue.Agreed++
		}
	}
	return epilogue, ctx.Err()
}

// Page returns the epilogue in words; rec is the record of the round.
func (e *Epilogue) Page(t *texts.Texts, rec *chapters.Record) (p page.Page) {
	switch {
	case e.Lost != nil:
		p.Text(0, e.walk.newRound(t, rec).lossText(e.Lost))
	case e.TurningPoint.Verdict == solver.Unwinnable:
		p.Text(0, t.T("look.found.never"))
	}
	if e.Asked > 0 {
		p.Text(0, t.T("epilogue.agreed", e.Agreed, e.Asked))
	}
	return p
}

// lossText names the decision that lost the round, and what would still have won.
func (r *Round) lossText(lost *solver.Step) string {
	moment := r.Texts.T("analysed.in." + lost.Stage.String())
	if lost.Stage == chapters.StagePlay {
		moment = r.Texts.T("analysed.trick", lost.Trick)
	}
	deed := r.words().Deed(*lost.Made)
	switch list := Winners(lost); {
	case len(list) > few && len(list) == len(lost.Choices)-1:
		return r.Texts.T("analysed.here.any", moment, deed)
	case len(list) > 0:
		return r.Texts.T("analysed.here.still", moment, deed, r.either(list))
	}
	return r.Texts.T("analysed.here", moment, deed)
}
