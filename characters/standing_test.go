package characters_test

import (
	"math/rand/v2"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/require"
)

// TestNumbers holds the numbers of every goal to a plain recount, at every moment of random
// rounds: what there is, that no more comes of it than was possible, that cards which are
// missing are still to come, and that the goal is met at the end if nothing is off.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	names, goals := allGoals(t)
	kinds := map[characters.AtomKind]int{}
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
		b := characters.Binding{Seat: tricks.Seat(rng.IntN(seats)), Seats: seats, Players: seats, Threat: 1 + rng.IntN(4), Declared: characters.More}
		checker, err := characters.Compile(table, nil, goals[name].Goal(b))
		require.NoError(t, err)
		s := table.Start(0, tricks.NoCard)
		var history []characters.Trick
		values := checker.Start()
		var before []characters.Standing
		for {
			o := characters.Outlook{Tricks: len(history), Over: s.Over, Unplayed: s.Trick}
			for _, h := range s.Held {
				o.Unplayed |= h
			}
			if s.Over {
				o.Held = s.Held
			}
			standing := checker.Standing(values, &o)
			require.Equal(t, judge(checker, history, &o), standing.Status)
			now := leavesOf(&standing)
			for i := range now {
				n := &now[i]
				kinds[n.Atom.Kind]++
				require.Equal(t, recount(&n.Atom, table, history, o.Held), n.Have, "%s: %+v after %v", name, n.Atom, history)
				require.GreaterOrEqual(t, n.Possible, n.Have)
				require.Zero(t, n.Missing&^(n.Atom.Of&o.Unplayed))
				if before != nil {
					require.LessOrEqual(t, n.Have, before[i].Possible, "%s: %+v after %v", name, n.Atom, history)
				}
				if s.Over {
					require.Equal(t, n.Status == characters.Sealed, n.Off == 0, "%s: %+v after %v", name, n, history)
				}
			}
			if before = now; s.Over {
				break
			}
			moves := table.Moves(&s, nil)
			was, m := s, moves[rng.IntN(len(moves))]
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
