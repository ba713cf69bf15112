package tricks_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// agree compares everything a round shows: whose turn it is, what may be
// played, what lies on the table and whether the round is over.
func agree(t *testing.T, l *layout, table *tricks.Table, s *tricks.State, r *rbRound) {
	t.Helper()
	fail := func(what string) {
		t.Helper()
		t.Fatalf("%s differs\nround: %s\nstate: %+v\nrulebook: %+v", what, l, *s, *r)
	}
	if s.Over != r.over {
		fail("the round's end (T10)")
	}
	if int(s.Number) != r.tricksEnded || s.RingsBroken != r.ringsMayBe {
		fail("the number of tricks or the ring token (T6)")
	}
	for seat := range r.hands {
		if s.Hand[seat] != setOf(r.hands[seat].cards) {
			fail("a hand (S9, S10)")
		}
	}
	if s.Over {
		if int(s.Number) != table.Tricks() {
			fail("the number of tricks that was foreseen (T10)")
		}
		return
	}
	if int(s.Turn) != r.turn() || int(s.Leader) != r.leader {
		fail("whose turn it is (T3, T9)")
	}
	legal := r.legal()
	if table.Legal(s) != setOf(legal) {
		fail("the legal cards (T4, T6)")
	}
	var onTable []string
	for _, p := range r.trick {
		onTable = append(onTable, p.card)
		if s.Card[p.seat].String() != p.card {
			fail("the card of a seat")
		}
	}
	if s.Trick != setOf(onTable) {
		fail("the table")
	}
	if len(r.trick) == 0 {
		playing := table.Playing(int(s.Number))
		for seat, h := range r.hands {
			if playing.Has(tricks.Seat(seat)) != (len(h.cards) > 0) {
				fail("who was foreseen to play (T9)")
			}
		}
	}
}

func setOf(cards []string) tricks.Set {
	var set tricks.Set
	for _, c := range cards {
		i := slices.Index([]string{"H", "M", "F", "S", "R", "V"}, rbSuit(c))
		set |= 1 << (8*i + rbRank(c) - 1)
	}
	return set
}

// step makes the same move in both engines and compares who won the trick.
func step(t *testing.T, l *layout, table *tricks.Table, s *tricks.State, r *rbRound, m tricks.Move) {
	t.Helper()
	play := tricks.Play{Seat: s.Turn, Move: m}
	if err := table.Check(s, play); err != nil {
		t.Fatalf("legal move %s refused: %v\n%s", play, err, l)
	}
	got, done := table.Play(s, m)
	want := r.play(rbPlay{int(play.Seat), m.Card.String(), m.ToWin})
	if int(got) != want || done != (want >= 0) {
		t.Fatalf("%s: won by %d (trick over: %v), the rulebook says %d\n%s", play, got, done, want, l)
	}
}

// walk goes through every sequence of plays in both engines at once.
func walk(t *testing.T, l *layout, table *tricks.Table, s tricks.State, r *rbRound) (ends int) {
	t.Helper()
	agree(t, l, table, &s, r)
	if s.Over {
		return 1
	}
	for _, m := range table.Moves(&s, nil) {
		next, plain := s, r.clone()
		step(t, l, table, &next, plain, m)
		ends += walk(t, l, table, next, plain)
	}
	return ends
}

func walkAll(t *testing.T, l *layout) int {
	t.Helper()
	table, s := l.table()
	return walk(t, l, table, s, l.rulebook())
}

// deals calls f with every way to split the deck into hands of these sizes.
func deals(deck []tricks.Card, sizes []int, f func([]tricks.Set)) {
	hands := make([]tricks.Set, len(sizes))
	var put func(i int)
	put = func(i int) {
		if i == len(deck) {
			f(hands)
			return
		}
		for s := range hands {
			if hands[s].Len() < sizes[s] {
				hands[s] |= deck[i].Bit()
				put(i + 1)
				hands[s] &^= deck[i].Bit()
			}
		}
	}
	put(0)
}

func parse(t testing.TB, text string) []tricks.Card {
	t.Helper()
	cards, err := tricks.ParseCards(text)
	require.NoError(t, err)
	return cards
}

