package compare_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// TestOracleLines: without goals, a formula has exactly as many models as the
// game has lines of play. So the oracle neither allows too much nor too little.
func TestOracleLines(t *testing.T) {
	src := rand.New(rand.NewPCG(19, 23))
	most := 0
	for range 60 * *oracleDeals {
		g := newGame(t, fewCards(src))
		want := lines(t, g)
		got := models(encode(g.Start()), want+1)
		require.Equal(t, want, got, show(t, g))
		most = max(most, want)
	}
	require.Greater(t, most, 100)
}

// fewCards deals two or three cards a seat, of few suits, at all table sizes,
// with side decks, trumps, a pyramid or a draw pile.
func fewCards(src *rand.Rand) chapters.Position {
	players := 1 + src.IntN(4)
	seats := tricks.SeatsFor(players)
	pos := chapters.Position{
		Players: players, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat,
		Leader: tricks.Seat(src.IntN(seats)), Hands: make([]chapters.HandInfo, seats),
	}
	deck := tricks.RingSet
	for _, u := range src.Perm(4)[:2] {
		deck |= tricks.SuitSet(tricks.Suit(u))
	}
	switch src.IntN(6) {
	case 0:
		pos.Sides = map[string][]tricks.Card{"oldforest": shuffled(src, tricks.SuitSet(tricks.Forests))[:5]}
		deck &^= tricks.SuitSet(tricks.Forests)
		deck |= tricks.SuitSet(tricks.Hills)
	case 1:
		pos.Chapter = "17"
		deck |= tricks.SuitSet(tricks.Rivers)
	}
	cards := shuffled(src, deck)
	take := func(n int) []tricks.Card {
		var out []tricks.Card
		out, cards = cards[:n], cards[n:]
		return out
	}
	for s := range pos.Hands {
		h := &pos.Hands[s]
		switch {
		case players == 2 && s == 2:
			pos.Pyramid = 2
			h.Rows = [][]tricks.Card{take(1), take(2)}
		case players == 1:
			h.Cards = tricks.SetOf(take(1)...)
		case seats == 3:
			h.Cards = tricks.SetOf(take(3)...)
		default:
			h.Cards = tricks.SetOf(take(2)...)
		}
		if src.IntN(8) == 0 && players > 2 {
			h.Cards |= tricks.SetOf(take(1)...) // a surplus card, or one trick more
		}
	}
	if players == 1 {
		pos.Pile = take(4)
	}
	return pos
}

func shuffled(src *rand.Rand, set tricks.Set) []tricks.Card {
	cards := set.Cards()
	src.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}

// lines counts the ways to play a round to its end.
func lines(t testing.TB, g *chapters.Game) int {
	options := g.Options()
	if len(options) == 0 {
		return 1
	}
	n := 0
	for _, d := range options {
		next := g.Clone()
		require.NoError(t, next.Apply(d))
		n += lines(t, next)
	}
	return n
}

// models counts the models that differ in what is played, up to a limit.
func models(e *encoding, limit int) int {
	g := gini.NewVc(e.vars, len(e.clauses))
	add := func(clause []lit) {
		for _, l := range clause {
			g.Add(z.Dimacs2Lit(int(l)))
		}
		g.Add(z.LitNull)
	}
	for _, clause := range e.clauses {
		add(clause)
	}
	for n := 0; ; n++ {
		if n == limit || g.Solve() != 1 {
			return n
		}
		var differs []lit
		for c := range e.owned() {
			differs = append(differs, e.plays[c]...)
		}
		differs = append(differs, e.toWin...)
		var clause []lit
		for _, l := range live(differs) {
			if g.Value(z.Dimacs2Lit(int(l))) {
				l = -l
			}
			clause = append(clause, l)
		}
		add(clause)
	}
}
