package campaign_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

const today = "2026-11-21"

func newCampaign(t testing.TB, players int) *campaign.Campaign {
	t.Helper()
	c, err := campaign.New(chapters.Default(), players, 1)
	require.NoError(t, err)
	c.RoadOpen = true
	return c
}

// drafted begins a round and drafts it with the game itself, so that every pick is legal. It takes the wanted
// characters as far as possible.
func drafted(t testing.TB, c *campaign.Campaign, choice campaign.Choice, wanted ...string) *chapters.Game {
	t.Helper()
	choice.Seed += uint64(c.RoundNumber())
	pos, err := c.Next(choice)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	for g.Stage() == chapters.StageDraft {
		options := g.Options()
		pick := options[0]
		for i := len(wanted) - 1; i >= 0; i-- {
			for _, d := range options {
				if d.Character == wanted[i] {
					pick = d
				}
			}
		}
		require.NoError(t, g.Apply(pick))
	}
	return g
}

// wins begins a round with characters and records it as won.
func wins(t testing.TB, c *campaign.Campaign, choice campaign.Choice, wanted ...string) {
	t.Helper()
	g := drafted(t, c, choice, wanted...)
	o := campaign.OutcomeOf(c.RoundNumber(), g, today)
	o.Won = true
	record(t, c, o)
}

// loses records a lost round.
func loses(t testing.TB, c *campaign.Campaign, choice campaign.Choice) {
	t.Helper()
	o := campaign.OutcomeOf(c.RoundNumber(), drafted(t, c, choice), today)
	require.False(t, o.Won)
	record(t, c, o)
}

func record(t testing.TB, c *campaign.Campaign, o campaign.Outcome) {
	t.Helper()
	fresh, err := c.Record(o)
	require.NoError(t, err)
	require.True(t, fresh)
}

func of(chapter string) campaign.Choice { return campaign.Choice{Chapter: chapter} }

func event(name string) campaign.Choice { return campaign.Choice{Chapter: "14", Event: name} }

// L1: a short chapter is won by the first won round, and played again until then.
func TestShortChapter(t *testing.T) {
	c := newCampaign(t, 4)
	c.RoadOpen = false
	assert.Equal(t, "1", c.Recommended(), "L4")
	loses(t, c, campaign.Choice{})
	assert.Equal(t, "1", c.Recommended(), "L1: play it again")
	wins(t, c, campaign.Choice{})
	p := c.ProgressOf("1", 4)
	assert.True(t, p.Done())
	assert.Equal(t, []any{2, 1, today, 2}, []any{p.Rounds, p.Lost, p.Won, p.WonIn})
	assert.Equal(t, "2", c.Recommended(), "L4")

	// L4: in any order, and again, and with another number of players.
	wins(t, c, of("7"))
	loses(t, c, of("1"))
	assert.Equal(t, today, c.ProgressOf("1", 4).Won, "what was won stays won")
	wins(t, c, campaign.Choice{Chapter: "2", Players: 3})
	assert.Nil(t, c.ProgressOf("2", 4), "each table size has its own progress")
	assert.Equal(t, "3", c.Recommended())
	_, err := c.Next(of("19"))
	require.ErrorContains(t, err, "no chapter")
	_, err = c.Next(campaign.Choice{Chapter: "1", Event: "doors"})
	require.ErrorContains(t, err, "no event")
}

// A long chapter that was begun comes before the others, which may all be played.
func TestRecommended(t *testing.T) {
	c := newCampaign(t, 4)
	c.RoadOpen = false
	loses(t, c, of("13"))
	assert.Equal(t, "1", c.Recommended(), "L4: nothing of it is completed")
	wins(t, c, of("13"))
	wins(t, c, of("2"))
	assert.Equal(t, "13", c.Recommended())
	c.Players = 3
	assert.Equal(t, "1", c.Recommended(), "with another number of players it was not begun")
}

