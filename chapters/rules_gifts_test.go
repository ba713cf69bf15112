package chapters_test

import (
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKSword (K:sword): instead of a threat card Aragorn must choose a range (C11).
func TestKSword(t *testing.T) {
	g := arrange(t, "c11p4s1").hand(0, "R1").cast("frodo", "aragorn", "boromir", "gloin").game()
	require.Equal(t, "range 1", asked(g))
	require.Equal(t, "1-2 3-4 5-6", answers(g))
	refuses(t, g, "K", "range 1:2-3")
	does(t, g, "range 1:3-4")
	assert.Equal(t, "exchange 1", asked(g), "Q11b: no threat card")
	assert.Zero(t, g.View(0).Seats[1].Threat)
	assert.Equal(t, [2]int{3, 4}, g.View(2).Seats[1].Range)
	toPlay(t, g)

	for want, order := range map[string]string{
		"failed": "0:H8 1:H1 2:H2",
		"sealed": "0:H8 1:H1 2:H2 0:M8 1:M1 2:M2 0:S8 1:S1 2:S2",
	} {
		g := ending(t, "players: 3\nleader: 0", []string{"character: aragorn, gift: sword, range: [3, 4]", "", ""}, order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "aragorn"))
	}
	// L5: the burdened Aragorn is Aragorn for the gift, too.
	g = arrange(t, "roadp4s1").hand(0, "R1").cast("frodo", "aragorn-arathorn", "boromir", "sam").gift("sword").game()
	assert.Equal(t, "range 1", asked(g))
}

// TestKHorn (K:horn): at the end of setup Boromir announces the suits he holds most of: all of them
// if there are several (Q11a); not in solo (Q11c), and not as the pyramid (C11).
func TestKHorn(t *testing.T) {
	for hand, want := range map[string]string{
		"H1234 M12 F1 S12":   "H",
		"H123 M123 F12 S1":   "H M",
		"H12 M12 F12 S12 R2": "H M F S",
		"H123 M12 F1 R234":   "H R",
	} {
		g := arrange(t, "c11p4s1").hand(0, "R1").hand(1, hand).cast("frodo", "boromir", "aragorn", "gloin").game()
		card := held(g, 1).First().String()
		does(t, g, "exchange 1>2:"+card, "return 2>1:"+card)
		require.Nil(t, g.View(0).Seats[1].Announced, "at the end of setup, not before")
		for g.Stage() != chapters.StagePlay {
			d := g.Options()[0]
			if g.Due().Kind == chapters.Exchange { // nobody asks Boromir for a card
				for _, other := range g.Options() {
					if other.To == 0 {
						d = other
					}
				}
			}
			apply(t, g, d)
		}
		var letters []string
		for _, suit := range g.View(3).Seats[1].Announced {
			letters = append(letters, string(suit.Letter()))
		}
		assert.Equal(t, want, strings.Join(letters, " "), hand)
	}
	for _, deal := range []string{"c11p1s1", "c11p2s1"} {
		a := arrange(t, deal)
		cast := []string{"frodo", "aragorn", "boromir", "gloin"}[:len(a.pos.Hands)]
		if a.pos.Players == 2 {
			a.hand(0, "R1")
		}
		g := a.cast(cast...).game()
		toPlay(t, g)
		assert.Nil(t, g.View(0).Seats[2].Announced, deal)
	}
	g := arrange(t, "c11p2s1").hand(0, "R1").cast("frodo", "boromir", "aragorn").game()
	toPlay(t, g)
	assert.NotEmpty(t, g.View(0).Seats[1].Announced, "two players, and Boromir is a hand")
}

