package solver_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver"
)

// exchangeWorld returns a library with four characters and a chapter for them that has these flags. Hands
// are as small as dealing allows, four cards, for that many players. With three players the last character
// stays out.
func exchangeWorld(t require.TestingT, players int, cast []string, text map[string]string,
	flags string,
) *chapters.Library {
	box := &characters.Box{
		Characters: map[string]*characters.Character{}, Riders: map[string]*characters.Character{},
		Gifts: map[string]*characters.Gift{},
	}
	for _, id := range cast {
		box.Characters[id] = &characters.Character{ID: id} // they name each other
	}
	for _, id := range cast {
		require.NoError(t, reads(box, "characters", id, text[id]), text[id])
	}
	lib := &chapters.Library{Box: box}
	roster := strings.Join(cast[:3], ", ") + ", {character: " + cast[3] + ", players: [1, 4]}"
	own := "chapter: 40\ntitle: {en: Forty, de: Vierzig}\nlength: short\nthreats: [1, 2, 3, 4]\ncharacters: [" +
		roster + "]\n" + flags + closing
	require.NoError(t, adds(lib, own), own)
	c := lib.Chapters[0]
	layout, err := c.Layout(players)
	require.NoError(t, err)
	c.Lost[players] = layout.Deck.Len() - 4*layout.Seats
	return lib
}

// castOf deals a round of the chapter of an [exchangeWorld] and takes characters by chance.
func castOf(t require.TestingT, lib *chapters.Library, players int, seed uint64, src *rand.Rand) *chapters.Game {
	pos, err := lib.Deal(chapters.DealID{Chapter: "40", Players: players, Seed: seed})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Stage() == chapters.StageDraft {
		options := g.Options()
		require.NoError(t, g.Apply(options[src.IntN(len(options))]))
	}
	return g
}

// TestSetupsThatShareCards has a small world for each reason for which a card on its way may be another
// one than the first.
func TestSetupsThatShareCards(t *testing.T) {
	t.Parallel()
	for _, world := range []struct {
		name       string
		together   bool // all exchanges of the setup happen at the same time (C14)
		optional   bool // exchanges may be declined
		setups     map[string]string
		mayNotPass map[string]string
	}{
		{
			name:   "the card that was lent is passed on later",
			setups: map[string]string{"ada": "{exchange: [bo]}, {exchange: [cy]}", "bo": "", "cy": ""},
		},
		{
			name:     "a gift takes cards while an exchange is open",
			together: true,
			setups:   map[string]string{"ada": "{exchange: [bo]}, give_each", "bo": "", "cy": ""},
		},
		{
			name:       "only a card that one partner cannot return is left to lend to the other",
			setups:     map[string]string{"ada": "set_aside, {exchange_each: [bo, cy]}", "bo": "", "cy": ""},
			mayNotPass: map[string]string{"cy": "R1"},
		},
		{
			name:     "nobody answers a card because only one that may not be passed on is left",
			together: true,
			setups: map[string]string{
				"ada": "{exchange: [cy]}", "bo": "",
				"cy": "set_aside, {exchange: [bo]}, {exchange: [bo]}",
			},
			mayNotPass: map[string]string{"cy": "R1"},
		},
		{
			name:     "a loan empties the hand, so that a gift is called off",
			together: true,
			optional: true,
			setups:   map[string]string{"ada": "", "bo": "pass_right", "cy": "set_aside, tuck, {exchange: [ada]}"},
		},
		{
			name:     "a loan empties the hand, so that nothing is tucked away",
			together: true,
			optional: true,
			setups: map[string]string{
				"ada": "", "bo": "",
				"cy": "set_aside, {exchange: [ada]}, {exchange: [bo]}, tuck",
			},
		},
		{
			name:     "it matters who has lent a card to a hand that runs out",
			together: true,
			setups: map[string]string{
				"ada": "{exchange: [cy]}", "bo": "{exchange: [cy, ada]}",
				"cy": "set_aside, tuck, {exchange: [bo]}",
			},
			mayNotPass: map[string]string{"cy": "R1"},
		},
	} {
		t.Run(world.name, func(t *testing.T) {
			cast := strangers[:4]
			text := map[string]string{}
			for _, id := range cast {
				text[id] = "id: " + id +
					"\nname: {en: a, de: a}\ngoal: {tricks: {at_least: 0}}\ngoal_text: {en: g, de: g}\nsetup: [" +
					world.setups[id] + "]\nsetup_text: {en: s, de: s}\n"
				if id == cast[0] {
					text[id] += "takes_r1: true\n"
				}
				if card := world.mayNotPass[id]; card != "" {
					text[id] += "may_not_pass: " + card + "\n"
				}
				text[id] += closing
			}
			flags := ""
			if world.together {
				flags = "exchanges_together: true\n"
			}
			if world.optional {
				flags += "optional_exchanges: true\n"
			}
			lib := exchangeWorld(t, 3, cast, text, flags)
			src := rand.New(rand.NewPCG(1, 2))
			deals := uint64(5)
			if testing.Short() {
				deals = 1
			}
			for seed := range deals {
				g := castOf(t, lib, 3, seed, src)
				drafted := len(g.Decisions())
				check := solver.CheckSetup(t, g, 20_000, src)
				require.Empty(t, check.Missed(), "the search leaves hands out")
				require.Len(t, g.Decisions(), drafted, "the whole setup is listed")
			}
		})
	}
}

