package characters

import (
	"cmp"
	"embed"
	"io/fs"
	"maps"
	"slices"

	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

//go:embed data
var embedded embed.FS

// Folders lists the folders for the files of characters, riders, gifts and chapters.
var Folders = []string{"characters", "riders", "gifts", "chapters"}

// Embedded returns the files of the characters, riders and gifts that come with the program.
func Embedded() []strictyaml.File {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return strictyaml.ReadFiles(sub, Folders...)
}

// Text is a text in several languages. It is nil if there is no text.
type Text []Translation

// Translation is a text in one language.
type Translation struct {
	// Lang is the code of the language: en, de.
	Lang string
	Text string
}

// In returns the text in a language, or in English if it is not translated.
func (t Text) In(lang string) string {
	english := ""
	for _, translation := range t {
		switch translation.Lang {
		case lang:
			return translation.Text
		case "en":
			english = translation.Text
		}
	}
	return english
}

// UnmarshalYAML reads a text from a mapping of languages to its translations.
func (t *Text) UnmarshalYAML(unmarshal func(any) error) error {
	byLang := map[string]string{}
	if err := unmarshal(&byLang); err != nil {
		return err
	}
	*t = nil
	for _, lang := range Languages {
		if text, ok := byLang[lang]; ok {
			*t = append(*t, Translation{lang, text})
		}
	}
	return nil
}

// String returns the text in English.
func (t Text) String() string { return t.In("en") }

// Fidelity is how sure we are of what a file states.
type Fidelity struct {
	// Level is one of the four words of Words("fidelity"), from the surest to the least sure: printed
	// in the rulebook, confirmed by two sources, one good source, filled in by us.
	Level string `yaml:"fidelity" doc:"need,of=fidelity" about:"How sure it is that this is as printed."`
	// Note is the reason in one line. A note in one language is used for all languages.
	Note Text `yaml:"note" doc:"need,of=note,length=2000" about:"Why, in one line, which may be a text in every language."`
}

// Character is one character or rider, as its YAML file states it. [strictyaml.Field] explains the tags.
type Character struct {
	ID   string `yaml:"id" doc:"need,of=id,length=40" about:"The file's name without .yaml."`
	Name Text   `yaml:"name" doc:"need,length=60"`
	// ShortName is the name for places with little room. Most characters have none.
	ShortName Text `yaml:"short_name" doc:"length=12" about:"The name where there is little room, where it is another one; else the name up to a comma or a bracket."`
	// Letters stand for the character where there is no room for a name: one or two, the same in every chapter. Only
	// characters of a [Box] have them.
	Letters Text `yaml:"-"`

	Goal *Goal `yaml:"goal" doc:"need,of=goal"`
	// GoalText is the goal in a few words, for the screen.
	GoalText Text `yaml:"goal_text" doc:"need,length=500" about:"The goal in a few words, for the screen."`
	// Setup lists the setup actions in the order in which the character takes them (S5).
	Setup []Action `yaml:"setup" doc:"of=action,most=20" about:"What the character does between the draft and the first trick, in this order (S5)."`
	// SetupText is the setup in a few words, for the screen.
	SetupText Text `yaml:"setup_text" doc:"length=500" about:"The setup in a few words, for the screen."`
	// Playable reports whether the file has the key setup, be it an empty list. Without the key the character
	// can only be used in positions after setup, not in a chapter.
	Playable bool `yaml:"-"`
	// CountsAs is the id of the plain character that a gold card counts as. It is empty for all others.
	CountsAs string `yaml:"counts_as" doc:"of=character" about:"The plain character that this one counts as for other cards."`
	// Burdened reports whether this is the burdened side of a gold card.
	Burdened bool `yaml:"burdened" about:"This is the burdened side of a gold card."`
	// MayNotPass is the card that the character may not pass on, or the empty set.
	MayNotPass tricks.Set `yaml:"may_not_pass" about:"A card the character may never pass on (S6), such as R1."`
	// CountsFor says which of the character's cards count for another one's goal as well (K: Samwise). It is nil
	// for nearly every character.
	CountsFor *CountsFor `yaml:"counts_for" about:"Cards of a suit that this character wins count for another one's goal as well."`
	// NeedNotFollow reports whether T4 and T6 do not bind the character.
	NeedNotFollow bool `yaml:"need_not_follow" about:"The character may play any card, and lead Rings at any time."`
	// Redraws reports whether each drawn threat card may be drawn anew once while the character is in play
	// (K: Meriadoc).
	Redraws bool `yaml:"redraws" about:"While the character is in play, every drawn threat card may be drawn anew once."`
	// Leads reports whether the character leads the first trick.
	Leads bool `yaml:"leads" about:"The character leads the first trick."`
	// NamesLeader reports whether the character, when it would lead, may name another one that holds a card.
	NamesLeader bool `yaml:"names_leader" about:"Whenever the character would lead, it may name another one that does."`
	// TakesR1 reports whether only the holder of R1 can take the character (S3).
	TakesR1 bool `yaml:"takes_r1" about:"Only the holder of R1 can take this character, and has to if it must be taken (S3)."`
	// SoloFull reports whether the hand is full from the start with one player, and never refilled (C4, C6).
	SoloFull bool `yaml:"solo_full" about:"With one player: the hand gets all its cards at once, instead of being refilled (C4, C6)."`
	// NoExchange reports whether a rider forbids exchanges.
	NoExchange bool `yaml:"no_exchange" about:"A rider only: who carries it neither starts an exchange nor is the target of one."`
	// HidesThreat reports whether a rider hides the threat number.
	HidesThreat bool `yaml:"hides_threat" about:"A rider only: the threat number of who carries it is hidden from the others; not with one player."`

	Fidelity Fidelity `yaml:",inline"`
}

// Matches reports whether the character has the id, or counts as the character with the id.
func (c *Character) Matches(id string) bool { return c.ID == id || c.CountsAs == id && id != "" }

// Formula returns the formula of the character's goal for a seat, a threat number and a table. The cards that other
// characters at the table win for this one count as well (K: Samwise).
func (c *Character) Formula(b Binding) Formula {
	f := c.Goal.Formula(b)
	for s, other := range b.Cast {
		if other != nil && other.CountsFor != nil && c.Matches(other.CountsFor.Character) {
			f = f.shared(tricks.SuitSet(other.CountsFor.Suit), tricks.Seat(s))
		}
	}
	return f
}

// CountsFor says that the cards of a suit count for the goal of another character as well.
type CountsFor struct {
	Character string      `yaml:"character" doc:"need,of=character"`
	Suit      tricks.Suit `yaml:"suit" doc:"need"`
}

// HasAction reports whether the character has a setup action of a kind.
func (c *Character) HasAction(kind ActionKind) bool {
	return slices.ContainsFunc(c.Setup, func(a Action) bool { return a.Kind == kind })
}

// MayCarry reports whether the character may carry a rider of the Road (L5). A burdened character may not, and a
// character that draws no threat card may not carry a rider that hides the threat number.
func (c *Character) MayCarry(rider *Character) bool {
	return !c.Burdened && (!rider.HidesThreat || c.HasAction(Threat))
}

// Box holds the characters, riders and gifts by id.
type Box struct {
	Characters map[string]*Character
	Riders     map[string]*Character
	Gifts      map[string]*Gift
}

// Read adds the characters, riders and gifts of files to the box. Each file is named after the id in
// it. A file may refer to the characters in the box and in the other files. Read writes the errors of
// a file into its Err. It keeps a character for a faulty file, too, so that the files that refer to it
// are not reported as well.
func (b *Box) Read(files []strictyaml.File) {
	if b.Characters == nil {
		*b = Box{map[string]*Character{}, map[string]*Character{}, map[string]*Gift{}}
	}
	ids := slices.Collect(maps.Keys(b.Characters))
	for i := range files {
		if files[i].Folder == "characters" {
			ids = append(ids, files[i].ID())
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var cache Cache
	for i := range files {
		f := &files[i]
		target := map[string]map[string]*Character{"characters": b.Characters, "riders": b.Riders}[f.Folder]
		switch {
		case f.Err != nil:
		case target != nil:
			g := grammar{
				ids:   ids,
				id:    f.ID(),
				rider: f.Folder == "riders",
				cache: &cache,
			}
			src, root := f.Parse()
			c := g.character(root)
			f.Err = src.Err()
			if f.Err != nil {
				c = cmp.Or(target[g.id], &Character{ID: g.id, Goal: &Goal{Word: "all"}, Playable: true})
			}
			target[g.id] = c
		case f.Folder == "gifts":
			src, root := f.Parse()
			gift := readGift(root, f.ID(), ids)
			f.Err = src.Err()
			if f.Err == nil || b.Gifts[f.ID()] == nil {
				b.Gifts[f.ID()] = gift
			}
		}
	}
	b.setLetters()
}

// MarshalText writes the character's id.
func (c *Character) MarshalText() ([]byte, error) { return []byte(c.ID), nil }
