package rulebook

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"

	"gopkg.in/yaml.v3"
)

//go:embed glossary.yaml
var glossaryFile []byte

// Term is a word of the game with its meaning.
type Term struct {
	Term characters.Text `yaml:"term"`
	Text characters.Text `yaml:"text"`
}

// Glossary returns the words of the game.
var Glossary = sync.OnceValue(func() (terms []Term) {
	if err := yaml.Unmarshal(glossaryFile, &terms); err != nil {
		panic(err) // a test reads the embedded file
	}
	return terms
})

// glossaryPage returns the glossary in a language, sorted by that language.
func glossaryPage(t *texts.Texts) (p page.Page) {
	p.Head(t.T("rules.glossary"))
	for _, g := range Glossary() {
		p.Label(g.Term.In(t.Lang()), 0, g.Text.In(t.Lang()))
	}
	slices.SortFunc(p[1:], func(a, b page.Block) int { return strings.Compare(sortKey(a.Label), sortKey(b.Label)) })
	return p
}

// sortKey returns a word as it is sorted: in lower case and without diacritics.
func sortKey(word string) string { return strings.ToLower(texts.InASCII(word)) }

// Entry is something that can be looked up.
type Entry struct {
	// Label is a number or name.
	Label string
	// Title follows the label in lists.
	Title string
	// Page is the whole text.
	Page page.Page
	// own is the part of the page that no other entry has. A search looks through it.
	own page.Page
	// names are the names by which it is found, in lower case.
	names []string
}

// entry returns an entry of which no other one has a part.
func entry(label, title string, own page.Page) Entry {
	return Entry{Label: label, Title: title, Page: own, own: own}
}

// withNames adds names: aliases, and the title in each language.
func (e Entry) withNames(title characters.Text, aliases ...string) Entry {
	for _, lang := range characters.Languages {
		aliases = append(aliases, title.In(lang))
	}
	for _, name := range aliases {
		e.names = append(e.names, strings.ToLower(name))
	}
	return e
}

// MainEntries returns what a person finds without a search: the topics, the glossary, and all
// characters and chapters.
func MainEntries(lib *chapters.Library, t *texts.Texts) (out []Entry) {
	for i := range Topics() {
		topic := &Topics()[i]
		all := topic.rules(t, func(string) bool { return true })
		aliases := append([]string{topic.ID}, topic.Words...)
		topicEntry := entry(topic.Title.In(t.Lang()), topic.numbers(), all)
		out = append(out, topicEntry.withNames(topic.Title, aliases...))
	}
	glossary := t.T("rules.glossary")
	glossaryEntry := entry(glossary, t.T("rules.glossary.note"), glossaryPage(t))
	out = append(out, glossaryEntry.withNames(characters.Text{{Lang: "en", Text: glossary}}, "glossary", "words"))
	var all []page.Page
	for _, c := range sortByName(lib.Characters, t) {
		all = append(all, character(t, c))
	}
	for _, c := range sortByName(lib.Riders, t) {
		all = append(all, character(t, c))
	}
	return append(out, entry(t.T("rules.characters"), "K", page.Join(all...)),
		entry(t.T("rules.chapters"), "C", chapterList(lib, t)))
}

// sortByName returns characters sorted by their names.
func sortByName(byID map[string]*characters.Character, t *texts.Texts) []*characters.Character {
	return slices.SortedFunc(maps.Values(byID), func(a, b *characters.Character) int {
		return strings.Compare(sortKey(t.Name(a))+a.ID, sortKey(t.Name(b))+b.ID)
	})
}

