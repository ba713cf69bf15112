package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// S9: two players and the pyramid.

// rowsSeen writes the pyramid as a player sees it: ?? is closed, -- empty.
func rowsSeen(g *chapters.Game, player tricks.Seat) string {
	var out []string
	for _, row := range g.View(player).Seats[2].Rows {
		var codes []string
		for _, c := range row {
			switch c {
			case chapters.Closed:
				codes = append(codes, "??")
			case tricks.NoCard:
				codes = append(codes, "--")
			default:
				codes = append(codes, c.String())
			}
		}
		out = append(out, strings.Join(codes, " "))
	}
	return strings.Join(out, " / ")
}

// TestS9Shapes: what lies open of a pyramid of 12, 9 and 14 cards, and that its
// bottom row is its hand. Both players see the same. Q5f, Q6f, Q14f, Q17d.
func TestS9Shapes(t *testing.T) {
	for _, c := range []struct{ rule, deal, cast, rows, seen, hand string }{
		{"S9", "c03p2s1", "frodo maggot gildor", "H1 H2 H3|H4 H5 H6 H7|S1 S2 S3 S4 S5", "H1 ?? H3 / ?? ?? ?? ?? / S1 S2 S3 S4 S5", "S12345"},
		{"C5", "c05p2s1", "frodo tom merry", "H1 H2|H3 H4 H5|S1 S2 S3 S4", "?? ?? / ?? ?? ?? / S1 S2 S3 S4", "S1234"},
		{"C6", "c06p2s1", "frodo tom goldberry", "H1 H2|H3 H4 H5|S1 S2 S3 S4", "?? ?? / ?? ?? ?? / S1 S2 S3 S4", "S1234"}, // before Goldberry acts
		{"C14", "c14bp2s1", "frodo gandalf-servant merry", "H1 H2|H3 H4 H5|M1 M2 M3 M4", "?? ?? / ?? ?? ?? / M1 M2 M3 M4", "M1234"},
		{"C17", "c17p2s1", "frodo boromir merry", "H1 H2|H3 H4 H5|M1 M2 M3 M4|S1 S2 S3 S4 S5", "?? ?? / H3 ?? H5 / ?? ?? ?? ?? / S1 S2 S3 S4 S5", "S12345"},
		{"C18", "c181p2s1", "frodo boromir-denethor samwise", "H1 H2|H3 H4 H5|M1 M2 M3 M4|S1 S2 S3 S4 S5", "?? ?? / H3 ?? H5 / ?? ?? ?? ?? / S1 S2 S3 S4 S5", "S12345"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			g := arrange(t, c.deal).hand(0, "R1").lost(map[bool]string{true: "", false: "H8"}[c.rule == "C6"]).
				rows(strings.Split(c.rows, "|")...).cast(strings.Fields(c.cast)...).game()
			for p := range tricks.Seat(2) {
				assert.Equal(t, c.seen, rowsSeen(g, p))
				assert.Equal(t, c.hand, g.View(p).Seats[2].Hand.String())
			}
		})
	}
}

// TestS9ControlEverywhere: whoever was dealt R1 decides for the pyramid, or the player to
// its right where it was dealt R1 itself, in every chapter and for every decision;
// passing R1 on changes nothing.
func TestS9ControlEverywhere(t *testing.T) {
	for _, id := range dealsFor(2) {
		for seed := range uint64(8) {
			id.Seed = seed
			pos := dealOf(t, id.String())
			if len(pos.Staged) > 0 {
				continue // C16 has its own test
			}
			want := holder(pos)
			if want == pos.Pyramid {
				want = 1
			}
			g := gameOf(t, pos)
			rng := rand.New(rand.NewPCG(seed, 9))
			for ask := g.Ask(); ask != nil; ask = g.Ask() {
				by := ask.Seat
				if by == pos.Pyramid {
					by = want
				}
				require.Equal(t, by, ask.By, "%s: %s", pos.Deal, ask.Kind)
				require.Equal(t, []tricks.Seat{by, by}, []tricks.Seat{g.Due().By, g.Decides(ask.Seat)}, "%s: %s", pos.Deal, ask.Kind)
				randomDecision(t, g, rng)
			}
			require.Equal(t, tricks.NoSeat, g.Due().By, "the round is over")
		}
	}
	g := arrange(t, "c07p2s1").hand(0, "R1").cast("barliman", "underhill", "sam").game()
	does(t, g, "exchange 0>1:R1", "return 1>0:"+held(g, 1).First().String())
	assert.Equal(t, tricks.Seat(0), g.View(0).Seats[2].By, "R1 was dealt to seat 0")
}

