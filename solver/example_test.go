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
		game, err := entry.Game(lib)
		check(err)
		result, err := solver.Solve(context.Background(), game, solver.Options{})
		check(err)
		fmt.Println(result.Verdict)
	}
	// Output: unwinnable
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
