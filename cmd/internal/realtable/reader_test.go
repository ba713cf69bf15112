package realtable

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readLines reads lines that have no faults.
func readLines(t *testing.T, text string) *note {
	t.Helper()
	r := newReader(chapters.Default())
	r.read(text)
	require.Empty(t, r.faults.list, text)
	return r.note
}

// parsed returns the cards of a text such as "H12M3".
func parsed(t *testing.T, text string) tricks.Set {
	t.Helper()
	set, err := setIn(text)
	require.NoError(t, err, text)
	return set
}

// TestReadHeading checks what the first line says about chapter, terms, players and lost cards.
func TestReadHeading(t *testing.T) {
	for _, tt := range []struct {
		line, chapter, event, group string
		players, seats              int
		known                       bool
		lost                        string
	}{
		{"2 4", "2", "", "", 4, 4, true, ""},
		{"02 3p lost f8", "2", "", "", 3, 3, true, "F8"},
		{"2 2", "2", "", "", 2, 3, true, ""},
		{"2 1 LOST f8", "2", "", "", 1, 4, true, "F8"},
		{"14 Bridge 4", "14", "bridge", "", 4, 4, true, ""},
		{"18 2g 3 verloren v1", "18", "", "2", 3, 3, true, "V1"},
		{"Players 4, chapter 2", "2", "", "", 4, 4, true, ""},
		{"shire, 3 players, lost f8", "2", "", "", 3, 3, true, "F8"},
		{"- 3", "", "", "", 3, 3, false, ""},
	} {
		n := readLines(t, tt.line)
		assert.Equal(t, tt.chapter, n.head.chapterID, tt.line)
		assert.Equal(t, tt.event, n.round.Event, tt.line)
		assert.Equal(t, tt.group, n.round.Group, tt.line)
		assert.Equal(t, tt.players, n.head.players, tt.line)
		assert.Equal(t, tt.seats, n.head.seatCount, tt.line)
		assert.Equal(t, tt.known, n.head.known, tt.line)
		assert.Equal(t, tt.lost != "", n.lost.known, tt.line)
		assert.Equal(t, parsed(t, tt.lost), tricks.SetOf(n.lost.cards...), tt.line)
	}
}