// TestTinyDecks plays every deal and every sequence of plays of tiny decks in
// both engines: T3–T7 with R1 both ways, T9 and T10 with uneven hands, T8.
func TestTinyDecks(t *testing.T) {
	for _, c := range []struct {
		name, deck string
		sizes      []int
		trump      tricks.Suit
	}{
		{"T4 T5 three suits", "H123 M12 S1", []int{2, 2, 2}, tricks.NoSuit},
		{"T6 Rings may not be led", "H12 M1 R245", []int{2, 2, 2}, tricks.NoSuit},
		{"T6 nothing but Rings", "H1 R12345", []int{2, 2, 2}, tricks.NoSuit},
		{"T7 R1 both ways", "H12 M12 R12", []int{2, 2, 2}, tricks.NoSuit},
		{"T8 Rivers are trump", "H12 V12 R1 M1", []int{2, 2, 2}, tricks.Rivers},
		{"T8 V1 against R1", "H12 V123 R1", []int{2, 2, 2}, tricks.Rivers},
		{"Rivers without trump", "H12 V12 R1 M1", []int{2, 2, 2}, tricks.NoSuit},
		{"T9 winner without cards", "H12 M12 R12", []int{1, 2, 3}, tricks.NoSuit},
		{"T10 surplus", "H12 M12 R1", []int{3, 1, 1}, tricks.NoSuit},
		{"T9 a seat without cards", "H12 M1 R12", []int{0, 2, 3}, tricks.NoSuit},
		{"T10 one seat holds all", "H12 R1", []int{0, 3, 0}, tricks.NoSuit},
		{"four seats", "H12 M1 R1", []int{1, 1, 1, 1}, tricks.NoSuit},
		{"four seats uneven", "H12 R12 M1 F1", []int{2, 1, 2, 1}, tricks.NoSuit},
		{"two seats", "H12 R12 M1 F1", []int{3, 3}, tricks.NoSuit},
	} {
		t.Run(c.name, func(t *testing.T) {
			ends := 0
			deals(parse(t, c.deck), c.sizes, func(hands []tricks.Set) {
				for leader := range c.sizes {
					ends += walkAll(t, &layout{trump: c.trump, leader: leader, hands: hands, pyramid: -1})
				}
			})
			t.Logf("%d rounds", ends)
		})
	}
}

// TestTinySamples does the same for sampled deals that are too many or too big
// to do all: three cards each, small pyramids (S9) and small piles (S10).
func TestTinySamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	shuffled := func(text string) []tricks.Card {
		deck := parse(t, text)
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		return deck
	}
	for range 150 {
		d := shuffled("H123 M12 R1234")
		walkAll(t, &layout{
			leader: rng.IntN(3), pyramid: -1, trump: tricks.NoSuit,
			hands: []tricks.Set{tricks.SetOf(d[:3]...), tricks.SetOf(d[3:6]...), tricks.SetOf(d[6:]...)},
		})
		d = shuffled("H12 M12 R12 S12 F1")
		walkAll(t, &layout{ // a pyramid of 1-2, and its uncovered cards grow
			leader: rng.IntN(3), pyramid: 2, trump: tricks.NoSuit,
			hands: []tricks.Set{tricks.SetOf(d[:3]...), tricks.SetOf(d[3:6]...), 0},
			rows:  [][]tricks.Card{d[6:7], d[7:9]},
		})
		d = shuffled("H123 M12 R12 S1 F12")
		walkAll(t, &layout{ // a pyramid with an empty place and a card beside it
			leader: rng.IntN(3), pyramid: 1, trump: tricks.NoSuit,
			hands: []tricks.Set{tricks.SetOf(d[:3]...), 0, tricks.SetOf(d[3:5]...)},
			rows:  [][]tricks.Card{d[5:7], {d[7], tricks.NoCard, d[8]}}, extra: d[9].Bit(),
		})
		d = shuffled("H12 M12 R123 F1")
		walkAll(t, &layout{ // solo: one card each, then one from the pile
			leader: rng.IntN(4), pyramid: -1, trump: tricks.NoSuit,
			hands: []tricks.Set{d[0].Bit(), d[1].Bit(), d[2].Bit(), d[3].Bit()}, pile: d[4:],
		})
		walkAll(t, &layout{ // solo with a seat that is never refilled (C4)
			leader: rng.IntN(4), pyramid: -1, trump: tricks.NoSuit,
			hands: []tricks.Set{d[0].Bit(), d[1].Bit() | d[2].Bit(), d[3].Bit(), d[4].Bit()}, pile: d[5:],
			never: []bool{false, true, false, false},
		})
	}
}

