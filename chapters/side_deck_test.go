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
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ownDecks maps each side deck of the program's chapters to the name of a deck with the same effect in a
// chapter of a person's own.
var ownDecks = []struct{ chapter, event, name, own string }{
	{"5", "", "oldforest", "mist"},
	{"6", "", "barrow", "mound-2"},
	{"14", "bridge", chapters.Balrog, "fire"},
}

// ownDeckLibrary returns a library that has, for each of these chapters, a chapter 4x that differs only in the
// name of its deck.
func ownDeckLibrary(t testing.TB) *chapters.Library {
	t.Helper()
	files := fstest.MapFS{}
	for i, d := range ownDecks {
		c, err := chapters.Default().Chapter(d.chapter)
		require.NoError(t, err)
		text := strings.Replace(string(c.Source()), "chapter: "+d.chapter, fmt.Sprintf("chapter: 4%d", i), 1)
		changed := strings.Replace(text, "name: "+d.name, "name: "+d.own, 1)
		require.NotEqual(t, text, changed)
		files[fmt.Sprintf("chapters/c4%d.yaml", i)] = &fstest.MapFile{Data: []byte(changed)}
	}
	lib, err := chapters.Load(files)
	require.NoError(t, err)
	return lib
}

// TestOwnDeckNames: the name of a side deck does not matter. Rounds of two chapters that differ only in the name
// are played to the same end (C5, C6, C14), also after they were written down and read, and worlds can be made
// from the views of both.
func TestOwnDeckNames(t *testing.T) {
	t.Parallel()
	lib := ownDeckLibrary(t)
	for i, d := range ownDecks {
		for players := 1; players <= 4; players++ {
			t.Run(fmt.Sprint(d.own, " with ", players), func(t *testing.T) {
				for seed := range uint64(3) {
					rng := rand.New(rand.NewPCG(seed, uint64(players)))
					pos, err := lib.DealRound(chapters.DealID{Chapter: d.chapter, Players: players, Seed: seed},
						chapters.Terms{Event: d.event})
					require.NoError(t, err)
					pos.Deal, pos.ID = "", ""
					own := pos
					own.Chapter = fmt.Sprintf("4%d", i)
					own.Sides = map[string][]tricks.Card{d.own: pos.Sides[d.name]}
					playAlike(t, lib, pos, own, rng)
				}
				dealt, err := lib.DealRound(chapters.DealID{
					Chapter: fmt.Sprintf("4%d", i), Players: players,
					Seed: 1,
				}, chapters.Terms{Event: d.event})
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
	for !g.IsOver() {
		options := g.Options()
		require.Equal(t, options, h.Options())
		v := g.View(0)
		w := h.View(0)
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
			require.Equal(t, first, entries[0].Record.Position)
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
	require.Equal(t, own.Sides, entries[0].Record.Sides)
	again, err := entries[0].Record.Game(lib)
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

// TestDeckEffect: a deck with the name of a deck of the program's chapters need not state its effect. Any other
// deck must, and an effect that is stated always counts (C5, C6, C14).
func TestDeckEffect(t *testing.T) {
	t.Parallel()
	const said = "name: mist, effect: beats_low_winners"
	for _, c := range []struct{ deck, effect, problem string }{
		{said, "beats_low_winners", ""},
		{"name: oldforest", "beats_low_winners", ""},
		{"name: oldforest, effect: least_sum", "least_sum", ""},
		{"name: balrog", "least_sum", ""},
		{"name: mist, effect: least_sum, title: {en: The Mist, de: Der Nebel}", "least_sum", ""},
		{
			"name: mist", "",
			`^c50.yaml:7:19: no chapter of the program has a side deck "mist", so effect has to say what it does: beats_low_winners, taken_in_setup, least_sum`,
		},
		{"name: oldforst", "", `unknown side deck "oldforst"; did you mean "oldforest"\?`},
		{
			"name: mist, effect: least", "",
			`unknown effect "least"; expected one of "beats_low_winners", "least_sum", "taken_in_setup"`,
		},
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

// TestDeckInDocuments: every document can list the decks of the program's chapters, and a document of a chapter
// can list the deck of that chapter. Two decks with the same effect are a mistake.
func TestDeckInDocuments(t *testing.T) {
	t.Parallel()
	lib, err := chapters.Load(fstest.MapFS{"chapters/c50.yaml": {Data: []byte(mistChapter)}})
	require.NoError(t, err)
	const rest = "players: 3\nleader: 0\nlost: []\nstage: play\nhands:\n  - cards: H1\n  - cards: H2\n  - cards: H3\n"
	for _, c := range []struct{ head, problem string }{
		{"chapter: 50\nsides: {mist: F9}\n", ""},
		{"chapter: 50\nsides: {oldforest: F9}\n", ""},
		{"sides: {oldforest: F9, balrog: S1 S2}\n", ""},
		{"chapter: 1\nsides: {mist: F9}\n", `unknown key "mist"; expected one of "balrog", "barrow", "oldforest"`},
		{"sides: {mist: F9}\n", `unknown key "mist"`},
		{
			"chapter: 50\nsides: {mist: F9, oldforest: F8}\n",
			"the side decks oldforest and mist do the same, beats_low_winners: there can be only one",
		},
	} {
		entries := slices.Collect(lib.Read("doc.yaml", strings.NewReader(c.head+rest)))
		require.Len(t, entries, 1)
		err := entries[0].Err
		var g *chapters.Game
		if err == nil {
			g, err = lib.NewGame(entries[0].Record.Position)
		}
		if c.problem != "" {
			require.Error(t, err, c.head)
			assert.Contains(t, err.Error(), c.problem)
			continue
		}
		require.NoError(t, err, c.head)
		for !g.IsOver() {
			apply(t, g, g.Options()[0])
		}
		if strings.Contains(c.head, "F9") {
			assert.Equal(t, tricks.NoSeat, g.History()[0].Winner, "H3 is less than F9 (C5)")
		}
	}
	pos := chapters.Position{
		Players: 3, Leader: 0, Pyramid: tricks.NoSeat, Hands: make([]chapters.HandInfo, 3),
		Stage: chapters.StagePlay, Sides: map[string][]tricks.Card{"fog": nil},
	}
	_, err = lib.NewGame(pos)
	require.ErrorContains(t, err, "there is no side deck fog here")
}

// TestDecksTogether: a document without a chapter can list several decks, and each has its effect (C5, C14).
func TestDecksTogether(t *testing.T) {
	t.Parallel()
	g := endingWith(t, chapters.Default(), "sides: {barrow: M1, oldforest: F9, balrog: S1 S2}",
		[]string{"-", "-", "-"}, "0:H1 1:H2 2:H8")
	v := g.View(0)
	require.Equal(t, "F9 S1 S2", tricks.FormatCards(v.Turned))
	require.Equal(t, "oldforest", v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).Name)
	require.Equal(t, "barrow", v.SideDeck(chapters.TakenInSetup).Name)
	v = gameOf(t, dealOf(t, "c01p4s1")).View(0)
	require.Equal(t, chapters.Balrog, v.SideDeck(chapters.LeastSum).Name, "no deck here: as printed")
}

// TestTakesIsWhatHappens checks the last card of each trick, in rounds of every chapter: the card wins the trick
// exactly if [chapters.View.WouldTakeLead] says so, and the sum of the ranks is less than [chapters.View.Least]
// exactly if the round is lost because of it (C5, C14, T5, T7, T8).
func TestTakesIsWhatHappens(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	nobodies, shorts := 0, 0
	for seed := range uint64(3) {
		for _, id := range lib.DealIDs(seed) {
			pos, err := lib.Deal(id)
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			rng := rand.New(rand.NewPCG(seed, 0))
			for !g.IsOver() {
				ask := g.View(g.Due().Decider).Ask
				d := ask.Options[rng.IntN(len(ask.Options))]
				before := g.View(ask.Decider)
				tricksBefore := len(g.History())
				require.NoError(t, g.Apply(d))
				if d.Kind != chapters.PlayCard || len(g.History()) == tricksBefore {
					continue
				}
				takes, nobody, known := before.WouldTakeLead(d.Move)
				sum := d.Card.Rank()
				for _, c := range before.Card {
					switch {
					case c == tricks.Closed:
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
				case nobody || !takes && before.WonByNobody:
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
				if g.View(ask.Decider).Short && !before.Short {
					require.True(t, short, "%s: %d of %d", id, sum, before.Least)
				}
			}
		}
	}
	assert.Positive(t, nobodies)
	assert.Positive(t, shorts)
}
