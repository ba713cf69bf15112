package realtable

import (
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLeaders checks which seats may have led the first trick: the one with the star, the one that the chapter or a
// character names, the one that a line names, or else all.
func TestLeaders(t *testing.T) {
	all := []tricks.Seat{0, 1, 2, 3}
	for text, want := range map[string][]tricks.Seat{
		"2 4;sam;merry;pippin;gandalf":                          all,
		"2 4;sam;merry;pippin*;gandalf":                         {2},
		"2 4;sam;merry;pippin;frodo":                            {3},
		"2 4;sam;merry;pippin*;frodo":                           {2},
		"10 4;gloin;gandalf;bilbo-baggins;elrond":               {3},
		"2 4;sam;merry;pippin;gandalf;led 1 merry":              {1},
		"2 4;sam;merry;pippin;gandalf;led 2 merry":              all,
		"2 4;sam;merry;pippin;frodo;led 1 merry":                {3},
		"- 4;h1;h2;h3;h4":                                       all,
		"10 4;gloin;gandalf;bilbo-baggins;elrond;led 1 gandalf": {3},
	} {
		assert.Equal(t, want, readLines(t, text).leaders(), text)
	}
}

// TestFindLost checks which cards lay lost at the first trick if seats exchanged with the lost card.
func TestFindLost(t *testing.T) {
	const four = ";sam;merry;pippin;gandalf;"
	for _, tt := range []struct {
		text, want string
		known      bool
	}{
		{"2 4" + four, "", false},
		{"2 4 lost h1" + four, "H1", true},
		{"2 4" + four + "sam>lost m1 h1", "M1", true},
		{"2 4 lost h1" + four + "sam>lost m1 h1", "M1", true},
		{"2 4 lost h1" + four + "sam>lost m1 h2", "H1", true},
		{"2 4" + four + "sam>lost m1 h1 3", "H1", true},
		{"2 4 lost h1" + four + "sam>lost m1 h1 3", "H1", true},
		{"2 4" + four + "sam>merry m1 h1", "", false},
	} {
		n := readLines(t, tt.text)
		f := &firstTrick{note: n.withOwnHands()}
		f.findLost()
		assert.Equal(t, parsed(t, tt.want), tricks.SetOf(f.note.lost.cards...), tt.text)
		assert.Equal(t, tt.known, f.note.lost.known, tt.text)
	}
}

// TestPutAside checks that the cards of the first and the last trick are those that a character put aside, but only
// if all tricks are written and no card is.
func TestPutAside(t *testing.T) {
	played := func(count int) (order trickOrder) {
		for k := range count {
			order = append(order, playedTrick{plays: []tricks.Play{
				{Seat: 1, Move: tricks.Move{Card: tricks.NewCard(tricks.Mountains, k%8+1)}},
				{Seat: 0, Move: tricks.Move{Card: tricks.NewCard(tricks.Suit(k/8), k%8+1)}},
			}})
		}
		return order
	}
	for _, tt := range []struct {
		text        string
		tricks      int
		first, last string
	}{
		{"12 3;radagast;gandalf;gwaihir", 12, "H1", "M4"},
		{"12 3;radagast;gandalf;gwaihir", 11, "", ""},
		{"12 3;radagast;gandalf;gwaihir", 0, "", ""},
		{"12 3;radagast last=r5;gandalf;gwaihir", 12, "", "R5"},
		{"12 3;gandalf;radagast;gwaihir", 12, "", ""},
		{"- 3;radagast;gandalf;gwaihir", 1, "", "H1"},
	} {
		n := readLines(t, tt.text)
		f := &firstTrick{note: n.withOwnHands(), order: played(tt.tricks)}
		f.putAside(0, tricks.Deck)
		assert.Equal(t, parsed(t, tt.first), f.note.seats[0].First, tt.text)
		assert.Equal(t, parsed(t, tt.last), f.note.seats[0].Last, tt.text)
		assert.Zero(t, f.note.seats[1].First, tt.text)
	}
}

// TestUndoExchanges checks that exchanges are taken back from the last one on, in whatever order they are written.
func TestUndoExchanges(t *testing.T) {
	// Sam gave H1 to Merry for M1, and Merry gave H1 to Pippin for F1.
	const first = "2 4;sam m1;merry f1;pippin h1;gandalf;"
	for _, moves := range []string{"sam>merry h1 m1;merry>pippin h1 f1", "merry>pippin h1 f1;sam>merry h1 m1"} {
		n := readLines(t, first+moves)
		b := &takeback{note: n, hands: n.withOwnHands().hands(), taker: noSeat}
		require.NoError(t, b.undoExchanges(), moves)
		assert.Equal(t, parsed(t, "H1"), b.hands.seats[0].Cards, moves)
		assert.Equal(t, parsed(t, "M1"), b.hands.seats[1].Cards, moves)
		assert.Equal(t, parsed(t, "F1"), b.hands.seats[2].Cards, moves)
		assert.Equal(t, parsed(t, "M1"), n.seats[0].Cards, "the note keeps its hands")
	}
	n := readLines(t, first+"sam>merry h1 s1")
	b := &takeback{note: n, hands: n.hands(), taker: noSeat}
	assert.EqualError(t, b.undoExchanges(), "H1 cannot have gone from Sam to where it was: correct the exchange, or the trick (S6)")
}

// TestPut checks where a card goes in a hand, in a pyramid and among the lost cards.
func TestPut(t *testing.T) {
	h1 := tricks.NewCard(tricks.Hills, 1)
	m1 := tricks.NewCard(tricks.Mountains, 1)
	for _, tt := range []struct {
		text    string
		seat    tricks.Seat
		out, in tricks.Card
		want    string
	}{
		{"2 4;sam h12", 0, h1, m1, "H2M1"},
		{"2 4;sam h12", 0, h1, tricks.NoCard, "H2"},
		{"2 4;sam h12", 0, tricks.NoCard, m1, "H12M1"},
		{"2 2;sam h12/m3f1", 0, h1, m1, "M1 H2 M3 F1 +"},
		{"2 2;sam h12/m3f1", 0, h1, tricks.NoCard, "- H2 M3 F1 +"},
		{"2 2;sam -h2/m3f1", 0, tricks.NoCard, m1, "M1 H2 M3 F1 +"},
		{"2 2;sam -h2/-f1", 0, tricks.NoCard, m1, "- H2 - F1 +M1"},
		{"2 2;sam h12/m3f1", 0, tricks.NoCard, m1, "H1 H2 M3 F1 +M1"},
		{"2 2;sam f2h2/m3f1 + h1", 0, h1, m1, "F2 H2 M3 F1 +M1"},
		{"2 4 lost h1;sam", chapters.LostCard, h1, m1, "M1"},
		{"2 4;sam", chapters.LostCard, tricks.NoCard, m1, "M1"},
	} {
		h := readLines(t, tt.text).hands()
		h.put(tt.seat, tt.out, tt.in)
		entry := &h.seats[0]
		switch {
		case tt.seat == chapters.LostCard:
			assert.Equal(t, parsed(t, tt.want), tricks.SetOf(h.lost...), tt.text)
		case entry.Rows == nil:
			assert.Equal(t, parsed(t, tt.want), entry.Cards, tt.text)
		default:
			var laid []tricks.Card
			for _, row := range entry.Rows {
				laid = append(laid, row...)
			}
			assert.Equal(t, tt.want, tricks.FormatCards(laid)+" +"+entry.Extra.String(), tt.text)
		}
	}
}
