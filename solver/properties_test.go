package solver

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/endingtest"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// These tests compare verdicts of the solver with each other, on endings too large for the slow
// solver. If the rules relate two rounds, their verdicts have to be related in the same way.

// otherwise returns the game as it is when it begins with another position, and its
// decisions are made as they are translated.
func otherwise(t require.TestingT, g *chapters.Game, change func(*chapters.Position),
	translate func(chapters.Decision) chapters.Decision,
) *chapters.Game {
	pos := g.Start()
	pos.Hands = slices.Clone(pos.Hands)
	change(&pos)
	h, err := g.Library().NewGame(pos)
	require.NoError(t, err)
	for _, d := range g.Decisions() {
		if translate != nil {
			d = translate(d)
		}
		if h.Due().Kind == chapters.Swap && d.Kind != chapters.Swap {
			// Nobody was asked before.
			require.NoError(t,
				h.Apply(chapters.Decision{Kind: chapters.Swap, Seat: h.Due().Seat, Target: tricks.NoSeat}))
		}
		require.NoError(t, h.Apply(d))
	}
	return h
}

// onlyWants reports whether a character does nothing in play but to want something.
// A seat that is never refilled leaves the draw pile to others (C4). A character that need not
// follow, or names the leader, plays otherwise. One that wins for another character is part of the
// goal of that character.
func onlyWants(c *characters.Character) bool {
	return !c.SoloFull && !c.NeedNotFollow && !c.NamesLeader && c.CountsFor == nil
}

// TestLooser checks that taking a goal away never turns a win into a loss.
func TestLooser(t *testing.T) {
	t.Parallel()
	won := 0
	rapid.Check(t, func(t *rapid.T) {
		g := larger(t)
		if solve(t, g, Options{}).Verdict != Winnable {
			return
		}
		s := tricks.Seat(rapid.IntRange(0, g.Seats()-1).Draw(t, "free"))
		h := otherwise(t, g, func(pos *chapters.Position) {
			pos.Hands[s].Rider = ""
			// Frodo has the Mithril that makes up for somebody else's goal.
			if c := g.Character(s); c != nil && onlyWants(c) && c.MayNotPass == 0 && g.State().Waiver != s {
				pos.Hands[s].Character = ""
			}
		}, nil)
		assert.Equal(t, Winnable, solve(t, h, Options{}).Verdict)
		won++
	})
	t.Log(won)
	assert.NotZero(t, won)
}

// TestStricter checks that a further goal of a rider or a character never turns a loss into a win.
func TestStricter(t *testing.T) {
	t.Parallel()
	lib := chapters.Default()
	var ids, riders []string
	for id, c := range lib.Characters {
		if onlyWants(c) && id != "frodo" { // he would bring the Mithril (C17)
			ids = append(ids, id)
		}
	}
	for id := range lib.Riders {
		if id != "wraith" { // he forbids exchanges, which is no goal
			riders = append(riders, id)
		}
	}
	slices.Sort(ids)
	slices.Sort(riders)
	lost := 0
	rapid.Check(t, func(t *rapid.T) {
		g := larger(t)
		if solve(t, g, Options{}).Verdict != Unwinnable {
			return
		}
		s := rapid.IntRange(0, g.Seats()-1).Draw(t, "seat")
		h := otherwise(t, g, func(pos *chapters.Position) {
			at := &pos.Hands[s]
			if at.Rider == "" {
				at.Rider = rapid.SampledFrom(riders).Draw(t, "rider")
			}
			id := rapid.SampledFrom(ids).Draw(t, "character")
			if at.Character == "" && !slices.ContainsFunc(pos.Hands, func(h chapters.HandInfo) bool {
				return h.Character == id
			}) {
				at.Character = id
			}
		}, nil)
		assert.Equal(t, Unwinnable, solve(t, h, Options{}).Verdict)
		lost++
	})
	t.Log(lost)
	assert.NotZero(t, lost)
}

// TestGiftsHelp checks that a round that can be won can still be won with Mithril, Glamdring or
// Sting, which only allow more.
func TestGiftsHelp(t *testing.T) {
	t.Parallel()
	won := 0
	rapid.Check(t, func(t *rapid.T) {
		g := endingtest.WithGift(t, "", 2)
		if g.State().Waiver != tricks.NoSeat || solve(t, g, Options{}).Verdict != Winnable {
			return // there is a gift already (C17), or nothing to help with
		}
		s := rapid.IntRange(0, g.Seats()-1).Draw(t, "bearer")
		h := otherwise(t, g, func(pos *chapters.Position) {
			taker := &pos.Hands[(s+1)%len(pos.Hands)]
			gifts := []string{"mithril", "glamdring", "sting"}
			if pos.Hands[s].Tucked|taker.Tucked != 0 {
				gifts = gifts[:2] // nobody with a tucked card has to do with Sting
			}
			pos.Hands[s].Gift = rapid.SampledFrom(gifts).Draw(t, "gift")
			taker.TookLost = true
		}, nil)
		assert.Equal(t, Winnable, solve(t, h, Options{}).Verdict)
		won++
	})
	t.Log(won)
	assert.NotZero(t, won)
}

