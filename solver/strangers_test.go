package solver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/solver"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/hunttest"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Strangers write chapters, characters and documents: here they are made by chance out of
// the words of the grammar. All that are read without an error can be played.

// mostDecisions is more than any round of them has, and far less than a record
// may hold.
const mostDecisions = 500

// TestStrangersDocuments changes documents of every stage at random. What is read
// is a game: what it offers it accepts, and it goes on to the round's end.
func TestStrangersDocuments(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	ids := lib.DealIDs(0)
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(ids).Draw(t, "deal")
		id.Seed = uint64(rapid.IntRange(0, 30).Draw(t, "seed"))
		rng := rand.New(rand.NewPCG(id.Seed, rapid.Uint64Range(0, 99).Draw(t, "chance")))
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		doc := document(t, atStage(t, lib, pos, rng))
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			change(t, lib, doc)
		}
		text, err := json.Marshal(doc)
		require.NoError(t, err)
		for e := range lib.Read("stranger", strings.NewReader(string(text))) {
			if e.Err != nil {
				require.NotContains(t, e.Err.Error(), "%!")
				continue
			}
			g, err := e.Record.Game(lib)
			if err != nil {
				require.NotContains(t, err.Error(), "%!")
				continue
			}
			wander(t, lib, g, rng, string(text))
		}
	})
}

// atStage takes the round to a stage: the deal itself, the cast, or the first
// trick.
func atStage(t *rapid.T, lib *chapters.Library, pos chapters.Position, rng *rand.Rand) chapters.Position {
	stage := rapid.SampledFrom([]chapters.Stage{chapters.StageDraft, chapters.StageSetup, chapters.StagePlay}).Draw(t,
		"stage")
	if stage == chapters.StageDraft {
		return pos
	}
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	for g.Stage() < stage {
		options := g.Options()
		require.NoError(t, g.Apply(options[rng.IntN(len(options))]))
	}
	if stage == chapters.StagePlay {
		pos, err = g.FirstTrick()
		require.NoError(t, err)
		return pos
	}
	pos.Stage = stage
	pos.Hands = slices.Clone(pos.Hands)
	for s := range pos.Hands {
		pos.Hands[s].Character = g.Character(tricks.Seat(s)).ID
	}
	return pos
}

func document(t *rapid.T, pos chapters.Position) map[string]any {
	text, err := json.Marshal(pos)
	require.NoError(t, err)
	var doc map[string]any
	require.NoError(t, json.Unmarshal(text, &doc))
	delete(doc, "deal")
	return doc
}

// change changes one thing of a document.
func change(t *rapid.T, lib *chapters.Library, doc map[string]any) {
	pick := func(list []string) string { return rapid.SampledFrom(list).Draw(t, "word") }
	people := slices.Sorted(maps.Keys(lib.Characters))
	riders, gifts := slices.Sorted(maps.Keys(lib.Riders)), slices.Sorted(maps.Keys(lib.Gifts))
	number := func(least, most int) int { return rapid.IntRange(least, most).Draw(t, "number") }
	card := func() string { return (tricks.Deck | tricks.SuitSet(tricks.Rivers)).Cards()[number(0, 44)].String() }
	hands := doc["hands"].([]any)
	hand := hands[number(0, len(hands)-1)].(map[string]any)
	words := func(list []string) []any {
		var out []any
		for range number(0, 6) {
			out = append(out, pick(list))
		}
		return out
	}
	switch number(0, 27) {
	case 0, 1, 2:
		hand["gift"] = pick(gifts)
	case 3, 4:
		hand["rider"] = pick(riders)
	case 5, 6:
		hand["threat"] = number(1, 9)
	case 7:
		hand["declared"] = pick([]string{characters.More, characters.Fewer})
	case 8:
		hand["range"] = []int{number(1, 5), number(5, 8)}
	case 9, 10, 11:
		key := pick([]string{"tucked", "first", "last"})
		hand[key] = card()
		if cards, ok := hand["cards"].(string); ok && number(0, 3) > 0 {
			set, err := tricks.ParseSet(cards)
			require.NoError(t, err)
			if set != 0 {
				hand[key] = set.Cards()[number(0, set.Len()-1)].String()
			}
		}
	case 12:
		hand["took_lost"] = true
	case 13:
		hand["announced"] = []string{pick([]string{"H", "M", "F", "S", "R"})}
	case 14, 15:
		hand["character"] = pick(people)
	case 16:
		delete(hand,
			pick([]string{"character", "threat", "declared", "gift", "rider", "announced", "tucked", "took_lost"}))
	case 17:
		delete(doc, pick([]string{
			"threats", "event", "group", "pool", "sides", "staged", "pile", "rider", "gift",
			"leader", "chapter", "lost", "stage",
		}))
	case 18:
		doc["stage"] = pick([]string{"draft", "setup", "play"})
	case 19:
		doc["chapter"] = lib.Chapters[number(0, len(lib.Chapters)-1)].ID
	case 20:
		doc["gift"] = pick(gifts)
	case 21:
		doc["rider"] = pick(riders)
	case 22:
		doc["pool"] = words(people)
	case 23:
		doc["leader"] = number(0, 3)
	case 24:
		doc["sides"] = map[string]string{pick(chapters.Words("deck")): card() + " " + card()}
	case 25:
		doc["staged"] = []string{"", ""}[:number(0, 2)]
	case 26:
		if threats, ok := doc["threats"].([]any); ok && len(threats) > 0 {
			doc["threats"] = threats[number(0, len(threats)-1):]
		}
		doc["mithril_used"] = number(0, 1) == 0
	default:
		other := hands[number(0, len(hands)-1)].(map[string]any)
		for _, key := range []string{"character", "threat", "declared", "gift", "rider"} {
			hand[key], other[key] = other[key], hand[key]
		}
	}
}

