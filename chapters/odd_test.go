package chapters_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// odd writes chapters that no publisher would print: any characters together, some with random setup
// actions, and a random choice of the special rules of chapters.
type odd struct{ *rand.Rand }

func (o odd) pick(list ...string) string { return list[o.IntN(len(list))] }
func (o odd) oneOf(n int) bool           { return o.IntN(n) == 0 }

// mix shuffles a list, and returns the first n items.
func (o odd) mix(list []string, n int) []string {
	list = slices.Clone(list)
	o.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:n]
}

// setup draws setup actions. Only one character may tuck a card away.
func (o odd) setup(tucks bool) string {
	var list []string
	for _, word := range o.mix(characters.Words("action"), 1+o.IntN(5)) {
		exchange := strings.HasPrefix(word, "exchange")
		switch {
		case word == "tuck" && !tucks, exchange && strings.Contains(strings.Join(list, ""), "exchange"):
			continue
		case exchange:
			word = "{" + word + ": " + o.pick("anyone", "anyone", "[frodo, gandalf]", "{anyone_but: [sam]}") + "}"
		case word == "take_side":
			word = fmt.Sprintf("{take_side: %d}", 1+o.IntN(6))
		case word == "draw_threat":
			word = o.pick(word, "{draw_threat: 2}")
		}
		list = append(list, word)
	}
	if o.oneOf(3) {
		list = append(list, "{exchange: anyone}")
	}
	return "[" + strings.Join(list, ", ") + "]"
}

const oddly = "fidelity: reconstructed\nnote: odd\n"

func (o odd) character(id string, tucks bool) string {
	text := "id: " + id +
		"\nname: {en: Odd, de: Odd}\ngoal: {tricks: {at_least: 1}}\ngoal_text: {en: one, de: einer}\nsetup: " +
		o.setup(tucks) + "\nsetup_text: {en: odd, de: seltsam}\n" + oddly
	if o.oneOf(4) {
		text += o.pick("redraws", "solo_full", "names_leader", "need_not_follow") + ": true\n"
	}
	return text
}

// chapter writes a chapter with these characters.
func (o odd) chapter(id string, people []string) string {
	gifts := map[string]string{"frodo": "sting", "boromir": "horn", "gandalf": "glamdring", "aragorn": "sword"}
	cast := slices.Clone(people)
	for i, who := range people {
		switch {
		case gifts[who] != "":
			cast[i] = "{character: " + who + ", gift: " + gifts[who] + "}"
		case i == 2 && o.oneOf(4):
			cast[i] = "{character: " + who + ", blindfold: true}"
		case o.oneOf(8):
			cast[i] = "{character: " + who + ", rider: " + o.pick("unseen", "wraith", "terror") + "}"
		}
	}
	rules := "threats: [2, 3, 4, 5, 6]\n"
	if o.oneOf(6) { // characters that are dealt by lot: exactly as many as there are seats
		cast = append(cast[:3:3], "{character: "+people[3]+", players: [1, 4]}")
		rules += "cast_by_lot: true\nleads: " + people[0] + "\n" + o.pick("", "staged: 4\n")
	}
	for _, flag := range []string{"exchanges_together", "threats_hidden", "optional_exchanges", "optional_lost"} {
		if o.oneOf(2) {
			rules += flag + ": true\n"
		}
	}
	rules += o.pick(
		"", "", "lost: {1: 1, 2: 1, 3: 4, 4: 1}\n", "rivers: {1: 8, 2: 6, 3: 6, 4: 8}\n",
		"lost: {1: 1, 2: 2, 3: 2, 4: 1}\nside_deck: {name: oldforest, cards: F123456789, turn_up: 1}\n",
		"lost: 0\nside_deck: {name: barrow, cards: H12345678 M12345678 F12345678 S12345678, size: {1: 5, 2: 10, 3: 10, 4: 5}}\n",
	)
	return "chapter: " + id + "\ntitle: {en: Odd, de: Seltsam}\nlength: short\ncharacters: [" +
		strings.Join(cast, ", ") + "]\n" + rules + oddly
}

// library returns the program's characters, odd characters, and n odd chapters. Some of the chapters are
// refused, because two of their characters cannot be in the same chapter.
func (o odd) library(n int) *chapters.Library {
	files := characters.Embedded()
	add := func(folder, id, text string) {
		files = append(files, strictyaml.File{Folder: folder, Name: folder + "/" + id + ".yaml", Data: []byte(text)})
	}
	people := slices.Sorted(maps.Keys(chapters.Default().Characters))
	for i := range 3 * n {
		id := "odd-" + strings.Repeat(string(rune('a'+i%26)), 1+i/26)
		add("characters", id, o.character(id, i == 0))
		people = append(people, id)
	}
	for i := range n {
		id := strconv.Itoa(31 + i)
		add("chapters", "c"+id, o.chapter(id, o.mix(people, 12)))
	}
	lib := &chapters.Library{Box: &characters.Box{}}
	lib.Add(files)
	return lib
}

// TestWorldsOfOddChapters: in random chapters every world that is made from a view agrees with the view. It
// is checked at every decision of the setup and some of the play, for every other seat in turn.
func TestWorldsOfOddChapters(t *testing.T) {
	t.Parallel()
	few := 4
	if *soakRounds > 0 {
		few = 10 * *soakRounds
	}
	worlds := 0
	asked := map[chapters.DecisionKind]int{}
	for seed := range few {
		o := odd{rand.New(rand.NewPCG(uint64(seed), 1+*soakSeed))}
		lib := o.library(30)
		for _, c := range lib.Chapters {
			for players := 1; players <= 4; players++ {
				pos, err := lib.Deal(chapters.DealID{Chapter: c.ID, Players: players, Seed: uint64(seed)})
				require.NoError(t, err)
				g, err := lib.NewGame(pos)
				require.NoError(t, err)
				for !g.IsOver() && (g.Stage() != chapters.StagePlay || o.IntN(20) > 0) {
					asked[g.Due().Kind]++
					for p := tricks.Seat(len(g.Decisions()) % 2); int(p) < players; p += 2 {
						v := g.View(p)
						imagined := v.Worlds()
						w := &chapters.Game{}
						imagined.Log = true
						require.True(t, imagined.Make(w, tricks.NewSource(o.Uint64(), 0)),
							"%s after %v, seen by %d\n%s", pos.ID, g.Decisions(), p, c.Source())
						require.Empty(t, unlike(v, w.View(p)), "%s after %v, seen by %d\n%s", pos.ID, g.Decisions(),
							p, c.Source())
						worlds++
					}
					randomDecision(t, g, o.Rand)
				}
			}
		}
	}
	t.Logf("%d worlds, asked for %v", worlds, asked)
	require.Len(t, asked, 16, "decisions of every kind")
}
