package solver_test

import (
	"context"
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/solver"
)

// Could the deal c02p4s7 be won? The answer comes with a way to win, which is
// played through here. This is the example of the README.
func ExampleSolve() {
	ctx := context.Background()
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 7})
	check(err)
	game, err := lib.NewGame(pos)
	check(err)
	result, err := solver.Solve(ctx, game, solver.Options{Nodes: 10_000_000})
	check(err)
	for _, d := range result.Decisions() {
		check(game.Apply(d))
	}
	fmt.Println(result.Verdict, game.Result())
	// Output: winnable won
}

// A position can also stand in a document. Here H3, which Sam needs, is sure to
// go to Merry.
func ExampleSolve_document() {
	const document = `players: 3
leader: 1
hands:
- {character: merry, cards: "H8"}
- {character: sam, threat: 3, cards: "H3"}
- {character: pippin, cards: "F1"}
`
	lib := chapters.Default()
	for entry := range lib.Read("ending.yaml", strings.NewReader(document)) {
		check(entry.Err)
		game, err := entry.Record.Game(lib)
		check(err)
		result, err := solver.Solve(context.Background(), game, solver.Options{})
		check(err)
		fmt.Println(result.Verdict)
	}
	// Output: unwinnable
}

// This is the small position of the package comment, and the same position with M7 in the place of S3.
func ExampleSolve_small() {
	const document = `{players: 3, leader: 0, hands: [{character: merry, cards: H1 M5}, {character: sam, threat: 2, cards: H2 M4}, {character: pippin, cards: M6 S3}]}
---
{players: 3, leader: 0, hands: [{character: merry, cards: H1 M5}, {character: sam, threat: 2, cards: H2 M4}, {character: pippin, cards: M67}]}
`
	lib := chapters.Default()
	for entry := range lib.Read("small.yaml", strings.NewReader(document)) {
		check(entry.Err)
		game, err := entry.Record.Game(lib)
		check(err)
		result, err := solver.Solve(context.Background(), game, solver.Options{})
		check(err)
		fmt.Println(result.Verdict, result.Nodes, result.Line)
	}
	// Output:
	// winnable 1 [0:H1 1:H2 2:M6 1:M4 2:S3 0:M5]
	// unwinnable 0 []
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
