package search

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/solver/internal/endingtest"
	"fellowship/tricks"
)

// canWin reports by trying everything whether a game can be won. ok is false if that takes too many decisions.
func canWin(g *chapters.Game, left *int) (won, ok bool) {
	options := g.Options()
	if len(options) == 0 {
		return g.Result() == chapters.Won, true
	}
	ok = true
	for _, d := range options {
		if *left--; *left < 0 {
			return false, false
		}
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			panic(err)
		}
		won, known := canWin(next, left)
		if won {
			return true, true
		}
		ok = ok && known
	}
	return false, ok
}

// problemsOf returns the problems whose solutions win a game: the one in which nothing is exchanged, with Mithril one for
// each goal that it may cover, and one for the Balrog's sums (K, C14), and with Sting each of these again for each two
// cards that may change places (L5). A round may need both.
func problemsOf(t require.TestingT, g *chapters.Game) (all []*Problem) {
	s := g.State()
	ways := []Alternative{{}}
	if s.Waiver != tricks.NoSeat {
		for i, goal := range g.Goals() {
			if !goal.Rider {
				ways = append(ways, Alternative{Waived: 1 << i})
			}
		}
	}
	if s.WaivesSums && len(s.Table.Balrog) > 0 {
		ways = append(ways, Alternative{Spared: true})
	}
	for _, way := range ways {
		p, err := NewProblem(g, 0, way)
		require.NoError(t, err)
		all = append(all, p)
	}
	if s.SwapTo == tricks.NoSeat {
		return all
	}
	table := all[0].Table // Mithril does not change it
	passable := func(seat tricks.Seat) []tricks.Card {
		held := s.Held[seat]
		if c := g.Character(seat); c != nil {
			held &^= c.MayNotPass
		}
		if table.First[seat] != tricks.NoCard {
			held &^= table.First[seat].Bit() // it was never in the hand (K: Radagast)
		}
		return held.Cards()
	}
	x := Swap{Giver: s.SwapFrom, Receiver: s.SwapTo, First: int(s.Number)}
	if g.Due().Kind != chapters.Swap {
		x.First++
	}
	ins := s.Lost
	if x.Receiver != chapters.LostCard {
		ins = passable(x.Receiver)
	}
	for _, p := range slices.Clone(all) {
		for _, x.Out = range passable(x.Giver) {
			for _, x.In = range ins {
				all = append(all, p.NewSwap(x))
			}
		}
	}
	return all
}

// TestSearchIsTheTruth compares the search with trying everything, on small endings of all kinds, also with Sting. A line
// that it finds is played in the game, and wins it.
func TestSearchIsTheTruth(t *testing.T) {
	seen := map[Status]int{}
	swapped := 0
	gifts := []string{"", "", "sting"}
	check := func(t *rapid.T) {
		gift := rapid.SampledFrom(gifts).Draw(t, "gift")
		g := endingtest.WithGift(t, gift, 0)
		switch due := g.Due().Kind; {
		case !g.IsOver() && (due == chapters.Return || due == chapters.TakeBack):
			return // it is decided before the cards are searched
		case gift != "" && g.State().Tucked != tricks.NoCard:
			return // the exchange of a tucked card is not searched
		}
		left := 3000
		want, ok := canWin(g, &left)
		if !ok {
			return
		}
		status := Lost
		var s Search
		for _, p := range Sorted(problemsOf(t, g)) {
			s.Begin(context.Background(), p, 1<<16, nil)
			got := s.Attempt(rapid.IntRange(0, 9).Draw(t, "attempt"), 1_000_000)
			if got == Won {
				status = Won
				line, swapIndex := s.Line()
				assert.True(t, wins(g, p, line, swapIndex), "%v", line)
				if p.Swap != nil {
					swapped++
				}
			}
			s.End()
			if got != Lost {
				break
			}
		}
		assert.Equal(t, want, status == Won)
		seen[status]++
	}
	rapid.Check(t, check)
	gifts = gifts[2:] // endings that are won with Sting are rare
	for range 15 {
		if swapped > 0 {
			break
		}
		rapid.Check(t, check)
	}
	t.Log(seen, swapped)
	assert.NotZero(t, seen[Won])
	assert.NotZero(t, seen[Lost])
	assert.NotZero(t, swapped)
}

// wins reports whether a line of plays wins a game, with some decisions about who leads and which tucked card comes back
// between them, and an exchange only where the search made it.
func wins(g *chapters.Game, p *Problem, line []tricks.Play, swapIndex int) bool {
	if g.IsOver() {
		return g.Result() == chapters.Won && len(line) == 0
	}
	options := g.Options()
	switch {
	case swapIndex == 0:
		options = p.Swap.Decisions()[:1]
	case g.Due().Kind == chapters.Return:
		options = p.Swap.Decisions()[1:]
	case g.Due().Kind == chapters.PlayCard && len(line) == 0:
		return false
	case g.Due().Kind == chapters.PlayCard:
		options = []chapters.Decision{chapters.PlayDecision(line[0])}
		line = line[1:]
		swapIndex--
	}
	for _, d := range options {
		next := g.Clone()
		isOtherSwap := swapIndex != 0 && d.Kind == chapters.Swap && d.Card != tricks.NoCard
		if isOtherSwap || next.Apply(d) != nil {
			continue
		}
		if d.Kind == chapters.Swap && swapIndex == 0 {
			return wins(next, p, line, -1)
		}
		if wins(next, p, line, swapIndex) {
			return true
		}
	}
	return false
}
