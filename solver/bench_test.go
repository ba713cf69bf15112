package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"fellowship/chapters"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/sat"
)

// games are the deals with known verdicts.
func games(b *testing.B, name string) []*chapters.Game {
	f, err := os.Open("testdata/" + name + ".jsonl")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lib := chapters.Default()
	var list []*chapters.Game
	for e := range lib.Read(name, f) {
		g, err := e.Record.Game(lib)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// BenchmarkSolve solves all deals of a set; nodes/op is the work, which is the same on
// every machine.
func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"endings", "full-deals"} {
		b.Run(name, func(b *testing.B) {
			list := games(b, name)
			var nodes int64
			for b.Loop() {
				nodes = 0
				for _, g := range list {
					r, err := Solve(context.Background(), g, Options{})
					if err != nil {
						b.Fatal(err)
					}
					nodes += r.Nodes
				}
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		})
	}
}

// BenchmarkFormula writes the formulas of full deals, and takes a number of steps in each
// of them.
func BenchmarkFormula(b *testing.B) {
	for _, steps := range []int64{0, 20_000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			list := games(b, "full-deals")
			var s sat.Solver
			for i := 0; b.Loop(); i++ {
				problems, err := problemsOf(list[i%len(list)], &Options{})
				if err != nil {
					b.Fatal(err)
				}
				formula.New(problems, &s, DefaultMemory)
				if steps > 0 {
					s.Solve(steps)
				}
			}
		})
	}
}

// BenchmarkPlayout is the yardstick: one random legal round.
func BenchmarkPlayout(b *testing.B) {
	var list []Playouts
	for _, g := range games(b, "full-deals") {
		p, err := NewPlayouts(g)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, p)
	}
	src := rand.NewPCG(1, 2)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		list[i%len(list)].Play(src)
	}
}

// BenchmarkBegin is what a solve costs before the first node.
func BenchmarkBegin(b *testing.B) {
	lib := chapters.Default()
	for _, players := range []int{3, 4} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: players, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			g, err := lib.NewGame(pos)
			if err != nil {
				b.Fatal(err)
			}
			for g.Stage() != chapters.StagePlay {
				if err := g.Apply(g.Options()[0]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NewPlayouts(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