// exchangers writes four characters by chance that exchange in every way the grammar has, and a chapter
// for them. It returns the text of it all.
func (w writer) exchangers(players int) (lib *chapters.Library, written string) {
	cast := strangers[:4]
	text := map[string]string{}
	for _, id := range cast {
		text[id] = w.exchanger(id, cast)
		written += text[id]
	}
	flags := w.flags("optional_exchanges", "optional_lost")
	if w.often() {
		flags += "exchanges_together: true\n"
	}
	return exchangeWorld(w, players, cast, text, flags), written + flags
}

// exchanger writes a character whose setup is mostly exchanges.
func (w writer) exchanger(id string, cast []string) string {
	partners := func() string {
		others := slices.DeleteFunc(slices.Clone(cast), func(other string) bool { return other == id })
		switch w.number(0, 3) {
		case 0:
			return "anyone"
		case 1:
			return "[" + w.pick(others...) + "]"
		default:
			i := w.number(0, 2)
			return "[" + strings.Join(slices.Delete(others, i, i+1), ", ") + "]"
		}
	}
	var setup []string
	threat := w.number(0, 2) == 0
	if threat {
		setup = append(setup, "draw_threat")
	}
	kind := w.pick("exchange", "exchange_lost", "exchange_each", "exchange_each")
	setup = append(setup, "{"+kind+": "+partners()+"}")
	if kind == "exchange" && w.seldom() {
		setup = append(setup, "{exchange: "+partners()+"}")
	}
	aside := ""
	if w.seldom() {
		aside = w.pick("take_lost", "tuck", "set_aside", "give_each")
	}
	if aside == "tuck" && id != cast[3] {
		aside = "" // one card is tucked in a round
	}
	if aside != "" {
		setup = append(setup, aside)
	}
	goal := "{tricks: {at_least: 0}}"
	if threat {
		goal = "{cards: {suit: Hills, rank: threat, at_least: 1}}"
	}
	text := w.line("id: %s\nname: {en: %s, de: %s}\ngoal: %s\ngoal_text: {en: g, de: g}", id, id, id, goal)
	text += w.line("setup: [%s]\nsetup_text: {en: s, de: s}", strings.Join(setup, ", "))
	if aside != "give_each" && w.number(0, 2) == 0 {
		text += "may_not_pass: " + w.pick("R1", "R1", "H5", "S2") + "\n"
	}
	return text + closing
}

// TestEverySetupOfStrangers: the search comes to all hands that a plain list of all decisions comes to,
// where characters by chance exchange in every way that the grammar has: with several partners at the
// same time, all together (C14), with the lost card, with cards that some may not pass on, beside
// gifts and cards put aside.
func TestEverySetupOfStrangers(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.SampledFrom([]int{1, 3, 4}).Draw(t, "players")
		lib, text := writer{T: t}.exchangers(players)
		seed := rapid.Uint64Range(0, 999).Draw(t, "seed")
		src := rand.New(rand.NewPCG(seed, 1))
		g := castOf(t, lib, players, seed, src)
		most := rapid.SampledFrom([]int{20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 200}).Draw(t, "most")
		check := solver.CheckSetup(t, g, most, src)
		require.Empty(t, check.Missed(), "the search leaves hands out after %v\n%s\n%s", g.Decisions(),
			g.Start().Deal, text)
	})
}