// TestStrangersChapters makes chapters, characters, riders and gifts at random.
// Those that are read without an error can be dealt and played to the end.
func TestStrangersChapters(t *testing.T) {
	t.Parallel()
	read := 0
	refused := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 3).Draw(t, "one of four") > 0 {
			return // a library takes as long as ten other cases
		}
		w := writer{T: t}
		lib, world, err := w.library()
		if err != nil {
			require.NotContains(t, err.Error(), "%!")
			refused[regexp.MustCompile(`^[^ ]* `).ReplaceAllString(strings.SplitN(err.Error(), "\n", 2)[0], "")]++
			return
		}
		read++
		text := world.Text()
		c, err := lib.Chapter("40")
		require.NoError(t, err)
		id := chapters.DealID{
			Chapter: "40", Variant: rapid.SampledFrom(c.Letters()).Draw(t, "variant"), Players: w.number(1, 4),
			Seed: uint64(w.number(0, 999)),
		}
		pos, err := lib.Deal(id)
		require.NoError(t, err, "%s\n%s", id, text)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, "%s\n%s", id, text)
		wander(t, lib, g, rand.New(rand.NewPCG(id.Seed, 5)), text)
	})
	t.Logf("%d libraries were read; refused: %v", read, refused)
	require.Positive(t, read)
}

// TestStrangersKnowTheGrammar holds that chapters of strangers which are read have every key that
// says how a chapter is played.
func TestStrangersKnowTheGrammar(t *testing.T) {
	t.Parallel()
	libraries := rapid.Custom(func(t *rapid.T) string {
		_, world, err := writer{T: t}.library()
		if err != nil {
			return ""
		}
		return world.Text()
	})
	seen := ""
	for seed := range 90 {
		seen += libraries.Example(seed)
	}
	for _, key := range slices.Concat(strictyaml.Keys(chapters.Rules{}), strictyaml.Keys(chapters.RosterEntry{}),
		[]string{"setup", "events", "groups", "pool", "without"}) {
		require.Contains(t, seen, key+":", "no chapter with it was read")
	}
}

// reads adds what a file says to a box.
func reads(box *characters.Box, folder, id, text string) error {
	files := []strictyaml.File{{Folder: folder, Name: folder + "/" + id + ".yaml", Data: []byte(text)}}
	box.Read(files)
	return files[0].Err
}

// adds adds the chapter that a file describes to a library.
func adds(lib *chapters.Library, text string) error {
	files := []strictyaml.File{{Folder: "chapters", Name: "chapters/c40.yaml", Data: []byte(text)}}
	lib.Add(files)
	return files[0].Err
}

