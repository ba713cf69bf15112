package tricks_test

import (
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, text string) []tricks.Card {
	t.Helper()
	cards, err := tricks.ParseCards(text)
	require.NoError(t, err)
	return cards
}

func pyramid12(t testing.TB) tricks.Pyramid {
	t.Helper()
	return tricks.Pyramid{Rows: [][]tricks.Card{
		parse(t, "M3 R2 F1"), parse(t, "S4 H2 F7 M8"),
		parse(t, "H5 S2 R4 M1 F6"),
	}}
}

func TestS9Cover(t *testing.T) {
	p := pyramid12(t)
	assert.Equal(t, "H5 M1 F6 S2 R4", p.Uncovered().String(), "the bottom row is the hand")
	assert.Equal(t, "H25 M138 F167 S24 R24", p.Owned().String())
	assert.Equal(t, "H2 F7", p.Covers(0, 1).String(), "card i lies under cards i and i+1 of the row below")
	assert.Equal(t, "H5 S2", p.Covers(1, 0).String())
	assert.Equal(t, "M1 F6", p.Covers(1, 3).String())
	assert.Empty(t, p.Covers(2, 0))
	table := tricks.NewTable(tricks.NoSuit, p, tricks.Plain(0), tricks.Plain(0))
	for _, c := range p.Owned().Cards() {
		assert.Equal(t, !p.Uncovered().Contains(c), table.Covers(c) != 0, c)
	}
	assert.Equal(t, "H2 F7", table.Covers(parse(t, "R2")[0]).String())
}

// TestS9Swap checks that a received card takes the place of the given one. The original pyramid
// must not change, because games share it.
func TestS9Swap(t *testing.T) {
	p := pyramid12(t)
	before := tricks.FormatCards(p.Rows[2])
	c := parse(t, "R4 R1")
	q := p.Replaced(map[tricks.Card]tricks.Card{c[0]: c[1]})
	assert.Equal(t, "H5 S2 R1 M1 F6", tricks.FormatCards(q.Rows[2]))
	assert.Equal(t, before, tricks.FormatCards(p.Rows[2]))
	q = q.Replaced(map[tricks.Card]tricks.Card{c[1]: tricks.NoCard})
	assert.Equal(t, "H5 S2 - M1 F6", tricks.FormatCards(q.Rows[2]), "given away: the place stays empty")
	assert.Equal(t, "H5 M1 F6 S2", q.Uncovered().String(), "one neighbour still covers")
	q = q.Replaced(map[tricks.Card]tricks.Card{parse(t, "S2")[0]: tricks.NoCard})
	assert.Equal(t, "H25 M1 F6", q.Uncovered().String())

	p.Extra = tricks.SetOf(parse(t, "S8")...)
	q = p.Replaced(map[tricks.Card]tricks.Card{parse(t, "S8")[0]: c[1]})
	assert.Equal(t, "R1", q.Extra.String())
	assert.True(t, q.Uncovered().Contains(c[1]), "cards beside the bottom row lie open")
	assert.Equal(t, p.Uncovered()&^p.Extra, q.Uncovered()&^q.Extra, "and cover nothing")
}

// TestS10Refills checks that each seat gets one card after each trick, seat 0 first, and excluded seats none.
func TestS10Refills(t *testing.T) {
	nobody := func(tricks.Seat) bool { return false }
	format := func(cards [tricks.MaxSeats][]tricks.Card) [4]string {
		var out [4]string
		for s := range cards {
			out[s] = tricks.FormatCards(cards[s])
		}
		return out
	}
	pile := parse(t, "H12345678")
	assert.Equal(t, [4]string{"H1 H5", "H2 H6", "H3 H7", "H4 H8"}, format(tricks.Refills(pile, 4, nobody)))
	fatty := func(s tricks.Seat) bool { return s == 2 }
	assert.Equal(t, [4]string{"H1 H4 H7", "H2 H5 H8", "", "H3 H6"}, format(tricks.Refills(pile, 4, fatty)), "C4")
	assert.Equal(t, [4]string{}, format(tricks.Refills(pile, 4, func(tricks.Seat) bool { return true })), "must end")
	assert.Equal(t, [4]string{}, format(tricks.Refills(nil, 4, nobody)))

	table := tricks.NewTable(tricks.NoSuit, tricks.Solo{Start: 1 << 8, Drawn: pile[:2]}, tricks.Plain(0))
	assert.Equal(t, 1, table.DrawnAfter(pile[0]))
	assert.Equal(t, 2, table.DrawnAfter(pile[1]))
	assert.Equal(t, 0, table.DrawnAfter(8))
	assert.Equal(t, "H12 M1", table.Owned[0].String())
}

func TestSets(t *testing.T) {
	set := tricks.SetOf(parse(t, "H37 R1")...)
	assert.Equal(t, "H3", set.First().String())
	assert.Equal(t, "R1", set.Last().String())
	assert.Equal(t, "H37", set.OfSuit(tricks.Hills).String())
	assert.Empty(t, set.OfSuit(tricks.Forests))
	require.Equal(t, 3, set.Len())
}
