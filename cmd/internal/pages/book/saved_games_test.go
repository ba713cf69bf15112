package book_test

import (
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestListSaved checks what the list of saved games says, and what can be done with each.
func TestListSaved(t *testing.T) {
	when := time.Date(2026, time.November, 25, 20, 15, 0, 0, time.Local)
	named := func(name string) table.Recorded { return table.Recorded{Name: name, Modified: when} }
	begun := saves.Save{Recorded: named("a"), Stage: chapters.StagePlay, Tricks: 2, TrickTotal: 9}
	begun.Record.Chapter = "2"
	begun.Record.Players = 4
	won := saves.Save{Recorded: named("b"), Result: chapters.Won, Finished: true}
	ofCampaign := saves.Save{Recorded: named("shire-r1-1"), Campaign: "shire", Result: chapters.Lost, Finished: true}
	begun.Record.PlayerNames = []string{"human", "human:Ben", "strong", "fair"}
	begun.Decider = "human:Ben"
	ofCampaign.Record.Chapter = "3"
	ofCampaign.FailedIn = 7
	ofCampaign.Cast = []string{"frodo", "", "sam", ""}
	damaged := saves.Save{Recorded: named("c"), Err: saves.ErrDamaged}

	inEach(t, func(t *testing.T, said *texts.Texts) {
		lib := chapters.Default()
		now := when.Add(time.Hour)
		list := book.ListSaved(said, lib, &saves.Played{Games: []saves.Save{won, ofCampaign, begun, damaged}}, now)
		assert.Equal(t, 1, list.Open)
		assert.Equal(t, said.T("saves.summary", 2, 1), list.Summary)
		assert.Equal(t, said.T("lobby.saved.above"), list.Intro)
		chapter, err := lib.Chapter("2")
		require.NoError(t, err)
		stage := said.T("stage.trick", 3, 9)
		assert.Equal(t, book.SavedGame{
			Name: "a", When: "2026-11-25 20:15", Day: said.T("date.today"), Chapter: "2", Players: 4, Stage: stage,
			Title:       chapter.Title.In(said.Lang()),
			With:        said.T("saves.you") + ", Ben, " + said.N("saves.computers", 2),
			State:       said.T("saves.turn", said.T("saves.trick", 3), "Ben"),
			IsYours:     true,
			Summary:     chapter.Title.In(said.Lang()) + ", " + stage,
			CanContinue: true, CanRemove: true, Question: said.T("lobby.delete.sure", "a"),
		}, list.All[0])
		assert.False(t, list.All[1].CanContinue)
		assert.True(t, list.All[1].CanLook)
		assert.Equal(t, "b", list.All[1].Name, "the open game comes first")
		assert.Equal(t, chapters.Won, list.All[1].Result)
		assert.Equal(t, stars.Most, list.All[1].Stars.Count())
		assert.True(t, list.All[1].CanRemove)
		assert.True(t, list.All[2].CanLook)
		assert.False(t, list.All[2].CanRemove, "it goes with its campaign")
		assert.Equal(t, said.T("saves.trick", 7), list.All[2].LostIn)
		assert.Equal(t, []string{"frodo", "sam"}, list.All[2].Cast)
		assert.Empty(t, list.All[1].LostIn, "it was won")
		assert.False(t, list.All[3].CanContinue)
		assert.False(t, list.All[3].CanLook)
		assert.True(t, list.All[3].CanRemove)
		assert.Zero(t, list.All[3].Players)

		assert.Equal(t, said.T("lobby.saved.ended"), book.ListSaved(said, lib, &saves.Played{Games: []saves.Save{won}}, now).Intro)
		assert.Equal(t, said.T("lobby.stats.none"), book.ListSaved(said, lib, &saves.Played{}, now).Intro)
	})
}

// TestMatching: a word finds the games in whose line it stands, whether in capital letters or not, and the open ones
// are still counted.
func TestMatching(t *testing.T) {
	list := &book.SavedGames{
		Open: 1,
		All: []book.SavedGame{
			{Name: "c03p3s9-1", Title: "The Ring Sets Out", With: "you, Anna", CanContinue: true},
			{Name: "c02p4s7-1", Title: "A Little Delay", With: "you, 3 computers", Result: chapters.Won},
			{Name: "c01p4s5-1", Title: "A Long-expected Party", With: "you, Anna", Result: chapters.Lost},
		},
	}
	said := texts.New("en")
	for word, want := range map[string][]string{
		"":        {"c03p3s9-1", "c02p4s7-1", "c01p4s5-1"},
		"anna":    {"c03p3s9-1", "c01p4s5-1"},
		"WON":     {"c02p4s7-1"},
		"party":   {"c01p4s5-1"},
		"c02":     {"c02p4s7-1"},
		"gandalf": nil,
	} {
		found := list.Matching(said, word)
		var names []string
		open := 0
		for _, g := range found.All {
			names = append(names, g.Name)
			if g.CanContinue {
				open++
			}
		}
		assert.Equal(t, want, names, word)
		assert.Equal(t, open, found.Open, word)
	}
	assert.Len(t, list.All, 3)
}
