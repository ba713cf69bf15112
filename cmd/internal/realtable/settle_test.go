package realtable

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestOrderOfSettlement checks that each step of the settlement comes after everything that it needs, and that it does
// need it: if the step comes directly before what it needs, a note is read differently.
func TestOrderOfSettlement(t *testing.T) {
	const hands = "2 4 lost f8\nmerry h4 m3 f345 s17 r13\nfrodo h1m12458f27s3\nsam 3 h56m7f1s58r245\n"
	const turnedUp = "5 2 lost R4S5\nthreats 4 3 2 1\ndealt\nsam 4 H267M1347S36\ntom H458M268S7R25\n" +
		"frodo* S8 S2 / S4 M5 R3 / R1 H3 H1 S1\nsam>frodo s3 h3\ntom>frodo h4 h4\n" +
		"f1 | s165\nf7 | h741"
	const dealt = "1 3 lost r4\ndealt\ngandalf H2568M23F68S357R5\nfrodo* H134M457F145R123\nbilbo H7M168F237S12468\n" +
		"gandalf>frodo h2 f4\n"
	// witnesses has a note for each need of each step.
	witnesses := map[string]map[truth]string{
		"place the hands": {
			pilesTold: "2 4\nmerry h2\nsam 1: h2345\ngandalf\nfrodo",
		},
		"note the cards in play": {
			handsPlaced: "16 3 lost m3\nfrodo*\nceleborn\ngaladriel m3",
		},
		"place the lost cards": {
			handsPlaced: "2 4 lost h1\nmerry h1",
			inPlayNoted: "16 3 lost m3\nfrodo*\nceleborn\ngaladriel m3",
		},
		"place what was left over": {
			handsPlaced: "2 4\nmerry h1\nsam 3\nleft sam h1",
			lostPlaced:  "2 4 lost h1\nmerry\nleft merry h1",
		},
		"gather the side deck": {
			pilesTold: strings.NewReplacer("f1 |", "tom: f1 |", "f7 |", "sam: f7 |").Replace(turnedUp),
		},
		"give the rests": {
			handsPlaced: "2 4\nmerry h1\nsam rest",
			lostPlaced:  "2 4 lost h1\nsam rest",
			leftPlaced:  "2 4\nmerry\nsam\nleft merry h1\nleft sam rest",
		},
		"replay setup": {
			sideGathered: turnedUp,
			restsGiven: "1 3 lost r4\ndealt\ngandalf H2568M23F68S357R5\nfrodo* H134M457F145R123\nbilbo rest\n" +
				"gandalf>frodo h2 f4",
		},
		"place the tricks": {
			pilesTold:     "2 4\nmerry\nsam 1: h2345\ngandalf\nfrodo\ngandalf: m1234 / f1234",
			restsGiven:    hands + "pippin rest\nf2f1f6r3",
			setupReplayed: dealt + "f536\nf536",
		},
		"place the cards aside": {
			restsGiven:    "1 3 lost r4\ngandalf rest",
			setupReplayed: strings.Replace(hands, " lost f8", "\ndealt", 1) + "pippin h2378m6f6s246\nf2f2",
			tricksPlaced:  "6 3\nbarrow m3\ngoldberry\nfrodo*\ntom\nm368",
		},
	}
	lib := chapters.Default()
	steps := settleSteps()
	made := map[truth]int{}
	for i, s := range steps {
		for _, needed := range s.needs {
			maker, isMade := made[needed.truth]
			require.True(t, isMade, "%s: no step before it makes true that %s", s.name, needed.truth)
			require.NotEmpty(t, needed.reason, s.name)
			text := witnesses[s.name][needed.truth]
			require.NotEmpty(t, text, "%s: no note shows that it needs that %s", s.name, needed.truth)
			moved := slices.Insert(slices.Delete(slices.Clone(steps), i, i+1), maker, s)
			assert.NotEqual(t, readWith(lib, text, steps), readWith(lib, text, moved),
				"%s: the order makes no difference: %s", s.name, needed.reason)
			delete(witnesses[s.name], needed.truth)
		}
		assert.Empty(t, witnesses[s.name], s.name)
		made[s.makes] = i
	}
	assert.Len(t, made, len(steps), "each step makes something else true")
}

// settled reads and settles a note that has no faults so far.
func settled(t *testing.T, text string) *settlement {
	t.Helper()
	n := readLines(t, text)
	s := settle(n, &faultList{}, settleSteps())
	require.Empty(t, s.faults.list, text)
	return s
}

