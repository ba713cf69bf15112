package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cards are the chapter cards: who can be taken (* must be, ~ need not be
// completed), who carries what, the threat deck. Of a chapter with events or
// groups the lines after the number are what each makes of it.
var cards = []struct{ rule, card, threats string }{
	{"C1", "short: frodo* bilbo* gandalf pippin", ""},
	{"C2", "short: frodo* sam* merry* gandalf pippin", "1-4"}, // Q2c: without Bilbo
	{"C3", "short: frodo* maggot* gildor* sam merry pippin", "1-4"},
	{"C4", "short: frodo* fatty* merry* sam pippin", "1-4"},
	{"C5", "short: frodo* tom* sam merry pippin", "1-4"},
	{"C6", "short: frodo* tom* goldberry* sam merry pippin", "1-4"},
	{"C7", "short: underhill* barliman* sam merry pippin", "1-4"},
	{"C8", "short: frodo*+morgul-knife merry*+black-breath strider* sam pippin barliman", "1-4"},
	{"C9", "long: glorfindel* frodo+morgul-knife sam+terror merry+black-breath pippin+wraith strider+unseen bill", "1-4"},
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
	var r chapters.Round
	if len(c.Groups) > 0 {
		r.Group = variant
	} else {
		r.Event = variant
	}
	c, err = c.For(r, players)
	require.NoError(t, err)
	return c
}

// TestCChapterCards holds every chapter to its card: C1 to C18. L4: each can be
// dealt without any other having been won.
func TestCChapterCards(t *testing.T) {
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

// TestC16Sam: he is there with four players and in solo only (Q16a), so with three seats everybody who is there is taken.
func TestC16Sam(t *testing.T) {
	for players := 1; players <= 4; players++ {
		c := variantOf(t, "16 ", players)
		assert.Len(t, c.Roster, tricks.SeatsFor(players), "%d players", players)
	}
}

// numbers are the numbers to check against (N): lost cards, side deck, cards in
// a hand, tricks, and what characters keep or hold beside it.
var numbers = []struct {
	deals        string
	lost, side   [5]int // by the number of players
	hand, tricks [5]int
	pile         int
	keeps        string // who has surplus (T10)
	surplus      [5]int
	rows         []int
}{
	{deals: "c01 c02 c03 c07 c08 c10 c11 c13 c15", lost: each(1, 1), hand: each(9, 12), tricks: each(9, 12), pile: 20, rows: []int{3, 4, 5}},
	{deals: "c12", lost: each(1, 1), hand: each(9, 12), tricks: each(9, 12), pile: 20, keeps: "gandalf", surplus: each(1, 1), rows: []int{3, 4, 5}},
	{deals: "c09", lost: each(1, 1), hand: each(9, 12), tricks: each(9, 12), pile: 20, keeps: "glorfindel", surplus: each(1, 1), rows: []int{3, 4, 5}},
	{deals: "c14d c14t c14l", lost: each(1, 1), hand: each(9, 12), tricks: each(9, 12), pile: 20, rows: []int{3, 4, 5}},
	{deals: "c05", lost: each(1, 2), side: each(9, 9), hand: each(7, 9), tricks: each(7, 9), pile: 12, keeps: "tom", surplus: each(1, 2), rows: []int{2, 3, 4}},
	{deals: "c06", lost: each(0, 0), side: each(5, 10), hand: each(8, 9), tricks: each(8, 9), pile: 16, keeps: "tom", surplus: each(5, 5), rows: []int{2, 3, 4}},
	{deals: "c14b", lost: each(1, 2), side: each(21, 18), hand: each(7, 9), tricks: each(7, 9), pile: 12, keeps: "gandalf-servant", surplus: each(1, 2), rows: []int{2, 3, 4}},
	{deals: "c17 c181 c182", lost: each(1, 1), hand: each(11, 14), tricks: each(11, 14), pile: 28, rows: []int{2, 3, 4, 5}},
	{deals: "c04", lost: each(1, 1), hand: each(9, 12), tricks: each(10, 13), pile: 20, rows: []int{3, 4, 5}},
}

// each is a number at 4 seats (1 and 4 players) and at 3 seats.
func each(four, three int) [5]int { return [5]int{0, four, three, three, four} }

// TestNNumbers plays every chapter with every number of players to its end: S1,
// S2, T10 and the table of numbers N.
func TestNNumbers(t *testing.T) {
	for _, n := range numbers {
		for _, deal := range strings.Fields(n.deals) {
			for players := 1; players <= 4; players++ {
				name := fmt.Sprintf("%sp%ds5", deal, players)
				t.Run(name, func(t *testing.T) {
					pos := dealOf(t, name)
					require.Len(t, pos.Lost, n.lost[players], "S2")
					for _, cards := range pos.Sides {
						require.Len(t, cards, n.side[players])
					}
					if players == 1 {
						require.Len(t, pos.Pile, n.pile, "S10")
					}
					for s, h := range pos.Hands {
						want := n.hand[players]
						if players == 1 {
							want = 4
						}
						require.Equal(t, want, h.Owned().Len(), "S1, seat %d", s)
						if tricks.Seat(s) == pos.Pyramid {
							var rows []int
							for _, row := range h.Rows {
								rows = append(rows, len(row))
							}
							require.Equal(t, n.rows, rows, "S9")
						}
					}
					g := gameOf(t, pos)
					for !g.Over() {
						apply(t, g, g.Options()[0])
					}
					require.Len(t, g.History(), n.tricks[players], "T10")
					for s, seat := range g.View(0).Seats {
						want := 0
						switch id := seat.Character.ID; id {
						case n.keeps:
							want = n.surplus[players]
						case "gandalf", "glorfindel":
							want = 1 // he took the lost card
						}
						require.Equal(t, want, seat.Cards, "T10: what seat %d, %s, keeps", s, seat.Character.ID)
					}
				})
			}
		}
	}
}

// TestChapterQuestions are answers of the rulebook's chapter questions (Q and the
// number of the chapter) that are about goals, each as a round that ends so.
func TestChapterQuestions(t *testing.T) {
	for _, c := range []struct{ rule, who, hands, plays, want string }{
		{
			"Q1a: Pippin without a trick", "pippin",
			"{character: pippin, cards: H1}|{cards: H2}|{cards: H3}", "0:H1 1:H2 2:H3", "sealed",
		},
		{
			"Q2a: threat 3 is H3", "sam",
			"{character: sam, threat: 3, cards: H8}|{cards: H2}|{cards: H3}", "0:H8 1:H2 2:H3", "sealed",
		},
		{
			"Q2a: not another 3", "sam",
			"{character: sam, threat: 3, cards: M8}|{cards: M2}|{cards: M3}", "0:M8 1:M2 2:M3", "failed",
		},
		{
			"Q2b: Merry with exactly 2", "merry",
			"{character: merry, cards: H8 M8}|{cards: H2 M2}|{cards: H3 M3}", "0:H8 1:H2 2:H3 0:M8 1:M2 2:M3", "sealed",
		},
		{
			"Q2b: Merry with 3", "merry",
			"{character: merry, cards: H8 M8 F8}|{cards: H2 M2 F2}|{cards: H3 M3 F3}",
			"0:H8 1:H2 2:H3 0:M8 1:M2 2:M3 0:F8 1:F2 2:F3", "failed",
		},
		{
			"Q3a: Gildor plays a Forest into the last trick and does not win it", "gildor",
			"{character: gildor, cards: H1 F1}|{cards: H2 S2}|{cards: H3 M3}", "0:H1 1:H2 2:H3 2:M3 0:F1 1:S2", "sealed",
		},
		{
			"Q3a: his Forest came too early", "gildor",
			"{character: gildor, cards: M1 F1}|{cards: H2 S2}|{cards: H3 M3}", "0:F1 1:H2 2:H3 0:M1 1:S2 2:M3", "failed",
		},
		{
			"Q7a: Barliman may win others besides", "barliman",
			"{character: barliman, cards: H8 M8 F1 S1}|{cards: H2 M2 F2 S2}|{cards: H3 M3 F3 S3}",
			"0:H8 1:H2 2:H3 0:M8 1:M2 2:M3 0:F1 1:F2 2:F3 2:S3 0:S1 1:S2", "sealed",
		},
		{
			"Q7a: Barliman, only the first of four", "barliman",
			"{character: barliman, cards: H8 M1 F1 S1}|{cards: H2 M2 F2 S2}|{cards: H3 M3 F3 S3}",
			"0:H8 1:H2 2:H3 0:M1 1:M2 2:M3 2:F3 0:F1 1:F2 2:S3 0:S1 1:S2", "failed",
		},
		{
			"Q10b: Elrond's goal is about everybody", "elrond",
			"{character: elrond, cards: R2 H1 M1}|{cards: R3 H8 M2}|{cards: R4 H3 M8}",
			"0:H1 1:H8 2:H3 1:M2 2:M8 0:M1 2:R4 0:R2 1:R3", "failed",
		},
		{
			"Q12b: a trick with two Mountains is one", "gwaihir",
			"{character: gwaihir, cards: M8 H1}|{cards: M2 H2}|{cards: M3 H3}", "0:M8 1:M2 2:M3 0:H1 1:H2 2:H3", "failed",
		},
		{
			"Q12b: two tricks with a Hills card each", "shadowfax",
			"{character: shadowfax, cards: M8 S8}|{cards: H2 S2}|{cards: M3 H3}", "0:M8 1:H2 2:M3 0:S8 1:S2 2:H3", "sealed",
		},
		{
			"C18: Peregrin, and one who wins nothing", "peregrin",
			"{character: peregrin, cards: H1 M1}|{cards: H2 M2}|{cards: H3 M3}", "0:H1 1:H2 2:H3 2:M3 0:M1 1:M2", "failed",
		},
		{
			"C18: Peregrin, when all others win one", "peregrin",
			"{character: peregrin, cards: H1 M1}|{cards: H2 M8}|{cards: H3 M3}", "0:H1 1:H2 2:H3 2:M3 0:M1 1:M8", "sealed",
		},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g := gameOf(t, read(t, "players: 3\nleader: 0\nlost: []\nhands:\n- "+strings.ReplaceAll(c.hands, "|", "\n- ")))
			plays(t, g, c.plays)
			require.True(t, g.Over())
			assert.Equal(t, c.want, status(t, g, c.who))
		})
	}
}