// library writes a chapter and who plays in it, beside those that come with the
// program, and returns the files of it all.
func (w writer) library() (*chapters.Library, hunttest.World, error) {
	known := chapters.Default().Box
	box := &characters.Box{
		Characters: maps.Clone(known.Characters), Riders: maps.Clone(known.Riders),
		Gifts: maps.Clone(known.Gifts),
	}
	for _, id := range strangers {
		box.Characters[id] = &characters.Character{ID: id} // they may name each other
	}
	world := hunttest.World{}
	for _, id := range strangers {
		for tries := 0; ; tries++ {
			own := w.character(id)
			if err := reads(box, "characters", id, own); err == nil {
				world["characters/"+id+".yaml"] = own
				break
			} else if tries == 5 {
				return nil, world, err
			}
		}
	}
	own := w.rider("dread")
	world["riders/dread.yaml"] = own
	if err := reads(box, "riders", "dread", own); err != nil {
		return nil, world, err
	}
	own = w.gift("lamp")
	world["gifts/lamp.yaml"] = own
	if err := reads(box, "gifts", "lamp", own); err != nil {
		return nil, world, err
	}
	lib := &chapters.Library{Box: box}
	own = w.chapter()
	world["chapters/c40.yaml"] = own
	return lib, world, adds(lib, own)
}

var strangers = []string{"ada", "bo", "cy", "dot", "eve"}

// writer writes files by chance.
type writer struct {
	*rapid.T
	drawn bool // the characters are drawn, as for the Road
	lot   bool // they are dealt (C16)
}

func (w writer) number(least, most int) int { return rapid.IntRange(least, most).Draw(w.T, "number") }

func (w writer) pick(list ...string) string          { return rapid.SampledFrom(list).Draw(w.T, "word") }
func (w writer) often() bool                         { return w.number(0, 2) > 0 }
func (w writer) seldom() bool                        { return w.number(0, 5) == 0 }
func (w writer) line(format string, a ...any) string { return fmt.Sprintf(format, a...) + "\n" }

func (w writer) many(least, most int, one func() string) string {
	list := make([]string, w.number(least, most))
	for i := range list {
		list[i] = one()
	}
	return "[" + strings.Join(list, ", ") + "]"
}

func (w writer) amount(most int) string {
	if w.number(0, 3) == 0 {
		return fmt.Sprintf("{1: %d, 2: %d, 3: %d, 4: %d}", w.number(0, most), w.number(0, most), w.number(0, most),
			w.number(0, most))
	}
	return fmt.Sprint(w.number(0, most))
}

func (w writer) limits(threat bool) string {
	n := w.amount(4)
	if threat && w.often() {
		n = "threat"
	}
	return fmt.Sprintf("%s: %s", w.pick("at_least", "at_most", "exactly"), n)
}

func (w writer) suit() string {
	return w.pick("Hills", "Mountains", "Forests", "Shadows", "Rings", "Rivers")
}

func (w writer) cards(threat bool) string {
	switch w.number(0, 3) {
	case 0:
		return "card: " + w.pick("R1", "H3", "M8 S8", "F9")
	case 1:
		if threat {
			return "suit: " + w.suit() + ", rank: threat"
		}
		return fmt.Sprintf("rank: %d", w.number(0, 8))
	}
	return "suit: " + w.suit()
}

func (w writer) goal(depth int, threat, declare bool) string {
	kind := w.number(0, 16)
	if depth == 0 {
		kind = w.number(0, 12)
	}
	switch kind {
	case 0:
		return "{tricks: {" + w.limits(threat) + "}}"
	case 1:
		return "{tricks: " + w.pick(endingtest.Comparisons()...) + "}"
	case 2:
		switch {
		case declare:
			return "{tricks: than_threat}"
		case threat:
			return "{tricks: exactly_threat}"
		}
		return fmt.Sprintf("{wins_one_of_last: %d}", w.number(1, 14))
	case 3:
		return fmt.Sprintf("{tricks_in_a_row: %d}", w.number(1, 5))
	case 4:
		return "{cards: {" + w.cards(threat) + ", " + w.limits(threat) + "}}"
	case 5:
		return "{cards: {" + w.cards(threat) + ", every: true}}"
	case 6:
		return "{" + w.pick("tricks_with", "tricks_without", "leads") + ": {" + w.cards(threat) + ", " +
			w.limits(threat) + "}}"
	case 7:
		return "{most_cards: {" + w.cards(threat) + "}}"
	case 8:
		return "{plays_last: {" + w.cards(threat) + "}}"
	case 9:
		return "{" + w.pick("one_rank", "each_rank") + ": {" + w.limits(threat) + "}}"
	case 10:
		return fmt.Sprintf("{rank_run: {suit: %s, length: %d}}", w.suit(), w.number(2, 5))
	case 11:
		return "{left_suit: {" + w.limits(threat) + "}}"
	case 12, 13:
		return "{" + w.pick("all", "any") + ": []}"
	case 14:
		return "{" + w.pick("everyone", "others") + ": " + w.goal(depth-1, threat, declare) + "}"
	}
	return "{" + w.pick("all", "any") + ": " + w.many(1, 3, func() string {
		return w.goal(depth-1, threat, declare)
	}) + "}"
}

