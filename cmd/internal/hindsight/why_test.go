package hindsight_test

import (
	"context"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// computed returns the record of a round in which the first seat always takes its first choice, as a person,
// and a computer player decides for the others.
func computed(t *testing.T, deal, computer string) chapters.Record {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	names := []string{round.Human}
	for len(names) < len(pos.Hands) {
		names = append(names, computer)
	}
	s, err := round.Resume(chapters.Default(), chapters.Record{Position: pos, PlayerNames: names, Seed: &id.Seed})
	require.NoError(t, err)
	for !s.IsOver() {
		d := s.Reveal().Options()[0]
		if thought := s.Think(); thought != nil {
			d, _, err = thought.Decide(t.Context())
			require.NoError(t, err)
		}
		require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
	}
	return s.Record()
}

// answer returns the answer to a question in a language.
func answer(t *testing.T, why *hindsight.Why, lang string) string {
	t.Helper()
	body, err := why.Answer(t.Context())
	require.NoError(t, err)
	return body(texts.New(lang)).String(page.Style{})
}

// TestWhyInHindsight asks at every decision of a round that is over. At a computer player's the answer is its
// whole reason, with the numbers of every choice that it weighed; a person is not asked.
func TestWhyInHindsight(t *testing.T) {
	rec := computed(t, "c01p4s7", "fair")
	walk, err := hindsight.New(chapters.Default(), rec)
	require.NoError(t, err)
	assert.True(t, walk.HasComputers())
	weighed, people := 0, 0
	for n := range walk.Len() {
		g := walk.GameAt(n)
		why := walk.Why(n)
		if g.Due().Decider == 0 {
			assert.Nil(t, why)
			people++
			continue
		}
		require.NotNil(t, why)
		if n%4 > 0 { // a few are enough
			continue
		}
		made := walk.Decision(n)
		v := g.View(g.Due().Decider)
		again, reason, err := players.Fair{}.Think(t.Context(), &v, players.Source(7, n), true)
		require.NoError(t, err)
		require.Equal(t, made, again)
		all := hindsight.View(g)
		for _, lang := range []string{"en", "de"} {
			want := texts.New(lang).Round(&all).WholeReason(made, reason).String(page.Style{})
			assert.Equal(t, want, answer(t, why, lang))
		}
		if len(reason.Ranked) > 1 {
			weighed++
		}
	}
	assert.Positive(t, weighed)
	assert.Positive(t, people)
	assert.Nil(t, walk.Why(walk.Len()), "nothing was decided after the end")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = walk.Why(firstComputed(walk)).Answer(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// firstComputed returns the number of decisions before a computer player's first one.
func firstComputed(walk *hindsight.Walk) int {
	n := 0
	for walk.Why(n) == nil {
		n++
	}
	return n
}

// TestWhyWithoutComputers: there is nobody to ask in a round of people or of unknown players.
func TestWhyWithoutComputers(t *testing.T) {
	rec := computed(t, "c01p4s7", "random")
	for _, names := range [][]string{nil, {"human", "human:Anna", "bot:python3", "nobody"}, {"open", "open", "open", "open"}} {
		rec.PlayerNames = names
		walk, err := hindsight.New(chapters.Default(), rec)
		require.NoError(t, err)
		assert.False(t, walk.HasComputers())
		for n := range walk.Len() {
			assert.Nil(t, walk.Why(n))
		}
	}
}

// TestWhyOfAStandIn: a computer player that stood in for a person answers for its own decisions only. Another
// player than the one that decided says so, if it would decide otherwise.
func TestWhyOfAStandIn(t *testing.T) {
	rec := computed(t, "c01p4s7", "greedy")
	rec.PlayerNames = []string{"human:Anna", "human:Ben", "human:Cem", "human:Dora"}
	walk, err := hindsight.New(chapters.Default(), rec)
	require.NoError(t, err)
	deciders := make([]string, walk.Len())
	last := -1
	for n := range walk.Len() {
		g := walk.GameAt(n)
		deciders[n] = rec.PlayerNames[g.Due().Decider]
		if g.Due().Decider == 1 && len(g.Options()) > 2 {
			last = n
		}
	}
	require.NotEqual(t, -1, last)
	deciders[last] = "greedy"
	walk.SetPlayers(deciders)
	for n := range walk.Len() {
		assert.Equal(t, n == last, walk.Why(n) != nil)
	}
	assert.Contains(t, answer(t, walk.Why(last), "en"), "looked best of")
	deciders[last] = "random"
	walk.SetPlayers(deciders)
	v := walk.GameAt(last).View(1)
	again, _, err := players.Random{}.Think(t.Context(), &v, players.Source(7, last), true)
	require.NoError(t, err)
	want := "it would choose differently now"
	if again == walk.Decision(last) {
		want = "picked by chance"
	}
	assert.Contains(t, answer(t, walk.Why(last), "en"), want)
}

// lastTwoTricks is a position in which two tricks are left.
const lastTwoTricks = `{"players": 3, "leader": 0, "lost": ["R5"], "hands": [
{"character": "gandalf", "cards": "H167 M4678 F8 S348 R4"},
{"character": "boromir", "cards": "H258 M123 F2357 S15"},
{"character": "bilbo", "cards": "H34 M5 F146 S267 R123"}],
"plays": ["0:M4", "1:M1", "2:M5", "2:F1", "0:F8", "1:F3", "0:S8", "1:S1", "2:S6", "0:M8", "1:M3", "2:F4", "0:S4",
"1:S5", "2:S7", "2:S2", "0:S3", "1:M2", "0:M7", "1:F5", "2:R1!", "2:F6", "0:H1", "1:F2", "2:R3", "0:R4", "1:F7",
"0:M6", "1:H2", "2:R2"]}`

// TestWhyAfterPlays: nobody is asked about the plays of a position, and a computer player comes to its later
// decisions again with the same random numbers.
func TestWhyAfterPlays(t *testing.T) {
	lib := chapters.Default()
	var rec chapters.Record
	for e := range lib.Read("", strings.NewReader(strings.ReplaceAll(lastTwoTricks, "\n", " "))) {
		require.NoError(t, e.Err)
		rec = e.Record
	}
	seed := uint64(9)
	rec.Seed = &seed
	rec.PlayerNames = []string{"random", "random", "random"}
	s, err := round.Resume(lib, rec)
	require.NoError(t, err)
	for !s.IsOver() {
		d, _, err := s.Think().Decide(t.Context())
		require.NoError(t, err)
		require.NoError(t, s.ApplyLine(chapters.Line{Decision: &d}.Text()))
	}
	rec.Decisions = s.Record().Decisions
	walk, err := hindsight.New(lib, rec)
	require.NoError(t, err)
	require.Greater(t, walk.Len(), len(rec.Plays))
	for n := range walk.Len() {
		if n < len(rec.Plays) {
			assert.Nil(t, walk.Why(n))
			continue
		}
		assert.NotContains(t, answer(t, walk.Why(n), "en"), "otherwise")
	}
}
