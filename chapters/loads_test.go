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

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"

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
