package characters_test

import (
	"fmt"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// A character is one YAML file. Every mistake is told at once, with its place.
func ExampleBox_Read() {
	file := `id: rosie
name: {en: Rosie, de: Rosie}
goal: {cards: {suit: Hill, at_least: 3}}
goal_text: {en: win at least 3 Hills, de: gewinne mindestens 3 Hügel-Karten}
setup: [{exchange: [sma]}]
setup_text: {en: exchange with Sam, de: tausche mit Sam}
fidelity: reconstructed
note: our own invention
`
	files := append(characters.Embedded(),
		strictyaml.File{Folder: "characters", Name: "rosie.yaml", Data: []byte(file)})
	var box characters.Box
	box.Read(files)
	fmt.Println(files[len(files)-1].Err)
	// Output:
	// rosie.yaml:3:22: unknown suit "Hill"; did you mean "Hills"?
	// rosie.yaml:5:21: unknown character "sma"; did you mean "sam"?
}

// A goal makes a formula once its seat and its threat number are known. Compiled for a table
// it tells how it stands after each trick.
func ExampleCompile() {
	var box characters.Box
	box.Read(characters.Embedded())
	// Sam wants the Hills card of his threat number. He sits at seat 0.
	formula := box.Characters["sam"].Formula(characters.Binding{Seat: 0, Seats: 3, Players: 3, Threat: 3})

	var hands []tricks.Hand
	all := tricks.Set(0)
	for _, text := range []string{"H8 M2", "H3 M1", "H1 M8"} {
		set, err := tricks.ParseSet(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		hands = append(hands, tricks.Plain(set))
		all |= set
	}
	checker, err := characters.Compile(tricks.NewTable(tricks.NoSuit, hands...), nil, formula)
	if err != nil {
		fmt.Println(err)
		return
	}
	values := checker.Start()
	fmt.Println(checker.Status(values, &characters.Outlook{Unplayed: all}))

	cards := tricks.SuitSet(tricks.Hills) & all
	trick := characters.Trick{Leader: 0, Winner: 0, Cards: cards, Won: [tricks.MaxSeats]tricks.Set{cards}}
	checker.Count(values, &trick)
	fmt.Println(checker.Status(values, &characters.Outlook{Unplayed: all &^ trick.Cards, Tricks: 1}))
	// Output:
	// open
	// sealed
}
