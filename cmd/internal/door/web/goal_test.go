package web

import (
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
)

// TestMarks draws goals: those of Merry, Gandalf, Bill, Frodo, Sam, Arwen, Boromir, Peregrin, Galadriel,
// Gildor, Barliman, Maggot, Gwaihir, Glorfindel, and one of somebody else.
func TestMarks(t *testing.T) {
	t.Parallel()
	suit := tricks.SuitSet
	leaf := func(kind characters.ConditionKind, of tricks.Set, have, least, most int) characters.Standing {
		return characters.Standing{
			Condition: characters.Condition{Kind: kind, Cards: of, N: 3},
			Numbers:   characters.Numbers{Counted: have, Least: least, Most: most},
		}
	}
	all := func(parts ...characters.Standing) characters.Standing {
		return characters.Standing{Op: characters.All, Parts: parts}
	}
	ring := tricks.OneRing.Bit()
	threes := tricks.NewCard(tricks.Hills, 3).Bit() | tricks.NewCard(tricks.Forests, 3).Bit()
	other := leaf(characters.Tricks, 0, 0, 1, characters.NoLimit)
	other.Condition.Seat = 2
	for want, goal := range map[string]characters.Standing{
		"goal-count on, goal-count optional": leaf(characters.Tricks, 0, 1, 1, 2),
		"goal-count on, +": leaf(characters.Tricks, 0, 1, 1,
			characters.NoLimit),
		"goal-count on, goal-count bad, =": leaf(characters.Tricks, 0, 2, 1, 1),
		"rings on:rings, rings:rings": leaf(characters.Cards,
			suit(tricks.Rings), 1, 2, characters.NoLimit),
		"small-card hills:hills 3": leaf(characters.Cards,
			tricks.NewCard(tricks.Hills, 3).Bit(), 0, 1, 1),
		":i-crown, small-card forests:forests": leaf(characters.MostCards,
			suit(tricks.Forests), 0, 1, 1),
		":i-last3, small-card rings struck:rings 1": all(leaf(characters.WinsOneOfLast, 0, 0,
			1, 1), leaf(characters.Cards, ring, 0, 0, 0)),
		"goal-count struck optional":              all(leaf(characters.Tricks, 0, 0, 0, 0), other),
		":i-mid":                                  leaf(characters.BetweenOthers, 0, 0, 1, 1),
		":i-last, small-card forests:forests":     leaf(characters.PlaysLast, suit(tricks.Forests), 0, 1, 1),
		"goal-count, goal-count, +, small-card 3": leaf(characters.Cards, threes, 0, 2, characters.NoLimit),
		"goal-count mountains on:mountains, goal-count mountains:mountains": leaf(characters.TricksWith,
			suit(tricks.Mountains), 1, 2, characters.NoLimit),
		"8, small-card shadows:shadows": leaf(characters.Cards, suit(tricks.Shadows), 0, 8, characters.NoLimit),
		"":                              other,
	} {
		var drawn []string
		for _, m := range marksOf(&goal, 0) {
			text := m.Class
			if m.Icon != "" {
				text += ":" + m.Icon
			}
			drawn = append(drawn, strings.TrimSpace(text+" "+m.Text))
		}
		assert.Equal(t, want, strings.Join(drawn, ", "))
	}
}

// TestSignsBesideANumber: beside words that state a number stand only signs that count nothing.
func TestSignsBesideANumber(t *testing.T) {
	t.Parallel()
	shadows := mark{Class: "small-card shadows", Icon: "shadows"}
	crown := mark{Icon: "i-crown"}
	all := []mark{{Class: "goal-count on"}, {Text: "+"}, {Text: "8"}, shadows, crown}
	assert.Equal(t, []mark{shadows, crown}, withoutCounts(all))
}
