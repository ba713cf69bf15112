package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dealsFor lists a deal of every chapter, event, group and the Road with so many players.
func dealsFor(players int) []chapters.DealID {
	var out []chapters.DealID
	for _, c := range chapters.Default().Chapters {
		if len(c.Variants()) == 0 {
			out = append(out, chapters.DealID{Chapter: c.ID, Players: players})
		}
		for _, v := range c.Variants() {
			out = append(out, chapters.DealID{Chapter: c.ID, Variant: v.Letter(), Players: players})
		}
	}
	return out
}

// everyRound calls f with n rounds of each of them, for every number of players.
func everyRound(t *testing.T, n int, f func(t *testing.T, g *chapters.Game, rng *rand.Rand)) {
	for players := 1; players <= 4; players++ {
		for _, id := range dealsFor(players) {
			t.Run(id.String(), func(t *testing.T) {
				for seed := range uint64(n) {
					id.Seed = seed
					f(t, gameOf(t, dealOf(t, id.String())), rand.New(rand.NewPCG(seed, uint64(players))))
				}
			})
		}
	}
}

// TestS5Everywhere: in every chapter the setup goes round clockwise from the left
// of Frodo, or where he is not (S7) from the holder of R1; Frodo never offers R1
// (S6); and Rings may not be led when the play begins (S3).
func TestS5Everywhere(t *testing.T) {
	everyRound(t, 6, func(t *testing.T, g *chapters.Game, rng *rand.Rand) {
		for g.Stage() == chapters.StageDraft {
			randomDecision(t, g, rng)
		}
		// The Mirror comes before the setup actions, where everybody gives.
		for g.Chapter().Staged > 0 && g.Due().Kind == chapters.Give {
			randomDecision(t, g, rng)
		}
		n := tricks.Seat(g.Seats())
		first := holder(g.Start())
		for s := range n {
			if g.Character(s).ID == "frodo" {
				first = (s + 1) % n
			}
		}
		at := 0
		for g.Stage() == chapters.StageSetup {
			ask := g.Ask()
			if ask.Kind != chapters.Return && ask.Kind != chapters.Give {
				turn := int(ask.Seat+n-first) % int(n)
				require.GreaterOrEqual(t, turn, at, "seat %d, after the one %d places from the first", ask.Seat, at)
				at = turn
			}
			for _, d := range ask.Options {
				require.False(t, d.Card == tricks.OneRing && g.Character(d.Seat).ID == "frodo", "S6: %s", d)
			}
			randomDecision(t, g, rng)
		}
		require.False(t, g.View(0).RingsBroken)
	})
}

// TestS4Everywhere goes through all drafts of every chapter and holds each pick to
// a search by brute force: it is legal if and only if the others can then take
// all who must be taken, Frodo with R1 (S3), and Gimli not as the pyramid (C15).
func TestS4Everywhere(t *testing.T) {
	everyRound(t, 1, func(t *testing.T, g *chapters.Game, _ *rand.Rand) {
		c := g.Chapter()
		if c.CastByLot || c.Pool != nil || len(c.Roster) > 7 {
			return // the larger ones have one starred character, whom somebody must leave room for
		}
		r1, pyramid := holder(g.Start()), g.Start().Pyramid
		may := func(s tricks.Seat, e chapters.RosterEntry) bool {
			return (e.Character.ID != "frodo" || s == r1) && (e.Character.ID != "gimli" || c.ID != "15" || s != pyramid)
		}
		var finish func(open []tricks.Seat, left []chapters.RosterEntry) bool
		finish = func(open []tricks.Seat, left []chapters.RosterEntry) bool {
			if len(open) == 0 {
				return !slices.ContainsFunc(left, func(e chapters.RosterEntry) bool { return e.Starred })
			}
			for i, e := range left {
				if may(open[0], e) && finish(open[1:], slices.Delete(slices.Clone(left), i, i+1)) {
					return true
				}
			}
			return false
		}
		var walk func(g *chapters.Game)
		walk = func(g *chapters.Game) {
			if g.Stage() != chapters.StageDraft {
				return
			}
			var open []tricks.Seat
			taken := map[string]bool{}
			seat := g.Ask().Seat
			for s := range tricks.Seat(g.Seats()) {
				if who := g.Character(s); who != nil {
					taken[who.ID] = true
				} else if s != seat {
					open = append(open, s)
				}
			}
			left := slices.DeleteFunc(slices.Clone(c.Roster), func(e chapters.RosterEntry) bool { return taken[e.Character.ID] })
			for i, e := range left {
				h := g.Clone()
				err := h.Apply(pick(g, e.Character.ID))
				want := may(seat, e) && finish(open, slices.Delete(slices.Clone(left), i, i+1))
				require.Equal(t, want, err == nil, "seat %d takes %s: %v", seat, e.Character.ID, err)
				if err == nil {
					walk(h)
				}
			}
		}
		walk(g)
	})
}

// TestS9OtherSeat: a document may have the pyramid at any seat; the player to its
// right is the one who plays before it.
func TestS9OtherSeat(t *testing.T) {
	g := gameOf(t, read(t, `
players: 2
lost: []
leader: 0
pyramid: 0
hands:
- {rows: ["H8", "R1 S5"]}
- {cards: "H1 M1 F1"}
- {cards: "H2 M2 F2"}
`))
	assert.Equal(t, "play 0 by 2", asked(g))
	assert.Equal(t, "S5", offered(g).String(), "T6")
}
