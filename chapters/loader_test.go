package chapters_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEmbedded: the files that come with the program load. TestCChapterCards compares them with the table C.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	lib, err := chapters.Load()
	require.NoError(t, err)
	for _, c := range lib.Chapters {
		assert.Contains(t, characters.Words("fidelity"), c.Fidelity.Level)
		assert.NotEmpty(t, c.Fidelity.Note)
	}
	_, err = lib.Chapter("99")
	require.ErrorContains(t, err, `there is no chapter "99"; the chapters are 1, 2, 3, 4`)
}

var (
	marks    = regexp.MustCompile(`# ERROR (.*)`)
	patterns = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// TestBadChapters loads files with mistakes. A mark # ERROR "regexp" on a line states the error that must be
// reported there. No other error may be reported.
func TestBadChapters(t *testing.T) {
	t.Parallel()
	// A character of a person's own that cannot be taken yet, because its file has no setup.
	lib := ownLibrary(t, map[string]string{"characters/odo.yaml": `
id: odo
name: {en: Odo, de: Odo}
goal: {tricks: {at_least: 1}}
goal_text: {en: win a trick, de: gewinne einen Stich}
fidelity: reconstructed
note: for tests
`, "riders/rivers.yaml": `
id: rivers
name: {en: Rivers, de: Flüsse}
goal: {cards: {suit: Rivers, at_least: 1}}
goal_text: {en: win a card of Rivers, de: gewinne einen Fluss}
fidelity: reconstructed
note: for tests
`})
	files, err := filepath.Glob("testdata/bad/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			_, err = lib.ParseChapter(file, data)
			var got strictyaml.Errors
			require.ErrorAs(t, err, &got)
			left := map[*strictyaml.Error]bool{}
			for _, e := range got {
				assert.Equal(t, file, e.File)
				assert.Positive(t, e.Column)
				left[e] = true
			}
			for i, line := range strings.Split(string(data), "\n") {
				m := marks.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				for _, quoted := range patterns.FindAllString(m[1], -1) {
					pattern := regexp.MustCompile(strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
					found := false
					for e := range left {
						if e.Line == i+1 && pattern.MatchString(e.Msg.String()) && !found {
							delete(left, e)
							found = true
						}
					}
					assert.True(t, found, "%s:%d: no error matches %q in\n%v", file, i+1, pattern, got)
				}
			}
			for e := range left {
				t.Errorf("unexpected: %v", e)
			}
		})
	}
}

const second = `
chapter: 2
title: {en: Mine, de: Meins}
length: short
characters: ["frodo*", sam, merry, pippin]
threats: [1, 2]
fidelity: reconstructed
note: ours
`

// TestOwnFiles: a file with the name of one of the program's files replaces that file, and a file with
// another name adds a chapter. Two files of one chapter are a mistake.
func TestOwnFiles(t *testing.T) {
	t.Parallel()
	lib := ownLibrary(t, map[string]string{"chapters/c02.yaml": second})
	c, err := lib.Chapter("2")
	require.NoError(t, err)
	assert.Equal(t, "Mine", c.Title.In("en"))
	assert.Len(t, lib.Chapters, len(chapters.Default().Chapters))

	lib = ownLibrary(t, map[string]string{"chapters/mine.yaml": withoutFrodo})
	assert.Len(t, lib.Chapters, len(chapters.Default().Chapters)+1)
	assert.Equal(t, "20", lib.Chapters[len(lib.Chapters)-2].ID, "in the order of their numbers")
	assert.Equal(t, chapters.Road, lib.Chapters[len(lib.Chapters)-1].ID, "the Road comes last")

	_, err = chapters.Load(fstest.MapFS{"chapters/mine.yaml": {Data: []byte(second)}})
	require.ErrorContains(t, err, "chapters/mine.yaml: chapter 2 is also in chapters/c02.yaml")
}

// TestOwnCharacters: a person's own characters can be used in their own chapters, and the mistakes of all
// files are reported together.
func TestOwnCharacters(t *testing.T) {
	t.Parallel()
	own := `
id: lobelia
name: {en: Lobelia, de: Lobelia}
takes_r1: true
goal: {tricks: {at_least: 5}}
goal_text: {en: win 5 tricks, de: gewinne 5 Stiche}
setup: []
fidelity: reconstructed
note: ours
`
	chapter := strings.Replace(withoutFrodo, `"bilbo*"`, `"lobelia*"`, 1)
	lib := ownLibrary(t, map[string]string{"characters/lobelia.yaml": own, "chapters/c20.yaml": chapter})
	pos, err := lib.Deal(chapters.DealID{Chapter: "20", Players: 4, Seed: 3})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	assert.Equal(t, "lobelia", g.Character(holder(pos)).ID, "S3")

	// Without the star she need not be taken, but no other seat can take her (C9).
	free := strings.Replace(chapter, `"lobelia*"`, "lobelia", 1)
	lib = ownLibrary(t, map[string]string{"characters/lobelia.yaml": own, "chapters/c20.yaml": free})
	g, err = lib.NewGame(pos)
	require.NoError(t, err)
	assert.Nil(t, g.Character(holder(pos)))
	require.NoError(t, g.Clone().Apply(pick(g, "lobelia")))
	draft(t, g, "gandalf")
	require.ErrorContains(t, g.Apply(pick(g, "lobelia")), "only the holder of R1 can (S3)")

	_, err = chapters.Load(fstest.MapFS{
		"characters/lobelia.yaml": {Data: []byte(own)},
		"chapters/c20.yaml":       {Data: []byte(strings.Replace(free, "lobelia", "lobelia, frodo", 1))},
	})
	require.ErrorContains(t, err, "only one character can be the one that the holder of R1 takes", "S3")

	_, err = chapters.Load(fstest.MapFS{
		"characters/lobelia.yaml": {Data: []byte(strings.Replace(own, "tricks:", "trick:", 1))},
		"characters/otho.yaml":    {Data: []byte("id: otto")},
		"chapters/c20.yaml":       {Data: []byte(strings.Replace(chapter, "threats", "treats", 1))},
	})
	for _, want := range []string{
		"characters/lobelia.yaml:5:8: ", "characters/otho.yaml:1:5: ",
		`chapters/c20.yaml:6:1: unknown key "treats"; did you mean "threats"?`,
	} {
		require.ErrorContains(t, err, want)
	}
}

