package texts

import (
	"strings"
	"testing"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/cells"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryGoalFitsItsLabel plays rounds of every chapter at every table size, with every event,
// group, rider and gift. It checks that each goal has a label in every language, that the label fits
// its place, and that it leaves two cells for each of up to three things to win, or four Rings.
func TestEveryGoalFitsItsLabel(t *testing.T) {
	lib := chapters.Default()
	seen := map[string]bool{}
	for _, id := range lib.DealIDs(3) {
		pos, err := lib.Deal(id)
		require.NoError(t, err, id)
		g, err := lib.NewGame(pos)
		require.NoError(t, err, id)
		label := func(v *chapters.View, c *characters.Character, s tricks.Seat) {
			for _, lang := range characters.Languages {
				few := New(lang).Round(v).GoalInFew(c, s)
				if seen[lang+c.ID+few] {
					continue
				}
				seen[lang+c.ID+few] = true
				assert.NotEmpty(t, few, "%s: %s in %s", id, c.ID, lang)
				assert.NotContains(t, few, "few.", "%s: %s in %s", id, c.ID, lang)
				f, ok := v.GoalFormula(c, s)
				if a := f.Condition; ok && f.Op == characters.Leaf && a.Hi == characters.NoLimit &&
					(a.Lo <= 3 || a.Cards == tricks.RingSet) && a.Kind != characters.MostCards {
					assert.LessOrEqual(t, cells.Width(few), FewWords-2*a.Lo, "%s: %s in %s: %s", id, c.ID, lang, few)
				}
			}
		}
		for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
			v := g.View(a.Decider)
			for s := range v.Seats {
				for _, e := range v.Chapter.Roster {
					label(&v, e.Character, tricks.Seat(s))
				}
				for _, c := range []*characters.Character{v.Seats[s].Character, v.Seats[s].Rider} {
					if c != nil {
						label(&v, c, tricks.Seat(s))
					}
				}
			}
			if g.Stage() == chapters.StagePlay && len(v.History) > 1 {
				break
			}
			require.NoError(t, g.Apply(a.Options[len(g.Decisions())*5%len(a.Options)]))
		}
	}
	// Each text of a goal in a sentence has one for a label beside it.
	for key := range New(Default).byKey {
		if rest, ok := strings.CutPrefix(key, "goal."); ok && key != "goal.threat" {
			_, isThere := New(Default).byKey["few."+rest]
			assert.True(t, isThere, "goals.yaml lacks few.%s, the text of %s for a label", rest, key)
		}
	}
}

// TestShortNames checks that the names of the characters of a round fit a label, and tell the
// characters apart.
func TestShortNames(t *testing.T) {
	lib := chapters.Default()
	for _, lang := range characters.Languages {
		texts := New(lang)
		for _, c := range lib.Characters {
			assert.LessOrEqual(t, cells.Width(texts.ShortName(c)), 12, c.ID)
		}
		for _, id := range lib.DealIDs(3) {
			pos, err := lib.Deal(id)
			require.NoError(t, err, id)
			g, err := lib.NewGame(pos)
			require.NoError(t, err, id)
			v := g.View(0)
			called := map[string]string{}
			for _, e := range v.Chapter.Roster {
				name := texts.ShortName(e.Character)
				assert.Empty(t, called[name], "%s: %s", id, e.Character.ID)
				called[name] = e.Character.ID
			}
		}
	}
}