// TestL1Result (L1): a round is won when all goals are met, lost when one has failed;
// T11: the game goes on accepting plays either way until T10.
func TestL1Result(t *testing.T) {
	const doc = `
players: 3
lost: []
leader: 0
hands:
- {character: gandalf, cards: "H8 M1"}
- {character: bilbo, cards: "H2 M8"}
- {character: pippin, cards: "H3 M3"}
`
	g := gameOf(t, read(t, doc))
	require.Equal(t, chapters.Lost, g.Result(), "Bilbo cannot win 3 of 2 tricks")
	plays(t, g, "0:H8 1:H2 2:H3")
	require.False(t, g.Over())
	plays(t, g, "0:M1 1:M8 2:M3")
	require.True(t, g.Over())
	refuses(t, g, "T10", "play 0:M1")
	require.Equal(t, chapters.Lost, g.Result())

	g = gameOf(t, read(t, strings.Replace(doc, "bilbo,", "merry,", 1)))
	plays(t, g, "0:H8 1:H2 2:H3")
	require.Equal(t, chapters.Undecided, g.Result())
	plays(t, g, "0:M1")
	require.Equal(t, chapters.Undecided, g.Result(), "nobody knows who holds M8")
	plays(t, g, "1:M8")
	require.Equal(t, chapters.Won, g.Result(), "nobody can take it any more")
	plays(t, g, "2:M3")
	require.Equal(t, chapters.Won, g.Result())

	g = gameOf(t, read(t, strings.Replace(doc, "character: bilbo, ", "", 1)))
	plays(t, g, "0:H8 1:H2 2:H3")
	require.Equal(t, chapters.Undecided, g.Result(), "Pippin may still win one")
	g = gameOf(t, read(t, strings.NewReplacer("character: bilbo, ", "", "character: pippin, ", "").Replace(doc)))
	plays(t, g, "0:H8 1:H2 2:H3")
	require.Equal(t, chapters.Won, g.Result(), "T11: all goals are met for good")
	plays(t, g, "0:M1 1:M8 2:M3")
	require.Equal(t, chapters.Won, g.Result())
}

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

