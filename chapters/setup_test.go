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

func cardOf(t testing.TB, code string) tricks.Card {
	t.Helper()
	c, err := tricks.ParseCard(code)
	require.NoError(t, err)
	return c
}

// withLost changes a deal so that this card is the lost one.
func withLost(t testing.TB, pos chapters.Position, code string) chapters.Position {
	t.Helper()
	pos = relabel(pos, cardOf(t, code), pos.Lost[0])
	return pos
}

// held returns the cards of a seat as its own player sees them.
func held(g *chapters.Game, s tricks.Seat) tricks.Set {
	v := g.View(g.View(s).Seats[s].By)
	return v.Seats[s].Open
}

func seatOf(t testing.TB, g *chapters.Game, id string) tricks.Seat {
	t.Helper()
	for s := range tricks.Seat(g.Seats()) {
		if c := g.Character(s); c != nil && c.ID == id {
			return s
		}
	}
	t.Fatalf("nobody took %s", id)
	return tricks.NoSeat
}

// logLines writes a log in short: "draws 3", "takes lost F4" and so on.
func logLines(v chapters.View) string {
	var out []string
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.DrewThreat:
			out = append(out, fmt.Sprintf("%d draws %d", e.Seat, e.Number))
		case chapters.RejectedThreat:
			out = append(out, fmt.Sprintf("%d sets %d aside", e.Seat, e.Number))
		case chapters.TookLost:
			out = append(out, fmt.Sprintf("%d takes %s", e.Seat, e.Card))
		case chapters.Passed:
			out = append(out, fmt.Sprintf("%d passes %s to %d", e.Seat, e.Card, e.To))
		case chapters.Returned:
			out = append(out, fmt.Sprintf("%d returns %s to %d", e.Seat, e.Card, e.To))
		case chapters.Gave:
			out = append(out, fmt.Sprintf("%d gives %s to %d", e.Seat, e.Card, e.To))
		case chapters.Declined:
			out = append(out, fmt.Sprintf("%d declines", e.Seat))
		case chapters.DrewCards:
			out = append(out, fmt.Sprintf("%d gets %d cards", e.Seat, e.Number))
		}
	}
	return strings.Join(out, ", ")
}

// TestS5Order: setup goes clockwise from the left of Frodo, who is last.
func TestS5Order(t *testing.T) {
	for seed := range uint64(8) {
		pos := dealOf(t, chapters.DealID{Chapter: "2", Players: 4, Seed: seed}.String())
		g := gameOf(t, pos)
		r1 := holder(pos)
		draft(t, g, "sam", "pippin", "merry")
		var acted []tricks.Seat
		for g.Stage() == chapters.StageSetup {
			if ask := g.Ask(); ask.Kind == chapters.Exchange {
				acted = append(acted, ask.Seat)
			}
			apply(t, g, g.Ask().Options[0])
		}
		assert.Equal(t, []tricks.Seat{(r1 + 1) % 4, (r1 + 2) % 4, (r1 + 3) % 4}, acted)
		assert.Equal(t, r1, g.State().Leader, "S7: Frodo leads")
	}
}

