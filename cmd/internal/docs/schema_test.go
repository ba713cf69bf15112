package docs

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/solver/players"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

// compiled returns a schema as an editor would read it, checked against the
// schema of schemas.
func compiled(t testing.TB, schema object) *jsonschema.Schema {
	t.Helper()
	text, err := encode(schema)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("test.json", doc))
	s, err := c.Compile("test.json")
	require.NoError(t, err)
	require.Equal(t, 7, s.DraftVersion)
	return s
}

// judge holds a file against a schema.
func judge(s *jsonschema.Schema, file string) error {
	var v any
	if err := yaml.Unmarshal([]byte(file), &v); err != nil {
		return err
	}
	return s.Validate(asJSON(v))
}

// asJSON gives mappings the keys that JSON has.
func asJSON(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = asJSON(v[i])
		}
		return out
	case map[string]any:
		out := object{}
		for k := range v {
			out[k] = asJSON(v[k])
		}
		return out
	case map[any]any:
		out := object{}
		for k := range v {
			out[fmt.Sprint(k)] = asJSON(v[k])
		}
		return out
	}
	return v
}

// TestEmbeddedFitSchemas: every file that comes with the program fits.
func TestEmbeddedFitSchemas(t *testing.T) {
	lib := chapters.Default()
	character := compiled(t, characterSchema(lib))
	chapter := compiled(t, chapterSchema(lib))
	gift := compiled(t, giftSchema(lib))
	schemas := map[string]*jsonschema.Schema{"characters": character, "riders": character, "gifts": gift}
	for _, f := range characters.Embedded() {
		require.NoError(t, judge(schemas[f.Folder], string(f.Data)), f.Name)
	}
	for _, c := range lib.Chapters {
		assert.NoError(t, judge(chapter, string(c.Source())), c.ID)
	}
}

// loads reads a file in addition to the built-in files.
func loads(folder, id, text string) error {
	known := chapters.Default().Box
	lib := chapters.Library{Box: &characters.Box{
		Characters: maps.Clone(known.Characters), Riders: known.Riders,
		Gifts: maps.Clone(known.Gifts),
	}}
	files := []strictyaml.File{{Folder: folder, Name: id + ".yaml", Data: []byte(text)}}
	lib.Add(files)
	return files[0].Err
}

const supper = `chapter: 31
title: {en: A Supper, de: Ein Essen}
length: short
characters: ["frodo*", sam, merry, pippin]
threats: [1, 2, 3, 4]
fidelity: reconstructed
note: for a test
`

