package chapters_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWhereabouts checks in rounds of all kinds, at every decision and for every player, that each unseen card is
// listed where it really lies. With seven or fewer unseen cards the lists are exact: a card is listed at a seat if
// and only if there is a way to put all of them somewhere, with this card there, that agrees with everything that
// is known.
func TestWhereabouts(t *testing.T) {
	var c listings
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		for g := gameOf(t, pos); !g.IsOver(); randomDecision(t, g, rng) {
			for p := range tricks.Seat(pos.Players) {
				c.check(t, g, p)
			}
			pos, err := g.FirstTrick()
			if err != nil {
				continue
			}
			// A position before the first trick does not tell the setup.
			h, err := chapters.Default().NewGame(pos)
			require.NoError(t, err)
			for ; !h.IsOver(); randomDecision(t, h, rng) {
				c.check(t, h, tricks.Seat(rng.IntN(pos.Players)))
			}
		}
	})
	t.Logf("%d cards, %d late views, in %d of which counting tells more", c.cards, c.late, c.counted)
	require.Greater(t, c.cards, 100_000)
	require.Greater(t, c.counted, c.late/10)
}

// TestWhereaboutsOfOddChapters checks the same in random chapters, where any rules meet.
func TestWhereaboutsOfOddChapters(t *testing.T) {
	few := 1
	if *soakRounds > 0 {
		few = *soakRounds
	}
	var c listings
	for seed := range few {
		o := odd{rand.New(rand.NewPCG(uint64(seed), 2+*soakSeed))}
		lib := o.library(30)
		for _, chapter := range lib.Chapters {
			for players := 1; players <= 4; players++ {
				pos, err := lib.Deal(chapters.DealID{Chapter: chapter.ID, Players: players, Seed: uint64(seed)})
				require.NoError(t, err)
				g, err := lib.NewGame(pos)
				require.NoError(t, err)
				for ; !g.IsOver(); randomDecision(t, g, o.Rand) {
					c.check(t, g, tricks.Seat(o.IntN(players)))
				}
			}
		}
	}
	t.Logf("%d cards, %d late views, in %d of which counting tells more", c.cards, c.late, c.counted)
	require.Greater(t, c.late, 300)
}

// listings counts what was checked of the lists of places.
type listings struct {
	// cards is the number of cards whose true place is listed.
	cards int
	// late is the number of views with at most seven unseen cards.
	late int
	// counted is the number of late views in which counting across seats tells more.
	counted int
}

// check checks what a player knows at a moment of a game.
func (c *listings) check(t *testing.T, g *chapters.Game, player tricks.Seat) {
	t.Helper()
	v := g.View(player)
	listed := v.Whereabouts()
	loose := v.LooseWhereabouts()
	where := g.TrueUnseen(&v)
	for s := range tricks.Seat(len(v.Seats)) {
		at := chapters.AtSeat(&where, s)
		c.cards += at.Len()
		require.Empty(t, (at &^ listed.Possible[s]).Cards(), "%s after %v, seen by %d: they lie at %d",
			g.Start().ID, g.Decisions(), player, s)
		require.Zero(t, listed.Possible[s]&^loose.Possible[s])
	}
	require.Zero(t, listed.Elsewhere&^loose.Elsewhere)
	if listed.Unseen == 0 || listed.Unseen.Len() > 7 {
		return
	}
	c.late++
	if listed != loose {
		c.counted++
	}
	slow, ways := v.SlowWhereabouts()
	require.Positive(t, ways)
	require.Equal(t, slow, listed, "%s after %v, seen by %d", g.Start().ID, g.Decisions(), player)
}

// after returns the view of a player after some decisions of a recorded round.
func after(t *testing.T, file string, decisions int, player tricks.Seat) chapters.View {
	t.Helper()
	lib := chapters.Default()
	f, err := os.Open("testdata/known/" + file)
	require.NoError(t, err)
	defer f.Close()
	for e := range lib.Read(file, f) {
		require.NoError(t, e.Err)
		e.Record.Decisions = e.Record.Decisions[:decisions]
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		return g.View(player)
	}
	require.Fail(t, "no record")
	return chapters.View{}
}

// TestCountedAcrossSeats: nobody but Frodo can hold R1, and he has one card. So no other card is listed for him.
func TestCountedAcrossSeats(t *testing.T) {
	v := after(t, "counted.ndjson", 40, 3)
	require.Equal(t, 1, v.Seats[0].Cards)
	loose := v.LooseWhereabouts()
	assert.Equal(t, "S1 R123", loose.Possible[0].String(), "R1 can lie nowhere else")
	assert.Equal(t, "R1", loose.Certain[0].String())
	listed := v.Whereabouts()
	assert.Equal(t, "R1", listed.Possible[0].String())
	assert.Equal(t, "R1", listed.Certain[0].String())
	assert.Equal(t, "S1 R23", listed.Possible[1].String())
	assert.Equal(t, "S1 R23", listed.Possible[2].String())
}

// TestCountedWithPlayedCards: Elrond has passed M5 to Arwen, who gave one card to Bilbo Baggins. He has played M5,
// so that was the card, and R1 is still Arwen's.
func TestCountedWithPlayedCards(t *testing.T) {
	v := after(t, "passed.ndjson", 38, 3)
	assert.Equal(t, "F1 S24 R135", v.LooseWhereabouts().Possible[0].String())
	listed := v.Whereabouts()
	assert.Equal(t, "F1 S24 R35", listed.Possible[0].String())
	assert.True(t, listed.Possible[1].Contains(tricks.OneRing))
}
