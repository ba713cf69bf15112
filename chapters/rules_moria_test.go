package chapters_test

import (
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// C14 apart from the Bridge, which is in rules_sides_test.go.

// TestC14Events: there are four; the Long Dark can be played again (Q14b) and the
// Bridge comes last (Q14a). A round without an event cannot be dealt.
func TestC14Events(t *testing.T) {
	c, err := chapters.Default().Chapter("14")
	require.NoError(t, err)
	var got []string
	for _, e := range c.Events {
		line := e.Letter() + " " + e.ID
		if e.Repeatable {
			line += " again"
		}
		if e.Last {
			line += " last"
		}
		got = append(got, line)
	}
	assert.Equal(t, []string{"d doors", "t tomb", "l long-dark again", "b bridge last"}, got)
	_, err = chapters.Default().Deal(chapters.DealID{Chapter: "14", Players: 4, Seed: 1})
	assert.Error(t, err)
}

// TestC14Doors: Gandalf's goal there.
func TestC14Doors(t *testing.T) {
	const head = "chapter: 14\nevent: doors\nplayers: 3\nleader: 0"
	for order, want := range map[string]string{
		"0:H8 1:M1 2:F2 0:S8 1:S1 2:S2": "sealed",
		"0:H8 1:M1 2:S2 0:S8 1:S1 2:F2": "sealed",
		"0:H8 1:M1 2:R2 0:S8 1:S1 2:S2": "failed",
		"0:H8 1:M1 2:S2 0:S5 1:S7 2:F2": "failed",
	} {
		g := ending(t, head, seats("gandalf - -"), order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "gandalf"), order)
	}
}

// TestC14Tomb: Gimli draws no threat and wins four Mountains in a row of ranks;
// the others draw as always.
func TestC14Tomb(t *testing.T) {
	g := arrange(t, "c14tp4s1").hand(0, "R1").cast("frodo", "gimli", "legolas", "sam").game()
	require.Equal(t, "exchange 1", asked(g))
	assert.Equal(t, "legolas", targets(g))
	toPlay(t, g)
	v := g.View(0)
	assert.Zero(t, v.Seats[1].Threat)
	assert.NotZero(t, v.Seats[2].Threat)
	const head = "chapter: 14\nevent: tomb\nplayers: 3\nleader: 0"
	for order, want := range map[string]string{
		"0:M8 1:M3 2:M5 0:S8 1:M4 2:M6": "sealed", // 3 4 5 6
		"0:M8 1:M3 2:M5 0:S8 1:M7 2:M6": "sealed", // 5 6 7 8
		"0:M8 1:M2 2:M5 0:S8 1:M4 2:M6": "failed", // 4 5 6, 8
		"0:M8 1:M3 2:M5 0:S8 1:H4 2:M6": "failed", // G6: Hills do not help
	} {
		g := ending(t, head, seats("gimli - -"), order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "gimli"), order)
	}
}

// TestC14LongDark: all exchanges of the setup happen at the same time, and only
// the owner sees a threat number until the round is over.
func TestC14LongDark(t *testing.T) {
	g := arrange(t, "c14lp4s1").hand(0, "R1 H1 H2").hand(1, "M1").hand(2, "F1").hand(3, "S1").lost("H8").threats(7, 6).
		cast("frodo", "aragorn", "merry", "sam").game()
	require.Equal(t, "threat 1", asked(g))
	does(t, g, "threat 1:5", "exchange 1>0:M1")
	require.Equal(t, "exchange 2", asked(g), "the answer waits until all have passed theirs on")
	assert.False(t, held(g, 0).Has(cardOf(t, "M1")))
	does(t, g, "exchange 2>0:F1")
	require.Equal(t, "exchange 3", asked(g))
	assert.Equal(t, "frodo merry", targets(g))
	does(t, g, "exchange 3>2:S1")
	// Now each target returns one; Frodo two, and never R1.
	require.Equal(t, "return 0", asked(g))
	assert.True(t, held(g, 0).Has(cardOf(t, "M1")) && held(g, 0).Has(cardOf(t, "F1")))
	refuses(t, g, "S6", "return 0>1:R1")
	does(t, g, "return 0>1:H1", "return 0>2:F1")
	require.Equal(t, "return 2", asked(g))
	does(t, g, "return 2>3:S1")
	require.Equal(t, "play 0", asked(g))
	for s, code := range []string{"M1", "H1", "F1", "S1"} {
		assert.True(t, held(g, tricks.Seat(s)).Has(cardOf(t, code)), "seat %d has %s", s, code)
		assert.Equal(t, 9, held(g, tricks.Seat(s)).Len())
	}
	for p := range tricks.Seat(4) {
		v := g.View(p)
		for s, id := range map[tricks.Seat]string{1: "aragorn", 3: "sam"} {
			assert.Equal(t, p != s, v.Seats[s].ThreatHidden, "%s's number, seen by %d", id, p)
			assert.Equal(t, p == s, v.Seats[s].Threat != 0)
		}
		for _, e := range v.Log {
			if e.Kind == chapters.DrewThreat || e.Kind == chapters.ChoseThreat {
				assert.Equal(t, p == e.Seat, e.Number != 0)
			}
		}
	}
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 5, g.View(0).Seats[1].Threat)
}

// TestC14LongDarkSolo (Q14d): solo leaves its setup out: one exchange after the other,
// nothing hidden.
func TestC14LongDarkSolo(t *testing.T) {
	g := arrange(t, "c14lp1s1").cast("frodo", "aragorn", "merry", "sam").game()
	does(t, g, "threat 1:5")
	require.Equal(t, "exchange 1 by 0", asked(g))
	apply(t, g, g.Options()[0])
	require.Equal(t, "return 2 by 0", asked(g), "answered at once")
	require.Zero(t, g.View(0).Seats[3].Threat, "before Sam acts")
	apply(t, g, g.Options()[0])
	require.Equal(t, chapters.StagePlay, g.Stage(), "S10: one exchange")
	assert.False(t, g.View(0).Seats[1].ThreatHidden)
}

// TestC14LongDarkPyramid: what is exchanged with the pyramid takes the place of
// what it gave, even if two exchange with it.
func TestC14LongDarkPyramid(t *testing.T) {
	g := arrange(t, "c14lp2s1").hand(0, "R1 H1").hand(1, "M1").
		rows("F1 F2 F3", "F4 F5 F6 F7", "S1 S2 S3 S4 S5").cast("frodo", "merry", "aragorn").game()
	require.Equal(t, "exchange 1", asked(g))
	does(t, g, "exchange 1>0:M1")
	require.Equal(t, "threat 2 by 0", asked(g))
	does(t, g, "threat 2:1")
	assert.Equal(t, "S12345", offered(g).String())
	does(t, g, "exchange 2>0:S2", "return 0>1:H1", "return 0>2:M1")
	v := g.View(1).Seats[2]
	assert.Equal(t, "S1 M1 S3 S4 S5", tricks.FormatCards(v.Rows[2]))
	assert.Equal(t, "M1 S1345", v.Hand.String())
}