// TestSchemasRefuse: what the loader refuses because of its form does not fit
// either.
func TestSchemasRefuse(t *testing.T) {
	lib := chapters.Default()
	character, chapter := compiled(t, characterSchema(lib)), compiled(t, chapterSchema(lib))

	good := rosie("{tricks: {at_least: 1}}", "exchange: [sam]")
	require.NoError(t, judge(character, good))
	for _, change := range [][2]string{
		{"id: rosie\n", ""},
		{"id: rosie", "id: Rosie"},
		{"id: rosie", "ident: rosie"},
		{"name: {en: Rosie, de: Rosie}", "name: Rosie"},
		{"name: {en: Rosie, de: Rosie}", "name: {en: Rosie}"},
		{"name: {en: Rosie, de: Rosie}", `name: {en: Rosie, de: ""}`},
		{"name: {en: Rosie, de: Rosie}", "name: {en: Rosie, de: Rosie, fr: Rosie}"},
		{"setup_text: {en: a, de: b}\n", ""},
		{"exchange: [sam]", "exchange"},
		{"exchange: [sam]", "exchange: []"},
		{"exchange: [sam]", "exchange: [sam, sam]"},
		{"exchange: [sam]", "exchange: sam"},
		{"exchange: [sam]", "draw_threat: 1"},
		{"exchange: [sam]", "swap"},
		{"setup: [exchange: [sam]]", "setup: draw_threat"},
		{"fidelity: reconstructed", "fidelity: sure"},
		{"note: for a test\n", ""},
		{"note: for a test", "note: 7"},
		{"note: for a test", "note: for a test\nleads: yes please"},
		{"note: for a test", "note: for a test\nsolo_full: 9"},
		{"note: for a test", "note: for a test\nmay_not_pass: one ring"},
		{"note: for a test", "note: for a test\nmay_not_pass: R12"},
		{"{tricks: {at_least: 1}}", "tricks"},
		{"{tricks: {at_least: 1}}", "{}"},
		{"{tricks: {at_least: 1}}", "{tricks: {at_least: 1}, leads: {suit: Rings, at_most: 0}}"},
		{"{tricks: {at_least: 1}}", "{trick: {at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{tricks: most}"},
		{"{tricks: {at_least: 1}}", "{tricks: {}}"},
		{"{tricks: {at_least: 1}}", "{tricks: {every: true}}"},
		{"{tricks: {at_least: 1}}", "{tricks: {at_least: 38}}"},
		{"{tricks: {at_least: 1}}", "{tricks: {at_least: many}}"},
		{"{tricks: {at_least: 1}}", "{tricks: {at_least: {1: 1, 2: 1, 3: 1}}}"},
		{"{tricks: {at_least: 1}}", "{tricks: {exactly: 1, at_most: 2}}"},
		{"{tricks: {at_least: 1}}", "{cards: {at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{cards: {suit: Rings}}"},
		{"{tricks: {at_least: 1}}", "{cards: {suit: Ring, at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{cards: {suit: Rings, every: false}}"},
		{"{tricks: {at_least: 1}}", "{cards: {suit: Rings, every: true, at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{cards: {rank: 9, at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{most_cards: {suit: Rings, at_least: 1}}"},
		{"{tricks: {at_least: 1}}", "{plays_last: {}}"},
		{"{tricks: {at_least: 1}}", "{rank_run: {suit: Hills}}"},
		{"{tricks: {at_least: 1}}", "{rank_run: {suit: Hills, length: 1}}"},
		{"{tricks: {at_least: 1}}", "{wins_one_of_last: 15}"},
		{"{tricks: {at_least: 1}}", "{all: {tricks: {at_least: 1}}}"},
		{"{tricks: {at_least: 1}}", "{everyone: [{tricks: {at_least: 1}}]}"},
		{"{tricks: {at_least: 1}}", "{all: [{others: {tricks: {at_last: 1}}}]}"},
		// Longer than what the loader reads.
		{"name: {en: Rosie", "name: {en: " + strings.Repeat("x", nameLength+1)},
		{"setup_text: {en: a", "setup_text: {en: " + strings.Repeat("x", textLength+1)},
		{"note: for a test", "note: " + strings.Repeat("x", noteLength+1)},
		{"note: for a test", "note: {en: " + strings.Repeat("x", noteLength+1) + ", de: x}"},
		{"[exchange: [sam]]", "[" + strings.Repeat("draw_threat, ", 20) + "reveal]"},
		{"{tricks: {at_least: 1}}", "{all: [" + strings.Repeat("{tricks: fewest}, ", 100) + "{tricks: fewest}]}"},
	} {
		bad := strings.Replace(good, change[0], change[1], 1)
		require.NotEqual(t, good, bad, change)
		require.Error(t, judge(character, bad), bad)
		require.Error(t, loads("characters", "rosie", bad), bad)
	}

	require.NoError(t, judge(chapter, supper))
	for _, change := range [][2]string{
		{"chapter: 31", "chapter: one"},
		{"chapter: 31", "chapter: 100"},
		{"chapter: 31\n", ""},
		{"length: short", "length: middling"},
		{"length: short", "size: short"},
		{", pippin", ""},
		{"pippin", "Pippin"},
		{"pippin", "merry"},
		{"sam", "7"},
		{"[1, 2, 3, 4]", "[1, 2, 3, 3]"},
		{"[1, 2, 3, 4]", "[0, 1, 2, 3]"},
		{"[1, 2, 3, 4]", "four"},
		{"note: for a test", "note: for a test\nnotes: special"},
		{"title: {en: A Supper", "title: {en: " + strings.Repeat("x", nameLength+1)},
		{"[1, 2, 3, 4]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]"},
		{"note: for a test", "note: for a test\nnotes: {en: " + strings.Repeat("x", noteLength+1) + ", de: x}"},
		{
			"note: for a test",
			"note: for a test\nfilled_in: [" + strings.Repeat("{text: {en: a, de: b}}, ", 40) +
				"{text: {en: a, de: b}}]",
		},
	} {
		bad := strings.Replace(supper, change[0], change[1], 1)
		require.NotEqual(t, supper, bad, change)
		require.Error(t, judge(chapter, bad), bad)
		err := loads("chapters", "c31", bad)
		require.Error(t, err, bad)
	}
}

