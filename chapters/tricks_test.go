package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"fellowship/tricks"
)

// tiny is a round that is small enough to try every sequence of plays.
type tiny struct {
	trump  tricks.Suit
	leader int
	hands  []tricks.Set
	// rows is the hand of the last seat, if it is a pyramid.
	rows [][]tricks.Card
	// pile is the draw pile. Every seat draws from it after each trick, except the seat never (S10, C4).
	pile  []tricks.Card
	never tricks.Seat
}

func (d *tiny) plain() *plainRound {
	r := &plainRound{
		players: len(d.hands), leader: d.leader, dealtR1: -1, lostTaker: -1, soloExchange: -1,
		pile: plainList(d.pile),
	}
	if d.trump == tricks.Rivers {
		r.chapter = "17"
	}
	for s, cards := range d.hands {
		r.seats = append(r.seats, plainSeat{hand: plainCards(cards)})
		if d.pile != nil && tricks.Seat(s) == d.never {
			r.seats[s].character = "fatty"
		}
	}
	for _, row := range d.rows {
		last := &r.seats[len(r.seats)-1]
		last.rows = append(last.rows, plainList(row))
	}
	r.beginTrick()
	return r
}

func (d *tiny) table() (*tricks.Table, tricks.State) {
	refills := tricks.Refills(d.pile, len(d.hands), func(s tricks.Seat) bool { return s == d.never })
	hands := make([]tricks.Hand, len(d.hands))
	for s, cards := range d.hands {
		hands[s] = tricks.Plain(cards)
		switch {
		case d.rows != nil && s == len(hands)-1:
			hands[s] = tricks.Pyramid{Rows: d.rows, Extra: cards}
		case len(refills[s]) > 0:
			hands[s] = tricks.Solo{Start: cards, Drawn: refills[s]}
		}
	}
	table := tricks.NewTable(d.trump, hands...)
	return table, table.Start(tricks.Seat(d.leader), tricks.NoCard)
}

// walk tries every sequence of plays on the table and in the plain engine at the same time, and compares
// everything that they show at each moment.
func (d *tiny) walk(t *testing.T, table *tricks.Table, s tricks.State, r *plainRound) {
	t.Helper()
	same := func(yes bool, what string) {
		if !yes {
			t.Fatalf("%s differs\nround: %+v\nstate: %+v\nplain: %+v", what, *d, s, *r)
		}
	}
	same(s.IsOver == r.over, "the round's end (T10)")
	same(int(s.Number) == len(r.tricks) && s.RingsBroken == r.ringsPlayed,
		"the number of tricks or the ring token (T6)")
	var onTable []plainCard
	for _, p := range r.trick {
		onTable = append(onTable, p.card)
		same(plainCardOf(s.Card[p.seat].String()) == p.card, "the card of a seat")
	}
	same(s.Trick == setOf(onTable), "the table")
	for seat := range r.seats {
		same(s.Hand[seat] == setOf(r.seats[seat].hand), "a hand (S9, S10)")
		if len(r.trick) == 0 && !s.IsOver {
			same(table.Playing(int(s.Number)).Contains(tricks.Seat(seat)) == (len(r.held(seat)) > 0),
				"who was foreseen to play (T9)")
		}
	}
	if s.IsOver {
		same(int(s.Number) == table.Tricks(), "the number of tricks that was foreseen (T10)")
		return
	}
	same(int(s.Turn) == r.turn() && int(s.Leader) == r.leader, "whose turn it is (T3, T9)")
	var legal []plainCard
	for _, c := range r.seats[r.turn()].hand {
		if r.verdict(r.turn(), c) == "" {
			legal = append(legal, c)
		}
	}
	same(table.Legal(&s) == setOf(legal), "the legal cards (T4, T6)")
	for _, m := range table.Moves(&s, nil) {
		next := s
		after := r.clone()
		play := tricks.Play{Seat: s.Turn, Move: m}
		require.NoError(t, table.Check(&s, play))
		winner, done := table.Play(&next, m)
		after.play(plainPlay{int(s.Turn), plainCardOf(m.Card.String()), m.ToWin})
		same(done == (len(after.tricks) > len(r.tricks)), "the end of a trick")
		same(!done || int(winner) == after.tricks[len(after.tricks)-1].winner, "who wins (T5, T7, T8)")
		d.walk(t, table, next, after)
	}
}

func (d *tiny) walkAll(t *testing.T) {
	t.Helper()
	table, s := d.table()
	d.walk(t, table, s, d.plain())
}

func setOf(cards []plainCard) (set tricks.Set) {
	for _, c := range cards {
		for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
			if suit.Letter() == c.suit {
				set |= tricks.NewCard(suit, c.rank).Bit()
			}
		}
	}
	return set
}

// split calls f with every way to split the deck into hands of these sizes.
func split(deck []tricks.Card, sizes []int, f func([]tricks.Set)) {
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

// TestTinyDecks plays every deal and every sequence of plays of tiny decks at a table and in the plain
// engine: T3–T7 with R1 both ways, T9 and T10 with uneven hands, T8.
func TestTinyDecks(t *testing.T) {
	t.Parallel()
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
			split(cardsOf(t, c.deck), c.sizes, func(hands []tricks.Set) {
				for leader := range c.sizes {
					(&tiny{trump: c.trump, leader: leader, hands: slices.Clone(hands)}).walkAll(t)
				}
			})
		})
	}
}

// TestTinySamples does the same for a sample of deals, where there are too many to try all: three cards each,
// small pyramids (S9) and small piles (S10).
func TestTinySamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 1))
	shuffled := func(text string) []tricks.Card {
		deck := cardsOf(t, text)
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		return deck
	}
	for range 150 {
		d := shuffled("H123 M12 R1234")
		all := []*tiny{{hands: []tricks.Set{tricks.SetOf(d[:3]...), tricks.SetOf(d[3:6]...), tricks.SetOf(d[6:]...)}}}
		d = shuffled("H12 M12 R12 S12 F1") // a pyramid of 1-2, whose uncovered cards grow
		all = append(all,
			&tiny{
				hands: []tricks.Set{tricks.SetOf(d[:3]...), tricks.SetOf(d[3:6]...), 0},
				rows:  [][]tricks.Card{d[6:7], d[7:9]},
			})
		d = shuffled("H123 M12 R12 S1 F12") // a pyramid with an empty place and a card beside it
		all = append(all, &tiny{
			hands: []tricks.Set{tricks.SetOf(d[:3]...), tricks.SetOf(d[3:5]...), d[9].Bit()},
			rows:  [][]tricks.Card{d[5:7], {d[7], tricks.NoCard, d[8]}},
		})
		d = shuffled("H12 M12 R123 F1") // one card each, then one from the pile
		all = append(all,
			&tiny{
				hands: []tricks.Set{d[0].Bit(), d[1].Bit(), d[2].Bit(), d[3].Bit()}, pile: d[4:],
				never: tricks.NoSeat,
			})
		all = append(all,
			&tiny{
				hands: []tricks.Set{d[0].Bit(), d[1].Bit() | d[2].Bit(), d[3].Bit(), d[4].Bit()}, pile: d[5:],
				never: 1,
			})
		for _, deal := range all {
			deal.trump = tricks.NoSuit
			deal.leader = rng.IntN(len(deal.hands))
			deal.walkAll(t)
		}
	}
}