// fullDeal deals a whole deck by one of the plans of the game.
func fullDeal(rng *rand.Rand, plan string) *layout {
	deck := tricks.Deck
	if plan == "rivers" || plan == "pyramid 14" {
		deck |= tricks.SuitSet(tricks.Rivers)
		if plan == "pyramid 14" {
			deck &^= tricks.SetOf(tricks.NewCard(tricks.Rivers, 7), tricks.NewCard(tricks.Rivers, 8))
		}
	}
	cards := deck.Cards()
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	cards = cards[1:] // the lost card
	take := func(n int) []tricks.Card {
		out := cards[:n:n]
		cards = cards[n:]
		return out
	}
	l := &layout{pyramid: -1, trump: tricks.NoSuit}
	hands := func(sizes ...int) {
		for _, n := range sizes {
			l.hands = append(l.hands, tricks.SetOf(take(n)...))
		}
	}
	switch plan {
	case "four":
		hands(9, 9, 9, 9)
	case "three":
		hands(12, 12, 12)
	case "surplus":
		hands(9, 10, 9, 8)
	case "fatty":
		hands(10, 6, 10, 10)
	case "fatty three":
		hands(13, 13, 10)
	case "pyramid 12":
		hands(12, 12, 0)
		l.pyramid, l.rows = 2, [][]tricks.Card{take(3), take(4), take(5)}
	case "pyramid 9":
		hands(9, 9, 0)
		l.pyramid, l.rows = 2, [][]tricks.Card{take(2), take(3), take(4)}
		l.extra = tricks.SetOf(take(rng.IntN(4))...)
	case "pyramid 14":
		hands(14, 14, 0)
		l.pyramid, l.rows = 2, [][]tricks.Card{take(2), take(3), take(4), take(5)}
		l.trump = tricks.Rivers
	case "fatty pyramid": // his gifts leave two empty places
		hands(13, 13, 0)
		l.pyramid, l.rows = 2, [][]tricks.Card{take(3), take(4), take(3)}
		l.rows[2] = slices.Insert(l.rows[2], 1, tricks.NoCard, tricks.NoCard)
	case "solo":
		hands(4, 4, 4, 4)
		l.pile = take(20)
	case "solo fatty":
		hands(5, 6, 5, 5)
		l.pile, l.never = take(15), []bool{false, true, false, false}
	case "rivers":
		hands(11, 11, 11, 11)
		l.trump = tricks.Rivers
	}
	l.leader = rng.IntN(len(l.hands))
	return l
}

// TestFullDeals plays random rounds of whole decks in both engines.
func TestFullDeals(t *testing.T) {
	for _, c := range []struct {
		plan   string
		tricks int // N: how many tricks a round has
	}{
		{"four", 9},
		{"three", 12},
		{"surplus", 9}, // T10: the seat with a card too many keeps it
		{"fatty", 10},
		{"fatty three", 13},
		{"pyramid 12", 12},
		{"pyramid 9", 9},
		{"pyramid 14", 14},
		{"fatty pyramid", 13},
		{"solo", 9},
		{"solo fatty", 10},
		{"rivers", 11},
	} {
		t.Run(c.plan, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 12))
			for range 300 {
				l := fullDeal(rng, c.plan)
				table, s := l.table()
				r := l.rulebook()
				require.Equal(t, c.tricks, table.Tricks(), "N: tricks of %s", c.plan)
				for !s.Over {
					agree(t, l, table, &s, r)
					moves := table.Moves(&s, nil)
					require.NotEmpty(t, moves)
					step(t, l, table, &s, r, moves[rng.IntN(len(moves))])
				}
				agree(t, l, table, &s, r)
			}
		})
	}
}
