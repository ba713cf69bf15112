package realtable_test

import (
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/realtable"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// TestWrittenTricks checks what is told of the tricks while they are written: their cards, the one that wins marked by
// a star, and behind it the seat that wins, as far as it is known.
func TestWrittenTricks(t *testing.T) {
	const heading = "2 4 lost r4\n"
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"a hand", heading + "merry h2345", ""},
		{"piles", heading + "merry: h2345 / f8615\nsam 2: h76", "H2 H3 H4 H5* 0, F8* F6 F1 F5 0, H7 H6 1"},
		{"the letter of a suit", heading + "merry: h2345 / f8615\nsam 2: h76m", "H2 H3 H4 H5* 0, F8* F6 F1 F5 0, H7 H6 ?"},
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
		typed := got.Deck &^ got.Missing
		assert.Equal(t, "H2345 F8 R4", typed.String(), text)
	}
}

// piles4 are the piles of a round of four players.
const piles4 = "2 4 lost r4\nmerry: h2345 / f8615\nsam 2: h7681 / m8153 / s8645 / s73f21\npippin\nfrodo"
