package texts_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"
	"fellowship/tricks"
)

// at returns the view of the first decision of a kind in a deal, and two answers to it.
func at(t *testing.T, deal string, kind chapters.DecisionKind) (v chapters.View, a, b chapters.Decision) {
	t.Helper()
	lib := chapters.Default()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Due().Kind != kind || len(g.Options()) < 2 {
		require.NoError(t, g.Apply(g.Options()[0]))
	}
	o := g.Options()
	return g.View(g.Due().Decider), o[0], o[len(o)-1]
}

// judged returns a reason with these numbers of wins in 24 possible deals.
func judged(a, b chapters.Decision, best, second int) players.Reason {
	return players.Reason{
		Options: 5, Worlds: 24, Won: best, Imagined: 80,
		Best: players.Judged{Decision: a, Won: best}, Second: &players.Judged{Decision: b, Won: second},
	}
}

func TestHintSaysWhy(t *testing.T) {
	v, a, b := at(t, "c02p4s7", chapters.PlayCard)
	key := judged(a, b, 18, 11)
	r3, err := tricks.ParseCard("M3")
	require.NoError(t, err)
	key.Key = &players.KeyCard{Card: r3, Seat: 2, HeldWorlds: 16, HeldWins: 15, OtherWorlds: 8, OtherWins: 3}
	for _, tt := range []struct {
		r      players.Reason
		en, de string
	}{
		{
			judged(a, b, 18, 11),
			"Hint: H5. With it the round was won in 18 of 24 possible deals, with S7 in 11.",
			"Tipp: H5. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit S7 in 11.",
		}, {
			key,
			"Hint: H5. With it the round was won in 18 of 24 possible deals, with S7 in 11. It depends on M3: if Sam has it, 15 of 16 were won, else 3 of 8.",
			"Tipp: H5. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit S7 in 11. Es kommt auf B3 an: Hat Sam die Karte, waren 15 von 16 gewonnen, sonst 3 von 8.",
		}, {
			judged(a, b, 24, 24),
			"Hint: H5. With it the round was won in all 24 possible deals, with S7 as well.",
			"Tipp: H5. Damit war die Runde in allen 24 möglichen Verteilungen gewonnen, mit S7 ebenso.",
		}, {
			judged(a, b, 24, 0),
			"Hint: H5. With it the round was won in all 24 possible deals, with S7 in none.",
			"Tipp: H5. Damit war die Runde in allen 24 möglichen Verteilungen gewonnen, mit S7 in keiner.",
		}, {
			judged(a, b, 18, 18),
			"Hint: H5. With it the round was won in 18 of 24 possible deals, with S7 as well.",
			"Tipp: H5. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit S7 ebenso.",
		}, {
			judged(a, b, 17, 18),
			"Hint: H5 or S7: 17 and 18 of 24 possible deals were won; played to the end, H5 did better.",
			"Tipp: H5 oder S7: in 17 und 18 von 24 möglichen Verteilungen gewonnen; zu Ende gespielt war H5 besser.",
		}, {
			judged(a, b, 0, 0),
			"Hint: H5 comes nearest, but the round was won in none of 24 possible deals.",
			"Tipp: H5 kommt dem Sieg am nächsten, doch in keiner von 24 möglichen Verteilungen war die Runde gewonnen.",
		}, {
			players.Reason{Options: 1},
			"Hint: H5 is the only choice.",
			"Tipp: H5 ist die einzige Möglichkeit.",
		}, {
			players.Reason{Options: 5, Imagined: 80},
			"Hint: H5 looked best of 5 choices in 80 imagined rounds.",
			"Tipp: H5 sah unter 5 Möglichkeiten am besten aus, in 80 durchgespielten Runden.",
		}, {
			players.Reason{Options: 5},
			"Hint: H5 is one of 5 choices, picked by chance.",
			"Tipp: H5 ist eine von 5 Möglichkeiten, zufällig gewählt.",
		},
	} {
		assert.Equal(t, tt.en, texts.New("en").Round(&v).HintNumbers(a, tt.r))
		assert.Equal(t, tt.de, texts.New("de").Round(&v).HintNumbers(a, tt.r))
	}
}