// C14 apart from the Bridge, which is in side_deck_test.go.

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

// TestC15Blindfold: the others see only the suit of Gimli's card until the trick
// is complete; R1 is played open.
func TestC15Blindfold(t *testing.T) {
	const order = "0:H3 1:H5 2:H1 3:H2 1:R2 2:R1 3:M1 0:M2"
	g := ending(t, "chapter: 15\nplayers: 4\nleader: 0", []string{
		"character: haldir, threat: 1", "character: gimli, threat: 2", "character: orophin-rumil, threat: 3", "character: legolas, threat: 4",
	}, order, "", "R4", "R3", "")
	plays(t, g, "0:H3 1:H5")
	own, other := g.View(1), g.View(2)
	assert.Equal(t, "H5", own.Card[1].String())
	assert.Equal(t, tricks.NoSeat, own.FaceDown)
	assert.Equal(t, chapters.Closed, other.Card[1])
	assert.Equal(t, tricks.Seat(1), other.FaceDown)
	assert.Equal(t, tricks.Hills, other.FaceDownSuit, "he names the suit")
	assert.Equal(t, tricks.NoSeat, other.Best, "nobody can tell who wins")
	for _, e := range other.Log {
		if e.Kind == chapters.Played && e.Seat == 1 {
			assert.Equal(t, []any{tricks.NoCard, tricks.Hills}, []any{e.Card, e.Suit})
		}
	}
	plays(t, g, "2:H1 3:H2")
	other = g.View(2)
	assert.Equal(t, "H5", other.History[0].Card[1].String(), "turned up")
	assert.Equal(t, "1", winners(g), "Q15a: he wins tricks as always")
	found := false
	for _, e := range other.Log {
		found = found || e.Kind == chapters.Played && e.Seat == 1 && e.Card == cardOf(t, "H5")
	}
	assert.True(t, found)

	const ring = "0:H3 1:R1 2:H1 3:H2"
	g = ending(t, "chapter: 15\nplayers: 4\nleader: 0", []string{
		"character: haldir, threat: 1", "character: gimli, threat: 2", "", "",
	}, ring, "S1", "S2", "S3", "S4")
	plays(t, g, "0:H3 1:R1!")
	assert.Equal(t, tricks.OneRing, g.View(2).Card[1], "R1 is played open")
	assert.True(t, g.View(2).Taken)
}

