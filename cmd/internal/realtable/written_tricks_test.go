package realtable_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWrittenTricks checks what is told of the tricks while they are written: their cards, the one that wins marked by
// a star, and behind it the seat that wins, as far as it is known.
func TestWrittenTricks(t *testing.T) {
	const heading = "2 4 lost r4\n"
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"a hand", heading + "merry h2345", ""},
		{"piles", heading + "merry: h2345 / f8615\nsam 2: h76", "H2 H3 H4 H5* 0, F8* F6 F1 F5 0, H7 H6 1"},
		{"the letter of a suit", heading + "merry: h2345 / f8615\nsam 2: h76m", "H2 H3 H4 H5* 0, F8* F6 F1 F5 0, H7 H6 1"},
		{"the letter of a suit of a hand", heading + "merry h2345\nsam 2: h76m", ""},
		{"in order", heading + "merry\nsam 2\npippin\nfrodo*\nh7681\nm8", "H7 H6 H8* H1 1, M8 ?"},
		{"the One Ring may have won", heading + "merry: r135r2 / h2345", "R1 R3 R5 R2 0, H2 H3 H4 H5* 0"},
		{
			"all in their order", strings.Split(piles4, "pippin")[0] + "pippin\nfrodo: f3r2s27 / f4r5m4m2 / r13m6m7",
			"H7 H6 H8* H1 1, M8* M1 M5 M3 1, S8* S6 S4 S5 1, S7* S3 F2 S1 1, H2 H3 H4 H5* 0, F8* F6 F1 F5 0, " +
				"F3 R2 S2 F7* 3, F4* R5 M4 M2 3, R1* R3 M6 M7 3",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var told []string
			for _, trick := range realtable.Read(chapters.Default(), tt.text).Tricks {
				line := ""
				for i, c := range trick.Cards {
					if c == tricks.NoCard {
						line += "? "
						continue
					}
					line += c.String()
					if i == trick.Best {
						line += "*"
					}
					line += " "
				}
				if trick.Winner >= 0 {
					line += fmt.Sprint(trick.Winner)
				} else {
					line += "?"
				}
				told = append(told, line)
			}
			assert.Equal(t, tt.want, strings.Join(told, ", "))
		})
	}
}

// TestMissingWhileTyping checks that a card is missing until it is typed, and does not come back with the next letter.
func TestMissingWhileTyping(t *testing.T) {
	for _, text := range []string{"2 4 lost r4\nmerry: h2345 / f8", "2 4 lost r4\nmerry: h2345 / f8m"} {
		got := realtable.Read(chapters.Default(), text)
		typed := got.Layout.Deck &^ got.Missing
		assert.Equal(t, "H2345 F8 R4", typed.String(), text)
	}
}

// piles4 are the piles of a round of four players.
const piles4 = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\nfrodo"

// TestHalfTypedTricks types the rounds of the page about the notation letter by letter: no trick that is told on the way
// is another one than in the whole round, nor is its number, its leader, its winner or who plays next.
func TestHalfTypedTricks(t *testing.T) {
	for name, text := range roundsOfThePage(t) {
		t.Run(name, func(t *testing.T) {
			whole := realtable.Read(chapters.Default(), text)
			require.Empty(t, whole.Faults)
			checkTypedRound(t, text, whole.Tricks)
		})
	}
}

// TestHalfTypedForms is TestHalfTypedTricks for rounds of several chapters in the other forms of a note.
func TestHalfTypedForms(t *testing.T) {
	for _, tt := range []struct{ deal, form string }{
		{"c02p4s7", "short"},
		{"c03p3s7", "piles"},
		{"c05p4s7", "tricks"},
		{"c05p3s7", "mixed"},
		{"c08p2s7", "named"},
		{"c11p4s7", "tricks"},
		{"c14bp4s7", "tricks"},
		{"c01p1s7", "both"},
	} {
		t.Run(tt.deal+" "+tt.form, func(t *testing.T) {
			t.Parallel()
			r := play(t, tt.deal, "greedy", 1)
			checkTypedRound(t, r.write(tt.form), r.wholeTricks())
		})
	}
}

// wholeTricks returns the tricks of a round as a reading tells them.
func (r *played) wholeTricks() (all []realtable.Trick) {
	for i := range r.tricks {
		t := &r.tricks[i]
		whole := realtable.Trick{Number: i + 1, Leader: t.Leader, Best: -1, Winner: t.Winner}
		for k, p := range t.plays {
			whole.Cards = append(whole.Cards, p.Card)
			if p.Seat == t.Winner {
				whole.Best = k
			}
		}
		all = append(all, whole)
	}
	return all
}

// checkTypedRound types a round letter by letter, and checks each trick that is told on the way.
func checkTypedRound(t *testing.T, text string, whole []realtable.Trick) {
	t.Helper()
	told := 0
	for end := range text {
		got := realtable.Read(chapters.Default(), text[:end])
		for i := range got.Tricks {
			told++
			begun := &got.Tricks[i]
			isSame := func(full realtable.Trick) bool { return isBegun(begun, &full) }
			assert.Truef(t, slices.ContainsFunc(whole, isSame), "%q tells the trick %+v", text[:end], begun)
		}
		checkTurn(t, &got, whole, text[:end])
		if t.Failed() {
			return
		}
	}
	assert.NotZero(t, told)
}

// isBegun reports whether a trick is the beginning of a full one, and everything that is known of it is true.
func isBegun(begun, full *realtable.Trick) bool {
	if len(begun.Cards) > len(full.Cards) {
		return false
	}
	for i, c := range begun.Cards {
		if c != tricks.NoCard && c != full.Cards[i] {
			return false
		}
	}
	return (begun.Number == 0 || begun.Number == full.Number) &&
		(begun.Leader == tricks.NoSeat || begun.Leader == full.Leader) &&
		(begun.Best < 0 || begun.Best == full.Best) &&
		(begun.Winner == tricks.NoSeat || begun.Winner == full.Winner)
}

// checkTurn checks that the seat which is told to play next is the one that plays next in the whole round.
func checkTurn(t *testing.T, got *realtable.Table, whole []realtable.Trick, text string) {
	t.Helper()
	if got.Turn == tricks.NoSeat {
		return
	}
	number, played := 0, 0
	if last := len(got.Tricks) - 1; last >= 0 {
		number, played = last, len(got.Tricks[last].Cards)
		if played == got.SeatCount {
			number, played = last+1, 0
		}
	}
	if number < len(whole) {
		next := (whole[number].Leader + tricks.Seat(played)) % tricks.Seat(got.SeatCount)
		assert.Equalf(t, next, got.Turn, "who plays next after %q", text)
	}
}

// roundsOfThePage returns the rounds of the page about the notation by their first lines.
func roundsOfThePage(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/real-table.md")
	require.NoError(t, err)
	rounds := map[string]string{}
	for i, part := range strings.Split(string(page), "```round\n") {
		if i == 0 {
			continue
		}
		round, _, _ := strings.Cut(part, "```")
		name, _, _ := strings.Cut(round, "\n")
		rounds[name] = round
	}
	const some = 4
	require.Greater(t, len(rounds), some)
	return rounds
}
