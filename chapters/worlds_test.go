package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// TestBuiltWithTheTruth builds games from views with the cards that really lie where the player does not see
// them, at every decision of rounds of all kinds. The player's knowledge must never exclude these cards (T4,
// T6, S6). The player's view and the legal decisions must be the same, and the same decisions must bring
// both games to the same end.
func TestBuiltWithTheTruth(t *testing.T) {
	t.Parallel()
	built, ended := 0, 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		for {
			for p := range tricks.Seat(pos.Players) {
				v := g.View(p)
				where := g.TrueUnseen(&v)
				worlds := v.Worlds()
				worlds.Log = true
				require.Empty(t, worlds.RulesOut(&where), "%s after %v, seen by %d", pos.ID, g.Decisions(), p)
				w, ok := worlds.Build(&where, tricks.NewSource(rng.Uint64(), 0))
				require.True(t, ok, "%s after %v, seen by %d", pos.ID, g.Decisions(), p)
				built++
				require.Empty(t, unlike(v, w.View(p)), "%s after %v, seen by %d", pos.ID, g.Decisions(), p)
				if rng.IntN(4) == 0 && goesOnAlike(t, g.Clone(), w, &v, rng) {
					ended++
				}
			}
			if !randomDecision(t, g, rng) {
				return
			}
		}
	})
	t.Logf("%d built, %d played to the same end", built, ended)
	require.Greater(t, ended, 1000)
}

// TestWorldsAgreeWithTheView: a player cannot tell a world that was made from the view from the real round
// (S11). The world is made from the view alone: the view of that world gives the same world again. It is at
// the same moment as the round, and can be played to its end.
func TestWorldsAgreeWithTheView(t *testing.T) {
	t.Parallel()
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		for g := gameOf(t, pos); !g.IsOver(); randomDecision(t, g, rng) {
			if rng.IntN(2) == 0 {
				continue
			}
			v := g.View(tricks.Seat(rng.IntN(pos.Players)))
			seed := rng.Uint64()
			w := world(t, &v, seed)
			same := w.View(v.Player)
			require.Empty(t, unlike(v, same), "%s after %v, seen by %d", pos.ID, g.Decisions(), v.Player)
			again := world(t, &same, seed)
			for s := range tricks.Seat(len(v.Seats)) {
				require.Empty(t, unlike(w.View(s), again.View(s)))
			}
			if v.Stage == chapters.StagePlay {
				for n := range g.State().Table.Tricks() {
					require.Equal(t, g.State().Table.Playing(n), w.State().Table.Playing(n))
				}
			}
			for randomDecision(t, w, rng) {
				continue
			}
			require.NotEqual(t, chapters.Undecided, w.Result())
		}
	})
}

// world makes a world with the log of the view.
func world(t *testing.T, v *chapters.View, seed uint64) *chapters.Game {
	t.Helper()
	worlds := v.Worlds()
	w := &chapters.Game{}
	worlds.Log = true
	require.True(t, worlds.Make(w, tricks.NewSource(seed, 0)))
	return w
}

// TestGoalsKeptByWorlds checks that worlds made one after the other, which share compiled goals, have the
// same goals as if each had been made alone (S3, S8).
func TestGoalsKeptByWorlds(t *testing.T) {
	t.Parallel()
	compared := 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		v := g.View(0)
		where := g.TrueUnseen(&v)
		worlds := v.Worlds()
		for range 6 {
			w, ok := worlds.Build(&where, tricks.NewSource(rng.Uint64(), 0))
			require.True(t, ok)
			for w.Stage() != chapters.StagePlay && randomDecision(t, w, rng) {
				continue
			}
			if w.Stage() != chapters.StagePlay {
				continue
			}
			kept, anew, err := w.CompiledGoals()
			require.NoError(t, err)
			require.Equal(t, anew, kept, pos.ID)
			compared++
		}
	})
	require.Greater(t, compared, 100)
}

// TestForgottenLogChangesNothing checks that games that begin with an empty log go on like games with the
// log, from the draft and from the play.
func TestForgottenLogChangesNothing(t *testing.T) {
	t.Parallel()
	ended := 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		for n := rng.IntN(30); n > 0 && !g.IsOver(); n-- {
			randomDecision(t, g, rng)
		}
		v := g.View(0)
		where := g.TrueUnseen(&v)
		seed := rng.Uint64()
		worlds := v.Worlds()
		f, ok := worlds.Build(&where, tricks.NewSource(seed, 0))
		require.True(t, ok)
		worlds.Log = true
		w, ok := worlds.Build(&where, tricks.NewSource(seed, 0))
		require.True(t, ok)
		require.Zero(t, f.State().Logged)
		for !w.IsOver() {
			options := w.Options()
			require.Equal(t, options, f.Options())
			d := options[rng.IntN(len(options))]
			require.Equal(t, w.Apply(d), f.Apply(d))
		}
		require.Equal(t, w.History(), f.History())
		require.Equal(t, w.Statuses(), f.Statuses())
		require.Equal(t, w.State().Logged-len(v.Log), f.State().Logged)
		ended++
	})
	require.Greater(t, ended, 50)
}

// goesOnAlike makes the same decisions in a game and in one that was built from its view, and reports
// whether both came to an end. They may diverge before, because closed cards of a pyramid, piles, side decks
// and threats lie in another order.
func goesOnAlike(t *testing.T, g, w *chapters.Game, v *chapters.View, rng *rand.Rand) bool {
	chance := g.Stage() != chapters.StagePlay || g.Start().Players <= 2 || len(g.Start().Sides) > 0
	for !g.IsOver() {
		options := g.Options()
		if !chance {
			require.Equal(t, options, w.Options())
			require.Equal(t, g.State().State, w.State().State)
		}
		d := options[rng.IntN(len(options))]
		require.NoError(t, g.Apply(d))
		if err := w.Apply(d); err != nil {
			require.True(t, chance, "%s: %v", d, err)
			return false
		}
	}
	if !chance {
		require.Equal(t, g.History(), w.History())
		require.Equal(t, g.State().Held, w.State().Held)
		if !slices.ContainsFunc(v.Seats, func(s chapters.SeatView) bool { return s.ThreatHidden }) {
			require.Equal(t, g.Statuses(), w.Statuses())
		}
	}
	return w.IsOver()
}
