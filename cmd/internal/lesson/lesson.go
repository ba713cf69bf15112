// Package lesson is the first evening: what a trick, a suit, the Rings and a goal are,
// told in a few words, and a small round of real cards in which all of it comes up.
package lesson

import (
	"bytes"
	_ "embed"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

//go:embed round.yaml
var round []byte

// Next is the command that plays what comes next: chapter 1.
const Next = "fellowship play --chapter 1"

// pages is how many things are told before the round.
const pages = 5

// Page is what is told before the round.
func Page(t *texts.Texts) (p page.Page) {
	for n := range pages {
		key := "lesson." + strconv.Itoa(n+1)
		p.Head(t.T(key + ".title"))
		p.Text(2, t.T(key+".text"))
	}
	return p
}

// Begin begins the round at a table of its own. The person is Frodo, the computer plays the
// others, and nothing is saved.
func Begin(lib *chapters.Library) (*table.Home, error) {
	for e := range lib.Read("the first evening", bytes.NewReader(round)) {
		if e.Err != nil {
			return nil, e.Err
		}
		by := []string{session.Human, "greedy", "greedy", "greedy"}
		round, err := session.New(session.Config{Library: lib, Position: e.Position, By: by})
		if err != nil {
			return nil, err
		}
		return table.Unsaved(lib, round)
	}
	return nil, say.New("the first evening holds no round")
}
