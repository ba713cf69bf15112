package characters_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"fellowship/characters"
	"fellowship/characters/strictyaml"
	"fellowship/tricks"
)

// This file evaluates goals a second time, for comparison only. It takes a round that is over and
// decides from the words of a goal whether it was met. It shares no code with formulas, conditions
// and tallies.

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

// load returns the box of some files. Other characters that the files name have only ids in it.
func load(ids []string, files ...strictyaml.File) (*characters.Box, error) {
	b := &characters.Box{
		Characters: map[string]*characters.Character{}, Riders: map[string]*characters.Character{},
		Gifts: map[string]*characters.Gift{},
	}
	for _, id := range ids {
		b.Characters[id] = &characters.Character{ID: id}
	}
	b.Read(files)
	var errs []error
	for _, f := range files {
		errs = append(errs, f.Err)
	}
	return b, errors.Join(errs...)
}

// asked is a character with a goal, and what its file says of the goal.
type asked struct {
	*characters.Character
	says any
}

// asks reads a goal, both ways.
func asks(t testing.TB, goal string) asked {
	t.Helper()
	file := "id: event\nname: {en: a, de: b}\ngoal: " + goal +
		"\ngoal_text: {en: a, de: b}\nfidelity: reconstructed\nnote: a test\n"
	b, err := load(nil, strictyaml.File{Folder: "characters", Name: "event.yaml", Data: []byte(file)})
	require.NoError(t, err, goal)
	return asked{b.Characters["event"], says(t, []byte(file))}
}

// says is the value of the key goal.
func says(t testing.TB, file []byte) any {
	t.Helper()
	var f struct{ Goal any }
	require.NoError(t, yaml.Unmarshal(file, &f))
	return f.Goal
}

// boxGoals is every goal of the box, by the character's or rider's id.
func boxGoals(t testing.TB) map[string]asked {
	t.Helper()
	b := box(t)
	out := map[string]asked{}
	for _, f := range characters.Embedded() {
		of := b.Characters
		if f.Folder == "riders" {
			of = b.Riders
		}
		if f.Folder != "gifts" {
			out[f.ID()] = asked{of[f.ID()], says(t, f.Data)}
		}
	}
	return out
}

// field returns the value of a key, or nil if the key is missing.
func field(of any, key string) any {
	m, _ := of.(map[string]any)
	return m[key]
}

// number returns the value of a number in a goal.
func number(n any, b characters.Binding) int {
	switch n := n.(type) {
	case int:
		return n
	case map[any]any:
		return n[b.Players].(int)
	}
	return b.Threat
}

// wanted returns the cards that a goal asks for.
func wanted(of any, b characters.Binding) func(tricks.Card) bool {
	suit := field(of, "suit")
	rank := field(of, "rank")
	listed := field(of, "card")
	return func(c tricks.Card) bool {
		if listed != nil {
			if set, err := tricks.ParseSet(listed.(string)); err != nil || !set.Contains(c) {
				return false
			}
		}
		return (suit == nil || c.Suit().String() == suit) && (rank == nil || c.Rank() == number(rank, b))
	}
}

func allowed(of any, n, all int, b characters.Binding) bool {
	least := field(of, "at_least")
	most := field(of, "at_most")
	exactly := field(of, "exactly")
	return (least == nil || n >= number(least, b)) &&
		(most == nil || n <= number(most, b)) &&
		(exactly == nil || n == number(exactly, b)) &&
		(field(of, "every") == nil || n == all)
}

