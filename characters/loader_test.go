package characters_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/characters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEmbedded checks that the program's own files load, with all the texts that people read.
func TestEmbedded(t *testing.T) {
	b := box(t)
	require.NotEmpty(t, b.Riders)
	for _, of := range []map[string]*characters.Character{b.Characters, b.Riders} {
		for id, c := range of {
			assert.Equal(t, id, c.ID)
			if c.Goal == nil { // an empty "all" is a goal
				t.Errorf("%s has no goal", id)
			}
			assert.Contains(t, characters.Words("fidelity"), c.Fidelity.Level, id)
			assert.NotEmpty(t, c.Fidelity.Note, id)
			assert.NotEmpty(t, c.Name, id)
			assert.NotEmpty(t, c.GoalText, id)
			if len(c.Setup) > 0 {
				assert.NotEmpty(t, c.SetupText, id)
			}
		}
	}
	assert.Equal(t, "Dick Bolger", b.Characters["fatty"].Name.In("de"))
	assert.Equal(t, "Fatty Bolger", b.Characters["fatty"].Name.In("fr"), "English where a language is missing")
}

// cards is the table K: the setup in its shorthand, whether the character leads
// the first trick, and how sure the card is. The goals are in testdata/goals.yaml.
var cards = []struct{ id, setup, also, confidence string }{
	{"frodo", "", "takes R1, keeps R1", "A"},
	{"bilbo", "", "", "A"},
	{"gandalf", "lost, ex(frodo)", "", "A"},
	{"pippin", "ex(frodo sam merry)", "", "A"},
	{"sam", "draw, ex(frodo merry pippin)", "", "A"},
	{"merry", "ex(frodo sam pippin)", "", "A"},
	{"gildor", "ex(frodo)", "", "A"},
	{"maggot", "draw, ex(merry pippin)", "", "A"},
	{"fatty", "give 1 to each", "solo full", "A"},
	{"tom", "lost, ex(frodo)", "", "A"},
	{"goldberry", "face up", "solo full", "A"},
	{"underhill", "", "lead", "A"},
	{"barliman", "ex(anyone)", "", "A"},
	{"strider", "draw, declare, ex(frodo)", "", "B"},
	{"glorfindel", "lost, ex each(anyone)", "lead", "C"},
	{"bill", "ex each(frodo sam)", "", "C"}, // S6: what comes back
	{"elrond", "pass right", "lead", "C"},   // S6: chosen before seeing
	{"arwen", "ex(elrond aragorn)", "", "A"},
	{"gloin", "ex(bilbo bilbo-baggins gimli)", "", "A"},
	{"bilbo-baggins", "", "names the leader", "A"},
	{"aragorn", "choose, ex(anyone)", "", "C"},
	{"boromir", "ex(anyone but frodo)", "", "A"},
	{"gwaihir", "ex(gandalf), ex(gandalf)", "", "A"},
	{"shadowfax", "tuck", "", "A"},
	{"radagast", "set aside", "", "C"},
	{"legolas", "draw, ex(gimli aragorn)", "", "A"},
	{"gimli", "draw, ex(legolas aragorn)", "", "A"},
	{"gandalf-servant", "lost", "need not follow, is gandalf", "B"},
	{"orophin-rumil", "draw, ex(haldir)", "lead", "B"},
	{"haldir", "draw, ex(anyone but gimli)", "", "B"},
	{"galadriel", "ex lost or (gandalf)", "", "C"}, // S10: counts in solo
	{"celeborn", "ex(anyone)", "", "A"},

	{"samwise", "draw", "burdened, is sam, Rings count for frodo", "A"},
	{"peregrin", "ex(anyone)", "burdened, is pippin", "A"},
	{"meriadoc", "ex(frodo sam pippin)", "burdened, is merry, redraws", "A"},
	{"aragorn-arathorn", "draw 2, ex(anyone)", "burdened, is aragorn", "A"},
	{"boromir-denethor", "ex(anyone but frodo)", "burdened, is boromir", "A"},
	{"legolas-greenleaf", "draw, ex(gimli aragorn)", "burdened, is legolas", "A"},
	{"gimli-gloin", "draw, ex(legolas aragorn)", "burdened, is gimli", "A"},
}

