package choose

import (
	"slices"

	"fellowship/characters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/texts"
)

// Settings returns the fields of settings, which they change: those of some names, or all where none
// is named. Computers are the computer players to choose among, the weakest first.
func Settings(t *texts.Texts, now *settings.Settings, computers []string, names ...string) (all []Field) {
	add := func(letter rune, f Field) {
		if f.Letter, f.Label = letter, t.T("lobby.set."+f.Name); len(names) == 0 || slices.Contains(names, f.Name) {
			all = append(all, f)
		}
	}
	// word is one of some words, or usual where nothing is set.
	word := func(letter rune, name, usual string, field *string, of ...string) {
		if slices.Contains(of, *field) {
			usual = *field
		}
		add(letter, Among(name, "", usual, func(v string) { *field = v }, labelled(func(v string) string { return t.T("lobby." + name + "." + v) }, of...)...))
	}
	onOff := func(letter rune, name string, is bool, set func(bool)) {
		add(letter, yesNo(t, name, "", "lobby.on", "lobby.off", is, set))
	}
	flag := func(letter rune, name string, field *bool) {
		onOff(letter, name, *field, func(is bool) { *field = is })
	}
	unless := func(letter rune, name string, field *bool) {
		onOff(letter, name, !*field, func(is bool) { *field = !is })
	}
	word('l', "lang", t.Lang(), &now.Lang, characters.Languages...)
	if n := len(computers); n > 0 {
		word('c', "computer", computers[n-1], &now.Computer, computers...)
	}
	flag('a', "auto", &now.Auto)
	flag('p', "quick", &now.Quick)
	unless('s', "still", &now.Still)
	unless('n', "tips", &now.NoTips)
	flag('m', "mouse", &now.Mouse)
	flag('i', "ascii", &now.ASCII)
	word('o', "color", "auto", &now.Color, "auto", "always", "never")
	word('b', "background", settings.Backgrounds[0], &now.Background, settings.Backgrounds...)
	return all
}