// meets reports whether the goal was met at the end of a round.
func meets(goal any, b characters.Binding, f *finished) bool {
	own := len(f.won(b.Seat))
	fewer, more := 0, 0
	for s := range tricks.Seat(f.seats) {
		if n := len(f.won(s)); n < own {
			fewer++
		} else if n > own {
			more++
		}
	}
	everyone := func(goal any, but tricks.Seat) bool {
		for s := range tricks.Seat(f.seats) {
			c := b
			c.Seat = s
			if s != but && !meets(goal, c, f) {
				return false
			}
		}
		return true
	}
	word := slices.Collect(maps.Keys(goal.(map[string]any)))[0]
	of := field(goal, word)
	with := func(want bool) (n int) {
		for _, t := range f.won(b.Seat) {
			if (count(t.Cards, wanted(of, b)) > 0) == want {
				n++
			}
		}
		return n
	}
	ofRank := func(rank int) bool {
		return allowed(of, f.cards(b.Seat, func(c tricks.Card) bool { return c.Rank() == rank }), 0, b)
	}
	switch word {
	case "all":
		return !slices.ContainsFunc(of.([]any), func(part any) bool { return !meets(part, b, f) })
	case "any":
		return slices.ContainsFunc(of.([]any), func(part any) bool { return meets(part, b, f) })
	case "tricks":
		switch of {
		case "than_threat":
			return b.Declared == characters.More && own > b.Threat || b.Declared != characters.More && own < b.Threat
		case "exactly_threat":
			if b.Range != [2]int{} {
				return own == b.Range[0] || own == b.Range[1]
			}
			return own == b.Threat
		case "fewest":
			return fewer == 0 // G3: ties and 0 count
		case "between":
			return fewer > 0 && more > 0 // G3
		}
		if comparison, isWord := of.(string); isWord {
			panic("the judge knows no comparison " + comparison)
		}
		return allowed(of, own, 0, b)
	case "wins_one_of_last":
		return slices.ContainsFunc(f.won(b.Seat), func(t characters.Trick) bool {
			return t.Number+of.(int) >= len(f.tricks)
		})
	case "tricks_in_a_row": // G4
		won := f.won(b.Seat)
		return len(won) == of && won[len(won)-1].Number-won[0].Number == len(won)-1
	case "cards":
		return allowed(of, f.cards(b.Seat, wanted(of, b)), count(tricks.Deck, wanted(of, b)), b)
	case "tricks_with":
		return allowed(of, with(true), 0, b)
	case "tricks_without":
		return allowed(of, with(false), 0, b)
	case "leads":
		n := 0
		for _, t := range f.tricks {
			if t.Leader == b.Seat && wanted(of, b)(t.Card[b.Seat]) {
				n++
			}
		}
		return allowed(of, n, 0, b)
	case "most_cards":
		for s := range tricks.Seat(f.seats) {
			if s != b.Seat && f.cards(s, wanted(of, b)) >= f.cards(b.Seat, wanted(of, b)) {
				return false
			}
		}
		return true
	case "plays_last": // G2
		if len(f.tricks) == 0 {
			return false
		}
		c := f.tricks[len(f.tricks)-1].Card[b.Seat]
		return c != tricks.NoCard && wanted(of, b)(c)
	case "one_rank": // G6
		for rank := 1; rank <= 8; rank++ {
			if ofRank(rank) {
				return true
			}
		}
		return false
	case "each_rank":
		for rank := 1; rank <= 8; rank++ {
			if !ofRank(rank) {
				return false
			}
		}
		return true
	case "rank_run":
		run := 0
		for rank := 1; rank <= 8; rank++ {
			if f.cards(b.Seat, func(c tricks.Card) bool { return wanted(of, b)(c) && c.Rank() == rank }) == 0 {
				run = 0
			} else {
				run++
				if run == field(of, "length") {
					return true
				}
			}
		}
		return false
	case "left_suit": // G5
		for _, left := range f.left[b.Seat].Cards() {
			if allowed(of, f.cards(b.Seat, func(c tricks.Card) bool { return c.Suit() == left.Suit() }), 0, b) {
				return true
			}
		}
		return false
	case "everyone":
		return everyone(of, tricks.NoSeat)
	case "others":
		return everyone(of, b.Seat)
	}
	panic("no such goal: " + word)
}

// recount returns the count of a condition, computed from the list of tricks.
func recount(a *characters.Condition, table *tricks.Table, history []characters.Trick,
	left [tricks.MaxSeats]tricks.Set,
) int {
	one := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	if a.Kind == characters.LeftOver {
		return one(left[a.Seat]&a.Cards != 0)
	}
	n := 0
	for _, trick := range history {
		won := trick.Winner == a.Seat
		has := count(trick.Cards, a.Cards.Contains) > 0
		last := trick.Number == table.Tricks()-1
		switch a.Kind {
		case characters.WinsOneOfLast:
			n += one(won && trick.Number >= table.Tricks()-a.N)
		case characters.Cards, characters.MostCards:
			n += count(trick.Cards, func(c tricks.Card) bool { return won && a.Cards.Contains(c) })
		case characters.TricksWith:
			n += one(won && has)
		case characters.TricksWithout:
			n += one(won && !has)
		case characters.Leads:
			n += one(trick.Leader == a.Seat && a.Cards.Contains(trick.Card[a.Seat]))
		case characters.PlaysLast:
			n += one(last && trick.Card[a.Seat] != tricks.NoCard && a.Cards.Contains(trick.Card[a.Seat]))
		default:
			n += one(won)
		}
	}
	return n
}

// judge returns the status that a checker reports after the tricks.
func judge(c *characters.Checker, history []characters.Trick, o *characters.Outlook) characters.Status {
	return c.Status(follow(c, history), o)
}

// follow counts the tricks.
func follow(c *characters.Checker, history []characters.Trick) []characters.Count {
	values := c.Start()
	for i := range history {
		c.Count(values, &history[i])
	}
	return values
}

// progress describes all that the future depends on: each count up to its most, and the states of
// the tallies.
func progress(c *characters.Checker, values []characters.Count) (out []characters.Count) {
	states := 1
	for i, k := range c.Counters {
		if k.Tally != nil {
			states++
			continue
		}
		out = append(out, min(values[i], k.Most))
	}
	return append(out, values[len(values)-states:]...)
}

// box is the embedded characters and riders.
func box(t testing.TB) *characters.Box {
	t.Helper()
	b, err := load(nil, characters.Embedded()...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