// L5: the Road comes after the campaign.
func TestRoadComesLast(t *testing.T) {
	c := newCampaign(t, 4)
	c.RoadOpen = false
	_, err := c.Next(of("road"))
	require.ErrorContains(t, err, "(L5)")
	for c.Recommended() != "road" {
		next := c.Recommended()
		p := c.ProgressOf(next, 4)
		wins(t, c, campaign.Choice{Event: leastEvent(c, next, 4), Group: firstOption(p, "18", next)}, left(p)...)
		require.Less(t, c.RoundNumber(), 60)
	}
	for _, chapter := range chapters.Default().Chapters[:18] {
		assert.True(t, c.IsWon(chapter.ID), "chapter %s", chapter.ID)
	}
	wins(t, c, of(""))
	assert.Equal(t, 1, c.ProgressOf("road", 4).Rounds)
}

func left(p *campaign.Progress) []string {
	if p == nil {
		return nil
	}
	return p.Remaining()
}

// firstOption names the first event or group that is possible in a chapter that has them.
func firstOption(p *campaign.Progress, chapter, playing string) string {
	if chapter != playing {
		return ""
	}
	if p == nil {
		c, _ := chapters.Default().Chapter(chapter)
		return c.Variants()[0].ID
	}
	for _, o := range p.Options() {
		if o.Err == nil {
			return o.ID
		}
	}
	return ""
}

// N, L2: the fewest rounds of the long chapters, with four hands and with three.
// Every round is drafted by the rules, and takes characters first that are not completed.
func TestLeastRounds(t *testing.T) {
	for chapter, want := range map[string][2]int{
		"9": {2, 3}, "13": {3, 4}, "14": {4, 5}, "17": {3, 4}, "18": {2, 2}, chapters.Road: {4, 4}, "1": {1, 1},
	} {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprintf("chapter %s players %d", chapter, players), func(t *testing.T) {
				c := newCampaign(t, players)
				n := want[len(want)-1]
				if tricks.SeatsFor(players) == 4 {
					n = want[0]
				}
				for rounds := 0; rounds < n; rounds++ {
					choice := of(chapter)
					if p := c.ProgressOf(chapter, players); p != nil {
						require.False(t, p.Done())
						require.Equal(t, n-rounds, p.MinRounds(), "after %d rounds", rounds)
					}
					choice.Event = leastEvent(c, chapter, players)
					choice.Group = firstOption(c.ProgressOf(chapter, players), "18", chapter)
					choice.Seed = 3 // the rider of this Road needs no threat card
					wins(t, c, choice, wantedFirst(c, chapter, players)...)
				}
				p := c.ProgressOf(chapter, players)
				require.True(t, p.Done(), "left: %v", p.Remaining())
				assert.Zero(t, p.MinRounds())
				assert.Equal(t, n, p.WonIn)
			})
		}
	}
}

// leastEvent is an event on the shortest way through chapter 14.
func leastEvent(c *campaign.Campaign, chapter string, players int) string {
	if chapter != "14" {
		return ""
	}
	p := c.ProgressOf(chapter, players)
	if p == nil {
		return "doors"
	}
	best := ""
	for _, o := range p.Options() {
		if o.Err == nil && (best == "" || o.Last || best == "long-dark") {
			best = o.ID
		}
	}
	return best
}

