package chapters_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ownDecks is each side deck of the program's chapters, and what a chapter of one's own
// calls one that does the same.
var ownDecks = []struct{ chapter, event, name, own string }{
	{"5", "", "oldforest", "mist"},
	{"6", "", "barrow", "mound-2"},
	{"14", "bridge", chapters.Balrog, "fire"},
}

// ownDeckLibrary has a chapter 4x beside each of them that is the same but for the
// name of its deck.
func ownDeckLibrary(t testing.TB) *chapters.Library {
	t.Helper()
	files := fstest.MapFS{}
	for i, d := range ownDecks {
		c, err := chapters.Default().Chapter(d.chapter)
		require.NoError(t, err)
		text := strings.Replace(string(c.Source), "chapter: "+d.chapter, fmt.Sprintf("chapter: 4%d", i), 1)
		changed := strings.Replace(text, "name: "+d.name, "name: "+d.own, 1)
		require.NotEqual(t, text, changed)
		files[fmt.Sprintf("chapters/c4%d.yaml", i)] = &fstest.MapFile{Data: []byte(changed)}
	}
	lib, err := chapters.Load(files)
	require.NoError(t, err)
	return lib
}

// TestOwnDeckNames: what a side deck is called means nothing. Rounds of two chapters
// that are the same but for that are played to the same end (C5, C6, C14), however they
// are written down, and a view of each can be built from.
func TestOwnDeckNames(t *testing.T) {
	lib := ownDeckLibrary(t)
	for i, d := range ownDecks {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprint(d.own, " with ", players), func(t *testing.T) {
				for seed := range uint64(10) {
					rng := rand.New(rand.NewPCG(seed, uint64(players)))
					pos, err := lib.DealRound(chapters.DealID{Chapter: d.chapter, Players: players, Seed: seed}, chapters.Round{Event: d.event})
					require.NoError(t, err)
					pos.Deal, pos.ID = "", ""
					own := pos
					own.Chapter = fmt.Sprintf("4%d", i)
					own.Sides = map[string][]tricks.Card{d.own: pos.Sides[d.name]}
					playAlike(t, lib, pos, own, rng)
				}
				dealt, err := lib.DealRound(chapters.DealID{Chapter: fmt.Sprintf("4%d", i), Players: players, Seed: 1}, chapters.Round{Event: d.event})
				require.NoError(t, err)
				require.Equal(t, []string{d.own}, slices.Collect(maps.Keys(dealt.Sides)))
			})
		}
	}
}

func playAlike(t *testing.T, lib *chapters.Library, pos, own chapters.Position, rng *rand.Rand) {
	t.Helper()
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	h, err := lib.NewGame(own)
	require.NoError(t, err)
	for !g.Over() {
		options := g.Options()
		require.Equal(t, options, h.Options())
		v, w := g.View(0), h.View(0)
		require.Equal(t, v.Turned, w.Turned)
		require.Equal(t, v.Goals, w.Goals)
		require.Equal(t, v.Result, w.Result)
		require.Equal(t, v.Log, w.Log)
		refill(t, h, rng)
		if first, err := h.FirstTrick(); err == nil {
			text, err := first.YAML()
			require.NoError(t, err)
			entries := slices.Collect(lib.Read("first.yaml", strings.NewReader(string(text))))
			require.Len(t, entries, 1)
			require.NoError(t, entries[0].Err)
			require.Equal(t, first, entries[0].Position)
		}
		d := options[rng.IntN(len(options))]
		require.NoError(t, g.Apply(d))
		require.NoError(t, h.Apply(d))
	}
	require.Equal(t, g.History(), h.History())
	require.Equal(t, g.Statuses(), h.Statuses())
	require.Equal(t, g.Result(), h.Result())

	record := chapters.Record{Position: h.Start(), Decisions: h.Decisions()}
	text, err := record.Text()
	require.NoError(t, err)
	entries := slices.Collect(lib.Read("own.jsonl", strings.NewReader(string(text))))
	require.Len(t, entries, 1)
	require.NoError(t, entries[0].Err)
	require.Equal(t, own.Sides, entries[0].Sides)
	again, err := entries[0].Game(lib)
	require.NoError(t, err)
	require.Equal(t, look(h), look(again))
}