// FuzzParseChapter: every file is either refused or can be played.
func FuzzParseChapter(f *testing.F) {
	f.Add([]byte(second))
	f.Add([]byte(withoutFrodo))
	for _, c := range chapters.Default().Chapters {
		f.Add(c.Source())
	}
	// These inputs are large: lists, nesting, mistakes and texts.
	nested := strings.Repeat("{everyone: {others: ", 8) + "{tricks: fewest}" + strings.Repeat("}}", 8)
	for _, more := range []string{
		"threats: [" + strings.Repeat("1, 2, 3, ", 50) + "]",
		"events: [" + strings.Repeat("{id: a, title: {en: a, de: b}, characters: [gloin]}, ", 30) + "]",
		"filled_in: [" + strings.Repeat("{text: {en: a, de: b}, key: leads.leads.leads}, ", 60) + "]",
		"groups: [{id: a, title: {en: a, de: b}, characters: [{character: sam, goal_text: {en: a, de: b}, goal: " +
			nested + "}]}]",
		"groups: [{id: a, title: {en: a, de: b}, characters: [{character: sam, setup_text: {en: a, de: b}, setup: [" +
			strings.Repeat("{exchange: anyone}, ", 40) + "]}]}]",
		"pool: {gold: [" + strings.Repeat("sam, ", 80) +
			"], black: [merry], gold_drawn: 1, black_drawn: 1, riders: [terror], gifts: [sting]}",
		"notes: {en: \"" + strings.Repeat("x", 3000) + "\\e[2J\\u202e\", de: b}",
		strings.Repeat("[", 70) + strings.Repeat("]", 70) + ": 1",
		strings.Repeat("kye: 1\n", 40),
	} {
		f.Add([]byte(second + more + "\n"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lib := &chapters.Library{Box: chapters.Default().Box}
		c, err := lib.ParseChapter("fuzz.yaml", data)
		if err != nil {
			require.NotContains(t, err.Error(), "%!")
			var all strictyaml.Errors
			require.ErrorAs(t, err, &all)
			require.LessOrEqual(t, len(all), strictyaml.MaxErrors+1)
			return
		}
		require.NotEmpty(t, c.ID)
		lib.Chapters = append(lib.Chapters, c)
		playAll(t, lib, c, rand.New(rand.NewPCG(1, 2)), string(data))
	})
}

// TestFidelityC: everything that the rules mark as C, because sources disagree or are silent, is marked as
// reconstructed, and listed among the points that were filled in (C5, C9–C14, C16, C18, L5; K and S6 for
// the characters of 10, 13, 16, 17).
func TestFidelityC(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	want := map[string]string{ // a word of each point
		"5": "turned up", "9": "every round", "10": "before seeing", "11": "Aragorn exchanges", "12": "leads",
		"13": "may be the one that was passed", "14": "shuffled", "16": "before seeing", "17": "Aragorn exchanges",
		"18": "not trump", "road": "declined",
	}
	for _, c := range lib.Chapters {
		word, filled := want[c.ID]
		assert.Equal(t, filled, c.Fidelity.Level == "reconstructed", "chapter %s", c.ID)
		found := false
		for _, p := range c.FilledIn {
			found = found || strings.Contains(p.Text.In("en"), word)
		}
		assert.Equal(t, filled, found, "chapter %s: a point about %q", c.ID, word)
	}
	// A goal that a chapter replaces is not more certain than the chapter (C12, C14).
	for _, c := range lib.Chapters {
		for _, v := range append(c.Variants(), chapters.Variant{Chapter: c}) {
			for _, e := range v.Chapter.Roster {
				own := lib.Characters[e.Character.ID]
				if !slices.Equal(e.Character.GoalText, own.GoalText) ||
					!slices.Equal(e.Character.SetupText, own.SetupText) {
					assert.Equal(t, c.Fidelity, e.Character.Fidelity, "chapter %s, %s", c.ID, e.Character.ID)
				}
			}
		}
	}
}

// TestC14Notes: the notes of the Long Dark and the Bridge say what these events change. The other events
// need none, because the goals that they change say it.
func TestC14Notes(t *testing.T) {
	t.Parallel()
	c, err := chapters.Default().Chapter("14")
	require.NoError(t, err)
	for id, word := range map[string]string{
		"doors": "choose one event", "tomb": "choose one event",
		"long-dark": "same time", "bridge": "Balrog",
	} {
		of, err := c.ForRound(chapters.Terms{Event: id}, 3)
		require.NoError(t, err)
		assert.Contains(t, of.Notes.In("en"), word, id)
	}
}
