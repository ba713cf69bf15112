package realtable

import (
	"testing"

	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCardsIn checks the ways to write cards at each place of a note.
func TestCardsIn(t *testing.T) {
	for _, tt := range []struct {
		form       form
		text, want string
	}{
		{handForm, "", ""},
		{handForm, "h137 m2", "H1 H3 H7 M2"},
		{handForm, "1h 37H,2m", "H1 H3 H7 M2"},
		{handForm, "W1 b2", "F1 M2"},
		{handForm, "h1. - m2.", "H1 M2"},
		{handForm, "h1 2 3", "H1 H2 H3"},
		{trickForm, "h137m2", "H1 H3 H7 M2"},
		{trickForm, "h1m23", "H1 M2 H3"},
		{trickForm, ".h1.2", "- H1 - H2"},
		{trickForm, "m2r1!3", "M2 R1! M3"},
		{rowForm, "h1-m2", "H1 - M2"},
		{deckForm, "f9 f1", "F9 F1"},
		{balrogForm, "b5 s1", "B5 S1"},
		{handForm, "b5", "M5"},
	} {
		cards, err := cardsIn(tt.text, tt.form)
		require.NoError(t, err, tt.text)
		got := ""
		for _, c := range cards {
			if got != "" {
				got += " "
			}
			switch c.Card {
			case tricks.NoCard:
				got += "-"
			case tricks.OldManWillow:
				got += "F9"
			default:
				got += c.String()
			}
			if c.toWin {
				got += "!"
			}
		}
		assert.Equal(t, tt.want, got, tt.text)
	}
}

// TestNoCards checks which piece of a text is named if it is no card at its place.
func TestNoCards(t *testing.T) {
	for _, tt := range []struct {
		form        form
		text, wrong string
	}{
		{handForm, "h", "h"},
		{handForm, "1", "1"},
		{handForm, "h1 2 3m", "m"},
		{handForm, "hm1", "M"},
		{handForm, "h9", "9"},
		{handForm, "9h", "9H"},
		{handForm, "f9", "9"},
		{handForm, "r6", "6"},
		{handForm, "h1!", "!"},
		{handForm, "h1z", "Z"},
		{trickForm, "1", "1"},
		{trickForm, "1h", "1"},
		{trickForm, "h1!", "!"},
		{trickForm, "h1r2!", "!"},
		{trickForm, "h1-", "-"},
		{rowForm, "h1.", "."},
		{balrogForm, "b4", "4"},
	} {
		_, err := cardsIn(tt.text, tt.form)
		assert.ErrorContains(t, err, quoted(tt.wrong)+" in "+quoted(tt.text), tt.text)
	}
}