// refill fills what player 0 sees with the cards as they where: he sees the same then.
func refill(t *testing.T, g *chapters.Game, rng *rand.Rand) {
	t.Helper()
	v := g.View(0)
	where := g.TrueUnseen(&v)
	worlds := v.Worlds()
	worlds.Log = true
	w, ok := worlds.Build(&where, rng)
	require.True(t, ok)
	require.Empty(t, unlike(v, w.View(0)))
}

const mistChapter = `chapter: 50
title: {en: Mist, de: Nebel}
length: short
characters: ["frodo*", merry, pippin, sam]
threats: [1, 2, 3, 4]
lost: {1: 1, 2: 2, 3: 2, 4: 1}
side_deck: {name: mist, effect: beats_low_winners, cards: "F123456789", turn_up: 1}
fidelity: reconstructed
note: for a test
`

// TestDeckEffect: a name that the program's chapters know needs no effect, any other
// one does, and what is said counts (C5, C6, C14).
func TestDeckEffect(t *testing.T) {
	const said = "name: mist, effect: beats_low_winners"
	for _, c := range []struct{ deck, effect, problem string }{
		{said, "beats_low_winners", ""},
		{"name: oldforest", "beats_low_winners", ""},
		{"name: oldforest, effect: least_sum", "least_sum", ""},
		{"name: balrog", "least_sum", ""},
		{"name: mist, effect: least_sum, title: {en: The Mist, de: Der Nebel}", "least_sum", ""},
		{"name: mist", "", `^c50.yaml:7:19: no chapter of the program has a side deck "mist", so effect has to say what it does: beats_low_winners, taken_in_setup, least_sum`},
		{"name: oldforst", "", `unknown side deck "oldforst"; did you mean "oldforest"\?`},
		{"name: mist, effect: least", "", `unknown effect "least"; expected one of "beats_low_winners", "least_sum", "taken_in_setup"`},
		{"name: Mist, effect: least_sum", "", "a name is made of the letters a to z"},
		{"name: -mist, effect: least_sum", "", "a name is made of the letters a to z"},
		{"name: " + strings.Repeat("m", 21) + ", effect: least_sum", "", "20 at most"},
		{"effect: least_sum", "", `name.* is missing|missing.*name`},
		{"name: mist, effect: taken_in_setup", "", "turn_up does not belong to the deck mist"},
		{said + ", waivable: true", "", "waivable does not belong to the deck mist"},
		{said + ", size: 3", "", "size does not belong to the deck mist"},
		{"name: mist, effect: beats_low_winners, title: Mist", "", `7:\d+: expected a mapping, found "Mist"`},
	} {
		got, err := chapters.Default().ParseChapter("c50.yaml", []byte(strings.Replace(mistChapter, said, c.deck, 1)))
		if c.problem != "" {
			require.Error(t, err, c.deck)
			assert.Regexp(t, c.problem, err.Error())
			continue
		}
		require.NoError(t, err, c.deck)
		assert.EqualValues(t, c.effect, got.Side.Effect)
	}
	var names []string
	for _, c := range chapters.Default().Chapters {
		for _, v := range append(c.Variants(), chapters.Variant{Chapter: c}) {
			if d := v.Chapter.Side; d != nil {
				names = append(names, d.Name)
				assert.True(t, d.IsPrinted())
			}
		}
	}
	assert.Equal(t, chapters.Words("deck"), names, "documents list them without a chapter")
}