// TestS6Exchange follows one exchange in full.
func TestS6Exchange(t *testing.T) {
	pos := dealOf(t, "c02p3s5")
	g := gameOf(t, pos)
	frodo := holder(pos)
	draft(t, g, "sam", "merry")
	sam, merry := seatOf(t, g, "sam"), seatOf(t, g, "merry")
	ask := g.Ask()
	require.Equal(t, sam, ask.Seat)
	require.Len(t, ask.Options, 24, "12 cards to Frodo or Merry; Pippin is not in play")
	for _, d := range ask.Options {
		require.Contains(t, []tricks.Seat{frodo, merry}, d.To)
	}
	out := pos.Hands[sam].Cards.First()
	pass := chapters.Decision{Kind: chapters.Exchange, Seat: sam, To: frodo, Move: tricks.Move{Card: out}}

	none := pass
	none.To = tricks.NoSeat
	require.ErrorContains(t, g.Apply(none), "has to exchange a card (S6)", "outside solo it is compulsory")
	self := pass
	self.To = sam
	require.ErrorContains(t, g.Apply(self), "may not exchange with seat", "not with himself")
	foreign := pass
	foreign.Card = pos.Hands[merry].Cards.First()
	require.ErrorContains(t, g.Apply(foreign), "does not hold")

	apply(t, g, pass)
	ask = g.Ask()
	require.Equal(t, chapters.Return, ask.Kind)
	require.Equal(t, frodo, ask.Seat)
	require.Len(t, ask.Options, 12, "his 12 and the card received, without R1")
	require.Contains(t, ask.Options, chapters.Decision{Kind: chapters.Return, Seat: frodo, To: sam, Move: tricks.Move{Card: out}}, "the same card may come back")
	keep := chapters.Decision{Kind: chapters.Return, Seat: frodo, To: sam, Move: tricks.Move{Card: tricks.OneRing}}
	require.EqualError(t, g.Apply(keep), "frodo may not pass on R1 (S6)")
	require.Contains(t, refused(ask), keep)
	assert.True(t, held(g, frodo).Has(out), "he takes it in hand and looks")
	assert.Equal(t, 11, held(g, sam).Len())

	same := g.Clone()
	apply(t, same, chapters.Decision{Kind: chapters.Return, Seat: frodo, To: sam, Move: tricks.Move{Card: out}})
	assert.Equal(t, pos.Hands[sam].Cards, held(same, sam))
	assert.Equal(t, pos.Hands[frodo].Cards, held(same, frodo))

	back := (pos.Hands[frodo].Cards &^ tricks.OneRing.Bit()).First()
	apply(t, g, chapters.Decision{Kind: chapters.Return, Seat: frodo, To: sam, Move: tricks.Move{Card: back}})
	assert.Equal(t, pos.Hands[sam].Cards&^out.Bit()|back.Bit(), held(g, sam))
	assert.Equal(t, pos.Hands[frodo].Cards&^back.Bit()|out.Bit(), held(g, frodo))
	assert.Equal(t, merry, g.Ask().Seat, "Merry is next")

	assert.Contains(t, logLines(g.View(sam)), fmt.Sprintf("%d passes %s to %d, %d returns %s to %d", sam, out, frodo, frodo, back, sam))
	assert.Contains(t, logLines(g.View(merry)), fmt.Sprintf("%d passes - to %d, %d returns - to %d", sam, frodo, frodo, sam), "S11")
}

// TestS6NoPartner: without a named character in play there is no exchange.
func TestS6NoPartner(t *testing.T) {
	g := gameOf(t, dealOf(t, "c03p3s2"))
	draft(t, g, "maggot", "gildor")
	ask := g.Ask()
	require.Equal(t, seatOf(t, g, "gildor"), ask.Seat, "Maggot's partners Merry and Pippin were not taken")
	for _, d := range ask.Options {
		require.Equal(t, seatOf(t, g, "frodo"), d.To)
	}
}

// TestKGandalf: he takes the lost card first, then exchanges, and keeps one card.
func TestKGandalf(t *testing.T) {
	pos := dealOf(t, "c01p3s3")
	g := gameOf(t, pos)
	draft(t, g, "gandalf", "bilbo")
	gandalf := seatOf(t, g, "gandalf")
	assert.True(t, held(g, gandalf).Has(pos.Lost[0]))
	assert.Empty(t, g.View(0).Lost)
	ask := g.Ask()
	require.Equal(t, gandalf, ask.Seat)
	require.Len(t, ask.Options, 13, "he may pass on the lost card at once")
	for range 2 {
		apply(t, g, g.Ask().Options[0])
	}
	require.Equal(t, chapters.StagePlay, g.Stage())
	require.Equal(t, 12, g.Table().Tricks(), "N")
}

