package solver_test

import (
	"errors"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver"
	"fellowship/solver/internal/hunttest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestHunt hunts for wrong words: see package hunttest. `make soak` hunts for an hour, with other cases every night.
func TestHunt(t *testing.T) {
	t.Parallel()
	reports := hunttest.Run(t, append(classes, solver.HuntsInside...)...)
	if len(reports) < len(classes) || testing.Short() {
		return // not all
	}
	used := map[string]int{}
	for _, class := range classes {
		for what, n := range reports[class.Name].Counts {
			used[what] += n
		}
	}
	many := reports["planted"].Cases > 1000 && reports["planted-deals"].Cases > 1000
	if hunttest.Hunting() && !many {
		return // a hunt of a minute or two may miss some
	}
	for _, special := range specials {
		assert.NotZero(t, used[special], "no planted win uses it: %s", special)
	}
	if !many {
		return
	}
	for _, special := range rareSpecials {
		assert.NotZero(t, used[special], "no planted win uses it: %s", special)
	}
}

// specials is the set of specials that a few planted wins are sure to use.
var specials = []string{
	"1 players", "2 players", "3 players", "4 players", "pyramid", "extra at the pyramid", "solo", "draw pile",
	"seat sits out", "cards stay over",
	"R1 to win", "R1 not to win", "another leader named", "need not follow", "Glamdring", "counts for another",
	"burdened side", "rider", "the Sword",
	"put into the first trick", "set aside for the last trick", "tucked card comes back", "tucked in setup",
	"set aside in setup",
	"trump wins", "Willow takes a trick", "Balrog", "Mithril covers a goal",
	"Sting with the lost card", "Sting with who took it", "Sting brings another card",
	"another card comes back", "the same card comes back", "two cards on their way", "three cards on their way",
	"exchange with the lost card",
	"card given away", "lost cards taken", "lost cards left", "threat chosen",
}

// rareSpecials is the set of specials that only thousands of planted wins are sure to use.
var rareSpecials = []string{
	"Mithril covers sums", "exchange declined", "threat redrawn", "declared more",
	"declared fewer",
}

var classes = []hunttest.Class{
	{Name: "planted", Description: "rounds of their own that a line wins", Few: 50, Share: 20, Case: plantedRound},
	{
		Name: "planted-deals", Description: "deals of all chapters with other goals, from the draft on and later",
		Few: 57, Share: 20, Case: plantedDeal,
	},
	{
		Name: "planted-few", Description: "the same with few cards, so that much is gone through", Few: 19, Share: 20,
		Case: plantedFew,
	},
	{
		Name: "planted-batches", Description: "chapters of their own in which cards are on their way at the same time",
		Few: 8, Share: 20, Case: plantedBatch,
	},
	{
		Name: "planted-strangers", Description: "chapters, characters and gifts of others", Few: 6, Share: 10,
		Case: plantedStranger,
	},
}

// plantedRound plants a win into a round as no deal lies, and asks at its start or later.
func plantedRound(c *hunttest.Case) {
	size := []hunttest.Size{hunttest.Small, hunttest.Middle, hunttest.Full, hunttest.Full}[c.IntN(4)]
	if !c.Plant(c.OwnRound(size)) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}

// neverUnwinnable asks of a planted round at its start, in each way that there is to ask, and at some later moment.
func neverUnwinnable(c *hunttest.Case) {
	decisions := c.Won.Decisions()
	whole := c.Round
	later := []*chapters.Game{whole, c.Later(c.IntN(len(decisions)))}
	if before := slices.IndexFunc(decisions, func(d chapters.Decision) bool {
		return d.Kind == chapters.PlayCard
	}); before > 1 {
		// The last decisions of the setup, of which there are few enough to go through all.
		later[c.IntN(2)] = c.Later(max(0, before-1-c.IntN(9)))
	}
	for _, g := range later {
		c.Round = g
		opt := solver.Options{Nodes: hunttest.Pick(c.Rand, []int64{5_000, 20_000, 20_000, 50_000})}
		r, err := solver.Solve(c.Context(), g, opt)
		require.NoError(c, err)
		require.NotEqual(c, solver.Unwinnable, r.Verdict, "a line wins the round")
		c.Word(string(r.Verdict))
		if c.Context().Err() != nil {
			return // the clock has ended it: the case is written with this moment
		}
		if r.Nodes > 1000 {
			c.Count("more than 1000 nodes")
		}
		if c.OneOf(2) {
			continue
		}
		opt.DisabledParts = hunttest.Pick(c.Rand, solver.AllParts())
		r, err = solver.Solve(c.Context(), g, opt)
		require.NoError(c, err)
		require.NotEqual(c, solver.Unwinnable, r.Verdict, "a line wins the round, also without %s", opt.DisabledParts)
		if g.Stage() == chapters.StagePlay {
			verdict := solver.ByFormula(c, g, 40_000)
			require.NotEqual(c, solver.Unwinnable, verdict, "a line wins the round, by the formula, too")
			c.Count("formula: " + string(verdict))
		}
	}
	end := c.Later(max(0, len(decisions)-1-c.IntN(8)))
	c.Round = end
	lines, err := solver.Count(c.Context(), end, solver.Result{}, solver.Options{Nodes: 20_000})
	if !errors.Is(err, characters.ErrTooMuch) {
		require.NoError(c, err)
		require.True(c, lines.Count > 0 || !lines.Exact, "a line wins the round, but none is counted")
	}
	c.Round = whole
}

func plantedDeal(c *hunttest.Case) { plantedChapter(c, false) }
func plantedFew(c *hunttest.Case)  { plantedChapter(c, true) }

// plantedChapter plants a win into a deal of a chapter. That a draft and a setup lead there is what the search before
// play may miss.
func plantedChapter(c *hunttest.Case, few bool) {
	bed, ok := c.ChapterRound(few)
	bed.ForHolders = few && !c.OneOf(3)
	if !ok || !c.Plant(bed) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}

// plantedBatch plants a win into a chapter in which exchanges are made at the same time.
func plantedBatch(c *hunttest.Case) {
	bed := c.BatchRound()
	bed.ForHolders = !c.OneOf(3)
	if !c.Plant(bed) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}

// worlds are files that strangers write, nil where they are refused.
var worlds = rapid.Custom(func(t *rapid.T) hunttest.World {
	if _, world, err := (writer{T: t}).library(); err == nil {
		return world
	}
	return nil
})

// plantedStranger plants a win into a chapter that is written by chance with all words of the grammar.
func plantedStranger(c *hunttest.Case) {
	var world hunttest.World
	for world == nil {
		world = worlds.Example(c.Int())
	}
	c.World = world
	lib, err := world.Library()
	require.NoError(c, err)
	chapter, err := lib.Chapter("40")
	require.NoError(c, err)
	pos, err := lib.Deal(chapters.DealID{
		Chapter: "40", Variant: hunttest.Pick(c.Rand, chapter.Letters()), Players: c.Number%4 + 1,
		Seed: c.Uint64N(1 << 40),
	})
	require.NoError(c, err)
	if !c.Plant(hunttest.Bed{World: world, Position: pos}) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}
