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
// The files are read when the program is built, see files_test.go: after a change run make generate.
//
// The values of a text have names, see the same file. A text that depends on a number
// has two keys, ending in .one and .other.
//
// Errors are the one exception: their English sentences are the keys of their
// translations, see [Texts.Tell].
package texts

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"fellowship/characters"
)

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
	s := *t
	s.spoken = true
	s.byKey = catalogs[t.lang].spokenByKey()
	return &s
}

// New returns the texts in a language, or in English if the language is unknown.
func New(lang string) *Texts {
	if _, isWritten := catalogs[lang]; !isWritten {
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

// entry is a text of a catalog with its key.
type entry struct{ key, text string }

// written has what the files of a language say. A test generates it from them, because reading them would delay each
// start of the program.
type written struct {
	// texts are all texts of the language, as formats of package fmt.
	texts []entry
	// spoken are those texts that read differently when they are spoken: see [Texts.Spoken].
	spoken []entry
	// sentences are the translations of sentences in the sources. English needs none.
	sentences []entry
}

// catalog has the texts of one language. Each map is made when it is first needed, since most commands need only one of
// them, in one language.
type catalog struct{ byKey, spokenByKey, bySentence func() map[string]string }

// catalogs are the catalogs by the codes of their languages. Each generated file adds one.
var catalogs = map[string]catalog{}

func newCatalog(w *written) catalog {
	mapOf := func(lists ...[]entry) func() map[string]string {
		return sync.OnceValue(func() map[string]string {
			texts := make(map[string]string, len(lists[0]))
			for _, list := range lists {
				for _, e := range list {
					texts[e.key] = e.text
				}
			}
			return texts
		})
	}
	return catalog{byKey: mapOf(w.texts), spokenByKey: mapOf(w.texts, w.spoken), bySentence: mapOf(w.sentences)}
}