func (w writer) partners(id string) string {
	list := func() string {
		again := map[string]bool{}
		return w.many(1, 2, func() string {
			one := w.pick(slices.DeleteFunc(slices.Concat(strangers, []string{"frodo", "sam", "gandalf"}),
				func(o string) bool { return o == id || again[o] })...)
			again[one] = true
			return one
		})
	}
	switch w.number(0, 3) {
	case 0:
		return list()
	case 1:
		return "{anyone_but: " + list() + "}"
	}
	return "anyone"
}

// setup writes setup actions, and reports whether they draw a threat, and declare.
func (w writer) setup(id string) (text string, threat, declares bool) {
	var list []string
	seen := map[string]bool{}
	for range w.number(0, 5) {
		kind := w.pick(characters.Words("action")...)
		if seen[kind] && kind != "exchange" ||
			(kind == "tuck" && id != strangers[3] || kind == "give_each" || kind == "pass_right") && w.often() {
			continue
		}
		seen[kind] = true
		switch kind {
		case "exchange", "exchange_each", "exchange_lost":
			kind += ": " + w.partners(id)
			for w.number(0, 4) == 0 {
				list = append(list, "{exchange: "+w.partners(id)+"}")
			}
			kind = "{" + kind + "}"
		case "take_side":
			kind = fmt.Sprintf("{take_side: %d}", w.number(1, 10))
		case "draw_threat":
			if w.seldom() {
				kind = "{draw_threat: 2}"
			}
		}
		list = append(list, kind)
	}
	return "[" + strings.Join(list, ", ") + "]", seen["draw_threat"] || seen["choose_threat"], seen["declare"]
}

const closing = "fidelity: reconstructed\nnote: by chance\n"

func (w writer) flags(names ...string) string {
	text := ""
	for _, name := range names {
		if w.seldom() {
			text += name + ": true\n"
		}
	}
	return text
}

func (w writer) character(id string) string {
	setup, threat, declares := w.setup(id)
	text := w.line("id: %s\nname: {en: %s, de: %s}", id, id, id)
	text += w.line("goal: %s\ngoal_text: {en: goal, de: Ziel}", w.goal(2, threat, declares))
	text += w.line("setup: %s\nsetup_text: {en: setup, de: Aufbau}", setup)
	text += w.flags("need_not_follow", "leads", "names_leader", "redraws", "solo_full")
	if id == strangers[0] && w.seldom() {
		text += "takes_r1: true\n"
	}
	if w.seldom() {
		text += "may_not_pass: " + w.pick("R1", "H5") + "\n"
	}
	if w.seldom() && id != "frodo" {
		text += w.line("counts_for: {character: frodo, suit: %s}", w.suit())
	}
	return text + closing
}

func (w writer) rider(id string) string {
	return w.line("id: %s\nname: {en: %s, de: %s}\ngoal: %s\ngoal_text: {en: g, de: g}", id, id, id,
		w.goal(1, false, false)) +
		w.flags("no_exchange", "hides_threat") + closing
}

func (w writer) gift(id string) string {
	effect := w.pick(characters.Words("effect")...)
	text := w.line("id: %s\nname: {en: %s, de: %s}\ncharacter: %s\ntext: {en: t, de: t}\neffect: %s", id, id, id,
		strangers[1], effect)
	if effect == characters.Words("effect")[0] {
		text += w.line("ranges: [[1, 2], [%d, 9]]", w.number(3, 9))
	}
	return text + closing
}

