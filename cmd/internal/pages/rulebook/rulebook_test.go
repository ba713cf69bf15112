package rulebook

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryRuleIsThere holds that no rule of the reference's lists is missing or
// told twice, in any language.
func TestEveryRuleIsThere(t *testing.T) {
	told := map[string]bool{}
	for _, topic := range Topics() {
		for _, r := range topic.Rules {
			assert.False(t, told[r.Number], "%s is told twice", r.Number)
			told[r.Number] = true
			assert.ElementsMatch(t, characters.Languages, slices.Collect(maps.Keys(r.Text)), r.Number)
			for lang, text := range r.Text {
				assert.Regexp(t, `^[A-ZÄÖÜ].*\.$`, text, "%s in %s", r.Number, lang)
			}
		}
		for _, lang := range characters.Languages {
			assert.NotEmpty(t, topic.Title.In(lang))
		}
	}
	for letter, last := range map[string]int{"T": 11, "S": 13, "L": 5, "G": 7} {
		for n := 1; n <= last; n++ {
			assert.True(t, told[letter+strconv.Itoa(n)], "%s%d", letter, n)
		}
	}
}

// rulesCited returns the rules that the texts in a folder's sources name: as an
// argument of their own, or in brackets in a sentence.
func rulesCited(t *testing.T, folder string) map[string]string {
	t.Helper()
	cited := map[string]string{}
	alone := regexp.MustCompile(`^(?:[TSLGC][0-9]+|K|N)$`)
	inText := regexp.MustCompile(`\(((?:[TSLGC][0-9]+|K))[):;,]`)
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		switch filepath.Ext(name) {
		case ".go":
			_, err = parser.ParseFile(token.NewFileSet(), name, data, parser.PackageClauseOnly)
			if err != nil {
				return err
			}
			var s scanner.Scanner
			files := token.NewFileSet()
			s.Init(files.AddFile(name, -1, len(data)), data, nil, 0)
			for _, tok, lit := s.Scan(); tok != token.EOF; _, tok, lit = s.Scan() {
				if tok != token.STRING {
					continue
				}
				text, err := strconv.Unquote(lit)
				if err != nil {
					return err
				}
				if alone.MatchString(text) {
					cited[text] = name
				}
				for _, m := range inText.FindAllStringSubmatch(text, -1) {
					cited[m[1]] = name
				}
			}
		case ".yaml":
			for _, m := range inText.FindAllStringSubmatch(string(data), -1) {
				cited[m[1]] = name
			}
		}
		return nil
	})
	require.NoError(t, err)
	return cited
}

// TestEveryRefusalCanBeLookedUp holds that each rule named by an error of the
// game, or by a text of the program, can be asked for.
func TestEveryRefusalCanBeLookedUp(t *testing.T) {
	lib := chapters.Default()
	total := 0
	for _, folder := range []string{
		"../../../../tricks", "../../../../characters", "../../../../chapters",
		"../../../internal",
	} {
		for rule, file := range rulesCited(t, folder) {
			total++
			for _, lang := range characters.Languages {
				found, err := Find(lib, texts.New(lang), rule)
				if assert.NoError(t, err, "%s, named in %s", rule, file) {
					assert.NotEmpty(t, found[1].Text, "%s in %s", rule, lang)
				}
			}
		}
	}
	assert.Greater(t, total, 30)
}

