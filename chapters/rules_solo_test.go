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

// S10: one player.

// TestS10Everywhere: in every chapter R1 lies in a hand of four, the one player
// sees all hands and decides everything, the pile is as N says, nothing is
// hidden, and Frodo, where he is, is on the hand with R1 and needs four Rings.
func TestS10Everywhere(t *testing.T) {
	for _, id := range dealsFor(1) {
		pos := dealOf(t, id.String())
		require.Equal(t, tricks.Seat(0), holder(pos))
		g := gameOf(t, pos)
		for n := 0; !g.Over(); n++ {
			ask := g.Ask()
			require.Equal(t, tricks.Seat(0), ask.By, pos.Deal)
			v := g.View(0)
			for s, seat := range v.Seats {
				require.Equal(t, seat.Cards, seat.Open.Len(), "%s, seat %d", pos.Deal, s)
				require.False(t, seat.ThreatHidden)
			}
			apply(t, g, ask.Options[n%len(ask.Options)])
		}
		for s := range tricks.Seat(4) {
			if g.Character(s).ID == "frodo" {
				require.Equal(t, tricks.Seat(0), s)
			}
		}
	}
	const order = "0:H8 1:R2 2:R3 3:R4 0:M1 1:M8 2:R5 3:M2"
	g := ending(t, "players: 1\nleader: 0", seats("frodo - - -"), order)
	plays(t, g, order)
	assert.Equal(t, "failed", status(t, g, "frodo"), "three Rings are too few")
}

// TestS10OneExchanger: the exchanges of one character only, all of his if there are several;
// Galadriel's with the lost card is one; Elrond's pass and Fatty's gifts are none.
func TestS10OneExchanger(t *testing.T) {
	for _, c := range []struct {
		name, deal, cast string
		asks             string // of the setup, each answered with the first option that passes a card on
	}{
		{"Bill exchanges with both", "roadp1s1", "frodo bill sam merry", "exchange 1, exchange 1, return 2, return 0"},
		{"Gwaihir twice", "c12p1s1", "gandalf gwaihir shadowfax radagast", "exchange 1, return 0, exchange 1, return 0, tuck 2, last 3, first 3"},
		{"Galadriel and the lost card", "c17p1s1", "frodo galadriel celeborn merry", "exchange 1"},
		{
			"Glorfindel with everybody", "c09p1s1", "frodo glorfindel bill sam",
			"exchange 1, exchange 1, exchange 1, return 2, return 3, return 0",
		},
		{
			"Elrond's pass is none", "c10p1s1", "elrond arwen gloin bilbo-baggins",
			"give 0, give 1, give 2, give 3, exchange 1, return 0",
		},
		{"Fatty's gifts are none", "c04p1s1", "frodo fatty merry sam", "give 1, give 1, give 1, exchange 2, return 3"},
		{"one after another", "c02p1s1", "frodo sam merry pippin", "exchange 1, return 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := arrange(t, c.deal).cast(strings.Fields(c.cast)...).game()
			var asks []string
			for g.Stage() == chapters.StageSetup {
				asks = append(asks, strings.TrimSuffix(asked(g), " by 0"))
				options := g.Options()
				if g.Due().Kind == chapters.Exchange && !slices.ContainsFunc(asks[:len(asks)-1], func(a string) bool { return strings.HasPrefix(a, "exchange") }) {
					require.True(t, slices.ContainsFunc(options, func(d chapters.Decision) bool { return d.To == tricks.NoSeat }), "none is fine")
				}
				apply(t, g, options[0])
			}
			assert.Equal(t, c.asks, strings.Join(asks, ", "))
		})
	}
}

// TestS10Declined: who declines leaves it to the next; of exchanges at the same
// time all are declined.
func TestS10Declined(t *testing.T) {
	g := arrange(t, "c09p1s1").cast("frodo", "glorfindel", "bill", "sam").game()
	does(t, g, "exchange 1:-")
	assert.Equal(t, "exchange 2 by 0", asked(g))
	apply(t, g, g.Options()[0])
	refuses(t, g, "S6", "exchange 2:-")
}

