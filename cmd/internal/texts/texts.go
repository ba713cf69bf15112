// Package texts holds every sentence that a person reads while playing, in
// every language: the files of a language lie in the folder of its code, one
// file a component of the program. The names of characters and chapters are in
// their own files.
//
// While playing means on a full screen, in a browser, line by line, and on the pages that
// a screen has too: rules, a chapter, a round, the book of a campaign, statistics. All other
// output of commands is in English and stands in the sources that print it: help, errors,
// lists, and reports of what was solved or measured. Errors in the text of a file are in
// English as well.
//
// The values of a text have names, see values.go. A text that depends on a number
// has two keys, ending in .one and .other.
//
// Errors are the one exception: their English sentences are the keys of their
// translations, see [Texts.Tell].
package texts

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/characters"
	"fellowship/tricks"

	"gopkg.in/yaml.v3"
)

//go:embed */*.yaml
var files embed.FS

// Default is the language for people who ask for none.
const Default = "en"

// Texts are the texts of one language. They do not change and may be shared.
type Texts struct {
	lang string
	// byKey has the texts by their keys, as formats of package fmt.
	byKey map[string]string
	// bySentence returns the translations of sentences in the sources, by the English sentence.
	bySentence func() map[string]string
	// spoken reports whether cards are named in full, no rule is cited, and reasons are short.
	spoken bool
}

// Spoken returns the same texts for pages that are read aloud, or read without the rules at hand:
// cards have their names (see [Texts.Card]), rule numbers are left out, and reasons are short.
func (t *Texts) Spoken() *Texts {
	if s, ok := spokenCache.Load(t.lang); ok {
		return s.(*Texts) //nolint:forcetypeassert // stored below
	}
	s := *t
	s.spoken = true
	s.byKey = maps.Clone(t.byKey)
	ring := strings.NewReplacer("R1!", t.Card(tricks.OneRing), "R1", t.Card(tricks.OneRing))
	for key, text := range s.byKey {
		s.byKey[key] = ring.Replace(citedRules.ReplaceAllString(text, ""))
	}
	spokenCache.Store(t.lang, &s)
	return &s
}

// spokenCache has the spoken texts of each language, made once.
var spokenCache sync.Map

// citedRules matches a reference to rules, such as (T4).
var citedRules = regexp.MustCompile(` ?\([TSCL]\d+(, [TSCL]\d+)*\)`)

// New returns the texts in a language, or in English if the language is unknown.
func New(lang string) *Texts {
	if !Known(lang) {
		lang = Default
	}
	all := catalogs[lang]
	return &Texts{lang: lang, byKey: all.byKey(), bySentence: all.bySentence}
}

// Known reports whether there are texts in the language.
func Known(lang string) bool { return slices.Contains(characters.Languages, lang) }

// Language returns the language that the environment asks for: the first set of
// LC_ALL, LC_MESSAGES and LANG decides, as everywhere.
func Language(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			lang, _, _ := strings.Cut(value, ".")
			lang, _, _ = strings.Cut(lang, "_")
			if Known(lang) {
				return lang
			}
			return Default
		}
	}
	return Default
}

// Lang returns the code of the language.
func (t *Texts) Lang() string { return t.lang }

// T returns the text of a key with its values set in, or the English text if the language lacks the
// key. An unknown key is returned as it is; a test finds both.
func (t *Texts) T(key string, args ...any) string {
	text, ok := t.byKey[key]
	switch {
	case !ok && t.lang != Default:
		english := New(Default)
		if t.spoken {
			english = english.Spoken()
		}
		return english.T(key, args...)
	case !ok:
		return key
	case len(args) == 0 || !strings.Contains(text, "%"): // "once" needs no number
		return strings.ReplaceAll(text, "%%", "%")
	}
	return fmt.Sprintf(text, t.spellCards(args)...)
}

// Or returns the text of a key, or another text if the key is unknown.
func (t *Texts) Or(key, other string) string {
	if text := t.T(key); text != key {
		return text
	}
	return other
}

// N returns the text for a number of things: the text of the key with [Form] appended. The number
// is the text's first value.
func (t *Texts) N(key string, n int, args ...any) string {
	return t.T(key+Form(n), slices.Concat([]any{n}, args)...)
}

// Form returns the ending of the key of a text about a number of things: .one or .other.
func Form(n int) string {
	if n == 1 {
		return ".one"
	}
	return ".other"
}

// catalog has the texts of one language. Each half is read when it is first needed, since most
// commands need only one half of one language.
type catalog struct{ byKey, bySentence func() map[string]string }

var catalogs = func() map[string]catalog {
	all := map[string]catalog{}
	for _, lang := range characters.Languages {
		// English needs no translated sentences: its half is empty.
		all[lang] = catalog{
			byKey:      sync.OnceValue(func() map[string]string { return must(loadFormats(files, lang)) }),
			bySentence: sync.OnceValue(func() map[string]string { return must(load(toldFiles, path.Join("told", lang))) }),
		}
	}
	return all
}()

// must returns the texts of embedded files, which a test loads, too.
func must(texts map[string]string, err error) map[string]string {
	if err != nil {
		panic(err)
	}
	return texts
}

// load reads the texts in the files of a folder as they are written. No text may be in two of them.
func load(fsys fs.FS, folder string) (map[string]string, error) {
	names, err := fs.Glob(fsys, path.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	all, sourceFile := map[string]string{}, map[string]string{}
	for _, name := range names {
		texts, err := loadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		for key, text := range texts {
			if sourceFile[key] != "" {
				return nil, fmt.Errorf("%s: %s is in %s too", name, key, sourceFile[key])
			}
			all[key] = text
			sourceFile[key] = name
		}
	}
	return all, nil
}

// loadFile reads the texts in a file.
func loadFile(fsys fs.FS, name string) (texts map[string]string, err error) {
	data, err := fs.ReadFile(fsys, name)
	if err == nil {
		var isSimple bool
		if texts, isSimple = readLines(string(data)); isSimple {
			return texts, nil
		}
		err = yaml.Unmarshal(data, &texts)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return texts, nil
}
