package players

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Explaining a decision does not change it, and the two best decisions are judged in the same
// worlds. If a race has ended the decision early, the solver is asked further until both can be
// compared in all worlds.
func TestExplainDecidesAsThinkDoes(t *testing.T) {
	someDecisions(t, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		made := len(g.Decisions())
		for i, p := range []Fair{{}, {Level: Strong}} {
			want, short, err := p.Think(t.Context(), v, Source(4, made), false)
			require.NoError(t, err)
			d, r, err := p.Think(t.Context(), v, Source(4, made), true)
			require.NoError(t, err)
			assert.Equal(t, want, d)
			assert.Equal(t, p.Level.work(v.Stage).worlds, r.Worlds, "the count says nothing about the choices")
			assert.Equal(t, Heard{Worlds: r.Worlds, Won: r.Won}, r.Heard())
			require.NotEmpty(t, r.Ranked)
			assert.Equal(t, r.Best, r.Ranked[0])
			if len(v.Ask.Options) < 2 {
				assert.Len(t, r.Ranked, 1)
				assert.Nil(t, r.Second)
				continue
			}
			races := i > 0
			if !races {
				assert.Equal(t, [2]int{short.Won, short.Worlds}, [2]int{r.Won, r.Worlds})
			}
			if r.Options < 2 {
				continue
			}
			assert.LessOrEqual(t, short.Worlds, r.Worlds)
			assert.LessOrEqual(t, short.Won, r.Won)
			assert.Equal(t, Judged{d, r.Won}, r.Best)
			require.NotNil(t, r.Second)
			assert.NotEqual(t, d, r.Second.Decision)
			assert.Equal(t, *r.Second, r.Ranked[1])
			if k := r.Key; k != nil {
				assert.Equal(t, r.Worlds, k.HeldWorlds+k.OtherWorlds)
				assert.Equal(t, r.Won, k.HeldWins+k.OtherWins)
				tellsNews(t, v, k)
			}
		}
	})
}

// tellsNews checks that the player does not see the key card, and that the partner named may
// hold it.
func tellsNews(t *testing.T, v *chapters.View, k *KeyCard) {
	t.Helper()
	for s := range v.Seats {
		assert.False(t, v.Seats[s].Open.Contains(k.Card), "nobody needs to be told what is seen")
	}
	assert.NotEqual(t, v.Player, v.Seats[k.Seat].Decider)
	if v.Stage == chapters.StagePlay {
		assert.True(t, v.Whereabouts().Possible[k.Seat].Contains(k.Card))
	}
}

// Gandalf has won his trick and Bilbo his three; Boromir must win the last one. Gandalf
// holds H7 and H6, so all hangs on who has H8: of the other three cards each is lower.
const lastTwoTricks = `
players: 3
leader: 0
lost: [R5]
hands:
- {character: gandalf, cards: "H167 M4678 F8 S348 R4"}
- {character: boromir, cards: "H258 M123 F2357 S15"}
- {character: bilbo, cards: "H34 M5 F146 S267 R123"}
plays: ["0:M4", "1:M1", "2:M5", "2:F1", "0:F8", "1:F3", "0:S8", "1:S1", "2:S6",
  "0:M8", "1:M3", "2:F4", "0:S4", "1:S5", "2:S7", "2:S2", "0:S3", "1:M2",
  "0:M7", "1:F5", "2:R1!", "2:F6", "0:H1", "1:F2", "2:R3", "0:R4", "1:F7",
  "0:M6", "1:H2", "2:R2"]`

func lastTwo(t *testing.T) *chapters.View {
	t.Helper()
	lib := chapters.Default()
	for e := range lib.Read("", strings.NewReader(lastTwoTricks)) {
		require.NoError(t, e.Err)
		g, err := e.Record.Game(lib)
		require.NoError(t, err)
		require.EqualValues(t, 0, g.Due().Decider)
		v := g.View(0)
		return &v
	}
	require.Fail(t, "no position")
	return nil
}

// The deciding card is named, with the seat that should hold it.
func TestExplainNamesTheCardThatDecides(t *testing.T) {
	v := lastTwo(t)
	h8, err := tricks.ParseCard("H8")
	require.NoError(t, err)
	for seed := range uint64(10) {
		d, r, err := Fair{}.Think(t.Context(), v, Source(seed, 30), true)
		require.NoError(t, err)
		assert.Equal(t, Judged{d, r.Won}, r.Best)
		require.NotNil(t, r.Key)
		assert.Equal(t, KeyCard{Card: h8, Seat: 1, HeldWorlds: r.Won, HeldWins: r.Won, OtherWorlds: r.Worlds - r.Won},
			*r.Key)
		require.NotNil(t, r.Second)
		assert.Equal(t, r.Won, r.Second.Won, "H6 and H7 are alike")
	}
}

// If winning does not depend on the cards, or never changes, no card is named.
func TestKeyCardIsNotMadeUp(t *testing.T) {
	var named, tried atomic.Int64
	someDecisions(t, func(t *testing.T, _ *chapters.Game, v *chapters.View) {
		tr := newTrial(v, Source(7, 7), fairWorths)
		worlds, err := tr.worlds(t.Context(), 60)
		require.NoError(t, err)
		won := make([]bool, len(worlds))
		assert.Nil(t, keyCard(v, worlds, won), "all are lost")
		src := tricks.NewSource(3, 1)
		for range 40 {
			for i := range won {
				won[i] = tricks.IntN(src, 3) > 0
			}
			tried.Add(1)
			if k := keyCard(v, worlds, won); k != nil {
				named.Add(1)
				tellsNews(t, v, k)
				assert.GreaterOrEqual(t, min(k.HeldWorlds, k.OtherWorlds), leastWorlds)
			}
		}
	})
	t.Cleanup(func() {
		assert.Greater(t, tried.Load(), int64(400))
		assert.Less(t, named.Load()*10, tried.Load())
	})
}