// TestC15SoloAndPyramid: solo has no blindfold (Q15b); Gimli may not be the pyramid (Q15c), so
// the others keep him for a hand (S4).
func TestC15SoloAndPyramid(t *testing.T) {
	g := arrange(t, "c15p1s1").cast("gimli", "haldir", "orophin-rumil", "legolas").game()
	toPlay(t, g)
	for g.Ask().Seat != 0 {
		apply(t, g, g.Options()[0])
	}
	apply(t, g, g.Options()[0])
	assert.Equal(t, tricks.NoSeat, g.View(0).FaceDown)

	for seed := range uint64(20) {
		pos := dealOf(t, chapters.DealID{Chapter: "15", Players: 2, Seed: seed}.String())
		g := gameOf(t, pos)
		for g.Stage() == chapters.StageDraft {
			ask := g.Ask()
			for _, d := range ask.Options {
				require.False(t, ask.Seat == pos.Pyramid && d.Character == "gimli")
			}
			apply(t, g, ask.Options[len(ask.Options)-1])
		}
		require.NotEqual(t, pos.Pyramid, seatOf(t, g, "gimli"))
	}
	g = arrange(t, "c15p2s1").hand(0, "R1").game()
	does(t, g, "draft 0:haldir")
	refuses(t, g, "S4", "draft 1:orophin-rumil")
	g = arrange(t, "c15p2s1").rows("R1").game()
	require.Equal(t, "draft 2 by 1", asked(g))
	refuses(t, g, "C15", "draft 2:gimli")
}