// TestS8Redraw: with H3 lost, Sam draws another number for 3, unless Gandalf
// has taken the lost card or may still take it.
func TestS8Redraw(t *testing.T) {
	for _, c := range []struct {
		name, lost string
		threats    []int
		picks      []string // from the left of Frodo
		log        string   // at the end of setup, Sam's part
		threat     int
	}{
		{"redrawn", "H3", []int{3, 1, 4, 2}, []string{"sam", "merry", "pippin"}, "sets 3 aside, 1 draws 1", 1},
		{"Gandalf may still take it", "H3", []int{3, 1, 4, 2}, []string{"sam", "gandalf", "merry"}, "1 draws 3", 3},
		{"Gandalf has it", "H3", []int{3, 1, 4, 2}, []string{"gandalf", "sam", "merry"}, "2 draws 3", 3},
		{"another suit is lost", "M3", []int{3, 1, 4, 2}, []string{"sam", "merry", "pippin"}, "1 draws 3", 3},
		{"another number is drawn", "H3", []int{4, 3, 1, 2}, []string{"sam", "merry", "pippin"}, "1 draws 4", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pos chapters.Position
			for seed := uint64(0); ; seed++ { // a deal with R1 at seat 0 keeps the seats readable
				pos = dealOf(t, chapters.DealID{Chapter: "2", Players: 4, Seed: seed}.String())
				if holder(pos) == 0 {
					break
				}
			}
			pos = withLost(t, pos, c.lost)
			pos.Threats = c.threats
			g := gameOf(t, pos)
			draft(t, g, c.picks...)
			for g.Stage() == chapters.StageSetup {
				apply(t, g, g.Ask().Options[0])
			}
			v := g.View(0)
			assert.Contains(t, logLines(v), c.log)
			assert.Equal(t, c.threat, v.Seats[seatOf(t, g, "sam")].Threat)
		})
	}
}

// TestS8DeckRunsOut: a deck of one number, which the lost card makes impossible,
// is no reason to stop: what was set aside has to do.
func TestS8DeckRunsOut(t *testing.T) {
	lib := ownLibrary(t, map[string]string{"chapters/c20.yaml": strings.Replace(withoutFrodo, "[1, 2]", "[5]", 1)})
	pos, err := lib.Deal(chapters.DealID{Chapter: "20", Players: 4, Seed: 1})
	require.NoError(t, err)
	pos = withLost(t, pos, "H5")
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	draft(t, g, "sam", "bilbo", "merry", "pippin")
	require.Equal(t, 5, g.View(0).Seats[seatOf(t, g, "sam")].Threat)
}

// TestC4Fatty holds hands, empty places and numbers of tricks to C4 and N.
func TestC4Fatty(t *testing.T) {
	lastCardWins := 0
	defer func() { require.Positive(t, lastCardWins) }()
	for players := 1; players <= 4; players++ {
		t.Run(fmt.Sprintf("players %d", players), func(t *testing.T) {
			for seed := range uint64(12) {
				pos := dealOf(t, chapters.DealID{Chapter: "4", Players: players, Seed: seed}.String())
				g := gameOf(t, pos)
				rng := rand.New(rand.NewPCG(seed, 0))
				for g.Stage() == chapters.StageDraft {
					randomDecision(t, g, rng)
				}
				fatty := seatOf(t, g, "fatty")
				var receivers []tricks.Seat
				for g.Stage() == chapters.StageSetup {
					ask := g.Ask()
					if ask.Kind == chapters.Give {
						receivers = append(receivers, ask.Options[0].To)
						for _, d := range ask.Options {
							require.Equal(t, ask.Options[0].To, d.To)
						}
						wrong := ask.Options[0]
						wrong.To = ask.Seat
						require.ErrorContains(t, g.Apply(wrong), "(C4)")
					}
					randomDecision(t, g, rng)
				}
				n := tricks.Seat(g.Seats())
				want := []tricks.Seat{(fatty + 1) % n, (fatty + 2) % n, (fatty + 3) % n}[:n-1]
				require.Equal(t, want, receivers, "one card to everyone else")

				own, others, all := 6, 10, 10
				if players == 2 || players == 3 {
					own, others, all = 10, 13, 13
				}
				table := g.Table()
				require.Equal(t, all, table.Tricks(), "N")
				for s := range n {
					count := others
					if s == fatty {
						count = own
					}
					require.Equal(t, count, table.Owned[s].Len(), "seat %d", s)
					for trick := range table.Tricks() {
						require.Equal(t, trick < count, table.Playing(trick).Has(s), "seat %d in trick %d", s, trick)
					}
				}
				v := g.View(0)
				if players == 1 {
					require.Equal(t, 15, v.PileLeft, "C4: the pile after Fatty's 5 cards")
					require.Equal(t, 6, v.Seats[fatty].Cards)
					require.Equal(t, 5, v.Seats[(fatty+1)%4].Cards)
				}
				if players == 2 && fatty == pos.Pyramid {
					empty := 0
					for _, row := range v.Seats[fatty].Rows {
						for _, c := range row {
							if c == tricks.NoCard {
								empty++
							}
						}
					}
					require.Equal(t, 2, empty, "S9: places of cards given away stay empty")
				}
				if players == 2 && fatty != pos.Pyramid {
					require.Equal(t, 1, v.Seats[pos.Pyramid].Extra.Len(), "S9: Fatty's gift lies beside the bottom row")
				}
				for randomDecision(t, g, rng) {
					state := g.State()
					if n := len(g.History()); n == own && state.Trick == 0 && g.History()[n-1].Winner == fatty {
						lastCardWins++
						require.Equal(t, (fatty+1)%tricks.Seat(g.Seats()), state.Leader, "T9: Fatty's last card won")
					}
				}
			}
		})
	}
}