// TestS9R1InThePyramid: it takes the part of the holder of R1: Frodo, or where
// he is not, the first pick and the first action (S7).
func TestS9R1InThePyramid(t *testing.T) {
	for _, row := range []string{"- - -|- - - -|R1", "- - -|- R1|-", "- R1|-|-"} {
		rows := strings.Split(row, "|")
		g := arrange(t, "c02p2s1").rows(rows...).game()
		require.Equal(t, "frodo", g.Character(2).ID, row)
		assert.Equal(t, "draft 0", asked(g), "from the left of Frodo")
		does(t, g, "draft 0:sam", "draft 1:merry")
		toPlay(t, g)
		assert.Equal(t, "play 2 by 1", asked(g), "Frodo leads")

		g = arrange(t, "c07p2s1").rows(rows...).game()
		assert.Equal(t, "draft 2 by 1", asked(g))
		does(t, g, "draft 2:sam", "draft 0:underhill", "draft 1:barliman")
		assert.Equal(t, "exchange 1", asked(g), "Sam has nobody to exchange with; he acted first")
	}
}

// uncovered is a test's own idea of a pyramid: the cards nothing lies over, given
// those that are still there.
func uncovered(rows [][]tricks.Card, extra, held tricks.Set) tricks.Set {
	out := extra & held
	for r, row := range rows {
		for i, c := range row {
			if c == tricks.NoCard || !held.Has(c) {
				continue
			}
			free := true
			if r+1 < len(rows) {
				for _, over := range rows[r+1][i : i+2] {
					free = free && (over == tricks.NoCard || !held.Has(over))
				}
			}
			if free {
				out |= c.Bit()
			}
		}
	}
	return out
}

// TestS9Play plays random rounds of every chapter: at the start of each trick the
// pyramid's hand is what lies uncovered, within the trick nothing joins it, only
// the hand counts for T4 and T6, and all of it is seen by both players.
func TestS9Play(t *testing.T) {
	for _, id := range dealsFor(2) {
		for seed := range uint64(6) {
			id.Seed = seed
			name := id.String()
			g := gameOf(t, dealOf(t, name))
			rng := rand.New(rand.NewPCG(seed, 4))
			for g.Stage() != chapters.StagePlay {
				randomDecision(t, g, rng)
			}
			switch g.Character(2).ID {
			case "radagast", "shadowfax", "gandalf-servant":
				continue // their cards and freedoms have tests of their own
			}
			if g.MaySwap() {
				continue // Sting moves cards
			}
			first, err := g.FirstTrick()
			require.NoError(t, err)
			rows, extra := first.Hands[2].Rows, first.Hands[2].Extra
			for !g.Over() {
				state := g.State()
				hand := uncovered(rows, extra, state.Held[2]|state.Trick&first.Hands[2].Owned())
				hand &= state.Held[2]
				require.Equal(t, hand, state.Hand[2], "%s: %s", name, rowsSeen(g, 0))
				for p := range tricks.Seat(2) {
					require.Equal(t, hand, g.View(p).Seats[2].Hand, name)
					require.Zero(t, hand&^g.View(p).Seats[2].Open, name)
				}
				if ask := g.Ask(); ask.Kind == chapters.PlayCard && ask.Seat == 2 {
					want := hand
					switch follow := hand.Of(min(state.Led, tricks.Rivers)); {
					case state.Led == tricks.NoSuit && !state.RingsBroken && hand&^tricks.SuitSet(tricks.Rings) != 0:
						want &^= tricks.SuitSet(tricks.Rings)
					case state.Led != tricks.NoSuit && follow != 0:
						want = follow
					}
					if !strings.Contains(fmt.Sprint(g.View(0).Seats[2].Gift), "glamdring") || len(g.History()) > 0 {
						require.Equal(t, want, offered(g), name)
					}
				}
				randomDecision(t, g, rng)
			}
		}
	}
}

// TestS9CoveredDoNotCount: covered cards are not there for T4 and T6.
func TestS9CoveredDoNotCount(t *testing.T) {
	g := gameOf(t, read(t, `
players: 2
lost: []
leader: 0
pyramid: 2
hands:
- {cards: "H1 M1 F1"}
- {cards: "H2 M2 F2"}
- {rows: ["H8", "R4 S5"]}
`))
	plays(t, g, "0:H1 1:H2")
	assert.Equal(t, "S5 R4", offered(g).String(), "T4: H8 is covered")
	refuses(t, g, "S9", "play 2:H8")
	g = gameOf(t, read(t, `
players: 2
lost: []
leader: 2
pyramid: 2
hands:
- {cards: "H1 M1 F1"}
- {cards: "H2 M2 F2"}
- {rows: ["H8", "R4 R5"]}
`))
	assert.Equal(t, "R45", offered(g).String(), "T6: nothing but Rings in its hand")
}