// TestDeckInDocuments: the decks of the program's chapters can stand in every document,
// one's own in those of its chapter; no two do the same.
func TestDeckInDocuments(t *testing.T) {
	lib, err := chapters.Load(fstest.MapFS{"chapters/c50.yaml": {Data: []byte(mistChapter)}})
	require.NoError(t, err)
	const rest = "players: 3\nleader: 0\nlost: []\nstage: play\nhands:\n  - cards: H1\n  - cards: H2\n  - cards: H3\n"
	for _, c := range []struct{ head, problem string }{
		{"chapter: 50\nsides: {mist: F9}\n", ""},
		{"chapter: 50\nsides: {oldforest: F9}\n", ""},
		{"sides: {oldforest: F9, balrog: S1 S2}\n", ""},
		{"chapter: 1\nsides: {mist: F9}\n", `unknown key "mist"; expected one of "balrog", "barrow", "oldforest"`},
		{"sides: {mist: F9}\n", `unknown key "mist"`},
		{"chapter: 50\nsides: {mist: F9, oldforest: F8}\n", "the side decks oldforest and mist do the same, beats_low_winners: there can be only one"},
	} {
		entries := slices.Collect(lib.Read("doc.yaml", strings.NewReader(c.head+rest)))
		require.Len(t, entries, 1)
		err := entries[0].Err
		var g *chapters.Game
		if err == nil {
			g, err = lib.NewGame(entries[0].Position)
		}
		if c.problem != "" {
			require.Error(t, err, c.head)
			assert.Contains(t, err.Error(), c.problem)
			continue
		}
		require.NoError(t, err, c.head)
		for g.Ask() != nil {
			apply(t, g, g.Options()[0])
		}
		if strings.Contains(c.head, "F9") {
			assert.Equal(t, tricks.NoSeat, g.History()[0].Winner, "H3 is less than F9 (C5)")
		}
	}
	pos := chapters.Position{Players: 3, Leader: 0, Pyramid: tricks.NoSeat, Hands: make([]chapters.HandInfo, 3), Stage: chapters.StagePlay, Sides: map[string][]tricks.Card{"fog": nil}}
	_, err = lib.NewGame(pos)
	require.ErrorContains(t, err, "there is no side deck fog here")
}

// TestDecksTogether: a document without a chapter can list several decks, and each is
// found by what it does (C5, C14).
func TestDecksTogether(t *testing.T) {
	g := ending(t, "players: 3\nleader: 0\nsides: {barrow: M1, oldforest: F9, balrog: S1 S2}", []string{"", "", ""}, "0:H1 1:H2 2:H8")
	v := g.View(0)
	require.Equal(t, "F9 S1 S2", tricks.FormatCards(v.Turned))
	require.Equal(t, "oldforest", v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Name)
	require.Equal(t, "barrow", v.SideDeck(chapters.TakenInSetup).Name)
	v = gameOf(t, dealOf(t, "c01p4s1")).View(0)
	require.Equal(t, chapters.Balrog, v.SideDeck(chapters.LeastSum).Name, "no deck here: as printed")
}

// TestC5Deal: the Forests and F9 are the Old Forest, none of them is anywhere
// else; all nine lie in its order.
func TestC5Deal(t *testing.T) {
	forest := tricks.SetOf(cardsOf(t, "F123456789")...)
	for players := 1; players <= 4; players++ {
		for seed := range uint64(20) {
			pos := dealOf(t, chapters.DealID{Chapter: "5", Players: players, Seed: seed}.String())
			require.Equal(t, forest, tricks.SetOf(pos.Sides["oldforest"]...))
			elsewhere := tricks.SetOf(pos.Lost...) | tricks.SetOf(pos.Pile...)
			for s := range pos.Hands {
				elsewhere |= pos.Hands[s].Owned()
			}
			require.Equal(t, tricks.Deck&^tricks.SuitSet(tricks.Forests), elsewhere)
		}
	}
}

// TestC5Willow: who wins a trick, and who leads the next one. The first of the
// two Old Forest cards is turned up for the trick that is played.
func TestC5Willow(t *testing.T) {
	for _, c := range []struct{ name, forest, plays, winners, leads string }{
		{"higher than the Willow", "F4 F9", "0:H5 1:H1 2:H2", "0", "0"},
		{"lower, and the same leads again", "F6 F9", "0:H1 1:H5 2:H2", "-", "0"},
		{"Q5d: a tie goes to the player", "F5 F9", "0:H1 1:H5 2:H2", "1", "1"},
		{"only the card that would win counts", "F7 F9", "0:H5 1:H1 2:M8", "-", "0"},
		{"R1 to win is immune", "F9 F8", "0:H5 1:R1! 2:H2", "1", "1"},
		{"R1 not to win is a Ring of rank 1", "F6 F9", "0:H5 1:R1 2:H2", "-", "0"},
		{"nothing beats F9 but R1", "F9 F1", "0:H8 1:H1 2:H2", "-", "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := ending(t, fmt.Sprintf("chapter: 5\nplayers: 3\nleader: 0\nsides: {oldforest: %s}", c.forest), seats("frodo merry tom"),
				c.plays, "S1", "S2", "S3")
			require.Equal(t, cardsOf(t, c.forest)[:1], g.View(1).Turned, "turned up before the lead")
			plays(t, g, c.plays)
			assert.Equal(t, c.winners, winners(g))
			assert.Equal(t, c.leads, g.State().Leader.String())
			v := g.View(2)
			assert.Equal(t, cardsOf(t, c.forest)[1:], v.Turned)
			taken := tricks.Set(0)
			for _, seat := range v.Seats {
				taken |= seat.WonCards
			}
			assert.Equal(t, c.winners == "-", taken == 0, "G1: what the Willow takes is won by nobody")
		})
	}
}