// TestS10Solo: R1 lies in a hand of four, all hands are open, at most one
// character exchanges, and each trick brings each hand a card.
func TestS10Solo(t *testing.T) {
	for _, chapter := range []string{"1", "2", "3"} {
		for seed := range uint64(6) {
			pos := dealOf(t, chapters.DealID{Chapter: chapter, Players: 1, Seed: seed}.String())
			require.Equal(t, tricks.Seat(0), holder(pos))
			require.Len(t, pos.Pile, 20)
			g := gameOf(t, pos)
			require.Equal(t, "frodo", g.Character(0).ID)
			rng := rand.New(rand.NewPCG(seed, 1))
			exchanged := tricks.NoSeat
			for g.Stage() != chapters.StagePlay {
				ask := g.Ask()
				require.Equal(t, tricks.Seat(0), ask.By, "one player decides everything")
				if ask.Kind == chapters.Exchange {
					require.True(t, exchanged == tricks.NoSeat || exchanged == ask.Seat, "one character's exchange a round")
					none := slices.IndexFunc(ask.Options, func(d chapters.Decision) bool { return d.To == tricks.NoSeat })
					require.GreaterOrEqual(t, none, 0, "none is fine")
				}
				d := ask.Options[rng.IntN(len(ask.Options))]
				if d.Kind == chapters.Exchange && d.To != tricks.NoSeat {
					exchanged = d.Seat
				}
				apply(t, g, d)
			}
			v := g.View(0)
			require.Equal(t, 20, v.PileLeft)
			require.Equal(t, 9, v.Tricks, "N")
			for s := range 4 {
				count := 4
				if v.Seats[s].Character.ID == "gandalf" {
					count = 5
				}
				require.Equal(t, count, v.Seats[s].Cards)
				require.Equal(t, count, v.Seats[s].Open.Len(), "all hands are visible")
			}
			for trick := 1; trick <= 5; trick++ {
				had := [4]tricks.Set{}
				for s := range had {
					had[s] = g.View(0).Seats[s].Open
				}
				for range 4 {
					randomDecision(t, g, rng)
				}
				v := g.View(0)
				require.Equal(t, 20-4*trick, v.PileLeft)
				last := v.History[trick-1]
				for s := range had {
					next := pos.Pile[4*(trick-1)+s]
					require.Equal(t, had[s]&^last.Card[s].Bit()|next.Bit(), v.Seats[s].Open, "seat 0 first, then clockwise")
				}
			}
		}
	}
}

