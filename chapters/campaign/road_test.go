package campaign_test

import (
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawers are the characters of the Road that are not burdened and draw threat cards, as their cards say (K).
var drawers = []string{"sam", "maggot", "aragorn", "legolas", "gimli"}

// carriers lists who may carry the rider of a Road, as the rulebook says (L5).
func carriers(terms *chapters.Terms) (out []string) {
	burdened := []string{
		"samwise", "peregrin", "meriadoc", "aragorn-arathorn", "boromir-denethor", "legolas-greenleaf", "gimli-gloin",
	}
	for _, id := range terms.Pool {
		if !slices.Contains(burdened, id) && (terms.Rider != "unseen" || slices.Contains(drawers, id)) {
			out = append(out, id)
		}
	}
	return out
}

// drawRoad draws a Road.
func drawRoad(t *testing.T, players int, seed uint64) chapters.Terms {
	t.Helper()
	chapter, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	return chapters.Default().DrawRoad(chapter, players, seed)
}

// TestRoadsWithoutCarrier (L5): with 2 or 3 players about one Road of 210 has a rider that nobody of its pool may
// carry; with 1 or 4 players there is always somebody.
func TestRoadsWithoutCarrier(t *testing.T) {
	const seeds = 5000
	for players, want := range []int{0, 0, 17, 23, 0} {
		if players == 0 {
			continue
		}
		count := 0
		for seed := range uint64(seeds) {
			terms := drawRoad(t, players, seed)
			if len(carriers(&terms)) == 0 {
				count++
			}
		}
		assert.Equal(t, want, count, "%d players", players)
	}
}

// TestEveryRoadCanBeFinished (L5) wins round after round of many Roads, among them all of the first ones that nobody
// or only one character of the pool can finish with the rider. A Road is won once all are completed and the rider was
// carried, or nobody may carry it.
func TestEveryRoadCanBeFinished(t *testing.T) {
	usual := uint64(40)
	if testing.Short() {
		usual = 8
	}
	for players := 1; players <= 4; players++ {
		rare := 0
		for seed := range uint64(2500) {
			terms := drawRoad(t, players, seed)
			able := carriers(&terms)
			if seed >= usual && (len(able) > 1 || rare == 20) {
				continue
			}
			if len(able) <= 1 {
				rare++
			}
			finishRoad(t, players, seed, &terms)
		}
	}
}

// finishRoad wins a Road, and checks when it is won.
func finishRoad(t *testing.T, players int, seed uint64, terms *chapters.Terms) {
	t.Helper()
	able := carriers(terms)
	c := newCampaign(t, players)
	for done := false; !done; {
		missing := able
		if p := c.ProgressOf("road", players); p != nil && len(p.Remaining()) > 0 {
			missing = p.Remaining()
		}
		// drafted adds the number of the round, and only the first seed draws the Road.
		wins(t, c, campaign.Choice{Chapter: "road", Seed: seed - 1}, missing...)
		p := c.ProgressOf("road", players)
		require.Equal(t, terms.Pool, p.Pool)
		require.Equal(t, len(able) > 0, p.MayCarryRider())
		done = len(p.Completed) == len(p.Pool) && (p.RiderDone || len(able) == 0)
		require.Equal(t, done, p.Done())
		require.Equal(t, done, p.MinRounds() == 0)
		require.Less(t, p.Rounds, 2*len(p.Pool), "roadp%ds%d: the Road can be finished", players, seed)
	}
	assert.True(t, c.IsWon("road"))
	assert.Empty(t, c.Recommended())
}

// TestWhoCarriesTheRider (L5) goes through all drafts of Roads with 3 players. Somebody carries the rider in one of
// them exactly if the pool has a character that may.
func TestWhoCarriesTheRider(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3, 4, 5, 6, 153, 233, 1385, 1435} {
		terms := drawRoad(t, 3, seed)
		pos, err := chapters.Default().Deal(chapters.DealID{Chapter: "road", Players: 3, Seed: seed})
		require.NoError(t, err)
		g, err := chapters.Default().NewGame(pos)
		require.NoError(t, err)
		carried := false
		open := []*chapters.Game{g}
		for len(open) > 0 {
			g := open[0]
			open = open[1:]
			if g.Stage() != chapters.StageDraft {
				carried = carried || hasRider(g)
				continue
			}
			for _, d := range g.Options() {
				next := g.Clone()
				require.NoError(t, next.Apply(d))
				open = append(open, next)
			}
		}
		assert.Equal(t, len(carriers(&terms)) > 0, carried, "roadp3s%d", seed)
	}
}

