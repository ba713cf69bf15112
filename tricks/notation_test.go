package tricks_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// boxCards is every card of the box in the order of T2.
func boxCards() []tricks.Card {
	var all []tricks.Card
	for c := range tricks.Card(64) {
		if c.Valid() {
			all = append(all, c)
		}
	}
	return all
}

func TestT1Deck(t *testing.T) {
	assert.Equal(t, "H12345678 M12345678 F12345678 S12345678 R12345", tricks.Deck.String())
	assert.Equal(t, 37, tricks.Deck.Len())
	assert.Equal(t, "R12345", tricks.RingSet.String())
	assert.Equal(t, "R1", tricks.OneRing.String())
	assert.Len(t, boxCards(), 37+8+2, "T2: the deck, Rivers 1–8, F9 and B5")
	for s := tricks.Hills; s < tricks.NoSuit; s++ {
		assert.Equal(t, s.Ranks(), tricks.SuitSet(s).Len(), s)
	}
}

// TestG6RankSet checks that a set of a rank includes Rings and Rivers.
func TestG6RankSet(t *testing.T) {
	assert.Equal(t, "H1 M1 F1 S1 R1 V1", tricks.RankSet(1).String())
	assert.Equal(t, "H5 M5 F5 S5 R5 V5", tricks.RankSet(5).String())
	assert.Equal(t, "H6 M6 F6 S6 V6", tricks.RankSet(6).String())
	assert.Empty(t, tricks.RankSet(0))
	assert.Empty(t, tricks.RankSet(9))
}

func TestT2Cards(t *testing.T) {
	for _, c := range boxCards() {
		got, err := tricks.ParseCard(c.String())
		require.NoError(t, err)
		assert.Equal(t, c, got, c.String())
	}
	for text, want := range map[string]struct {
		suit tricks.Suit
		rank int
	}{
		"H1": {tricks.Hills, 1}, "M8": {tricks.Mountains, 8}, "F3": {tricks.Forests, 3}, "S7": {tricks.Shadows, 7},
		"R5": {tricks.Rings, 5}, "V8": {tricks.Rivers, 8}, "F9": {tricks.Forests, 9}, "B5": {tricks.NoSuit, 5},
	} {
		c, err := tricks.ParseCard(text)
		require.NoError(t, err)
		assert.Equal(t, want.suit, c.Suit(), text)
		assert.Equal(t, want.rank, c.Rank(), text)
	}
	for _, text := range []string{
		"", "H", "H0", "H9", "R6", "R0", "V9", "B4", "X1", "h3", "HH", "H3 ", " H3", "H33",
		"1H", "H\xff", "\xffH", "é", "-",
	} {
		_, err := tricks.ParseCard(text)
		require.ErrorIs(t, err, tricks.ErrNotation, "%q", text)
		assert.Contains(t, err.Error(), "(T2)")
	}
}

