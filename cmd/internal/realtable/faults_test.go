package realtable_test

import (
	"regexp"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Notes for the tests: seats has only seats, whole has all tricks in order, and hands has only hands.
const (
	seats = "2 4\ngandalf\nsam4\nfro\nmerry\nleft gandalf h8\n"
	whole = seats + "m8756 ; f7145 ; m3s7h44 ; f26h28 ; f3h5r1!r5 ; s3841 ; h617m1 ; m2s2r3s5 ; s6r4r2h3"
	hands = "2 4 lost f8\nmerry h4 m3 f345 s17 r13\nfrodo h1m12458f27s3\nsam 3 h56m7f1s58r245\npippin h2378m6f6s246\n"
)

// cure matches a fault that names what to do: it gives an order or an example, lists what can stand there, or asks.
var cure = regexp.MustCompile(`\b(write|correct|take|remove|separate|add|move|begin)\b|the chapters are|such as|as in|not placed yet|comes after|separated by|an exchange has|a line for each|\?`)

// TestFaults checks that each mistake is reported at its line, with the word and the rule.
func TestFaults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "1: the first line is chapter and players, such as 2 4"},
		{"99 4", `1: there is no chapter "99"`},
		{"2 7", `1: "2 7": there are 1 to 4 players, such as 2 4 (S1)`},
		{"Chapter 2, 5 players", `1: "Chapter 2, 5 players": there are 1 to 4 players, such as 2 4 (S1)`},
		{"4 players lost f8", `1: "4 players lost f8": the chapter is missing; write it before the players, such as 2 4 (S1)`},
		{"Players 4", `1: "Players 4": the chapter is missing; write it before the players, such as 2 4 (S1)`},
		{"2", "1: the number of players is missing: write it after the chapter, 2 4 (S1)"},
		{"shire", "1: the number of players is missing: write it after the chapter, 2 4 (S1)"},
		{"ring 4", `1: "ring": which chapter is meant, 3 or 13? Write its number`},
		{"a nice evening", `1: "a nice evening": the first line is chapter and players, such as 2 4`},
		{"frodo: h1234 / m5678", `1: "frodo: h1234 / m5678": the first line is chapter and players`},
		{"2 4 lost\nmerry", "1: the lost card is missing, as in lost f8 (S2)"},
		{seats + "won merry x", `7: "x" is not a number of tricks: write how many were won, as in won merry 2`},
		{seats + "led 0 merry", `7: "0" is not the number of a trick: write 1 for the first, as in led 1 sam`},
		{"road 4\nrider terror 5", `2: "5" is not a seat for the rider: write a number from 1 to 4, as in rider terror 2 (L5)`},
		{seats + "left h2f1", "7: who is meant, Gandalf, Sam, Frodo, Merry? Write the name first (S4)"},
		{"3 4\nfrodo\nmerry\nmaggot 2\ngildor\nm: h1234 / m5678", `6: "m": who is meant, Farmer Maggot or Merry?`},
		{
			"2 4\nmerry: h2345 f8615\nsam 2: h7681 / m8153\npippin\nfrodo: f3r2s27",
			"2: the hand of Merry has 8 cards in one group: separate tricks by / (T3)",
		},
		{
			"2 4\nmerry h2345 / f8615",
			"2: only the pyramid of two players has / in a hand; a pile of tricks comes after a colon, merry: … (S9)",
		},
		{"4 4\ngandalf\nsam 1\nstrider 2", "1: is chapter 4 right? It has Frodo, Fatty Bolger, Merry, Sam, Pippin, but not Gandalf, Strider: correct the first line, or the names (S4)"},
		{"2 4\ngimli 3", "2: Gimli is not in chapter 2: write one of Frodo, Sam, Merry, Gandalf, Pippin, or correct the chapter (S4)"},
		{"2 4\nsam 7", "2: there is no threat number 7: write one of [1 2 3 4] (S8)"},
		{
			"3 3\nsam 2\nmaggot 2",
			"3: the threat number 2 is at another seat: correct one of them, the chapter has [1 2 3 4] (S8)",
		},
		{
			"2 4\nfrodo\nsam 3\ngandalf\npippin",
			"5: Merry must be taken in this chapter, but sits at no seat: correct a name, or the chapter in the first line (S4)",
		},
		{
			"2 2 lost r5\nfrodo*: m41s6 / r421\nsam 4: h573 / f716 / m578 / s543 / s8r32 / s1h27 / f5h82\n" +
				"merry: r2m6h8 / s1f8m5s4 / r3f1h3h6s6",
			"4: these cards are not placed yet: H146 M236 F348; write the missing pile, or the missing tricks of one (T1)",
		},
		{
			"2 4\nfrodo*: h1234 / m5678\nsam* 3",
			"3: another seat already has the *: remove one of the two, only one led the first trick (S7)",
		},
		{"2 4\nfrodo\nsam 3\nmerry\nh1234", "5: 3 of 4 seats are written above: a line for each comes before the tricks"},
		{"2 1\nfrodo h1m1\nsam 3 h2\nmerry h3\npippin h4", "5: the draw pile is missing"},
		{"14 4\nfrodo", ""},
		{"2 4\nfrood", `2: nobody is called "frood": write`},
		{"13 4\nsam 3\ng", `3: "g": who is meant, Gandalf or Gimli?`},
		{"2 4\nsam 3 h56\nfrodo h5", "3: H5 appears twice: the hand of Sam, the hand of Frodo; correct one of them (T1)"},
		{"2 4\nsam 3 h556", `2: H5 appears twice: "h556 "; correct one of them (T1)`},
		{"2 4\nsam 3 v4", "2: V4 is not in the deck of this chapter: correct the card, or the chapter in the first line (T1)"},
		{"2 4\nsam 3 h9", `2: "9" in "h9 "`},
		{"2 4\npippin 3 h5", "2: Pippin has no threat number, or has one already: take 3 out, or write a suit with it (S8)"},
		{"2 4\nsam 3 wins", `2: "wins" is neither a word of the notation nor a card: cards are a suit and ranks, such as h137 (T2)`},
		{hands + "merry h1", "6: Merry already sits at seat 1"},
		{
			strings.Replace(hands, "h4 m3", "h4 h5 m3", 1),
			"4: H5 appears twice: the hand of Merry, the hand of Sam; correct one of them (T1)",
		},
		{strings.Replace(hands, "h4 m3", "h4", 1), "2: Merry has 8 of 9 cards; add what belongs there, not placed yet: M3 (S1, N)"},
		{strings.Replace(hands, "sam 3", "sam", 1), "4: Sam needs a threat number after the name, such as 3 (S8)"},
		{hands + "f2f6h3f3", "6: trick 1: Sam would play F6, but it is in the hand of Pippin: write it in the right hand, or correct the order (T3)"},
		{hands + "f2f1f6s1", "6: trick 1: Merry plays S1, but has F345: correct the card, or the hand (T4)"},
		{hands + "r1f1f6s1", "6: trick 1: Frodo would play R1"},
		{hands + "h1.h2.\ns3s5s2.", "6: trick 1: the card of Sam is not the only one possible: write which of H56 (T4)"},
		{
			strings.Replace(whole, "m8756", "m875", 1),
			"7: trick 1: 3 of 4 cards, and without the hands the others are unknown: write them all (T3)",
		},
		{strings.Replace(whole, "f7145", "f7144", 1), "7: F4 appears twice: it was played before; correct one of them (T1)"},
		{strings.Replace(whole, "f7145", "s8145", 1), "7: S8 appears twice: it was played before; correct one of them (T1)"},
		{
			"2 4\nmerry\nsam 2\npippin\nfrodo\ns8f153\ns7624",
			"7: trick 2: Merry plays S6, but did not play that suit in trick 1 (T4)",
		},
		{whole + "\nwon merry 2", "Merry won 1 tricks, but 2 are written: correct that number, or a pile (T5) (line 8)"},
		{strings.Replace(whole, " ; s6r4r2h3", "", 1), "7: these cards are not placed yet: H3 S6 R24; so many are missing"},
		{seats + "merry: m8756 / f7145 /", "7: these cards are not placed yet"},
		{seats + "merry: m8756 / f7145\nm3s7h44", "8: tricks are written in order here, and in piles elsewhere"},
		{"2 4\nsam 4\nfro\nmerry\ngandalf\nsam>pippin h4 h5", "6: Pippin sits at none of the seats above: write one of Sam, Frodo, Merry, Gandalf, or a line for the seat (S4)"},
		{
			"2 4\nsam 4\nfro\nmerry\ngandalf\nsam>fro h4 h5 h6",
			`6: "fro h4 h5 h6": an exchange has two cards, given and got back (S6)`,
		},
		{"1 2\nfrodo\nbilbo\npippin h1234/h56m1/f12345", "4: the rows of the pyramid"},
		{"1 1\npile h1234\nfrodo", "3: 1 of 4 seats are written: write a line for each, clockwise (S1)"},
		{strings.Repeat("#\n", 500), "401: there are more than 400 lines"},
	} {
		got := realtable.Read(chapters.Default(), tt.text)
		require.NotEmpty(t, got.Faults, tt.text)
		told := got.Faults[0].Text(texts.New("en"))
		assert.Contains(t, strings.TrimPrefix(told, "line "), tt.want, tt.text)
		assert.NotEqual(t, told, got.Faults[0].Text(texts.New("de")), "it is told in German")
		assert.Regexp(t, cure, told, "it names what to do")
	}
}

