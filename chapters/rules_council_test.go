package chapters_test

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Chapters in which Frodo is not, or does not lead, and their cards: 7, 10, 12.

// TestC7Underhill: anyone may take him (Q7c); he leads, is not Frodo for others, and may
// pass on R1. Who holds R1 picks and acts first (S7).
func TestC7Underhill(t *testing.T) {
	g := arrange(t, "c07p4s1").hand(1, "R1").game()
	require.Equal(t, "draft 1", asked(g))
	does(t, g, "draft 1:sam", "draft 2:merry", "draft 3:underhill", "draft 0:barliman")
	require.Equal(t, "exchange 1", asked(g), "S7")
	assert.Equal(t, "merry", targets(g), "Q7b: Sam cannot exchange with Mr. Underhill")
	toPlay(t, g)
	assert.Equal(t, "play 3", asked(g))

	g = arrange(t, "c07p4s1").hand(3, "R1").cast("barliman", "sam", "merry", "underhill").game()
	for asked(g) != "exchange 0" {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "exchange 0>3:"+held(g, 0).First().String(), "return 3>0:R1")
	assert.True(t, held(g, 0).Has(tricks.OneRing), "Q7d: he may pass on R1")
}

// TestC10Pass: everyone passes one card to the right at the same time, choosing
// before seeing what comes.
func TestC10Pass(t *testing.T) {
	g := arrange(t, "c10p4s1").hand(0, "R1 H1").hand(1, "H2").hand(2, "H3").hand(3, "H4").
		cast("elrond", "bilbo-baggins", "gloin", "arwen").game()
	for i, line := range []string{"give 0>3:R1", "give 1>0:H2", "give 2>1:H3"} {
		require.Equal(t, line[:6], asked(g))
		refuses(t, g, "C10", strings.Replace(line, line[6:8], map[bool]string{true: ">1", false: ">2"}[i == 0], 1))
		does(t, g, line)
	}
	assert.False(t, held(g, 3).Has(tricks.OneRing), "nothing has come yet")
	refuses(t, g, "S6", "give 3>2:R1")
	does(t, g, "give 3>2:H4")
	for s, code := range []string{"H2", "H3", "H4", "R1"} {
		assert.True(t, held(g, tricks.Seat(s)).Has(cardOf(t, code)), "seat %d has %s", s, code)
		assert.Equal(t, 9, held(g, tricks.Seat(s)).Len())
	}
	log := logLines(g.View(2))
	assert.Contains(t, log, "3 gives H4 to 2")
	assert.Contains(t, log, "0 gives - to 3", "S11")
}

// TestC10Frodo: where Elrond and Frodo meet (L5), Frodo may not pass on R1 (S6),
// and in solo the pass does not count as the one exchange (S10).
func TestC10Frodo(t *testing.T) {
	g := arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "elrond", "arwen", "bill").game()
	for g.Ask().Seat != 0 {
		apply(t, g, g.Options()[0])
	}
	refuses(t, g, "S6", "give 0>3:R1")
}

// TestC12Saruman: Gandalf's goal is another here; he leads and keeps a card.
func TestC12Saruman(t *testing.T) {
	g := arrange(t, "c12p3s1").hand(2, "R1").cast("gandalf", "shadowfax", "radagast").game()
	require.Equal(t, tricks.Seat(2), g.Ask().Seat, "S7: the holder of R1 acts first")
	toPlay(t, g)
	require.Equal(t, tricks.Seat(0), g.State().Leader)

	const order = "0:S8 1:S1 2:S2 0:M7 1:M3 2:M4 0:H6 1:H5 2:H1"
	g = ending(t, "chapter: 12\nplayers: 3\nleader: 0", seats("gandalf - -"), order)
	plays(t, g, order)
	assert.Equal(t, "sealed", status(t, g, "gandalf"), "1 to 8")
	const ring = "0:S8 1:R1 2:S2 0:M7 1:M3 2:M4 0:H6 1:H5 2:R3"
	g = ending(t, "chapter: 12\nplayers: 3\nleader: 0", seats("gandalf - -"), ring)
	plays(t, g, ring)
	assert.Equal(t, "sealed", status(t, g, "gandalf"), "Q12a: R1 is a 1")
	g = ending(t, "players: 3\nleader: 0", seats("gandalf - -"), "0:S8 1:S1 2:S2")
	plays(t, g, "0:S8 1:S1 2:S2")
	assert.Equal(t, "sealed", status(t, g, "gandalf"), "elsewhere one trick is enough")
}

