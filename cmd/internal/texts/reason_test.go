package texts_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
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
	return g.View(g.Due().By), o[0], o[len(o)-1]
}

// judged is a reason with these numbers of 24 worlds.
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
	key.Key = &players.KeyCard{Card: r3, Seat: 2, With: 16, Won: 15, Without: 8, Else: 3}
	for _, tt := range []struct {
		r      players.Reason
		en, de string
	}{
		{
			judged(a, b, 18, 11),
			"A strong player advises: H5 wins in 18 of 24 deals that fit what you see, S7 in 11.",
			"Ein starker Spieler rät: H5 gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, S7 in 11.",
		}, {
			key,
			"A strong player advises: H5 wins in 18 of 24 deals that fit what you see, S7 in 11. It depends most on whether Sam has M3: if so, 15 of 16 win, if not, 3 of 8.",
			"Ein starker Spieler rät: H5 gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, S7 in 11. Am meisten kommt es darauf an, ob Sam B3 hat: dann gewinnen 15 von 16, sonst 3 von 8.",
		}, {
			judged(a, b, 24, 24),
			"A strong player advises: H5 wins in all 24 deals that fit what you see, and so does S7.",
			"Ein starker Spieler rät: H5 gewinnt in allen 24 Kartenverteilungen, die zu dem passen, was du siehst, S7 ebenso.",
		}, {
			judged(a, b, 24, 0),
			"A strong player advises: H5 wins in all 24 deals that fit what you see, S7 in none.",
			"Ein starker Spieler rät: H5 gewinnt in allen 24 Kartenverteilungen, die zu dem passen, was du siehst, S7 in keiner.",
		}, {
			judged(a, b, 18, 18),
			"A strong player advises: H5 wins in 18 of 24 deals that fit what you see, and so does S7.",
			"Ein starker Spieler rät: H5 gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, S7 ebenso.",
		}, {
			judged(a, b, 17, 18),
			"A strong player advises: H5 and S7 are close: they win in 17 and 18 of 24 deals that fit what you see, and H5 did better when those were played to the end.",
			"Ein starker Spieler rät: H5 und S7 liegen dicht beieinander: sie gewinnen in 17 und 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, und zu Ende gespielt war H5 besser.",
		}, {
			judged(a, b, 0, 0),
			"A strong player advises: H5 comes nearest, but no choice is sure to win in any of 24 deals that fit what you see.",
			"Ein starker Spieler rät: H5 kommt am nächsten, aber nichts gewinnt sicher, in keiner von 24 Kartenverteilungen, die zu dem passen, was du siehst.",
		}, {
			players.Reason{Options: 1},
			"A strong player advises: H5 is the only choice.",
			"Ein starker Spieler rät: H5 ist die einzige Möglichkeit.",
		}, {
			players.Reason{Options: 5, Imagined: 80},
			"A strong player advises: H5 looked best of 5 choices, in 80 rounds played in the head.",
			"Ein starker Spieler rät: H5 sah unter 5 Möglichkeiten am besten aus, in 80 im Kopf gespielten Runden.",
		}, {
			players.Reason{Options: 5},
			"A strong player advises: H5 is one of 5 choices, picked by chance.",
			"Ein starker Spieler rät: H5 ist eine von 5 Möglichkeiten, zufällig gewählt.",
		},
	} {
		assert.Equal(t, tt.en, texts.New("en").Hint(&v, a, tt.r))
		assert.Equal(t, tt.de, texts.New("de").Hint(&v, a, tt.r))
	}
}

// Before play answers are characters, cards for somebody, and words.
func TestHintsBeforePlay(t *testing.T) {
	for _, tt := range []struct {
		deal   string
		kind   chapters.DecisionKind
		en, de string
	}{
		{"c02p4s7", chapters.Draft, "Sam wins in 18 of 24 deals that fit what you see, Pippin in 11.", "Sam gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, Pippin in 11."},
		{"c01p1s3", chapters.Exchange, "M3 to Frodo wins in 18 of 24 deals that fit what you see, “no exchange” in 11.", "B3 an Frodo gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, „kein Tausch“ in 11."},
		{"c08p1s3", chapters.Declare, "“more” wins in 18 of 24 deals that fit what you see, “fewer” in 11.", "„mehr“ gewinnt in 18 von 24 Kartenverteilungen, die zu dem passen, was du siehst, „weniger“ in 11."},
	} {
		v, a, b := at(t, tt.deal, tt.kind)
		assert.Equal(t, "A strong player advises: "+tt.en, texts.New("en").Hint(&v, a, judged(a, b, 18, 11)))
		assert.Equal(t, "Ein starker Spieler rät: "+tt.de, texts.New("de").Hint(&v, a, judged(a, b, 18, 11)))
	}
}

// A card that was played face down is not told, nor the next best one of that hand.
func TestWhyKeepsSecrets(t *testing.T) {
	v, a, b := at(t, "c02p4s7", chapters.PlayCard)
	r := judged(a, b, 18, 11)
	assert.Equal(t, "Frodo: the card face down wins in 18 of 24 deals that fit what you see.", texts.New("en").Why(&v, a.Play(), a, r))
	v.Log = append(v.Log, chapters.Event{Kind: chapters.Played, Seat: a.Seat, Card: a.Card})
	assert.Equal(t, "Frodo: H5 wins in 18 of 24 deals that fit what you see, S7 in 11.", texts.New("en").Why(&v, a.Play(), a, r))
	assert.Contains(t, texts.New("en").Why(&v, a.Play(), b, r), "older version")
}
