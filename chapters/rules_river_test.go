package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestC17Rivers: V1 to V8 at four seats, V1 to V6 at three, and so in chapter 18.
func TestC17Rivers(t *testing.T) {
	for _, deal := range []string{"c17", "c181", "c182"} {
		for players := 1; players <= 4; players++ {
			pos := dealOf(t, fmt.Sprintf("%sp%ds3", deal, players))
			all := tricks.SetOf(pos.Lost...) | tricks.SetOf(pos.Pile...)
			for s := range pos.Hands {
				all |= pos.Hands[s].Owned()
			}
			want := "V12345678"
			if players == 2 || players == 3 {
				want = "V123456"
			}
			assert.Equal(t, want, all.Of(tricks.Rivers).String(), pos.Deal)
		}
	}
}

// TestC17Trump (Q17a): who wins a trick with Rivers in it; in chapter 18 they are a suit
// like any other (C18).
func TestC17Trump(t *testing.T) {
	for _, c := range []struct{ name, plays, trump, plain string }{
		{"a River beats the led suit", "0:H8 1:V1 2:H2", "1", "0"},
		{"the highest River wins", "0:H8 1:V1 2:V3", "2", "0"},
		{"R1 to win beats Rivers (T7)", "0:H8 1:R1! 2:V6", "1", "1"},
		{"R1 to win, after a River", "0:H8 1:V6 2:R1!", "2", "2"},
		{"R1 not to win does not", "0:H8 1:R1 2:V1", "2", "0"},
		{"Rivers led", "0:V3 1:V5 2:H8", "1", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for chapter, want := range map[string]string{"17": c.trump, "18\ngroup: 1": c.plain} {
				g := ending(t, "chapter: "+chapter+"\nplayers: 3\nleader: 0", []string{"", "", ""}, c.plays, "S1", "S2", "S3")
				plays(t, g, c.plays)
				assert.Equal(t, want, winners(g), "chapter %s", chapter)
			}
		})
	}
}

// TestC17Follow (Q17b): Rivers are followed like any suit, and who cannot follow need not
// play one (T4, T8); they may be led at any time (T6).
func TestC17Follow(t *testing.T) {
	g := ending(t, "chapter: 17\nplayers: 3\nleader: 0", []string{"", "", ""}, "0:V3 1:V5 2:H8", "S1", "S2 H1", "S3 R2")
	assert.Equal(t, "S1 V3", offered(g).String())
	plays(t, g, "0:V3")
	refuses(t, g, "T4", "play 1:S2")
	plays(t, g, "1:V5")
	assert.Equal(t, "H8 S3 R2", offered(g).String())
}

// TestC17Ranks: Rivers count for Celeborn's ranks (G6).
func TestC17Ranks(t *testing.T) {
	const order = "0:V3 1:H3 2:M3"
	g := ending(t, "chapter: 17\nplayers: 3\nleader: 0", seats("celeborn - -"), order, "S1", "S2", "S4")
	plays(t, g, order)
	assert.Equal(t, "sealed", status(t, g, "celeborn"), "G6")
}

// TestC18Groups: at three seats one unstarred character of each group stays out (Q18b); in the
// first Frodo leads, in the second the holder of R1 (S7). All are burdened.
func TestC18Groups(t *testing.T) {
	for players := 1; players <= 4; players++ {
		for group, leads := range map[string]string{"1": "frodo", "2": ""} {
			stayed := map[string]bool{}
			for seed := range uint64(12) {
				pos := dealOf(t, chapters.DealID{Chapter: "18", Variant: group, Players: players, Seed: seed}.String())
				g := gameOf(t, pos)
				rng := rand.New(rand.NewPCG(seed, 1))
				for g.Stage() != chapters.StagePlay {
					randomDecision(t, g, rng)
				}
				leader := g.State().Leader
				if leads == "" {
					require.Equal(t, holder(pos), leader)
				} else {
					require.Equal(t, leads, g.Character(leader).ID)
				}
				var in []string
				for s := range tricks.Seat(g.Seats()) {
					c := g.Character(s)
					in = append(in, c.ID)
					require.Equal(t, c.ID != "frodo", c.Burdened)
				}
				for _, e := range g.Chapter().Roster {
					if !slices.Contains(in, e.Character.ID) {
						require.False(t, e.Starred)
						stayed[e.Character.ID] = true
					}
				}
			}
			assert.Equal(t, tricks.SeatsFor(players) == 3, len(stayed) > 0, "%d players, group %s", players, group)
		}
	}
}

// TestKMeriadoc (Q18a): while he is in play every drawn threat card may be drawn anew
// once, when its owner acts, whoever acts first.
func TestKMeriadoc(t *testing.T) {
	g := arrange(t, "c182p4s1").hand(0, "R1").lost("H1").threats(5, 6, 7, 2).
		cast("legolas-greenleaf", "peregrin", "meriadoc", "gimli-gloin").game()
	require.Equal(t, "redraw 0", asked(g), "before Meriadoc himself has acted")
	assert.Equal(t, 5, g.View(2).Seats[0].Threat)
	does(t, g, "redraw 0:yes")
	assert.Equal(t, "exchange 0", asked(g), "once")
	assert.Equal(t, 6, g.View(2).Seats[0].Threat)
	for asked(g) != "redraw 3" {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "redraw 3:no")
	assert.Equal(t, 7, g.View(2).Seats[3].Threat)
	toPlay(t, g)
	assert.Equal(t, 6, g.View(2).Seats[0].Threat)

	// A number that the lost card makes impossible is drawn anew besides (S8).
	g = arrange(t, "c182p4s1").hand(0, "R1").lost("F5").threats(5, 6, 7).
		cast("legolas-greenleaf", "peregrin", "meriadoc", "gimli-gloin").game()
	assert.Equal(t, 6, g.View(2).Seats[0].Threat)
	assert.Equal(t, "redraw 0", asked(g))

	// Without him nobody is asked.
	g = arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "samwise", "merry", "gimli").game()
	for g.Stage() == chapters.StageSetup {
		assert.NotEqual(t, chapters.Redraw, g.Due().Kind)
		apply(t, g, g.Options()[0])
	}
}

// TestKSamwise: the Rings he wins count for Frodo as well.
func TestKSamwise(t *testing.T) {
	const order = "0:H8 1:R2 2:R3 3:H1 0:M8 1:M2 2:M3 3:M1"
	for who, want := range map[string]string{"samwise, threat: 4": "sealed", "sam, threat: 4": "failed"} {
		g := ending(t, "players: 4\nleader: 0", []string{"character: " + who, "character: frodo", "", ""}, order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "frodo"), who)
	}
}
