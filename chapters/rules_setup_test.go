package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// setups are the setup actions of K, as the owner of each card meets them: what
// happens by itself, then each decision with whom it can concern. Who leads is
// told where the card says so. In the Road (L5) everything can be declined.
var setups = []struct{ rule, deal, cast, want, leads string }{
	{"K:frodo", "c01p4s1", "frodo bilbo gandalf pippin", "", "frodo"},
	{"K:bilbo", "c01p4s1", "frodo bilbo gandalf pippin", "", "frodo"},
	{"K:gandalf", "c01p4s1", "frodo bilbo gandalf pippin", "takes lost; exchange frodo", "frodo"},
	{"K:gandalf", "c10p4s1", "elrond bilbo-baggins arwen gandalf", "takes lost; give arwen", "elrond"},
	{"K:pippin", "c02p4s1", "frodo pippin sam merry", "exchange frodo merry sam", "frodo"},
	{"K:pippin", "c02p4s1", "frodo sam pippin merry", "exchange frodo merry sam", "frodo"},
	{"K:sam", "c02p4s1", "frodo pippin sam merry", "draws; exchange frodo merry pippin", "frodo"},
	{"K:merry", "c02p4s1", "frodo pippin sam merry", "exchange frodo pippin sam", "frodo"},
	{"K:merry", "c02p4s1", "frodo gandalf sam merry", "exchange frodo sam", "frodo"},
	{"K:gildor", "c03p4s1", "frodo maggot gildor pippin", "exchange frodo", "frodo"},
	{"K:maggot", "c03p4s1", "frodo maggot gildor pippin", "draws; exchange pippin", "frodo"},
	{"K:maggot", "roadp4s1", "frodo maggot merry pippin", "draws; exchange merry pippin", "frodo"},
	{"K:fatty", "c04p4s1", "frodo fatty merry sam", "give merry; give sam; give frodo", "frodo"},
	{"K:tom", "c05p4s1", "frodo tom sam merry", "takes lost; exchange frodo", "frodo"},
	{"K:tom", "c06p4s1", "frodo tom goldberry merry", "takes 5; exchange frodo", "frodo"},
	{"K:goldberry", "c06p4s1", "frodo tom goldberry merry", "reveals", "frodo"},
	{"K:underhill", "c07p4s1", "underhill barliman sam merry", "", "underhill"},
	{"K:barliman", "c07p4s1", "underhill barliman sam merry", "exchange merry sam underhill", "underhill"},
	{"K:strider", "c08p4s1", "frodo merry strider sam", "draws; declare; exchange frodo", "frodo"},
	{"K:glorfindel", "c09p4s1", "frodo glorfindel sam bill", "takes lost; exchange sam; exchange bill; exchange frodo", "glorfindel"},
	{"K:bill", "c09p4s1", "frodo glorfindel sam bill", "exchange frodo; exchange sam", "glorfindel"},
	{"K:bill", "c13p4s1", "frodo bill merry pippin", "exchange frodo", "frodo"},
	{"K:elrond", "c10p4s1", "elrond bilbo-baggins gloin arwen", "give arwen", "elrond"},
	{"K:arwen", "c10p4s1", "elrond bilbo-baggins gloin arwen", "give gloin; exchange elrond", "elrond"},
	{"K:arwen", "roadp4s1", "frodo arwen elrond aragorn", "exchange aragorn elrond; give frodo", "frodo"},
	{"K:gloin", "c10p4s1", "elrond bilbo-baggins gloin arwen", "give bilbo-baggins; exchange bilbo-baggins", "elrond"},
	{"K:gloin", "roadp4s1", "frodo gloin gimli bilbo-baggins", "exchange bilbo-baggins gimli", "frodo"},
	{"K:bilbo-baggins", "c11p4s1", "frodo aragorn boromir bilbo-baggins", "", "frodo"},
	{"K:aragorn", "c11p4s1", "frodo aragorn boromir gloin", "range; exchange boromir frodo gloin", "frodo"},
	{"K:aragorn", "c13p4s1", "frodo aragorn boromir sam", "threat; exchange boromir frodo sam", "frodo"},
	{"K:aragorn", "roadp4s1", "frodo aragorn gimli legolas", "threat; exchange gimli legolas", "frodo"},
	{"K:boromir", "c11p4s1", "frodo aragorn boromir gloin", "exchange aragorn gloin", "frodo"},
	{"K:gwaihir", "c12p4s1", "gandalf radagast shadowfax gwaihir", "exchange gandalf; exchange gandalf", "gandalf"},
	{"K:shadowfax", "c12p4s1", "radagast gandalf shadowfax gwaihir", "tuck", "gandalf"},
	{"K:radagast", "c12p4s1", "radagast gandalf shadowfax gwaihir", "last; first", "gandalf"},
	{"K:legolas", "c13p4s1", "frodo legolas gimli aragorn", "draws; exchange aragorn gimli", "frodo"},
	{"K:gimli", "c13p4s1", "frodo legolas gimli aragorn", "draws; exchange aragorn legolas", "frodo"},
	{"K:gandalf-servant", "c14bp4s1", "frodo gandalf-servant legolas merry", "takes lost", "frodo"},
	{"K:orophin-rumil", "c15p4s1", "gimli haldir orophin-rumil legolas", "draws; exchange haldir", "orophin-rumil"},
	{"K:haldir", "c15p4s1", "gimli haldir orophin-rumil legolas", "draws; exchange legolas orophin-rumil", "orophin-rumil"},
	{"K:galadriel", "c17p4s1", "frodo galadriel celeborn sam", "takes lost; exchange lost", "frodo"},
	{"K:galadriel", "roadp4s1", "frodo galadriel gandalf celeborn", "exchange gandalf lost", "frodo"},
	{"K:celeborn", "c17p4s1", "frodo galadriel celeborn sam", "exchange frodo galadriel sam", "frodo"},
	{"K:samwise", "c181p4s1", "frodo boromir-denethor samwise aragorn-arathorn", "draws", "frodo"},
	{"K:boromir-denethor", "c181p4s1", "frodo boromir-denethor samwise aragorn-arathorn", "exchange aragorn-arathorn samwise", "frodo"},
	{"K:aragorn-arathorn", "c181p4s1", "frodo boromir-denethor samwise aragorn-arathorn", "threat; exchange boromir-denethor frodo samwise", "frodo"},
	{"K:meriadoc", "c182p4s1", "meriadoc peregrin legolas-greenleaf gimli-gloin", "exchange peregrin", "meriadoc"},
	{"K:peregrin", "c182p4s1", "peregrin meriadoc legolas-greenleaf gimli-gloin", "exchange gimli-gloin legolas-greenleaf meriadoc", "peregrin"},
	{"K:legolas-greenleaf", "c182p4s1", "meriadoc peregrin legolas-greenleaf gimli-gloin", "draws; redraw; exchange gimli-gloin", "meriadoc"},
	{"K:gimli-gloin", "c182p4s1", "meriadoc peregrin legolas-greenleaf gimli-gloin", "draws; redraw; exchange legolas-greenleaf", "meriadoc"},
	// Gold cards count as the plain character for others.
	{"K:pippin", "roadp4s1", "frodo pippin samwise merry", "exchange frodo merry samwise", "frodo"},
	{"K:gimli", "roadp4s1", "frodo gimli legolas-greenleaf aragorn", "draws; exchange aragorn legolas-greenleaf", "frodo"},
	{"K:gwaihir", "roadp4s1", "frodo gandalf gwaihir sam", "exchange gandalf; exchange gandalf", "frodo"},
	{"K:barliman", "roadp4s1", "frodo barliman glorfindel sam", "exchange frodo glorfindel sam", "frodo"},
}

