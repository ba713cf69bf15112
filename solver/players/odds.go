package players

import (
	"context"
	"math/rand/v2"

	"fellowship/chapters"
)

// Odds are a decision and in which share of some worlds the round can still be won after
// it, with open cards. A world that the solver did not decide counts half.
type Odds struct {
	chapters.Decision
	Share float64
}

// OddsOf judges all options of a view in the same worlds, which agree with it, with so
// many card plays for each answer. When the context is done first it returns that error.
func OddsOf(ctx context.Context, v *chapters.View, src rand.Source, worlds int, nodes int64) ([]Odds, error) {
	t := trial{view: v, known: v.Worlds(), src: src}
	made, err := t.worlds(ctx, worlds)
	if err != nil {
		return nil, err
	}
	out := make([]Odds, 0, len(v.Ask.Options))
	for _, d := range v.Ask.Options {
		c := candidate{Decision: d, work: &work{nodes: nodes}}
		if err := c.askAll(ctx, made); err != nil {
			return nil, err
		}
		out = append(out, Odds{d, c.wins / float64(max(1, c.asked))})
	}
	return out, nil
}
