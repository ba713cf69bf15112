package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// unheardOf is a special that nobody has been told about.
const unheardOf = tricks.Specials(1 << 15)

// TestUnheardOf: all parts but those that rest on no rule are off for a special that the
// search has not been told about, and each of them for the specials that change what it
// rests on.
func TestUnheardOf(t *testing.T) {
	assert.Zero(t, knownSpecials&unheardOf)
	assert.Equal(t, everything, unheardOf.Changes())
	assert.Equal(t, Parts(1<<len(parts)-1)&^(Order|Restarts), brokenParts(unheardOf))
	assert.Zero(t, brokenParts(0))
	assert.Zero(t, brokenParts(tricks.Balrog))
	assert.Equal(t, Leads, brokenParts(tricks.Uneven), "a seat without cards does not lead (T9)")
	assert.Equal(t, Sweeps, brokenParts(tricks.Tucked))
	assert.Equal(t, Sweeps, brokenParts(tricks.SetAside|tricks.DueLast), "it does not follow suit (G2)")
}

// TestSlowNeverWrong: with a special that nobody has been told about the verdict on a
// small ending is the same.
func TestSlowNeverWrong(t *testing.T) {
	status := func(p *Problem) Status {
		var s Search
		s.Begin(context.Background(), p, 1<<20, nil)
		return s.Attempt(0, 200_000)
	}
	seen := map[Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.Any(t)
		p, err := NewProblem(g, 0, Alternative{})
		require.NoError(t, err)
		want := status(p)
		p.addSpecials(unheardOf)
		if got := status(p); got != Open {
			assert.Equal(t, want, got)
			seen[got]++
		}
	})
	t.Log(seen)
	assert.NotZero(t, seen[Won])
	assert.NotZero(t, seen[Lost])
}
