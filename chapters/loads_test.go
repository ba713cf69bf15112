package chapters_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// playAll plays a random round of a chapter with each of its events or groups and
// every number of players.
func playAll(t testing.TB, lib *chapters.Library, c *chapters.Chapter, rng *rand.Rand, what string) {
	t.Helper()
	for _, letter := range c.Letters() {
		for players := 1; players <= 4; players++ {
			id := chapters.DealID{Chapter: c.ID, Variant: letter, Players: players, Seed: rng.Uint64()}
			pos, err := lib.Deal(id)
			require.NoError(t, err, "%s of\n%s", id, what)
			g, err := lib.NewGame(pos)
			require.NoError(t, err, "%s of\n%s", id, what)
			for n := 0; !g.IsOver(); n++ {
				ask := g.View(g.Due().Decider).Ask
				require.NotEmpty(t, ask.Options, "%s by seat %d in %s after %v of\n%s", ask.Kind, ask.Seat, id,
					g.Decisions(), what)
				require.NoError(t, g.Apply(ask.Options[rng.IntN(len(ask.Options))]), "%s after %v of\n%s", id,
					g.Decisions(), what)
				require.Less(t, n, 300)
				g.View(0)
			}
			require.NotEqual(t, chapters.Undecided, g.Result(), "%s of\n%s", id, what)
		}
	}
}

// plain40 is a chapter without mistakes, with a place for one more line.
const plain40 = `chapter: 40
title: {en: Forty, de: Vierzig}
length: short
characters: [%s]
threats: [%s]
%s
fidelity: reconstructed
note: for tests
`

// TestChapterLimits: everything that a chapter's file may repeat has a limit. An error at the place in the
// file states it.
func TestChapterLimits(t *testing.T) {
	t.Parallel()
	const five = "sam, merry, pippin, gandalf, bilbo"
	many := func(n int, each string) string { return strings.TrimSuffix(strings.Repeat(each+", ", n), ", ") }
	count := func(n int, format string) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, format, i)
		}
		return out.String()
	}
	const crowd = "sam, merry, pippin, gandalf, bilbo, gildor, maggot, fatty, tom, goldberry, barliman, strider, glorfindel, bill, elrond, arwen"
	goal := "{character: %s, goal: {tricks: fewest}, goal_text: {en: g, de: Z}}"
	var goals strings.Builder
	for v := range 3 {
		fmt.Fprintf(&goals, "- {id: v%d, title: {en: a, de: b}, characters: [", v)
		for _, id := range strings.Split(crowd, ", ") {
			fmt.Fprintf(&goals, goal+", ", id)
		}
		goals.WriteString("]}\n")
	}
	pool := "pool: {gold: [%s], black: [merry], gold_drawn: 1, black_drawn: %d, riders: [terror], gifts: [sting]%s}"
	for _, c := range []struct{ name, roster, threats, more, want string }{
		{"a whole crowd", crowd, "1, 2, 3, 4", "", ""},
		{
			"one too many to choose from", crowd + ", gloin", "1, 2, 3, 4", "",
			":4:13: with 4 players there are 17 characters to choose from: at most 16 are allowed",
		},
		{
			"one too many by an event", crowd, "1, 2, 3, 4",
			"events: [{id: a, title: {en: a, de: b}, characters: [gloin]}]",
			":6:53: with 4 players there are 17 characters",
		},
		{"a long list", five + ", " + many(60, "sam"), "1", "", "these are 65 items: at most 64 are read here"},
		{"threats", five, many(21, "1"), "", ":5:71: these are 21 items: at most 20 are read here"},
		{
			"events", five, "1", "events:\n" + count(13, "- {id: x%d, title: {en: a, de: b}}\n"),
			"these are 13 items: at most 12",
		},
		{
			"groups", five, "1", "groups:\n" + count(13, "- {id: g%d, title: {en: a, de: b}}\n"),
			"these are 13 items: at most 12",
		},
		{
			"without", five, "1", "events: [{id: a, title: {en: a, de: b}, without: [" + many(65, "sam") + "]}]",
			"these are 65 items",
		},
		{
			"filled_in", five, "1", "filled_in: [" + many(41, "{text: {en: a, de: b}}") + "]",
			"these are 41 items: at most 40",
		},
		{
			"changed goals", crowd, "1, 2, 3, 4", "events:\n" + goals.String(),
			"a chapter can change the goals of 40 characters at most",
		},
		{
			"players", strings.Replace(five, "sam", "{character: sam, players: [1, 2, 3, 4, 4]}", 1), "1", "",
			"these are 5 items: at most 4",
		},
		{
			"title", five, "1", "groups: [{id: a, title: {en: " + strings.Repeat("x", 61) + ", de: b}}]",
			"this text has 61 characters: at most 60",
		},
		{
			"notes", five, "1", "notes: {en: " + strings.Repeat("x", 2001) + ", de: b}",
			"this text has 2001 characters: at most 2000",
		},
		{"pool names", five, "1", fmt.Sprintf(pool, many(65, "sam"), 1, ""), "these are 65 items"},
		{"pool name twice", five, "1", fmt.Sprintf(pool, "sam, sam", 1, ""), ":6:20: sam is listed twice"},
		{
			"pool name in both", five, "1", fmt.Sprintf(pool, "sam, merry", 1, ""),
			"merry is among the gold cards already",
		},
		{"pool of backs", five + ", samwise", "1", fmt.Sprintf(pool, "samwise", 1, ""), "samwise is a burdened side"},
		{
			"large pool", crowd + ", gloin, radagast, celeborn", "1, 2, 3, 4", fmt.Sprintf(pool, "sam", 1, ""),
			"with 4 players 19 characters are always there or drawn: at most 16 are allowed (L5)",
		},
		{
			"redraws", five, "1", fmt.Sprintf(pool, "sam", 1, ", redraw: ["+many(17, "{with: sam, players: [1]}")+"]"),
			"these are 17 items: at most 16",
		},
		{
			"pool and pyramid", strings.Replace(five, "sam", "{character: sam, not_pyramid: true}", 1), "1",
			fmt.Sprintf(pool, "sam", 1, ""), "none can be for some players only or kept away from the pyramid",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			lib := &chapters.Library{Box: chapters.Default().Box}
			_, err := lib.ParseChapter("c40.yaml", fmt.Appendf(nil, plain40, c.roster, c.threats, c.more))
			if c.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, c.want)
			var all strictyaml.Errors
			require.ErrorAs(t, err, &all)
			for _, e := range all {
				assert.True(t, e.Line > 0 || strings.HasPrefix(e.Msg.String(), "and "), e)
			}
		})
	}
}

