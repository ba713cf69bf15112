package choose

import (
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// Settings returns the fields that change the settings: the named ones, or all if none is named. The computer
// players to choose from are given weakest first.
func Settings(t *texts.Texts, now *settings.Settings, computers []string, names ...string) (all []Field) {
	add := func(letter rune, f Field) {
		f.Letter = letter
		f.Label = t.T("lobby.set." + f.Name)
		if len(names) == 0 || slices.Contains(names, f.Name) {
			all = append(all, f)
		}
	}
	// word adds a choice between words; usual is chosen if nothing is set.
	word := func(letter rune, name, usual string, field *string, values ...string) {
		if slices.Contains(values, *field) {
			usual = *field
		}
		add(letter, NewField(name, "", usual, func(v string) {
			*field = v
		}, labelled(func(v string) string { return t.T("lobby." + name + "." + v) }, values...)...))
	}
	onOff := func(letter rune, name string, enabled bool, set func(bool)) {
		add(letter, yesNo(t, name, "", "lobby.on", "lobby.off", enabled, set))
	}
	flag := func(letter rune, name string, field *bool) {
		onOff(letter, name, *field, func(enabled bool) { *field = enabled })
	}
	inverted := func(letter rune, name string, field *bool) {
		onOff(letter, name, !*field, func(enabled bool) { *field = !enabled })
	}
	word('l', "lang", t.Lang(), &now.Lang, characters.Languages...)
	if n := len(computers); n > 0 {
		word('c', "computer", computers[n-1], &now.Computer, computers...)
	}
	flag('a', "auto", &now.Auto)
	flag('p', "quick", &now.Quick)
	inverted('s', "still", &now.Still)
	inverted('n', "tips", &now.NoTips)
	flag('m', "mouse", &now.Mouse)
	var values []string
	for _, l := range looks {
		values = append(values, l.name)
	}
	add('o', NewField(Look, "", lookOf(now), func(v string) {
		l := looks[slices.Index(values, v)]
		now.Color = l.color
		now.Background = l.background
		now.ASCII = l.ascii
	}, labelled(func(v string) string { return t.T("lobby.look." + v) }, values...)...))
	return all
}

// Look is the name of the field for the look of the screen: colours, the background of the terminal, or
// ASCII characters only.
const Look = "look"

// looks are the values of the field [Look] and the settings that each of them stands for.
var looks = []struct {
	name, color, background string
	ascii                   bool
}{
	{name: "auto"},
	{name: "dark", background: "dark"},
	{name: "light", background: "light"},
	{name: "alldark", color: "always", background: "dark"},
	{name: "alllight", color: "always", background: "light"},
	{name: "never", color: "never"},
	{name: "ascii", ascii: true},
}

// lookOf returns the look that is closest to the settings. A settings file may combine them in other ways.
func lookOf(now *settings.Settings) string {
	switch {
	case now.ASCII:
		return "ascii"
	case now.Color == "never":
		return "never"
	case now.Color == "always" && now.Background == "light":
		return "alllight"
	case now.Color == "always":
		return "alldark"
	case now.Background == "dark", now.Background == "light":
		return now.Background
	}
	return "auto"
}
