package solver_test

import (
	"context"
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/solver"
)

// Where was this round lost? Sam needs H3, and another seat took it with R1.
func ExampleAnalyse() {
	const record = `{"record":1,"players":3,"lost":[],"stage":"play","leader":0,"hands":[{"character":"sam","threat":3,"cards":"H3 M1"},{"cards":"H18"},{"cards":"F1 R1"}]}
{"play":"0:H3"}
{"play":"1:H1"}
{"play":"2:R1!"}
`
	lib := chapters.Default()
	for entry := range lib.Read("round.ndjson", strings.NewReader(record)) {
		check(entry.Err)
		game, err := entry.Record.Game(lib)
		check(err)
		analysis, err := solver.Analyse(context.Background(), game, solver.AnalyseOptions{Choices: chapters.StagePlay})
		check(err)
		lost := analysis.Lost()
		fmt.Println("lost by", lost.Made)
		for _, choice := range lost.Choices {
			fmt.Println(choice.Decision, choice.Verdict)
		}
	}
	// Output:
	// lost by 2:R1!
	// 2:F1 winnable
	// 2:R1 winnable
	// 2:R1! unwinnable
}

// How many ways to win are there?
func ExampleCount() {
	const document = `players: 3
leader: 0
hands:
- {character: gandalf, cards: "H7 R1"}
- {cards: "H18"}
- {cards: "H2 F1"}
`
	lib := chapters.Default()
	for entry := range lib.Read("ending.yaml", strings.NewReader(document)) {
		check(entry.Err)
		game, err := entry.Record.Game(lib)
		check(err)
		lines, err := solver.Count(context.Background(), game, solver.Result{}, solver.Options{})
		check(err)
		fmt.Println(lines.Count, lines.Exact)
	}
	// Output: 3 true
}
