// Package lesson is the first evening: a small round of real cards in which a trick, a suit, the Rings and a goal come
// up, and the card that a coach suggests for each of its plays.
package lesson

import (
	"bytes"
	"context"
	_ "embed"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/solver/players"
)

//go:embed round.yaml
var firstEvening []byte

// First is the number of the deal of chapter 1 that comes next. The person is the first of three to
// choose a character, and fair players win the deal.
const First = 7

// Next is the command that plays chapter 1, which comes next.
const Next = "fellowship play --chapter 1"

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

// The things for the person to try: to look at the goals, to ask for a hint.
const (
	TryGoals = "goals"
	TryHint  = "hint"
)

// tricksBeforeTries is how many tricks are over before something else than a card is to be tried.
const tricksBeforeTries = 3

// Try returns what the person is to try next, empty for nothing. tried has what the person has tried.
func Try(v *chapters.View, tried map[string]bool) string {
	if v.Ask == nil || v.Ask.Kind != chapters.PlayCard || len(v.History) < tricksBeforeTries {
		return ""
	}
	for _, name := range []string{TryGoals, TryHint} {
		if !tried[name] {
			return name
		}
	}
	return ""
}

// chance is the seed of the suggestions.
const chance = 5

// Suggest returns the play that the coach means. It knows only what the view's player sees, and is always the same in
// the same position. It is nil if no card is to be played.
func Suggest(v *chapters.View) *chapters.Decision {
	if v.Ask == nil || v.Ask.Kind != chapters.PlayCard {
		return nil
	}
	made, _, err := players.Greedy{}.Think(context.Background(), v, players.Source(chance, len(v.Log)), false)
	if err != nil {
		return nil
	}
	return &made
}
