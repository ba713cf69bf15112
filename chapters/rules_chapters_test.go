package chapters_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cards are the chapter cards: the characters (* must be taken, ~ need not be completed) with their riders and gifts,
// and the threat deck. A chapter with events or groups has a line for each of them, as it changes the chapter.
var cards = []struct{ rule, card, threats string }{
	{"C1", "short: frodo* bilbo* gandalf pippin", ""},
	{"C2", "short: frodo* sam* merry* gandalf pippin", "1-4"}, // Q2c: without Bilbo
	{"C3", "short: frodo* maggot* gildor* sam merry pippin", "1-4"},
	{"C4", "short: frodo* fatty* merry* sam pippin", "1-4"},
	{"C5", "short: frodo* tom* sam merry pippin", "1-4"},
	{"C6", "short: frodo* tom* goldberry* sam merry pippin", "1-4"},
	{"C7", "short: underhill* barliman* sam merry pippin", "1-4"},
	{"C8", "short: frodo*+morgul-knife merry*+black-breath strider* sam pippin barliman", "1-4"},
	{
		"C9", "long: glorfindel* frodo+morgul-knife sam+terror merry+black-breath pippin+wraith strider+unseen bill",
		"1-4",
	},
	{"C10", "short: elrond* bilbo-baggins* gloin arwen gandalf", ""}, // Q10a: no threat cards
	{"C11", "short: frodo* aragorn*+sword boromir*+horn gloin bilbo-baggins", ""},
	{"C12", "short: gandalf* radagast shadowfax gwaihir", ""},
	{"C13", "long: frodo*+mithril gandalf aragorn legolas gimli boromir sam merry pippin bill~", "1-7"},
	{"C14 doors", "long: frodo*+mithril gandalf* aragorn legolas gimli boromir sam merry pippin", "1-7"},
	{"C14 tomb", "long: frodo*+mithril gandalf aragorn legolas gimli* boromir sam merry pippin", "1-7"},
	{"C14 long-dark", "long: frodo*+mithril gandalf aragorn* legolas gimli boromir sam merry pippin", "1-7"},
	{"C14 bridge", "long: frodo*+mithril aragorn legolas gimli boromir sam merry pippin gandalf-servant*", "1-7"},
	{"C15", "short: gimli* haldir* orophin-rumil* legolas", "1-7"},
	{"C16", "short: frodo* galadriel* celeborn* sam*", "1-7"},
	{"C17", "long: frodo*+mithril aragorn legolas gimli boromir sam merry pippin galadriel celeborn~", "1-7"},
	{"C18 1", "long: frodo* boromir-denethor* samwise aragorn-arathorn", "1-7"},
	{"C18 2", "long: meriadoc* peregrin* legolas-greenleaf gimli-gloin", "1-7"},
}

// cardText writes a chapter as it is above.
func cardText(c *chapters.Chapter) string {
	out := "short:"
	if c.Long {
		out = "long:"
	}
	for _, e := range c.Roster {
		out += " " + e.Character.ID
		if e.Starred {
			out += "*"
		}
		if e.Exempt {
			out += "~"
		}
		if e.Rider != nil {
			out += "+" + e.Rider.ID
		}
		if e.Gift != nil {
			out += "+" + e.Gift.ID
		}
	}
	return out
}

// variantOf returns a chapter as it is played with an event or a group, "14 doors".
func variantOf(t testing.TB, name string, players int) *chapters.Chapter {
	t.Helper()
	id, variant, _ := strings.Cut(name, " ")
	c, err := chapters.Default().Chapter(id)
	require.NoError(t, err)
	var r chapters.Terms
	if len(c.Groups) > 0 {
		r.Group = variant
	} else {
		r.Event = variant
	}
	c, err = c.ForRound(r, players)
	require.NoError(t, err)
	return c
}

// TestCChapterCards compares every chapter with its card (C1 to C18). Each chapter can be dealt although no other was
// won (L4).
func TestCChapterCards(t *testing.T) {
	t.Parallel()
	for _, want := range cards {
		c := variantOf(t, strings.TrimPrefix(want.rule, "C"), 4)
		assert.Equal(t, want.card, cardText(c), want.rule)
		threats := ""
		if n := len(c.Threats); n > 0 {
			sorted := slices.Sorted(slices.Values(c.Threats))
			for i, n := range sorted {
				require.Equal(t, i+1, n, want.rule)
			}
			threats = fmt.Sprintf("1-%d", n)
		}
		assert.Equal(t, want.threats, threats, "%s: S8", want.rule)
	}
	for _, c := range chapters.Default().Chapters {
		number := strings.TrimPrefix("C"+c.ID, "Croad")
		listed := slices.ContainsFunc(cards, func(w struct{ rule, card, threats string }) bool {
			return w.rule == number || strings.HasPrefix(w.rule, number+" ")
		})
		assert.True(t, listed || c.ID == chapters.Road, c.ID)
	}
}

