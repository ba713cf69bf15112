package characters_test

import (
	"bytes"
	"os"
	"slices"
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
	Goal     yaml.Node
	Rule     string
	Players  int
	Threat   int
	Declared string
	Range    [2]int
	Sits     map[int]int
	Tricks   []string
	Left     map[int]string
	Shares   tricks.Seat // 0 for nobody
	Rivers   bool
	Want     string
}

// wanted returns the goal of a case and its name. It is the goal of a character, or written out in the case.
func (c *goalCase) wanted(t *testing.T, of map[string]asked) (string, asked) {
	t.Helper()
	if c.Goal.Kind == yaml.ScalarNode {
		require.Contains(t, of, c.Goal.Value)
		return c.Goal.Value, of[c.Goal.Value]
	}
	c.Goal.Style = yaml.FlowStyle
	text, err := yaml.Marshal(&c.Goal)
	require.NoError(t, err)
	return string(text), asks(t, strings.TrimSpace(string(text)))
}

// seatsAt is S1.
func (c *goalCase) seatsAt() int {
	if c.Players == 1 || c.Players == 4 {
		return 4
	}
	return 3
}

// table returns a table at which each seat plays in as many tricks as the case says.
func (c *goalCase) table() *tricks.Table {
	hands := make([]tricks.Hand, c.seatsAt())
	for s := range hands {
		n := len(c.Tricks)
		if from := c.Sits[s]; from > 0 {
			n = from - 1
		}
		hands[s] = tricks.Plain(tricks.Set(1<<n-1) << (16 * s))
	}
	table := tricks.NewTable(tricks.NoSuit, hands...)
	if slices.ContainsFunc(c.Tricks, func(text string) bool { return strings.Contains(text, ">-") }) {
		table.Willow = []tricks.Card{tricks.OldManWillow}
	}
	return table
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
		trick := characters.Trick{
			Number: i,
			Card:   [tricks.MaxSeats]tricks.Card{tricks.NoCard, tricks.NoCard, tricks.NoCard, tricks.NoCard},
		}
		who, cards, _ := strings.Cut(text, ": ")
		leader, winner, ok := strings.Cut(who, ">")
		if !ok {
			winner = who
			leader = who
		}
		trick.Leader = seat(leader)
		trick.Winner = tricks.NoSeat
		if winner != "-" {
			trick.Winner = seat(winner)
		}
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
		if trick.Winner >= 0 {
			trick.Won[trick.Winner] = trick.Cards
		}
		out = append(out, trick)
	}
	return out
}

// cannot lists the statuses that a goal never has. Winning more never harms most goals, so they are
// open until they are sealed. A goal not to do something is met from the start.
var cannot = func() map[string][]string {
	out := map[string][]string{
		"morgul-knife": {"open"}, "terror": {"open"}, "black-breath": {"open"},
		"wraith": {"open", "met", "failed"}, "unseen": {"open", "met", "failed"},
		"gandalf-servant": {"open", "met", "failed"},
	}
	for _, id := range []string{
		"frodo", "bilbo", "gandalf", "sam", "gildor", "maggot", "tom", "barliman", "glorfindel", "elrond", "boromir",
		"gwaihir", "shadowfax", "radagast",
		"legolas", "gimli", "orophin-rumil", "haldir", "celeborn", "samwise", "boromir-denethor", "legolas-greenleaf",
		"gimli-gloin",
	} {
		out[id] = []string{"met"}
	}
	return out
}()

// statuses are the words a case can want.
var statuses = []string{"open", "met", "sealed", "failed"}

// TestGoalCases plays the cases of testdata/goals.yaml (K, G1–G7, S12). There is a case for each status
// that the goal of each character and rider can have.
func TestGoalCases(t *testing.T) {
	data, err := os.ReadFile("testdata/goals.yaml")
	require.NoError(t, err)
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	var cases []goalCase
	require.NoError(t, dec.Decode(&cases))
	b := box(t)
	of := boxGoals(t)
	seen := map[string]map[string]bool{"gandalf-servant": {"sealed": true}} // no goal of its own (K)
	for _, c := range cases {
		t.Run(c.Rule, func(t *testing.T) {
			name, goal := c.wanted(t, of)
			binding := characters.Binding{
				Seats: c.seatsAt(), Players: c.Players, Threat: c.Threat,
				Declared: c.Declared, Range: c.Range, Rivers: c.Rivers,
			}
			if c.Shares != 0 {
				binding.Cast[c.Shares] = b.Characters["samwise"]
			}
			formula := goal.Formula(binding)
			history := c.history(t)
			f := &finished{seats: c.seatsAt(), tricks: slices.Clone(history)}
			if c.Shares != 0 {
				for i := range f.tricks { // as if Frodo himself won them
					if f.tricks[i].Winner == c.Shares {
						f.tricks[i].Winner = 0
					}
				}
			}
			checker, err := characters.Compile(c.table(), nil, formula)
			require.NoError(t, err)
			var left tricks.Set
			for s, text := range c.Left {
				f.left[s], err = tricks.ParseSet(text)
				require.NoError(t, err)
				left |= f.left[s]
			}
			var got []string
			for n := range len(history) + 1 {
				o := characters.Outlook{Tricks: n, IsOver: n == len(history), Unplayed: left}
				for _, trick := range history[n:] {
					require.Zero(t, o.Unplayed&trick.Cards, "a card appears twice")
					o.Unplayed |= trick.Cards
				}
				if o.IsOver {
					o.Held = f.left
				}
				got = append(got, judge(checker, history[:n], &o).String())
			}
			assert.Equal(t, c.Want, strings.Join(got, " "))
			assert.Equal(t, meets(goal.says, binding, f), got[len(got)-1] == "sealed", "the plain reading")
			if seen[name] == nil {
				seen[name] = map[string]bool{}
			}
			for _, status := range got {
				seen[name][status] = true
			}
		})
	}
	for _, of := range []map[string]*characters.Character{b.Characters, b.Riders} {
		for id := range of {
			for _, status := range statuses {
				never := slices.Contains(cannot[id], status)
				assert.Equal(t, !never, seen[id][status], "a case in which %s is %s", id, status)
			}
		}
	}
}
