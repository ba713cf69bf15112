package chapters_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// holder returns who was dealt R1.
func holder(pos chapters.Position) tricks.Seat {
	for s := range pos.Hands {
		if pos.Hands[s].Owned().Contains(tricks.OneRing) {
			return tricks.Seat(s)
		}
	}
	return tricks.NoSeat
}

// pick returns the decision to take a character.
func pick(g *chapters.Game, id string) chapters.Decision {
	return chapters.Decision{
		Kind: chapters.Draft, Seat: g.Due().Seat, Character: id, Target: tricks.NoSeat,
		Move: tricks.Move{Card: tricks.NoCard},
	}
}

// draft takes the characters in their order.
func draft(t testing.TB, g *chapters.Game, ids ...string) {
	t.Helper()
	for _, id := range ids {
		apply(t, g, pick(g, id))
	}
}

// mayTake reports whether a seat may take a character: only the holder of R1 may take Frodo (S3), and the
// pyramid of chapter 15 may not take Gimli (C15).
func mayTake(g *chapters.Game, s tricks.Seat, id string) bool {
	pos := g.Start()
	return (id != "frodo" || s == holder(pos)) && (pos.Chapter != "15" || id != "gimli" || s != pos.Pyramid)
}

// canFinish is S4 by brute force: can these seats take characters so that
// everyone who must be taken is?
func canFinish(g *chapters.Game, roster, starred []string, seats []tricks.Seat) bool {
	if len(seats) == 0 {
		return !slices.ContainsFunc(starred, func(id string) bool { return slices.Contains(roster, id) })
	}
	for i, id := range roster {
		if mayTake(g, seats[0], id) && canFinish(g, slices.Delete(slices.Clone(roster), i, i+1), starred, seats[1:]) {
			return true
		}
	}
	return false
}

// TestS4Draft goes through every draft of every chapter and compares the legal picks with brute force. A
// Frodo who must be taken is with R1 from the start (S3), else the holder of R1 picks first (S7).
func TestS4Draft(t *testing.T) {
	t.Parallel()
	for _, id := range chapters.Default().DealIDs(0) {
		if id.Chapter == "16" {
			continue // C16: the characters are dealt
		}
		for id.Seed = 1; id.Seed <= 2; id.Seed++ {
			t.Run(id.String(), func(t *testing.T) { walkDraft(t, dealOf(t, id.String())) })
		}
	}
}

func walkDraft(t *testing.T, pos chapters.Position) {
	g := gameOf(t, pos)
	var roster, starred []string
	order := []tricks.Seat{}
	for s := range g.Seats() {
		order = append(order, (holder(pos)+tricks.Seat(s))%tricks.Seat(g.Seats()))
	}
	for _, r := range g.Chapter().Roster {
		if r.Character.ID == "frodo" && r.Starred {
			require.Equal(t, "frodo", g.Character(holder(pos)).ID, "S3")
			order = order[1:]
			continue
		}
		roster = append(roster, r.Character.ID)
		if r.Starred {
			starred = append(starred, r.Character.ID)
		}
	}
	var walk func(g *chapters.Game, roster []string, seats []tricks.Seat)
	walk = func(g *chapters.Game, roster []string, seats []tricks.Seat) {
		if len(seats) == 0 {
			require.NotEqual(t, chapters.StageDraft, g.Stage())
			return
		}
		ask := g.View(g.Due().Decider).Ask
		require.Equal(t, seats[0], ask.Seat, "clockwise")
		require.Equal(t, len(roster), len(ask.Options)+len(ask.Refused))
		for i, id := range roster {
			rest := slices.Delete(slices.Clone(roster), i, i+1)
			want := mayTake(g, seats[0], id) && canFinish(g, rest, starred, seats[1:])
			h := g.Clone()
			err := h.Apply(pick(g, id))
			require.Equal(t, want, err == nil, "seat %d takes %s of %v: %v", seats[0], id, roster, err)
			if err == nil {
				walk(h, rest, seats[1:])
			} else {
				require.Regexp(t, `\((S3|S4|C15)\)$`, err.Error())
			}
		}
	}
	walk(g, roster, order)
}

// TestC16Cast: the Mirror deals every seat a character, and every starred character to some seat. In solo
// Frodo comes to the hand with R1, with more players to any hand.
func TestC16Cast(t *testing.T) {
	t.Parallel()
	frodo := map[bool]int{} // how often he is with R1, and how often not
	for players := 1; players <= 4; players++ {
		for seed := range uint64(20) {
			pos := dealOf(t, chapters.DealID{Chapter: "16", Players: players, Seed: seed}.String())
			g := gameOf(t, pos)
			require.Equal(t, chapters.StageSetup, g.Stage())
			var ids []string
			for s := range tricks.Seat(g.Seats()) {
				ids = append(ids, g.Character(s).ID)
			}
			require.ElementsMatch(t, []string{"frodo", "galadriel", "celeborn", "sam"}[:g.Seats()], ids)
			rng := rand.New(rand.NewPCG(seed, 16))
			for g.Stage() != chapters.StagePlay {
				randomDecision(t, g, rng)
			}
			at := seatOf(t, g, "frodo")
			require.Equal(t, at, g.State().Leader, "Frodo leads")
			if players == 1 {
				require.Equal(t, holder(pos), at)
				continue
			}
			frodo[g.State().Held[at].Contains(tricks.OneRing)]++
		}
	}
	require.Len(t, frodo, 2)
}

// withoutFrodo is a chapter without Frodo that the program does not have.
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