const feast = `chapter: 32
title: {en: A Feast, de: Ein Fest}
length: long
characters: [{character: "frodo*", gift: mithril}, {character: sam, rider: terror, players: [1, 2, 3, 4]}, merry, pippin]
threats: [1, 2, 3, 4]
leads: frodo
events:
  - id: forest
    title: {en: a, de: b}
    repeatable: true
    lost: {1: 1, 2: 2, 3: 2, 4: 1}
    side_deck: {name: oldforest, cards: "F123456789", turn_up: 1}
  - id: water
    title: {en: a, de: b}
    last: true
    characters: [gandalf, {character: pippin, goal: {tricks: {exactly: 0}}, goal_text: {en: a, de: b}}]
    rivers: {1: 8, 2: 6, 3: 6, 4: 8}
    trump: Rivers
filled_in: [{text: {en: a, de: b}, key: events.trump}]
fidelity: reconstructed
note: for a test
`

const horn = `id: horn
name: {en: Horn, de: Horn}
character: sam
text: {en: a, de: b}
effect: choose_range
ranges: [[1, 2], [3, 4]]
fidelity: reconstructed
note: for a test
`

// TestSchemasRefuseSpecials: the same for what is special in a chapter, and for
// gifts.
func TestSchemasRefuseSpecials(t *testing.T) {
	lib := chapters.Default()
	chapter, gift := compiled(t, chapterSchema(lib)), compiled(t, giftSchema(lib))
	err := loads("chapters", "c32", feast)
	require.NoError(t, err)
	require.NoError(t, judge(chapter, feast))
	own := strings.Replace(feast, "name: oldforest", "name: mist, title: {en: a, de: b}, effect: beats_low_winners", 1)
	err = loads("chapters", "c32", own)
	require.NoError(t, err)
	require.NoError(t, judge(chapter, own))
	for _, change := range [][2]string{
		{"gift: mithril", "gift: mitril"},
		{"gift: mithril", "gifts: mithril"},
		{"rider: terror", "rider: teror"},
		{"players: [1, 2, 3, 4]", "players: [0, 1]"},
		{"players: [1, 2, 3, 4]", "players: 4"},
		{`character: "frodo*"`, "exempt: true"},
		{", goal_text: {en: a, de: b}", ""},
		{"leads: frodo", "leads: [frodo]"},
		{"leads: frodo", "cast_by_lot: maybe"},
		{"leads: frodo", "staged: 7"},
		{"leads: frodo", "pool: {gold: [sam]}"},
		{"  - id: forest\n    title: {en: a, de: b}", "  - id: forest"},
		{"id: forest", "id: Forest"},
		{"repeatable: true", "repeatable: 1"},
		{"repeatable: true", "threats: [1]"},
		{"lost: {1: 1, 2: 2, 3: 2, 4: 1}", "lost: {1: 1, 2: 2}"},
		{"lost: {1: 1, 2: 2, 3: 2, 4: 1}", "lost: 5"},
		{"name: oldforest", "name: forest"},
		{"name: oldforest", "name: Forest, effect: beats_low_winners"},
		{"name: oldforest", "name: oldforest, effect: beats"},
		{", turn_up: 1", ", turn_up: 0"},
		{`cards: "F123456789", `, ""},
		{"rivers: {1: 8", "rivers: {1: 9"},
		{"trump: Rivers", "trump: River"},
		{"{text: {en: a, de: b}, key: events.trump}", "{key: events.trump}"},
	} {
		bad := strings.Replace(feast, change[0], change[1], 1)
		require.NotEqual(t, feast, bad, change)
		require.Error(t, judge(chapter, bad), bad)
		err := loads("chapters", "c32", bad)
		require.Error(t, err, bad)
	}

	require.NoError(t, loads("gifts", "horn", horn))
	require.NoError(t, judge(gift, horn))
	for _, change := range [][2]string{
		{"id: horn\n", ""},
		{"character: sam\n", ""},
		{"text: {en: a, de: b}", "text: a"},
		{"choose_range", "choose_ranges"},
		{"choose_range", "waive_goal"},
		{"ranges: [[1, 2], [3, 4]]\n", ""},
		{"[3, 4]", "[3]"},
		{"[3, 4]", "[3, 15]"},
		{"note: for a test", "note: for a test\nrange: [1, 2]"},
	} {
		bad := strings.Replace(horn, change[0], change[1], 1)
		require.NotEqual(t, horn, bad, change)
		require.Error(t, judge(gift, bad), bad)
		require.Error(t, loads("gifts", "horn", bad), bad)
	}
}