// TestS9Exchange: only what lies uncovered in the bottom row can be exchanged;
// what is received takes the place of what is given.
func TestS9Exchange(t *testing.T) {
	a := arrange(t, "c02p2s1").hand(0, "R1").hand(1, "M1").rows("H1 H2 H3", "H4 H5 H6 H7", "S1 S2 S3 S4 S5").threats(4)
	g := a.cast("frodo", "merry", "sam").game()
	does(t, g, "exchange 1>2:M1")
	require.Equal(t, "return 2 by 0", asked(g))
	assert.Equal(t, "M1 S12345", offered(g).String(), "the card received, too")
	refuses(t, g, "S9", "return 2>1:H1")
	does(t, g, "return 2>1:S3")
	assert.Equal(t, "H1 ?? H3 / ?? ?? ?? ?? / S1 S2 M1 S4 S5", rowsSeen(g, 1))
	require.Equal(t, "exchange 2 by 0", asked(g))
	assert.Equal(t, "M1 S1245", offered(g).String())
	does(t, g, "exchange 2>1:S5", "return 1>2:S5")
	assert.Equal(t, "H1 ?? H3 / ?? ?? ?? ?? / S1 S2 M1 S4 S5", rowsSeen(g, 0), "the same card may come back")
}

// TestS9Fatty: a pyramid that gives two neighbours away uncovers a card: it opens
// at the end of setup, and its places stay empty (C4).
func TestS9Fatty(t *testing.T) {
	g := arrange(t, "c04p2s1").hand(0, "R1").rows("H1 H2 H3", "H4 H5 H6 H7", "S1 S2 S3 S4 S5").cast("frodo", "merry", "fatty").game()
	for asked(g) != "give 2 by 0" {
		apply(t, g, g.Options()[0])
	}
	row := g.View(0).Seats[2].Rows[2]
	does(t, g, "give 2>0:"+row[0].String())
	assert.Equal(t, 4, offered(g).Len())
	does(t, g, "give 2>1:"+row[1].String())
	require.Equal(t, chapters.StagePlay, g.Stage())
	assert.Contains(t, rowsSeen(g, 1), "H1 ?? H3 / H4 ?? ?? ?? / -- --")
	assert.Equal(t, 4, g.View(1).Seats[2].Hand.Len(), "three of the bottom row and the one that opened")
}

// TestS9Added: cards added to the pyramid lie open beside the bottom row, cover
// nothing, and are in its hand.
func TestS9Added(t *testing.T) {
	for _, c := range []struct{ rule, deal, cast, lost, side, want string }{
		{"K:gandalf", "c01p2s1", "frodo bilbo gandalf", "H8", "", "H8"},
		{"C5", "c05p2s1", "frodo merry tom", "H8 R2", "", "H8 R2"},
		{"Q6g", "c06p2s1", "frodo goldberry tom", "", "F1 F2 F3 F4 F5", "F12345"},
		{"C14", "c14bp2s1", "frodo merry gandalf-servant", "H8 R2", "", "H8 R2"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			a := arrange(t, c.deal).hand(0, "R1").lost(c.lost)
			if c.side != "" {
				a.side("barrow", c.side)
			}
			g := a.cast(strings.Fields(c.cast)...).game()
			for g.Stage() == chapters.StageSetup && (g.Ask().Seat != 2 || g.Ask().Kind != chapters.Exchange) {
				apply(t, g, g.Options()[0])
			}
			for p := range tricks.Seat(2) {
				v := g.View(p).Seats[2]
				assert.Equal(t, c.want, v.Extra.String())
				assert.Equal(t, v.Extra, v.Extra&v.Hand&v.Open)
			}
			if g.Stage() == chapters.StageSetup {
				assert.Equal(t, tricks.SetOf(cardsOf(t, c.want)...), offered(g)&tricks.SetOf(cardsOf(t, c.want)...), "and can be exchanged")
			}
		})
	}
}

// TestC4GiftToThePyramid: Fatty's gift to the pyramid lies beside it.
func TestC4GiftToThePyramid(t *testing.T) {
	g := arrange(t, "c04p2s1").hand(0, "R1").hand(1, "H8").cast("frodo", "fatty", "merry").game()
	does(t, g, "give 1>2:H8")
	apply(t, g, g.Options()[0])
	assert.Equal(t, "H8", g.View(0).Seats[2].Extra.String())
	assert.True(t, offered(g).Has(cardOf(t, "H8")), "Merry may exchange it")
}