// larger draws an ending with two cards more in each hand, and any gift.
func larger(t *rapid.T) *chapters.Game {
	return endingtest.WithGift(t,
		rapid.SampledFrom([]string{"", "", "", "mithril", "glamdring", "sting"}).Draw(t, "gift"), 2)
}

// TestRotated checks that moving all players by a seat makes no difference.
func TestRotated(t *testing.T) {
	t.Parallel()
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := larger(t)
		n := tricks.Seat(g.Seats())
		by := tricks.Seat(rapid.IntRange(1, g.Seats()-1).Draw(t, "by"))
		turn := func(s tricks.Seat) tricks.Seat {
			if s < 0 {
				return s
			}
			return (s + by) % n
		}
		start := g.Start()
		pile, ok := turnedPile(g, turn)
		if !ok {
			return
		}
		h := otherwise(t, g, func(pos *chapters.Position) {
			for s := range start.Hands {
				pos.Hands[turn(tricks.Seat(s))] = start.Hands[s]
			}
			pos.Leader = turn(start.Leader)
			pos.Pyramid = turn(start.Pyramid)
			pos.Pile = pile
		}, func(d chapters.Decision) chapters.Decision {
			d.Seat, d.Target = turn(d.Seat), turn(d.Target)
			return d
		})
		want := solve(t, g, Options{}).Verdict
		assert.Equal(t, want, solve(t, h, Options{}).Verdict)
		verdicts[want]++
	})
	t.Log(verdicts)
	assert.NotZero(t, verdicts[Winnable])
	assert.NotZero(t, verdicts[Unwinnable])
}

// turnedPile returns the draw pile that gives each seat the cards it would have got
// where it sat before; there is none when the last round of drawing ends early.
func turnedPile(g *chapters.Game, turn func(tricks.Seat) tricks.Seat) (pile []tricks.Card, ok bool) {
	never := func(s tricks.Seat) bool {
		c := g.Character(s)
		return c != nil && c.SoloFull
	}
	var there [tricks.MaxSeats][]tricks.Card
	rounds := 0
	for s, cards := range tricks.Refills(g.Start().Pile, g.Seats(), never) {
		if len(cards) > 0 {
			there[turn(tricks.Seat(s))] = cards
			rounds = max(rounds, len(cards))
		}
	}
	for i := range rounds {
		for s := range tricks.Seat(g.Seats()) {
			if i < len(there[s]) {
				pile = append(pile, there[s][i])
			}
		}
	}
	for s := range tricks.Seat(g.Seats()) {
		if rounds > 0 && len(there[s]) < rounds {
			for old := range tricks.Seat(g.Seats()) {
				if turn(old) == s && !never(old) {
					return nil, false
				}
			}
		}
	}
	return pile, true
}

// TestRenamed checks that two suits that no goal tells apart may change their names. Rings and
// Rivers are left out, because they are special (T6, T8).
func TestRenamed(t *testing.T) {
	t.Parallel()
	verdicts := map[Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := larger(t)
		suits := rapid.Permutation([]tricks.Suit{
			tricks.Hills, tricks.Mountains, tricks.Forests,
			tricks.Shadows,
		}).Draw(t, "suits")
		a, b := suits[0], suits[1]
		start := g.Start()
		for _, side := range start.Sides {
			if slices.ContainsFunc(side, func(c tricks.Card) bool { return c.Suit() == a || c.Suit() == b }) {
				return // those lie in the side deck
			}
		}
		card := func(c tricks.Card) tricks.Card {
			switch {
			case c == tricks.NoCard:
			case c.Suit() == a:
				return c - tricks.Card(8*a) + tricks.Card(8*b)
			case c.Suit() == b:
				return c - tricks.Card(8*b) + tricks.Card(8*a)
			}
			return c
		}
		cards := func(list []tricks.Card) []tricks.Card {
			out := slices.Clone(list)
			for i := range out {
				out[i] = card(out[i])
			}
			return out
		}
		set := func(s tricks.Set) tricks.Set { return tricks.SetOf(cards(s.Cards())...) }
		p, err := search.NewProblem(g, 0, search.Alternative{})
		require.NoError(t, err)
		for i := range p.Checker.Counters {
			if k := &p.Checker.Counters[i]; set(k.Cards) != k.Cards {
				return // a goal tells them apart
			}
		}
		h := otherwise(t, g, func(pos *chapters.Position) {
			for s := range pos.Hands {
				at := &pos.Hands[s]
				at.Cards = set(at.Cards)
				at.Tucked = set(at.Tucked)
				at.First = set(at.First)
				at.Last = set(at.Last)
				at.Extra = set(at.Extra)
				rows := slices.Clone(at.Rows)
				for r := range rows {
					rows[r] = cards(rows[r])
				}
				at.Rows = rows
			}
			pos.Lost, pos.Pile = cards(pos.Lost), cards(pos.Pile)
		}, func(d chapters.Decision) chapters.Decision {
			d.Card = card(d.Card)
			return d
		})
		want := solve(t, g, Options{}).Verdict
		assert.Equal(t, want, solve(t, h, Options{}).Verdict)
		verdicts[want]++
	})
	t.Log(verdicts)
	assert.NotZero(t, verdicts[Winnable])
	assert.NotZero(t, verdicts[Unwinnable])
}
