package texts

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCoach plays the first chapter with everybody: whoever decides is told
// something, always in one short line, and everything the coach can say is said.
func TestCoach(t *testing.T) {
	lib := chapters.Default()
	said := map[string]bool{}
	for seed := range uint64(30) {
		for players := 1; players <= 4; players++ {
			pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: players, Seed: seed})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			for a := g.Ask(); a != nil; a = g.Ask() {
				v := g.View(a.By)
				for _, lang := range characters.Languages {
					text := New(lang).Coach(&v)
					assert.NotEmpty(t, text, a.Kind)
					assert.LessOrEqual(t, utf8.RuneCountInString(text), 76, text)
					assert.NotContains(t, text, "%!")
					said[text] = true
				}
				require.NoError(t, g.Apply(a.Options[(len(g.Decisions())+int(seed))%len(a.Options)]))
			}
			v := g.View(0)
			assert.Empty(t, New("en").Coach(&v), "nothing is due")
		}
	}
	var all strings.Builder
	for text := range said {
		all.WriteString(text + "\n")
	}
	for _, lang := range characters.Languages {
		for key, text := range catalogs()[lang] {
			if strings.HasPrefix(key, "coach.") && key != "coach.on" && key != "coach.off" {
				part, _, _ := strings.Cut(text, "%")
				rest := text[strings.LastIndexAny(text, "%")+1:]
				assert.Contains(t, all.String(), part, key)
				assert.Contains(t, all.String(), strings.TrimLeft(rest, "ds"), key)
			}
		}
	}
}

// TestCoachIsForTheFirstChapter holds that it is silent elsewhere.
func TestCoachIsForTheFirstChapter(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	v := g.View(g.Ask().By)
	assert.Empty(t, New("en").Coach(&v))
	v = g.View(g.Ask().By + 1)
	assert.Empty(t, New("en").Coach(&v), "it is somebody else's turn")
}
