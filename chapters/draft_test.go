package chapters_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// holder returns who was dealt R1.
func holder(pos chapters.Position) tricks.Seat {
	for s := range pos.Hands {
		if pos.Hands[s].Owned().Has(tricks.OneRing) {
			return tricks.Seat(s)
		}
	}
	return tricks.NoSeat
}

// pick returns the decision to take a character.
func pick(g *chapters.Game, id string) chapters.Decision {
	return chapters.Decision{Kind: chapters.Draft, Seat: g.Ask().Seat, Character: id, To: tricks.NoSeat, Move: tricks.Move{Card: tricks.NoCard}}
}

// draft takes the characters in their order.
func draft(t testing.TB, g *chapters.Game, ids ...string) {
	t.Helper()
	for _, id := range ids {
		apply(t, g, pick(g, id))
	}
}

// canFinish is S4 by brute force: can this many seats take characters so that
// everyone who must be taken is?
func canFinish(roster, starred []string, seats int) bool {
	if seats == 0 {
		return !slices.ContainsFunc(starred, func(id string) bool { return slices.Contains(roster, id) })
	}
	for i := range roster {
		if canFinish(slices.Delete(slices.Clone(roster), i, i+1), starred, seats-1) {
			return true
		}
	}
	return false
}

// TestS4Draft goes through every draft of every chapter and holds each pick to
// the brute force; S3: Frodo is with R1 from the start.
func TestS4Draft(t *testing.T) {
	for _, c := range chapters.Default().Chapters {
		var roster, starred []string
		for _, r := range c.Roster {
			if r.Character.ID != "frodo" {
				roster = append(roster, r.Character.ID)
				if r.Starred {
					starred = append(starred, r.Character.ID)
				}
			}
		}
		for players := 1; players <= 4; players++ {
			t.Run(chapters.DealID{Chapter: c.ID, Players: players}.String(), func(t *testing.T) {
				pos := dealOf(t, chapters.DealID{Chapter: c.ID, Players: players, Seed: 1}.String())
				g := gameOf(t, pos)
				require.Equal(t, "frodo", g.Character(holder(pos)).ID, "S3")
				var walk func(g *chapters.Game, roster []string, next tricks.Seat, left int)
				walk = func(g *chapters.Game, roster []string, next tricks.Seat, left int) {
					if left == 0 {
						require.NotEqual(t, chapters.StageDraft, g.Stage())
						return
					}
					ask := g.Ask()
					require.Equal(t, next, ask.Seat, "clockwise from the left of Frodo")
					require.Len(t, append(slices.Clone(ask.Options), refused(ask)...), len(roster))
					for i, id := range roster {
						rest := slices.Delete(slices.Clone(roster), i, i+1)
						want := canFinish(rest, starred, left-1)
						h := g.Clone()
						err := h.Apply(pick(g, id))
						require.Equal(t, want, err == nil, "seat %d takes %s of %v: %v", next, id, roster, err)
						if err == nil {
							walk(h, rest, (next+1)%tricks.Seat(g.Seats()), left-1)
						} else {
							require.ErrorContains(t, err, "(S4)")
						}
					}
				}
				walk(g, roster, (holder(pos)+1)%tricks.Seat(g.Seats()), g.Seats()-1)
			})
		}
	}
}

func refused(a *chapters.Ask) []chapters.Decision {
	var out []chapters.Decision
	for _, r := range a.Refused {
		out = append(out, r.Decision)
	}
	return out
}

func TestS4Refusals(t *testing.T) {
	pos := dealOf(t, "c02p4s1")
	g := gameOf(t, pos)
	err := g.Apply(pick(g, "bilbo"))
	require.EqualError(t, err, `"bilbo" is not in this chapter (S4)`)
	require.ErrorContains(t, g.Apply(pick(g, "frodo")), "frodo is already taken (S4)")
	draft(t, g, "gandalf")
	require.ErrorContains(t, g.Apply(pick(g, "gandalf")), "gandalf is already taken (S4)")
	require.ErrorContains(t, g.Apply(pick(g, "pippin")), "must be taken and nobody else could (S4)")
	wrong := pick(g, "sam")
	wrong.Seat = holder(pos)
	require.ErrorContains(t, g.Apply(wrong), "(S4)", "not his turn")
	require.ErrorContains(t, g.Apply(chapters.PlayDecision(tricks.Play{})), "cannot do that now")
}

// withoutFrodo is a chapter of our own in which Frodo is not.
const withoutFrodo = `
chapter: 20
title: {en: A Test, de: Ein Test}
length: short
characters: ["bilbo*", gandalf, pippin, sam, merry]
threats: [1, 2]
fidelity: reconstructed
note: for tests only
`

func ownLibrary(t testing.TB, files map[string]string) *chapters.Library {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	lib, err := chapters.Load(fsys)
	require.NoError(t, err)
	return lib
}

// TestS7WithoutFrodo: who holds R1 picks first, acts first, leads where no card
// says otherwise, and may pass R1 on.
func TestS7WithoutFrodo(t *testing.T) {
	lib := ownLibrary(t, map[string]string{"chapters/c20.yaml": withoutFrodo})
	for players := 2; players <= 4; players++ {
		for seed := range uint64(6) {
			pos, err := lib.Deal(chapters.DealID{Chapter: "20", Players: players, Seed: seed})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			r1 := holder(pos)
			var order []tricks.Seat
			for g.Stage() == chapters.StageDraft {
				order = append(order, g.Ask().Seat)
				apply(t, g, g.Ask().Options[len(g.Ask().Options)-1])
			}
			seats := tricks.Seat(g.Seats())
			want := []tricks.Seat{r1, (r1 + 1) % seats, (r1 + 2) % seats, (r1 + 3) % seats}[:seats]
			require.Equal(t, want, order)
			// The last of the options was merry, who was taken first; sam follows.
			require.Equal(t, "merry", g.Character(r1).ID)
			ask := g.Ask()
			require.Equal(t, r1, ask.Seat, "acts first")
			require.Equal(t, chapters.Exchange, ask.Kind)
			for _, d := range ask.Options {
				assert.NotEqual(t, r1, d.To)
			}
			passesR1 := slices.ContainsFunc(ask.Options, func(d chapters.Decision) bool { return d.Card == tricks.OneRing })
			covered := slices.ContainsFunc(pos.Hands[r1].Rows, func(row []tricks.Card) bool { return slices.Contains(row, tricks.OneRing) }) &&
				!slices.Contains(pos.Hands[r1].Rows[2], tricks.OneRing)
			require.Equal(t, !covered, passesR1, "only Frodo may never pass on R1 (S6)")
			for g.Stage() == chapters.StageSetup {
				apply(t, g, g.Ask().Options[0])
			}
			require.Equal(t, r1, g.State().Leader)
		}
	}
}
