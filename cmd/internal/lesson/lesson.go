// Package lesson is the first evening: what a trick, a suit, the Rings and a goal are,
// told in a few words, and a small round of real cards in which all of it comes up.
package lesson

import (
	"bytes"
	_ "embed"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks/say"
)

//go:embed round.yaml
var round []byte

// pages is how many things are told before the round.
const pages = 5

// Page is one thing that is told.
type Page struct{ Title, Text string }

// Pages returns what is told before the round.
func Pages(t *texts.Texts) []Page {
	var out []Page
	for n := range pages {
		key := "lesson." + strconv.Itoa(n+1)
		out = append(out, Page{t.T(key + ".title"), t.T(key + ".text")})
	}
	return out
}

// Text is all of that in one text.
func Text(t *texts.Texts) string {
	var b strings.Builder
	for _, p := range Pages(t) {
		b.WriteString(p.Title + "\n  " + p.Text + "\n")
	}
	return b.String()
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