// hasRider reports whether a seat carries a rider.
func hasRider(g *chapters.Game) bool {
	return slices.ContainsFunc(g.View(tricks.NoSeat).Seats, func(s chapters.SeatView) bool { return s.Rider != nil })
}

// TestRoadOfAnEarlierProgram (L5): an earlier program asked for a rider that nobody may carry. A campaign that it has
// kept is read, its Road counts as won, and the next one draws other characters.
func TestRoadOfAnEarlierProgram(t *testing.T) {
	const text = `campaign: 1
players: 3
humans: 1
road: true
chapters:
    - chapter: road
      players: 3
      rounds: 7
      lost: 1
      pool: [frodo, gandalf, pippin, merry, boromir, samwise, gildor, goldberry, shadowfax]
      gift: glamdring
      rider: unseen
      completed: [frodo, gandalf, pippin, merry, boromir, samwise, gildor, goldberry, shadowfax]
`
	for _, tail := range []string{"", "      failed: true\n"} {
		c, err := campaign.Read(chapters.Default(), "onward", []byte(text+tail))
		require.NoError(t, err)
		c.CountWonRoads(today)
		p := c.ProgressOf("road", 3)
		assert.Equal(t, today, p.Won)
		assert.Equal(t, 7, p.WonIn)
		reread(t, c)
		pos, err := c.Next(campaign.Choice{Chapter: "road", Seed: 5, WithoutRider: true})
		require.NoError(t, err)
		assert.NotEqual(t, p.Pool, pos.Pool)
		assert.True(t, c.IsWon("road"))
	}
}

// TestAnEarlierProgramPlayedOn (L5): an earlier program let people go on with a Road whose rider nobody may carry.
// Their choices are still possible when the file of the campaign is read, round by round.
func TestAnEarlierProgramPlayedOn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newCampaign(t, 3)
		for c.ProgressOf("road", 3) == nil || !c.ProgressOf("road", 3).Done() {
			wins(t, c, campaign.Choice{Chapter: "road", Seed: 152}, left(c.ProgressOf("road", 3))...)
		}
		hasCompleted := true
		hasLost := false
		for range rapid.IntRange(1, 8).Draw(rt, "rounds") {
			choice := of("road")
			choice.Seed = rapid.Uint64Max(1000).Draw(rt, "seed")
			if hasLost && hasCompleted {
				choice.AfterLoss = rapid.SampledFrom([]campaign.AfterLoss{campaign.Keep, campaign.Restart}).Draw(rt, "after")
				hasCompleted = choice.AfterLoss == campaign.Keep
			}
			if hasLost = rapid.Bool().Draw(rt, "lost"); hasLost {
				loses(t, c, choice)
			} else {
				wins(t, c, choice)
				hasCompleted = true
			}
		}
		assert.Equal(t, today, c.ProgressOf("road", 3).Won)
	})
}

// TestLeavingARiderThatNobodyMayCarry (L5): the question is not asked, and an answer from an earlier program is no
// error.
func TestLeavingARiderThatNobodyMayCarry(t *testing.T) {
	c := newCampaign(t, 3)
	assert.False(t, c.Offers(campaign.Choice{Chapter: "road", Seed: 153}).Rider)
	assert.True(t, c.Offers(campaign.Choice{Chapter: "road", Seed: 154}).Rider)
	pos, err := c.Next(campaign.Choice{Chapter: "road", Seed: 153, WithoutRider: true})
	require.NoError(t, err)
	assert.Empty(t, pos.Rider)
}