// TestC5WillowAndRings: a Ring in a trick that the Willow takes was played, so
// Rings may be led from then on (T6); there is no penalty (Q5a), but goals can fail.
func TestC5WillowAndRings(t *testing.T) {
	const order = "0:H1 1:H2 2:R2 0:H3 1:H8 2:S2 1:R3 2:M4 0:R4"
	g := ending(t, "chapter: 5\nplayers: 3\nleader: 0\nsides: {oldforest: F831}",
		[]string{"character: sam, threat: 1", "character: merry", "character: frodo"}, order)
	refuses(t, g, "T3", "play 1:R3")
	plays(t, g, "0:H1 1:H2 2:R2")
	assert.Equal(t, "failed", status(t, g, "sam"), "H1 is gone")
	assert.Equal(t, "failed", status(t, g, "frodo"), "R2 is gone, and two are too few for 3 players")
	assert.True(t, g.View(0).RingsBroken)
	plays(t, g, "0:H3 1:H8 2:S2 1:R3 2:M4 0:R4")
	assert.Equal(t, "- 1 0", winners(g))
	assert.Equal(t, "sealed", status(t, g, "merry"), "he has won exactly 1")
}

// TestC5Tom takes all the lost cards, may pass one on to Frodo and keeps as many as he took (Q5c).
func TestC5Tom(t *testing.T) {
	g := arrange(t, "c05p3s1").hand(1, "R1").lost("R2 H7").cast("tom", "frodo", "sam").game()
	for g.Ask().Seat != 0 {
		apply(t, g, g.Options()[0])
	}
	require.Equal(t, "exchange 0", asked(g))
	require.Equal(t, 11, held(g, 0).Len())
	assert.Empty(t, g.View(0).Lost)
	does(t, g, "exchange 0>1:R2")
	toPlay(t, g)
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 2, g.View(0).Seats[0].Cards, "T10")
	assert.Len(t, g.History(), 9)
}

// TestC6Barrow: no Rings in it; Tom takes its top 5, and the rest is out of the round.
func TestC6Barrow(t *testing.T) {
	for players := 1; players <= 4; players++ {
		for seed := range uint64(20) {
			pos := dealOf(t, chapters.DealID{Chapter: "6", Players: players, Seed: seed}.String())
			barrow := tricks.SetOf(pos.Sides["barrow"]...)
			require.Zero(t, barrow.Of(tricks.Rings))
			require.Empty(t, pos.Lost)
		}
	}
	a := arrange(t, "c06p3s1").hand(0, "R1").side("barrow", "H1 H2 H3 H4 H5 M1 M2 M3 M4 M5").cast("frodo", "tom", "goldberry")
	own := a.pos.Hands[1].Cards
	g := a.game()
	require.Equal(t, "exchange 1", asked(g))
	assert.Equal(t, own|tricks.SetOf(cardsOf(t, "H12345")...), held(g, 1))
	assert.Equal(t, tricks.Set(0), g.View(0).Seats[1].Open, "S11: the others do not see them")
	for !g.Over() {
		apply(t, g, g.Options()[0])
	}
	assert.Equal(t, 5, g.View(0).Seats[1].Cards, "Q6c")
	for _, code := range []string{"M1", "M5"} {
		for _, trick := range g.History() {
			assert.False(t, trick.Cards.Has(cardOf(t, code)), "nobody plays %s", code)
		}
	}
}

// TestC6NoRedraw: there is no lost card (Q6d), so no number is drawn anew (S8), though
// the card may lie in the barrow.
func TestC6NoRedraw(t *testing.T) {
	a := arrange(t, "c06p4s1").hand(0, "R1").side("barrow", "H3").threats(3, 1).cast("frodo", "sam", "goldberry", "tom")
	assert.Equal(t, 3, a.game().View(0).Seats[1].Threat)
}