// TestReadSeat checks what the line of a seat says.
func TestReadSeat(t *testing.T) {
	suits := []tricks.Suit{tricks.Hills, tricks.Mountains}
	for _, tt := range []struct {
		line string
		want seat
	}{
		{"2 4;sam", seat{}},
		{"2 4;sam*", seat{leads: true}},
		{"2 4;sam * 3", seat{leads: true, HandInfo: chapters.HandInfo{Threat: 3}}},
		{"2 4;sam: 3 h1", seat{given: true, behindColon: true, HandInfo: chapters.HandInfo{Threat: 3, Cards: parsed(t, "H1")}}},
		{"2 4;sam 3: h12345", seat{given: true, behindColon: true, HandInfo: chapters.HandInfo{Threat: 3, Cards: parsed(t, "H12345")}}},
		{"2 4;sam 3: h1234", seat{HandInfo: chapters.HandInfo{Threat: 3}, pile: " h1234"}},
		{"2 4;sam 3h12", seat{given: true, HandInfo: chapters.HandInfo{Threat: 3, Cards: parsed(t, "H12")}}},
		{"2 4;sam 3 1h 2h", seat{given: true, HandInfo: chapters.HandInfo{Threat: 3, Cards: parsed(t, "H12")}}},
		{"2 4;sam 3-4", seat{HandInfo: chapters.HandInfo{Range: [2]int{3, 4}}}},
		{"2 4;sam rest", seat{rest: true}},
		{"2 4;sam took h1", seat{given: true, HandInfo: chapters.HandInfo{TookLost: true, Cards: parsed(t, "H1")}}},
		{"8 4;strider more", seat{HandInfo: chapters.HandInfo{Declared: characters.More}}},
		{"8 4;strider weniger", seat{HandInfo: chapters.HandInfo{Declared: characters.Fewer}}},
		{"2 4;sam tucked=h3 first=m2 last=f3", seat{HandInfo: chapters.HandInfo{
			Tucked: parsed(t, "H3"), First: parsed(t, "M2"), Last: parsed(t, "F3"),
		}}},
		{"2 4;sam announced=hm", seat{HandInfo: chapters.HandInfo{Announced: suits}}},
		{"2 4;sam rider=terror", seat{HandInfo: chapters.HandInfo{Rider: "terror"}}},
		{"2 4;sam gift=sting", seat{HandInfo: chapters.HandInfo{Gift: "sting"}}},
		{"2 2;sam 3 h1m2/-h3h4 + f1", seat{given: true, HandInfo: chapters.HandInfo{
			Threat: 3,
			Rows: [][]tricks.Card{
				{tricks.NewCard(tricks.Hills, 1), tricks.NewCard(tricks.Mountains, 2)},
				{tricks.NoCard, tricks.NewCard(tricks.Hills, 3), tricks.NewCard(tricks.Hills, 4)},
			},
			Extra: parsed(t, "F1"),
		}}},
		{"2 2;sam -h2/m2-", seat{given: true, HandInfo: chapters.HandInfo{
			Rows: [][]tricks.Card{
				{tricks.NoCard, tricks.NewCard(tricks.Hills, 2)},
				{tricks.NewCard(tricks.Mountains, 2), tricks.NoCard},
			},
		}}},
		{"16 3;sam 3 h1 | h2 | h34", seat{
			given: true, staged: []tricks.Set{parsed(t, "H2"), parsed(t, "H34")},
			HandInfo: chapters.HandInfo{Threat: 3, Cards: parsed(t, "H1")},
		}},
	} {
		n := readLines(t, tt.line)
		require.Len(t, n.seats, 1, tt.line)
		tt.want.char = n.seats[0].char
		tt.want.Character = n.seats[0].char.ID
		tt.want.line = 1
		assert.Equal(t, tt.want, n.seats[0], tt.line)
		if tt.want.TookLost {
			assert.Equal(t, tricks.Seat(0), n.taker, tt.line)
		}
	}
}

// TestReadTricks checks how lines of cards are told apart, and what they say: hands, tricks in order, piles, and
// tricks that a seat was named to lead.
func TestReadTricks(t *testing.T) {
	const four = "2 4;sam;frodo;merry;pippin;"
	for _, tt := range []struct {
		text  string
		hands int
		piled bool
		// tricks has for each trick the seat before its colon and its cards.
		tricks []string
	}{
		{"- 4;h1;h2;h3;h4;h5", 4, false, []string{"-3 H5"}},
		{"- 4;- h1;- h2", 2, false, nil},
		{four + "h1234;h5m167", 0, false, []string{"-3 H1 H2 H3 H4", "-3 H5 M1 H6 H7"}},
		{four + "h12..", 0, false, []string{"-3 H1 H2 - -"}},
		{four + "sam: h1234", 0, false, []string{"0 H1 H2 H3 H4"}},
		{four + "frodo: h1234/m1234", 0, true, []string{"1 H1 H2 H3 H4", "1 M1 M2 M3 M4"}},
		{four + "frodo: h1234/", 0, true, []string{"1 H1 H2 H3 H4"}},
		{four + "nobody: h1234", 0, true, []string{"-1 H1 H2 H3 H4"}},
		{"2 4;sam 3: h1234/m1234;frodo", 0, true, []string{"0 H1 H2 H3 H4", "0 M1 M2 M3 M4"}},
	} {
		n := readLines(t, tt.text)
		hands := 0
		for _, s := range n.seats {
			if s.given {
				hands++
			}
		}
		assert.Equal(t, tt.hands, hands, tt.text)
		assert.Equal(t, tt.piled, n.piled, tt.text)
		var got []string
		for _, written := range n.tricks {
			owner := map[tricks.Seat]string{unnamed: "-3", noSeat: "-1", 0: "0", 1: "1"}[written.named]
			got = append(got, owner+" "+tricks.FormatCards(cardsOf(written.cards)))
		}
		assert.Equal(t, tt.tricks, got, tt.text)
	}
}