// TestKSetups: what each character does in setup, and with whom. R1 is at seat 0.
func TestKSetups(t *testing.T) {
	for _, c := range setups {
		t.Run(c.rule+"/"+c.deal, func(t *testing.T) {
			cast := strings.Fields(c.cast)
			g := arrange(t, c.deal).hand(0, "R1").cast(cast...).game()
			who := seatOf(t, g, strings.TrimPrefix(c.rule, "K:"))
			var out []string
			for g.Stage() == chapters.StageSetup {
				if ask := g.Ask(); ask.Seat == who && ask.Kind != chapters.Return {
					line := ask.Kind.String()
					if ask.Kind == chapters.Exchange || ask.Kind == chapters.Give {
						line += " " + targets(g)
					}
					out = append(out, line)
				}
				apply(t, g, g.Options()[0])
			}
			var alone []string
			for _, e := range g.View(who).Log {
				if e.Seat != who {
					continue
				}
				if word := map[chapters.EventKind]string{
					chapters.DrewThreat: "draws", chapters.TookLost: "takes lost", chapters.TookSide: "takes 5", chapters.Revealed: "reveals",
				}[e.Kind]; word != "" && !slices.Contains(alone, word) {
					alone = append(alone, word)
				}
			}
			assert.Equal(t, c.want, strings.Join(append(alone, out...), "; "))
			assert.Equal(t, c.leads, g.Character(g.State().Leader).ID, "S7: who leads the first trick")
		})
	}
}

