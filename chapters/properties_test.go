package chapters_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// mostDecisions is far more than any round needs: 14 tricks of 3 seats, with the decisions of Sting, Shadowfax
// and Bilbo Baggins before each, and a setup of 40 decisions.
const mostDecisions = 150

// TestEveryRound checks what must be true of every round: it ends, no card is ever lost or doubled, decisions
// can be read back, a refused decision changes nothing, and its record, its undo and its documents give the
// same round.
func TestEveryRound(t *testing.T) {
	t.Parallel()
	waived := 0
	everyDeal(t, 1, func(t *testing.T, pos chapters.Position, rng *rand.Rand) {
		g := gameOf(t, pos)
		moments := []seen{look(g)}
		documents := map[int]chapters.Position{0: g.Start()} // by the decisions made before
		for {
			conserved(t, g, pos.ID)
			counted(t, g, pos.ID)
			if g.IsOver() {
				break
			}
			n := len(g.Decisions())
			ask := moments[len(moments)-1].Ask
			if n == 0 || moments[n-1].Views[0].Stage != g.Stage() {
				documents[n] = document(t, g)
			}
			require.Equal(t, ask.Options, g.Options())
			for _, d := range ask.Options {
				readBack(t, d)
			}
			if rng.IntN(4) == 0 {
				refusedAlike(t, g, moments)
			}
			apply(t, g, ask.Options[rng.IntN(len(ask.Options))])
			moments = append(moments, look(g))
			require.Less(t, len(moments), mostDecisions, "T10: %s does not end", pos.ID)
		}
		require.NotEqual(t, chapters.Undecided, g.Result())
		require.Equal(t, tricks.NoSeat, g.Due().Decider, "the round is over")
		more := surplus(g)
		seats := g.View(0).Seats
		for s := range seats {
			require.Equal(t, more[s], seats[s].Cards, "T10: %s: cards left with seat %d", pos.ID, s)
		}
		for _, s := range g.Statuses() {
			if s.Status.String() == "waived" {
				waived++
				require.Contains(t, []string{"13", "14", "17", "road"}, pos.Chapter, "the Mithril Shirt (K)")
			}
			require.Contains(t, []string{"sealed", "failed", "waived"}, s.Status.String(),
				"%s: nothing is open at the end", pos.ID)
		}
		undoAndRedo(t, g, moments, rng)
		recorded(t, g, moments, rng)
		for n, doc := range documents {
			documented(t, g, doc, moments, n)
		}
	})
	require.Positive(t, waived)
}

// refusedAlike checks that every refusal names its rule, that cards that were played and characters that were
// taken are refused, and that the game is unchanged after all that.
func refusedAlike(t *testing.T, g *chapters.Game, moments []seen) {
	t.Helper()
	now := moments[len(moments)-1]
	for _, r := range now.Ask.Refused {
		require.EqualError(t, g.Apply(r.Decision), r.Reason())
		require.Regexp(t, `\([A-Z]\d*\)$`, r.Reason(), "a refusal names the rule")
		require.NotContains(t, now.Ask.Options, r.Decision)
	}
	for _, d := range g.Decisions() {
		if d.Kind == chapters.PlayCard || d.Kind == chapters.Draft {
			require.Error(t, g.Apply(d), "%s %s again", d.Kind, d)
		}
	}
	require.Equal(t, now, look(g))
}

// document returns the moment at which a stage begins as a position.
func document(t *testing.T, g *chapters.Game) chapters.Position {
	t.Helper()
	if g.Stage() == chapters.StagePlay {
		pos, err := g.FirstTrick()
		require.NoError(t, err)
		return pos
	}
	_, err := g.FirstTrick()
	require.Error(t, err)
	pos := g.Start()
	if g.Stage() == chapters.StageSetup {
		pos.Stage = chapters.StageSetup
		pos.Deal = ""
		pos.Hands = slices.Clone(pos.Hands)
		for s := range pos.Hands {
			pos.Hands[s].Character = g.Character(tricks.Seat(s)).ID
		}
	}
	return pos
}

// conserved checks that each card of the deck is at exactly one place.
func conserved(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	places, want := g.Places()
	var all tricks.Set
	for place, cards := range places {
		require.Zero(t, all&cards, "%s after %v: there twice: %s, one in %s", name, g.Decisions(), all&cards, place)
		all |= cards
	}
	require.Equal(t, want, all, "%s after %v: %s are nowhere, %s should not be", name, g.Decisions(), want&^all,
		all&^want)
}

// counted checks that a view accounts for all cards except cards of the barrow and cards that are still to be
// dealt (C6, C16).
func counted(t *testing.T, g *chapters.Game, name string) {
	t.Helper()
	places, all := g.Places()
	want := all.Len() - places["barrow"].Len() - places["oldforest"].Len() - places["staged"].Len()
	for p := range tricks.Seat(g.Start().Players) {
		v := g.View(p)
		count := len(v.Lost) + v.PileLeft
		for s, seat := range v.Seats {
			count += seat.Cards
			if v.Stage == chapters.StagePlay && v.Card[s] != tricks.NoCard {
				count++
			}
		}
		for _, trick := range v.History {
			count += trick.Cards.Len() // also of tricks that the Willow took (C5)
		}
		// On the way between two hands in setup a card is in neither.
		if v.Stage != chapters.StageSetup {
			require.Equal(t, want, count, "%s after %v", name, g.Decisions())
		}
	}
}

