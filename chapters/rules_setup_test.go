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