// TestKMithril (K:mithril): one character's goal counts as met, so a round is lost with the
// second that fails, or with the first beside a trick that falls short on the Bridge
// (C14); no rider; not again in the chapter.
func TestKMithril(t *testing.T) {
	const order = "0:H1 1:H8 2:H2"
	for _, c := range []struct {
		name, head string
		who        []string
		want       chapters.Result
		status     string // of Frodo, who fails
	}{
		{"one goal fails", "players: 3", []string{"character: frodo, gift: mithril", "", ""}, chapters.Won, "waived"},
		{"another's goal", "players: 3", []string{"character: gandalf", "character: frodo, gift: mithril, rider: unseen", "character: merry"}, chapters.Lost, "failed"},
		{"without it", "players: 3", []string{"character: frodo", "", ""}, chapters.Lost, "failed"},
		{"two fail", "players: 3", []string{"character: frodo, gift: mithril", "character: bilbo", ""}, chapters.Lost, "failed"},
		{"the chapter gives it", "chapter: 13\nplayers: 3", []string{"character: frodo", "", ""}, chapters.Won, "waived"},
		{"but once only", "chapter: 13\nmithril_used: true\nplayers: 3", []string{"character: frodo", "", ""}, chapters.Lost, "failed"},
		{"the goal of an event is the second", "chapter: 14\nevent: tomb\nplayers: 3", []string{"character: gimli", "character: frodo", ""}, chapters.Lost, "failed"},
		{"the Bridge, too", "chapter: 14\nevent: bridge\nsides: {balrog: S78}\nplayers: 3", []string{"character: frodo", "", ""}, chapters.Lost, "failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := ending(t, c.head+"\nleader: 0", c.who, order)
			plays(t, g, order)
			assert.Equal(t, c.want, g.Result())
			assert.Equal(t, c.status, status(t, g, "frodo"))
		})
	}
	// Q14c: it may cover the goal of an event.
	const rings = "1:H8 2:R2 0:R3 1:M8 2:R4 0:R5"
	for event, who := range map[string]string{"doors": "gandalf", "tomb": "gimli"} {
		g := ending(t, "chapter: 14\nevent: "+event+"\nplayers: 3\nleader: 1", []string{"character: " + who, "character: frodo", ""}, rings)
		plays(t, g, rings)
		assert.Equal(t, "waived", status(t, g, who), event)
		assert.Equal(t, chapters.Won, g.Result())
	}
	// It covers no rider.
	g := ending(t, "chapter: 13\nplayers: 3\nleader: 1", []string{"", "character: frodo, rider: black-breath", ""}, rings)
	plays(t, g, rings)
	assert.Equal(t, "sealed", status(t, g, "frodo"))
	assert.Equal(t, chapters.Lost, g.Result())
}

// TestKSting (K:sting): once, before any trick, Frodo may exchange with the lost card, or
// with who took it; he may not pass on R1 (L5).
func TestKSting(t *testing.T) {
	a := arrange(t, "roadp4s1").hand(0, "R1 H1").lost("H8").cast("frodo", "gandalf", "merry", "bill").gift("sting")
	g := a.game()
	does(t, g, "lost 1:no")
	backs(t, g, 1, 2, 3)
	require.Equal(t, "swap 0", asked(g))
	assert.Equal(t, "- lost", targets(g))
	refuses(t, g, "S6", "swap 0>lost:R1")
	does(t, g, "swap 0:-")
	require.Equal(t, "play 0", asked(g))
	for len(g.History()) < 1 {
		apply(t, g, g.Options()[0])
	}
	require.Equal(t, "swap 0", asked(g), "before any trick")
	card := offered(g).First().String()
	does(t, g, "swap 0>lost:"+card)
	assert.True(t, held(g, 0).Has(cardOf(t, "H8")))
	assert.Equal(t, card, tricks.FormatCards(g.View(3).Lost))
	for !g.Over() {
		require.NotEqual(t, chapters.Swap, g.Due().Kind, "once")
		apply(t, g, g.Options()[0])
	}

	g = a.game()
	does(t, g, "lost 1:yes", "exchange 1>0:H8", "return 0>1:H8")
	backs(t, g, 2, 3)
	assert.Equal(t, "- gandalf", targets(g), "with who took it")
	does(t, g, "swap 0>1:H1")
	require.Equal(t, "return 1", asked(g))
	does(t, g, "return 1>0:H8")
	assert.True(t, held(g, 0).Has(cardOf(t, "H8")) && held(g, 1).Has(cardOf(t, "H1")))
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 1, g.View(0).Seats[1].Cards, "T10")
}

