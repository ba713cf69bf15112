// Package rulebook tells the rules of the game by their numbers and by topic, in
// our own words: the numbers that the program names when it refuses something.
// What characters (K) and chapters (C) do is told by their own files.
package rulebook

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks/say"

	"gopkg.in/yaml.v3"
)

//go:embed rules.yaml
var file []byte

// Topic is some rules that belong together.
type Topic struct {
	// ID is its name in English, Title its headline.
	ID    string          `yaml:"topic"`
	Title characters.Text `yaml:"title"`
	// Words are others that people may look for.
	Words []string `yaml:"words"`
	Rules []Rule   `yaml:"rules"`
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

// Section is what an answer is made of: a headline and paragraphs, each with a
// label in front, such as a rule's number.
type Section struct {
	Title string
	Lines []Line
}

// Line is a paragraph and its label.
type Line struct{ Label, Text string }

var number = regexp.MustCompile(`^([a-z])([0-9]{0,2})$`)

// Find returns what there is to say about a topic, a rule's number, a letter of
// rules, a chapter (C5) or a character, rider or gift, else wherever the word stands.
// An error names what was meant.
func Find(lib *chapters.Library, t *texts.Texts, word string) ([]Section, error) {
	want := strings.ToLower(strings.Join(strings.Fields(word), " "))
	if m := number.FindStringSubmatch(want); m != nil {
		if found := byNumber(lib, t, strings.ToUpper(m[1]), m[2]); len(found) > 0 {
			return found, nil
		}
		return nil, say.Errorf("%s", t.T("rules.unknown", word))
	}
	var known []string
	for _, topic := range Topics() {
		for _, name := range append(topic.names(), topic.Words...) {
			if strings.ToLower(name) == want {
				return []Section{topic.section(t, "")}, nil
			}
			known = append(known, strings.ToLower(name))
		}
	}
	for _, name := range []string{"glossary", "words", t.T("rules.glossary")} {
		if strings.ToLower(name) == want {
			return []Section{words(t)}, nil
		}
	}
	if rest, ok := strings.CutPrefix(want, "k "); ok {
		want = rest
	}
	for _, group := range []map[string]*characters.Character{lib.Characters, lib.Riders} {
		for id, c := range group {
			known = append(known, id)
			for _, lang := range characters.Languages {
				if want == id || want == strings.ToLower(c.Name.In(lang)) {
					return []Section{character(t, c)}, nil
				}
				known = append(known, strings.ToLower(c.Name.In(lang)))
			}
		}
	}
	for id, g := range lib.Gifts {
		known = append(known, id)
		for _, lang := range characters.Languages {
			if want == id || want == strings.ToLower(g.Name.In(lang)) {
				return OfGift(t, g).Sections, nil
			}
		}
	}
	if found := Search(Entries(lib, t), want); len(found) > 0 {
		var all []Section
		for i := range found {
			all = append(all, found[i].Sections...)
		}
		return all, nil
	}
	if near := strictyaml.Suggest(want, known); near != "" {
		return nil, say.Errorf("%s", t.T("rules.suggest", word, near))
	}
	return nil, say.Errorf("%s", t.T("rules.unknown", word))
}

func (topic *Topic) names() []string {
	names := []string{topic.ID}
	for _, lang := range characters.Languages {
		names = append(names, topic.Title.In(lang))
	}
	return names
}

// numbers are those of the topic's rules, such as "T1 T2".
func (topic *Topic) numbers() string {
	var numbers []string
	for _, r := range topic.Rules {
		numbers = append(numbers, r.Number)
	}
	return strings.Join(numbers, " ")
}

// section is the topic's rules, all or those whose number begins so.
func (topic *Topic) section(t *texts.Texts, prefix string) Section {
	s := Section{Title: topic.Title.In(t.Lang())}
	for _, r := range topic.Rules {
		if strings.HasPrefix(r.Number, prefix) {
			s.Lines = append(s.Lines, Line{r.Number, r.Text[t.Lang()]})
		}
	}
	return s
}

// byNumber finds a rule, a chapter for C, or all rules of a letter.
func byNumber(lib *chapters.Library, t *texts.Texts, letter, digits string) []Section {
	switch {
	case letter == "C" && digits == "":
		return []Section{chapterList(lib, t)}
	case letter == "C":
		c, err := lib.Chapter(strings.TrimLeft(digits, "0"))
		if err != nil {
			return nil
		}
		return []Section{chapter(t, c)}
	case letter == "K":
		return []Section{{t.T("rules.characters"), []Line{{"K", t.T("rules.k")}}}}
	case letter == "N":
		return []Section{{t.T("rules.numbers"), []Line{{"N", t.T("rules.n")}}}}
	}
	var out []Section
	for _, topic := range Topics() {
		s := topic.section(t, letter)
		if digits != "" {
			s.Lines = slices.DeleteFunc(s.Lines, func(l Line) bool { return l.Label != letter+digits })
		}
		if len(s.Lines) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func chapterList(lib *chapters.Library, t *texts.Texts) Section {
	s := Section{Title: t.T("rules.chapters")}
	for _, c := range lib.Chapters {
		s.Lines = append(s.Lines, Line{"C" + c.ID, c.Title.In(t.Lang())})
	}
	return s
}

// chapter is what is special about a chapter.
func chapter(t *texts.Texts, c *chapters.Chapter) Section {
	s := Section{Title: t.T("chapters.title", c.ID, c.Title.In(t.Lang()))}
	notes := c.Notes.In(t.Lang())
	if notes == "" {
		notes = t.T("rules.plain")
	}
	s.Lines = append(s.Lines, Line{"C" + c.ID, notes})
	for _, v := range c.Variants() {
		if text := v.Chapter.Notes.In(t.Lang()); text != "" && text != c.Notes.In(t.Lang()) {
			s.Lines = append(s.Lines, Line{"", v.Title.In(t.Lang()) + ": " + text})
		}
	}
	return s
}

// character is a character's or rider's goal and setup (K).
func character(t *texts.Texts, c *characters.Character) Section {
	s := Section{Title: c.Name.In(t.Lang())}
	s.Lines = append(s.Lines, Line{t.T("chapters.goal"), texts.Sentence(c.GoalText.In(t.Lang()))})
	if setup := c.SetupText.In(t.Lang()); setup != "" {
		s.Lines = append(s.Lines, Line{t.T("chapters.setup"), texts.Sentence(setup)})
	}
	return s
}

// Contents lists the topics with their rules' numbers.
func Contents(t *texts.Texts) Section {
	s := Section{Title: t.T("rules.title")}
	for _, topic := range Topics() {
		name := topic.Title.In(t.Lang())
		if t.Lang() == "en" && !strings.EqualFold(name, topic.ID) {
			name += " (" + topic.ID + ")"
		}
		s.Lines = append(s.Lines, Line{name, topic.numbers()})
	}
	glossary := t.T("rules.glossary")
	if t.Lang() == "en" {
		glossary += " (glossary)"
	}
	s.Lines = append(s.Lines, Line{glossary, t.T("rules.glossary.note")})
	return s
}