// shorthand returns a setup in the shorthand of the table K.
func shorthand(setup []characters.Action) string {
	with := func(p characters.Partners) string {
		list := strings.Join(p.IDs, " ")
		switch {
		case p.AllExcept && list == "":
			return "(anyone)"
		case p.AllExcept:
			return "(anyone but " + list + ")"
		}
		return "(" + list + ")"
	}
	words := map[characters.ActionKind]string{
		characters.Threat: "draw", characters.Declare: "declare",
		characters.TakeLost: "lost", characters.TakeSide: " of the side deck", characters.Exchange: "ex",
		characters.GiveEach:  "give 1 to each",
		characters.PassRight: "pass right", characters.Reveal: "face up", characters.Tuck: "tuck",
		characters.SetAside: "set aside",
	}
	var out []string
	for _, a := range setup {
		text := words[a.Kind]
		switch {
		case a.Chosen:
			text = "choose"
		case a.Each:
			text += " each" + with(a.Partners)
		case a.Lost:
			text += " lost or " + with(a.Partners)
		case a.Kind == characters.TakeSide:
			text = fmt.Sprint(a.Cards) + text
		case a.Cards > 1:
			text += fmt.Sprintf(" %d", a.Cards)
		case a.Partners.AllExcept || a.Partners.IDs != nil:
			text += with(a.Partners)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// traits returns the other properties of a card in shorthand.
func traits(c *characters.Character) string {
	var out []string
	is := func(yes bool, word string) {
		if yes {
			out = append(out, word)
		}
	}
	is(c.TakesR1, "takes R1")
	is(c.MayNotPass != 0, "keeps "+c.MayNotPass.String())
	is(c.Leads, "lead")
	is(c.NeedNotFollow, "need not follow")
	is(c.NamesLeader, "names the leader")
	is(c.SoloFull, "solo full")
	is(c.Burdened, "burdened")
	is(c.CountsAs != "", "is "+c.CountsAs)
	is(c.Redraws, "redraws")
	if c.CountsFor != nil {
		out = append(out, fmt.Sprintf("%s count for %s", c.CountsFor.Suit, c.CountsFor.Character))
	}
	return strings.Join(out, ", ")
}

// notSurer checks that a file is not surer of itself than its source.
func notSurer(t *testing.T, id string, of characters.Fidelity, confidence string) {
	t.Helper()
	from := map[string]int{"A": 0, "B": 2, "C": 3}[confidence]
	assert.GreaterOrEqual(t, slices.Index(characters.Words("fidelity"), of.Level), from, "%s is of confidence %s", id,
		confidence)
}

// TestKCards compares every character with the table K.
func TestKCards(t *testing.T) {
	b := box(t)
	require.Len(t, b.Characters, len(cards))
	for _, want := range cards {
		t.Run(want.id, func(t *testing.T) {
			c := b.Characters[want.id]
			require.NotNil(t, c)
			assert.True(t, c.Playable)
			assert.Equal(t, want.setup, shorthand(c.Setup))
			assert.Equal(t, want.also, traits(c))
			assert.False(t, c.NoExchange || c.HidesThreat, "these are for riders")
			notSurer(t, want.id, c.Fidelity, want.confidence)

			needs := c.Goal.NeedsThreat()
			assert.Equal(t, needs, c.HasAction(characters.Threat), "a threat number is for the goal")
			assert.Equal(t, c.HasAction(characters.Declare), c.Goal.NeedsDeclaration())
			plain := b.Characters[c.CountsAs]
			if c.CountsAs != "" {
				require.NotNil(t, plain)
				assert.True(t, c.Matches(plain.ID) && c.Matches(c.ID), "a gold card counts as the plain character")
				assert.False(t, plain.Matches(c.ID), "but not the other way round")
			}
		})
	}
	threats := slices.DeleteFunc(slices.Sorted(maps.Keys(b.Characters)), func(id string) bool {
		return !b.Characters[id].HasAction(characters.Threat)
	})
	assert.Equal(t, []string{
		"aragorn", "aragorn-arathorn", "gimli", "gimli-gloin", "haldir", "legolas", "legolas-greenleaf", "maggot",
		"orophin-rumil",
		"sam", "samwise", "strider",
	}, threats, "L5: who can carry the Unseen, if he is not burdened")
	for id, word := range map[string]string{
		"bilbo-baggins": "may name another", "gandalf-servant": "need not follow", "samwise": "count for Frodo",
		"underhill": "lead the first trick", "elrond": "lead the first trick", "glorfindel": "lead the first trick",
		"orophin-rumil": "lead the first trick", "meriadoc": "drawn anew",
	} {
		c := b.Characters[id]
		assert.Contains(t, c.GoalText.In("en")+c.SetupText.In("en"), word, "%s says all it does", id)
	}
	assert.False(t, b.Characters["underhill"].Matches("frodo"), "K: for other cards he is not Frodo")
	assert.False(t, b.Characters["aragorn"].Goal.NeedsThreat([2]int{1, 2}), "the Sword takes its place")
	assert.True(t, b.Characters["sam"].Goal.NeedsThreat([2]int{1, 2}))
	assert.True(t, asks(t, "{others: {tricks: exactly_threat}}").Goal.NeedsThreat())
}

// TestKRiders checks that a rider has a goal, and that two riders have another rule as well.
func TestKRiders(t *testing.T) {
	riders := box(t).Riders
	for id, want := range map[string]string{
		"morgul-knife": "A", "black-breath": "A", "wraith": "B", "unseen": "A",
		"terror": "A",
	} {
		r := riders[id]
		require.NotNil(t, r, id)
		notSurer(t, id, r.Fidelity, want)
		assert.Equal(t, id == "wraith", r.NoExchange, id)
		assert.Equal(t, id == "unseen", r.HidesThreat, id)
		assert.Empty(t, r.Setup, id)
		assert.Empty(t, traits(r), id)
	}
	assert.Len(t, riders, 5)
}

// TestKGifts compares the gifts with the table K.
func TestKGifts(t *testing.T) {
	gifts := box(t).Gifts
	want := []struct {
		id, character, confidence string
		effect                    characters.Effect
	}{
		{"sword", "aragorn", "B", characters.ChooseRange},
		{"horn", "boromir", "A", characters.AnnounceSuits},
		{"mithril", "frodo", "B", characters.WaiveGoal},
		{"sting", "frodo", "B", characters.ExchangeInPlay},
		{"glamdring", "gandalf", "B", characters.FreeFirstTrick},
	}
	require.Len(t, gifts, len(want))
	for _, w := range want {
		g := gifts[w.id]
		require.NotNil(t, g, w.id)
		assert.Equal(t, w.character, g.Character, w.id)
		assert.Equal(t, w.effect, g.Effect, w.id)
		notSurer(t, w.id, g.Fidelity, w.confidence)
		assert.NotEmpty(t, g.Name)
		assert.NotEmpty(t, g.Text)
	}
	assert.Equal(t, [][2]int{{1, 2}, {3, 4}, {5, 6}}, gifts["sword"].Ranges)
	assert.Empty(t, gifts["horn"].Ranges)
}

var (
	marks    = regexp.MustCompile(`# ERROR (.*)`)
	patterns = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// TestBadFiles loads files with mistakes. A mark # ERROR "regexp" on a line expects an error
// there. One pass must report all expected errors and no others.
func TestBadFiles(t *testing.T) {
	var files []string
	for _, folder := range []string{"", "riders", "gifts"} {
		found, err := filepath.Glob(filepath.Join("testdata/bad", folder, "*.yaml"))
		require.NoError(t, err)
		require.NotEmpty(t, found)
		files = append(files, found...)
	}
	ids := []string{"frodo", "sam", "merry", "setup", "partners", "oneself"}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, "testdata/bad/"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			folder := filepath.Base(filepath.Dir(file))
			if folder == "bad" {
				folder = "characters"
			}
			_, err = load(ids, strictyaml.File{Folder: folder, Name: file, Data: data})
			var got strictyaml.Errors
			require.ErrorAs(t, err, &got)
			left := slices.Clone(got)
			for i, line := range strings.Split(string(data), "\n") {
				m := marks.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				for _, quoted := range patterns.FindAllString(m[1], -1) {
					pattern := regexp.MustCompile(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
					at := slices.IndexFunc(left, func(e *strictyaml.Error) bool {
						return e.File == file && e.Line == i+1 && e.Column > 0 && pattern.MatchString(e.Msg.String())
					})
					if assert.GreaterOrEqual(t, at, 0, "%s:%d: no error matches %q in\n%v", file, i+1, pattern, got) {
						left = slices.Delete(left, at, at+1)
					}
				}
			}
			assert.Empty(t, left, "unexpected")
		})
	}
}

// TestLoad checks that a later file replaces an earlier one, that the errors of all files are
// reported together, and that a file system without the folders has no characters.
func TestLoad(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	bilbo := "id: bilbo\nname: {en: Mine, de: Meins}\ngoal: {tricks: {exactly: 5}}\ngoal_text: {en: a, de: b}\nsetup: []\nfidelity: reconstructed\nnote: ours\n"
	own, err := load(nil,
		slices.Concat(characters.Embedded(),
			strictyaml.ReadFiles(fstest.MapFS{"characters/bilbo.yaml": file(bilbo), "README": file("")},
				characters.Folders...))...)
	require.NoError(t, err)
	assert.Equal(t, "Mine", own.Characters["bilbo"].Name.In("en"))
	assert.Len(t, own.Characters, len(box(t).Characters))

	friend := strings.NewReplacer("bilbo", "lobelia", "setup: []",
		"setup: [{exchange: [otho]}]\nsetup_text: {en: a, de: b}").Replace(bilbo)
	otho := strings.ReplaceAll(bilbo, "bilbo", "otho")
	own, err = load(nil,
		slices.Concat(characters.Embedded(),
			strictyaml.ReadFiles(fstest.MapFS{
				"characters/lobelia.yaml": file(friend),
				"characters/otho.yaml":    file(otho),
			}, characters.Folders...))...)
	require.NoError(t, err, "characters may name each other in any order")
	assert.Equal(t,
		[]characters.Action{{Kind: characters.Exchange, Partners: characters.Partners{IDs: []string{"otho"}}}},
		own.Characters["lobelia"].Setup)

	fear := "id: fear\nname: {en: Fear, de: Furcht}\ngoal: {leads: {suit: Shadows, at_most: 0}}\ngoal_text: {en: a, de: b}\nfidelity: reconstructed\nnote: ours\n"
	lamp := "id: lamp\nname: {en: Lamp, de: Lampe}\ncharacter: lobelia\ntext: {en: a, de: b}\neffect: free_first_trick\nfidelity: reconstructed\nnote: ours\n"
	own, err = load(nil,
		slices.Concat(characters.Embedded(),
			strictyaml.ReadFiles(fstest.MapFS{"characters/lobelia.yaml": file(strings.ReplaceAll(bilbo, "bilbo",
				"lobelia")), "riders/fear.yaml": file(fear), "gifts/lamp.yaml": file(lamp)}, characters.Folders...))...)
	require.NoError(t, err)
	assert.Equal(t, "Furcht", own.Riders["fear"].Name.In("de"))
	assert.Equal(t, "lobelia", own.Gifts["lamp"].Character)

	_, err = load(nil,
		slices.Concat(characters.Embedded(),
			strictyaml.ReadFiles(fstest.MapFS{
				"gifts/lamp.yaml":  file(lamp),
				"riders/fear.yaml": file(fear + "setup: []\n"),
			}, characters.Folders...))...)
	require.ErrorContains(t, err, `gifts/lamp.yaml:3:12: unknown character "lobelia"`)
	require.ErrorContains(t, err, `riders/fear.yaml:7:1: a rider has no setup`)

	_, err = load(nil,
		strictyaml.ReadFiles(fstest.MapFS{
			"characters/lobelia.yaml": file(friend),
			"riders/fear.yaml":        file("id: faer\n"),
		}, characters.Folders...)...)
	require.ErrorContains(t, err, `characters/lobelia.yaml:5:21: unknown character "otho"`)
	require.ErrorContains(t, err, `riders/fear.yaml:1:5: the file is named fear.yaml`)

	none, err := load(nil, strictyaml.ReadFiles(fstest.MapFS{}, characters.Folders...)...)
	require.NoError(t, err)
	assert.Empty(t, none.Characters)
}

// TestPartners checks that a gold card counts as the plain character for other cards (K).
func TestPartners(t *testing.T) {
	b := box(t).Characters
	for _, c := range []struct {
		with characters.Partners
		id   string
		want bool
	}{
		{characters.Partners{IDs: []string{"sam"}}, "sam", true},
		{characters.Partners{IDs: []string{"sam"}}, "samwise", true},
		{characters.Partners{IDs: []string{"samwise"}}, "sam", false},
		{characters.Partners{IDs: []string{"frodo"}}, "underhill", false},
		{characters.Partners{IDs: []string{"gandalf"}}, "gandalf-servant", true},
		{characters.Partners{IDs: []string{"bilbo"}}, "bilbo-baggins", false},
		{characters.Partners{AllExcept: true}, "frodo", true},
		{characters.Partners{IDs: []string{"gimli"}, AllExcept: true}, "gimli", false},
		{characters.Partners{IDs: []string{"gimli"}, AllExcept: true}, "gimli-gloin", false},
		{characters.Partners{IDs: []string{"gimli"}, AllExcept: true}, "sam", true},
		{characters.Partners{}, "sam", false},
	} {
		assert.Equal(t, c.want, c.with.Include(b[c.id]), "%s in %+v", c.id, c.with)
	}
}

// The files that come with the program hold to all that is asked of others, the memory of
// their goals included.
func TestOwnFilesAreLikeOthers(t *testing.T) {
	for _, f := range characters.Embedded() {
		_, err := load(slices.Collect(maps.Keys(box(t).Characters)),
			strictyaml.File{Folder: f.Folder, Name: "own/" + f.Name, Data: f.Data})
		require.NoError(t, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range characters.Embedded() {
		f.Add(file.Data)
	}
	// What grows: nesting, lists, mistakes and texts.
	own := func(goal, setup, more string) {
		f.Add([]byte("id: sam\nname: {en: a, de: b}\ngoal: " + goal + "\ngoal_text: {en: a, de: b}\nsetup: [" +
			setup + "]\nsetup_text: {en: a, de: b}\nfidelity: reconstructed\nnote: ours\n" + more))
	}
	for _, word := range []string{"everyone", "others"} {
		own(strings.Repeat("{"+word+": ", 12)+"{tricks: fewest}"+strings.Repeat("}", 12), "", "")
		own(strings.Repeat("{any: [{"+word+": ", 6)+"{left_suit: {at_least: 2}}"+
			strings.Repeat("}, {each_rank: {at_least: 1}}]}", 6), "", "")
	}
	own("{any: ["+strings.Repeat("{cards: {suit: Hills, at_least: 0}}, ", 150)+"]}", "", "")
	own("{everyone: {all: [{tricks_in_a_row: 7}, {wins_one_of_last: 7}, {tricks: {at_most: threat}}]}}",
		"draw_threat", "")
	own("{tricks: fewest}", strings.Repeat("{exchange: anyone}, ", 30), "")
	own("{tricks: fewest}", "{exchange: ["+strings.Repeat("frodo, ", 60)+"]}", "")
	own("{tricks: fewest}", "", strings.Repeat("lead: true\n", 40))
	own("{tricks: fewest}", "", "may_not_pass: \""+strings.Repeat("R1 ", 5000)+"\"\n")
	own("{tricks: fewest}", "", "counts_as: \"\\e]0;x\\a\\u202e\"\n")
	f.Fuzz(func(t *testing.T, data []byte) {
		sam := strictyaml.File{Folder: "gifts", Name: "sam.yaml", Data: data}
		if box, err := load([]string{"frodo", "sam"}, sam); err == nil {
			require.Equal(t, box.Gifts["sam"].Effect == characters.ChooseRange, len(box.Gifts["sam"].Ranges) > 0)
		}
		sam.Folder = "characters"
		box, err := load([]string{"frodo", "sam"}, sam)
		if err != nil {
			require.NotContains(t, err.Error(), "%!")
			var all strictyaml.Errors
			require.ErrorAs(t, err, &all)
			require.LessOrEqual(t, len(all), strictyaml.MaxErrors+1)
			return
		}
		c := box.Characters["sam"]
		require.NotNil(t, c.Goal)
		c.Goal.NeedsThreat()
		c.Formula(characters.Binding{Seats: 4, Players: 4, Threat: 3})
	})
}
