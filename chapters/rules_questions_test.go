package chapters_test

import (
	"fmt"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Answers of the rulebook's chapter questions that belong to no other file.

// TestQ4FattyRunsOut: the others play on until nobody has a card (Q4a); if his
// last card wins, the seat to his left leads (Q4b).
func TestQ4FattyRunsOut(t *testing.T) {
	const order = "0:H8 1:H1 2:H2 1:M1 2:M2 2:S2 1:S1"
	g := ending(t, "chapter: 4\nplayers: 3\nleader: 0", seats("fatty merry frodo"), order)
	plays(t, g, "0:H8 1:H1 2:H2")
	require.Equal(t, "play 1", asked(g), "T9")
	plays(t, g, "1:M1 2:M2 2:S2")
	require.False(t, g.Over())
	plays(t, g, "1:S1")
	assert.True(t, g.Over())
	assert.Equal(t, "sealed", status(t, g, "fatty"))
}

// TestQ5bF9 (Q5b): Old Man Willow's card is in the Old Forest and nowhere else.
func TestQ5bF9(t *testing.T) {
	for _, c := range chapters.Default().Chapters {
		has := c.Side != nil && c.Side.Cards.Has(cardOf(t, "F9"))
		assert.Equal(t, c.ID == "5", has, c.ID)
	}
}

// TestQ6aGoldberry (Q6a): exactly three tricks, one right after the other.
func TestQ6aGoldberry(t *testing.T) {
	for won, want := range map[string]string{"0001": "sealed", "0000": "failed", "0010": "failed", "1001": "failed", "1000": "sealed"} {
		order, suits := "", "HMFS"
		leader := 0
		for i, w := range won {
			high, low := fmt.Sprintf("%c8", suits[i]), fmt.Sprintf("%c1", suits[i])
			cards := [3]string{low, high, fmt.Sprintf("%c2", suits[i])}
			if w == '0' {
				cards[0], cards[1] = high, low
			}
			for n := range 3 {
				s := (leader + n) % 3
				order += fmt.Sprintf(" %d:%s", s, cards[s])
			}
			leader = int(w - '0')
		}
		g := ending(t, "players: 3\nleader: 0", seats("goldberry - -"), order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "goldberry"), won)
	}
}

// TestQ9Riders: each rider comes with its character when he is taken (Q9a); Frodo,
// once completed, need not be there (Q9c).
func TestQ9Riders(t *testing.T) {
	a := arrange(t, "c09p3s1").hand(0, "R1")
	a.pos.Completed = []string{"frodo"}
	g := a.game()
	does(t, g, "draft 0:sam", "draft 1:strider", "draft 2:glorfindel")
	var riders []string
	for _, seat := range g.View(0).Seats {
		if seat.Rider != nil {
			riders = append(riders, seat.Character.ID+" "+seat.Rider.ID)
		}
	}
	assert.Equal(t, []string{"sam terror", "strider unseen"}, riders)
	assert.Contains(t, answers(a.game()), "frodo", "and may be there again")
}

// TestQ13Completed: who is completed may be taken again, and must meet his goal
// again (L2), also when a lost round was in between (L3: what was completed can be
// kept); Frodo is taken every round.
func TestQ13Completed(t *testing.T) {
	a := arrange(t, "c13p3s1").hand(0, "R1")
	a.pos.Completed = []string{"frodo", "gandalf", "merry"}
	g := a.game()
	require.Equal(t, "frodo", g.Character(0).ID)
	assert.Contains(t, answers(g), "gandalf", "Q13a")
	does(t, g, "draft 1:gandalf", "draft 2:merry")
	toPlay(t, g)
	assert.Equal(t, "open", status(t, g, "gandalf"))
}

// TestQ18Rounds: chapter 18 has two groups and no event, one round for each
// (Q18c), in either order.
func TestQ18Rounds(t *testing.T) {
	c, err := chapters.Default().Chapter("18")
	require.NoError(t, err)
	assert.Len(t, c.Groups, 2)
	for _, v := range c.Groups {
		assert.False(t, v.Last || v.Repeatable)
	}
	_, err = chapters.Default().Deal(chapters.DealID{Chapter: "18", Players: 4, Seed: 1})
	assert.ErrorContains(t, err, "group")
}

// TestS11Public: what S11 lets everybody see: goals, won cards, threat
// numbers and lost cards, but no hand.
func TestS11Public(t *testing.T) {
	g := arrange(t, "c02p4s1").hand(0, "R1").cast("frodo", "sam", "merry", "gandalf").game()
	for len(g.History()) < 1 {
		apply(t, g, g.Options()[0])
	}
	one := g.View(0)
	for p := range tricks.Seat(4) {
		v := g.View(p)
		for s := range v.Seats {
			assert.Equal(t, one.Seats[s].Threat, v.Seats[s].Threat)
			assert.Equal(t, one.Seats[s].WonCards, v.Seats[s].WonCards)
			assert.Equal(t, 0, v.Seats[s].Open.Len()*map[bool]int{true: 0, false: 1}[tricks.Seat(s) == p])
		}
		assert.Equal(t, one.Goals, v.Goals)
		assert.Equal(t, one.Lost, v.Lost)
	}
}
