package hindsight

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAgreement counts how often people decided as they were advised. Computer players are not compared.
func TestAgreement(t *testing.T) {
	lib := chapters.Default()
	w := played(t, chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	first := func(_ context.Context, g *chapters.Game, _ uint64, made chapters.Decision) (bool, error) {
		return made == g.Options()[0], nil
	}
	c, err := NewAgreement(t.Context(), lib, w.record, first)
	require.NoError(t, err)
	chosen, agreed := 0, 0
	for n := range w.Len() {
		if all := w.GameAt(n).Options(); len(all) > 1 {
			chosen++
			if all[0] == w.Decision(n) {
				agreed++
			}
		}
	}
	assert.Equal(t, [2]int{agreed, chosen}, [2]int{c.Agreed, c.Asked})
	assert.Contains(t, c.Text(texts.New("en")), fmt.Sprint(chosen))

	w.record.PlayerNames = []string{"greedy", "greedy", "greedy", "greedy"}
	c, err = NewAgreement(t.Context(), lib, w.record, first)
	require.NoError(t, err)
	assert.Zero(t, c.Asked)
	assert.Empty(t, c.Text(texts.New("en")))
}

// TestWhoFollowsHintsAgrees takes every hint in a round of each of two chapters: the look back counts every
// one of these decisions.
func TestWhoFollowsHintsAgrees(t *testing.T) {
	lib := chapters.Default()
	rounds := 2
	if testing.Short() {
		rounds = 1
	}
	for i := range rounds {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			pos, err := lib.Deal(chapters.DealID{Chapter: fmt.Sprint(2 + i%4), Players: 4, Seed: uint64(21 + i)})
			require.NoError(t, err)
			seed := uint64(i)
			rec := chapters.Record{
				Position: pos, Seed: &seed,
				PlayerNames: []string{round.Human, "greedy", "greedy", "greedy"},
			}
			for {
				s, err := round.Resume(lib, rec)
				require.NoError(t, err)
				if s.IsOver() {
					break
				}
				thought := s.Think()
				if thought == nil {
					thought, err = s.Advice()
					require.NoError(t, err)
				}
				d, _, err := thought.Decide(t.Context())
				require.NoError(t, err)
				rec.Decisions = append(rec.Decisions, d)
			}
			e, err := NewAgreement(t.Context(), lib, rec, Strong)
			require.NoError(t, err)
			assert.Greater(t, e.Asked, 5)
			assert.Equal(t, e.Asked, e.Agreed)
		})
	}
}

// TestEvenAgreesAndWorseDoesNot holds that a card that is as good as the hint agrees with it, and one that
// throws the round away does not.
func TestEvenAgreesAndWorseDoesNot(t *testing.T) {
	lib := chapters.Default()
	const last = `{players: 3, leader: 0, hands: [{character: gandalf, cards: H1 M1 M2}, {character: bilbo, cards: H2 F1 F2}, {character: pippin, cards: H3 H4 F8}], plays: ["0:M1", "1:F1", "2:F8", "0:H1", "1:H2"]}`
	for e := range lib.Read("test", strings.NewReader(last)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		var agreed []string
		for _, d := range g.Options() {
			agrees, err := Strong(t.Context(), g, 1, d)
			require.NoError(t, err)
			if agrees {
				agreed = append(agreed, d.Card.String())
			}
		}
		assert.Equal(t, []string{"H3", "H4"}, agreed)
	}
}
