package chapters_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// mostDecisions is far more than any round needs: 14 tricks of 3 seats, each of
// which may be preceded by Sting, Shadowfax and Bilbo Baggins, and a setup of 40.
const mostDecisions = 150

// TestEveryRound holds what is true of every round there is: it ends, no card is
// ever lost or doubled, what was answered can be read back, and its record, its
// undo and its document are the same round.
func TestEveryRound(t *testing.T) {
	waived := 0
	everyDeal(t, 2, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		moments := []seen{look(g)}
		var first chapters.Position
		for {
			conserved(t, g, pos.ID)
			counted(t, g, pos.ID)
			if g.Over() {
				break
			}
			if p, err := g.FirstTrick(); err == nil {
				first = p
			}
			ask := g.Ask()
			for _, d := range ask.Options {
				readBack(t, d)
			}
			apply(t, g, ask.Options[rng.IntN(len(ask.Options))])
			moments = append(moments, look(g))
			require.Less(t, len(moments), mostDecisions, "T10: %s does not end", pos.ID)
		}
		require.NotEqual(t, chapters.Undecided, g.Result())
		more, seats := surplus(g), g.View(0).Seats
		for s := range seats {
			require.Equal(t, more[s], seats[s].Cards, "T10: %s: cards left with seat %d", pos.ID, s)
		}
		for _, s := range g.Statuses() {
			if s.Status.String() == "waived" {
				waived++
				require.Contains(t, []string{"13", "14", "17", "road"}, pos.Chapter, "the Mithril Shirt (K)")
			}
			require.Contains(t, []string{"sealed", "failed", "waived"}, s.Status.String(), "%s: nothing is open at the end", pos.ID)
		}
		undoAndRedo(t, g, moments, rng)
		recorded(t, g, pos.ID)
		documented(t, g, first, pos.ID)
	})
	require.Positive(t, waived)
}

// conserved: each card of the deck is in exactly one place.
func conserved(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	places, want := g.Places()
	var all tricks.Set
	for place, cards := range places {
		require.Zero(t, all&cards, "%s after %v: there twice: %s, one in %s", name, g.Decisions(), all&cards, place)
		all |= cards
	}
	require.Equal(t, want, all, "%s after %v: %s are nowhere, %s should not be", name, g.Decisions(), want&^all, all&^want)
}

// counted: everybody can count all cards but those of a barrow and those still
// to be dealt (C6, C16).
func counted(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	places, all := g.Places()
	want := all.Len() - places["barrow"].Len() - places["oldforest"].Len() - places["staged"].Len()
	for p := range tricks.Seat(g.Players()) {
		v := g.View(p)
		count := len(v.Lost) + v.PileLeft
		for s, seat := range v.Seats {
			count += seat.Cards
			if v.Stage == chapters.StagePlay && v.Card[s] != tricks.NoCard {
				count++
			}
		}
		for _, trick := range v.History {
			count += trick.Cards.Len() // of all tricks, those of the Willow too (C5)
		}
		// On the way between two hands in setup a card is in neither.
		if v.Stage != chapters.StageSetup {
			require.Equal(t, want, count, "%s after %v", name, g.Decisions())
		}
	}
}

// readBack: a decision is what its text and its line in a record say.
func readBack(t *testing.T, d chapters.Decision) {
	t.Helper()
	got, err := chapters.ParseDecision(d.Kind, d.String())
	require.NoError(t, err)
	require.Equal(t, d, got)
	var line map[string]string
	require.NoError(t, json.Unmarshal(d.Line(), &line))
	require.Equal(t, map[string]string{d.Kind.String(): d.String()}, line)
}

// undoAndRedo: back to any moment and on again the round is the same.
func undoAndRedo(t *testing.T, g *chapters.Game, moments []seen, rng *rand.Rand) {
	t.Helper()
	last := len(moments) - 1
	for _, n := range []int{0, rng.IntN(last + 1), last} {
		h, err := g.Before(n)
		require.NoError(t, err)
		require.Equal(t, moments[n], look(h), "%s after %d decisions", g.Start().ID, n)
		apply(t, h, g.Decisions()[n:]...)
		require.Equal(t, moments[last], look(h), "%s: redo from %d", g.Start().ID, n)
	}
}

// recorded: the record of a round reads back as itself and plays to the same end.
func recorded(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	r := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	text, err := r.Text()
	require.NoError(t, err)
	entries := readAll(string(text))
	require.Len(t, entries, 1)
	require.NoError(t, entries[0].Err, name)
	again, err := entries[0].Record.Text()
	require.NoError(t, err)
	require.Equal(t, string(text), string(again), name)
	h, err := entries[0].Record.Game(chapters.Default())
	require.NoError(t, err, name)
	require.Equal(t, look(g), look(h), name)
}

// documented: the deal and the first trick read back from YAML and JSON, and the
// plays after the first trick make a document with the same end. Sting's
// exchange in play has no word in a document.
func documented(t *testing.T, g *chapters.Game, first chapters.Position, name string) {
	t.Helper()
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard {
			first.Plays = append(first.Plays, d.Play())
		}
		if d.Kind == chapters.Swap && d.To != tricks.NoSeat {
			first.Plays = nil
			break
		}
	}
	for _, pos := range []chapters.Position{g.Start(), first} {
		yaml, err := pos.YAML()
		require.NoError(t, err)
		line, err := json.Marshal(pos)
		require.NoError(t, err)
		for _, text := range []string{string(yaml), string(line)} {
			again, err := json.Marshal(read(t, text))
			require.NoError(t, err)
			require.Equal(t, string(line), string(again), name)
		}
	}
	if first.Plays == nil {
		return
	}
	h := gameOf(t, first)
	require.Equal(t, g.History(), h.History(), name)
	require.Equal(t, g.Statuses(), h.Statuses(), name)
	require.Equal(t, g.Result(), h.Result(), name)
}
