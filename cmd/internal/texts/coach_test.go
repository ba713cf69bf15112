package texts

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCoach plays the first chapter with all its characters. It checks that each player who decides
// gets advice, always in one short line, and that every text of the coach is used.
func TestCoach(t *testing.T) {
	lib := chapters.Default()
	said := map[string]bool{}
	for seed := range uint64(30) {
		for players := 1; players <= 4; players++ {
			pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: players, Seed: seed})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
				v := g.View(a.Decider)
				for _, lang := range characters.Languages {
					text := New(lang).Round(&v).Coach()
					assert.NotEmpty(t, text, a.Kind)
					assert.LessOrEqual(t, utf8.RuneCountInString(text), 76, text)
					assert.NotContains(t, text, "%!")
					said[text] = true
				}
				require.NoError(t, g.Apply(a.Options[(len(g.Decisions())+int(seed))%len(a.Options)]))
			}
			v := g.View(0)
			assert.Empty(t, New("en").Round(&v).Coach(), "nothing is due")
		}
	}
	for _, lang := range characters.Languages {
		written, err := load(files, lang)
		require.NoError(t, err)
		for w, text := range written {
			key, _ := splitKey(w)
			if !strings.HasPrefix(key, "coach.") || key == "coach.on" || key == "coach.off" {
				continue
			}
			withMarks := valueName.ReplaceAllString(text, "VALUE")
			sentence := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(withMarks), "VALUE", ".+") + "$")
			heard := slices.ContainsFunc(slices.Collect(maps.Keys(said)), sentence.MatchString)
			assert.True(t, heard, "the coach never says %s in %s", key, lang)
		}
	}
}

// TestCoachKnowsWhatCanBeDone plays rounds. It checks that a card that the coach calls a sure win
// wins, that a card that it calls a loss never wins, and that it gives no advice about a choice if
// only one card may be played.
func TestCoachKnowsWhatCanBeDone(t *testing.T) {
	lib := chapters.Default()
	en := New("en")
	sure, none := 0, 0
	for seed := range uint64(60) {
		for players := 1; players <= 4; players++ {
			pos, err := lib.Deal(chapters.DealID{Chapter: "1", Players: players, Seed: seed})
			require.NoError(t, err)
			g, err := lib.NewGame(pos)
			require.NoError(t, err)
			var c playChances
			var made chapters.Decision
			for a := g.View(g.Due().Decider).Ask; a != nil; a = g.View(g.Due().Decider).Ask {
				d := a.Options[(len(g.Decisions())*7+int(seed))%len(a.Options)]
				if a.Kind == chapters.PlayCard {
					v := g.View(a.Decider)
					now := playChancesOf(&v)
					switch {
					case now.sure.Contains(d.Card) && (d.ToWin || d.Card != tricks.OneRing):
						c = now
						made = d
						sure++
					case !now.wins.Contains(d.Card):
						c = now
						made = d
						none++
					}
					if now.legal.Len() == 1 && len(v.History) > 1 && StatusOf(&v, a.Seat) != characters.Failed {
						assert.NotContains(t, en.Round(&v).Coach(), "let them go")
						assert.NotContains(t, en.Round(&v).Coach(), "play low")
					}
				}
				before := len(g.History())
				require.NoError(t, g.Apply(d))
				if made.Kind == chapters.PlayCard && len(g.History()) > before {
					won := g.History()[before].Winner
					assert.Equal(t, c.sure.Contains(made.Card), won == made.Seat, "%s %v", pos.Deal, made)
				}
				if len(g.History()) > before {
					made = chapters.Decision{}
				}
			}
		}
	}
	assert.Positive(t, sure)
	assert.Positive(t, none)
}

// TestCoachIsForTheFirstChapter checks that the coach is silent in all other chapters.
func TestCoachIsForTheFirstChapter(t *testing.T) {
	lib := chapters.Default()
	pos, err := lib.Deal(chapters.DealID{Chapter: "2", Players: 4, Seed: 1})
	require.NoError(t, err)
	g, err := lib.NewGame(pos)
	require.NoError(t, err)
	v := g.View(g.Due().Decider)
	assert.Empty(t, New("en").Round(&v).Coach())
	v = g.View(g.Due().Decider + 1)
	assert.Empty(t, New("en").Round(&v).Coach(), "it is somebody else's turn")
}