// wantedFirst returns the characters that are not completed, and before the first round all characters. The
// characters that no later event forces come first.
func wantedFirst(c *campaign.Campaign, chapter string, players int) []string {
	forced := []string{"gandalf", "gimli", "aragorn"} // by the events of chapter 14
	wanted := left(c.ProgressOf(chapter, players))
	if wanted == nil {
		ch, _ := chapters.Default().Chapter(chapter)
		for _, e := range ch.Roster {
			if !e.Exempt {
				wanted = append(wanted, e.Character.ID)
			}
		}
	}
	slices.SortStableFunc(wanted, func(a, b string) int {
		rank := func(id string) int {
			switch {
			case id == "frodo":
				return 0
			case chapter == "14" && slices.Contains(forced, id):
				return 2
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	return wanted
}

// C14 with three hands, won in five rounds: the Long Dark is played twice, because the Bridge has room for only
// one more character.
func TestMoriaThreeSeats(t *testing.T) {
	c := newCampaign(t, 3)
	_, err := c.Next(of("14"))
	require.ErrorIs(t, err, campaign.ErrVariant, "C14: the group picks an event before the deal")
	_, err = c.Next(event("bridge"))
	require.ErrorContains(t, err, "(C14)")
	require.ErrorContains(t, err, "comes last")
	assert.Nil(t, c.ProgressOf("14", 3), "an error changes nothing")

	wins(t, c, event("doors"), "gandalf", "legolas")
	p := c.ProgressOf("14", 3)
	assert.Equal(t, []string{"frodo", "gandalf", "legolas"}, p.Completed, "L2")
	assert.Equal(t, []string{"doors"}, p.EventsDone)
	_, err = c.Next(event("doors"))
	require.ErrorContains(t, err, "only once", "C14")
	wins(t, c, event("t"), "gimli", "boromir")
	wins(t, c, event("long-dark"), "aragorn", "sam")

	p = c.ProgressOf("14", 3)
	assert.Equal(t, []string{"merry", "pippin"}, p.Remaining())
	assert.Equal(t, 2, p.MinRounds())
	_, err = c.Next(event("bridge"))
	require.ErrorContains(t, err, "Merry, Pippin can be completed in it; play The Long Dark again",
		"C14: it has to be the last round, but has room for one")
	// Only one event is possible, so it need not be named.
	wins(t, c, of("14"), "aragorn", "merry")
	assert.Equal(t, "long-dark", c.ProgressOf("14", 3).EventsDone[2], "C14: repeatable")
	assert.Len(t, c.ProgressOf("14", 3).EventsDone, 3)

	g := drafted(t, c, event("bridge"), "gandalf-servant", "pippin")
	assert.Equal(t, []string{"doors", "tomb", "long-dark"}, g.Start().EventsDone)
	assert.Equal(t, []string{"frodo", "gandalf", "aragorn", "legolas", "gimli", "boromir", "sam", "merry"},
		g.Start().Completed)
	assert.False(t, slices.ContainsFunc(g.Chapter().Roster, func(e chapters.RosterEntry) bool {
		return e.Character.ID == "gandalf"
	}),
		"C14: plain Gandalf is not available")
	o := campaign.OutcomeOf(5, g, today)
	o.Won = true
	record(t, c, o)
	p = c.ProgressOf("14", 3)
	assert.True(t, p.Done())
	assert.Equal(t, 5, p.WonIn)
	assert.Equal(t, []string{"doors", "tomb", "long-dark", "bridge"}, p.EventsDone)
	assert.NotContains(t, p.Completed, "gandalf-servant", "he has no goal of his own")
}

// C14 with four hands: four rounds, or more where completed characters are taken
// again and rounds are lost.
func TestMoriaFourSeats(t *testing.T) {
	c := newCampaign(t, 4)
	wins(t, c, event("long-dark"), "aragorn", "merry", "pippin")
	wins(t, c, event("tomb"), "gimli", "sam", "boromir")
	wins(t, c, event("doors"), "gandalf", "legolas")
	require.Empty(t, c.ProgressOf("14", 4).Remaining())
	wins(t, c, event("bridge"))
	assert.Equal(t, 4, c.ProgressOf("14", 4).WonIn)

	c = newCampaign(t, 4)
	loses(t, c, event("doors"))
	assert.False(t, c.ProgressOf("14", 4).Failed, "L3: nothing is completed, so there is nothing to choose")
	wins(t, c, event("doors"), "gandalf", "legolas", "boromir")
	wins(t, c, event("long-dark"), "aragorn", "legolas", "boromir") // taken again (L2)
	loses(t, c, event("tomb"))
	_, err := c.Next(event("tomb"))
	require.ErrorIs(t, err, campaign.ErrAfterLoss, "L3")
	keep := event("tomb")
	keep.AfterLoss = campaign.Keep
	wins(t, c, keep, "gimli", "sam", "merry")
	assert.Equal(t, []string{"pippin"}, c.ProgressOf("14", 4).Remaining())
	// C14: the Bridge won without Pippin was not the last round.
	wins(t, c, event("bridge"), "gandalf-servant", "sam", "merry")
	p := c.ProgressOf("14", 4)
	assert.False(t, p.Done())
	assert.Equal(t, []string{"doors", "long-dark", "tomb"}, p.EventsDone)
	wins(t, c, event("bridge"), "gandalf-servant", "sam", "pippin")
	p = c.ProgressOf("14", 4)
	assert.True(t, p.Done())
	assert.Equal(t, []int{7, 2}, []int{p.WonIn, p.Lost})
}

// L3: after a lost round the chapter starts again, or what was won is kept.
func TestAfterALostRound(t *testing.T) {
	c := newCampaign(t, 4)
	wins(t, c, event("doors"), "gandalf", "legolas", "sam")
	restart := event("doors")
	restart.AfterLoss = campaign.Restart
	_, err := c.Next(restart)
	require.ErrorContains(t, err, "only after a lost round (L3)")
	loses(t, c, event("tomb"))
	p := c.ProgressOf("14", 4)
	assert.True(t, p.Failed)
	assert.Equal(t, []string{"frodo", "gandalf", "legolas", "sam"}, p.Completed, "the lost round completed nobody")

	g := drafted(t, c, restart, "gandalf", "merry", "pippin")
	assert.Empty(t, g.Start().Completed)
	assert.Empty(t, g.Start().EventsDone)
	assert.False(t, c.ProgressOf("14", 4).Failed)
}

// C9: with four hands two rounds, with three hands three; Frodo is taken only by the holder of R1,
// in any round, and needs completing once. Glorfindel is in every round.
func TestFlightToTheFord(t *testing.T) {
	c := newCampaign(t, 4)
	wins(t, c, of("9"), "glorfindel", "sam", "merry", "pippin")
	p := c.ProgressOf("9", 4)
	assert.Equal(t, []string{"frodo", "strider", "bill"}, p.Remaining(), "Frodo was not in this round")
	wins(t, c, of("9"), "frodo", "glorfindel", "strider", "bill")
	assert.Equal(t, 2, c.ProgressOf("9", 4).WonIn)

	c = newCampaign(t, 3)
	wins(t, c, of("9"), "frodo", "glorfindel", "sam")
	wins(t, c, of("9"), "glorfindel", "merry", "pippin")
	assert.Equal(t, 1, c.ProgressOf("9", 3).MinRounds())
	g := drafted(t, c, of("9"), "glorfindel", "strider", "bill")
	assert.Nil(t, at(g, "frodo"), "completed once is enough")
	o := campaign.OutcomeOf(3, g, today)
	o.Won = true
	record(t, c, o)
	assert.True(t, c.ProgressOf("9", 3).Done())
	assert.Equal(t, 3, c.ProgressOf("9", 3).WonIn)
}

// at returns the seat of a character, nil without it.
func at(g *chapters.Game, id string) *tricks.Seat {
	for s := range tricks.Seat(g.Seats()) {
		if g.Character(s).ID == id {
			return &s
		}
	}
	return nil
}

// C18: two rounds, one for each group, in any order; what was won stays after a
// lost round (L3). At three seats one of each group stays out.
func TestTwoGroups(t *testing.T) {
	for _, players := range []int{1, 2, 3, 4} {
		c := newCampaign(t, players)
		_, err := c.Next(of("18"))
		require.ErrorIs(t, err, campaign.ErrVariant)
		wins(t, c, campaign.Choice{Chapter: "18", Group: "2"}, "meriadoc", "peregrin")
		p := c.ProgressOf("18", players)
		assert.Equal(t, []string{"2"}, p.GroupsDone)
		assert.Len(t, p.Completed, tricks.SeatsFor(players))
		_, err = c.Next(campaign.Choice{Chapter: "18", Group: "2"})
		require.ErrorContains(t, err, "(C18)")
		loses(t, c, of("18"))
		_, err = c.Next(of("18"))
		require.ErrorIs(t, err, campaign.ErrAfterLoss)
		wins(t, c, campaign.Choice{Chapter: "18", AfterLoss: campaign.Keep})
		assert.True(t, c.ProgressOf("18", players).Done())
		assert.Equal(t, 3, c.ProgressOf("18", players).WonIn)
	}
}

// K, mithril: once per chapter. A lost round gives it back; the next chapter has
// it again; it stays spent where the group goes on after a lost round.
func TestMithrilOnce(t *testing.T) {
	won := func(c *campaign.Campaign, choice campaign.Choice, waived bool) {
		g := drafted(t, c, choice)
		assert.Equal(t, waived || c.ProgressOf(choice.Chapter, 4).MithrilUsed,
			c.ProgressOf(choice.Chapter, 4).MithrilUsed || waived)
		o := campaign.OutcomeOf(c.RoundNumber(), g, today)
		o.Won = true
		o.Waived = waived
		record(t, c, o)
	}
	has := func(c *campaign.Campaign, choice campaign.Choice) bool {
		copied := *c
		g := drafted(t, &copied, choice)
		return strings.Contains(fmt.Sprint(gifts(g)), "mithril")
	}
	c := newCampaign(t, 4)
	assert.True(t, has(c, of("13")))
	loses(t, c, of("13"))
	assert.True(t, has(c, of("13")), "it comes back")
	won(c, of("13"), true)
	assert.True(t, c.ProgressOf("13", 4).MithrilUsed)
	assert.False(t, has(c, of("13")), "once per chapter")
	assert.True(t, has(c, of("17")), "each chapter has it")
	loses(t, c, of("13"))
	assert.False(t, has(c, campaign.Choice{Chapter: "13", AfterLoss: campaign.Keep}), "L3: it stays spent")
	assert.True(t, has(c, campaign.Choice{Chapter: "13", AfterLoss: campaign.Restart}), "L3: the chapter starts again")
}

// gifts lists the gifts that were handed out.
func gifts(g *chapters.Game) []string {
	var out []string
	for _, e := range g.View(tricks.NoSeat).Log {
		if e.Kind.String() == "has_gift" {
			out = append(out, e.Character)
		}
	}
	return out
}

// OutcomeOf reports that Mithril was needed, and only in a won round.
func TestOutcomeOf(t *testing.T) {
	read := func(frodo, merry string, plays ...string) campaign.Outcome {
		doc := fmt.Sprintf(`{"chapter":13,"players":3,"lost":[],"leader":0,"hands":[{"character":"frodo","gift":"mithril","cards":%q},`+
			`{"character":"merry","cards":%q},{"character":"pippin","cards":"H2"}],"plays":["0:%[1]s","1:%[2]s","2:H2"]}`, frodo, merry)
		for e := range chapters.Default().Read("test", strings.NewReader(doc)) {
			require.NoError(t, e.Err)
			g, err := chapters.Default().NewGame(e.Record.Position)
			require.NoError(t, err)
			return campaign.OutcomeOf(4, g, today)
		}
		return campaign.Outcome{}
	}
	assert.Equal(t,
		campaign.Outcome{Round: 4, Won: true, Waived: true, Taken: []string{"frodo", "merry", "pippin"}, Date: today},
		read("H1", "H8"), "Frodo's goal failed alone")
	assert.Equal(t, campaign.Outcome{Round: 4, Taken: []string{"frodo", "merry", "pippin"}, Date: today},
		read("H8", "H1"), "two goals failed, so it comes back")
}

// L5: all characters of the pool, and the rider in exactly one won round.
func TestRoad(t *testing.T) {
	c := newCampaign(t, 4)
	g := drafted(t, c, campaign.Choice{Chapter: "road", Seed: 6})
	assert.Equal(t, "roadp4s7", g.Start().Deal, "the first round is the deal of that name")
	pool, gift := g.Start().Pool, g.Start().Gift
	record(t, c, campaign.OutcomeOf(1, g, today))
	p := c.ProgressOf("road", 4)
	assert.False(t, p.RiderDone, "L5: the round has to be won")

	g = drafted(t, c, campaign.Choice{Chapter: "road", WithoutRider: true})
	assert.Empty(t, g.Start().Rider)
	assert.Empty(t, g.Start().Deal, "these cards belong to another pool than the deal of their number")
	assert.Equal(t, pool, g.Start().Pool, "the pool is drawn once")
	assert.Equal(t, gift, g.Start().Gift)
	o := campaign.OutcomeOf(2, g, today)
	assert.False(t, o.Rider)
	o.Won = true
	record(t, c, o)

	for !c.ProgressOf("road", 4).RiderDone {
		wins(t, c, of("road"), c.ProgressOf("road", 4).Remaining()...)
	}
	for n := 0; !c.ProgressOf("road", 4).Done(); n++ {
		require.Less(t, n, 10)
		g := drafted(t, c, of("road"), c.ProgressOf("road", 4).Remaining()...)
		assert.Empty(t, g.Start().Rider, "L5: in exactly one won round")
		o := campaign.OutcomeOf(c.RoundNumber(), g, today)
		o.Won = true
		record(t, c, o)
	}
	assert.ElementsMatch(t, pool, c.ProgressOf("road", 4).Completed)

	// Another Road draws another pool.
	g = drafted(t, c, campaign.Choice{Chapter: "road", Seed: 99})
	assert.NotEqual(t, pool, g.Start().Pool)
	assert.Equal(t, today, c.ProgressOf("road", 4).Won)
}

// L5: once all characters are completed the rider cannot be left to another round.
func TestRoadRiderLast(t *testing.T) {
	c := newCampaign(t, 3)
	for c.ProgressOf("road", 3) == nil || len(c.ProgressOf("road", 3).Remaining()) > 0 {
		wins(t, c, campaign.Choice{Chapter: "road", WithoutRider: true}, left(c.ProgressOf("road", 3))...)
		require.Less(t, c.RoundNumber(), 12)
	}
	p := c.ProgressOf("road", 3)
	assert.False(t, p.Done())
	assert.Equal(t, 1, p.MinRounds())
	_, err := c.Next(campaign.Choice{Chapter: "road", WithoutRider: true})
	require.ErrorContains(t, err, "(L5)")
	for n := 0; !c.ProgressOf("road", 3).Done(); n++ {
		require.Less(t, n, 20)
		wins(t, c, of("road"))
	}
}

// A round counts once, however often it is recorded.
func TestRecordsOnce(t *testing.T) {
	c := newCampaign(t, 4)
	_, err := c.Record(campaign.Outcome{Round: 1, Won: true})
	require.ErrorContains(t, err, "not begun")
	g := drafted(t, c, of("13"), "sam", "merry", "pippin")
	_, err = c.Next(of("13"))
	require.ErrorIs(t, err, campaign.ErrPlaying)
	again, err := c.Position()
	require.NoError(t, err)
	assert.Equal(t, g.Start(), again, "the round is the same deal however often it is dealt")
	_, err = c.Record(campaign.Outcome{Round: 2, Won: true})
	require.Error(t, err)

	o := campaign.OutcomeOf(1, g, today)
	record(t, c, o)
	text, err := c.YAML()
	require.NoError(t, err)
	for range 2 {
		o.Won = !o.Won
		fresh, err := c.Record(o)
		require.NoError(t, err)
		assert.False(t, fresh)
	}
	now, err := c.YAML()
	require.NoError(t, err)
	assert.Equal(t, string(text), string(now))
	_, err = c.Position()
	require.ErrorContains(t, err, "no round")
}

// anyChoice returns a random choice for a chapter, which need not be possible.
func anyChoice(t *rapid.T) campaign.Choice {
	return campaign.Choice{
		Chapter: rapid.SampledFrom([]string{
			"1", "9", "13", "14", "14", "14", "16", "18", "18", "road",
			"road",
		}).Draw(t, "chapter"),
		Players:      rapid.SampledFrom([]int{0, 1, 2, 3}).Draw(t, "players"),
		Seed:         rapid.Uint64().Draw(t, "seed"),
		AfterLoss:    rapid.SampledFrom([]campaign.AfterLoss{"", campaign.Keep, campaign.Restart}).Draw(t, "after"),
		Event:        rapid.SampledFrom([]string{"", "", "doors", "tomb", "long-dark", "bridge"}).Draw(t, "event"),
		Group:        rapid.SampledFrom([]string{"", "", "1", "2"}).Draw(t, "group"),
		WithoutRider: rapid.Bool().Draw(t, "without"),
	}
}

// TestRandomly plays campaigns with choices and results by chance. A campaign is the same after it
// was written and read, an error changes nothing, no chapter gets stuck, and a won round never makes the way longer.
func TestRandomly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, err := campaign.New(chapters.Default(), 4, 1)
		require.NoError(t, err)
		c.RoadOpen = true
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			before := yamlOf(t, c)
			choice := anyChoice(t)
			requireOffers(t, c, choice)
			pos, err := c.Next(choice)
			if err != nil {
				require.Equal(t, before, yamlOf(t, c))
				continue
			}
			c = reread(t, c)
			g, err := chapters.Default().NewGame(pos)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(choice.Seed, 1))
			for g.Stage() == chapters.StageDraft {
				options := g.Options()
				require.NoError(t, g.Apply(options[rng.IntN(len(options))]))
			}
			o := campaign.OutcomeOf(c.RoundNumber(), g, today)
			o.Won = rapid.IntRange(0, 3).Draw(t, "won") > 0
			o.Waived = o.Won && rapid.Bool().Draw(t, "waived")
			least := c.ProgressOf(pos.Chapter, pos.Players).MinRounds()
			fresh, err := c.Record(o)
			require.NoError(t, err)
			require.True(t, fresh)
			c = reread(t, c)
			p := c.ProgressOf(pos.Chapter, pos.Players)
			require.LessOrEqual(t, p.MinRounds(), least)
			if o.Won && p.Done() {
				require.NotEmpty(t, p.Won)
			}
			possible := len(p.Options()) == 0 || p.Done() ||
				slices.ContainsFunc(p.Options(), func(o campaign.Option) bool { return o.Err == nil })
			require.True(t, possible, "chapter %s is stuck: %+v", p.Chapter, p)
		}
	})
}

