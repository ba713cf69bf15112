package solver

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
)

// TestNarrowPositions: each of these positions is won by one line of play, or by few, that a bound or a dominance would
// leave out if it went one step too far.
func TestNarrowPositions(t *testing.T) {
	t.Parallel()
	for _, position := range []struct {
		name  string
		goals map[string]string
		text  string
	}{
		{
			name:  "one card meets two goals of a seat",
			goals: map[string]string{"wanter": "{all: [{cards: {suit: Hills, at_least: 1}}, {cards: {card: H8, at_least: 1}}]}"},
			text:  `{players: 4, leader: 0, hands: [{character: wanter, cards: H8}, {cards: M1}, {cards: F1}, {cards: S1}]}`,
		},
		{
			name:  "a card that its seat may not lead wins over a lower one",
			goals: map[string]string{"follower": "{all: [{leads: {suit: Hills, at_most: 0}}, {cards: {card: H4, at_least: 1}}]}"},
			text:  `{players: 4, leader: 0, hands: [{cards: H3}, {character: follower, cards: H4}, {cards: F1}, {cards: S1}]}`,
		},
		{
			name: "the second of two tricks brings all four cards",
			goals: map[string]string{
				"leader": "{leads: {suit: Shadows, at_most: 0}}",
				"wanter": "{cards: {suit: Shadows, at_least: 4}}",
			},
			text: `{players: 4, leader: 0, hands: [{character: leader, cards: H1 S1}, {character: wanter, cards: H8 S8}, {cards: H2 S2}, {cards: H3 S3}]}`,
		},
		{
			name: "the topmost card of a pyramid stays over",
			text: `{players: 2, leader: 0, pyramid: 2, hands: [{character: boromir, cards: H8}, {cards: H2}, {rows: ["- - -", "R1 - - -", "H1 - - - -"]}]}`,
		},
		{
			name: "one card more than the seat plays is left over",
			text: `{players: 4, leader: 0, hands: [{character: tom, cards: H84}, {cards: H1}, {cards: H2}, {cards: H3}]}`,
		},
		{
			name: "of two neighbours one ranks as high as the card of the Old Forest (C5)",
			text: `{players: 3, leader: 0, sides: {oldforest: "F4 F1 F2 F3 F5 F6 F7 F8 F9"}, hands: [{character: gandalf, cards: H34}, {cards: M1}, {cards: M2}]}`,
		},
	} {
		t.Run(position.name, func(t *testing.T) {
			g := withGoals(t, position.goals, position.text)
			most := 1_000_000
			require.True(t, slowWithin(g, &most, 0), "the slow search wins it")
			assert.Equal(t, Winnable, solve(t, g, Options{}).Verdict)
		})
	}
}

// withGoals reads a position in which characters with goals of one's own play beside the known ones.
func withGoals(t *testing.T, goals map[string]string, text string) (g *chapters.Game) {
	known := chapters.Default()
	box := *known.Box
	box.Characters = maps.Clone(box.Characters)
	for id, goal := range goals {
		c, err := wanting(id, goal)
		require.NoError(t, err)
		box.Characters[id] = c
	}
	lib := &chapters.Library{Box: &box, Chapters: known.Chapters}
	for e := range lib.Read("test", strings.NewReader(text)) {
		require.NoError(t, e.Err)
		var err error
		g, err = e.Record.Game(lib)
		require.NoError(t, err)
	}
	return g
}