// TestPositionsFitSchema: every deal fits, and so does what is written of a round later.
func TestPositionsFitSchema(t *testing.T) {
	lib := chapters.Default()
	schema := compiled(t, positionSchema(lib))
	for _, id := range lib.DealIDs(3) {
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		for _, write := range []func() ([]byte, error){pos.YAML, pos.MarshalJSON} {
			text, err := write()
			require.NoError(t, err)
			require.NoError(t, judge(schema, string(text)), "%s", text)
		}
	}
	require.NoError(t, judge(schema, table7))
	require.NoError(t, judge(schema, solo7))
}

const (
	table7 = `{id: 7, chapter: 2, players: 4, lost: [F4], leader: 0, hands: [{character: frodo, cards: "H137 M2 F48 R1"},
{character: sam, threat: 3, rider: unseen, cards: "S15"}, {character: strider, threat: 2, declared: fewer, cards: ""},
{character: shadowfax, tucked: H3, cards: "M4"}], plays: ["0:H3", "2:R1!"], expect: {verdict: winnable, depth: 8, perft: 107890}}`
	solo7 = `{players: 2, pyramid: 2, event: bridge, completed: [sam, merry], rider_seats: [0, 2], staged: ["H1 | M2 |"],
sides: {oldforest: "F3 F9"}, hands: [{cards: H7, announced: [H, M]}, {cards: R1, range: [3, 4]}, {rows: ["M3", "S4 -"], extra: S8, took_lost: true}]}`
)

// TestPositionSchemaRefuses: what the reader refuses because of its form does not fit either.
func TestPositionSchemaRefuses(t *testing.T) {
	lib := chapters.Default()
	schema := compiled(t, positionSchema(lib))
	for _, change := range [][2]string{
		{"players: 4", "players: 5"},
		{"players: 4, ", ""},
		{"players: 4", "player: 4"},
		{"lost: [F4]", "lost: F4"},
		{"lost: [F4]", "lost: [F44]"},
		{"leader: 0", "leader: 4"},
		{"leader: 0", "leader: x"},
		{"leader: 0", "leader: 0, stage: game"},
		{"leader: 0", "leader: 0, mithril_used: 1"},
		{"leader: 0", "leader: 0, rider_seats: [1, 1]"},
		{"leader: 0", "leader: 0, threats: [100]"},
		{"leader: 0", "leader: 0, threats: [1" + strings.Repeat(", 1", 20) + "]"},
		{"frodo", "Frodo"},
		{`, cards: ""`, ""},
		{"threat: 3", "threat: 0"},
		{"unseen", "7"},
		{"fewer", "less"},
		{"tucked: H3", "tucked: H34"},
		{"tucked: H3", "tuckt: H3"},
		{`"0:H3"`, `"H3"`},
		{"verdict: winnable", "verdict: won"},
		{"depth: 8", "depth: 65"},
		{"perft: 107890", "perft: -1"},
	} {
		bad := strings.Replace(table7, change[0], change[1], 1)
		require.NotEqual(t, table7, bad, change)
		require.Error(t, judge(schema, bad), bad)
		for e := range lib.Read("test", strings.NewReader(bad)) {
			require.Error(t, e.Err, bad)
		}
	}
}

// TestSchemaTakesWhatLoads makes up characters from the words of the grammar.
// Each that the loader takes has to fit the schema, and can be played.
func TestSchemaTakesWhatLoads(t *testing.T) {
	schema := compiled(t, characterSchema(chapters.Default()))
	loaded := 0
	rapid.Check(t, func(t *rapid.T) {
		file := rosie(drawGoal(t, 2), drawSetup(t)) +
			oneFrom(t, "", "may_not_pass: R1\n", "leads: true\n", "solo_full: true\n", "names_leader: true\n",
				"need_not_follow: true\n", "redraws: true\n", "burdened: true\n", "counts_as: sam\n",
				"counts_for: {character: sam, suit: Rings}\n")
		if loads("characters", "rosie", file) != nil {
			return
		}
		loaded++
		if err := judge(schema, file); err != nil {
			t.Fatalf("the loader takes it, the schema does not: %v\n%s", err, file)
		}
		played(t, file)
	})
	assert.Positive(t, loaded)
}

