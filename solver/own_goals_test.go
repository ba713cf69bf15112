package solver

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/formula"
	"fellowship/tricks"
)

// TestOwnGoalsAgreeWithSlow holds the search to the slow one where characters and
// riders want what users may write into files of their own: goals of any kind, and
// several of them that ask for the same cards.
func TestOwnGoalsAgreeWithSlow(t *testing.T) {
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := ownEnding(t)
		most, want := 5_000, Unwinnable
		if slowWithin(g, &most) {
			want = Winnable
		}
		if most <= 0 {
			return // it takes too long
		}
		without := rapid.SampledFrom(append(AllParts(), 0, 0, 0, 0, 0, 0, 0, 0)).Draw(t, "without")
		r, err := Solve(t.Context(), g, Options{Without: without})
		require.NoError(t, err)
		if r.Reason == GoalLimit {
			return // more to count than the solver can
		}
		assert.Equal(t, want, r.Verdict)
		if list, err := problemsOf(g, 0); g.Over() || err == nil && formula.Covers(list...) {
			assert.Equal(t, want, byFormula(t, g, 1<<40))
		}
		verdicts[r.Verdict]++
	})
	t.Log(verdicts)
	assert.NotZero(t, verdicts[Winnable])
	assert.NotZero(t, verdicts[Unwinnable])
}

// TestSharedCard: a card that two goals ask for wins but one trick. Seat 2 needs a
// Ring, as everyone does (K: Elrond), and both threes that are left: R3 gives it the
// Ring and one of the threes, in the one trick that it ranks high enough for (C5).
func TestSharedCard(t *testing.T) {
	g := document(t, `{players: 3, leader: 0, sides: {oldforest: "F8 F7 F6 F5 F3 F9 F1 F2 F4"}, hands: [
		{character: elrond, cards: "S8 H1 R2 S2 S4 S5"},
		{cards: "R4 H2 M7 H4 M3 M4"},
		{character: maggot, threat: 3, cards: "M1 H8 M2 H7 R3 R5"}],
		plays: ["0:S8", "1:R4", "2:M1", "0:H1", "1:H2", "2:H8", "2:M2", "0:R2", "1:M7", "1:H4", "2:H7", "0:S2"]}`)
	assert.Equal(t, Winnable, solve(t, g, Options{}).Verdict)
}

// TestKeptBehindTucked: who has to keep a card for the last trick may take a tucked
// card back to follow suit with (K: Shadowfax).
func TestKeptBehindTucked(t *testing.T) {
	known := chapters.Default()
	box := *known.Box
	box.Characters = maps.Clone(box.Characters)
	f3, err := tricks.ParseSet("F3")
	require.NoError(t, err)
	box.Characters["keeper"] = &characters.Character{ID: "keeper", Goal: characters.PlaysLastGoal{Of: characters.Cards{Listed: f3, Suit: tricks.NoSuit}}}
	lib := &chapters.Library{Box: &box, Chapters: known.Chapters}
	text := `{players: 3, leader: 0, hands: [{character: sam, threat: 2, cards: "F78 H2"}, {character: keeper, tucked: F5, cards: "F3 M2"}, {cards: "F6 M34"}]}`
	for e := range lib.Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		g, err := e.Game(lib)
		require.NoError(t, err)
		assert.Equal(t, verdictOf(g), solve(t, g, Options{}).Verdict)
		assert.Equal(t, Winnable, verdictOf(g))
	}
}

// slowWithin is slow, but gives up after so many decisions.
func slowWithin(g *chapters.Game, left *int) bool {
	options := g.Options()
	if len(options) == 0 {
		return g.Result() == chapters.Won
	}
	for _, d := range options {
		if *left--; *left <= 0 {
			return false
		}
		next := g.Clone()
		mustApply(next, d)
		if slowWithin(next, left) {
			return true
		}
	}
	return false
}