// TestC6GoldberryPyramid: all her cards are open, but the upper five are covered
// and cannot be played (Q6f).
func TestC6GoldberryPyramid(t *testing.T) {
	g := arrange(t, "c06p2s1").hand(0, "R1").rows("H1 H2", "H3 H4 H5", "S1 S2 S3 S4").cast("frodo", "tom", "goldberry").game()
	toPlay(t, g)
	for g.Ask().Seat != 2 {
		apply(t, g, g.Options()[0])
	}
	for p := range tricks.Seat(2) {
		v := g.View(p).Seats[2]
		assert.Equal(t, 9, v.Open.Len())
		assert.Equal(t, 4, v.Hand.Len())
	}
	refuses(t, g, "S9", "play 2:H1")
}

// TestC10Pyramid: both humans choose before the pyramid's card is chosen, one of
// its five open ones; what comes takes its place (Q10c).
func TestC10Pyramid(t *testing.T) {
	for _, cast := range []string{"elrond bilbo-baggins arwen", "arwen bilbo-baggins elrond"} {
		g := arrange(t, "c10p2s1").hand(0, "R1 M1").hand(1, "M2").rows("H1 H2 H3", "H4 H5 H6 H7", "S1 S2 S3 S4 S5").
			cast(strings.Fields(cast)...).game()
		for g.Due().Kind != chapters.Give {
			apply(t, g, g.Options()[0])
		}
		order := []tricks.Seat{}
		for g.Due().Kind == chapters.Give && len(order) < 3 {
			s := g.Ask().Seat
			order = append(order, s)
			switch s {
			case 0:
				does(t, g, "give 0>2:M1")
			case 1:
				does(t, g, "give 1>0:M2")
			default:
				assert.Equal(t, 5, offered(g).Len())
				assert.False(t, g.View(0).Seats[2].Open.Has(cardOf(t, "M1")), "nothing has come yet")
				does(t, g, "give 2>1:"+offered(g).First().String())
			}
		}
		assert.Equal(t, tricks.Seat(2), order[2], cast)
		assert.Contains(t, rowsSeen(g, 1), "M1", cast)
	}
}

// TestC12Pyramid: Shadowfax and Radagast put cards of the bottom row away; what
// they uncovered opens at the end of setup.
func TestC12Pyramid(t *testing.T) {
	a := arrange(t, "c12p2s1").hand(0, "R1").rows("H1 H2 H3", "H4 H5 H6 H7", "S1 S2 S3 S4 S5")
	g := a.cast("gandalf", "gwaihir", "radagast").game()
	for asked(g) != "last 2 by 0" {
		apply(t, g, g.Options()[0])
	}
	bottom := offered(g)
	require.Equal(t, 5, bottom.Len())
	row := g.View(0).Seats[2].Rows[2]
	does(t, g, "last 2:"+row[0].String())
	assert.Equal(t, 4, offered(g).Len())
	does(t, g, "first 2:"+row[1].String())
	for g.Stage() == chapters.StageSetup {
		assert.False(t, g.Ask().Seat == 2 && offered(g).Has(cardOf(t, "H4")), "opens at the end of setup")
		apply(t, g, g.Options()[0])
	}
	v := g.View(1).Seats[2]
	assert.Equal(t, "H4", v.Rows[1][0].String(), "nothing lies over it any more")
	assert.True(t, v.Hand.Has(cardOf(t, "H4")))

	g = a.cast("gandalf", "gwaihir", "shadowfax").game()
	for asked(g) != "tuck 2 by 0" {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "tuck 2:"+offered(g).First().String())
	toPlay(t, g)
	v = g.View(1).Seats[2]
	assert.Equal(t, chapters.Closed, v.Tucked)
	assert.Equal(t, 4, v.Hand.Len())
}

// TestC17GaladrielPyramid: the lost card takes the place of the one put down.
func TestC17GaladrielPyramid(t *testing.T) {
	g := arrange(t, "c17p2s1").hand(0, "R1").lost("H8").rows("H1 H2", "H3 H4 H5", "M1 M2 M3 M4", "S1 S2 S3 S4 S5").
		cast("frodo", "merry", "galadriel").game()
	for g.Ask().Seat != 2 {
		apply(t, g, g.Options()[0])
	}
	does(t, g, "exchange 2>lost:"+g.View(0).Seats[2].Rows[3][1].String())
	assert.Equal(t, "H8", g.View(1).Seats[2].Rows[3][1].String())
}