// TestC6Goldberry lays her hand down: everybody sees it (Q6b).
func TestC6Goldberry(t *testing.T) {
	g := arrange(t, "c06p4s1").hand(0, "R1").cast("frodo", "goldberry", "tom", "merry").game()
	for p := range tricks.Seat(4) {
		v := g.View(p).Seats[1]
		assert.Equal(t, tricks.Deck, v.Shown)
		assert.Equal(t, 8, v.Open.Len(), "player %d", p)
	}
	toPlay(t, g)
	assert.Equal(t, 8, g.View(0).Seats[1].Open.Len())
}

// TestC14BridgeDeck: the order of the Balrog cards is fixed by the deal. No card
// comes twice for a trick, and each time through the deck all nine come.
func TestC14BridgeDeck(t *testing.T) {
	deck := tricks.SetOf(cardsOf(t, "S12345678 B5")...)
	for players, turnUp := range map[int]int{1: 3, 2: 2, 3: 2, 4: 3} {
		for seed := range uint64(30) {
			pos := dealOf(t, chapters.DealID{Chapter: "14", Variant: "b", Players: players, Seed: seed}.String())
			cards := pos.Sides[chapters.Balrog]
			require.Len(t, cards, map[bool]int{true: 21, false: 18}[turnUp == 3])
			for i := 0; i < len(cards); i += turnUp {
				require.Equal(t, turnUp, tricks.SetOf(cards[i:i+turnUp]...).Len(), "three different ones for a trick")
			}
			require.Equal(t, deck, tricks.SetOf(cards[:9]...), "the first time through")
			if turnUp == 3 {
				require.Equal(t, deck, tricks.SetOf(cards[9:18]...), "and the second")
			} else {
				// The ninth card and one of the new order are turned up together:
				// the new order is of all but that ninth card.
				require.Equal(t, deck&^cards[8].Bit(), tricks.SetOf(cards[9:17]...))
			}
			for s := range pos.Hands {
				require.Zero(t, pos.Hands[s].Owned().Of(tricks.Shadows))
			}
		}
	}
}

// TestC14BridgeSum: a trick whose ranks sum to less than the Balrog cards loses
// the round at once; as much is enough; B5 is a 5.
func TestC14BridgeSum(t *testing.T) {
	for _, c := range []struct {
		name, balrog, plays string
		result              chapters.Result
	}{
		{"more", "S1 S2 S1 S3", "0:H5 1:H1 2:H2", chapters.Undecided},
		{"as much", "S8 B5 S1 S2", "0:H5 1:H1 2:H7", chapters.Undecided},
		{"less", "S8 S6 S1 S2", "0:H5 1:H1 2:H7", chapters.Lost},
		{"R1 counts 1, to win or not", "S4 B5 S1 S2", "0:H5 1:R1! 2:H2", chapters.Lost},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := ending(t, fmt.Sprintf("chapter: 14\nevent: bridge\nplayers: 3\nleader: 0\nsides: {balrog: %s}", c.balrog),
				[]string{"", "", ""}, c.plays, "M1", "M2", "M3")
			require.Equal(t, c.balrog[:5], tricks.FormatCards(g.View(0).Turned), "turned up before the lead")
			plays(t, g, c.plays)
			assert.Equal(t, c.result, g.Result())
			assert.Equal(t, c.result == chapters.Lost, g.View(1).Short)
			for !g.Over() {
				apply(t, g, g.Options()[0]) // T11: the plays go on
			}
			assert.Equal(t, c.result == chapters.Lost, g.Result() == chapters.Lost)
		})
	}
}

// TestC14BridgeNoEarlyWin: with all goals met the round is still open, because a
// later trick may fall short (T11).
func TestC14BridgeNoEarlyWin(t *testing.T) {
	g := ending(t, "chapter: 14\nevent: bridge\nplayers: 3\nleader: 0\nsides: {balrog: S1 S2 S8 S7}",
		seats("gandalf-servant - -"), "0:H5 1:H1 2:H2 0:M1 1:M2 2:M3")
	plays(t, g, "0:H5 1:H1 2:H2")
	require.Equal(t, "sealed", status(t, g, "gandalf-servant"), "he has no goal of his own")
	require.Equal(t, chapters.Undecided, g.Result())
	plays(t, g, "0:M1 1:M2 2:M3")
	require.Equal(t, chapters.Lost, g.Result())
}