func (w writer) entry(id string) string {
	name := id
	if w.number(0, 9) == 0 {
		name = `"` + id + `*"`
	}
	if w.often() {
		return name
	}
	more := []string{"character: " + name}
	for _, flag := range []string{"exempt", "not_pyramid", "blindfold"} {
		if w.seldom() && !(w.drawn && flag == "not_pyramid") {
			more = append(more, flag+": true")
		}
	}
	if w.seldom() {
		more = append(more, "rider: "+w.pick("dread", "wraith", "unseen", "terror"))
	}
	if gift := map[string]string{
		strangers[1]: "lamp", "aragorn": "sword", "frodo": "sting", "boromir": "horn",
		"gandalf": "glamdring",
	}[id]; gift != "" && w.often() {
		more = append(more, "gift: "+gift)
	}
	if w.seldom() {
		setup, threat, declares := w.setup(id)
		more = append(more, "goal: "+w.goal(1, threat, declares), "goal_text: {en: g, de: g}", "setup: "+setup,
			"setup_text: {en: s, de: s}")
	}
	if w.seldom() && !w.drawn {
		more = append(more, "players: [1, 4]")
	}
	return "{" + strings.Join(more, ", ") + "}"
}

func (w writer) roster() string {
	if w.lot {
		return "[ada, {character: bo, gift: lamp}, cy, {character: dot, players: [1, 4], rider: dread}]"
	}
	var list []string
	for _, id := range slices.Concat(strangers,
		[]string{
			"frodo", "aragorn", "sam", "meriadoc", "fatty", "radagast", "galadriel", "tom", "bill",
			"bilbo-baggins",
		}) {
		if slices.Contains(strangers, id) || w.number(0, 3) == 0 {
			list = append(list, w.entry(id))
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// rules writes how a chapter, an event or a group is played.
func (w writer) rules() string {
	text := w.flags("exchanges_together", "threats_hidden", "optional_exchanges", "optional_lost")
	switch w.number(0, 9) {
	case 0:
		text += w.line("lost: {1: 1, 2: 2, 3: 2, 4: 1}\nside_deck: {name: oldforest, cards: F123456789, turn_up: 1}")
	case 1:
		text += w.line("lost: 0\nside_deck: {name: barrow, cards: H12345678 M12345678 F12345678 S12345678, size: {1: 5, 2: 10, 3: 10, 4: 5}}")
	case 2:
		text += w.line("lost: {1: 1, 2: 2, 3: 2, 4: 1}\nside_deck: {name: balrog, cards: S12345678 B5, turn_up: %d}",
			w.number(1, 3))
	case 3:
		text += "rivers: {1: 8, 2: 6, 3: 6, 4: 8}\n" + w.pick("", "trump: Rivers\n")
	case 4:
		text += w.line("lost: {1: %d, 2: %d, 3: %d, 4: %d}", 1, 1, 1+3*w.number(0, 1), 1)
	}
	if w.lot {
		text += "leads: cy\n" + w.flags("lost_may_be_r1") + w.pick("", "staged: 4\n")
	}
	return text
}

func (w writer) chapter() string {
	switch w.number(0, 9) {
	case 0:
		w.lot = true
	case 1:
		w.drawn = true
	}
	text := w.line("chapter: 40\ntitle: {en: Forty, de: Vierzig}\nlength: %s\ncharacters: %s",
		w.pick("short", "long"), w.roster())
	text += "threats: [1, 2, 3, 4, 5][:]\n"
	text = strings.Replace(text, "[1, 2, 3, 4, 5][:]",
		w.pick("[1, 2, 3, 4]", "[2, 1, 3, 5, 7, 4]", "[1, 2, 3, 4, 5, 6, 7]"), 1)
	text += w.rules()
	switch {
	case w.lot:
		text += "cast_by_lot: true\n"
	case w.seldom():
		text += "leads: " + w.pick(strangers...) + "\n"
	}
	switch {
	case !w.drawn && w.number(0, 3) == 0:
		text += w.pick("events", "groups") + ":\n"
		for _, id := range []string{"x", "y"} {
			if w.lot {
				text += w.line("- {id: %s, title: {en: %s, de: %s}, threats_hidden: true}", id, id, id)
				continue
			}
			text += w.line("- id: %s\n  title: {en: %s, de: %s}", id, id, id)
			for line := range strings.Lines(w.rules()) {
				text += "  " + line
			}
			if w.seldom() {
				text += "  without: [" + w.pick(strangers...) + "]\n"
			}
			if w.seldom() {
				text += "  characters: [" +
					w.entry(w.pick(slices.Concat(strangers, []string{"pippin", "gimli"})...)) + "]\n"
			}
		}
	case w.drawn:
		text += w.line("pool: {gold: [ada, bo], black: [cy, dot], gold_drawn: %d, black_drawn: %d, riders: [dread, unseen, wraith], gifts: [lamp, sting, sword]}",
			w.number(1, 2), w.number(1, 2))
	}
	return text + closing
}

// wander plays a round to its end, by chance, and holds it to what is true of
// every game. The text says what it was made of.
func wander(t *rapid.T, lib *chapters.Library, g *chapters.Game, rng *rand.Rand, text string) {
	start := g.Clone()
	for n := 0; !g.IsOver(); n++ {
		require.Less(t, n, mostDecisions, "T10: the round does not end\n%s", text)
		ask := g.View(g.Due().Decider).Ask
		require.NotEmpty(t, ask.Options, "%s by seat %d: nothing is offered after %v\n%s", ask.Kind, ask.Seat,
			g.Decisions(), text)
		for _, i := range []int{0, len(ask.Options) - 1, rng.IntN(len(ask.Options))} {
			require.NoError(t, g.Clone().Apply(ask.Options[i]), "%s after %v\n%s", ask.Options[i], g.Decisions(), text)
		}
		for _, r := range ask.Refused {
			require.Error(t, g.Clone().Apply(r.Decision), text)
		}
		require.NoError(t, g.Apply(ask.Options[rng.IntN(len(ask.Options))]), text)
		for p := range tricks.Seat(g.Start().Players) {
			g.View(p)
		}
	}
	require.NotEqual(t, chapters.Undecided, g.Result(), text)
	again := start.Clone()
	for _, d := range g.Decisions() {
		require.NoError(t, again.Apply(d), text)
	}
	require.Equal(t, g.History(), again.History(), text)
	require.Equal(t, g.Statuses(), again.Statuses(), text)

	record := chapters.Record{Position: g.Start(), Decisions: g.Decisions()}
	written, err := record.Text()
	require.NoError(t, err, text)
	entries := 0
	for e := range lib.Read("record", strings.NewReader(string(written))) {
		entries++
		require.NoError(t, e.Err, "%s\n%s", written, text)
		replayed, err := e.Record.Game(lib)
		require.NoError(t, err, "%s\n%s", written, text)
		require.Equal(t, g.Statuses(), replayed.Statuses(), text)
	}
	require.Equal(t, 1, entries)

	_, err = solver.Solve(context.Background(), start, solver.Options{Nodes: 30, Memory: 1 << 20})
	require.NoError(t, err, text)
}

// TestGoalLimit: goals that there is room for one by one, but not all together,
// leave the verdict unknown.
func TestGoalLimit(t *testing.T) {
	t.Parallel()
	known := chapters.Default().Box
	box := &characters.Box{Characters: maps.Clone(known.Characters), Riders: known.Riders, Gifts: known.Gifts}
	lib := &chapters.Library{Box: box}
	for _, id := range []string{"ada", "bo", "cy", "dot"} {
		require.NoError(t, reads(box, "characters", id, "id: "+id+`
name: {en: a, de: b}
goal: {each_rank: {at_most: 3}}
goal_text: {en: a, de: b}
setup: []
`+closing))
	}
	require.NoError(t,
		adds(lib, "chapter: 40\ntitle: {en: a, de: b}\nlength: short\ncharacters: [ada, bo, cy, dot]\n"+closing))
	pos, err := lib.Deal(chapters.DealID{Chapter: "40", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	result, err := solver.Solve(context.Background(), g, solver.Options{Nodes: 1000})
	require.NoError(t, err)
	require.Equal(t, solver.Unknown, result.Verdict)
	require.Equal(t, solver.GoalLimit, result.Reason)
}