// Entries returns everything that can be looked up: each rule, word, chapter and character has its
// own entry.
func Entries(lib *chapters.Library, t *texts.Texts) (out []Entry) {
	for i := range Topics() {
		topic := &Topics()[i]
		for _, r := range topic.Rules {
			text := r.Text[t.Lang()]
			out = append(out, entry(r.Number, text, labelled(topic.Title.In(t.Lang()), r.Number, text)))
		}
	}
	for _, w := range glossaryPage(t)[1:] {
		out = append(out, entry(w.Label, w.Text, labelled(t.T("rules.glossary"), w.Label, w.Text)))
	}
	for _, c := range lib.Chapters {
		out = append(out, ChapterEntry(t, c))
	}
	for _, byID := range []map[string]*characters.Character{lib.Characters, lib.Riders} {
		for _, c := range sortByName(byID, t) {
			out = append(out, CharacterEntry(t, c))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(lib.Gifts)) {
		out = append(out, GiftEntry(t, lib.Gifts[id]))
	}
	return out
}

// ChapterEntry returns the entry about a chapter.
func ChapterEntry(t *texts.Texts, c *chapters.Chapter) Entry {
	e := entry("C"+c.ID, c.Title.In(t.Lang()), chapter(t, c))
	if c.ID == chapters.Road {
		e = entry(c.Title.In(t.Lang()), "", chapter(t, c))
	}
	all := []page.Page{e.own}
	for _, r := range c.Roster {
		all = append(all, character(t, r.Character)) // which have their own entries, too
	}
	e.Page = page.Join(all...)
	return e
}

// CharacterEntry returns the entry about a character or a rider.
func CharacterEntry(t *texts.Texts, c *characters.Character) Entry {
	return entry(t.Name(c), c.GoalText.In(t.Lang()), character(t, c)).withNames(c.Name, c.ID)
}

// GiftEntry returns the entry about a gift.
func GiftEntry(t *texts.Texts, g *characters.Gift) Entry {
	name := g.Name.In(t.Lang())
	text := g.Text.In(t.Lang())
	return entry(name, text, labelled(name, t.T("rules.gift"), text)).withNames(g.Name, g.ID)
}

// fillers are words of questions that say nothing about what is looked for, in all languages.
var fillers = strings.Fields("a an and are can could do does how i if in is it may must my of on or our the to we what when " +
	"who with you " +
	"bei darf das dem den der die ein eine einen einer es ich im ist kann man mit muss oder sie sind um und uns wann was wenn " +
	"wer wie wir zu")

// searchedWords returns the words of a query in lower case: those that are no fillers, or all if there are no others.
func searchedWords(query string) []string {
	all := strings.FieldsFunc(strings.ToLower(query), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("?!,;", r) })
	words := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return slices.Contains(fillers, word) })
	if len(words) == 0 {
		return all
	}
	return words
}

// Search returns the entries that contain every word of the query but fillers, so that a question finds its rule.
// Entries with that name come first, then entries with the query in their labels.
func Search(entries []Entry, query string) []Entry {
	words := searchedWords(query)
	var same, labels, rest []Entry
	for i := range entries {
		e := &entries[i]
		label, text := strings.ToLower(e.Label), strings.ToLower(e.Label+" "+e.Title)
		for j := range e.own {
			if b := &e.own[j]; b.Kind == page.Labelled {
				text += " " + strings.ToLower(b.Label+" "+b.Text)
			}
		}
		hasAll := func(text string) bool {
			return !slices.ContainsFunc(words, func(word string) bool {
				return !strings.Contains(text, word) && !strings.Contains(texts.InASCII(text), word)
			})
		}
		switch {
		case label == strings.ToLower(query):
			same = append(same, *e)
		case hasAll(label):
			labels = append(labels, *e)
		case hasAll(text):
			rest = append(rest, *e)
		}
	}
	return slices.Concat(same, labels, rest)
}

// A rule's number is recognized by its letter. Numbers of S look like cards, so they only count in
// brackets after a word.
var numbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b[TGLC][0-9]{1,2}\b|\S \([^()]*?\b[S][0-9]{1,2}\)`)
})

var oneNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[TSGLC][0-9]{1,2}\b`) })

// RulesIn returns the rules that a text cites, in the order of the text.
func RulesIn(lib *chapters.Library, t *texts.Texts, text string) (out []Entry) {
	seen := map[string]bool{}
	for _, found := range numbers().FindAllString(text, -1) {
		for _, n := range oneNumber().FindAllString(found, -1) {
			if seen[n] {
				continue
			}
			seen[n] = true
			p := byNumber(lib, t, n[:1], n[1:])
			switch c, err := lib.Chapter(n[1:]); {
			case n[:1] == "C" && err == nil:
				out = append(out, ChapterEntry(t, c))
			case len(p) > 1:
				out = append(out, entry(n, p[1].Text, p))
			}
		}
	}
	return out
}