// TestChapterFacts checks facts about whole chapters.
func TestChapterFacts(t *testing.T) {
	t.Parallel()
	willow, err := tricks.ParseCard("F9")
	require.NoError(t, err)
	for _, c := range chapters.Default().Chapters {
		var variants []string
		for _, v := range c.Variants() {
			variants = append(variants,
				fmt.Sprint(v.Letter(), " ", v.ID, map[bool]string{true: " again"}[v.Repeatable],
					map[bool]string{true: " last"}[v.Last]))
		}
		want := map[string][]string{
			"14": {"d doors", "t tomb", "l long-dark again", "b bridge last"}, // Q14b, Q14a
			"18": {"1 1", "2 2"},                                              // Q18c
		}
		assert.Equal(t, want[c.ID], variants, c.ID)
		assert.Equal(t, c.ID == "5", c.Side != nil && c.Side.Cards.Contains(willow),
			"Q5b: F9 is in the Old Forest and nowhere else")
	}
	for players := 1; players <= 4; players++ {
		assert.Len(t, variantOf(t, "16 ", players).Roster, tricks.SeatsFor(players),
			"Q16a: with three seats Sam is not there")
	}
}

// TestNNumbers plays every chapter with every number of players to its end (N, T10).
func TestNNumbers(t *testing.T) {
	t.Parallel()
	for deals, tricksPlayed := range map[string][2]int{ // at four seats and at three
		"c01 c02 c03 c07 c08 c09 c10 c11 c12 c13 c14d c14t c14l c15 c16": {9, 12},
		"c05 c14b": {7, 9}, "c06": {8, 9}, "c17 c181 c182": {11, 14}, "c04": {10, 13},
	} {
		for _, deal := range strings.Fields(deals) {
			for players := 1; players <= 4; players++ {
				g := gameOf(t, dealOf(t, fmt.Sprintf("%sp%ds5", deal, players)))
				for !g.IsOver() {
					apply(t, g, g.Options()[0])
				}
				assert.Len(t, g.History(), tricksPlayed[4-g.Seats()], "%s with %d", deal, players)
			}
		}
	}
}

// TestC16AfterTheMirror: in a document in stage setup without staged cards the Mirror is over.
// TestEveryRound begins with it.
func TestC16AfterTheMirror(t *testing.T) {
	t.Parallel()
	a := arrange(t, "c16p3s2")
	for s := range a.pos.Hands {
		a.pos.Hands[s].Cards |= a.pos.Staged[0][s] | a.pos.Staged[1][s]
	}
	a.pos.Stage = chapters.StageSetup
	a.pos.Staged = nil
	g := a.game()
	require.NotEmpty(t, g.View(0).Lost)
	require.NotEqual(t, chapters.Give, g.Due().Kind)
}

// The tests below are about The Road Goes Ever On (L5).

// TestL5Pool: Frodo and Gandalf are always in the pool. The numbers of gold and black characters depend on the players,
// and one gold character is burdened. There are one gift, one rider and the threats 1 to 7.
func TestL5Pool(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	road, err := lib.Chapter(chapters.Road)
	require.NoError(t, err)
	burdened := map[string]bool{}
	gifts := map[string]bool{}
	riders := map[string]bool{}
	for players, want := range map[int][2]int{1: {5, 6}, 2: {4, 3}, 3: {4, 3}, 4: {5, 6}} {
		for seed := range uint64(120) {
			pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: players, Seed: seed}.String())
			gold := 0
			black := 0
			heavy := 0
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
				require.True(t, players > 1 && slices.Contains(pos.Pool, "samwise"),
					"nobody could win with Elrond there")
			}
		}
	}
	assert.Len(t, burdened, 7)
	assert.Len(t, gifts, 5)
	assert.Len(t, riders, 5)
}

// TestL5Colours: the gold and the black characters are the ones that the rules list.
func TestL5Colours(t *testing.T) {
	t.Parallel()
	road, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"sam", "pippin", "merry", "aragorn", "boromir", "legolas", "gimli"},
		road.Pool.Gold)
	assert.Len(t, road.Pool.Black, 17)
	for id, c := range chapters.Default().Characters {
		if !slices.Contains(road.Pool.Gold, id) && !slices.Contains(road.Pool.Black, id) && !c.Burdened {
			assert.Contains(t,
				[]string{
					"frodo", "gandalf", "bilbo", "strider", "underhill", "haldir", "orophin-rumil",
					"gandalf-servant",
				}, id, "white, or always there")
		}
	}
}