// TestC16Deal: the characters are dealt first, the cards in stages, R1 may be
// lost, and Frodo need not hold it.
func TestC16Deal(t *testing.T) {
	lost, away := 0, 0
	for players := 1; players <= 4; players++ {
		for seed := range uint64(150) {
			pos := dealOf(t, chapters.DealID{Chapter: "16", Players: players, Seed: seed}.String())
			stages := map[int][3]int{1: {4, 0, 0}, 2: {4, 4, 4}, 3: {4, 4, 4}, 4: {4, 4, 1}}[players]
			for s, h := range pos.Hands {
				require.NotEmpty(t, h.Character)
				if tricks.Seat(s) == pos.Pyramid {
					require.Equal(t, 12, h.Owned().Len(), "the pyramid gets its 12 first")
					continue
				}
				require.Equal(t, stages[0], h.Cards.Len())
				for i, stage := range pos.Staged {
					require.Equal(t, stages[i+1], stage[s].Len())
				}
			}
			if pos.Lost[0] == tricks.OneRing {
				lost++
			}
			if r1 := holder(pos); r1 != tricks.NoSeat && pos.Hands[r1].Character != "frodo" {
				away++
				require.NotEqual(t, 1, players, "solo: Frodo is on the hand with R1")
			}
		}
	}
	assert.Positive(t, lost)
	assert.Positive(t, away)
}

// TestC16Mirror: everyone gives a card to every other player at the same time,
// choosing before seeing what comes; twice; then the lost card and the rest, then
// the setup actions, and Frodo leads.
func TestC16Mirror(t *testing.T) {
	a := arrange(t, "c16p4s1").hand(0, "H1 H2 H3 R1").hand(1, "M1 M2 M3 M4").hand(2, "F1 F2 F3 F4").hand(3, "S1 S2 S3 S4").
		stage(0, 0, "H5 H6 H7 H8").stage(0, 1, "M5 M6 M7 M8").stage(0, 2, "F5 F6 F7 F8").stage(0, 3, "S5 S6 S7 S8").
		stage(1, 0, "R2").lost("R3")
	for s, id := range []string{"frodo", "galadriel", "celeborn", "sam"} {
		a.pos.Hands[s].Character = id
	}
	g := a.game()
	require.Empty(t, g.View(0).Lost, "the lost card is dealt at the end")
	refuses(t, g, "S6", "give 0>1:R1")
	does(t, g, "give 0>1:H1")
	assert.Equal(t, "give 0", asked(g), "three cards, one to each")
	does(t, g, "give 0>2:H2", "give 0>3:H3", "give 1>2:M2", "give 1>3:M3")
	refuses(t, g, "S6", "give 1>0:H1")
	does(t, g, "give 1>0:M1", "give 2>3:F3", "give 2>0:F1", "give 2>1:F2", "give 3>0:S1", "give 3>1:S2", "give 3>2:S3")
	for s, want := range []string{"H5678 M1 F1 S1 R1", "H1 M45678 F2 S2", "H2 M2 F45678 S3", "H3 M3 F3 S45678"} {
		assert.Equal(t, want, held(g, tricks.Seat(s)).String(), "seat %d", s)
	}
	assert.Equal(t, "give 0", asked(g), "and once more")
	for g.Ask().Kind == chapters.Give {
		apply(t, g, g.Options()[0])
	}
	v := g.View(0)
	assert.Equal(t, "R3", tricks.FormatCards(v.Lost))
	assert.True(t, held(g, 0).Has(cardOf(t, "R2")), "the rest has been dealt")
	require.Equal(t, "exchange 1", asked(g), "now the setup, from the left of Frodo")
	assert.Equal(t, "lost", targets(g))
	toPlay(t, g)
	assert.Equal(t, "play 0", asked(g), "Frodo leads")
	for s := range tricks.Seat(4) {
		assert.Equal(t, 9, held(g, s).Len())
	}
}