// TestKEverybodyIsThere: no character's setup is left out above.
func TestKEverybodyIsThere(t *testing.T) {
	for id := range chapters.Default().Characters {
		assert.True(t, slices.ContainsFunc(setups, func(c struct{ rule, deal, cast, want, leads string }) bool { return c.rule == "K:"+id }), id)
	}
}

// TestS6Together: of exchanges at the same time all cards leave before any comes
// back, and the same card may come back (Bill, Glorfindel).
func TestS6Together(t *testing.T) {
	g := arrange(t, "c09p4s1").hand(0, "R1 H1").hand(1, "S1 S2 S3").hand(2, "F1 F2").hand(3, "M1 M2").lost("H8").
		cast("frodo", "glorfindel", "sam", "bill").game()
	require.Equal(t, "exchange 1", asked(g))
	require.True(t, offered(g).Has(cardOf(t, "H8")), "K:glorfindel: he takes the lost card first")
	does(t, g, "exchange 1>2:S1", "exchange 1>3:S2")
	refuses(t, g, "S6", "exchange 1>0:S1")
	assert.False(t, held(g, 2).Has(cardOf(t, "S1")), "nothing comes before all have left")
	does(t, g, "exchange 1>0:S3")
	assert.Equal(t, "return 2", asked(g))
	assert.True(t, held(g, 2).Has(cardOf(t, "S1")))
	does(t, g, "return 2>1:F1", "return 3>1:S2")
	refuses(t, g, "S6", "return 0>1:R1")
	does(t, g, "return 0>1:H1")
	require.Equal(t, "exchange 2", asked(g), "Sam is next")
	one := held(g, 1)
	for _, code := range []string{"F1", "S2", "H1", "H8"} {
		assert.True(t, one.Has(cardOf(t, code)), code)
	}
	assert.Equal(t, 10, one.Len())

	// Bill (Q9f): what Frodo gives back cannot go to Sam.
	does(t, g, "exchange 2>0:F2", "return 0>2:F2")
	require.Equal(t, "exchange 3", asked(g))
	does(t, g, "exchange 3>0:M1", "exchange 3>2:M2", "return 0>3:S3")
	assert.Equal(t, "return 2", asked(g))
	does(t, g, "return 2>3:M2")
	assert.Equal(t, "play 1", asked(g), "K:glorfindel leads")
	assert.True(t, held(g, 3).Has(cardOf(t, "S3")) && held(g, 3).Has(cardOf(t, "M2")))
}

// TestS8Rejected: a number that was set aside does not come back in the round.
func TestS8Rejected(t *testing.T) {
	// Both Legolas (F3) and Gimli (M5) would draw an impossible number; one of
	// the numbers set aside would do for the other.
	g := arrange(t, "c13p4s1").hand(0, "R1").lost("F3").threats(3, 5, 1).cast("frodo", "legolas", "gimli", "merry").game()
	toPlay(t, g)
	v := g.View(0)
	assert.Equal(t, 5, v.Seats[1].Threat, "3 is impossible for Legolas")
	assert.Equal(t, 1, v.Seats[2].Threat, "and stays aside, though Gimli could have it")
	assert.Equal(t, 4, v.ThreatsLeft)

	// K: of two drawn the one not kept is gone, too.
	g = arrange(t, "c181p4s1").hand(0, "R1").lost("F8").threats(6, 2, 7).cast("frodo", "aragorn-arathorn", "boromir-denethor", "samwise").game()
	require.Equal(t, "threat 1", asked(g))
	require.Equal(t, "6 2", answers(g))
	refuses(t, g, "K", "threat 1:7")
	does(t, g, "threat 1:2")
	toPlay(t, g)
	assert.Equal(t, 7, g.View(0).Seats[3].Threat)
}

