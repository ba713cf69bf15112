package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"fellowship/chapters"
)

// problems are the deals with known verdicts, ready to be searched.
func problems(b *testing.B, name string) []*Problem {
	f, err := os.Open("testdata/" + name + ".jsonl")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	lib := chapters.Default()
	var list []*Problem
	for e := range lib.Read(name, f) {
		g, err := e.Game(lib)
		if err != nil {
			b.Fatal(err)
		}
		p, err := NewProblem(g)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// BenchmarkSearch solves all deals of a set; nodes/op is the work, which is the
// same on every machine.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"endings", "full-deals"} {
		b.Run(name, func(b *testing.B) {
			list := problems(b, name)
			s := &search{}
			var nodes int64
			for b.Loop() {
				nodes = 0
				for _, p := range list {
					s.run(context.Background(), p, 0, DefaultMemory)
					nodes += s.nodes
				}
			}
			b.ReportMetric(float64(nodes), "nodes/op")
		})
	}
}

// BenchmarkPlayout is the yardstick: one random legal round.
func BenchmarkPlayout(b *testing.B) {
	list := problems(b, "full-deals")
	src := rand.NewPCG(1, 2)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		list[i%len(list)].Playout(src)
	}
}

// BenchmarkNewProblem is what a solve costs before the first node.
func BenchmarkNewProblem(b *testing.B) {
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
				if _, err := NewProblem(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