// TestKGlamdring (K:glamdring): in the first trick Gandalf need not follow suit; later he must,
// and Rings may not be led as ever.
func TestKGlamdring(t *testing.T) {
	const order = "0:H8 1:R2 2:H1 0:M8 1:M1 2:M2"
	g := ending(t, "players: 3\nleader: 0", []string{"", "character: gandalf, gift: glamdring", ""}, order, "S1", "H2 S2", "S3")
	plays(t, g, "0:H8")
	assert.Equal(t, "H2 M1 S2 R2", offered(g).String())
	plays(t, g, "1:R2 2:H1 0:M8")
	assert.Equal(t, "M1", offered(g).String(), "T4")
	g = ending(t, "players: 3\nleader: 1", []string{"", "character: gandalf, gift: glamdring", ""}, "1:H2", "S1", "R2 S2", "S3")
	assert.Equal(t, "H2 S2", offered(g).String(), "T6")
}

// TestL5GiftOfNobody: a gift whose character is not there does nothing.
func TestL5GiftOfNobody(t *testing.T) {
	for gift, owner := range map[string]string{"horn": "boromir", "sword": "aragorn", "glamdring": "gandalf"} {
		for _, there := range []bool{true, false} {
			cast := []string{"frodo", "bill", "merry", "sam"}
			if there {
				cast[1] = owner
			}
			g := arrange(t, "roadp4s1").hand(0, "R1").cast(cast...).gift(gift).game()
			got := ""
			for _, seat := range g.View(0).Seats {
				if seat.Gift != nil {
					got += seat.Character.ID
				}
			}
			assert.Equal(t, map[bool]string{true: owner}[there], got, gift)
			toPlay(t, g)
		}
	}
}

// TestC8Riders: Frodo and Merry carry theirs from the draft on; they are no part
// of the threat deck (Q8b).
func TestC8Riders(t *testing.T) {
	pos := dealOf(t, "c08p4s1")
	assert.ElementsMatch(t, []int{1, 2, 3, 4}, pos.Threats)
	for players := 1; players <= 4; players++ {
		g := gameOf(t, dealOf(t, chapters.DealID{Chapter: "8", Players: players, Seed: 1}.String()))
		toPlay(t, g)
		for _, seat := range g.View(0).Seats {
			want := map[string]string{"frodo": "morgul-knife", "merry": "black-breath"}[seat.Character.ID]
			got := ""
			if seat.Rider != nil {
				got = seat.Rider.ID
			}
			assert.Equal(t, want, got, seat.Character.ID)
		}
	}
}

// TestC8Declares: Strider says more or fewer in setup (Q8a), before he exchanges, and
// everybody hears it.
func TestC8Declares(t *testing.T) {
	g := arrange(t, "c08p4s1").hand(0, "R1").threats(2).cast("frodo", "strider", "merry", "pippin").game()
	require.Equal(t, "declare 1", asked(g))
	require.Equal(t, "more fewer", answers(g))
	does(t, g, "declare 1:fewer")
	assert.Equal(t, "exchange 1", asked(g))
	for p := range tricks.Seat(4) {
		assert.Equal(t, "fewer", g.View(p).Seats[1].Declared)
		assert.Equal(t, 2, g.View(p).Seats[1].Threat)
	}
}

