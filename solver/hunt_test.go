package solver_test

import (
	"context"
	"testing"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/internal/hunttest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestHunt hunts for wrong words: see package hunttest. `make soak` hunts for an hour, with other cases every night.
func TestHunt(t *testing.T) {
	hunttest.Run(t, append(classes, solver.HuntsInside...)...)
}

var classes = []hunttest.Class{
	{Name: "planted", About: "rounds of their own that a line wins", Few: 100, Share: 20, Case: plantedRound},
	{Name: "planted-deals", About: "deals of all chapters with other goals, from the draft on and later", Few: 76, Share: 20, Case: plantedDeal},
	{Name: "planted-few", About: "the same with few cards, so that much is gone through", Few: 76, Share: 20, Case: plantedFew},
	{Name: "planted-batches", About: "chapters of their own in which cards are on their way at the same time", Few: 60, Share: 20, Case: plantedBatch},
	{Name: "planted-strangers", About: "chapters, characters and gifts of others", Few: 30, Share: 10, Case: plantedStranger},
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

func neverUnwinnable(c *hunttest.Case) {
	g := c.Round
	if c.OneOf(4) {
		g = c.Later(c.IntN(len(c.Won.Decisions())))
	}
	r, err := solver.Solve(context.Background(), g, solver.Options{Nodes: 20_000})
	require.NoError(c, err)
	require.NotEqual(c, solver.Unwinnable, r.Verdict, "a line wins the round")
	c.Word(string(r.Verdict))
	if r.Nodes > 1000 {
		c.Count("more than 1000 nodes")
	}
}

func plantedDeal(c *hunttest.Case) { plantedChapter(c, false) }
func plantedFew(c *hunttest.Case)  { plantedChapter(c, true) }

// plantedChapter plants a win into a deal of a chapter. That a draft and a setup lead there is what the search before
// play may miss.
func plantedChapter(c *hunttest.Case, few bool) {
	bed, ok := c.ChapterRound(few)
	if !ok || !c.Plant(bed) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}

// plantedBatch plants a win into a chapter in which exchanges are made at the same time.
func plantedBatch(c *hunttest.Case) {
	if !c.Plant(c.BatchRound()) {
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
		Chapter: "40", Variant: hunttest.Pick(c.Rand, chapter.Letters()), Players: c.Number%4 + 1, Seed: c.Uint64N(1 << 40),
	})
	require.NoError(c, err)
	if !c.Plant(hunttest.Bed{World: world, Position: pos}) {
		c.Word("dropped")
		return
	}
	neverUnwinnable(c)
}