// TestFind looks things up as people would.
func TestFind(t *testing.T) {
	lib := chapters.Default()
	for _, tt := range []struct{ lang, word, title, text string }{
		{"en", "T4", "Playing tricks", "You must follow"},
		{"en", "t4", "Playing tricks", "You must follow"},
		{"de", "T4", "Stiche spielen", "bekennen"},
		{"en", "rings", "Rings", "may not be led"},
		{"en", "One  Ring", "Rings", "may not be led"},
		{"de", "Kartenpyramide", "Zu zweit: die Pyramide", "Pyramide"},
		{"en", "C5", "Chapter 5: The Old Forest", "Willow"},
		{"en", "c05", "Chapter 5: The Old Forest", "Willow"},
		{"en", "C", "Chapters", "A Long-expected Party"},
		{"en", "gandalf", "Gandalf", "Win at least 1 trick."},
		{"de", "bauer maggot", "Bauer Maggot", ""},
		{"en", "k sam", "Sam", ""},
		{"en", "terror", "", ""},
		{"en", "mithril", "", ""},
		{"en", "K", "Characters", "own card"},
	} {
		found, err := Find(lib, texts.New(tt.lang), tt.word)
		require.NoError(t, err, tt.word)
		if tt.title != "" {
			assert.Equal(t, tt.title, found.Title(), tt.word)
		}
		assert.Contains(t, found[1].Text, tt.text)
	}
	found, err := Find(lib, texts.New("en"), "T")
	require.NoError(t, err)
	assert.Greater(t, len(found), 2, "all topics with rules of tricks")
	for word, says := range map[string]string{
		"T12": "no rule or topic T12", "rigns": "did you mean rings",
		"xyzzy": "no rule or topic xyzzy", "C19": "no rule",
	} {
		_, err := Find(lib, texts.New("en"), word)
		require.ErrorContains(t, err, says)
	}
}

// TestSearch finds rules, words and characters by what stands in them, and the rules
// that a screen names.
func TestSearch(t *testing.T) {
	lib := chapters.Default()
	labels := func(entries []Entry) (out []string) {
		for _, e := range entries {
			out = append(out, e.Label)
		}
		return out
	}
	en, de := texts.New("en"), texts.New("de")
	assert.Contains(t, labels(Search(Entries(lib, en), "follow led suit")), "T4")
	assert.Equal(t, "T4", Search(Entries(lib, en), "t4")[0].Label)
	assert.Contains(t, labels(Search(Entries(lib, de), "bekennen")), "T4")
	assert.Contains(t, labels(Search(Entries(lib, de), "farbe bekennen")), "Farbe bekennen")
	assert.Equal(t, "Gandalf", Search(Entries(lib, en), "gandalf")[0].Label)
	assert.Empty(t, Search(Entries(lib, en), "xyzzy"))
	assert.NotContains(t, labels(Search(Entries(lib, en), "can I lead a ring")), "C5",
		"only its characters have the words")
	assert.Equal(t, []string{"T4", "S6", "C14"},
		labels(RulesIn(lib, en, "You must (T4, S6) for S3 and [S2] in C14; T4")))
	for _, text := range []*texts.Texts{en, de} {
		for _, e := range append(Entries(lib, text), MainEntries(lib, text)...) {
			assert.NotEmpty(t, e.Label)
			assert.NotEmpty(t, e.Page, e.Label)
		}
		assert.Len(t, glossaryPage(text)[1:], len(Glossary()))
	}
}

// TestQuestions checks that what players ask finds its rule, in their words.
func TestQuestions(t *testing.T) {
	lib := chapters.Default()
	for lang, questions := range map[string]map[string]string{
		"en": {
			"can I lead a ring?": "Rings may not be led", "redraw": "(S8)", "surplus": "(T10, G1)",
			"c5": "R1 played to win is safe", "c6": "10 with 2 or 3 players", "c14": "All four have to be won",
		},
		"de": {
			"darf ich einen Ring anspielen?": "Ringe dürfen nicht angespielt werden", "neu ziehen": "(S8)",
			"überzählige Karten": "(T10, G1)", "c5": "ist vor ihm sicher", "c6": "zu zweit und zu dritt 10",
			"c14": "Alle vier müssen gewonnen werden",
		},
	} {
		for question, answer := range questions {
			found, err := Find(lib, texts.New(lang), question)
			require.NoError(t, err, question)
			var text strings.Builder
			for _, block := range found {
				text.WriteString(block.Text + "\n")
			}
			assert.Contains(t, text.String(), answer, question)
		}
	}
	assert.Equal(t, []string{"can", "i"}, searchedWords("can I"), "words of a question alone are looked for")
}