// TestPilesAndHands checks which cards behind a seat and a colon are a pile, a hand, or a trick that the seat was named
// to lead.
func TestPilesAndHands(t *testing.T) {
	for _, tt := range []struct {
		text         string
		piled        bool
		hands        []string
		named, piles []tricks.Seat
	}{
		{"2 4;sam 1: h2345;frodo", false, []string{"H2345", ""}, nil, nil},
		{
			"2 4;sam 1: h2345;frodo: m1;frodo: f1234/", true,
			[]string{"", ""},
			[]tricks.Seat{unnamed, unnamed, unnamed},
			[]tricks.Seat{1, 0, 1},
		},
		{"2 4;sam;frodo;sam: h1234", true, []string{"", ""}, []tricks.Seat{unnamed}, []tricks.Seat{0}},
		{"2 4;sam;frodo;merry;pippin;sam: h1234;m1234", false, []string{"", ""}, []tricks.Seat{0, unnamed}, []tricks.Seat{unnamed, unnamed}},
		{"10 4;elrond;bilbo-baggins;elrond: h1234", false, []string{"", ""}, []tricks.Seat{0}, []tricks.Seat{unnamed}},
	} {
		s := settled(t, tt.text)
		assert.Equal(t, tt.piled, s.note.piled, tt.text)
		for i, hand := range tt.hands {
			assert.Equal(t, parsed(t, hand), s.note.seats[i].Cards, tt.text)
		}
		var named, piles []tricks.Seat
		for _, written := range s.note.tricks {
			named = append(named, written.named)
			piles = append(piles, written.pile)
		}
		assert.Equal(t, tt.named, named, tt.text)
		assert.Equal(t, tt.piles, piles, tt.text)
	}
}

// TestGiveRests checks which cards the word rest stands for.
func TestGiveRests(t *testing.T) {
	deck := tricks.Deck
	for _, tt := range []struct {
		text       string
		hand, left tricks.Set
	}{
		{"2 4 lost f8;sam rest;frodo h1;merry m1;pippin s1;left frodo h1", deck &^ parsed(t, "F8H1M1S1"), 0},
		{"2 4;sam rest;frodo h1;merry;pippin;left frodo m1;m2345", deck &^ parsed(t, "H1M12345"), 0},
		{"2 4;sam rest;frodo h1;merry m1;pippin s1;h2345", deck &^ parsed(t, "H1M1S1"), 0},
		{"2 4;sam;frodo;merry;pippin;m2345;left sam rest", 0, deck &^ parsed(t, "M2345")},
		{"2 4;sam rest;frodo;left frodo rest", deck, 0},
	} {
		s := settled(t, tt.text)
		assert.Equal(t, tt.hand, s.note.seats[0].Cards, tt.text)
		left := tricks.Set(0)
		for _, l := range s.note.leftovers {
			if l.rest {
				left |= l.cards
			}
		}
		assert.Equal(t, tt.left, left, tt.text)
	}
}

// TestSideDeckInOrder checks that the cards of the side deck that stand before tricks make up the side deck, unless it
// is written in a line of its own or the tricks have no order.
func TestSideDeckInOrder(t *testing.T) {
	for text, want := range map[string]string{
		"5 3;frodo;sam;tom;f1 | h123;f9 | m123":                    "F1 F9",
		"5 3;frodo;sam;tom;oldforest f2 f3;f1 | h123;f9 | m123":    "F2 F3",
		"5 3;frodo;sam;tom;frodo: f1 | h123/;sam: f9 | m123/":      "",
		"14 bridge 4;frodo;sam 1;legolas 2;aragorn 3;s1b5 | h1234": "S1 B5",
	} {
		s := settled(t, text)
		assert.Equal(t, strings.ReplaceAll(want, "F9", tricks.OldManWillow.String()), tricks.FormatCards(s.note.side), text)
	}
}

// TestPassOn checks what the written exchanges do to dealt hands if the note does not answer each question of setup.
func TestPassOn(t *testing.T) {
	const three = "6 2\nthreats 1 4 3 2\nbarrow F6 S6 S7 M1 H2 F7 F2 M7 H7 M6\ndealt\n" +
		"goldberry H3458M45F58R3\ntom H1M238F3S12R24\nfrodo* F4 S5 / H6 S3 S4 / R1 F1 R5 S8\n"
	for _, tt := range []struct {
		moves        string
		goldberry    string
		tom          string
		extra        string
		wantedFaults []string
	}{
		{"tom>goldberry h1 h3\n", "H1458M45F58R3", "H3M238F3S12R24", "", nil},
		{"tom>goldberry h1\n", "H13458M45F58R3", "M238F3S12R24", "", nil},
		{"tom>goldberry h1 h1\n", "H3458M45F58R3", "H1M238F3S12R24", "", nil},
		{"tom>frodo h1\n", "H3458M45F58R3", "M238F3S12R24", "H1", nil},
		{
			"tom>goldberry h3 h4\n", "H3458M45F58R3", "H14M238F3S12R24", "",
			[]string{"line 8: Tom Bombadil has no H3 to pass on: write it in the hand, or correct the exchange (S6)"},
		},
		{"tom>frodo m1\n", "", "", "", []string{"line 8: Tom Bombadil has no M1 to pass on: write it in the hand, or correct the exchange (S6)"}},
	} {
		n := readLines(t, three+tt.moves+"h8f5r4\n")
		s := settle(n, &faultList{}, settleSteps())
		require.Len(t, s.remarks, 1, tt.moves)
		require.ErrorContains(t, s.remarks[0], "the round is examined from its first trick on, since its setup is not known")
		var told []string
		for i := range s.faults.list {
			told = append(told, s.faults.list[i].Text(texts.New("en")))
		}
		assert.Equal(t, tt.wantedFaults, told, tt.moves)
		if tt.wantedFaults == nil {
			assert.Equal(t, parsed(t, tt.goldberry), n.seats[0].Cards, tt.moves)
			assert.Equal(t, parsed(t, tt.tom), n.seats[1].Cards, tt.moves)
			assert.Equal(t, parsed(t, tt.extra), n.seats[2].Extra, tt.moves)
		}
	}
}
