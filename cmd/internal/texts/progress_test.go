package texts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/goldentest"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// digits are what differs between words that say the same of other numbers.
var digits = regexp.MustCompile(`[0-9][0-9-]*|-[0-9-]+`)

// TestEveryGoalHasAProgressWord plays rounds of every chapter at every table size, with every event, group and
// rider. At the start, after each decision and at the end each goal has a word for how far it has come,
// in every language, that fits its place. The golden file has two examples of each kind of word.
func TestEveryGoalHasAProgressWord(t *testing.T) {
	const briefCells = 10 // beside the emblem of a narrow seat
	lib := chapters.Default()
	seen := map[string]int{} // by kind of word
	last := map[string]string{}
	examples := map[string][]string{}
	misleading := regexp.MustCompile(`\b(of|von) 0\b|\b1 (of|von) 1 (tricks|Stichen)|^-+$|%!|progress\.`)
	look := func(id string, v *chapters.View) {
		for _, g := range v.Goals {
			if !HasAim(v, &g) {
				continue
			}
			var both []string
			for _, lang := range characters.Languages {
				r := New(lang).Round(v)
				if g.Rider != "" { // A rider forbids something; its status says all.
					both = append(both, New(lang).Status(g.Status))
					continue
				}
				word := r.ProgressInFew(g.Seat)
				if _, known := v.GoalFormula(goalCard(v, &g), g.Seat); !known { // A hidden threat number (C4).
					assert.Empty(t, word, "%s: %s", id, goalName(v, &g))
					continue
				}
				both = append(both, word.Text+" | "+word.Narrow+" | "+word.Brief)
				assert.NotEmpty(t, word.Text, "%s: %s", id, goalName(v, &g))
				assert.NotEmpty(t, word.Brief, "%s: %s", id, goalName(v, &g))
				assert.LessOrEqual(t, cells.Width(word.Text), ProgressCells, "%s: %s", id, word.Text)
				assert.LessOrEqual(t, cells.Width(word.Brief), briefCells, "%s: %s", id, word.Brief)
				for _, text := range append(r.Progress(g.Seat), word.Text) {
					assert.NotRegexp(t, misleading, text, id)
				}
			}
			name := goalName(v, &g) + ": " + New(Default).Round(v).GoalInFew(goalCard(v, &g), g.Seat)
			if both == nil {
				continue
			}
			line := strings.Join(both, "  ·  ")
			if shape := digits.ReplaceAllString(name+line, "#"); seen[shape] < 2 && line != last[shape] {
				seen[shape]++
				last[shape] = line
				name = digits.ReplaceAllString(name, "N")
				examples[name] = append(examples[name], line)
			}
		}
	}
	for _, id := range lib.DealIDs(3) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
			v := g.View(tricks.NoSeat)
			look(fmt.Sprint(id), &v)
		}
	}
	var names []string
	for name := range examples {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	for _, name := range names {
		fmt.Fprintln(&out, name)
		for _, line := range examples[name] {
			fmt.Fprintln(&out, "    "+line)
		}
	}
	goldentest.Compare(t, "progress.txt", out.String())
}

// goalName returns the ID of the character or rider that has a goal.
func goalName(v *chapters.View, g *chapters.GoalStatus) string { return goalCard(v, g).ID }
