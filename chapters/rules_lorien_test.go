package chapters_test

import (
	"fmt"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestC15Blindfold: the others see only the suit of Gimli's card until the trick
// is complete; R1 is played open.
func TestC15Blindfold(t *testing.T) {
	const order = "0:H3 1:H5 2:H1 3:H2 1:R2 2:R1 3:M1 0:M2"
	g := ending(t, "chapter: 15\nplayers: 4\nleader: 0", []string{
		"character: haldir, threat: 1", "character: gimli, threat: 2", "character: orophin-rumil, threat: 3", "character: legolas, threat: 4",
	}, order, "", "R4", "R3", "")
	plays(t, g, "0:H3 1:H5")
	own, other := g.View(1), g.View(2)
	assert.Equal(t, "H5", own.Card[1].String())
	assert.Equal(t, tricks.NoSeat, own.FaceDown)
	assert.Equal(t, chapters.Closed, other.Card[1])
	assert.Equal(t, tricks.Seat(1), other.FaceDown)
	assert.Equal(t, tricks.Hills, other.FaceDownSuit, "he names the suit")
	assert.Equal(t, tricks.NoSeat, other.Best, "nobody can tell who wins")
	for _, e := range other.Log {
		if e.Kind == chapters.Played && e.Seat == 1 {
			assert.Equal(t, []any{tricks.NoCard, tricks.Hills}, []any{e.Card, e.Suit})
		}
	}
	plays(t, g, "2:H1 3:H2")
	other = g.View(2)
	assert.Equal(t, "H5", other.History[0].Card[1].String(), "turned up")
	assert.Equal(t, "1", winners(g), "Q15a: he wins tricks as always")
	found := false
	for _, e := range other.Log {
		found = found || e.Kind == chapters.Played && e.Seat == 1 && e.Card == cardOf(t, "H5")
	}
	assert.True(t, found)

	const ring = "0:H3 1:R1 2:H1 3:H2"
	g = ending(t, "chapter: 15\nplayers: 4\nleader: 0", []string{
		"character: haldir, threat: 1", "character: gimli, threat: 2", "", "",
	}, ring, "S1", "S2", "S3", "S4")
	plays(t, g, "0:H3 1:R1!")
	assert.Equal(t, tricks.OneRing, g.View(2).Card[1], "R1 is played open")
	assert.True(t, g.View(2).Taken)
}

// TestC15SoloAndPyramid: solo has no blindfold (Q15b); Gimli may not be the pyramid (Q15c), so
// the others keep him for a hand (S4).
func TestC15SoloAndPyramid(t *testing.T) {
	g := arrange(t, "c15p1s1").cast("gimli", "haldir", "orophin-rumil", "legolas").game()
	toPlay(t, g)
	for g.Ask().Seat != 0 {
		apply(t, g, g.Options()[0])
	}
	apply(t, g, g.Options()[0])
	assert.Equal(t, tricks.NoSeat, g.View(0).FaceDown)

	for seed := range uint64(20) {
		pos := dealOf(t, chapters.DealID{Chapter: "15", Players: 2, Seed: seed}.String())
		g := gameOf(t, pos)
		for g.Stage() == chapters.StageDraft {
			ask := g.Ask()
			for _, d := range ask.Options {
				require.False(t, ask.Seat == pos.Pyramid && d.Character == "gimli")
			}
			apply(t, g, ask.Options[len(ask.Options)-1])
		}
		require.NotEqual(t, pos.Pyramid, seatOf(t, g, "gimli"))
	}
	g = arrange(t, "c15p2s1").hand(0, "R1").game()
	does(t, g, "draft 0:haldir")
	refuses(t, g, "S4", "draft 1:orophin-rumil")
	g = arrange(t, "c15p2s1").rows("R1").game()
	require.Equal(t, "draft 2 by 1", asked(g))
	refuses(t, g, "C15", "draft 2:gimli")
}

// TestC16Deal: the characters are dealt first, the cards in stages, R1 may be
// lost, and Frodo need not hold it.
func TestC16Deal(t *testing.T) {
	lost, away := 0, 0
	for players := 1; players <= 4; players++ {
		for seed := range uint64(150) {
			pos := dealOf(t, chapters.DealID{Chapter: "16", Players: players, Seed: seed}.String())
			stages := map[int][3]int{1: {4, 0, 0}, 2: {4, 4, 4}, 3: {4, 4, 4}, 4: {4, 4, 1}}[players]
			for s, h := range pos.Hands {
				require.NotEmpty(t, h.Character)
				if tricks.Seat(s) == pos.Pyramid {
					require.Equal(t, 12, h.Owned().Len(), "the pyramid gets its 12 first")
					continue
				}
				require.Equal(t, stages[0], h.Cards.Len())
				for i, stage := range pos.Staged {
					require.Equal(t, stages[i+1], stage[s].Len())
				}
			}
			if pos.Lost[0] == tricks.OneRing {
				lost++
			}
			if r1 := holder(pos); r1 != tricks.NoSeat && pos.Hands[r1].Character != "frodo" {
				away++
				require.NotEqual(t, 1, players, "solo: Frodo is on the hand with R1")
			}
		}
	}
	assert.Positive(t, lost)
	assert.Positive(t, away)
}

// TestC16Mirror: everyone gives a card to every other player at the same time,
// choosing before seeing what comes; twice; then the lost card and the rest, then
// the setup actions, and Frodo leads.
func TestC16Mirror(t *testing.T) {
	a := arrange(t, "c16p4s1").hand(0, "H1 H2 H3 R1").hand(1, "M1 M2 M3 M4").hand(2, "F1 F2 F3 F4").hand(3, "S1 S2 S3 S4").
		stage(0, 0, "H5 H6 H7 H8").stage(0, 1, "M5 M6 M7 M8").stage(0, 2, "F5 F6 F7 F8").stage(0, 3, "S5 S6 S7 S8").
		stage(1, 0, "R2").lost("R3")
	for s, id := range []string{"frodo", "galadriel", "celeborn", "sam"} {
		a.pos.Hands[s].Character = id
	}
	g := a.game()
	require.Empty(t, g.View(0).Lost, "the lost card is dealt at the end")
	refuses(t, g, "S6", "give 0>1:R1")
	does(t, g, "give 0>1:H1")
	assert.Equal(t, "give 0", asked(g), "three cards, one to each")
	does(t, g, "give 0>2:H2", "give 0>3:H3", "give 1>2:M2", "give 1>3:M3")
	refuses(t, g, "S6", "give 1>0:H1")
	does(t, g, "give 1>0:M1", "give 2>3:F3", "give 2>0:F1", "give 2>1:F2", "give 3>0:S1", "give 3>1:S2", "give 3>2:S3")
	for s, want := range []string{"H5678 M1 F1 S1 R1", "H1 M45678 F2 S2", "H2 M2 F45678 S3", "H3 M3 F3 S45678"} {
		assert.Equal(t, want, held(g, tricks.Seat(s)).String(), "seat %d", s)
	}
	assert.Equal(t, "give 0", asked(g), "and once more")
	for g.Ask().Kind == chapters.Give {
		apply(t, g, g.Options()[0])
	}
	v := g.View(0)
	assert.Equal(t, "R3", tricks.FormatCards(v.Lost))
	assert.True(t, held(g, 0).Has(cardOf(t, "R2")), "the rest has been dealt")
	require.Equal(t, "exchange 1", asked(g), "now the setup, from the left of Frodo")
	assert.Equal(t, "lost", targets(g))
	toPlay(t, g)
	assert.Equal(t, "play 0", asked(g), "Frodo leads")
	for s := range tricks.Seat(4) {
		assert.Equal(t, 9, held(g, s).Len())
	}
}

// TestC16FromSetup: the characters are dealt, so a document in stage setup begins with the Mirror
// as one in stage draft does; without staged cards the Mirror is over.
func TestC16FromSetup(t *testing.T) {
	for players := 2; players <= 4; players++ {
		a := arrange(t, fmt.Sprintf("c16p%ds2", players))
		begun := a.game()
		a.pos.Stage = chapters.StageSetup
		g := a.game()
		require.Empty(t, g.View(0).Lost)
		for g.Due().Kind == chapters.Give {
			require.Equal(t, begun.Options(), g.Options())
			d := g.Options()[0]
			apply(t, begun, d)
			apply(t, g, d)
		}
		require.Equal(t, look(begun), look(g))

		for s := range a.pos.Hands {
			for _, stage := range a.pos.Staged {
				a.pos.Hands[s].Cards |= stage[s]
			}
		}
		a.pos.Staged = nil
		g = a.game()
		require.NotEmpty(t, g.View(0).Lost)
		require.NotEqual(t, chapters.Give, g.Due().Kind)
	}
}

// TestC16TwoPlayers: the humans follow the event, the pyramid takes no part (Q16c).
func TestC16TwoPlayers(t *testing.T) {
	for seed := range uint64(30) {
		pos := dealOf(t, chapters.DealID{Chapter: "16", Players: 2, Seed: seed}.String())
		g := gameOf(t, pos)
		for range 2 {
			for _, want := range []string{"give 0", "give 1"} {
				require.Equal(t, want, asked(g))
				require.Equal(t, 1-g.Ask().Seat, g.Options()[0].To)
				apply(t, g, g.Options()[0])
			}
		}
		require.NotEqual(t, chapters.Give, g.Due().Kind, "one to the other player each time")
		// S9: who holds R1 when all is dealt has the pyramid; if it is lost or in
		// the pyramid, the player to its right.
		by := tricks.Seat(1)
		if held(g, 0).Has(tricks.OneRing) {
			by = 0
		}
		require.Equal(t, by, g.View(0).Seats[2].By, "%s", pos.Deal)
		toPlay(t, g)
		require.Equal(t, "frodo", g.Character(g.State().Leader).ID)
		require.Equal(t, 12, g.Table().Tricks(), "N")
	}
}

// TestC16LostR1: Galadriel may take R1 where it is lost; Frodo leads all the same.
func TestC16LostR1(t *testing.T) {
	for seed := range uint64(400) {
		pos := dealOf(t, chapters.DealID{Chapter: "16", Players: 3, Seed: seed}.String())
		if pos.Lost[0] != tricks.OneRing {
			continue
		}
		g := gameOf(t, pos)
		for g.Stage() != chapters.StagePlay {
			if ask := g.Ask(); ask.Kind == chapters.Exchange && g.Character(ask.Seat).ID == "galadriel" {
				does(t, g, fmt.Sprintf("exchange %d>lost:%s", ask.Seat, offered(g).First()))
				require.True(t, held(g, ask.Seat).Has(tricks.OneRing), "K:galadriel")
				continue
			}
			apply(t, g, g.Options()[0])
		}
		require.Equal(t, "frodo", g.Character(g.State().Leader).ID)
		return
	}
	t.Fatal("R1 is never lost")
}
