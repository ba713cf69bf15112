package players

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// A goal is met for Greedy exactly when it is met in the game.
func TestNearnessIsOneWhenMet(t *testing.T) {
	lib := chapters.Default()
	var ids, riders []string
	for id := range lib.Characters {
		ids = append(ids, id)
	}
	for id := range lib.Riders {
		riders = append(riders, id)
	}
	slices.Sort(ids) // so that chance is the same every time
	slices.Sort(riders)
	seen := map[string]bool{}
	src := tricks.NewSource(1, 2)
	for i := range 500 {
		tricks.Shuffle(src, ids)
		deck := tricks.Deck.Cards()
		tricks.Shuffle(src, deck)
		pos := chapters.Position{Players: 3 + i%2, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat}
		for s := range pos.Players {
			pos.Hands = append(pos.Hands, chapters.HandInfo{
				Character: ids[s], Threat: 1 + tricks.IntN(src, 3), Declared: []string{"more", "fewer"}[i%2],
				Rider: riders[tricks.IntN(src, len(riders))], Cards: tricks.SetOf(deck[9*s : 9*s+9]...),
			})
		}
		g, err := lib.NewGame(pos)
		if err != nil {
			continue // nothing new: such as more goals than fit together
		}
		require.NoError(t, Play(t.Context(), g, uint64(i), Random{}))
		var at trial
		at.begin(g)
		for j, status := range g.Statuses() {
			goal := &at.round.goals[j]
			near := at.round.nearness(goal, &goal.Checker.Root)
			met := status.Status == characters.Sealed
			if met != (near >= 1) || near < 0 {
				t.Fatalf("%s%s at seat %d is %s, but %v near", status.Character, status.Rider, status.Seat,
					status.Status, near)
			}
			seen[status.Character+status.Rider] = true
		}
	}
	for _, name := range slices.Concat(ids, riders) {
		assert.True(t, seen[name], "%s was never at the table", name)
	}
}

func TestHalvings(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 36: 6} {
		assert.Equal(t, want, halvings(n), "%d", n)
	}
}
