package settings

import (
	"slices"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/solver/players"
)

// Settings are the preferences of a person. A setting that is left out has its default.
type Settings struct {
	// Lang is the language, empty for the language of the environment.
	Lang string `yaml:"lang,omitempty"`
	// Computer is the computer player of free seats, empty for the strongest.
	Computer string `yaml:"computer,omitempty"`
	// Color is auto, always or never.
	Color string `yaml:"color,omitempty"`
	// Theme was one of three looks in earlier versions. It is read and ignored.
	Theme string `yaml:"theme,omitempty" doc:"of=theme"`
	// Background is the ground of the terminal: auto, dark or light.
	Background string `yaml:"background,omitempty" doc:"of=background"`
	// Still turns all motion off.
	Still bool `yaml:"still,omitempty"`
	// ASCII restricts the screen to ASCII characters.
	ASCII bool `yaml:"ascii,omitempty"`
	// Order is the order of the cards in a hand: suit or rank, empty for suit.
	Order string `yaml:"order,omitempty" doc:"of=order"`
	// Auto continues after each trick without a key.
	Auto bool `yaml:"auto,omitempty"`
	// Quick lets the computer players play without a pause.
	Quick bool `yaml:"quick,omitempty"`
	// Mouse lets the mouse choose; the terminal cannot select text with it meanwhile.
	Mouse bool `yaml:"mouse,omitempty"`
	// Lesson reports whether the person was offered the first evening and opened it.
	Lesson bool `yaml:"lesson,omitempty"`
	// Tips are the tips that the person has seen.
	Tips []string `yaml:"tips,omitempty" doc:"of=text"`
	// NoTips turns tips off.
	NoTips bool `yaml:"notips,omitempty"`
	// Puzzles has the stars of solved puzzles: a server keeps them for a visitor, and earlier
	// versions kept them at home.
	Puzzles map[string]int `yaml:"puzzles,omitempty" doc:"of=puzzles"`
	// Stars was a checksum of Puzzles in earlier versions. It is read and ignored.
	Stars string `yaml:"stars,omitempty" json:",omitempty"`
	// Names are the people of the last game, in seat order.
	Names []string `yaml:"names,omitempty" doc:"of=text"`
	// Keys assigns other keys to actions, by the names of the actions: undo: [z].
	Keys map[string][]string `yaml:"keys,omitempty" doc:"of=keys"`
}

// Backgrounds are the values of [Settings.Background].
var Backgrounds = []string{"auto", "dark", "light"}

// Orders are the values of [Settings.Order].
var Orders = []string{BySuit, ByRank}

const (
	// BySuit sorts a hand by suits, and the cards of a suit by their ranks.
	BySuit = "suit"
	// ByRank sorts a hand by ranks, and the cards of a rank by their suits.
	ByRank = "rank"
)

// readers read values that must be more than their Go type says.
var readers = strictyaml.Readers{
	"text":       strictyaml.Value.Text,
	"theme":      func(v strictyaml.Value) string { return oneOf(v, []string{"classic", "vivid", "safe"}) },
	"background": func(v strictyaml.Value) string { return oneOf(v, Backgrounds) },
	"order":      func(v strictyaml.Value) string { return oneOf(v, Orders) },
	"puzzles": func(v strictyaml.Value) map[string]int {
		stars := map[string]int{}
		for _, e := range v.Entries() {
			stars[e.Key.Text()] = e.Value.Int(0, 3)
		}
		return stars
	},
	"keys": func(v strictyaml.Value) map[string][]string {
		keys := map[string][]string{}
		for _, e := range v.Entries() {
			for _, key := range e.Value.List() {
				keys[e.Key.Text()] = append(keys[e.Key.Text()], key.Text())
			}
		}
		return keys
	},
}

// Client is a way to play. It decides which settings a person can change there, and which entries the menu has.
type Client uint8