// TestKRadagast: one card lies in the first trick, one waits for the last; both
// may be any cards, and neither is in his hand.
func TestKRadagast(t *testing.T) {
	g := arrange(t, "c12p4s1").hand(1, "R1 R2 H1").hand(0, "H8").hand(2, "H7").hand(3, "H6").
		cast("gandalf", "radagast", "shadowfax", "gwaihir").game()
	for asked(g) != "last 1" {
		apply(t, g, g.Options()[0])
	}
	require.Equal(t, 9, offered(g).Len(), "Q12c: any card")
	does(t, g, "last 1:R2")
	refuses(t, g, "K", "first 1:R2")
	does(t, g, "first 1:R1")
	v := g.View(0).Seats[1]
	assert.Equal(t, []tricks.Card{chapters.Closed, chapters.Closed}, []tricks.Card{v.First, v.Last}, "face down")
	assert.Equal(t, 9, v.Cards, "T10: they count as held")
	for g.Stage() == chapters.StageSetup {
		// Nobody is given the cards put aside.
		assert.False(t, g.Ask().Seat == 1 && offered(g).Has(tricks.OneRing))
		apply(t, g, g.Options()[0])
	}
	for g.Ask().Kind != chapters.PlayCard {
		apply(t, g, g.Options()[len(g.Options())-1])
	}
	does(t, g, "play 0:H8")
	assert.Equal(t, "R1", offered(g).String(), "T4 does not bind the card that lies there already")
	assert.Len(t, g.Options(), 2, "T7 is decided at his turn")
	refuses(t, g, "K", "play 1:H1")
	does(t, g, "play 1:R1!")
	for g.Ask().Kind != chapters.PlayCard || g.Ask().Seat != 1 {
		apply(t, g, g.Options()[len(g.Options())-1])
	}
	require.Equal(t, tricks.Seat(1), g.State().Leader, "R1 to win")
	refuses(t, g, "K", "play 1:R2")
	for len(g.History()) < 8 {
		apply(t, g, g.Options()[len(g.Options())-1])
	}
	for g.Ask().Seat != 1 || g.Ask().Kind != chapters.PlayCard {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, "R2", offered(g).String(), "the last trick")
}

// TestKRadagastLeads (Q12d): only if he leads the first trick his card is the led suit.
func TestKRadagastLeads(t *testing.T) {
	doc := `
players: 3
lost: []
leader: LEADER
hands:
- {character: radagast, cards: "H1 S1", first: R3, last: M1}
- {cards: "H2 R2 S2 S3"}
- {cards: "H3 R4 S4 S5"}
`
	g := gameOf(t, read(t, strings.Replace(doc, "LEADER", "1", 1)))
	plays(t, g, "1:H2 2:H3 0:R3")
	assert.Equal(t, "2", winners(g), "the led suit is Hills")
	assert.True(t, g.View(0).RingsBroken, "T6: a Ring was played")
	g = gameOf(t, read(t, strings.Replace(doc, "LEADER", "0", 1)))
	plays(t, g, "0:R3")
	assert.Equal(t, "R2", offered(g).String(), "T6 does not bind it; the led suit is Rings (T4)")
	plays(t, g, "1:R2 2:R4")
	assert.Equal(t, "2", winners(g))
}

// TestKShadowfax: the tucked card is no part of the hand, may come back before
// any trick, and does when the hand is empty.
func TestKShadowfax(t *testing.T) {
	g := arrange(t, "c12p4s1").hand(0, "R1").hand(2, "H3").cast("gandalf", "radagast", "shadowfax", "gwaihir").game()
	for asked(g) != "tuck 2" {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "tuck 2:H3")
	own, other := g.View(2).Seats[2], g.View(0).Seats[2]
	assert.Equal(t, "H3", own.Tucked.String(), "Q12e: he may look at it")
	assert.Equal(t, chapters.Closed, other.Tucked)
	assert.False(t, own.Hand.Has(cardOf(t, "H3")))
	assert.Equal(t, 9, other.Cards, "T10: it counts as held")

	doc := `
players: 3
lost: []
leader: 0
hands:
- {cards: "H1 M1 M2"}
- {character: shadowfax, cards: "S1 S2 H3", tucked: H3}
- {cards: "H4 M3 M4"}
`
	g = gameOf(t, read(t, doc))
	require.Equal(t, "back 1", asked(g), "before any trick")
	does(t, g, "back 1:no", "play 0:H1")
	assert.Equal(t, "S12", offered(g).String(), "T4: it is not in the hand")
	refuses(t, g, "K", "play 1:H3")
	does(t, g, "play 1:S1", "play 2:H4", "back 1:no", "play 2:M3", "play 0:M1", "play 1:S2")
	require.Equal(t, "play 2", asked(g), "it came back by itself")
	plays(t, g, "2:M4 0:M2")
	assert.Equal(t, "H3", offered(g).String())

	g = gameOf(t, read(t, doc))
	does(t, g, "back 1:yes", "play 0:H1")
	assert.Equal(t, "H3", offered(g).String(), "T4: it has come back")
	does(t, g, "play 1:H3", "play 2:H4")
	assert.Equal(t, "play 2", asked(g), "and is not asked for again")
}

// TestKBilboBaggins: whenever he would lead he may name another who holds a card,
// or himself; he only names, and others do not.
func TestKBilboBaggins(t *testing.T) {
	doc := `
players: 4
lost: []
leader: 0
hands:
- {character: bilbo-baggins, cards: "H8 M1 S1"}
- {cards: "H1 M2 S3"}
- {cards: "H2"}
- {cards: "H3 M8 S2"}
`
	g := gameOf(t, read(t, doc))
	require.Equal(t, "name 0", asked(g))
	does(t, g, "name 0>0")
	plays(t, g, "0:H8 1:H1 2:H2 3:H3")
	require.Equal(t, "name 0", asked(g))
	refuses(t, g, "K", "name 0>2")
	does(t, g, "name 0>3")
	require.Equal(t, "play 3", asked(g))
	plays(t, g, "3:M8 0:M1 1:M2")
	require.Equal(t, "play 3", asked(g), "T5: the winner leads, and names nobody")
}