// TestTyped checks that all ways to type cards give the same round.
func TestTyped(t *testing.T) {
	want := realtable.Read(chapters.Default(), whole)
	require.Empty(t, want.Faults)
	for _, text := range []string{
		strings.ToUpper(whole),
		strings.NewReplacer("m8756", "M8 M7, m5 6", "f7145", "W7, 1 4 5 # Wald").Replace(whole),
		strings.NewReplacer("left", "übrig", "gandalf\n", "Gand.\n", "fro", "Frodo:").Replace(whole),
		strings.Replace(whole, "; s6r4r2h3", "\ns6r4r2h3\nwon sam 4, frodo 3", 1),
	} {
		got := realtable.Read(chapters.Default(), text)
		require.Empty(t, got.Faults, text)
		assert.Equal(t, want.Rounds[0].Record.Decisions, got.Rounds[0].Record.Decisions, text)
	}
	first := realtable.Read(chapters.Default(), hands).Rounds[0].Record.Position
	for _, text := range []string{
		strings.Replace(hands, "h4 m3 f345 s17 r13", "4h 3m 345f 17s 13r", 1),
		strings.Replace(hands, "h2378m6f6s246", "rest", 1),
		strings.Replace(hands, "merry h4 m3 f345 s17 r13", "merry rest", 1),
		strings.Replace(hands, "2 4 lost f8", "2 4p", 1),
		strings.NewReplacer("sam 3 h56m7", "sam3h56,m7", "frodo", "Fro*").Replace(hands),
	} {
		got := realtable.Read(chapters.Default(), text)
		require.Empty(t, got.Faults, text)
		assert.Equal(t, first.Hands, got.Rounds[0].Record.Hands, text)
		assert.Equal(t, first.Lost, got.Rounds[0].Record.Lost, text)
		assert.Equal(t, tricks.Seat(1), got.Rounds[0].Record.Leader)
	}
}

