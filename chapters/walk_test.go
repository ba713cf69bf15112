package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// dealOf returns a deal of the embedded library.
func dealOf(t testing.TB, name string) chapters.Position {
	t.Helper()
	id, err := chapters.ParseDealID(name)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	return pos
}

func gameOf(t testing.TB, pos chapters.Position) *chapters.Game {
	t.Helper()
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	return g
}

// rounds calls f with n random rounds of each of the deals.
func rounds(t *testing.T, n int, f func(t *testing.T, name string, rng *rand.Rand)) {
	for _, id := range chapters.Default().DealIDs(0) {
		t.Run(fmt.Sprintf("chapter %s%s players %d", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			for seed := range n {
				id.Seed = uint64(seed)
				f(t, id.String(), rand.New(rand.NewPCG(uint64(seed), uint64(id.Players))))
			}
		})
	}
}

// options returns the legal decisions. The test fails if there are none although the round is not over.
func options(t testing.TB, g *chapters.Game) []chapters.Decision {
	t.Helper()
	out := g.Options()
	require.Equal(t, g.IsOver(), len(out) == 0, "T10: something is due until the round is over")
	return out
}

func apply(t testing.TB, g *chapters.Game, ds ...chapters.Decision) {
	t.Helper()
	for _, d := range ds {
		require.NoError(t, g.Apply(d), "%s %s", d.Kind, d)
	}
}

// randomDecision makes a random legal decision and returns false at the end.
func randomDecision(t testing.TB, g *chapters.Game, rng *rand.Rand) bool {
	t.Helper()
	opts := options(t, g)
	if len(opts) == 0 {
		return false
	}
	apply(t, g, opts[rng.IntN(len(opts))])
	return true
}

// randomGame plays a random number of decisions of a deal, half the time not far beyond setup.
func randomGame(t testing.TB, name string, rng *rand.Rand) *chapters.Game {
	t.Helper()
	g := gameOf(t, dealOf(t, name))
	for n := rng.IntN(12 + 48*rng.IntN(2)); n > 0 && randomDecision(t, g, rng); n-- {
	}
	return g
}

// seen returns everything that the game shows at a moment, to every seat.
type seen struct {
	Views    []chapters.View
	Ask      *chapters.Ask
	State    tricks.State
	Statuses []chapters.GoalStatus
	Result   chapters.Result
	Made     []chapters.Decision
}

func look(g *chapters.Game) seen {
	s := seen{Ask: g.View(g.Due().Decider).Ask, State: g.State().State, Statuses: g.Statuses(), Result: g.Result()}
	for p := range g.Start().Players {
		s.Views = append(s.Views, g.View(tricks.Seat(p)))
	}
	s.Made = append(s.Made, g.Decisions()...)
	return s
}

// TestBefore: a game cannot go back to a negative number of decisions, nor to more decisions than were made.
// TestEveryRound goes back to all moments in between.
func TestBefore(t *testing.T) {
	t.Parallel()
	g := gameOf(t, dealOf(t, "c02p3s1"))
	apply(t, g, options(t, g)[0])
	for _, n := range []int{-1, 2} {
		_, err := g.AfterDecisions(n)
		require.Error(t, err)
	}
}

// TestClone: a decision in a clone does not change the game, nor the other way round.
func TestClone(t *testing.T) {
	t.Parallel()
	rounds(t, 1, func(t *testing.T, name string, rng *rand.Rand) {
		g := randomGame(t, name, rng)
		before := look(g)
		a, b := g.Clone(), g.Clone()
		require.Equal(t, before, look(a))
		for randomDecision(t, a, rng) {
		}
		require.Equal(t, before, look(g), "%s: the clone was played on", name)
		atEnd := look(a)
		for randomDecision(t, g, rng) {
		}
		require.Equal(t, before, look(b), "%s: the game was played on", name)
		require.Equal(t, atEnd, look(a))
		b.CloneInto(a)
		require.Equal(t, before, look(a), "%s: a copy in the memory of another game", name)
		for randomDecision(t, a, rng) {
		}
		require.Equal(t, before, look(b), "%s: that copy was played on", name)
	})
}

// surplus returns how many cards each seat has taken in addition to its hand: lost cards, except in exchange
// for another card, and cards of the barrow (T10).
func surplus(g *chapters.Game) [tricks.MaxSeats]int {
	var out [tricks.MaxSeats]int
	for _, e := range g.View(0).Log {
		switch e.Kind {
		case chapters.TookLost:
			out[e.Seat]++
		case chapters.SwappedLost:
			out[e.Seat]--
		case chapters.TookSide:
			out[e.Seat] += e.Number
		}
	}
	return out
}