// Before play answers are characters, cards for somebody, and words.
func TestHintsBeforePlay(t *testing.T) {
	for _, tt := range []struct {
		deal   string
		kind   chapters.DecisionKind
		en, de string
	}{
		{
			"c02p4s7", chapters.Draft, "Sam. With it the round was won in 18 of 24 possible deals, with Pippin in 11.",
			"Sam. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit Pippin in 11.",
		},
		{
			"c01p1s3", chapters.Exchange,
			"M3 to Frodo. With it the round was won in 18 of 24 possible deals, with “no exchange” in 11.",
			"B3 an Frodo. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit „kein Tausch“ in 11.",
		},
		{
			"c08p1s3", chapters.Declare,
			"“more”. With it the round was won in 18 of 24 possible deals, with “fewer” in 11.",
			"„mehr“. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen, mit „weniger“ in 11.",
		},
	} {
		v, a, b := at(t, tt.deal, tt.kind)
		assert.Equal(t, "Hint: "+tt.en, texts.New("en").Round(&v).HintNumbers(a, judged(a, b, 18, 11)))
		assert.Equal(t, "Tipp: "+tt.de, texts.New("de").Round(&v).HintNumbers(a, judged(a, b, 18, 11)))
	}
}

// TestWhyKeepsSecrets (S11): while the round lasts a reason names no card but the one that was played, and
// not even that if it lies face down.
func TestWhyKeepsSecrets(t *testing.T) {
	v, a, b := at(t, "c02p4s7", chapters.PlayCard)
	r := judged(a, b, 18, 11)
	heard := func(lang string) string { return texts.New(lang).Round(&v).HeardReason(a.Play(), r.Heard()) }
	assert.Equal(t, "Frodo: the card face down. With it the round was won in 18 of 24 possible deals.",
		heard("en"))
	v.Log = append(v.Log, chapters.Event{Kind: chapters.Played, Seat: a.Seat, Card: a.Card})
	assert.Equal(t, "Frodo: H5. With it the round was won in 18 of 24 possible deals.", heard("en"))
	assert.Equal(t, "Frodo: H5. Damit war die Runde in 18 von 24 möglichen Verteilungen gewonnen.", heard("de"))
	for _, tt := range []struct {
		r      players.Reason
		en, de string
	}{
		{judged(a, b, 24, 24), "With it the round was won in all 24 possible deals.", "allen 24"},
		{judged(a, b, 0, 0), "With it the round was won in none of 24 possible deals.", "keiner von 24"},
		{players.Reason{Options: 1}, "This computer player does not count deals.", "zählt keine Verteilungen"},
		{players.Reason{Options: 5}, "This computer player does not count deals.", "zählt keine Verteilungen"},
		{players.Reason{Options: 5, Imagined: 80}, "This computer player does not count deals.", "zählt keine"},
	} {
		r = tt.r
		assert.Equal(t, "Frodo: H5. "+tt.en, heard("en"))
		assert.Contains(t, heard("de"), tt.de)
	}
	assert.Contains(t, texts.New("en").Round(&v).NotRepeated(a.Seat), "older version")
}

// TestWholeReason: when all cards are open, a reason names every choice that was weighed.
func TestWholeReason(t *testing.T) {
	v, a, b := at(t, "c02p4s7", chapters.PlayCard)
	r := judged(a, b, 18, 11)
	r.Ranked = []players.Judged{r.Best, *r.Second}
	whole := func(lang string) string {
		return texts.New(lang).Round(&v).WholeReason(a, r).String(page.Style{Width: page.Width})
	}
	assert.Equal(t, `Frodo: H5. With it the round was won in 18 of 24 possible deals, with S7 in 11.

What it weighed (wins in 24 possible deals)
  H5: 18
  S7: 11
  3 more choices looked worse in the rounds that it imagined.
`, whole("en"))
	assert.Contains(t, whole("de"), "Zur Wahl standen (Siege in 24 möglichen Verteilungen)\n  H5: 18\n  S7: 11\n")
	r.Ranked = nil
	assert.Equal(t, "Frodo: H5. With it the round was won in 18 of 24 possible deals, with S7 in 11.\n", whole("en"))
}
