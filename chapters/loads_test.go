package chapters_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// maker makes up chapters from the words of the grammar, sense or none.
type maker struct {
	rng *rand.Rand
	// used counts the keys of a chapter.
	used map[string]bool
}

func (m *maker) chance(percent int) bool { return m.rng.IntN(100) < percent }

func (m *maker) one(from ...string) string { return from[m.rng.IntN(len(from))] }

// ids picks some of the ids.
func (m *maker) ids(from []string, least, most int) []string {
	list := slices.Clone(from)
	m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), least+m.rng.IntN(most-least+1))]
}

// number is one for all, or one for each number of players.
func (m *maker) number(most int) string {
	n := func() int { return m.rng.IntN(most + 1) }
	if m.chance(50) {
		return strconv.Itoa(n())
	}
	four, three := n(), n()
	return fmt.Sprintf("{1: %d, 2: %d, 3: %d, 4: %d}", four, three, three, four)
}

func (m *maker) list(words []string) string { return "[" + strings.Join(words, ", ") + "]" }

func (m *maker) setup(everybody []string) string {
	var actions []string
	with := func() string {
		return m.one("anyone", "{anyone_but: "+m.list(m.ids(everybody, 1, 2))+"}", m.list(m.ids(everybody, 1, 3)))
	}
	for range m.rng.IntN(4) {
		kind := m.one(characters.Words("action")...)
		switch kind {
		case "draw_threat":
			kind = m.one("draw_threat", "{draw_threat: 2}", "{draw_threat: 3}")
		case "take_side":
			kind = fmt.Sprintf("{take_side: %d}", 1+m.rng.IntN(10))
		case "exchange", "exchange_each", "exchange_lost":
			kind = "{" + kind + ": " + with() + "}"
		}
		actions = append(actions, kind)
	}
	return m.list(actions)
}

func (m *maker) entry(id string, everybody []string) string {
	star := ""
	if m.chance(25) {
		star = "*"
	}
	var more []string
	add := func(percent int, key, value string) {
		if m.chance(percent) {
			more = append(more, key+": "+value)
			m.used[key] = true
		}
	}
	add(3, "players", m.one("[1, 4]", "[2, 3, 4]"))
	add(3, "exempt", "true")
	add(6, "not_pyramid", "true")
	add(4, "blindfold", "true")
	add(8, "rider", m.one(slices.Sorted(maps.Keys(chapters.Default().Riders))...))
	if m.chance(12) {
		gift := chapters.Default().Gifts[m.one(slices.Sorted(maps.Keys(chapters.Default().Gifts))...)]
		if id = gift.Character; slices.Contains(everybody, id) {
			add(100, "gift", gift.ID)
		}
	}
	if m.chance(6) {
		add(100, "setup", m.setup(everybody))
		more = append(more, "setup_text: {en: a, de: b}")
	}
	if len(more) == 0 {
		return `"` + id + star + `"`
	}
	return fmt.Sprintf(`{character: "%s%s", %s}`, id, star, strings.Join(more, ", "))
}

// rules writes keys that a chapter, an event and a group can have.
func (m *maker) rules(everybody []string, percent int) []string {
	var out []string
	add := func(percent int, key, value string) {
		if m.chance(percent) {
			out = append(out, key+": "+value)
			m.used[key] = true
		}
	}
	even := "{1: 1, 2: 2, 3: 2, 4: 1}"
	switch m.rng.IntN(20) {
	case 0:
		add(100, "side_deck", `{name: oldforest, cards: "F123456789", turn_up: 1}`)
		add(80, "lost", even)
	case 1:
		add(100, "side_deck", `{name: barrow, cards: "`+m.one("H12345678 M12345678", "F12345678 S12345678 R2345", "H123")+`", size: `+m.one("{1: 5, 2: 10, 3: 10, 4: 5}", "4", m.number(9))+`}`)
		add(80, "lost", "0")
	case 2:
		add(100, "side_deck", `{name: balrog, cards: "`+m.one("S12345678 B5", "S12345678 F9")+`", turn_up: `+m.number(4)+`}`)
		add(80, "lost", even)
	case 3, 4:
		add(100, "rivers", m.one("{1: 8, 2: 6, 3: 6, 4: 8}", m.number(8)))
	case 5:
		add(100, "lost", m.number(4))
	}
	add(percent, "trump", "Rivers")
	add(percent, "leads", m.one(everybody...))
	for _, f := range strictyaml.FieldsOf(reflect.TypeFor[chapters.Rules]()) {
		switch key := f.Key; {
		case slices.Contains([]string{"characters", "trump", "side_deck", "leads", "lost", "rivers"}, key): // above
		case key == "staged":
			add(1, key, "4")
		case slices.Contains([]string{"lost_may_be_r1", "cast_by_lot"}, key): // with others only
			add(1, key, "true")
		default:
			add(percent, key, "true")
		}
	}
	return out
}