// TestDocumentLimits: everything that a document may repeat has a limit, too.
func TestDocumentLimits(t *testing.T) {
	t.Parallel()
	const hands = `{cards: H1}, {cards: M1}, {cards: R1}`
	many := func(n int, each string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(each+", ", n), ", ") + "]"
	}
	for field, most := range map[string]int{
		"lost: " + many(70, "H2"): 64, "plays: " + many(70, `"0:H1"`): 64, "completed: " + many(201, "sam"): 200,
		"pool: " + many(201, "sam"):         200,
		"events_done: " + many(13, "doors"): 12, "threats: " + many(21, "1"): 20, "staged: " + many(9, `""`): 8,
		"rider_seats: " + many(5, "1"): 4,
	} {
		text := "{chapter: 14, event: doors, players: 3, hands: [" + hands + "], " + field + "}"
		entries := readAll(text)
		require.Len(t, entries, 1)
		require.ErrorContains(t, entries[0].Err, fmt.Sprintf("items: at most %d are read here", most), field)
	}
	for hand, want := range map[string]string{
		"{cards: H1, announced: " + many(7, "H") + "}":           "at most 6 are read here",
		"{rows: " + many(13, "H1") + "}":                         "at most 12 are read here",
		`{rows: ["` + strings.Repeat("- ", 31) + `"]}`:           "this text has 62 characters",
		`{cards: "` + strings.Repeat("H1 ", 4000) + `"}`:         "this text has 12000 characters",
		"{cards: H1, gift: " + strings.Repeat("x", 10_001) + "}": "this text has 10001 characters",
		"{cards: H1, range: " + many(100_000, "1") + "}":         "at most 10000 are read here",
		"{cards: H1, " + many(20_000, "a")[1:] + "}":             "document",
	} {
		entries := readAll("{players: 3, hands: [" + hand + ", {cards: M1}, {cards: R1}]}")
		require.NotEmpty(t, entries)
		require.Error(t, entries[0].Err)
		require.Less(t, len(entries[0].Err.Error()), 10_000)
		if want != "document" {
			require.ErrorContains(t, entries[0].Err, want, hand[:20])
		}
	}
}

