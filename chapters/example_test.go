package chapters_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing/fstest"

	"fellowship/chapters"
)

// A deal has a name, and the same name is the same deal for ever.
func ExampleLibrary_Deal() {
	lib := chapters.Default()
	deal, err := chapters.ParseDealID("c01p4s1")
	if err != nil {
		fmt.Println(err)
		return
	}
	pos, err := lib.Deal(deal)
	if err != nil {
		fmt.Println(err)
		return
	}
	for seat, hand := range pos.Hands {
		fmt.Println(seat, hand.Cards)
	}
	fmt.Println("lost:", pos.Lost[0])
	// Output:
	// 0 H8 M678 F6 S3 R235
	// 1 H5 M124 F358 S12
	// 2 H234 M5 F27 S568
	// 3 H17 M3 F14 S47 R14
	// lost: H6
}

// A game asks for one decision after the other. It lists the legal answers, and the others with the reasons why
// they are not legal. This example always takes the first legal answer.
func ExampleGame() {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := lib.NewGame(pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	told := map[chapters.DecisionKind]bool{}
	for !game.IsOver() {
		due := game.Due()
		options := game.Options()
		refused := game.Refused()
		if !told[due.Kind] && len(refused) > 0 {
			told[due.Kind] = true
			fmt.Println(due.Kind, options[0], "but not", refused[0].Decision, "since", refused[0].Reason())
		}
		if err := game.Apply(options[0]); err != nil {
			fmt.Println(err)
			return
		}
	}
	for _, goal := range game.Statuses() {
		fmt.Println(goal.Character, goal.Status)
	}
	fmt.Println(game.Result())
	// Output:
	// return 3>1:H1 but not 3>1:R1 since frodo may not pass on R1 (S6)
	// play 3:H5 but not 3:R1 since seat 3 may not lead R1: Rings may not be led until one was played in an earlier trick (T6)
	// bilbo sealed
	// gandalf failed
	// pippin failed
	// frodo failed
	// lost
}

// A view holds what one player may know, and nothing else.
func ExampleGame_View() {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := lib.NewGame(pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	view := game.View(2)
	for seat, s := range view.Seats {
		fmt.Printf("seat %d holds %d cards: %q\n", seat, s.Cards, s.Open)
	}
	fmt.Println("the lost card is", view.Lost[0], "and seat", view.Due.Seat, "chooses a character")
	// Output:
	// seat 0 holds 9 cards: ""
	// seat 1 holds 9 cards: ""
	// seat 2 holds 9 cards: "H234 M5 F27 S568"
	// seat 3 holds 9 cards: ""
	// the lost card is H6 and seat 0 chooses a character
}

// A view can be written as JSON, so that a program in another language decides: see docs/bots.md.
func ExampleView_json() {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: 4, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := lib.NewGame(pos)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(game.View(0))
	if err != nil {
		fmt.Println(err)
		return
	}
	var bot struct {
		Stage string
		Ask   struct{ Options []map[string]string }
	}
	if err := json.Unmarshal(text, &bot); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bot.Stage, bot.Ask.Options)
	// Output:
	// draft [map[draft:0:bilbo] map[draft:0:gandalf] map[draft:0:pippin]]
}

// A stream may hold both position documents and records. A mistake in one of them does not stop the others.
func ExampleLibrary_Read() {
	lib := chapters.Default()
	stream := `id: ending
players: 3
hands:
- {character: frodo, cards: "H8 R1"}
- {character: sam, threat: 2, cards: "H2 M5"}
- {character: pippin, cards: "H1 M6"}
plays: ["0:H8", "1:H2"]
---
id: broken
players: 3
hands:
- {character: frodo, cards: "H8"}
- {character: sam, threat: 2, cards: "H8"}
- {character: pipin, cards: "H1"}
`
	for entry := range lib.Read("stdin", strings.NewReader(stream)) {
		if entry.Err != nil {
			fmt.Println(entry.Err)
			continue
		}
		game, err := entry.Record.Game(lib)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(entry.Record.ID, "asks seat", game.Due().Seat, "to play one of", game.Options())
	}
	// Output:
	// ending asks seat 2 to play one of [2:H1]
	// stdin:14:15: unknown character "pipin"; did you mean "pippin"?
}

// A person's own chapters are files, read after the chapters that come with the program.
func ExampleLoad() {
	own := fstest.MapFS{"chapters/c30.yaml": {Data: []byte(`chapter: 30
title: {en: A Picnic, de: Ein Picknick}
length: short
characters: ["frodo*", bilbo, merry, pippin]
fidelity: reconstructed
note: our own invention
`)}}
	lib, err := chapters.Load(own)
	if err != nil {
		fmt.Println(err)
		return
	}
	chapter, err := lib.Chapter("30")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chapter.Title.In("en"), "with", len(chapter.Roster), "characters")
	// Output: A Picnic with 4 characters
}
