package characters_test

import (
	"fmt"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"
)

// A second reading of the goals, for comparison only: it looks at a round that
// is over and says whether a goal was met, straight from the goal's own words.
// It shares nothing with formulas, atoms and tallies.

// finished is a round that is over.
type finished struct {
	seats  int
	tricks []characters.Trick
	left   [tricks.MaxSeats]tricks.Set
}

func (f *finished) won(s tricks.Seat) []characters.Trick {
	var out []characters.Trick
	for _, t := range f.tricks {
		if t.Winner == s {
			out = append(out, t)
		}
	}
	return out
}

func (f *finished) cards(s tricks.Seat, want func(tricks.Card) bool) int {
	n := 0
	for _, t := range f.won(s) {
		n += count(t.Cards, want)
	}
	return n
}

func count(set tricks.Set, want func(tricks.Card) bool) int {
	n := 0
	for _, c := range set.Cards() {
		if want(c) {
			n++
		}
	}
	return n
}

// number is what a number in a goal stands for.
func number(n *characters.Number, b characters.Binding) int {
	switch {
	case n.Threat:
		return b.Threat
	case n.ByPlayers != nil:
		return n.ByPlayers[b.Players]
	}
	return n.Fixed
}

// wanted tells the cards a goal speaks of.
func wanted(of characters.Cards, b characters.Binding) func(tricks.Card) bool {
	return func(c tricks.Card) bool {
		return (of.Listed == 0 || of.Listed.Has(c)) &&
			(of.Suit == tricks.NoSuit || c.Suit() == of.Suit) &&
			(of.Rank == nil || c.Rank() == number(of.Rank, b))
	}
}

func allowed(l characters.Limits, n, all int, b characters.Binding) bool {
	return (l.AtLeast == nil || n >= number(l.AtLeast, b)) &&
		(l.AtMost == nil || n <= number(l.AtMost, b)) &&
		(!l.Every || n == all)
}