// A record that is longer than any round is bad. The record after it is still read.
func TestRecordLimit(t *testing.T) {
	t.Parallel()
	const first = `{"record":1,"players":3,"lost":[],"leader":0,"hands":[{"cards":"H8"},{"cards":"H1"},{"cards":"H2"}]}` + "\n"
	long := `{"assisted":"` + strings.Repeat(" ", 9_000) + "\"}\n"
	entries := readAll(first + strings.Repeat(long, chapters.MostRecord/len(long)+1) + first + `{"play":"0:H8"}` + "\n")
	require.Len(t, entries, 2)
	require.ErrorContains(t, entries[0].Err, "the record is longer than 4194304 bytes")
	require.NoError(t, entries[1].Err)
	assert.Len(t, entries[1].Record.Decisions, 1)
	entries = readAll(first + strings.Repeat(long, (chapters.MostRecord-len(first))/len(long)))
	require.Len(t, entries, 1)
	require.NoError(t, entries[0].Err)
}

// TestLongestRound: if all characters do in setup everything that a file can demand, and no exchange is
// declined, the record of the round is still far shorter than the limit, and can be played through.
func TestLongestRound(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"chapters/c40.yaml": {Data: fmt.Appendf(nil, plain40, "za, zb, zc, zd",
		"1, 2, 3, 4, 5, 6, 7", "optional_lost: true")}}
	for _, id := range []string{"za", "zb", "zc", "zd"} {
		setup := "draw_threat: 2\n- declare\n- take_lost\n- pass_right\n- reveal\n- set_aside\n- give_each\n" +
			strings.Repeat("- exchange: anyone\n", 8)
		if id == "zd" {
			setup = strings.Replace(setup, "- reveal", "- tuck", 1)
		}
		files["characters/"+id+
			".yaml"] = &fstest.MapFile{Data: []byte("id: " + id +
			"\nname: {en: a, de: b}\ngoal: {tricks: fewest}\ngoal_text: {en: a, de: b}\nsetup:\n- " + setup +
			"setup_text: {en: a, de: b}\nredraws: true\nnames_leader: true\nfidelity: reconstructed\nnote: for tests\n")}
	}
	lib, err := chapters.Load(files)
	require.NoError(t, err)
	for players := 1; players <= 4; players++ {
		pos, err := lib.Deal(chapters.DealID{Chapter: "40", Players: players, Seed: 1})
		require.NoError(t, err)
		g, err := lib.NewGame(pos)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(1, 2))
		for !g.IsOver() {
			options := options(t, g)
			if d := options[0]; d.Kind == chapters.TakeBack {
				apply(t, g, options[1]) // the answer is no, so the question comes again
				continue
			}
			apply(t, g, options[rng.IntN(max(len(options)-1, 1))]) // the last option declines
		}
		require.Greater(t, len(g.Decisions()), 60)
		require.Less(t, len(g.Decisions()), 500)
		r := chapters.Record{Position: pos, Decisions: g.Decisions()}
		text, err := r.Text()
		require.NoError(t, err)
		require.Less(t, len(text), 1<<14)
		for e := range lib.Read("record", strings.NewReader(string(text))) {
			require.NoError(t, e.Err)
			again, err := e.Record.Game(lib)
			require.NoError(t, err)
			require.True(t, again.IsOver())
		}
	}
}

// TestFolderLimits: a folder of a person's own is read up to a limit.
func TestFolderLimits(t *testing.T) {
	t.Parallel()
	many := fstest.MapFS{}
	for i := range strictyaml.MaxFiles + 1 {
		many[fmt.Sprintf("riders/x%d.txt", i)] = &fstest.MapFile{}
	}
	large := fstest.MapFS{}
	for i := range strictyaml.MaxBytes/strictyaml.MaxDocument + 1 {
		large[fmt.Sprintf("gifts/x%02d.yaml",
			i)] = &fstest.MapFile{Data: []byte("#" + strings.Repeat("x", strictyaml.MaxDocument-1))}
	}
	for want, files := range map[string]fstest.MapFS{
		fmt.Sprintf("riders: this is too much: a folder may hold %d files",
			strictyaml.MaxFiles): many,
		fmt.Sprintf("gifts/x16.yaml: this is too much: all files together may have %d bytes",
			strictyaml.MaxBytes): large,
		fmt.Sprintf("chapters/c40.yaml:1:1: the document is longer than %d bytes",
			strictyaml.MaxDocument): {"chapters/c40.yaml": {Data: make([]byte, 3<<20)}},
		"chapters/c40.yaml: this is not a file": {"chapters/c40.yaml/x": {}},
	} {
		_, err := chapters.Load(files)
		require.ErrorContains(t, err, want)
	}
}
