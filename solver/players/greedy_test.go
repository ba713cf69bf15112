package players

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// eachDecision plays a random round and calls look before every decision.
func eachDecision(t *rapid.T, look func(g *chapters.Game, v *chapters.View)) {
	lib := chapters.Default()
	id := chapters.DealID{
		Chapter: rapid.SampledFrom(lib.Chapters).Draw(t, "chapter").ID,
		Players: rapid.IntRange(1, 4).Draw(t, "players"),
		Seed:    rapid.Uint64Range(0, 1<<20).Draw(t, "deal"),
	}
	pos, err := lib.Deal(id)
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	src := tricks.NewSource(rapid.Uint64().Draw(t, "play"), 0)
	for a := g.Ask(); a != nil; a = g.Ask() {
		v := g.View(a.By)
		look(g, &v)
		require.NoError(t, g.Apply(Random{}.Choose(&v, src)))
	}
}

// What is concluded from a view is never wrong: every card truly lies at one of
// the places it is held to be possible at.
func TestKnowledgeIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		eachDecision(t, func(g *chapters.Game, v *chapters.View) {
			if v.Stage != chapters.StagePlay {
				return
			}
			k, state := learn(v), g.State()
			count := [elsewhere + 1]int{}
			for _, c := range k.unseen {
				place := elsewhere
				for s := range g.Seats() {
					if state.Held[s].Has(c) && g.Table().DrawnAfter(c) <= int(state.Number) {
						place = s
					}
				}
				count[place]++
				if k.may[c]>>place&1 == 0 {
					t.Fatalf("%s lies at %d, which was ruled out", c, place)
				}
			}
			assert.Equal(t, count, k.room)
		})
	})
}

// An imagined world agrees with the view in everything that the view shows: it
// stands at the same point of the same trick, with the same legal plays.
func TestImaginedWorldsAgreeWithTheView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := tricks.NewSource(rapid.Uint64().Draw(t, "worlds"), 0)
		eachDecision(t, func(g *chapters.Game, v *chapters.View) {
			w := imagine(v, learn(v), src)
			var all tricks.Set
			n := 0
			for s := range w.seats {
				owned := w.seats[s].cards | w.seats[s].pyramid.Owned()
				if v.Due != chapters.Return {
					assert.Equal(t, v.Seats[s].Cards, owned.Len())
					assert.Equal(t, v.Seats[s].Open, owned&v.Seats[s].Open)
				}
				all |= owned
				n += owned.Len()
			}
			assert.Equal(t, n, all.Len(), "no card is there twice")
			if v.Stage != chapters.StagePlay {
				return
			}
			table, state := w.resume(v)
			truth := g.State()
			assert.Equal(t, v.Tricks, len(v.History)+table.Tricks())
			assert.Equal(t, truth.Turn, state.Turn)
			assert.Equal(t, truth.Best, state.Best)
			assert.Equal(t, truth.Led, state.Led)
			assert.Equal(t, truth.Card, state.Card)
			assert.Equal(t, truth.Taken, state.Taken)
			assert.Equal(t, g.Table().Legal(&truth), table.Legal(&state))
		})
	})
}

// Setup in an imagined world leads to hands of the right sizes (N), a full cast
// with everyone who must be there (S4), and a threat for who needs one (S8).
func TestImaginedSetup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := tricks.NewSource(rapid.Uint64().Draw(t, "worlds"), 0)
		eachDecision(t, func(g *chapters.Game, v *chapters.View) {
			if v.Stage == chapters.StagePlay {
				return
			}
			for _, d := range v.Ask.Options {
				w := imagine(v, learn(v), src)
				w.decide(v, d, src)
				w.finishSetup(v, src)
				var all tricks.Set
				cast := map[string]bool{}
				for s := range w.seats {
					c := w.seats[s].Character
					require.NotNil(t, c)
					cast[c.ID] = true
					all |= w.seats[s].cards | w.seats[s].pyramid.Owned()
					if characters.NeedsThreat(c.Goal) {
						assert.Contains(t, v.Chapter.Threats, w.seats[s].Threat)
					}
				}
				assert.Len(t, cast, len(w.seats))
				for _, r := range v.Chapter.Roster {
					assert.True(t, !r.Starred || cast[r.Character.ID], "%s must be there", r.Character.ID)
				}
				all |= tricks.SetOf(w.lost...) | tricks.SetOf(w.pile...)
				assert.Equal(t, tricks.Deck, all, "no card gets lost")
				assert.Contains(t, []int{9, 10, 12, 13}, w.table().Tricks())
			}
		})
	})
}

// A goal is met for Greedy exactly when it is met in the game.
func TestNearnessIsOneWhenMet(t *testing.T) {
	lib := chapters.Default()
	var ids, riders []string
	for id := range lib.Characters {
		ids = append(ids, id)
	}
	for id := range lib.Riders {
		riders = append(riders, id)
	}
	slices.Sort(ids) // so that chance is the same every time
	slices.Sort(riders)
	seen := map[string]bool{}
	src := tricks.NewSource(1, 2)
	for i := range 1000 {
		tricks.Shuffle(src, ids)
		deck := tricks.Deck.Cards()
		tricks.Shuffle(src, deck)
		pos := chapters.Position{Players: 3 + i%2, Stage: chapters.StagePlay, Pyramid: tricks.NoSeat}
		for s := range pos.Players {
			pos.Hands = append(pos.Hands, chapters.HandInfo{
				Character: ids[s], Threat: 1 + tricks.Below(src, 3), Declared: []string{"more", "fewer"}[i%2],
				Rider: riders[tricks.Below(src, len(riders))], Cards: tricks.SetOf(deck[9*s : 9*s+9]...),
			})
		}
		g, err := lib.NewGame(pos)
		if err != nil {
			continue // nothing new: such as more goals than fit together
		}
		require.NoError(t, Play(g, Random{}, uint64(i)))
		v := g.View(0)
		r := round{table: g.Table(), state: g.State(), tricks: v.History, all: v.Tricks}
		for s := range v.Seats {
			r.won[s] = v.Seats[s].Won
		}
		goals := g.Goals()
		for j, status := range g.Statuses() {
			near := r.nearness(&goals[j])
			met := status.Status == characters.Sealed
			if met != (near >= 1) || near < 0 {
				t.Fatalf("%s%s at seat %d is %s, but %v near", status.Character, status.Rider, status.Seat, status.Status, near)
			}
			seen[status.Character+status.Rider] = true
		}
	}
	for _, name := range slices.Concat(ids, riders) {
		assert.True(t, seen[name], "%s was never at the table", name)
	}
}

func TestGap(t *testing.T) {
	for _, tt := range []struct{ lo, hi, n, want int }{
		{1, 2, 0, 1}, {1, 2, 1, 0}, {1, 2, 2, 0}, {1, 2, 5, 3}, {3, 99, 0, 3}, {3, 99, 12, 0}, {0, 0, 4, 4}, {0, 31, 31, 0},
	} {
		t.Run(fmt.Sprint(tt), func(t *testing.T) {
			assert.Equal(t, tt.want, gap(characters.CountsIn(tt.lo, tt.hi), tt.n))
		})
	}
	assert.Equal(t, 1, gap(1|1<<5, 4), "the nearer of two")
	assert.Equal(t, 1, gap(1|1<<5, 1), "the nearer of two")
	assert.Equal(t, 31, gap(0, 2), "no number will do")
}

func TestHalvings(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 36: 6} {
		assert.Equal(t, want, halvings(n), "%d", n)
	}
}
