package fullscreen

import (
	"os"
	"path/filepath"
	"testing"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cutFiles has a saved game and a campaign at home, and cuts the last bytes of their files.
func cutFiles(t *testing.T, s *Session) {
	t.Helper()
	id := chapters.DealID{Chapter: "1", Players: 4, Seed: 7}
	pos, err := s.home.Library.Deal(id)
	require.NoError(t, err)
	file, err := s.home.Saves.Create(s.home.Library,
		chapters.Record{Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"}})
	require.NoError(t, err)
	file.Home.Pace(0, true)
	for file.Home.Round().Decisions() < 4 {
		now := file.Home.Look()
		if now.Now == round.Turn {
			require.NoError(t, file.Home.Decide(t.Context(), now.Revision, now.View.Ask.Options[0]))
		} else {
			require.NoError(t, file.Home.Wait(t.Context(), now.Event))
		}
	}
	require.NoError(t, file.Home.Close())
	c, err := campaign.New(s.home.Library, 4, 1)
	require.NoError(t, err)
	require.NoError(t, s.home.Saves.CreateCampaign(s.home.Library, "shire", c))
	for _, name := range []string{"c01p4s7-1", "shire"} {
		path := filepath.Join(s.home.Saves.Dir(), name+".ndjson")
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.NoError(t, os.Truncate(path, info.Size()-9))
	}
	s.played = s.home.Saves.List().Played(s.home.Library)
}

// TestDamageInTheMenu: the list of the games, the page of a game and the book of a campaign say what is wrong and what
// to do. Looking changes no byte, and what can be read goes on only when the person says so.
func TestDamageInTheMenu(t *testing.T) {
	e := anEvening(t, "en", func(s *Session) { cutFiles(t, s) })
	path := filepath.Join(e.home.Saves.Dir(), "c01p4s7-1.ndjson")
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	sees := func(texts ...string) {
		t.Helper()
		for _, text := range texts {
			assert.Contains(t, e.frame(), text)
		}
	}
	e.press("b", "k")
	sees("its end is missing", "None of it can be read.", "fellowship campaign delete shire")
	e.press("esc", "esc", "l")
	sees("c01p4s7-1", "damaged", "Campaign shire")
	e.press("enter")
	sees("Saved game c01p4s7-1: the file is damaged: its end is missing;", "You still have everything up to here: setup.",
		"Or resume from what can be read; the damaged file is kept beside it.")
	e.press("enter")
	sees("Saved game c01p4s7-1: resume from what can be read?")
	e.press("n")
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(now))
	assert.NoFileExists(t, path+".damaged-1")

	var damage *saves.Damage
	require.ErrorAs(t, e.played.Games[0].Err, &damage)
	require.NoError(t, e.home.Repair(damage))
	kept, err := os.ReadFile(path + ".damaged-1")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(kept))
	g, err := e.home.Saves.List().Find(e.home.Library, "c01p4s7-1")
	require.NoError(t, err)
	require.NoError(t, g.Err)
	assert.Len(t, g.Record.Decisions, 3)
}

// TestDamageIsNamedOnce: the menu names each damaged file the first time that it reads it.
func TestDamageIsNamedOnce(t *testing.T) {
	e := anEvening(t, "de", func(s *Session) { cutFiles(t, s) })
	require.Len(t, e.newDamages(e.played), 2)
	assert.Empty(t, e.newDamages(e.played))
}