// TestC14Servant: he need not follow suit and may lead Rings at any time; others
// may not, and Rings he has led let the others lead them.
func TestC14Servant(t *testing.T) {
	g := ending(t, "players: 3\nleader: 0", seats("gandalf-servant frodo -"), "0:R3 1:R2 2:M8 1:H8 2:H7 0:F1", "H1", "M1", "M7")
	assert.Equal(t, "H1 F1 R3", offered(g).String())
	plays(t, g, "0:R3 1:R2 2:M8 0:F1 1:M1 2:M7")
	assert.Equal(t, "0 0", winners(g))
	g = ending(t, "players: 3\nleader: 1", seats("gandalf-servant frodo -"), "1:H8 2:H7 0:F1", "H1 R3", "R2", "M7")
	assert.Equal(t, "H8", offered(g).String(), "T6")
	plays(t, g, "1:H8 2:H7")
	assert.Equal(t, "H1 F1 R3", offered(g).String(), "T4 does not bind him")
}

// TestC14BridgeAddsUp: in random rounds Mithril covers exactly the Bridge of those in
// which a trick was worth less than what was turned up for it, and then no goal.
func TestC14BridgeAddsUp(t *testing.T) {
	value := func(cards ...tricks.Card) (sum int) {
		for _, c := range cards {
			sum += c.Rank()
		}
		return sum
	}
	for players := 1; players <= 4; players++ {
		for seed := range uint64(10) {
			pos := dealOf(t, chapters.DealID{Chapter: "14", Variant: "b", Players: players, Seed: seed}.String())
			g := gameOf(t, pos)
			rng := rand.New(rand.NewPCG(seed, uint64(players)))
			for randomDecision(t, g, rng) {
			}
			short := false
			each := len(pos.Sides[chapters.Balrog]) / len(g.History())
			for i, trick := range g.History() {
				short = short || value(trick.Cards.Cards()...) < value(pos.Sides[chapters.Balrog][i*each:(i+1)*each]...)
			}
			require.Equal(t, short, g.View(0).Spared, "Frodo has the Mithril Shirt")
			require.Equal(t, short && slices.ContainsFunc(g.Statuses(), func(s chapters.GoalStatus) bool { return s.Status == characters.Failed }),
				short && g.Result() == chapters.Lost)
		}
	}
}

// TestTakesIsWhatHappens holds for the last card of a trick, in rounds of every chapter, that who
// takes the trick is whom [chapters.View.Takes] names, and that the sum of its ranks is short of
// [chapters.View.Least] exactly where the round is lost for it (C5, C14, T5, T7, T8).
func TestTakesIsWhatHappens(t *testing.T) {
	lib := chapters.Default()
	nobodies, shorts := 0, 0
	for seed := range uint64(3) {
		for _, id := range lib.Deals(seed) {
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(seed, 0))
			for !g.Over() {
				ask := g.Ask()
				d := ask.Options[rng.IntN(len(ask.Options))]
				before, tricksBefore := g.View(ask.By), len(g.History())
				require.NoError(t, g.Apply(d))
				if d.Kind != chapters.PlayCard || len(g.History()) == tricksBefore {
					continue
				}
				takes, nobody, known := before.Takes(d.Move)
				sum := d.Card.Rank()
				for _, c := range before.Card {
					switch {
					case c == chapters.Closed:
						known = false
					case c != tricks.NoCard:
						sum += c.Rank()
					}
				}
				if !known {
					continue
				}
				want := before.Best
				switch {
				case nobody || !takes && before.Nobody:
					want = tricks.NoSeat
					nobodies++
				case takes:
					want = d.Seat
				}
				require.Equal(t, want, g.History()[tricksBefore].Winner, "%s, trick %d, %s", id, tricksBefore+1, d)
				short := sum < before.Least
				if short {
					shorts++
				}
				if g.View(ask.By).Short && !before.Short {
					require.True(t, short, "%s: %d of %d", id, sum, before.Least)
				}
			}
		}
	}
	assert.Positive(t, nobodies)
	assert.Positive(t, shorts)
}