const (
	// ScreenAtHome is the full screen in the person's own terminal.
	ScreenAtHome Client = 1 << iota
	// ScreenOnServer is a screen that a server draws for a visitor's terminal.
	ScreenOnServer
	// BrowserAtHome is a browser on the person's own machine.
	BrowserAtHome
	// BrowserOnServer is a browser that visits a server.
	BrowserOnServer
)

// Several ways to play together.
const (
	Screens    = ScreenAtHome | ScreenOnServer
	Browsers   = BrowserAtHome | BrowserOnServer
	AtHome     = ScreenAtHome | BrowserAtHome
	OnServer   = ScreenOnServer | BrowserOnServer
	Everywhere = AtHome | OnServer
)

// Setting is one setting that a person can change in a form. A setting without Words is a switch, with the values
// [SwitchedOn] and [SwitchedOff].
type Setting struct {
	// Name names the setting in a form.
	Name string
	// LabelKey is the key of the text that names the setting for people.
	LabelKey string
	// Letter is the key that leads to the setting on a screen, 0 for none.
	Letter rune
	// Clients are the ways to play that offer the setting.
	Clients Client
	// OfDevice reports whether the setting belongs to one browser. Its cookie keeps it, and no other keeper does.
	OfDevice bool
	// Words are the values to choose from, empty for a switch.
	Words []Word
	// Default is the word that counts while the setting has none of Words. If it is empty, the first of Words counts.
	Default string

	// Value returns the value that some settings have, one of Words or of a switch.
	Value func(*Settings) string
	// Set changes settings to have a value.
	Set func(s *Settings, value string)
}

// Allows reports whether a text is a value of the setting.
func (s *Setting) Allows(value string) bool {
	if len(s.Words) == 0 {
		return value == SwitchedOn || value == SwitchedOff
	}
	return slices.ContainsFunc(s.Words, func(w Word) bool { return w.Value == value })
}

// Word is a value of a setting.
type Word struct {
	Value string
	// LabelKey is the key of the text for people.
	LabelKey string
	// Lang is the language of that text, empty for the reader's.
	Lang string
}

// The values of a switch.
const (
	SwitchedOn  = "yes"
	SwitchedOff = ""
)

// Offered returns the settings that people can change in a client, in the order in which a form shows them.
func Offered(client Client, ofDevice bool) (offered []Setting) {
	for _, s := range list {
		if s.Clients&client != 0 && s.OfDevice == ofDevice {
			offered = append(offered, s)
		}
	}
	return offered
}

// list has all settings that people can change in a form.
var list = []Setting{
	{
		Name: "language", LabelKey: "web.language", Clients: Browsers, OfDevice: true,
		Words: slices.Concat([]Word{likeDevice}, ownNames(characters.Languages)),
		Value: func(s *Settings) string { return s.Lang },
		Set:   func(s *Settings, value string) { s.Lang = value },
	},
	{
		Name: "scheme", LabelKey: "web.scheme", Clients: Browsers, OfDevice: true,
		Words: slices.Concat([]Word{likeDevice}, words("lobby.look.", "light", "dark")),
		Value: func(s *Settings) string { return s.Background },
		Set:   func(s *Settings, value string) { s.Background = value },
	},
	toggle("motion", "web.still", 0, Browsers, func(s *Settings) *bool { return &s.Still }).ofDevice(),

	// A person without this setting reads the language of the caller's texts.
	word("lang", 'l', Screens, characters.Languages, func(s *Settings) *string { return &s.Lang }),
	word("computer", 'c', AtHome, players.Names, func(s *Settings) *string { return &s.Computer }).
		withDefault(players.Strongest),
	word("order", 'r', Everywhere, Orders, func(s *Settings) *string { return &s.Order }).withDefault(BySuit),
	toggle("auto", label("auto"), 'a', Screens, func(s *Settings) *bool { return &s.Auto }),
	toggle("quick", label("quick"), 'p', AtHome, func(s *Settings) *bool { return &s.Quick }),
	toggle("still", label("still"), 's', ScreenAtHome, func(s *Settings) *bool { return &s.Still }).inverted(),
	toggle("tips", label("tips"), 'n', Everywhere, func(s *Settings) *bool { return &s.NoTips }).inverted(),
	toggle("mouse", label("mouse"), 'm', ScreenAtHome, func(s *Settings) *bool { return &s.Mouse }),
	{
		Name: "look", LabelKey: label("look"), Letter: 'o', Clients: Screens,
		Words: words("lobby.look.", lookNames()...),
		Value: lookOf,
		Set:   setLook,
	},
}

