package hindsight

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// Agreement says how often people decided in a finished round as the strong player would have.
type Agreement struct {
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

// NewAgreement compares the decisions of a finished round. The record's player names tell people from computer
// players; without names all seats count as people.
func NewAgreement(ctx context.Context, lib *chapters.Library, rec chapters.Record, agree Agree) (*Agreement, error) {
	walk, err := New(lib, rec)
	if err != nil {
		return nil, err
	}
	compared := &Agreement{}
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
		compared.Asked++
		if agrees {
			compared.Agreed++
		}
	}
	return compared, ctx.Err()
}

// Text returns the comparison in words. It is empty if people decided nothing.
func (c *Agreement) Text(t *texts.Texts) string {
	if c.Asked == 0 {
		return ""
	}
	return t.T("epilogue.agreed", c.Agreed, c.Asked)
}

// lossText names the decision that lost the round, and what would still have won.
func (r *Round) lossText(lost *solver.Step) string {
	moment := r.Texts.T("analysed.in." + lost.Stage.String())
	if lost.Stage == chapters.StagePlay {
		moment = r.Texts.T("analysed.trick", lost.Trick)
	}
	deed := r.words().Deed(*lost.Made)
	switch list := Winners(lost); {
	case winsOtherwise(lost, list):
		return r.Texts.T("analysed.here.any", moment, deed)
	case len(list) > 0:
		return r.Texts.T("analysed.here.still", moment, deed, r.either(list))
	}
	return r.Texts.T("analysed.here", moment, deed)
}