// ownEnding draws a position near the end of a round with characters that want
// anything.
func ownEnding(t *rapid.T) *chapters.Game {
	known := chapters.Default()
	lib := &chapters.Library{
		Box:      &characters.Box{Characters: maps.Clone(known.Characters), Riders: maps.Clone(known.Riders), Gifts: known.Gifts},
		Chapters: known.Chapters,
	}
	ids := []string{"bilbo-baggins", "frodo", "gandalf-servant", "radagast", "shadowfax", "samwise"}
	for _, id := range []string{"a", "b", "c", "d"} {
		lib.Characters[id] = &characters.Character{ID: id, Goal: ownGoal(t, 2)}
		ids = append(ids, id, id+"-too")
		lib.Characters[id+"-too"] = &characters.Character{ID: id + "-too", Goal: ownGoal(t, 2)}
	}
	riders := []string{"e", "terror", "morgul-knife"}
	lib.Riders["e"] = &characters.Character{ID: "e", Goal: ownGoal(t, 2)}
	gift := rapid.SampledFrom([]string{"", "", "", "mithril", "glamdring"}).Draw(t, "gift")
	return endingtest.Of(t, lib, ids, riders, gift, 0)
}

// ownGoal draws a goal of any kind; of those with parts so many within each other.
func ownGoal(t *rapid.T, depth int) characters.Goal {
	n := func(least, most int) *characters.Number {
		return &characters.Number{Fixed: rapid.IntRange(least, most).Draw(t, "n")}
	}
	limits := func(most int) characters.Limits {
		switch rapid.IntRange(0, 4).Draw(t, "limits") {
		case 0:
			return characters.Limits{AtMost: n(0, most)}
		case 1:
			exactly := n(0, most)
			return characters.Limits{AtLeast: exactly, AtMost: exactly}
		}
		return characters.Limits{AtLeast: n(1, most)}
	}
	cards := func() characters.Cards {
		c := characters.Cards{Suit: tricks.NoSuit}
		switch rapid.IntRange(0, 4).Draw(t, "cards") {
		case 0, 1:
			c.Suit = tricks.Suit(rapid.IntRange(0, 4).Draw(t, "suit"))
		case 2:
			c.Rank = n(1, 8)
		case 3:
			c.Listed = tricks.SetOf(rapid.SliceOfN(rapid.SampledFrom(tricks.Deck.Cards()), 1, 4).Draw(t, "listed")...)
		case 4:
			c.Suit, c.Rank = tricks.Suit(rapid.IntRange(0, 4).Draw(t, "suit")), n(1, 5)
		}
		return c
	}
	kind := rapid.IntRange(0, 22).Draw(t, "kind")
	if depth == 0 {
		kind %= 18
	}
	switch kind {
	default:
		return characters.CardsGoal{Of: cards(), Limits: limits(3)}
	case 6, 7:
		return characters.TricksWithGoal{Of: cards(), Limits: limits(2), Without: rapid.Bool().Draw(t, "without")}
	case 8:
		return characters.TricksGoal{Limits: limits(2)}
	case 9:
		return characters.LeadsGoal{Of: cards(), Limits: limits(2)}
	case 10:
		return characters.MostCardsGoal{Of: cards()}
	case 11:
		return characters.PlaysLastGoal{Of: cards()}
	case 12:
		return characters.OneRank{Limits: limits(2)}
	case 13:
		return characters.LeftSuit{Limits: limits(2)}
	case 14:
		return characters.RankRun{Suit: tricks.Suit(rapid.IntRange(0, 4).Draw(t, "suit")), Length: 2}
	case 15:
		return characters.TricksInARow{Tricks: rapid.IntRange(1, 2).Draw(t, "in a row")}
	case 16:
		return characters.WinsOneOfLast{Tricks: rapid.IntRange(1, 2).Draw(t, "last")}
	case 17:
		compared := []characters.Goal{characters.AllOf{}}
		for _, c := range characters.Comparisons {
			if !characters.NeedsThreat(c.Goal) {
				compared = append(compared, c.Goal)
			}
		}
		return rapid.SampledFrom(compared).Draw(t, "compared")
	case 18:
		return characters.AllOf{ownGoal(t, depth-1), ownGoal(t, depth-1)}
	case 19:
		return characters.AnyOf{ownGoal(t, depth-1), ownGoal(t, depth-1)}
	case 20:
		return characters.Everyone{Goal: ownGoal(t, depth-1)}
	case 21:
		return characters.Others{Goal: ownGoal(t, depth-1)}
	case 22:
		return characters.AllOf{ownGoal(t, depth-1), ownGoal(t, depth-1)}
	}
}