// TestSizesOfHands checks that a hand with too many cards has a fault and so has one with too few, but not a full one.
func TestSizesOfHands(t *testing.T) {
	// Pippin's H8 is with Merry, and nobody has Pippin's S6.
	got := realtable.Read(chapters.Default(),
		strings.NewReplacer("merry h4", "merry h48", "h2378m6f6s246", "h237m6f6s24").Replace(hands))
	var told []string
	for _, f := range got.Faults {
		told = append(told, f.Text(texts.New("en")))
	}
	assert.Equal(t, []string{
		"line 2: Merry has 10 cards, but 9 are dealt: take out what others had (S1, N)",
		"line 5: Pippin has 7 of 9 cards; add what belongs there, not placed yet: S6 (S1, N)",
	}, told)
}

// TestCharactersWithoutChapter checks that characters whose cards touch the lost cards are read although no chapter
// tells how many cards lie lost.
func TestCharactersWithoutChapter(t *testing.T) {
	for _, text := range []string{
		"- 4\nbilbo\nfrodo*\npippin\ngandalf\nh2345",
		"- 4\nbilbo\nfrodo*\npippin\ngandalf\ngandalf: m4832 / h7165",
	} {
		got := realtable.Read(chapters.Default(), text)
		assert.Len(t, got.Seats, 4, text)
		for _, s := range got.Seats {
			assert.Zero(t, s.HandSize, text)
		}
	}
}

// TestQuestion checks that a question tells several rounds apart, and that a line can answer it.
func TestQuestion(t *testing.T) {
	const two = "3 4 lost m8\nsam 3\ngildor\nfrodo\nmaggot 2\nsam: f5183 / s715f2\ngildor: s3h1m16 / f76h4m2 / r13m65 / m534h3\nfrodo: s428r2 / h7865 / f4m7r4h2\n"
	got := realtable.Read(chapters.Default(), two)
	require.Len(t, got.Rounds, 2)
	require.EqualError(t, got.Question,
		"who led trick 7: Gildor Inglorion or Frodo? Write it in a line of its own: led 7 …")
	for _, who := range []string{"gildor", "frodo"} {
		got = realtable.Read(chapters.Default(), two+"led 7 "+who)
		require.Empty(t, got.Faults)
		assert.Len(t, got.Rounds, 1)
		assert.NoError(t, got.Question)
	}
}

// TestPilesThatFitNothing checks that the error names the trick up to which the piles fit, and why the next does not.
func TestPilesThatFitNothing(t *testing.T) {
	got := realtable.Read(chapters.Default(),
		"2 4 lost r4\nmerry: f8615 / h2345\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\nfrodo: f3r2s27 / f4r5m4m2 / r13m6m7\n")
	require.Len(t, got.Faults, 1)
	assert.ErrorContains(t, got.Faults[0].Err,
		"the piles fit no round: they do up to trick 4, but then trick 5 is won by Sam, but lies in the pile of Merry: move it, or correct its cards (T5)")
}