// TestKRiders: a rider never forbids a play. A breach is legal and fails it at
// once, a forced one too; each rider is a goal of its own beside the character's.
func TestKRiders(t *testing.T) {
	for _, c := range []struct {
		rule, who, plays, left string
		breach                 bool
	}{
		{"K:morgul-knife, forced to lead one", "character: frodo, rider: morgul-knife", "0:R2 1:H1 2:H2", "R4 R3|S8|S7", true},
		{"K:morgul-knife, a second trick", "character: frodo, rider: morgul-knife", "1:H1 2:R5 0:H2 0:R2 1:S1 2:S2", "M1|S8|S7", true},
		{"K:morgul-knife, another leads it", "character: frodo, rider: morgul-knife", "1:R3 2:H2 0:R2", "S1|R4|S7", false},
		{"K:morgul-knife, put in", "character: frodo, rider: morgul-knife", "1:H1 2:H2 0:R2", "S1|S8|S7", false},
		{"K:terror, led", "character: sam, threat: 1, rider: terror", "0:H3 1:H1 2:H2", "S1|S8|S7", true},
		{"K:terror, forced", "character: sam, threat: 1, rider: terror", "0:H3 1:H1 2:H2", "H4|S8|S7", true},
		{"K:terror, followed", "character: sam, threat: 1, rider: terror", "1:H1 2:H2 0:H3", "S1|S8|S7", false},
		{"K:black-breath, won with R1", "character: merry, rider: black-breath", "1:H1 2:H8 0:R1!", "S1|S5|S7", true},
		{"K:black-breath, forced to win it", "character: merry, rider: black-breath", "1:H1 2:H7 0:H8", "S1|S5|S7", true},
		{"K:black-breath, another wins it", "character: merry, rider: black-breath", "1:H8 2:H2 0:M7", "S1|S5|S7", false},
		{"K:black-breath, his own 8 lost", "character: merry, rider: black-breath", "1:H7 2:H2 0:M8", "S1|S5|S7", false},
	} {
		t.Run(c.rule, func(t *testing.T) {
			leader := strings.Split(c.plays, ":")[0]
			rider := c.who[strings.LastIndex(c.who, " ")+1:]
			g := ending(t, "players: 3\nleader: "+leader, []string{c.who, "", ""}, c.plays, strings.Split(c.left, "|")...)
			require.NotEqual(t, "failed", status(t, g, rider))
			plays(t, g, c.plays)
			assert.Equal(t, c.breach, status(t, g, rider) == "failed")
			if c.breach {
				assert.Equal(t, chapters.Lost, g.Result())
			}
		})
	}
}

// TestC9Cast: Glorfindel is in every round; Frodo only if the holder of R1 takes
// him, and a round without him is legal (S7).
func TestC9Cast(t *testing.T) {
	a := arrange(t, "c09p4s1").hand(2, "R1")
	g := a.game()
	require.Equal(t, "draft 2", asked(g), "S7: the holder of R1 picks first")
	does(t, g, "draft 2:bill")
	refuses(t, g, "S3", "draft 3:frodo")
	does(t, g, "draft 3:sam", "draft 0:merry")
	refuses(t, g, "S4", "draft 1:pippin")
	does(t, g, "draft 1:glorfindel")
	require.Equal(t, chapters.StageSetup, g.Stage())
	require.Equal(t, tricks.Seat(2), g.Ask().Seat, "S7: and acts first")
	assert.Equal(t, "sam", targets(g), "Bill: Frodo is not in play")
	toPlay(t, g)
	assert.Equal(t, tricks.Seat(1), g.State().Leader, "Glorfindel leads")

	g = a.game()
	does(t, g, "draft 2:frodo", "draft 3:sam", "draft 0:glorfindel", "draft 1:bill")
	assert.Equal(t, tricks.Seat(3), g.Ask().Seat, "S5: from the left of Frodo")
	toPlay(t, g)
	assert.Equal(t, tricks.Seat(0), g.State().Leader, "Q9b: with Frodo and Glorfindel, Glorfindel leads")
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 1, g.View(0).Seats[0].Cards, "Q9d: he keeps a card")
}

// TestC9Wraith: Pippin starts no exchange and is the target of none.
func TestC9Wraith(t *testing.T) {
	g := arrange(t, "c09p4s1").hand(0, "R1").cast("frodo", "pippin", "glorfindel", "sam").game()
	require.Equal(t, "exchange 2", asked(g), "K:wraith: Pippin is passed over")
	var to []string
	for g.Ask().Seat == 2 {
		to = append(to, targets(g))
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, []string{"sam", "frodo"}, to, "Glorfindel exchanges with all but Pippin")
	for g.Ask().Kind == chapters.Return {
		apply(t, g, g.Options()[0])
	}
	require.Equal(t, "exchange 3", asked(g))
	assert.Equal(t, "frodo", targets(g), "nor may Sam")
}

