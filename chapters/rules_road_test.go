package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// L5: The Road Goes Ever On.

// TestL5Pool: Frodo and Gandalf are always there; so many gold characters, one of
// them burdened, and so many black ones; one gift, one rider, threats 1 to 7.
func TestL5Pool(t *testing.T) {
	lib := chapters.Default()
	road, err := lib.Chapter(chapters.Road)
	require.NoError(t, err)
	burdened, gifts, riders := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for players, want := range map[int][2]int{1: {5, 6}, 2: {4, 3}, 3: {4, 3}, 4: {5, 6}} {
		for seed := range uint64(120) {
			pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: players, Seed: seed}.String())
			gold, black, heavy := 0, 0, 0
			for _, id := range pos.Pool {
				c := lib.Characters[id]
				switch {
				case c.Burdened:
					gold++
					heavy++
					burdened[id] = true
					require.NotContains(t, pos.Pool, c.CountsAs, "one card has two sides")
				case slices.Contains(road.Pool.Gold, id):
					gold++
				case slices.Contains(road.Pool.Black, id):
					black++
				default:
					require.Contains(t, []string{"frodo", "gandalf"}, id)
				}
			}
			require.Equal(t, want, [2]int{gold, black})
			require.Equal(t, 1, heavy)
			require.Contains(t, pos.Pool, "frodo")
			require.Contains(t, pos.Pool, "gandalf")
			require.ElementsMatch(t, []int{1, 2, 3, 4, 5, 6, 7}, pos.Threats)
			gifts[pos.Gift], riders[pos.Rider] = true, true
			if players < 4 && slices.Contains(pos.Pool, "elrond") && pos.Gift != "mithril" {
				require.True(t, players > 1 && slices.Contains(pos.Pool, "samwise"), "nobody could win with Elrond there")
			}
		}
	}
	assert.Len(t, burdened, 7)
	assert.Len(t, gifts, 5)
	assert.Len(t, riders, 5)
}

// TestL5Colours: which characters are gold and which black.
func TestL5Colours(t *testing.T) {
	road, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"sam", "pippin", "merry", "aragorn", "boromir", "legolas", "gimli"}, road.Pool.Gold)
	assert.Len(t, road.Pool.Black, 17)
	for id, c := range chapters.Default().Characters {
		if !slices.Contains(road.Pool.Gold, id) && !slices.Contains(road.Pool.Black, id) && !c.Burdened {
			assert.Contains(t, []string{"frodo", "gandalf", "bilbo", "strider", "underhill", "haldir", "orophin-rumil", "gandalf-servant"}, id, "white, or always there")
		}
	}
}

// TestL5Frodo: he is taken every round by the holder of R1 and leads whatever
// other cards say; the lost card is optional, and the first who wants it gets it.
func TestL5Frodo(t *testing.T) {
	a := arrange(t, "roadp4s1").hand(2, "R1").lost("H8").cast("glorfindel", "elrond", "frodo", "tom")
	g := a.game()
	require.Equal(t, "lost 3", asked(g))
	require.Equal(t, "yes no", answers(g))
	does(t, g, "lost 3:no")
	backs(t, g, 3)
	does(t, g, "lost 0:yes")
	require.Equal(t, "exchange 0", asked(g))
	for range 6 { // a card to everyone and one back
		apply(t, g, g.Options()[0])
	}
	for g.Stage() == chapters.StageSetup {
		require.Equal(t, chapters.Give, g.Due().Kind, "Elrond's pass is no exchange: nobody declines it")
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, "play 2", asked(g))
	assert.Equal(t, 10, held(g, 0).Len())

	g = a.game()
	does(t, g, "lost 3:yes")
	backs(t, g, 3)
	for g.Stage() == chapters.StageSetup {
		require.NotEqual(t, chapters.TakeLost, g.Due().Kind, "it is gone")
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 10, held(g, 3).Len())
}

// TestL5Tom: he uses the lost card, not a barrow (C6); without one he has nothing left and fails.
func TestL5Tom(t *testing.T) {
	g := arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "tom", "merry", "sam").game()
	require.Equal(t, "lost 1", asked(g))
	does(t, g, "lost 1:no")
	toPlay(t, g)
	assert.Equal(t, 9, g.View(1).Seats[1].Cards)
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, "failed", status(t, g, "tom"))
}

// TestL5Rounds: rounds of the Road end when nobody has a card but who took the
// lost one, or after more tricks where Fatty is (T10).
func TestL5Rounds(t *testing.T) {
	for players := 1; players <= 4; players++ {
		for seed := range uint64(15) {
			pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: players, Seed: seed}.String())
			g := gameOf(t, pos)
			rng := rand.New(rand.NewPCG(seed, 7))
			for randomDecision(t, g, rng) {
			}
			require.Equal(t, "frodo", g.Character(holder(pos)).ID)
			left, fatty := 0, 0
			for s, seat := range g.View(0).Seats {
				left += seat.Cards
				if g.Character(tricks.Seat(s)).ID == "fatty" {
					fatty = 1
				}
			}
			require.LessOrEqual(t, left, 1, pos.Deal)
			tricksPlayed := map[bool]int{true: 9, false: 12}[len(pos.Hands) == 4] + fatty
			require.Len(t, g.History(), tricksPlayed, pos.Deal)
		}
	}
}