// likeDevice is the value that leaves a setting to the device.
var likeDevice = Word{LabelKey: "web.auto"}

// label returns the key of a setting's name for people.
func label(name string) string { return "lobby.set." + name }

// words returns values whose texts have the keys that begin with a prefix.
func words(prefix string, values ...string) (all []Word) {
	for _, value := range values {
		all = append(all, Word{Value: value, LabelKey: prefix + value})
	}
	return all
}

// ownNames returns languages, each of them under its name in itself.
func ownNames(languages []string) []Word {
	all := words("lobby.lang.", languages...)
	for i := range all {
		all[i].Lang = all[i].Value
	}
	return all
}

// word returns a setting that is a choice between words.
func word(name string, letter rune, clients Client, values []string, field func(*Settings) *string) Setting {
	return Setting{
		Name: name, LabelKey: label(name), Letter: letter, Clients: clients,
		Words: words("lobby."+name+".", values...),
		Value: func(s *Settings) string { return *field(s) },
		Set:   func(s *Settings, value string) { *field(s) = value },
	}
}

// withDefault makes a word count as chosen while the setting has none of its words.
func (s Setting) withDefault(value string) Setting {
	s.Default = value
	return s
}

// toggle returns a setting that is a switch.
func toggle(name, labelKey string, letter rune, clients Client, field func(*Settings) *bool) Setting {
	return Setting{
		Name: name, LabelKey: labelKey, Letter: letter, Clients: clients,
		Value: func(s *Settings) string { return switchValue(*field(s)) },
		Set:   func(s *Settings, value string) { *field(s) = value != SwitchedOff },
	}
}

// switchValue returns the value of a switch.
func switchValue(enabled bool) string {
	if enabled {
		return SwitchedOn
	}
	return SwitchedOff
}

// inverted turns a switch round: the field then says what is switched off.
func (s Setting) inverted() Setting {
	get := s.Value
	set := s.Set
	s.Value = func(now *Settings) string { return switchValue(get(now) == SwitchedOff) }
	s.Set = func(now *Settings, value string) { set(now, switchValue(value == SwitchedOff)) }
	return s
}

// ofDevice makes the setting belong to one browser.
func (s Setting) ofDevice() Setting {
	s.OfDevice = true
	return s
}

// looks are the values of the setting for the look of a screen, and the fields that each of them stands for.
var looks = []struct {
	name       string
	color      string
	background string
	ascii      bool
}{
	{name: "auto"},
	{name: "dark", background: "dark"},
	{name: "light", background: "light"},
	{name: "alldark", color: "always", background: "dark"},
	{name: "alllight", color: "always", background: "light"},
	{name: "never", color: "never"},
	{name: "ascii", ascii: true},
}

// lookNames returns the values of the setting for the look of a screen.
func lookNames() (names []string) {
	for _, look := range looks {
		names = append(names, look.name)
	}
	return names
}

// setLook changes settings to have a look.
func setLook(s *Settings, name string) {
	for _, look := range looks {
		if look.name == name {
			s.Color = look.color
			s.Background = look.background
			s.ASCII = look.ascii
		}
	}
}

// lookOf returns the look that is closest to the settings. A settings file may combine its fields in other ways.
func lookOf(s *Settings) string {
	switch {
	case s.ASCII:
		return "ascii"
	case s.Color == "never":
		return "never"
	case s.Color == "always" && s.Background == "light":
		return "alllight"
	case s.Color == "always":
		return "alldark"
	case s.Background == "dark", s.Background == "light":
		return s.Background
	}
	return "auto"
}