// TestC9Unseen (K:unseen): only the owner sees the number; the others learn that the goal is met
// for good, and the number when the round is over (Q9e). Solo does without (Q9g).
func TestC9Unseen(t *testing.T) {
	for players := 2; players <= 4; players++ {
		a := arrange(t, chapters.DealID{Chapter: "9", Players: players, Seed: 1}.String()).hand(0, "R1").threats(1)
		cast := []string{"frodo", "strider", "glorfindel", "bill"}[:len(a.pos.Hands)]
		g := a.cast(cast...).game()
		hidden := func(p tricks.Seat) bool { return g.View(p).Seats[1].ThreatHidden }
		for p := range tricks.Seat(players) {
			want := g.View(p).Seats[1].By != p
			assert.Equal(t, want, hidden(p))
			for _, e := range g.View(p).Log {
				if e.Kind == chapters.DrewThreat && e.Seat == 1 {
					assert.Equal(t, map[bool]int{true: 0, false: 1}[want], e.Number)
				}
			}
		}
		does(t, g, "declare 1:more")
		toPlay(t, g)
		for !g.Over() {
			for p := range tricks.Seat(players) {
				for _, s := range g.View(p).Goals {
					if s.Seat == 1 && s.Rider == "" && g.View(1).Seats[1].By != p {
						assert.Contains(t, []string{"open", "sealed"}, s.Status.String(), "nothing else is told")
					}
				}
			}
			apply(t, g, g.Options()[0])
		}
		for p := range tricks.Seat(players) {
			assert.Equal(t, 1, g.View(p).Seats[1].Threat)
		}
	}
	g := arrange(t, "c09p1s1").cast("frodo", "strider", "glorfindel", "bill").game()
	assert.Nil(t, g.View(0).Seats[1].Rider, "solo: no Unseen")
	assert.NotZero(t, g.View(0).Seats[1].Threat)
}

// TestL5Rider: in the Road a random unburdened character of the round carries the rider, the Unseen
// one with a threat number; it is drawn after the draft and before the setup.
func TestL5Rider(t *testing.T) {
	carrier := func(rider string, order []tricks.Seat, cast ...string) string {
		g := arrange(t, "roadp4s1").hand(0, "R1").cast(cast...).rider(rider, order...).game()
		var out []string
		for _, seat := range g.View(0).Seats {
			if seat.Rider != nil {
				out = append(out, seat.Character.ID)
			}
		}
		return strings.Join(out, " ")
	}
	all := []string{"frodo", "samwise", "bill", "legolas"}
	assert.Equal(t, "bill", carrier("terror", []tricks.Seat{1, 2, 3, 0}, all...), "not who is burdened")
	assert.Equal(t, "legolas", carrier("unseen", []tricks.Seat{1, 2, 0, 3}, all...), "only one with a threat number")
	assert.Equal(t, "frodo", carrier("morgul-knife", []tricks.Seat{0, 1, 2, 3}, all...))
	assert.Empty(t, carrier("unseen", []tricks.Seat{0, 1, 2, 3}, "frodo", "samwise", "bill", "gandalf"), "nobody could")

	seen := map[tricks.Seat]bool{}
	for seed := range uint64(40) {
		pos := dealOf(t, chapters.DealID{Chapter: chapters.Road, Players: 4, Seed: seed}.String())
		require.ElementsMatch(t, []tricks.Seat{0, 1, 2, 3}, pos.RiderSeats)
		seen[pos.RiderSeats[0]] = true
		g := gameOf(t, pos)
		require.False(t, slices.ContainsFunc(g.View(0).Seats, func(s chapters.SeatView) bool { return s.Rider != nil }), "not before the draft is over")
	}
	assert.Len(t, seen, 4, "by chance")
}
