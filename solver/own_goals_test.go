package solver

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/formula"
	"fellowship/tricks"
)

// TestOwnGoalsAgreeWithSlow holds the search to the slow one where characters and
// riders want what users may write into files of their own: goals of any kind, and
// several of them that ask for the same cards.
func TestOwnGoalsAgreeWithSlow(t *testing.T) {
	t.Parallel()
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := ownEnding(t)
		most := 5_000
		want := Unwinnable
		excused := rapid.SampledFrom([]uint64{0, 0, 0, 1, 2, 5}).Draw(t, "excused")
		if slowWithin(g, &most, excused) {
			want = Winnable
		}
		if most <= 0 {
			return // it takes too long
		}
		without := rapid.SampledFrom(append(AllParts(), 0, 0, 0, 0, 0, 0, 0, 0)).Draw(t, "without")
		r, err := Solve(t.Context(), g, Options{DisabledParts: without, Excused: excused})
		require.NoError(t, err)
		if r.Reason == GoalLimit {
			return // more to count than the solver can
		}
		assert.Equal(t, want, r.Verdict)
		if list, err := problemsOf(g, &Options{}); excused == 0 &&
			(g.IsOver() || err == nil && formula.Covers(list...)) {
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
	t.Parallel()
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
	t.Parallel()
	known := chapters.Default()
	box := *known.Box
	box.Characters = maps.Clone(box.Characters)
	var err error
	box.Characters["keeper"], err = wanting("keeper", "{plays_last: {card: F3}}")
	require.NoError(t, err)
	lib := &chapters.Library{Box: &box, Chapters: known.Chapters}
	text := `{players: 3, leader: 0, hands: [{character: sam, threat: 2, cards: "F78 H2"}, {character: keeper, tucked: F5, cards: "F3 M2"}, {cards: "F6 M34"}]}`
	for e := range lib.Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		assert.Equal(t, verdictOf(g), solve(t, g, Options{}).Verdict)
		assert.Equal(t, Winnable, verdictOf(g))
	}
}

// slowWithin is slow, but gives up after so many decisions. Some goals are excused.
func slowWithin(g *chapters.Game, left *int, excused uint64) bool {
	options := g.Options()
	if len(options) == 0 {
		return g.Result() == chapters.Won || excused != 0 && meets(g, excused)
	}
	for _, d := range options {
		*left--
		if *left <= 0 {
			return false
		}
		next := g.Clone()
		mustApply(next, d)
		if slowWithin(next, left, excused) {
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
		Box: &characters.Box{
			Characters: maps.Clone(known.Characters), Riders: maps.Clone(known.Riders),
			Gifts: known.Gifts,
		},
		Chapters: known.Chapters,
	}
	ids := []string{"bilbo-baggins", "frodo", "gandalf-servant", "radagast", "shadowfax", "samwise"}
	for _, id := range []string{"a", "b", "c", "d"} {
		lib.Characters[id] = ownWish(t, id)
		ids = append(ids, id, id+"-too")
		lib.Characters[id+"-too"] = ownWish(t, id+"-too")
	}
	riders := []string{"e", "terror", "morgul-knife"}
	lib.Riders["e"] = ownWish(t, "e")
	gift := rapid.SampledFrom([]string{"", "", "", "mithril", "glamdring"}).Draw(t, "gift")
	return endingtest.FromLibrary(t, lib, ids, riders, gift, 0)
}

// wanting is a character with a goal as a file says it.
func wanting(id, goal string) (*characters.Character, error) {
	var box characters.Box
	files := []strictyaml.File{{
		Folder: "characters", Name: id + ".yaml",
		Data: []byte("id: " + id + "\nname: {en: a, de: b}\ngoal: " + goal +
			"\ngoal_text: {en: a, de: b}\nfidelity: reconstructed\nnote: a test\n"),
	}}
	box.Read(files)
	return box.Characters[id], files[0].Err
}

// ownWish draws a character with a goal that a file may have.
func ownWish(t *rapid.T, id string) *characters.Character {
	for {
		c, err := wanting(id, ownGoal(t, 2))
		if err == nil {
			return c
		}
		require.ErrorContains(t, err, "the goal is too much to keep count of")
	}
}

// ownGoal draws a goal of any kind; of those with parts so many within each other.
func ownGoal(t *rapid.T, depth int) string {
	n := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "n") }
	suit := func() string { return tricks.Suit(n(0, 4)).String() }
	limits := func(most int) string {
		switch n(0, 4) {
		case 0:
			return fmt.Sprintf("at_most: %d", n(0, most))
		case 1:
			return fmt.Sprintf("exactly: %d", n(0, most))
		}
		return fmt.Sprintf("at_least: %d", n(1, most))
	}
	cards := func() string {
		switch n(0, 4) {
		case 0, 1:
			return "suit: " + suit()
		case 2:
			return fmt.Sprintf("rank: %d", n(1, 8))
		case 3:
			listed := tricks.SetOf(rapid.SliceOfN(rapid.SampledFrom(tricks.Deck.Cards()), 1, 4).Draw(t, "listed")...)
			return fmt.Sprintf("card: %v", listed)
		}
		return fmt.Sprintf("suit: %s, rank: %d", suit(), n(1, 5))
	}
	goals, _ := characters.Grammar()
	kinds := slices.DeleteFunc(slices.Clone(goals), func(k characters.Word) bool {
		return depth == 0 && (k.Form == "list" || k.Form == "goal")
	})
	for range 5 { // these are what most files ask for
		kinds = append(kinds, characters.Word{Word: "cards", Form: "counted"})
	}
	arg := ""
	kind := rapid.SampledFrom(kinds).Draw(t, "kind")
	switch kind.Form {
	case "list":
		arg = "[" + ownGoal(t, depth-1) + ", " + ownGoal(t, depth-1) + "]"
	case "goal":
		arg = ownGoal(t, depth-1)
	case "tricks":
		arg = rapid.SampledFrom(append(endingtest.Comparisons(), "{"+limits(2)+"}")).Draw(t, "compared")
	case "number":
		arg = fmt.Sprint(n(1, 2))
	case "cards":
		arg = "{" + cards() + "}"
	case "limits":
		arg = "{" + limits(2) + "}"
	case "counted":
		arg = "{" + cards() + ", " + limits(3) + "}"
	case "ranks":
		arg = "{suit: " + suit() + ", length: 2}"
	}
	return "{" + kind.Word + ": " + arg + "}"
}