// TestS10OneExchange: after one character has exchanged, no other is asked.
func TestS10OneExchange(t *testing.T) {
	g := gameOf(t, dealOf(t, "c02p1s1"))
	draft(t, g, "sam", "merry", "pippin")
	decline := func(s tricks.Seat) chapters.Decision {
		return chapters.Decision{Kind: chapters.Exchange, Seat: s, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
	}
	h := g.Clone()
	apply(t, h, decline(1), decline(2), decline(3))
	assert.Equal(t, chapters.StagePlay, h.Stage(), "declining leaves it to the next")
	assert.Contains(t, logLines(h.View(0)), "1 declines, 2 declines, 3 declines")
	apply(t, g, decline(1))
	require.Equal(t, tricks.Seat(2), g.Ask().Seat)
	apply(t, g, g.Ask().Options[0])
	apply(t, g, g.Ask().Options[0])
	assert.Equal(t, chapters.StagePlay, g.Stage())
}

// TestS9Control: who holds R1 controls the pyramid; if it holds R1 itself, the
// player to its right does, and it takes Frodo.
func TestS9Control(t *testing.T) {
	held := map[tricks.Seat]int{}
	for seed := range uint64(30) {
		pos := dealOf(t, chapters.DealID{Chapter: "2", Players: 2, Seed: seed}.String())
		require.Equal(t, tricks.Seat(2), pos.Pyramid)
		r1 := holder(pos)
		held[r1]++
		by := r1
		if r1 == 2 {
			by = 1
		}
		g := gameOf(t, pos)
		require.Equal(t, "frodo", g.Character(r1).ID)
		rng := rand.New(rand.NewPCG(seed, 2))
		for ask := g.Ask(); ask != nil; ask = g.Ask() {
			want := ask.Seat
			if ask.Seat == 2 {
				want = by
			}
			require.Equal(t, want, ask.By, "%s", ask.Kind)
			require.Equal(t, ask, g.View(want).Ask)
			require.Nil(t, g.View(1-want).Ask)
			randomDecision(t, g, rng)
		}
		require.Equal(t, 12, g.Table().Tricks(), "N")
	}
	require.Len(t, held, 3, "all three cases came up")
}

// pyramidGame is a round of two with a pyramid as it is printed, R1 at seat 0.
func pyramidGame(t testing.TB) *chapters.Game {
	t.Helper()
	return gameOf(t, read(t, `
chapter: 1
players: 2
lost: [H1]
stage: setup
pyramid: 2
hands:
- {character: frodo, cards: "H2345678 M12 R123"}
- {character: bilbo, cards: "M345678 F123456"}
- {character: pippin, rows: ["F7 F8 S1", "S2 S3 S4 S5", "S6 S7 S8 R4 R5"]}
`))
}

// TestS9Open: the outer two of the top row and the bottom row are open, the
// rest opens when it is uncovered and the trick or setup has ended.
func TestS9Open(t *testing.T) {
	g := pyramidGame(t)
	rows := func(g *chapters.Game, player tricks.Seat) string {
		var out []string
		for _, row := range g.View(player).Seats[2].Rows {
			var codes []string
			for _, c := range row {
				code := c.String()
				if c == chapters.Closed {
					code = "??"
				}
				codes = append(codes, code)
			}
			out = append(out, strings.Join(codes, " "))
		}
		return strings.Join(out, " / ")
	}
	for p := range tricks.Seat(2) {
		assert.Equal(t, "F7 ?? S1 / ?? ?? ?? ?? / S6 S7 S8 R4 R5", rows(g, p))
		v := g.View(p).Seats[2]
		assert.Equal(t, "S678 R45", v.Hand.String())
		assert.Equal(t, "F7 S1678 R45", v.Open.String())
		assert.Equal(t, 12, v.Cards)
	}
	ask := g.Ask()
	require.Equal(t, tricks.Seat(2), ask.Seat, "Pippin is the pyramid; Bilbo has no action")
	require.Len(t, ask.Options, 5, "only uncovered cards can be exchanged")
	require.ErrorContains(t, g.Apply(decision(t, chapters.Exchange, "2>0:F7")), "it is covered (S9)")

	apply(t, g, decision(t, chapters.Exchange, "2>0:S7"))
	assert.Equal(t, "F7 ?? S1 / ?? ?? ?? ?? / S6 - S8 R4 R5", rows(g, 1))
	apply(t, g, decision(t, chapters.Return, "0>2:H2"))
	assert.Equal(t, "F7 ?? S1 / ?? ?? ?? ?? / S6 H2 S8 R4 R5", rows(g, 1), "the card received takes the place of the one given")

	plays := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			apply(t, g, decision(t, chapters.PlayCard, text))
		}
	}
	plays("0:S7", "1:M3")
	assert.Len(t, g.Ask().Options, 2, "S6 and S8 follow; the covered Shadows do not count (T4)")
	plays("2:S6")
	assert.Equal(t, "F7 ?? S1 / ?? ?? ?? ?? / - H2 S8 R4 R5", rows(g, 1), "one card still covers the first of the middle row")
	plays("0:H3", "1:M4")
	assert.Len(t, g.Ask().Options, 1, "H2 must follow")
	plays("2:H2")
	assert.Equal(t, "F7 ?? S1 / S2 ?? ?? ?? / - - S8 R4 R5", rows(g, 1), "uncovered, and open now that the trick has ended")
	assert.Equal(t, "S28 R45", g.View(1).Seats[2].Hand.String())
}