// TestS8WhoMayStillTakeIt: an impossible number is kept as long as somebody may
// yet take or swap the lost card, and only then.
func TestS8WhoMayStillTakeIt(t *testing.T) {
	for _, c := range []struct {
		name, deal, cast string
		rider            string
		first            []string // decisions before Sam draws
		keeps            bool
	}{
		{"Galadriel comes later", "c17p4s1", "frodo sam galadriel celeborn", "", nil, true},
		{"Galadriel has been", "c17p4s1", "frodo galadriel sam celeborn", "", []string{"exchange 1>lost:S1"}, true},
		{"Gandalf declines in the Road", "roadp4s1", "frodo gandalf sam pippin", "", []string{"lost 1:no", "exchange 1>0:S1", "return 0>1:S1"}, false},
		{"solo, nobody exchanged yet", "c17p1s1", "frodo celeborn sam galadriel", "", []string{"exchange 1:-"}, true},
		{"S10: solo, another has exchanged", "c17p1s1", "frodo celeborn sam galadriel", "", []string{"exchange 1>0:S1", "return 0>1:S1"}, false},
		{"K:wraith: she may not exchange", "roadp4s1", "frodo sam galadriel celeborn", "wraith", nil, false},
		{"K:sting may come yet", "roadp4s1", "frodo sam merry pippin", "sting", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := arrange(t, c.deal).lost("H3").hand(0, "R1").hand(1, "S1").threats(3, 6).cast(strings.Fields(c.cast)...)
			switch c.rider {
			case "wraith":
				a.rider("wraith", 2)
			case "sting":
				a.gift("sting")
			}
			g := a.game()
			does(t, g, c.first...)
			want := 6
			if c.keeps {
				want = 3
			}
			assert.Equal(t, want, g.View(0).Seats[seatOf(t, g, "sam")].Threat)
		})
	}
}

// TestS8ShortDeck: a document may list few threat cards; those set aside have to
// do before anything fails.
func TestS8ShortDeck(t *testing.T) {
	a := arrange(t, "c181p4s1").hand(0, "R1").lost("H3").cast("frodo", "samwise", "aragorn-arathorn", "boromir-denethor")
	a.pos.Threats = []int{3, 1}
	g := a.game()
	toPlay(t, g)
	assert.Equal(t, []int{1, 3}, []int{g.View(0).Seats[1].Threat, g.View(0).Seats[2].Threat})

	a = arrange(t, "c17p4s1").hand(0, "R1").lost("H3").cast("frodo", "sam", "aragorn", "boromir")
	a.pos.Threats = []int{3, 1}
	g = a.game()
	toPlay(t, g)
	assert.Equal(t, []int{1, 3}, []int{g.View(0).Seats[1].Threat, g.View(0).Seats[2].Threat})
}

// TestS13Golden (S13): what a card says goes before the rules (the golden rule):
// Frodo leads unless a card says otherwise (S7), suit must be followed (T4)
// unless a card says otherwise, and Frodo need not hold R1 in chapter 16 (C16).
func TestS13Golden(t *testing.T) {
	g := arrange(t, "c09p4s1").hand(0, "R1").cast("frodo", "sam", "glorfindel", "bill").game()
	toPlay(t, g)
	assert.Equal(t, "glorfindel", g.Character(g.State().Leader).ID)

	g = gameOf(t, read(t, `
players: 3
lost: []
leader: 0
hands:
- {character: frodo, cards: "H1 M2"}
- {character: gandalf-servant, cards: "H2 M3"}
- {cards: "H3 M4"}
`))
	plays(t, g, "0:H1 1:M3")
	refuses(t, g, "T4", "play 2:M4")
}

// TestS2LostCards (S2): any other Ring may be lost, R1 never but in chapter 16.
func TestS2LostCards(t *testing.T) {
	lib := chapters.Default()
	for _, c := range lib.Chapters {
		if len(c.Variants()) > 0 {
			continue
		}
		seen := map[tricks.Card]bool{}
		for seed := range uint64(400) {
			pos, err := lib.Deal(chapters.DealID{Chapter: c.ID, Players: 4, Seed: seed})
			require.NoError(t, err)
			for _, card := range pos.Lost {
				seen[card] = true
			}
		}
		assert.Equal(t, c.LostMayBeR1, seen[tricks.OneRing], c.ID)
		assert.Equal(t, c.ID != "6", seen[cardOf(t, "R5")], "%s: any other Ring may be lost", c.ID)
	}
}

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

// Answers of the rulebook's chapter questions that belong to no other file.

// TestQ4FattyRunsOut: the others play on until nobody has a card (Q4a); if his
// last card wins, the seat to his left leads (Q4b).
func TestQ4FattyRunsOut(t *testing.T) {
	const order = "0:H8 1:H1 2:H2 1:M1 2:M2 2:S2 1:S1"
	g := ending(t, "chapter: 4\nplayers: 3\nleader: 0", seats("fatty merry frodo"), order)
	plays(t, g, "0:H8 1:H1 2:H2")
	require.Equal(t, "play 1", asked(g), "T9")
	plays(t, g, "1:M1 2:M2 2:S2")
	require.False(t, g.Over())
	plays(t, g, "1:S1")
	assert.True(t, g.Over())
	assert.Equal(t, "sealed", status(t, g, "fatty"))
}

