package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
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

// rounds calls f with random rounds of every chapter and table size.
func rounds(t *testing.T, n int, f func(t *testing.T, name string, rng *rand.Rand)) {
	for _, c := range chapters.Default().Chapters {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprintf("chapter %s players %d", c.ID, players), func(t *testing.T) {
				for seed := range n {
					name := chapters.DealID{Chapter: c.ID, Players: players, Seed: uint64(seed)}.String()
					f(t, name, rand.New(rand.NewPCG(uint64(seed), uint64(players))))
				}
			})
		}
	}
}

// options are the legal decisions that are due; the test fails if there are
// none although the round is not over.
func options(t testing.TB, g *chapters.Game) []chapters.Decision {
	t.Helper()
	ask := g.Ask()
	if ask == nil {
		require.True(t, g.Over(), "T10: something is due until the round is over")
		return nil
	}
	require.NotEmpty(t, ask.Options, "%s by seat %d", ask.Kind, ask.Seat)
	return ask.Options
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
	if opts == nil {
		return false
	}
	apply(t, g, opts[rng.IntN(len(opts))])
	return true
}

// randomGame plays a random number of decisions of a deal, half the time not
// far beyond setup.
func randomGame(t testing.TB, name string, rng *rand.Rand) *chapters.Game {
	t.Helper()
	g := gameOf(t, dealOf(t, name))
	for n := rng.IntN(12 + 48*rng.IntN(2)); n > 0 && randomDecision(t, g, rng); n-- {
	}
	return g
}

// seen is everything the game shows at a moment, from all sides.
type seen struct {
	Views    []chapters.View
	Ask      *chapters.Ask
	State    tricks.State
	Statuses []chapters.GoalStatus
	Result   chapters.Result
	Made     []chapters.Decision
}

func look(g *chapters.Game) seen {
	s := seen{Ask: g.Ask(), State: g.State(), Statuses: g.Statuses(), Result: g.Result()}
	for p := range g.Players() {
		s.Views = append(s.Views, g.View(tricks.Seat(p)))
	}
	s.Made = append(s.Made, g.Decisions()...)
	return s
}

// TestUndo: Before gives the game as it was after any number of decisions, and
// the same decisions again give the same game.
func TestUndo(t *testing.T) {
	rounds(t, 2, func(t *testing.T, name string, rng *rand.Rand) {
		g := gameOf(t, dealOf(t, name))
		moments := []seen{look(g)}
		for randomDecision(t, g, rng) {
			moments = append(moments, look(g))
		}
		for _, n := range []int{0, 1, 3, 7, 11, 20, len(moments) - 1} {
			h, err := g.Before(min(n, len(moments)-1))
			require.NoError(t, err)
			require.Equal(t, moments[min(n, len(moments)-1)], look(h), "%s after %d decisions", name, n)
			apply(t, h, g.Decisions()[len(h.Decisions()):]...)
			require.Equal(t, moments[len(moments)-1], look(h), "%s: redo", name)
		}
		_, err := g.Before(len(moments))
		require.Error(t, err)
		_, err = g.Before(-1)
		require.Error(t, err)
	})
}

// TestClone: what happens in a clone does not happen in the game, nor the other
// way round.
func TestClone(t *testing.T) {
	rounds(t, 6, func(t *testing.T, name string, rng *rand.Rand) {
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
	})
}

// TestRefusedDecisionsChangeNothing: whatever is not an option is refused with
// a reason, and the game stays as it was.
func TestRefusedDecisionsChangeNothing(t *testing.T) {
	rounds(t, 3, func(t *testing.T, name string, rng *rand.Rand) {
		g := gameOf(t, dealOf(t, name))
		var earlier []chapters.Decision
		for {
			before := look(g)
			if before.Ask == nil {
				break
			}
			for _, r := range before.Ask.Refused {
				require.EqualError(t, g.Apply(r.Decision), r.Err.Error())
				assert.Regexp(t, `\([A-Z]\d*\)$`, r.Err.Error(), "a refusal names the rule")
				assert.NotContains(t, before.Ask.Options, r.Decision)
			}
			for _, d := range earlier {
				require.Error(t, g.Apply(d), "%s: %s %s again", name, d.Kind, d)
			}
			require.Equal(t, before, look(g))
			d := before.Ask.Options[rng.IntN(len(before.Ask.Options))]
			apply(t, g, d)
			if d.Kind == chapters.PlayCard || d.Kind == chapters.Draft {
				earlier = append(earlier, d)
			}
		}
	})
}

// TestCardsAreConserved: at every moment each card of the deck is in exactly
// one place: a hand, the pile, lost, on the table or in a trick. At the end
// nothing is left but Gandalf's surplus (T10), and no goal is open.
func TestCardsAreConserved(t *testing.T) {
	rounds(t, 12, func(t *testing.T, name string, rng *rand.Rand) {
		g := gameOf(t, dealOf(t, name))
		for {
			if g.Stage() == chapters.StagePlay {
				state := g.State()
				sets := []tricks.Set{tricks.SetOf(g.View(0).Lost...), state.Table}
				sets = append(sets, state.Held[:]...)
				for _, trick := range g.History() {
					sets = append(sets, trick.Cards)
				}
				var all tricks.Set
				for _, set := range sets {
					require.Zero(t, all&set, "%s: these are there twice", name)
					all |= set
				}
				require.Equal(t, tricks.Deck, all, name)
			}
			v := g.View(0)
			count := len(v.Lost) + v.PileLeft
			for s, seat := range v.Seats {
				count += seat.Cards + seat.Taken.Len()
				if g.Stage() == chapters.StagePlay && v.Card[s] != tricks.NoCard {
					count++
				}
			}
			require.Equal(t, 37, count, "%s: cards as a player counts them", name)
			if !randomDecision(t, g, rng) {
				break
			}
		}
		v := g.View(0)
		for s, seat := range v.Seats {
			surplus := 0
			if seat.Character.ID == "gandalf" {
				surplus = 1 // T10, K: he took the lost card
			}
			require.Equal(t, surplus, seat.Cards, "%s: cards left with seat %d", name, s)
		}
		for _, goal := range v.Goals {
			require.Contains(t, []string{"sealed", "failed"}, goal.Status.String(), "%s: at the end nothing is open", name)
		}
		require.NotEqual(t, chapters.Undecided, g.Result())
	})
}