// TestC16FromSetup: the characters are dealt, so a document in stage setup begins with the Mirror
// as one in stage draft does; without staged cards the Mirror is over.
func TestC16FromSetup(t *testing.T) {
	for players := 2; players <= 4; players++ {
		a := arrange(t, fmt.Sprintf("c16p%ds2", players))
		begun := a.game()
		a.pos.Stage = chapters.StageSetup
		g := a.game()
		require.Empty(t, g.View(0).Lost)
		for g.Due().Kind == chapters.Give {
			require.Equal(t, begun.Options(), g.Options())
			d := g.Options()[0]
			apply(t, begun, d)
			apply(t, g, d)
		}
		require.Equal(t, look(begun), look(g))

		for s := range a.pos.Hands {
			for _, stage := range a.pos.Staged {
				a.pos.Hands[s].Cards |= stage[s]
			}
		}
		a.pos.Staged = nil
		g = a.game()
		require.NotEmpty(t, g.View(0).Lost)
		require.NotEqual(t, chapters.Give, g.Due().Kind)
	}
}

// TestC16TwoPlayers: the humans follow the event, the pyramid takes no part (Q16c).
func TestC16TwoPlayers(t *testing.T) {
	for seed := range uint64(30) {
		pos := dealOf(t, chapters.DealID{Chapter: "16", Players: 2, Seed: seed}.String())
		g := gameOf(t, pos)
		for range 2 {
			for _, want := range []string{"give 0", "give 1"} {
				require.Equal(t, want, asked(g))
				require.Equal(t, 1-g.Ask().Seat, g.Options()[0].To)
				apply(t, g, g.Options()[0])
			}
		}
		require.NotEqual(t, chapters.Give, g.Due().Kind, "one to the other player each time")
		// S9: who holds R1 when all is dealt has the pyramid; if it is lost or in
		// the pyramid, the player to its right.
		by := tricks.Seat(1)
		if held(g, 0).Has(tricks.OneRing) {
			by = 0
		}
		require.Equal(t, by, g.View(0).Seats[2].By, "%s", pos.Deal)
		toPlay(t, g)
		require.Equal(t, "frodo", g.Character(g.State().Leader).ID)
		require.Equal(t, 12, g.Table().Tricks(), "N")
	}
}

// TestC16LostR1: Galadriel may take R1 where it is lost; Frodo leads all the same.
func TestC16LostR1(t *testing.T) {
	for seed := range uint64(400) {
		pos := dealOf(t, chapters.DealID{Chapter: "16", Players: 3, Seed: seed}.String())
		if pos.Lost[0] != tricks.OneRing {
			continue
		}
		g := gameOf(t, pos)
		for g.Stage() != chapters.StagePlay {
			if ask := g.Ask(); ask.Kind == chapters.Exchange && g.Character(ask.Seat).ID == "galadriel" {
				does(t, g, fmt.Sprintf("exchange %d>lost:%s", ask.Seat, offered(g).First()))
				require.True(t, held(g, ask.Seat).Has(tricks.OneRing), "K:galadriel")
				continue
			}
			apply(t, g, g.Options()[0])
		}
		require.Equal(t, "frodo", g.Character(g.State().Leader).ID)
		return
	}
	t.Fatal("R1 is never lost")
}

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

// L5: The Road Goes Ever On.

