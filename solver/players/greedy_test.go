package players

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// eachDecision plays random rounds of every kind and calls look at every
// decision, for every player: who decides and who looks on.
func eachDecision(t *testing.T, deals int, look func(t *testing.T, g *chapters.Game, v *chapters.View)) {
	lib := chapters.Default()
	for _, id := range lib.Deals(0) {
		t.Run(fmt.Sprintf("chapter %s%s with %d players", id.Chapter, id.Variant, id.Players), func(t *testing.T) {
			t.Parallel()
			for n := range deals {
				id.Seed = uint64(n)
				pos, err := lib.Deal(id)
				require.NoError(t, err)
				g, err := lib.NewGame(pos)
				require.NoError(t, err)
				src := tricks.NewSource(uint64(n), 1)
				for a := g.Ask(); a != nil; a = g.Ask() {
					for p := range id.Players {
						v := g.View(tricks.Seat(p))
						look(t, g, &v)
						if t.Failed() {
							t.Fatalf("deal %s after %v, seen by %d", id, g.Decisions(), p)
						}
					}
					require.NoError(t, g.Apply(pick(src, a.Options)))
				}
			}
		})
	}
}

// What is concluded from a view is never wrong: every card truly lies at one of
// the places it is held to be possible at, and as many there as are counted.
func TestKnowledgeIsTrue(t *testing.T) {
	eachDecision(t, 2, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		if v.Stage == chapters.StagePlay && v.Due == chapters.Return {
			return // a card on its way (Sting) is neither here nor there
		}
		k, state := learn(v), g.State()
		for i := range v.Seats {
			s := tricks.Seat(i)
			held := state.Held[s]
			if own := g.View(v.Seats[s].By); v.Stage != chapters.StagePlay {
				held = own.Seats[s].Open
			}
			hidden, known := 0, tricks.SetOf(k.unseen...)
			for _, c := range (held & known).Cards() {
				if v.Stage == chapters.StagePlay && g.Table().DrawnAfter(c) > int(state.Number) {
					continue
				}
				hidden++
				may := uint64(0)
				for place := chapters.Place(s); place < chapters.PlaceElsewhere; place += tricks.MaxSeats {
					may |= k.may[c] & (1 << place)
				}
				if may == 0 {
					t.Errorf("%s lies at %d, which was ruled out", c, s)
				}
			}
			n := 0
			for place := chapters.Place(s); place < chapters.PlaceElsewhere; place += tricks.MaxSeats {
				if place != chapters.PlaceDown.At(s) && place != chapters.PlaceAway.At(s) {
					n += k.room[place]
				}
			}
			if v.Stage == chapters.StagePlay || v.Seats[s].Rows == nil { // else its own player does not see all
				assert.Equal(t, hidden, n, "seat %d", s)
			}
		}
	})
}

// A world that is made up cannot be told from the real one by who sees the view:
// his view of it is the very same (S11). It is made from the view alone: from the
// view of that world the same world comes out.
func TestWorldsAgreeWithTheView(t *testing.T) {
	eachDecision(t, 1, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		made := uint64(len(g.Decisions()))
		w, err := World(v, tricks.NewSource(7, made))
		require.NoError(t, err, "%s after %v, seen by %d", v.Deal, g.Decisions(), v.Player)
		same := w.View(v.Player)
		if made%4 == 0 {
			again, err := World(&same, tricks.NewSource(7, made))
			require.NoError(t, err)
			for s := range v.Seats {
				assert.Equal(t, w.View(tricks.Seat(s)), again.View(tricks.Seat(s)))
			}
		}
		assert.Equal(t, *v, same)
	})
}

// A world stands where the round stands, and goes on to its end from there.
func TestWorldsGoOn(t *testing.T) {
	eachDecision(t, 2, func(t *testing.T, g *chapters.Game, v *chapters.View) {
		src := tricks.NewSource(3, uint64(len(g.Decisions())))
		w, err := World(v, src)
		require.NoError(t, err)
		if truth, state := g.State(), w.State(); v.Stage == chapters.StagePlay {
			var all tricks.Set
			for s := range v.Seats {
				assert.Zero(t, all&state.Held[s], "no card is there twice")
				all |= state.Held[s]
				if v.PileLeft == 0 {
					assert.Equal(t, truth.Held[s].Len(), state.Held[s].Len())
				}
			}
			assert.Equal(t, g.Table().Tricks(), w.Table().Tricks())
			for n := range g.Table().Tricks() {
				assert.Equal(t, g.Table().Playing(n), w.Table().Playing(n))
			}
			if v.Ask != nil && v.Due == chapters.PlayCard {
				assert.Equal(t, g.Table().Legal(&truth), w.Table().Legal(&state))
			}
			truth.Held, truth.Hand = state.Held, state.Hand
			if v.FaceDown != tricks.NoSeat {
				truth.Trick, truth.Card, truth.Best = state.Trick, state.Card, state.Best
			}
			if state.Tucked != tricks.NoCard {
				truth.Tucked = state.Tucked
			}
			assert.Equal(t, truth, state)
		}
		for !w.Over() {
			require.NoError(t, w.Apply(pick(src, w.Options())))
		}
		assert.NotEqual(t, chapters.Undecided, w.Result())
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
		require.NoError(t, Play(t.Context(), g, Random{}, uint64(i)))
		var at trial
		at.begin(g)
		for j, status := range g.Statuses() {
			goal := &at.round.goals[j]
			near := at.round.nearness(goal, &goal.Checker.Root)
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

func TestHalvings(t *testing.T) {
	for n, want := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 36: 6} {
		assert.Equal(t, want, halvings(n), "%d", n)
	}
}
