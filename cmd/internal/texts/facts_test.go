package texts_test

import (
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSwordRange: the range that Aragorn chooses with the Sword (K: the Sword) is named in the question's
// answers, in what he did and among the facts of his seat, where it stands for the Sword itself.
func TestSwordRange(t *testing.T) {
	for _, lang := range characters.Languages {
		said := texts.New(lang)
		g := begun(t, "c11p4s1")
		for g.Due().Kind != chapters.Range {
			require.NoError(t, g.Apply(g.Options()[0]))
		}
		seat := g.Due().Seat
		v := g.View(g.Due().Decider)
		sword := v.Seats[seat].Gift.Name.In(lang)
		assert.Contains(t, said.Round(&v).Facts(seat), sword, "before it is used")
		var ranges []string
		for _, d := range g.Options() {
			ranges = append(ranges, d.Word)
			assert.Equal(t, said.T("answer.range", d.Word), said.Round(&v).Answer(d))
			assert.Contains(t, said.Round(&v).Deed(d), said.T("deed.range", d.Word))
		}
		require.Equal(t, []string{"1-2", "3-4", "5-6"}, ranges)
		require.NoError(t, g.Apply(g.Options()[1]))
		v = g.View(seat)
		facts := said.Round(&v).Facts(seat)
		assert.Contains(t, facts, said.T("fact.range", "3-4"))
		assert.NotContains(t, facts, sword, "the range says it")
		for other := range v.Seats {
			if tricks.Seat(other) != seat {
				assert.NotContains(t, said.Round(&v).Facts(tricks.Seat(other)), said.T("fact.range", "3-4"))
			}
		}
		aragorn := v.Seats[seat].Character
		assert.Equal(t, said.T("goal.either", 3, 4), said.Round(&v).GoalAt(aragorn, seat), "the goal is what was chosen")
		assert.Equal(t, said.T("few.either", 3, 4), said.Round(&v).GoalInFew(aragorn, seat))
	}
}

// TestFacts: what everybody may know of a seat stands beside it, and nothing where there is nothing special.
func TestFacts(t *testing.T) {
	said := texts.New("en")
	plain := begun(t, "c01p3s1").View(0)
	for s := range plain.Seats {
		assert.Empty(t, said.Round(&plain).Facts(tricks.Seat(s)), "seat %d", s)
	}
	card := func(text string) tricks.Card {
		c, err := tricks.ParseCard(text)
		require.NoError(t, err)
		return c
	}
	for name, row := range map[string]struct {
		change func(*chapters.SeatView)
		want   string
	}{
		"threat":        {func(s *chapters.SeatView) { s.Threat = 5 }, said.T("fact.threat", 5)},
		"announced":     {func(s *chapters.SeatView) { s.Announced = []tricks.Suit{tricks.Hills, tricks.Shadows} }, said.T("fact.announced", "H S")},
		"tucked":        {func(s *chapters.SeatView) { s.Tucked = card("H3") }, said.T("fact.tucked", "H3")},
		"first trick":   {func(s *chapters.SeatView) { s.First = card("H3") }, said.T("fact.first", "H3")},
		"last trick":    {func(s *chapters.SeatView) { s.Last = card("H3") }, said.T("fact.last", "H3")},
		"open cards":    {func(s *chapters.SeatView) { s.Shown = tricks.Deck }, said.T("fact.open")},
		"a single card": {func(s *chapters.SeatView) { s.Shown = card("H3").Bit() }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := begun(t, "c01p3s1").View(0)
			row.change(&v.Seats[1])
			facts := said.Round(&v).Facts(1)
			if row.want == "" {
				assert.Empty(t, facts)
				return
			}
			assert.Equal(t, []string{row.want}, facts)
		})
	}
}

// begun returns a deal before its first decision.
func begun(t *testing.T, deal string) *chapters.Game {
	t.Helper()
	id, err := chapters.ParseDealID(deal)
	require.NoError(t, err)
	pos, err := chapters.Default().Deal(id)
	require.NoError(t, err)
	g, err := chapters.Default().NewGame(pos)
	require.NoError(t, err)
	return g
}
