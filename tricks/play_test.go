package tricks_test

import (
	"encoding/json"
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tableOf returns a table whose seats have plain hands.
func tableOf(t *testing.T, trump tricks.Suit, hands ...string) *tricks.Table {
	t.Helper()
	var all []tricks.Hand
	for _, text := range hands {
		all = append(all, tricks.Plain(tricks.SetOf(parse(t, text)...)))
	}
	return tricks.NewTable(trump, all...)
}

// aside returns for each seat the card of a text, "-" for none.
func aside(t *testing.T, texts ...string) (cards [tricks.MaxSeats]tricks.Card) {
	t.Helper()
	for s := range cards {
		cards[s] = tricks.NoCard
		if s < len(texts) && texts[s] != "-" {
			cards[s] = parse(t, texts[s])[0]
		}
	}
	return cards
}

// playAll makes plays, each of which is legal, and returns who won each trick.
func playAll(t *testing.T, table *tricks.Table, s *tricks.State, plays ...string) (winners []tricks.Seat) {
	t.Helper()
	for _, text := range plays {
		p := play(t, text)
		require.NoError(t, table.Check(s, p), text)
		if winner, done := table.Play(s, p.Move); done {
			winners = append(winners, winner)
		}
	}
	return winners
}

// TestSetAsideForLast: a card that is set aside (K: Radagast) is no part of the hand before the last
// trick, so that it neither has to follow suit nor may be played; in the last one it is the whole hand.
func TestSetAsideForLast(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H124", "H8 M12", "H5 F12")
	table.SetAside(aside(t), aside(t, "-", "H8"))
	require.Equal(t, 3, table.Tricks())
	held := tricks.SetOf(parse(t, "H8 M1")...)
	assert.False(t, table.LastIsDue(1, 1, held), "not before the last trick")
	assert.True(t, table.LastIsDue(1, 2, held))
	assert.False(t, table.LastIsDue(1, 2, tricks.SetOf(parse(t, "M1")...)), "it was played or exchanged")
	assert.False(t, table.LastIsDue(0, 2, table.Owned[0]), "this seat has none")

	s := table.Start(0, tricks.NoCard)
	assert.Equal(t, "M12", s.Hand[1].String())
	assert.Equal(t, "M12", table.Spare(&s, 1).String(), "it cannot be exchanged (L5: Sting)")
	playAll(t, table, &s, "0:H1")
	require.EqualError(t, table.Check(&s, play(t, "1:H8")),
		"seat 1 cannot play H8: it is set aside for the last trick (K)")
	playAll(t, table, &s, "1:M1", "2:H5", "2:F1", "0:H2", "1:M2")
	assert.Equal(t, "H8", s.Hand[1].String())
	assert.Equal(t, []tricks.Seat{2}, playAll(t, table, &s, "2:F2", "0:H4", "1:H8"))
	assert.True(t, s.IsOver)
}

// TestSetAsideStaysOver: a seat that holds more cards than it plays keeps another one (T10), and plays the
// card that it set aside whatever was led (G2).
func TestSetAsideStaysOver(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H18", "H2 M12", "F12")
	table.SetAside(aside(t), aside(t, "-", "M1"))
	require.Equal(t, 2, table.Tricks())
	s := table.Start(2, tricks.NoCard)
	playAll(t, table, &s, "2:F1", "0:H1", "1:M2", "2:F2", "0:H8")
	require.EqualError(t, table.Check(&s, play(t, "1:H2")),
		"seat 1 cannot play H2: M1 was set aside for this trick (K)")
	assert.Equal(t, "M1", table.Legal(&s).String())
	assert.Equal(t, "H2", table.Spare(&s, 1).String(), "the other one can be exchanged (L5: Sting)")
	playAll(t, table, &s, "1:M1")
	assert.True(t, s.IsOver)
	assert.Equal(t, "H2", s.Held[1].String())
}

// TestPutIntoFirst: a card that was put into the first trick (K: Radagast) is the only one that its seat may
// play there, and cannot be exchanged before.
func TestPutIntoFirst(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H12", "H4 M1", "F12")
	table.SetAside(aside(t, "-", "M1"), aside(t))
	s := table.Start(0, tricks.NoCard)
	assert.Equal(t, "H4", table.Spare(&s, 1).String())
	playAll(t, table, &s, "0:H1")
	require.EqualError(t, table.Check(&s, play(t, "1:H4")),
		"seat 1 cannot play H4: M1 was put into the first trick (K)")
	playAll(t, table, &s, "1:M1", "2:F1")
	assert.Equal(t, "H4", table.Spare(&s, 1).String(), "afterwards its hand is like any other")
	playAll(t, table, &s, "0:H2", "1:H4")

	both := tableOf(t, tricks.NoSuit, "H1", "H4 M1", "F1")
	both.SetAside(aside(t, "-", "M1"), aside(t, "-", "H4"))
	require.Equal(t, 1, both.Tricks())
	assert.False(t, both.LastIsDue(1, 0, both.Owned[1]), "the first card goes first where one trick is all")
}

// TestPlanWithDraws: the tricks are counted again when the draws show who sat out (T9, S10).
func TestPlanWithDraws(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H123", "M12", "F12")
	require.Equal(t, 2, table.Tricks(), "with less than two hands the round ends (T10)")
	all := tricks.SeatSet(0b111)
	assert.Equal(t, all, table.Playing(0))
	held := table.Owned
	held[0] = tricks.SetOf(parse(t, "H2")...)
	held[1] = 0
	table.PlayOn(held, []tricks.SeatSet{0b011})
	require.Equal(t, 2, table.Tricks())
	assert.Equal(t, tricks.SeatSet(0b011), table.Playing(0), "as it was played")
	assert.Equal(t, tricks.SeatSet(0b101), table.Playing(1), "as the cards are now")
	other := tableOf(t, tricks.NoSuit, "H12", "M12", "F12")
	assert.False(t, table.Equal(&other.Plan))
	assert.True(t, other.Equal(&tableOf(t, tricks.Hills, "S12", "M34", "F56").Plan), "cards and trump do not matter")
}

// TestLeadPasses: a leader without cards passes the lead to the left, round the table (T9).
func TestLeadPasses(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H1", "M12", "F1", "")
	s := table.Start(3, tricks.NoCard)
	assert.Equal(t, tricks.Seat(0), s.Leader)
	assert.Equal(t, tricks.Seat(0), s.Turn)
	assert.False(t, s.Naming)
	table.Namers = tricks.Seat(0).Bit()
	s = table.Start(3, tricks.NoCard)
	assert.True(t, s.Naming, "K: Bilbo Baggins")
	assert.Equal(t, tricks.SeatSet(0b0111), table.Holding(&s))
	table.Name(&s, 2)
	assert.Equal(t, []tricks.Seat{2}, playAll(t, table, &s, "2:F1", "0:H1", "1:M1"))
}

// TestWinners: the highest card of the led suit wins (T5), a trump beats it (T8), and a Ring that is
// played to win beats all (T7).
func TestWinners(t *testing.T) {
	for _, c := range []struct {
		name  string
		trump tricks.Suit
		hands []string
		plays []string
		want  tricks.Seat
	}{
		{"T5 highest", tricks.NoSuit, []string{"H4", "H7", "H5"}, []string{"0:H4", "1:H7", "2:H5"}, 1},
		{"T5 other suits never", tricks.NoSuit, []string{"H1", "M8", "F8"}, []string{"0:H1", "1:M8", "2:F8"}, 0},
		{"T8 trump", tricks.Forests, []string{"H8", "M8", "F1"}, []string{"0:H8", "1:M8", "2:F1"}, 2},
		{"T8 higher trump", tricks.Forests, []string{"H8", "F2", "F1"}, []string{"0:H8", "1:F2", "2:F1"}, 1},
		{"T7 to win", tricks.Forests, []string{"H8", "R1", "F1"}, []string{"0:H8", "1:R1!", "2:F1"}, 1},
		{"T7 not to win", tricks.NoSuit, []string{"H1", "R1", "F1"}, []string{"0:H1", "1:R1", "2:F1"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := tableOf(t, c.trump, c.hands...)
			s := table.Start(0, tricks.NoCard)
			assert.Equal(t, []tricks.Seat{c.want}, playAll(t, table, &s, c.plays...))
			assert.True(t, s.IsOver)
		})
	}
	assert.False(t, tableOf(t, tricks.NoSuit, "H1").Beats(parse(t, "H1")[0], parse(t, "H1")[0]))
}

// TestSideDecks: the Old Man Willow takes a trick whose best card ranks lower than the card turned up (C5),
// and the same seat leads again; a trick whose ranks sum to less than the Balrog's loses the round (C14).
func TestSideDecks(t *testing.T) {
	table := tableOf(t, tricks.NoSuit, "H15", "H24", "H36")
	table.Willow = parse(t, "F4 F5")
	s := table.Start(0, tricks.NoCard)
	assert.Equal(t, "F4", tricks.FormatCards(table.TurnedUp(0)))
	assert.Empty(t, table.TurnedUp(2))
	won := playAll(t, table, &s, "0:H1", "1:H2", "2:H3", "0:H5", "1:H4", "2:H6")
	assert.Equal(t, []tricks.Seat{tricks.NoSeat, 2}, won)
	assert.True(t, table.WillowTakes(1, parse(t, "H4")[0]))
	assert.False(t, table.WillowTakes(1, parse(t, "H5")[0]), "ties go to the player")
	assert.False(t, table.WillowTakes(2, parse(t, "H3")[0]), "no card is turned up")

	table = tableOf(t, tricks.NoSuit, "H2", "H7", "F1")
	table.Balrog = [][]tricks.Card{parse(t, "S3 S8 B5")}
	assert.Equal(t, "S3 S8 B5", tricks.FormatCards(table.TurnedUp(0)))
	cards := tricks.SetOf(parse(t, "H27 F1")...)
	assert.Equal(t, 6, table.Missing(0, cards))
	assert.Zero(t, table.Missing(1, cards))
	s = table.Start(0, tricks.NoCard)
	playAll(t, table, &s, "0:H2", "1:H7", "2:F1")
	assert.True(t, s.Short)
}

// TestExchanged: the table of a game after an exchange (L5: Sting) has the received card where the given one was,
// also among the cards that lie over others (S9), and the table before stays as it was.
func TestExchanged(t *testing.T) {
	pyramid := tricks.Pyramid{Rows: [][]tricks.Card{parse(t, "M1"), parse(t, "M2 M3")}}
	before := tricks.NewTable(tricks.NoSuit, pyramid, tricks.Plain(tricks.SetOf(parse(t, "H12")...)),
		tricks.Plain(tricks.SetOf(parse(t, "F12")...)))
	m1, m2, h1 := parse(t, "M1")[0], parse(t, "M2")[0], parse(t, "H1")[0]
	now := before.Exchanged(0, m2, h1).Exchanged(1, h1, m2)
	assert.Equal(t, "H1 M13", now.Owned[0].String())
	assert.Equal(t, "H2 M2", now.Owned[1].String())
	assert.Equal(t, "H1 M3", now.Covers(m1).String())
	assert.Equal(t, "M23", before.Covers(m1).String())
	assert.Equal(t, "M123", before.Owned[0].String())
	s := now.Start(1, tricks.NoCard)
	assert.Equal(t, "H1 M3", s.Hand[0].String())
}

// TestUndrawn: a card lies in the draw pile until its trick has ended (S10).
func TestUndrawn(t *testing.T) {
	table := tricks.NewTable(tricks.NoSuit,
		tricks.Solo{Start: tricks.SetOf(parse(t, "H1")...), Drawn: parse(t, "H2 H3")},
		tricks.Solo{Start: tricks.SetOf(parse(t, "M1")...), Drawn: parse(t, "M2 M3")})
	s := table.Start(0, tricks.NoCard)
	assert.Equal(t, "H23 M23", table.Undrawn(&s).String())
	assert.Equal(t, tricks.Drawn, table.Specials(&s))
	playAll(t, table, &s, "0:H1", "1:M1")
	assert.Equal(t, "H3 M3", table.Undrawn(&s).String())
	assert.Equal(t, "H2", s.Hand[0].String())
	playAll(t, table, &s, "0:H2", "1:M2", "0:H3", "1:M3")
	assert.Empty(t, table.Undrawn(&s))
	assert.True(t, s.IsOver)
}

// TestTucked: a card that was put away (K: Shadowfax) neither follows suit nor has to, and comes back when its
// owner says so or holds nothing else.
func TestTucked(t *testing.T) {
	h8 := parse(t, "H8")[0]
	table := tableOf(t, tricks.NoSuit, "H12", "H8 M1", "F12")
	s := table.Start(0, h8)
	assert.Equal(t, "M1", s.Hand[1].String())
	playAll(t, table, &s, "0:H1")
	assert.Equal(t, "H8 M1", table.Legal(&s).String(), "to play it is to have taken it back")
	back := table.Start(0, h8)
	table.TakeBack(&back)
	playAll(t, table, &back, "0:H1")
	assert.Equal(t, "H8", table.Legal(&back).String())
	playAll(t, table, &s, "1:M1", "2:F1")
	assert.Equal(t, "H8", s.Hand[1].String(), "nothing else is left")
	assert.Equal(t, tricks.NoCard, s.Tucked)
}

// TestSeats: one and four players have four seats, two and three have three (S1).
func TestSeats(t *testing.T) {
	for players, seats := range map[int]int{1: 4, 2: 3, 3: 3, 4: 4} {
		assert.Equal(t, seats, tricks.SeatsFor(players), "%d players", players)
	}
}

// TestDocuments: cards, plays, suits and sets of seats are written into documents as people write them, and a
// seat that nobody has is left out.
func TestDocuments(t *testing.T) {
	document := map[string]any{
		"card":  parse(t, "H3")[0],
		"set":   tricks.SetOf(parse(t, "H3 R1")...),
		"play":  play(t, "2:R1!"),
		"suit":  tricks.Shadows,
		"none":  tricks.NoSuit,
		"seats": tricks.SeatSet(0b1001),
		"empty": tricks.SeatSet(0),
	}
	text, err := json.Marshal(document)
	require.NoError(t, err)
	assert.JSONEq(t, `{"card":"H3","set":"H3 R1","play":"2:R1!","suit":"S","none":"-","seats":[0,3],"empty":[]}`,
		string(text))
	assert.True(t, tricks.NoSeat.IsZero())
	assert.False(t, tricks.Seat(0).IsZero())
}