// TestL5Pool: Frodo and Gandalf are always there; so many gold characters, one of
// them burdened, and so many black ones; one gift, one rider, threats 1 to 7.
func TestL5Pool(t *testing.T) {
	lib := chapters.Default()
	road, err := lib.Chapter(chapters.Road)
	require.NoError(t, err)
	burdened, gifts, riders := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for players, want := range map[int][2]int{1: {5, 6}, 2: {4, 3}, 3: {4, 3}, 4: {5, 6}} {
		for seed := range uint64(120) {
			pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: players, Seed: seed}.String())
			gold, black, heavy := 0, 0, 0
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
				require.True(t, players > 1 && slices.Contains(pos.Pool, "samwise"), "nobody could win with Elrond there")
			}
		}
	}
	assert.Len(t, burdened, 7)
	assert.Len(t, gifts, 5)
	assert.Len(t, riders, 5)
}

// TestL5Colours: which characters are gold and which black.
func TestL5Colours(t *testing.T) {
	road, err := chapters.Default().Chapter(chapters.Road)
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"sam", "pippin", "merry", "aragorn", "boromir", "legolas", "gimli"}, road.Pool.Gold)
	assert.Len(t, road.Pool.Black, 17)
	for id, c := range chapters.Default().Characters {
		if !slices.Contains(road.Pool.Gold, id) && !slices.Contains(road.Pool.Black, id) && !c.Burdened {
			assert.Contains(t, []string{"frodo", "gandalf", "bilbo", "strider", "underhill", "haldir", "orophin-rumil", "gandalf-servant"}, id, "white, or always there")
		}
	}
}

// TestL5Frodo: he is taken every round by the holder of R1 and leads whatever
// other cards say; the lost card is optional, and the first who wants it gets it.
func TestL5Frodo(t *testing.T) {
	a := arrange(t, "roadp4s1").hand(2, "R1").lost("H8").cast("glorfindel", "elrond", "frodo", "tom")
	g := a.game()
	require.Equal(t, "lost 3", asked(g))
	require.Equal(t, "yes no", answers(g))
	does(t, g, "lost 3:no")
	backs(t, g, 3)
	does(t, g, "lost 0:yes")
	require.Equal(t, "exchange 0", asked(g))
	for range 6 { // a card to everyone and one back
		apply(t, g, g.Options()[0])
	}
	for g.Stage() == chapters.StageSetup {
		require.Equal(t, chapters.Give, g.Due().Kind, "Elrond's pass is no exchange: nobody declines it")
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, "play 2", asked(g))
	assert.Equal(t, 10, held(g, 0).Len())

	g = a.game()
	does(t, g, "lost 3:yes")
	backs(t, g, 3)
	for g.Stage() == chapters.StageSetup {
		require.NotEqual(t, chapters.TakeLost, g.Due().Kind, "it is gone")
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 10, held(g, 3).Len())
}

// TestL5Tom: he uses the lost card, not a barrow (C6); without one he has nothing left and fails.
func TestL5Tom(t *testing.T) {
	g := arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "tom", "merry", "sam").game()
	require.Equal(t, "lost 1", asked(g))
	does(t, g, "lost 1:no")
	toPlay(t, g)
	assert.Equal(t, 9, g.View(1).Seats[1].Cards)
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, "failed", status(t, g, "tom"))
}

// TestL5Rounds: rounds of the Road end when nobody has a card but who took the
// lost one, or after more tricks where Fatty is (T10).
func TestL5Rounds(t *testing.T) {
	for players := 1; players <= 4; players++ {
		for seed := range uint64(15) {
			pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: players, Seed: seed}.String())
			g := gameOf(t, pos)
			rng := rand.New(rand.NewPCG(seed, 7))
			for randomDecision(t, g, rng) {
			}
			require.Equal(t, "frodo", g.Character(holder(pos)).ID)
			left, fatty := 0, 0
			for s, seat := range g.View(0).Seats {
				left += seat.Cards
				if g.Character(tricks.Seat(s)).ID == "fatty" {
					fatty = 1
				}
			}
			require.LessOrEqual(t, left, 1, pos.Deal)
			tricksPlayed := map[bool]int{true: 9, false: 12}[len(pos.Hands) == 4] + fatty
			require.Len(t, g.History(), tricksPlayed, pos.Deal)
		}
	}
}
