// Package lesson is the first evening: it explains a trick, a suit, the Rings and a goal in a few
// words, and has a small round of real cards in which all of them come up.
package lesson

import (
	"bytes"
	_ "embed"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

//go:embed round.yaml
var firstEvening []byte

// First is the number of the deal of chapter 1 that comes next. The person is the first of three to
// choose a character, and fair players win the deal.
const First = 7

// Next is the command that plays chapter 1, which comes next.
const Next = "fellowship play --chapter 1"

// pages is the number of things explained before the round.
const pages = 5

// Page returns the text that comes before the round.
func Page(t *texts.Texts) (p page.Page) {
	for n := range pages {
		key := "lesson." + strconv.Itoa(n+1)
		p.Head(t.T(key + ".title"))
		p.Text(2, t.T(key+".text"))
	}
	return p
}

// Round returns the round before its first decision: the person is Frodo, and the computer plays the
// others.
func Round(lib *chapters.Library) (chapters.Record, error) {
	for e := range lib.Read("the first evening", bytes.NewReader(firstEvening)) {
		return chapters.Record{
			Position:    e.Record.Position,
			PlayerNames: []string{round.Human, "greedy", "greedy", "greedy"},
		}, e.Err
	}
	return chapters.Record{}, say.New("the first evening holds no round")
}

// The tasks for the person to try in the present hand: to play a Ring too early, to play another
// suit, to look at the goals, to ask for a hint.
const (
	TryRing   = "ring"
	TryFollow = "follow"
	TryGoals  = "goals"
	TryHint   = "hint"
)

// Try returns the next task for the person, empty for none. refused reports whether some card of
// the hand may not be played; tried has the tasks that the person has done.
func Try(v *chapters.View, refused bool, tried map[string]bool) string {
	if v.Ask == nil || v.Ask.Kind != chapters.PlayCard {
		return ""
	}
	hand := v.Seats[v.Ask.Seat].Hand
	leads := v.Led == tricks.NoSuit
	tasks := []struct {
		name string
		now  bool
	}{
		{TryRing, refused && leads && hand.OfSuit(tricks.Rings) != 0},
		{TryFollow, refused && !leads},
		{TryGoals, len(v.History) == 1},
		{TryHint, len(v.History) == 2},
	}
	for _, task := range tasks {
		if task.now && !tried[task.name] {
			return task.name
		}
	}
	return ""
}