// dealt writes a chapter whose characters are dealt, and maybe the cards bit by bit (C16).
func (m *maker) dealt(all []string) []string {
	ids := m.ids(all, 4, 4)
	out := []string{
		"cast_by_lot: true",
		fmt.Sprintf(`characters: ["%s*", %s, %s, {character: %s, players: [1, 4]}]`, ids[0], ids[1], ids[2], ids[3]),
	}
	for _, line := range []string{"staged: " + m.one("4", "4", "3"), "lost_may_be_r1: true\nleads: " + ids[0], "exchanges_together: true"} {
		if m.chance(70) {
			out = append(out, line)
			key, _, _ := strings.Cut(line, ":")
			m.used[key] = true
		}
	}
	m.used["cast_by_lot"] = true
	return out
}

func (m *maker) chapter() string {
	var all []string
	for _, c := range chapters.Default().Characters {
		all = append(all, c.ID)
	}
	slices.Sort(all)
	everybody := m.ids(all, 4, 9)
	entries := func(ids []string) string {
		var out []string
		for _, id := range ids {
			out = append(out, m.entry(id, everybody))
		}
		return "characters: " + m.list(out)
	}
	lines := []string{
		"chapter: 31", "title: {en: a, de: b}", "length: " + m.one("short", "long"),
		"fidelity: reconstructed", "note: for a test",
	}
	if m.chance(95) {
		lines = append(lines, "threats: "+m.one("[1, 2, 3, 4]", "[1, 2, 3, 4, 5, 6, 7]", "[2, 5, 3]"))
	}
	if m.chance(6) {
		return strings.Join(append(lines, m.dealt(all)...), "\n") + "\n"
	}
	special := m.rng.IntN(8)
	if special == 2 { // the characters of a pool are drawn, all of them alike
		fronts := slices.DeleteFunc(all, func(id string) bool { return chapters.Default().Box.Characters[id].Burdened })
		everybody = m.ids(fronts, 4, 9)
		lines = append(lines, "characters: "+m.list(everybody))
	} else {
		lines = append(lines, entries(everybody))
	}
	lines = append(lines, m.rules(everybody, 10)...)
	switch special {
	case 0, 1:
		kind := m.one("events", "groups")
		m.used[kind] = true
		lines = append(lines, kind+":")
		for _, id := range []string{"first", "other"} {
			lines = append(lines, "- id: "+id, "  title: {en: a, de: b}")
			for _, line := range m.rules(everybody, 20) {
				lines = append(lines, "  "+line)
			}
			if m.chance(40) {
				lines = append(lines, "  "+entries(m.ids(all, 1, 2)))
			}
			if m.chance(30) {
				m.used["without"] = true
				lines = append(lines, "  without: "+m.list(m.ids(everybody, 1, 1)))
			}
		}
	case 2:
		m.used["pool"] = true
		half := len(everybody) / 2
		lines = append(lines, "pool:",
			"  gold: "+m.list(everybody[1:half]), "  black: "+m.list(everybody[half:]),
			"  gold_drawn: "+m.number(4), "  black_drawn: "+m.number(6),
			"  riders: "+m.list(m.ids(slices.Sorted(maps.Keys(chapters.Default().Riders)), 1, 3)),
			"  gifts: "+m.list(m.ids(slices.Sorted(maps.Keys(chapters.Default().Gifts)), 1, 3)))
		if m.chance(30) {
			lines = append(lines, "  redraw: [{with: "+m.one(everybody...)+", players: [1, 2, 3], unless: [mithril]}]")
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestWhatLoadsCanBePlayed makes up chapters of every key and kind. Whatever the loader takes can
// be dealt to every number of players and played to the end, with anything that is legal.
func TestWhatLoadsCanBePlayed(t *testing.T) {
	chances := 250
	if n, err := strconv.Atoi(os.Getenv("CHAPTERS")); err == nil {
		chances = n
	}
	loaded := map[string]int{}
	refused := map[string]int{}
	for seed := range uint64(chances) {
		m := &maker{rng: rand.New(rand.NewPCG(seed, 31)), used: map[string]bool{}}
		text := m.chapter()
		lib := &chapters.Library{Box: chapters.Default().Box}
		c, err := lib.ParseChapter("c31.yaml", []byte(text))
		if err != nil {
			require.NotContains(t, err.Error(), "%!")
			for _, line := range strings.Split(err.Error(), "\n") {
				refused[line[strings.Index(line, " ")+1:]]++
			}
			continue
		}
		loaded[""]++
		for key := range m.used {
			loaded[key]++
		}
		lib.Chapters = append(lib.Chapters, c)
		playAll(t, lib, c, m.rng, fmt.Sprintf("seed %d\n%s", seed, text))
	}
	t.Logf("loaded: %v", loaded)
	for why, n := range refused {
		if n > chances/200 {
			t.Logf("%d refused: %s", n, why)
		}
	}
	for _, key := range slices.Concat(strictyaml.Keys(chapters.Rules{}), strictyaml.Keys(chapters.RosterEntry{}), []string{"setup", "events", "groups", "pool", "without"}) {
		if !slices.Contains([]string{"characters", "character", "goal", "goal_text", "setup_text"}, key) {
			require.Positive(t, loaded[key], "no chapter with %s was made up", key)
		}
	}
}

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
			for n := 0; !g.Over(); n++ {
				ask := g.Ask()
				require.NotEmpty(t, ask.Options, "%s by seat %d in %s after %v of\n%s", ask.Kind, ask.Seat, id, g.Decisions(), what)
				require.NoError(t, g.Apply(ask.Options[rng.IntN(len(ask.Options))]), "%s after %v of\n%s", id, g.Decisions(), what)
				require.Less(t, n, 300)
				g.View(0)
			}
			require.NotEqual(t, chapters.Undecided, g.Result(), "%s of\n%s", id, what)
		}
	}
}