// meets reports whether the goal was met at the end of a round.
func meets(g characters.Goal, b characters.Binding, f *finished) bool {
	own := len(f.won(b.Seat))
	fewer, more := 0, 0
	for s := range tricks.Seat(f.seats) {
		if n := len(f.won(s)); n < own {
			fewer++
		} else if n > own {
			more++
		}
	}
	at := func(s tricks.Seat) characters.Binding {
		c := b
		c.Seat = s
		return c
	}
	switch g := g.(type) {
	case characters.AllOf:
		for _, part := range g {
			if !meets(part, b, f) {
				return false
			}
		}
		return true
	case characters.AnyOf:
		for _, part := range g {
			if meets(part, b, f) {
				return true
			}
		}
		return false
	case characters.TricksGoal:
		return allowed(g.Limits, own, 0, b)
	case characters.ThanThreat:
		if b.Declared == characters.More {
			return own > b.Threat
		}
		return own < b.Threat
	case characters.ExactThreat:
		if b.Range != [2]int{} {
			return own == b.Range[0] || own == b.Range[1]
		}
		return own == b.Threat
	case characters.FewestTricks:
		return fewer == 0 // G3: ties and 0 count
	case characters.BetweenTricks:
		return fewer > 0 && more > 0 // G3
	case characters.WinsOneOfLast:
		for i, t := range f.tricks {
			if t.Winner == b.Seat && i+g.Tricks >= len(f.tricks) {
				return true
			}
		}
		return false
	case characters.TricksInARow: // G4
		won := f.won(b.Seat)
		return len(won) == g.Tricks && won[len(won)-1].Number-won[0].Number == g.Tricks-1
	case characters.CardsGoal:
		return allowed(g.Limits, f.cards(b.Seat, wanted(g.Of, b)), count(tricks.Deck, wanted(g.Of, b)), b)
	case characters.TricksWithGoal:
		n := 0
		for _, t := range f.won(b.Seat) {
			if (count(t.Cards, wanted(g.Of, b)) > 0) != g.Without {
				n++
			}
		}
		return allowed(g.Limits, n, 0, b)
	case characters.LeadsGoal:
		n := 0
		for _, t := range f.tricks {
			if t.Leader == b.Seat && wanted(g.Of, b)(t.Card[b.Seat]) {
				n++
			}
		}
		return allowed(g.Limits, n, 0, b)
	case characters.MostCardsGoal:
		for s := range tricks.Seat(f.seats) {
			if s != b.Seat && f.cards(s, wanted(g.Of, b)) >= f.cards(b.Seat, wanted(g.Of, b)) {
				return false
			}
		}
		return true
	case characters.PlaysLastGoal: // G2
		if len(f.tricks) == 0 {
			return false
		}
		c := f.tricks[len(f.tricks)-1].Card[b.Seat]
		return c != tricks.NoCard && wanted(g.Of, b)(c)
	case characters.OneRank: // G6
		for rank := 1; rank <= 8; rank++ {
			if allowed(g.Limits, f.cards(b.Seat, func(c tricks.Card) bool { return c.Rank() == rank }), 0, b) {
				return true
			}
		}
		return false
	case characters.EachRank:
		for rank := 1; rank <= 8; rank++ {
			if !allowed(g.Limits, f.cards(b.Seat, func(c tricks.Card) bool { return c.Rank() == rank }), 0, b) {
				return false
			}
		}
		return true
	case characters.RankRun:
		run := 0
		for rank := 1; rank <= 8; rank++ {
			if f.cards(b.Seat, func(c tricks.Card) bool { return c.Suit() == g.Suit && c.Rank() == rank }) == 0 {
				run = 0
			} else if run++; run == g.Length {
				return true
			}
		}
		return false
	case characters.LeftSuit: // G5
		for _, left := range f.left[b.Seat].Cards() {
			if allowed(g.Limits, f.cards(b.Seat, func(c tricks.Card) bool { return c.Suit() == left.Suit() }), 0, b) {
				return true
			}
		}
		return false
	case characters.Everyone:
		for s := range tricks.Seat(f.seats) {
			if !meets(g.Goal, at(s), f) {
				return false
			}
		}
		return true
	case characters.Others:
		for s := range tricks.Seat(f.seats) {
			if s != b.Seat && !meets(g.Goal, at(s), f) {
				return false
			}
		}
		return true
	}
	panic(fmt.Sprintf("no such goal: %T", g))
}

// recount is what a condition counts, read off the list of tricks.
func recount(a *characters.Atom, table *tricks.Table, history []characters.Trick, left [tricks.MaxSeats]tricks.Set) int {
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	if a.Kind == characters.LeftOver {
		return one(left[a.Seat]&a.Of != 0)
	}
	n := 0
	for _, trick := range history {
		won := trick.Winner == a.Seat
		has := count(trick.Cards, a.Of.Has) > 0
		last := trick.Number == table.Tricks()-1
		switch a.Kind {
		case characters.WinsLast:
			n += one(won && trick.Number >= table.Tricks()-a.N)
		case characters.CardsWon, characters.MostCards:
			n += count(trick.Cards, func(c tricks.Card) bool { return won && a.Of.Has(c) })
		case characters.TricksWith:
			n += one(won && has)
		case characters.TricksWithout:
			n += one(won && !has)
		case characters.Leads:
			n += one(trick.Leader == a.Seat && a.Of.Has(trick.Card[a.Seat]))
		case characters.PlaysLast:
			n += one(last && trick.Card[a.Seat] != tricks.NoCard && a.Of.Has(trick.Card[a.Seat]))
		default:
			n += one(won)
		}
	}
	return n
}

// judge is what a checker says after the tricks.
func judge(c *characters.Checker, history []characters.Trick, o *characters.Outlook) characters.Status {
	values := make([]characters.Value, c.Values())
	return c.Status(c.Follow(history, values), values, o)
}

// box is the embedded characters and riders.
func box(t testing.TB) *characters.Box {
	t.Helper()
	b, err := characters.Load(characters.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return b
}
