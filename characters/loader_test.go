package characters_test

import (
	"io/fs"
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

// TestEmbedded: the files that come with the program load, and every text is
// there in every language.
func TestEmbedded(t *testing.T) {
	b := box(t)
	require.NotEmpty(t, b.Riders)
	for _, of := range []map[string]*characters.Character{b.Characters, b.Riders} {
		for id, c := range of {
			assert.Equal(t, id, c.ID)
			if c.Goal == nil { // an empty "all" is a goal
				t.Errorf("%s has no goal", id)
			}
			assert.Contains(t, characters.FidelityLevels, c.Fidelity.Level, id)
			assert.NotEmpty(t, c.Fidelity.Note, id)
			for _, lang := range characters.Languages {
				assert.NotEmpty(t, c.Name[lang], "%s %s", id, lang)
				assert.NotEmpty(t, c.GoalText[lang], "%s %s", id, lang)
				if len(c.Setup) > 0 {
					assert.NotEmpty(t, c.SetupText[lang], "%s %s", id, lang)
				}
			}
		}
	}
	assert.Equal(t, "Dick Bolger", b.Characters["fatty"].Name.In("de"))
	assert.Equal(t, "Fatty Bolger", b.Characters["fatty"].Name.In("fr"), "English where a language is missing")
}

// TestKCards holds what else stands on the cards of chapters 1–4 to the table K.
func TestKCards(t *testing.T) {
	b := box(t)
	want := map[string][]characters.Action{
		"frodo":   nil,
		"bilbo":   nil,
		"gandalf": {characters.TakeLost{}, characters.Exchange{With: characters.Partners{IDs: []string{"frodo"}}}},
		"pippin":  {characters.Exchange{With: characters.Partners{IDs: []string{"frodo", "sam", "merry"}}}},
		"sam":     {characters.DrawThreat{Cards: 1}, characters.Exchange{With: characters.Partners{IDs: []string{"frodo", "merry", "pippin"}}}},
		"merry":   {characters.Exchange{With: characters.Partners{IDs: []string{"frodo", "sam", "pippin"}}}},
		"gildor":  {characters.Exchange{With: characters.Partners{IDs: []string{"frodo"}}}},
		"maggot":  {characters.DrawThreat{Cards: 1}, characters.Exchange{With: characters.Partners{IDs: []string{"merry", "pippin"}}}},
		"fatty":   {characters.GiveEach{}},
	}
	for id, setup := range want {
		c := b.Characters[id]
		require.NotNil(t, c, id)
		assert.True(t, c.Playable, id)
		assert.Equal(t, setup, c.Setup, id)
		assert.Equal(t, id == "frodo", c.TakesR1, "S3: %s", id)
		assert.False(t, c.Leads, id)
	}
	assert.Equal(t, "R1", b.Characters["frodo"].MayNotPass.String(), "S6")
	assert.Equal(t, 9, b.Characters["fatty"].SoloFull, "C4")
	assert.Equal(t, 8, b.Characters["goldberry"].SoloFull, "C6")
	var leads, threats, declares []string
	for _, id := range slices.Sorted(maps.Keys(b.Characters)) {
		c := b.Characters[id]
		if c.Leads {
			leads = append(leads, id)
		}
		if characters.NeedsThreat(c.Goal) {
			threats = append(threats, id)
		}
		if characters.NeedsDeclaration(c.Goal) {
			declares = append(declares, id)
		}
	}
	assert.Equal(t, []string{"elrond", "glorfindel", "orophin-rumil", "underhill"}, leads)
	assert.Subset(t, threats, []string{"aragorn", "aragorn-arathorn", "gimli", "gimli-gloin", "haldir", "legolas", "legolas-greenleaf", "maggot", "orophin-rumil", "sam", "strider"})
	assert.NotContains(t, threats, "frodo")
	assert.Equal(t, []string{"strider"}, declares)
	assert.False(t, characters.NeedsThreatBeside(b.Characters["aragorn"].Goal, [2]int{1, 2}), "the Sword takes its place")
	assert.True(t, characters.NeedsThreatBeside(b.Characters["sam"].Goal, [2]int{1, 2}))
	assert.True(t, characters.NeedsThreat(characters.Others{Goal: characters.ExactThreat{}}))
}

var (
	marks    = regexp.MustCompile(`# ERROR (.*)`)
	patterns = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// TestBadFiles loads files with mistakes: a mark # ERROR "regexp" on a line
// says what must be complained about there, in one pass, and nothing else.
func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	ids := []string{"frodo", "sam", "merry", "setup"}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			_, err = characters.Parse(file, data, ids)
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
						return e.File == file && e.Line == i+1 && e.Column > 0 && pattern.MatchString(e.Msg)
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

// TestLoad: a later file takes the place of an earlier one, all files' errors
// come together, and a file system without our folders has no characters.
func TestLoad(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	bilbo := "id: bilbo\nname: {en: Mine, de: Meins}\ngoal: {tricks: {exactly: 5}}\ngoal_text: {en: a, de: b}\nsetup: []\nfidelity: reconstructed\nnote: ours\n"
	own, err := characters.Load(characters.Embedded(), fstest.MapFS{"characters/bilbo.yaml": file(bilbo), "README": file("")})
	require.NoError(t, err)
	assert.Equal(t, "Mine", own.Characters["bilbo"].Name.In("en"))
	assert.Len(t, own.Characters, len(box(t).Characters))

	friend := strings.NewReplacer("bilbo", "lobelia", "setup: []", "setup: [{exchange: [otho]}]\nsetup_text: {en: a, de: b}").Replace(bilbo)
	otho := strings.ReplaceAll(bilbo, "bilbo", "otho")
	own, err = characters.Load(characters.Embedded(), fstest.MapFS{"characters/lobelia.yaml": file(friend), "characters/otho.yaml": file(otho)})
	require.NoError(t, err, "characters may name each other in any order")
	assert.Equal(t, []characters.Action{characters.Exchange{With: characters.Partners{IDs: []string{"otho"}}}}, own.Characters["lobelia"].Setup)

	_, err = characters.Load(fstest.MapFS{"characters/lobelia.yaml": file(friend), "riders/fear.yaml": file("id: faer\n")})
	require.ErrorContains(t, err, `characters/lobelia.yaml:5:21: unknown character "otho"`)
	require.ErrorContains(t, err, `riders/fear.yaml:1:5: the file is named fear.yaml`)

	none, err := characters.Load(fstest.MapFS{})
	require.NoError(t, err)
	assert.Empty(t, none.Characters)
}

func FuzzParse(f *testing.F) {
	for _, dir := range []string{"characters", "riders"} {
		files, err := fs.Glob(characters.Embedded(), dir+"/*.yaml")
		require.NoError(f, err)
		for _, file := range files {
			data, err := fs.ReadFile(characters.Embedded(), file)
			require.NoError(f, err)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := characters.Parse("sam.yaml", data, []string{"frodo", "sam"})
		if err != nil {
			require.NotContains(t, err.Error(), "%!")
			return
		}
		require.NotNil(t, c.Goal)
		require.Equal(t, "sam", c.ID)
		characters.NeedsThreat(c.Goal)
		characters.Bind(c.Goal, characters.Binding{Seats: 4, Players: 4, Threat: 3})
	})
}