// TestQ5bF9 (Q5b): Old Man Willow's card is in the Old Forest and nowhere else.
func TestQ5bF9(t *testing.T) {
	for _, c := range chapters.Default().Chapters {
		has := c.Side != nil && c.Side.Cards.Has(cardOf(t, "F9"))
		assert.Equal(t, c.ID == "5", has, c.ID)
	}
}

// TestQ6aGoldberry (Q6a): exactly three tricks, one right after the other.
func TestQ6aGoldberry(t *testing.T) {
	for won, want := range map[string]string{"0001": "sealed", "0000": "failed", "0010": "failed", "1001": "failed", "1000": "sealed"} {
		order, suits := "", "HMFS"
		leader := 0
		for i, w := range won {
			high, low := fmt.Sprintf("%c8", suits[i]), fmt.Sprintf("%c1", suits[i])
			cards := [3]string{low, high, fmt.Sprintf("%c2", suits[i])}
			if w == '0' {
				cards[0], cards[1] = high, low
			}
			for n := range 3 {
				s := (leader + n) % 3
				order += fmt.Sprintf(" %d:%s", s, cards[s])
			}
			leader = int(w - '0')
		}
		g := ending(t, "players: 3\nleader: 0", seats("goldberry - -"), order)
		plays(t, g, order)
		assert.Equal(t, want, status(t, g, "goldberry"), won)
	}
}

// TestQ9Riders: each rider comes with its character when he is taken (Q9a); Frodo,
// once completed, need not be there (Q9c).
func TestQ9Riders(t *testing.T) {
	a := arrange(t, "c09p3s1").hand(0, "R1")
	a.pos.Completed = []string{"frodo"}
	g := a.game()
	does(t, g, "draft 0:sam", "draft 1:strider", "draft 2:glorfindel")
	var riders []string
	for _, seat := range g.View(0).Seats {
		if seat.Rider != nil {
			riders = append(riders, seat.Character.ID+" "+seat.Rider.ID)
		}
	}
	assert.Equal(t, []string{"sam terror", "strider unseen"}, riders)
	assert.Contains(t, answers(a.game()), "frodo", "and may be there again")
}

// TestQ13Completed: who is completed may be taken again, and must meet his goal
// again (L2), also when a lost round was in between (L3: what was completed can be
// kept); Frodo is taken every round.
func TestQ13Completed(t *testing.T) {
	a := arrange(t, "c13p3s1").hand(0, "R1")
	a.pos.Completed = []string{"frodo", "gandalf", "merry"}
	g := a.game()
	require.Equal(t, "frodo", g.Character(0).ID)
	assert.Contains(t, answers(g), "gandalf", "Q13a")
	does(t, g, "draft 1:gandalf", "draft 2:merry")
	toPlay(t, g)
	assert.Equal(t, "open", status(t, g, "gandalf"))
}

// TestQ18Rounds: chapter 18 has two groups and no event, one round for each
// (Q18c), in either order.
func TestQ18Rounds(t *testing.T) {
	c, err := chapters.Default().Chapter("18")
	require.NoError(t, err)
	assert.Len(t, c.Groups, 2)
	for _, v := range c.Groups {
		assert.False(t, v.Last || v.Repeatable)
	}
	_, err = chapters.Default().Deal(chapters.DealID{Chapter: "18", Players: 4, Seed: 1})
	assert.ErrorContains(t, err, "group")
}

// TestS11Public: what S11 lets everybody see: goals, won cards, threat
// numbers and lost cards, but no hand.
func TestS11Public(t *testing.T) {
	g := arrange(t, "c02p4s1").hand(0, "R1").cast("frodo", "sam", "merry", "gandalf").game()
	for len(g.History()) < 1 {
		apply(t, g, g.Options()[0])
	}
	one := g.View(0)
	for p := range tricks.Seat(4) {
		v := g.View(p)
		for s := range v.Seats {
			assert.Equal(t, one.Seats[s].Threat, v.Seats[s].Threat)
			assert.Equal(t, one.Seats[s].WonCards, v.Seats[s].WonCards)
			assert.Equal(t, 0, v.Seats[s].Open.Len()*map[bool]int{true: 0, false: 1}[tricks.Seat(s) == p])
		}
		assert.Equal(t, one.Goals, v.Goals)
		assert.Equal(t, one.Lost, v.Lost)
	}
}