// played plays a round with a character in a chapter, as simulate does.
func played(t *rapid.T, file string) {
	lib, err := chapters.Load(fstest.MapFS{
		"characters/rosie.yaml": {Data: []byte(file)},
		"chapters/c31.yaml":     {Data: []byte(strings.Replace(supper, `"frodo*"`, `"frodo*", "rosie*"`, 1))},
	})
	if err != nil {
		return // a threat that can never be met, for instance
	}
	number := rapid.IntRange(1, 4).Draw(t, "players")
	pos, err := lib.Deal(chapters.DealID{Chapter: "31", Players: number, Seed: rapid.Uint64().Draw(t, "seed")})
	if err != nil {
		t.Fatal(err)
	}
	g, err := lib.NewGame(pos)
	if err == nil {
		err = players.Play(t.Context(), g, 1, players.Random{})
	}
	if err != nil {
		t.Fatalf("players %d: %v\n%s", number, err, file)
	}
}

// oneFrom is one of some words.
func oneFrom[T any](t *rapid.T, from ...T) T { return rapid.SampledFrom(from).Draw(t, "word") }

func drawSetup(t *rapid.T) string {
	var actions []string
	for range rapid.IntRange(1, 3).Draw(t, "actions") {
		actions = append(actions,
			oneFrom(t, "draw_threat", "draw_threat", "take_lost", "give_each", "exchange: [sam]",
				"exchange: [sam, frodo]",
				"draw_threat: 2", "choose_threat", "declare", "take_side: 2", "exchange: anyone",
				"exchange: {anyone_but: [sam]}",
				"exchange_each: anyone", "exchange_lost: [frodo]", "pass_right", "reveal", "tuck", "set_aside"))
	}
	return strings.Join(actions, ", ")
}

func drawGoal(t *rapid.T, depth int) string {
	kinds, _ := characters.Grammar()
	if depth == 0 {
		kinds = slices.DeleteFunc(slices.Clone(kinds), func(k characters.Word) bool {
			return k.Form == "list" || k.Form == "goal"
		})
	}
	var arg string
	kind := kinds[rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")]
	switch kind.Form {
	case "list":
		var parts []string
		for range rapid.IntRange(0, 2).Draw(t, "parts") {
			parts = append(parts, drawGoal(t, depth-1))
		}
		arg = "[" + strings.Join(parts, ", ") + "]"
	case "goal":
		arg = drawGoal(t, depth-1)
	case "tricks":
		arg = oneFrom(t, slices.Concat(characters.Words("comparison"), []string{"{" + drawLimits(t) + "}"})...)
	case "number":
		arg = fmt.Sprint(rapid.IntRange(1, 5).Draw(t, "tricks"))
	case "cards":
		arg = "{" + drawCards(t) + "}"
	case "ranks":
		arg = fmt.Sprintf("{suit: %s, length: %d}", oneFrom(t, suits()...), rapid.IntRange(2, 8).Draw(t, "length"))
	case "limits":
		arg = "{" + drawLimits(t) + "}"
	case "counted":
		arg = "{" + drawCards(t) + ", " + drawLimits(t) + "}"
	}
	return "{" + kind.Word + ": " + arg + "}"
}

func drawLimits(t *rapid.T) string {
	n := func() string { return oneFrom(t, "0", "1", "2", "5", "threat", "{1: 4, 2: 3, 3: 3, 4: 2}") }
	return oneFrom(t, "at_least: "+n(), "at_most: "+n(), "exactly: "+n(), "every: true",
		"at_least: "+n()+", at_most: "+n())
}

func drawCards(t *rapid.T) string {
	suit := "suit: " + oneFrom(t, suits()...)
	rank := "rank: " + oneFrom(t, "1", "5", "8", "threat")
	card := "card: " + oneFrom(t, "R1", "H137 S8", "V8")
	return oneFrom(t, suit, rank, card, suit+", "+rank, suit+", "+rank+", "+card)
}