// readBack checks that a decision is read back from its text and from its line in a record.
func readBack(t *testing.T, d chapters.Decision) {
	t.Helper()
	got, err := chapters.ParseDecision(d.Kind, d.String())
	require.NoError(t, err)
	require.Equal(t, d, got)
	var line map[string]string
	require.NoError(t, json.Unmarshal(chapters.Line{Decision: &d}.Text(), &line))
	require.Equal(t, map[string]string{d.Kind.String(): d.String()}, line)
}

// undoAndRedo checks that the round is the same after going back to any moment and making the decisions again.
func undoAndRedo(t *testing.T, g *chapters.Game, moments []seen, rng *rand.Rand) {
	t.Helper()
	last := len(moments) - 1
	for _, n := range []int{0, rng.IntN(last + 1), last} {
		h, err := g.AfterDecisions(n)
		require.NoError(t, err)
		require.Equal(t, moments[n], look(h), "%s after %d decisions", g.Start().ID, n)
		apply(t, h, g.Decisions()[n:]...)
		require.Equal(t, moments[last], look(h), "%s: redo from %d", g.Start().ID, n)
	}
}

// recorded checks that the record of a round is read back the same and plays to the same end, also if decisions
// were made and taken back in between.
func recorded(t *testing.T, g *chapters.Game, moments []seen, rng *rand.Rand) {
	t.Helper()
	seed := ^uint64(0)
	made := g.Decisions()
	r := chapters.Record{
		Position: g.Start(), PlayerNames: []string{"human", "greedy", "fair", "open"}, Seed: &seed,
		Decisions: made,
	}
	text, err := r.Text()
	require.NoError(t, err)
	undone, err := r.Header()
	require.NoError(t, err)
	for i, d := range made {
		back := rng.IntN(i + 1)
		if rng.IntN(8) == 0 {
			other := moments[i].Ask.Options
			undone = append(undone, chapters.Line{Decision: &other[rng.IntN(len(other))]}.Text()...)
			undone = append(undone, chapters.Line{Undo: back + 1}.Text()...)
			for _, again := range made[i-back : i] {
				undone = append(undone, chapters.Line{Decision: &again}.Text()...)
			}
		}
		undone = append(undone, chapters.Line{Decision: &d}.Text()...)
	}
	for _, lines := range []string{string(text), string(undone)} {
		entries := readAll(lines)
		require.Len(t, entries, 1)
		e := entries[0]
		require.NoError(t, e.Err)
		require.True(t, e.IsRecord)
		require.Equal(t, []any{r.Position, r.PlayerNames, &seed},
			[]any{e.Record.Position, e.Record.PlayerNames, e.Record.Seed})
		again, err := e.Record.Text()
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
		h, err := e.Record.Game(chapters.Default())
		require.NoError(t, err)
		require.Equal(t, moments[len(made)], look(h))
	}
}

// documented checks that a position is read back from YAML and JSON the same, and that a round from there has the
// same decisions and the same end. The position with the plays that follow it, as long as nothing but plays
// follows, must have the same end, too.
func documented(t *testing.T, g *chapters.Game, pos chapters.Position, moments []seen, from int) {
	t.Helper()
	line, err := json.Marshal(pos)
	require.NoError(t, err)
	yaml, err := pos.YAML()
	require.NoError(t, err)
	require.Equal(t, pos, read(t, string(line)))
	require.Equal(t, pos, read(t, string(yaml)))
	if pos.Stage == chapters.StageDraft {
		return // the round itself began there
	}
	h := gameOf(t, pos)
	swapped := false
	if pos.Stage == chapters.StagePlay {
		again, err := h.FirstTrick()
		require.NoError(t, err)
		require.Equal(t, pos, again)
	}
	for i, d := range g.Decisions()[from:] {
		want, got := *moments[from+i].Ask, *h.View(h.Due().Decider).Ask
		if pos.Stage == chapters.StagePlay {
			want.Decider = got.Decider // the document does not say to whom R1 was dealt (S9)
		}
		require.Equal(t, want, got)
		require.Equal(t, moments[from+i].Statuses, h.Statuses())
		if pos.Sides != nil {
			require.Equal(t, moments[from+i].Views[0].Turned, h.View(0).Turned)
		}
		apply(t, h, d)
		if d.Kind == chapters.PlayCard {
			pos.Plays = append(pos.Plays, d.Play())
		} else if d.Kind == chapters.Swap && d.Target != tricks.NoSeat {
			swapped = true // a document cannot state Sting's exchange in play
		}
	}
	ends := []*chapters.Game{h}
	if pos.Stage == chapters.StagePlay && !swapped {
		ends = append(ends, gameOf(t, pos))
	}
	for _, h := range ends {
		require.Equal(t, g.History(), h.History())
		require.Equal(t, g.Statuses(), h.Statuses())
		require.Equal(t, g.Result(), h.Result())
	}
}