// requireOffers requires that what a campaign offers for a chapter is what Next takes.
func requireOffers(t *rapid.T, c *campaign.Campaign, of campaign.Choice) {
	offer := c.Offers(of)
	choice := campaign.Choice{Chapter: of.Chapter, Players: of.Players, Seed: of.Seed, AfterLoss: of.AfterLoss}
	if offer.Chapter == nil {
		trial := *c
		_, err := trial.Next(choice)
		require.Error(t, err)
		return
	}
	switch {
	case !offer.AfterLoss:
		choice.AfterLoss = ""
	case choice.AfterLoss == "":
		choice.AfterLoss = campaign.Keep
	}
	may := func(leave bool, variant string) bool {
		trial := *c
		choice := choice
		choice.WithoutRider = leave
		if variant != "" {
			choice.SetVariant(offer.Chapter, variant)
		}
		_, err := trial.Next(choice)
		return err == nil
	}
	first := ""
	for _, v := range offer.Chapter.Variants() {
		offered := slices.ContainsFunc(offer.Variants, func(o *chapters.Variant) bool { return o.ID == v.ID })
		require.Equal(t, may(false, v.ID), offered, v.ID)
		if offered && first == "" {
			first = v.ID
		}
	}
	require.True(t, may(false, first))
	if offer.Rider {
		require.True(t, may(true, first))
	}
}

func yamlOf(t require.TestingT, c *campaign.Campaign) string {
	text, err := c.YAML()
	require.NoError(t, err)
	return string(text)
}

func reread(t require.TestingT, c *campaign.Campaign) *campaign.Campaign {
	text := yamlOf(t, c)
	again, err := campaign.Read(chapters.Default(), "test", []byte(text))
	require.NoError(t, err, "%s", text)
	require.Equal(t, text, yamlOf(t, again))
	again.Playing = c.Playing // a document does not have it
	return again
}