func decision(t testing.TB, kind chapters.Kind, text string) chapters.Decision {
	t.Helper()
	d, err := chapters.ParseDecision(kind, text)
	require.NoError(t, err)
	return d
}

// TestS9OpensWhenTheTrickEnds: a card uncovered in mid-trick stays closed and
// out of the hand until the trick is over.
func TestS9OpensWhenTheTrickEnds(t *testing.T) {
	g := gameOf(t, read(t, `
players: 2
lost: []
leader: 2
pyramid: 2
hands:
- {cards: "H1 M1 F1"}
- {cards: "H2 M2 F2"}
- {rows: ["H8", "M8 -"], extra: "H7"}
`))
	apply(t, g, decision(t, chapters.PlayCard, "2:M8"))
	v := g.View(0).Seats[2]
	assert.Equal(t, "H7", v.Hand.String())
	assert.Equal(t, chapters.Closed, v.Rows[0][0])
	apply(t, g, decision(t, chapters.PlayCard, "0:M1"), decision(t, chapters.PlayCard, "1:M2"))
	v = g.View(0).Seats[2]
	assert.Equal(t, "H78", v.Hand.String())
	assert.Equal(t, "H7", v.Extra.String())
}

// TestS9GandalfPyramid: a card added to the pyramid lies open beside the bottom row.
func TestS9GandalfPyramid(t *testing.T) {
	pos := read(t, `
chapter: 1
players: 2
lost: [H1]
stage: setup
pyramid: 2
hands:
- {character: bilbo, cards: "H2345678 M12345"}
- {character: frodo, cards: "M678 F123456 R123"}
- {character: gandalf, rows: ["F7 F8 S1", "S2 S3 S4 S5", "S6 S7 S8 R4 R5"]}
`)
	g := gameOf(t, pos)
	v := g.View(0).Seats[2]
	assert.Equal(t, "H1", v.Extra.String())
	assert.Equal(t, "H1 S678 R45", v.Hand.String())
	assert.Equal(t, tricks.Seat(1), g.Ask().By)
	apply(t, g, decision(t, chapters.Exchange, "2>1:H1"), decision(t, chapters.Return, "1>2:M6"))
	v = g.View(0).Seats[2]
	assert.Equal(t, "M6", v.Extra.String())
	assert.Equal(t, 12, g.Table().Tricks(), "N: Gandalf's surplus is not played")
	rng := rand.New(rand.NewPCG(1, 1))
	for randomDecision(t, g, rng) {
	}
	assert.Equal(t, 1, g.View(0).Seats[2].Cards, "T10")
}

// relabel swaps two cards in a deal, wherever they are.
func relabel(pos chapters.Position, a, b tricks.Card) chapters.Position {
	card := func(c tricks.Card) tricks.Card {
		switch c {
		case a:
			return b
		case b:
			return a
		}
		return c
	}
	list := func(cards []tricks.Card) []tricks.Card {
		var out []tricks.Card
		for _, c := range cards {
			out = append(out, card(c))
		}
		return out
	}
	hands := make([]chapters.HandInfo, len(pos.Hands))
	for s, h := range pos.Hands {
		h.Cards = tricks.SetOf(list(h.Cards.Cards())...)
		var rows [][]tricks.Card
		for _, row := range h.Rows {
			rows = append(rows, list(row))
		}
		h.Rows = rows
		hands[s] = h
	}
	pos.Hands, pos.Pile, pos.Lost = hands, list(pos.Pile), list(pos.Lost)
	if barrow := pos.Sides["barrow"]; barrow != nil {
		pos.Sides = map[string][]tricks.Card{"barrow": list(barrow)}
	}
	var staged [][]tricks.Set
	for _, stage := range pos.Staged {
		var sets []tricks.Set
		for _, cards := range stage {
			sets = append(sets, tricks.SetOf(list(cards.Cards())...))
		}
		staged = append(staged, sets)
	}
	pos.Staged = staged
	return pos
}