// TestS10Refills: after each trick each hand gets a card in seat order, seat 0 first, but Fatty and
// Goldberry, who have theirs from the start (Q4c, Q6e). The piles are those of Q5e, Q14e and Q17c.
func TestS10Refills(t *testing.T) {
	for _, c := range []struct {
		rule, deal, cast string
		full             tricks.Seat
		start            [4]int // cards in the hands when the play begins
		pile, tricks     int
	}{
		{"S10", "c02p1s1", "frodo sam merry pippin", tricks.NoSeat, [4]int{4, 4, 4, 4}, 20, 9},
		{"C4", "c04p1s1", "frodo fatty merry sam", 1, [4]int{5, 6, 5, 5}, 15, 10},
		{"C5", "c05p1s1", "frodo tom merry sam", tricks.NoSeat, [4]int{4, 5, 4, 4}, 12, 7},
		{"C6", "c06p1s1", "frodo goldberry tom sam", 1, [4]int{4, 8, 9, 4}, 12, 8},
		{"C14", "c14bp1s1", "frodo gandalf-servant merry sam", tricks.NoSeat, [4]int{4, 5, 4, 4}, 12, 7},
		{"C17", "c17p1s1", "frodo merry pippin sam", tricks.NoSeat, [4]int{4, 4, 4, 4}, 28, 11},
		{"L5", "roadp1s1", "frodo goldberry fatty sam", tricks.NoSeat, [4]int{5, 10, 6, 5}, 10, 10},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g := arrange(t, c.deal).cast(strings.Fields(c.cast)...).game()
			toPlay(t, g)
			v := g.View(0)
			var start [4]int
			for s := range start {
				start[s] = v.Seats[s].Cards
			}
			require.Equal(t, c.start, start)
			require.Equal(t, c.pile, v.PileLeft)
			require.Equal(t, c.tricks, v.Tricks)
			first, err := g.FirstTrick()
			require.NoError(t, err)
			pile := first.Pile
			for !g.Over() {
				before := g.View(0)
				for n := len(g.History()); n == len(g.History()); {
					apply(t, g, g.Options()[0])
				}
				v, trick := g.View(0), g.History()[len(g.History())-1]
				for s := range tricks.Seat(4) {
					want := before.Seats[s].Open &^ trick.Cards
					if full := g.Character(s).SoloFull; !full && len(pile) > 0 {
						want |= pile[0].Bit()
						pile = pile[1:]
					}
					require.Equal(t, want, v.Seats[s].Open, "seat %d after trick %d", s, len(g.History()))
				}
				require.Equal(t, len(pile), v.PileLeft)
			}
			require.Empty(t, pile)
		})
	}
}

// TestC6SoloGoldberry (Q6e): her four cards come from the top of the pile when she acts.
func TestC6SoloGoldberry(t *testing.T) {
	a := arrange(t, "c06p1s1").pile("H1 H2 H3 H4").cast("frodo", "goldberry", "tom", "sam")
	require.Len(t, a.pos.Pile, 16)
	g := a.game()
	want := a.pos.Hands[1].Cards | tricks.SetOf(cardsOf(t, "H1234")...)
	assert.Equal(t, want, g.View(0).Seats[1].Open)
	assert.Len(t, a.pos.Sides["barrow"], 5)
}

// TestC4SoloFatty: his five come before his gifts, so he may give them away.
func TestC4SoloFatty(t *testing.T) {
	a := arrange(t, "c04p1s1").pile("H1 H2 H3 H4 H5").cast("frodo", "fatty", "merry", "sam")
	g := a.game()
	require.Equal(t, "give 1 by 0", asked(g))
	assert.Equal(t, 9, offered(g).Len(), "Q4c")
	does(t, g, "give 1>2:H1", "give 1>3:H2", "give 1>0:H3")
	assert.Equal(t, 6, held(g, 1).Len())
}

// TestC16Solo (Q16b): no Mirror; Frodo lies on the hand with R1, the others are dealt.
func TestC16Solo(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(40) {
		pos := dealOf(t, chapters.DealID{Chapter: "16", Players: 1, Seed: seed}.String())
		require.Equal(t, "frodo", pos.Hands[0].Character)
		require.Empty(t, pos.Staged)
		require.Len(t, pos.Pile, 20)
		seen[fmt.Sprint(pos.Hands[1].Character, pos.Hands[2].Character, pos.Hands[3].Character)] = true
		g := gameOf(t, pos)
		require.Equal(t, chapters.Exchange, g.Due().Kind, "S10, without Mirror")
	}
	assert.Len(t, seen, 6, "all orders of three")
}

// TestS7Solo: without Frodo the hand with R1 is assigned first (C7, C10, C12, C15).
func TestS7Solo(t *testing.T) {
	for chapter, first := range map[string]string{"7": "draft 0", "10": "draft 0", "2": "draft 1 by 0", "9": "draft 0"} {
		g := gameOf(t, dealOf(t, chapters.DealID{Chapter: chapter, Players: 1, Seed: 1}.String()))
		assert.Equal(t, first, asked(g), chapter)
	}
}