// plain40 is a chapter in order, with a line for more.
const plain40 = `chapter: 40
title: {en: Forty, de: Vierzig}
length: short
characters: [%s]
threats: [%s]
%s
fidelity: reconstructed
note: for tests
`

// TestChapterLimits: everything that a chapter's file may repeat has a limit that
// is told at its place.
func TestChapterLimits(t *testing.T) {
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
		{"one too many to choose from", crowd + ", gloin", "1, 2, 3, 4", "", ":4:13: with 4 players there are 17 characters to choose from: 16 are the most"},
		{"one too many by an event", crowd, "1, 2, 3, 4", "events: [{id: a, title: {en: a, de: b}, characters: [gloin]}]", ":6:53: with 4 players there are 17 characters"},
		{"a long list", five + ", " + many(60, "sam"), "1", "", "these are 65 items: at most 64 are read here"},
		{"threats", five, many(21, "1"), "", ":5:71: these are 21 items: at most 20 are read here"},
		{"events", five, "1", "events:\n" + count(13, "- {id: x%d, title: {en: a, de: b}}\n"), "these are 13 items: at most 12"},
		{"groups", five, "1", "groups:\n" + count(13, "- {id: g%d, title: {en: a, de: b}}\n"), "these are 13 items: at most 12"},
		{"without", five, "1", "events: [{id: a, title: {en: a, de: b}, without: [" + many(65, "sam") + "]}]", "these are 65 items"},
		{"filled_in", five, "1", "filled_in: [" + many(41, "{text: {en: a, de: b}}") + "]", "these are 41 items: at most 40"},
		{"changed goals", crowd, "1, 2, 3, 4", "events:\n" + goals.String(), "a chapter can change the goals of 40 characters at most"},
		{"players", strings.Replace(five, "sam", "{character: sam, players: [1, 2, 3, 4, 4]}", 1), "1", "", "these are 5 items: at most 4"},
		{"title", five, "1", "groups: [{id: a, title: {en: " + strings.Repeat("x", 61) + ", de: b}}]", "this text has 61 characters: at most 60"},
		{"notes", five, "1", "notes: {en: " + strings.Repeat("x", 2001) + ", de: b}", "this text has 2001 characters: at most 2000"},
		{"pool names", five, "1", fmt.Sprintf(pool, many(65, "sam"), 1, ""), "these are 65 items"},
		{"pool name twice", five, "1", fmt.Sprintf(pool, "sam, sam", 1, ""), ":6:20: sam is listed twice"},
		{"pool name in both", five, "1", fmt.Sprintf(pool, "sam, merry", 1, ""), "merry is among the gold cards already"},
		{"pool of backs", five + ", samwise", "1", fmt.Sprintf(pool, "samwise", 1, ""), "samwise is a burdened side"},
		{"large pool", crowd + ", gloin, radagast, celeborn", "1, 2, 3, 4", fmt.Sprintf(pool, "sam", 1, ""), "with 4 players 19 characters are always there or drawn: 16 are the most (L5)"},
		{"redraws", five, "1", fmt.Sprintf(pool, "sam", 1, ", redraw: ["+many(17, "{with: sam, players: [1]}")+"]"), "these are 17 items: at most 16"},
		{"pool and pyramid", strings.Replace(five, "sam", "{character: sam, not_pyramid: true}", 1), "1", fmt.Sprintf(pool, "sam", 1, ""), "none can be for some players only or kept away from the pyramid"},
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

// TestDocumentLimits: so has everything that a document may repeat.
func TestDocumentLimits(t *testing.T) {
	const hands = `{cards: H1}, {cards: M1}, {cards: R1}`
	many := func(n int, each string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(each+", ", n), ", ") + "]"
	}
	for field, most := range map[string]int{
		"lost: " + many(70, "H2"): 64, "plays: " + many(70, `"0:H1"`): 64, "completed: " + many(201, "sam"): 200, "pool: " + many(201, "sam"): 200,
		"events_done: " + many(13, "doors"): 12, "threats: " + many(21, "1"): 20, "staged: " + many(9, `""`): 8, "rider_seats: " + many(5, "1"): 4,
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

// A record that is longer than any round is bad, and the next one is read.
func TestRecordLimit(t *testing.T) {
	const first = `{"record":1,"players":3,"lost":[],"leader":0,"hands":[{"cards":"H8"},{"cards":"H1"},{"cards":"H2"}]}` + "\n"
	long := `{"assisted":"` + strings.Repeat(" ", 9_000) + "\"}\n"
	entries := readAll(first + strings.Repeat(long, chapters.MaxRecord/len(long)+1) + first + `{"play":"0:H8"}` + "\n")
	require.Len(t, entries, 2)
	require.ErrorContains(t, entries[0].Err, "the record is longer than 4194304 bytes")
	require.NoError(t, entries[1].Err)
	assert.Len(t, entries[1].Decisions, 1)
	entries = readAll(first + strings.Repeat(long, (chapters.MaxRecord-len(first))/len(long)))
	require.Len(t, entries, 1)
	require.NoError(t, entries[0].Err)
}

// TestLongestRound: a round of characters who do in setup all that a file can ask of them, each
// exchange carried out, is far shorter than a record may be, and the record plays through.
func TestLongestRound(t *testing.T) {
	files := fstest.MapFS{"chapters/c40.yaml": {Data: fmt.Appendf(nil, plain40, "za, zb, zc, zd", "1, 2, 3, 4, 5, 6, 7", "optional_lost: true")}}
	for _, id := range []string{"za", "zb", "zc", "zd"} {
		setup := "draw_threat: 2\n- declare\n- take_lost\n- pass_right\n- reveal\n- set_aside\n- give_each\n" + strings.Repeat("- exchange: anyone\n", 8)
		if id == "zd" {
			setup = strings.Replace(setup, "- reveal", "- tuck", 1)
		}
		files["characters/"+id+".yaml"] = &fstest.MapFile{Data: []byte("id: " + id + "\nname: {en: a, de: b}\ngoal: {tricks: fewest}\ngoal_text: {en: a, de: b}\nsetup:\n- " + setup +
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
		for !g.Over() {
			options := options(t, g)
			if d := options[0]; d.Kind == chapters.TakeBack {
				apply(t, g, options[1]) // not yet: so it is asked again
				continue
			}
			apply(t, g, options[rng.IntN(max(len(options)-1, 1))]) // to decline comes last
		}
		require.Greater(t, len(g.Decisions()), 60)
		require.Less(t, len(g.Decisions()), 500)
		r := chapters.Record{Position: pos, Decisions: g.Decisions()}
		text, err := r.Text()
		require.NoError(t, err)
		require.Less(t, len(text), 1<<14)
		for e := range lib.Read("record", strings.NewReader(string(text))) {
			require.NoError(t, e.Err)
			again, err := e.Game(lib)
			require.NoError(t, err)
			require.True(t, again.Over())
		}
	}
}

// TestFolderLimits: a folder of somebody's own is read up to a limit.
func TestFolderLimits(t *testing.T) {
	many := fstest.MapFS{}
	for i := range strictyaml.MaxFiles + 1 {
		many[fmt.Sprintf("riders/x%d.txt", i)] = &fstest.MapFile{}
	}
	large := fstest.MapFS{}
	for i := range strictyaml.MaxBytes/strictyaml.MaxDocument + 1 {
		large[fmt.Sprintf("gifts/x%02d.yaml", i)] = &fstest.MapFile{Data: []byte("#" + strings.Repeat("\n", strictyaml.MaxDocument-1))}
	}
	for want, files := range map[string]fstest.MapFS{
		fmt.Sprintf("riders: this is too much: a folder may hold %d files", strictyaml.MaxFiles):                   many,
		fmt.Sprintf("gifts/x16.yaml: this is too much: all files together may have %d bytes", strictyaml.MaxBytes): large,
		fmt.Sprintf("chapters/c40.yaml:1:1: the document is longer than %d bytes", strictyaml.MaxDocument):         {"chapters/c40.yaml": {Data: make([]byte, 3<<20)}},
		"chapters/c40.yaml: this is not a file":                                                                    {"chapters/c40.yaml/x": {}},
	} {
		_, err := chapters.Load(files)
		require.ErrorContains(t, err, want)
	}
}
