package characters_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// goalCase is one case of testdata/goals.yaml.
type goalCase struct {
	Goal     string
	Rule     string
	Players  int
	Threat   int
	Declared string
	Range    [2]int
	Sits     map[int]int
	Tricks   []string
	Left     map[int]string
	Want     string
}

// seatsAt is S1.
func (c *goalCase) seatsAt() int {
	if c.Players == 1 || c.Players == 4 {
		return 4
	}
	return 3
}

// table is one at which each seat plays in as many tricks as the case says.
func (c *goalCase) table() *tricks.Table {
	hands := make([]tricks.Hand, c.seatsAt())
	for s := range hands {
		n := len(c.Tricks)
		if from := c.Sits[s]; from > 0 {
			n = from - 1
		}
		hands[s] = tricks.Plain(tricks.Set(1<<n-1) << (16 * s))
	}
	return tricks.NewTable(tricks.NoSuit, hands...)
}

// history reads the tricks of a case.
func (c *goalCase) history(t *testing.T) []characters.Trick {
	t.Helper()
	seat := func(text string) tricks.Seat {
		s, err := tricks.ParseSeat(text)
		require.NoError(t, err)
		return s
	}
	var out []characters.Trick
	for i, text := range c.Tricks {
		trick := characters.Trick{Number: i, Card: [tricks.MaxSeats]tricks.Card{tricks.NoCard, tricks.NoCard, tricks.NoCard, tricks.NoCard}}
		who, cards, _ := strings.Cut(text, ": ")
		leader, winner, ok := strings.Cut(who, ">")
		if !ok {
			winner, leader = who, who
		}
		trick.Leader, trick.Winner = seat(leader), seat(winner)
		at := int(trick.Leader)
		for _, code := range strings.Fields(cards) {
			if code != "-" {
				card, err := tricks.ParseCard(code)
				require.NoError(t, err)
				trick.Card[at] = card
				trick.Cards |= card.Bit()
			}
			at = (at + 1) % c.seatsAt()
		}
		out = append(out, trick)
	}
	return out
}

// TestGoalCases plays the cases of testdata/goals.yaml through (K, G1–G7, S12).
func TestGoalCases(t *testing.T) {
	data, err := os.ReadFile("testdata/goals.yaml")
	require.NoError(t, err)
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	var cases []goalCase
	require.NoError(t, dec.Decode(&cases))
	b := box(t)
	ends := map[string]string{}
	for _, c := range cases {
		t.Run(c.Rule, func(t *testing.T) {
			who := b.Characters[c.Goal]
			if who == nil {
				who = b.Riders[c.Goal]
			}
			require.NotNil(t, who, c.Goal)
			binding := characters.Binding{Seats: c.seatsAt(), Players: c.Players, Threat: c.Threat, Declared: c.Declared, Range: c.Range}
			table := c.table()
			checker, err := characters.Compile(table, nil, characters.Bind(who.Goal, binding))
			require.NoError(t, err)
			history := c.history(t)
			f := &finished{seats: c.seatsAt(), tricks: history}
			var left tricks.Set
			for s, text := range c.Left {
				f.left[s], err = tricks.ParseSet(text)
				require.NoError(t, err)
				left |= f.left[s]
			}
			var got []string
			for n := range len(history) + 1 {
				o := characters.Outlook{Tricks: n, Over: n == len(history), Unplayed: left}
				for _, trick := range history[n:] {
					require.Zero(t, o.Unplayed&trick.Cards, "a card is there twice")
					o.Unplayed |= trick.Cards
				}
				if o.Over {
					o.Held = f.left
				}
				got = append(got, checker.Judge(history[:n], &o).String())
			}
			assert.Equal(t, c.Want, strings.Join(got, " "))
			last := got[len(got)-1]
			assert.Equal(t, meets(who.Goal, binding, f), last == "sealed", "the plain reading")
			ends[c.Goal] += last
		})
	}
	for id, c := range b.Characters {
		if all, ok := c.Goal.(characters.AllOf); ok && len(all) == 0 {
			continue // no goal of his own (K:gandalf-servant)
		}
		assert.Contains(t, ends[id], "sealed", "%s has a case that is met", id)
		assert.Contains(t, ends[id], "failed", "%s has a case that fails", id)
		delete(ends, c.ID)
	}
	for id := range b.Riders {
		assert.Contains(t, ends[id], "sealed", id)
	}
}
