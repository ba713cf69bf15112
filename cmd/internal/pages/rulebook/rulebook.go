// Package rulebook has the rules of the game by number and by topic, in our own words. The program
// cites these numbers when it refuses something. The rules of characters (K) and chapters (C) are
// in their own files.
package rulebook

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"gopkg.in/yaml.v3"
)

//go:embed rules.yaml
var file []byte

// Topic is a group of related rules.
type Topic struct {
	// ID is the topic's name in English.
	ID string `yaml:"topic"`
	// Title is the headline.
	Title characters.Text `yaml:"title"`
	// Words are other words that people may look for.
	Words []string `yaml:"words"`
	// Rules are the rules in the order to read them.
	Rules []Rule `yaml:"rules"`
}

// Rule is one rule, with a text for each language.
type Rule struct {
	Number string            `yaml:"rule"`
	Text   map[string]string `yaml:",inline"`
}

// Topics returns all topics in the order to read them.
var Topics = sync.OnceValue(func() (topics []Topic) {
	if err := yaml.Unmarshal(file, &topics); err != nil {
		panic(err) // a test reads the embedded file
	}
	return topics
})

var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z])([0-9]{0,2})$`) })

// Find returns the page for a word: a topic, a rule's number, a letter of rules, a chapter (C5), a
// character, rider or gift, or else the rules that contain the word. An error suggests similar
// words.
func Find(lib *chapters.Library, t *texts.Texts, word string) (page.Page, error) {
	want := strings.ToLower(strings.Join(strings.Fields(word), " "))
	if m := number().FindStringSubmatch(want); m != nil {
		if found := byNumber(lib, t, strings.ToUpper(m[1]), m[2]); len(found) > 0 {
			return found, nil
		}
		if _, err := tricks.ParseCard(strings.ToUpper(want)); err != nil {
			return nil, say.Errorf("%s", t.T("rules.unknown", word))
		}
	}
	want = strings.TrimPrefix(want, "k ")
	each := Entries(lib, t)
	var known []string
	for _, e := range append(MainEntries(lib, t), each...) {
		if slices.Contains(e.names, want) {
			return e.Page, nil
		}
		known = append(known, e.names...)
	}
	if found := Search(each, want); len(found) > 0 {
		all := make([]page.Page, len(found))
		for i := range found {
			all[i] = found[i].own
		}
		return page.Join(all...), nil
	}
	if suggestion := strictyaml.Suggest(want, known); suggestion != "" {
		return nil, say.Errorf("%s", t.T("rules.suggest", word, suggestion))
	}
	return nil, say.Errorf("%s", t.T("rules.unknown", word))
}

// numbers returns the numbers of the topic's rules, such as "T1 T2".
func (topic *Topic) numbers() string {
	var numbers []string
	for _, r := range topic.Rules {
		numbers = append(numbers, r.Number)
	}
	return strings.Join(numbers, " ")
}

// rules returns a page with the topic's rules that are wanted; it is empty if there are none.
func (topic *Topic) rules(t *texts.Texts, wanted func(number string) bool) (p page.Page) {
	for _, r := range topic.Rules {
		if !wanted(r.Number) {
			continue
		}
		if p == nil {
			p.Head(topic.Title.In(t.Lang()))
		}
		p.Label(r.Number, 0, r.Text[t.Lang()])
	}
	return p
}

// byNumber returns the page of a rule, of a chapter for C, or of all rules of a letter.
func byNumber(lib *chapters.Library, t *texts.Texts, letter, digits string) page.Page {
	switch {
	case letter == "C" && digits == "":
		return chapterList(lib, t)
	case letter == "C":
		c, err := lib.Chapter(strings.TrimLeft(digits, "0"))
		if err != nil {
			return nil
		}
		return chapter(t, c)
	case letter == "K":
		return labelled(t.T("rules.characters"), "K", t.T("rules.k"))
	case letter == "N":
		return labelled(t.T("rules.numbers"), "N", t.T("rules.n"))
	}
	var all []page.Page
	for _, topic := range Topics() {
		all = append(all, topic.rules(t, func(number string) bool {
			return number == letter+digits || digits == "" && strings.HasPrefix(number, letter)
		}))
	}
	return page.Join(all...)
}

// labelled returns a page with a headline and one text below it.
func labelled(head, label, text string) (p page.Page) {
	p.Head(head)
	p.Label(label, 0, text)
	return p
}

func chapterList(lib *chapters.Library, t *texts.Texts) (p page.Page) {
	p.Head(t.T("rules.chapters"))
	for _, c := range lib.Chapters {
		p.Label("C"+c.ID, 0, c.Title.In(t.Lang()))
	}
	return p
}

// chapter returns a page with the special rules of a chapter.
func chapter(t *texts.Texts, c *chapters.Chapter) (p page.Page) {
	p.Head(t.T("chapters.title", c.ID, c.Title.In(t.Lang())))
	notes := c.Notes.In(t.Lang())
	if notes == "" {
		notes = t.T("rules.plain")
	}
	p.Label("C"+c.ID, 0, notes)
	for _, v := range c.Variants() {
		if text := v.Chapter.Notes.In(t.Lang()); text != "" && text != c.Notes.In(t.Lang()) {
			p.Label("", 0, v.Title.In(t.Lang())+": "+text)
		}
	}
	return p
}

// character returns a page with the goal and setup of a character or rider (K).
func character(t *texts.Texts, c *characters.Character) (p page.Page) {
	p.Head(c.Name.In(t.Lang()))
	p.Label(t.T("chapters.goal"), 0, texts.Sentence(c.GoalText.In(t.Lang())))
	if setup := c.SetupText.In(t.Lang()); setup != "" {
		p.Label(t.T("chapters.setup"), 0, texts.Sentence(setup))
	}
	return p
}

// Contents lists the topics with the numbers of their rules.
func Contents(t *texts.Texts) (p page.Page) {
	p.Head(t.T("rules.title"))
	for _, topic := range Topics() {
		name := topic.Title.In(t.Lang())
		if t.Lang() == "en" && !strings.EqualFold(name, topic.ID) {
			name += " (" + topic.ID + ")"
		}
		p.Label(name, 0, topic.numbers())
	}
	glossary := t.T("rules.glossary")
	if t.Lang() == "en" {
		glossary += " (glossary)"
	}
	p.Label(glossary, 0, t.T("rules.glossary.note"))
	return p
}