// TestReadMoves checks what the lines of exchanges say.
func TestReadMoves(t *testing.T) {
	const four = "2 4;sam;frodo;merry;pippin;"
	h1 := tricks.NewCard(tricks.Hills, 1)
	m2 := tricks.NewCard(tricks.Mountains, 2)
	for _, tt := range []struct {
		text string
		want move
	}{
		{four + "sam>frodo h1 m2", move{giver: 0, receiver: 1, card: h1, returned: m2, beforeTrick: -1}},
		{four + "sam > fro 1h 2m", move{giver: 0, receiver: 1, card: h1, returned: m2, beforeTrick: -1}},
		{four + "sam>frodo h1 h1", move{giver: 0, receiver: 1, card: h1, returned: h1, beforeTrick: -1}},
		{four + "pippin>sam h1", move{giver: 3, receiver: 0, card: h1, returned: tricks.NoCard, beforeTrick: -1}},
		{four + "sam>lost h1 m2", move{giver: 0, receiver: chapters.LostCard, card: h1, returned: m2, beforeTrick: -1}},
		{four + "sam>frodo h1 m2 3", move{giver: 0, receiver: 1, card: h1, returned: m2, beforeTrick: 2}},
		{four + "sam>frodo 3 h1 m2", move{giver: 0, receiver: 1, card: h1, returned: m2, beforeTrick: 2}},
		{four + "h2345;sam>frodo h1 m2", move{giver: 0, receiver: 1, card: h1, returned: m2, beforeTrick: 1}},
	} {
		n := readLines(t, tt.text)
		tt.want.line = 1
		assert.Equal(t, []move{tt.want}, n.moves, tt.text)
	}
}

// TestReadKeywords checks what the other lines say that begin with a word of the notation.
func TestReadKeywords(t *testing.T) {
	n := readLines(t, "road 4\npool frodo bilbo baggins; completed sam, bill the pony\nrider terror 2\ngift sting\n"+
		"frodo*\nsam\nled 2 sam 3 frodo\nwon sam 1 frodo 0\nleft sam h12\nleft frodo rest\nlost f8\ndealt")
	assert.Equal(t, []string{"samwise", "bill"}[1:], n.round.Completed[1:])
	assert.Len(t, n.round.Pool, 2)
	assert.Equal(t, "terror", n.round.Rider)
	assert.Equal(t, []tricks.Seat{1}, n.round.RiderSeats)
	assert.Equal(t, "sting", n.round.Gift)
	assert.Equal(t, map[int]tricks.Seat{1: 1, 2: 0}, n.ledBy)
	assert.Equal(t, wonCounts{bySeat: map[tricks.Seat]int{1: 1, 0: 0}, line: 8}, n.won)
	assert.Equal(t, []leftover{{seat: 1, cards: parsed(t, "H12"), line: 9}, {seat: 0, rest: true, line: 10}}, n.leftovers)
	assert.Equal(t, lostCards{cards: parsed(t, "F8").Cards(), known: true, line: 11}, n.lost)
	assert.True(t, n.dealt)
	assert.Equal(t, 12, n.lastLine)

	n = readLines(t, "14 tomb 1\ndone bridge\nmithril\npile h12\nthreats 3 1 2")
	assert.Equal(t, []string{"bridge"}, n.round.EventsDone)
	assert.True(t, n.round.MithrilUsed)
	assert.Equal(t, parsed(t, "H12").Cards(), n.pile)
	assert.Equal(t, []int{3, 1, 2}, n.threats)

	n = readLines(t, "14 bridge 4\nBalrog s1 b5\nbalrog s2")
	assert.Equal(t, "S1 B5 S2", tricks.FormatCards(n.side))
	n = readLines(t, "5 4\nOld Forest f9 f1")
	assert.Equal(t, []tricks.Card{tricks.OldManWillow, tricks.NewCard(tricks.Forests, 1)}, n.side)
}