func TestT2Hands(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"H137 M2 F48 S15 R1", "H137 M2 F48 S15 R1"},
		{"R1 H3 R5", "H3 R15"},
		{"H731", "H137"},
		{"  V1\tR2\nS3  F4 M5 H6 ", "H6 M5 F4 S3 R2 V1"},
		{"H1 H3 H2", "H123"},
		{"", ""},
		{"   ", ""},
		{"F19 B5", "F1 F9 B5"},
	} {
		set, err := tricks.ParseSet(c.in)
		require.NoError(t, err, c.in)
		assert.Equal(t, c.out, set.String(), c.in)
	}
	for text, want := range map[string]string{
		"H":        "not a group",
		"H1 M":     "not a group",
		"H11":      "H1 appears twice",
		"H1 M2 H1": "H1 appears twice",
		"H90":      "Hills has no rank \"9\": its ranks are 1 to 8",
		"R16":      "Rings has no rank \"6\": its ranks are 1 to 5",
		"Q1":       "\"Q\" is not a suit: the suits are HMFSRV",
		"H1,M2":    "no rank \",\"",
		"B51":      "\"B\" is not a suit",
		"♥3":       "\"♥\" is not a suit",
		"Ä1":       "\"Ä\" is not a suit",
		"Ｈ8":       "\"Ｈ\" is not a suit",
		"H８":       "Hills has no rank \"８\"",
		"八":        "not a group",
	} {
		_, err := tricks.ParseSet(text)
		require.ErrorIs(t, err, tricks.ErrNotation, text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestT2Piles(t *testing.T) {
	cards, err := tricks.ParseCards("R1 H31 R5")
	require.NoError(t, err)
	assert.Equal(t, "R1 H3 H1 R5", tricks.FormatCards(cards), "the order of a pile counts")
}

func TestT7Plays(t *testing.T) {
	for _, text := range []string{"0:H3", "1:R1", "2:R1!", "3:V8", "0:F9"} {
		p, err := tricks.ParsePlay(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, p.String())
	}
	for text, rule := range map[string]string{
		"": "T2", "0": "T2", "H3": "T2", "0:": "T2", ":H3": "T2", "4:H3": "T2", "-1:H3": "T2", "00:H3": "T2",
		"0:H3:": "T2", "0:H3!": "T7", "0:R2!": "T7", "0:R1!!": "T2", "0:!R1": "T2", "0: R1": "T2", "0:R1 !": "T2",
	} {
		_, err := tricks.ParsePlay(text)
		require.ErrorIs(t, err, tricks.ErrNotation, "%q", text)
		assert.ErrorContains(t, err, "("+rule+")", "%q", text)
	}
}

func anySet() *rapid.Generator[tricks.Set] {
	return rapid.Custom(func(t *rapid.T) tricks.Set {
		return tricks.SetOf(rapid.SliceOfDistinct(rapid.SampledFrom(boxCards()), func(c tricks.Card) tricks.Card {
			return c
		}).Draw(t, "cards")...)
	})
}

// TestT2RoundTrip checks that written hands are read back, in any order and grouping.
func TestT2RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := anySet().Draw(t, "set")
		got, err := tricks.ParseSet(set.String())
		require.NoError(t, err)
		assert.Equal(t, set, got)
		assert.Equal(t, set, tricks.SetOf(set.Cards()...))
		assert.Len(t, set.Cards(), set.Len())

		text := tricks.FormatCards(rapid.Permutation(set.Cards()).Draw(t, "pile"))
		cards, err := tricks.ParseCards(text)
		require.NoError(t, err)
		assert.Equal(t, text, tricks.FormatCards(cards))
		unordered, err := tricks.ParseSet(text)
		require.NoError(t, err)
		assert.Equal(t, set, unordered, "on input the order is free")
	})
}

func TestT7RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tricks.Play{
			Seat: tricks.Seat(rapid.IntRange(0, tricks.MaxSeats-1).Draw(t, "seat")),
			Move: tricks.Move{Card: rapid.SampledFrom(boxCards()).Draw(t, "card")},
		}
		p.ToWin = p.Card == tricks.OneRing && rapid.Bool().Draw(t, "to win")
		got, err := tricks.ParsePlay(p.String())
		require.NoError(t, err)
		assert.Equal(t, p, got)
	})
}

// goodMessage checks that an error of the parsers is short, printable and wrapped.
func goodMessage(t *testing.T, err error) {
	t.Helper()
	require.ErrorIs(t, err, tricks.ErrNotation)
	assert.Less(t, len(err.Error()), 300)
	assert.True(t, utf8.ValidString(err.Error()))
	assert.NotContains(t, err.Error(), "\n")
	assert.False(t, strings.ContainsFunc(err.Error(), unicode.IsControl), "%q", err.Error())
}

func FuzzParseCards(f *testing.F) {
	for _, seed := range []string{"H137 M2 F48 S15 R1", "R1 H3 R5", "F9 B5 V8", "H", "H99", "é1", "H1\x00", "F19"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cards, err := tricks.ParseCards(text)
		set, err2 := tricks.ParseSet(text)
		if err != nil {
			goodMessage(t, err)
			require.Error(t, err2)
			return
		}
		require.NoError(t, err2)
		require.Equal(t, len(cards), set.Len(), "no card twice")
		again, err := tricks.ParseCards(tricks.FormatCards(cards))
		require.NoError(t, err)
		require.Equal(t, cards, again)
		sorted, err := tricks.ParseSet(set.String())
		require.NoError(t, err)
		require.Equal(t, set, sorted)
	})
}

func FuzzParsePlay(f *testing.F) {
	for _, seed := range []string{"0:H3", "2:R1!", "4:H3", "0:H3!", ":", "0:\xff9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := tricks.ParsePlay(text)
		if err != nil {
			goodMessage(t, err)
			return
		}
		require.Equal(t, text, p.String())
		require.True(t, p.Card.Valid())
		require.True(t, p.Seat >= 0 && p.Seat < tricks.MaxSeats)
		require.True(t, !p.ToWin || p.Card == tricks.OneRing)
	})
}
