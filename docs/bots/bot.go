//go:build ignore

// A computer player that wins as much as it can while its goal is open, and nothing else
// afterwards. See docs/bots.md; run it with: go build docs/bots/bot.go
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
)

type message struct {
	Decide *struct {
		Seat int
		View struct {
			Due   struct{ Seat int }
			Goals []struct {
				Seat              int
				Character, Status string
			}
		}
		Options []map[string]string
	}
	Result string
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20) // a view may be longer than the scanner's usual limit
	for in.Scan() {
		var m message
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			log.Fatal(err)
		}
		if m.Decide != nil {
			fmt.Printf("{\"option\":%d}\n", decide(&m))
		}
	}
}

func decide(m *message) (best int) {
	open := false
	for _, g := range m.Decide.View.Goals {
		open = open || g.Seat == m.Decide.View.Due.Seat && g.Character != "" && g.Status == "open"
	}
	for i, o := range m.Decide.Options {
		if play := o["play"]; play != "" && (play[3] > m.Decide.Options[best]["play"][3]) == open {
			best = i // in "0:H3" the fourth letter is the rank
		}
	}
	return best
}
