package characters_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// subject is one goal in an ending.
type subject struct {
	name    string
	goal    asked
	binding characters.Binding
	checker *characters.Checker
}

// ending is a small round of which the tests visit every continuation.
type ending struct {
	t        *testing.T
	table    *tricks.Table
	subjects []subject
	// futures is what may come by cards left and progress, to show that both decide it.
	futures map[string][2]bool
	// looks counts the moments. late counts the moments at which the status could have been more definite.
	looks, late map[string]int
}

// extraGoals are the goals that chapters and events set, and compositions.
var extraGoals = map[string]string{
	"each rank (C12)":    "{all: [{each_rank: {at_least: 1}}]}",
	"one rank of 2 (G6)": "{one_rank: {at_least: 2}}",
	"run of 2 (C14)":     "{rank_run: {suit: Mountains, length: 2}}",
	"run of 4 (C14)":     "{rank_run: {suit: Mountains, length: 4}}",
	"left suit 1 (G5)":   "{left_suit: {at_least: 1}}",
	"any of":             "{any: [{tricks: fewest}, {tricks_in_a_row: 2}, {cards: {suit: Rings, at_least: 2}}]}",
	"all of any of": "{all: [{any: [{tricks: between}, {wins_one_of_last: 1}]}," +
		" {any: [{most_cards: {suit: Hills}}, {tricks: {at_most: 1}}]}]}",
	"never":             "{any: []}",
	"in a row of 1":     "{tricks_in_a_row: 1}",
	"2 to 3 of a suit":  "{cards: {suit: Shadows, at_least: 1, at_most: 2}}",
	"most of no suit":   "{most_cards: {suit: Rivers}}",
	"others between":    "{others: {tricks: {at_most: 1}}}",
	"everyone wins one": "{everyone: {any: [{tricks: {at_least: 1}}, {left_suit: {at_least: 0}}]}}",
}

// allGoals is every goal of the box and the extra ones, in a fixed order.
func allGoals(t testing.TB) (names []string, goals map[string]asked) {
	t.Helper()
	goals = boxGoals(t)
	for name, goal := range extraGoals {
		goals[name] = asks(t, goal)
	}
	for _, word := range characters.Words("comparison") {
		goals["tricks: "+word] = asks(t, "{tricks: "+word+"}")
	}
	return slices.Sorted(maps.Keys(goals)), goals
}

func newEnding(t *testing.T, rng *rand.Rand, names []string, goals map[string]asked, hands ...tricks.Hand) *ending {
	t.Helper()
	e := &ending{
		t: t, table: tricks.NewTable(tricks.NoSuit, hands...), futures: map[string][2]bool{},
		looks: map[string]int{}, late: map[string]int{},
	}
	players := len(hands)
	var cache characters.Cache
	for _, name := range names {
		b := characters.Binding{
			Seat: tricks.Seat(rng.IntN(len(hands))), Seats: len(hands), Players: players, Threat: 1 + rng.IntN(4),
			Declared: []string{characters.More, characters.Fewer}[rng.IntN(2)],
		}
		if name == "aragorn" && rng.IntN(2) == 0 {
			b.Range = [2]int{1, 2}
		}
		checker, err := characters.Compile(e.table, &cache, goals[name].Formula(b))
		require.NoError(t, err, name)
		e.subjects = append(e.subjects, subject{name, goals[name], b, checker})
	}
	return e
}

func (e *ending) outlook(s *tricks.State, history []characters.Trick) characters.Outlook {
	o := characters.Outlook{Tricks: len(history), IsOver: s.IsOver, Held: s.Held, Unplayed: s.Trick}
	for _, h := range s.Held {
		o.Unplayed |= h
	}
	return o
}

// walk visits every continuation and returns for each goal whether some of them, and whether all of
// them, meet it.
func (e *ending) walk(s tricks.State, history []characters.Trick) (some, all []bool) {
	some, all = make([]bool, len(e.subjects)), make([]bool, len(e.subjects))
	if s.IsOver {
		f := &finished{seats: e.table.Seats, tricks: history, left: s.Held}
		for i, sub := range e.subjects {
			met := meets(sub.goal.says, sub.binding, f)
			some[i] = met
			all[i] = met
		}
	} else {
		for i := range all {
			all[i] = true
		}
		for _, m := range e.table.Moves(&s, nil) {
			next := s
			leader := s.Leader
			number := int(s.Number)
			turn := s.Turn
			cards := s.Trick | m.Card.Bit()
			card := s.Card
			card[turn] = m.Card
			h := history
			if winner, done := e.table.Play(&next, m); done {
				trick := characters.Trick{Number: number, Leader: leader, Winner: winner, Cards: cards, Card: card}
				trick.Won[winner] = cards
				h = append(slices.Clip(h), trick)
			}
			a, b := e.walk(next, h)
			for i := range some {
				some[i] = some[i] || a[i]
				all[i] = all[i] && b[i]
			}
		}
	}
	e.check(&s, history, some, all)
	return some, all
}