// TestFaultsOfLines checks what is wrong with lines that cannot be read.
func TestFaultsOfLines(t *testing.T) {
	const four = "2 4;sam;frodo;merry;pippin;"
	for _, tt := range []struct{ text, want string }{
		{"14 bridge", `"14 bridge": the first line is chapter, event, players: `},
		{"2 4 f8", `"f8": only the lost cards can come after the players, as in 2 4 lost f8`},
		{"2 4 lost f9", `"9" in "f9": cards are a suit`},
		{"2 4;7x", `"7X" in "7x ": cards are a suit`},
		{"2 4;?", `"?": a line begins with a character, a card or a word such as left or led`},
		{"2 4;tucked", `"tucked" does not begin a line: write it after a name`},
		{"2 4;pile h1", "only a single player has a draw pile: remove the line, or write 1 for the players (S10)"},
		{"2 4;left sam h1", "no seat is written above: first comes a line for each seat (S4)"},
		{four + "left sam h11", "H1 appears twice"},
		{four + "led sam", `"sam": write pairs, such as led 3 sam or won merry 2`},
		{four + "led 0 sam", `"0" is not the number of a trick: write 1 for the first, as in led 1 sam`},
		{four + "led 1 gandalf", "Gandalf sits at none of the seats above: write one of Sam, Frodo, Merry, Pippin, or a line for the seat (S4)"},
		{four + "won sam 100", `"100" is not a number of tricks: write how many were won, as in won merry 2`},
		{four + "won gandalf 1", "Gandalf sits at none of the seats above: write one of Sam, Frodo, Merry, Pippin, or a line for the seat (S4)"},
		{"2 4;threats 1 x", `"x" is not a threat number: write the numbers of the deck in order, as in threats 3 1 4 2 (S8)`},
		{"14 tomb 4;done ford", `"ford" is not an event of this chapter: write one of`},
		{"2 4;gift", "the name of the gift or the rider is missing, as in gift sting or rider terror 2 (L5)"},
		{"2 4;gift ring", `there is no gift "ring": write one of`},
		{"2 4;rider gandalf", `there is no rider "gandalf": write one of`},
		{"2 4;pool frodo", "characters are drawn only for the Road: remove the line, or begin with road 4 (L5)"},
		{"2 4;pool frood", `nobody is called "frood": write`},
		{"2 4;h1;sam", "some seats have a character and some have none: write a name in each line, or in none (S4)"},
		{four + "gandalf", "Gandalf is one too many, there are 4 seats: remove one, or correct the players in the first line (S1)"},
		{"- 3;h1;h2;h3;- h4", "this is one hand too many, there are 3: remove one, or correct the players in the first line (S1)"},
		{"2 4;sam tucked=h12", `"tucked=h12": write one card, as in tucked=h3 (K)`},
		{"2 4;sam announced=hh", `"announced=hh": write letters of suits, each once, as in announced=hm (K)`},
		{"2 4;sam lost=h1", `"lost=h1" is neither a word of the notation nor a card: cards are a suit and ranks, such as h137 (T2)`},
		{"2 4;sam h1 | m9", `"9" in " m9": cards are a suit`},
		{"2 4;sam h1 + m9", `"9" in " m9": cards are a suit`},
		{"2 2;sam h1/m9", `"9" in "m9 ": cards are a suit`},
		{four + "h12345", `"h12345": 5 cards are not a trick, since 4 seats play: begin a new one after / or in a new line (T3)`},
		{four + "sam: h1234/h9", `"9" in "h9": cards are a suit`},
		{four + "sam>gandalf h1 m2", "Gandalf sits at none of the seats above: write one of Sam, Frodo, Merry, Pippin, or a line for the seat (S4)"},
		{four + "sam>frodo h9 m2", `"9" in "h9": cards are a suit`},
		{strings.Repeat("#", MostText+1), "the text is longer than 16384 bytes: shorten it, a round needs a few hundred"},
	} {
		r := newReader(chapters.Default())
		r.read(tt.text)
		if assert.NotEmpty(t, r.faults.list, tt.text) {
			assert.Contains(t, texts.New("en").Tell(r.faults.list[0].Err), tt.want, tt.text)
		}
	}
}

// TestMostFaults checks that a long text of mistakes has a bounded number of faults.
func TestMostFaults(t *testing.T) {
	r := newReader(chapters.Default())
	r.read("2 4\n" + strings.Repeat("?\n", 2*mostFaults))
	assert.Len(t, r.faults.list, mostFaults)
}
