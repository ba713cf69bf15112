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