// check compares the statuses of the checkers with the truth.
func (e *ending) check(s *tricks.State, history []characters.Trick, some, all []bool) {
	for i, sub := range e.subjects {
		o := e.outlook(s, history)
		status := judge(sub.checker, history, &o)
		where := func() string {
			return fmt.Sprintf("%s at seat %d, threat %d %s %v\nhands %v\nhistory %+v", sub.name, sub.binding.Seat,
				sub.binding.Threat, sub.binding.Declared, sub.binding.Range, e.table.Owned, history)
		}
		if status == characters.Sealed && !all[i] || status == characters.Failed && some[i] ||
			s.IsOver && status != characters.Sealed && status != characters.Failed {
			e.t.Fatalf("status %s, but in truth some %v, all %v: %s", status, some[i], all[i], where())
		}
		if slices.Contains(cannot[sub.name], status.String()) {
			e.t.Fatalf("status %s, which that goal never has: %s", status, where())
		}
		e.looks[sub.name]++
		if all[i] && status != characters.Sealed || !some[i] && status != characters.Failed {
			e.late[sub.name]++
		}
		if s.Trick == 0 { // between two tricks
			key := fmt.Sprint(i, s.Held, s.Leader, s.RingsBroken, progress(sub.checker, follow(sub.checker, history)))
			truth := [2]bool{some[i], all[i]}
			if was, ok := e.futures[key]; ok && was != truth {
				e.t.Fatalf("equal cards left and equal progress, but another future: %s", where())
			}
			e.futures[key] = truth
		}
	}
}

// TestStatusSound checks that a sealed goal is met in every continuation, and a failed goal in none. At
// the end of the round every goal is sealed or failed, as the plain reading says. A status that comes
// later than it could is only logged, because statuses may not look at hands.
func TestStatusSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	looks, late := map[string]int{}, map[string]int{}
	names, goals := allGoals(t)
	for _, sizes := range [][]int{
		{2, 2, 2},
		{3, 3, 3},
		{2, 2, 2, 2},
		{1, 2, 3},
		{3, 1, 2},
		{2, 3, 2},
		{1, 2, 2, 2},
		{3, 2, 1, 2},
		{1, 1, 5},
		{0, 3, 3},
	} {
		t.Run(fmt.Sprint(sizes), func(t *testing.T) {
			for range 10 {
				deck := tricks.Deck.Cards()
				if rng.IntN(2) == 0 { // low ranks, so that threats matter
					deck = (tricks.RankSet(1) | tricks.RankSet(2) | tricks.RankSet(3) | tricks.RankSet(4)).Cards()
					deck = slices.DeleteFunc(deck, func(c tricks.Card) bool { return c.Suit() == tricks.Rivers })
				}
				rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
				var hands []tricks.Hand
				for _, n := range sizes {
					hands = append(hands, tricks.Plain(tricks.SetOf(deck[:n]...)))
					deck = deck[n:]
				}
				e := newEnding(t, rng, names, goals, hands...)
				e.walk(e.table.Start(tricks.Seat(rng.IntN(len(hands))), tricks.NoCard), nil)
				for name, n := range e.looks {
					looks[name] += n
					late[name] += e.late[name]
				}
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(looks)) {
		t.Logf("%-20s %6d moments, status later than possible at %5.1f%%", name, looks[name],
			100*float64(late[name])/float64(looks[name]))
	}
}

// TestTogether checks that goals compiled together are as exact as each goal alone.
func TestTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	names, goals := allGoals(t)
	for range 300 {
		seats := 3 + rng.IntN(2)
		deck := tricks.Deck.Cards()
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		hands := make([]tricks.Hand, seats)
		for s := range hands {
			n := 2 + rng.IntN(5)
			hands[s] = tricks.Plain(tricks.SetOf(deck[:n]...))
			deck = deck[n:]
		}
		table := tricks.NewTable(tricks.NoSuit, hands...)
		var formulas []characters.Formula
		var parts []asked
		var bindings []characters.Binding
		for s := range tricks.Seat(seats) {
			g := goals[names[rng.IntN(len(names))]]
			b := characters.Binding{
				Seat: s, Seats: seats, Players: seats, Threat: 1 + rng.IntN(4),
				Declared: characters.Fewer,
			}
			parts, bindings = append(parts, g), append(bindings, b)
			formulas = append(formulas, g.Formula(b))
		}
		checker, err := characters.Compile(table, nil, formulas...)
		if err != nil {
			continue // one of the wide goals more than once
		}
		s := table.Start(0, tricks.NoCard)
		var history []characters.Trick
		for !s.IsOver {
			moves := table.Moves(&s, nil)
			m := moves[rng.IntN(len(moves))]
			trick := characters.Trick{
				Number: int(s.Number), Leader: s.Leader, Cards: s.Trick | m.Card.Bit(),
				Card: s.Card,
			}
			trick.Card[s.Turn] = m.Card
			var done bool
			if trick.Winner, done = table.Play(&s, m); done {
				trick.Won[trick.Winner] = trick.Cards
				history = append(history, trick)
			}
		}
		o := characters.Outlook{Tricks: len(history), IsOver: true, Held: s.Held}
		want := characters.Sealed
		f := &finished{seats: seats, tricks: history, left: s.Held}
		for i, g := range parts {
			if !meets(g.says, bindings[i], f) {
				want = characters.Failed
			}
		}
		require.Equal(t, want, judge(checker, history, &o))
	}
}

// TestRoomForAllGoals checks that the goals of any four characters fit into the progress of one
// checker. A document may let any four sit together.
func TestRoomForAllGoals(t *testing.T) {
	b := box(t)
	ids := slices.Sorted(maps.Keys(b.Characters))
	hands := make([]tricks.Hand, 4)
	for s := range hands {
		hands[s] = tricks.Plain(tricks.Set(0x1ff) << (9 * s) & tricks.Deck)
	}
	table := tricks.NewTable(tricks.NoSuit, hands...)
	formula := func(id string, s int) characters.Formula {
		return b.Characters[id].Formula(characters.Binding{
			Seat: tricks.Seat(s), Seats: 4, Players: 4, Threat: 4, Declared: characters.More,
		})
	}
	// Goals that count only tricks take no room, so only the other goals can be too much.
	ids = slices.DeleteFunc(ids, func(id string) bool {
		c, err := characters.Compile(table, nil, formula(id, 0))
		require.NoError(t, err, id)
		return len(c.Counters) == 0
	})
	var cache characters.Cache
	for i := range ids {
		for j := range i {
			for k := range j {
				for l := range k {
					_, err := characters.Compile(table, &cache, formula(ids[i], 0), formula(ids[j], 1),
						formula(ids[k], 2), formula(ids[l], 3))
					if err != nil {
						t.Errorf("%s %s %s %s: %v", ids[i], ids[j], ids[k], ids[l], err)
					}
				}
			}
		}
	}
}

// TestNumbers compares the numbers of every goal with a plain recount, at every moment of random
// rounds. The counts have to be equal, and never rise above what was possible. Missing cards have to be
// still in play. A goal from which nothing is missing at the end has to be met.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	names, goals := allGoals(t)
	kinds := map[characters.ConditionKind]int{}
	for range 400 {
		seats := 3 + rng.IntN(2)
		deck := tricks.Deck.Cards()
		rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		hands := make([]tricks.Hand, seats)
		for s := range hands {
			n := 4 + rng.IntN(4)
			hands[s] = tricks.Plain(tricks.SetOf(deck[:n]...))
			deck = deck[n:]
		}
		table := tricks.NewTable(tricks.NoSuit, hands...)
		name := names[rng.IntN(len(names))]
		b := characters.Binding{
			Seat: tricks.Seat(rng.IntN(seats)), Seats: seats, Players: seats,
			Threat: 1 + rng.IntN(4), Declared: characters.More,
		}
		checker, err := characters.Compile(table, nil, goals[name].Formula(b))
		require.NoError(t, err)
		s := table.Start(0, tricks.NoCard)
		var history []characters.Trick
		values := checker.Start()
		var before []characters.Standing
		for {
			o := characters.Outlook{Tricks: len(history), IsOver: s.IsOver, Unplayed: s.Trick}
			for _, h := range s.Held {
				o.Unplayed |= h
			}
			if s.IsOver {
				o.Held = s.Held
			}
			standing := checker.Standing(values, &o)
			require.Equal(t, judge(checker, history, &o), standing.Status)
			now := leavesOf(&standing)
			for i := range now {
				n := &now[i]
				kinds[n.Condition.Kind]++
				require.Equal(t, recount(&n.Condition, table, history, o.Held), n.Counted, "%s: %+v after %v", name,
					n.Condition, history)
				require.GreaterOrEqual(t, n.Possible, n.Counted)
				require.Zero(t, n.Missing&^(n.Condition.Cards&o.Unplayed))
				if before != nil {
					require.LessOrEqual(t, n.Counted, before[i].Possible, "%s: %+v after %v", name, n.Condition,
						history)
				}
				if s.IsOver {
					require.Equal(t, n.Status == characters.Sealed, n.Distance == 0, "%s: %+v after %v", name, n,
						history)
				}
			}
			before = now
			if s.IsOver {
				break
			}
			moves := table.Moves(&s, nil)
			was := s
			m := moves[rng.IntN(len(moves))]
			if winner, done := table.Play(&s, m); done {
				trick := characters.TrickOf(table, &was, m.Card, winner)
				history = append(history, trick)
				checker.Count(values, &trick)
			}
		}
	}
	require.Len(t, kinds, int(characters.LeftOver)+1, "every kind was there")
}

func leavesOf(s *characters.Standing) []characters.Standing {
	if s.Op == characters.Leaf {
		return []characters.Standing{*s}
	}
	var out []characters.Standing
	for i := range s.Parts {
		out = append(out, leavesOf(&s.Parts[i])...)
	}
	return out
}
