package saves_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begin keeps a new campaign of four players.
func begin(t *testing.T, s *saves.Campaigns, name string) {
	t.Helper()
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.NoError(t, s.Create(lib, name, c))
}

// beginRound begins a round of a campaign.
func beginRound(t *testing.T, b *saves.Book, chapter string) {
	t.Helper()
	choice := campaign.Choice{Chapter: chapter, Seed: 7}
	pos, err := b.Next(choice)
	require.NoError(t, err)
	require.NoError(t, b.BeginRound(choice, chapters.Record{Position: pos, By: []string{round.Human, "random", "random", "random"}, Seed: &choice.Seed}))
}

func TestACampaignIsKept(t *testing.T) {
	state := t.TempDir()
	s, shelf := saves.NewCampaigns(filepath.Join(state, "campaigns")), saves.New(filepath.Join(state, "games"))
	_, err := s.Open(lib, "")
	require.ErrorIs(t, err, saves.ErrNoCampaign)
	begin(t, s, "Freunde-1")
	b, err := s.Open(lib, "Freunde-1")
	require.NoError(t, err)
	beginRound(t, b, "1")
	goOn(t, b.Home, 9)

	_, err = s.Open(lib, "Freunde-1")
	require.ErrorIs(t, err, saves.ErrCampaignInUse)
	require.ErrorIs(t, s.Delete(lib, "Freunde-1"), saves.ErrCampaignInUse)
	k, err := s.Find(lib, "")
	require.NoError(t, err)
	require.NoError(t, k.Err)
	assert.Equal(t, "Freunde-1-r1-1", k.Campaign.Playing.Save, "it can be looked at")
	require.NoError(t, b.Close())

	b, err = s.Open(lib, "Freunde-1")
	require.NoError(t, err)
	assert.Equal(t, 9, b.Round().Decisions())
	goOn(t, b.Home, toTheEnd)
	assert.Equal(t, 2, b.Refresh().Number(), "the round has counted with its last card")
	require.NoError(t, b.Propose(t.Context(), b.Look().Seen, table.Undo))
	assert.Equal(t, 1, b.Refresh().Number(), "it goes on, and counts no more")
	goOn(t, b.Home, toTheEnd)
	want := text(t, b.Round().Record())
	b.Refresh()
	beginRound(t, b, "1")
	require.NoError(t, b.GiveUpRound())
	assert.Equal(t, 3, b.Number())
	require.NoError(t, b.Close())
	k, err = s.Find(lib, "Freunde-1.ndjson")
	require.NoError(t, err)
	p := k.Campaign.At("1", 4)
	assert.Equal(t, 2, p.Rounds)

	g, err := shelf.Find(lib, "Freunde-1-r1-1")
	require.NoError(t, err)
	require.NoError(t, g.Err)
	assert.True(t, g.Finished)
	assert.Equal(t, want, text(t, g.Record))
	require.ErrorIs(t, shelf.Delete(&g), saves.ErrOfCampaign)
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.ErrorIs(t, s.Create(lib, "Freunde-1", c), saves.ErrTaken, "nothing is overwritten")

	require.NoError(t, s.Delete(lib, "Freunde-1"))
	left, err := os.ReadDir(s.Dir())
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.ElementsMatch(t, []string{"Freunde-1-r1-1", "Freunde-1-r2-1"}, shelf.Names(), "its rounds stay")
	again, err := shelf.Find(lib, "Freunde-1-r1-1")
	require.NoError(t, err)
	assert.Equal(t, want, text(t, again.Record))
}

func TestNamesOfCampaigns(t *testing.T) {
	s := saves.NewCampaigns(filepath.Join(t.TempDir(), "campaigns"))
	for _, name := range []string{"", "../up", "a/b", "a b", "-x", ".hidden", "x.yaml", strings.Repeat("x", 41), "a\x00", "\xff"} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		require.ErrorIs(t, s.Create(lib, name, c), saves.ErrName, "%q", name)
	}
	for _, name := range []string{"con", "Lpt1"} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		require.ErrorIs(t, s.Create(lib, name, c), saves.ErrReserved, "%q", name)
	}
	begin(t, s, "Gefährten")
	hour := time.Now().Add(time.Hour)
	begin(t, s, "shire")
	require.NoError(t, os.Chtimes(filepath.Join(s.Dir(), "Gefährten.ndjson"), hour, hour))
	assert.Equal(t, []string{"Gefährten", "shire"}, s.Names(), "the one played last first")
	_, err := s.Find(lib, "shrie")
	require.ErrorContains(t, err, "did you mean shire?")
	all, err := s.List(lib)
	list := slices.Collect(all)
	require.NoError(t, err)
	assert.Len(t, list, 2)
}

// A campaign that is damaged is named, and left as it is; a file of another kind is no campaign.
func TestADamagedCampaign(t *testing.T) {
	s := saves.NewCampaigns(filepath.Join(t.TempDir(), "campaigns"))
	begin(t, s, "bree")
	path := filepath.Join(s.Dir(), "bree.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[len(text)/2] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	k, err := s.Find(lib, "bree")
	require.NoError(t, err)
	lost := saves.New(filepath.Join(filepath.Dir(s.Dir()), "games")).Lost()
	for _, err := range []error{k.Err, lost["bree"]} {
		require.ErrorIs(t, err, saves.ErrDamaged)
		assert.Equal(t, 1, strings.Count(err.Error(), saves.ErrDamaged.Error()), "it is said once")
	}
	require.NoError(t, s.Delete(lib, "bree"), "also a damaged one can be deleted")

	for _, name := range []string{"diary.ndjson", "shire.yaml"} {
		require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), name), []byte("Dear diary\n"), 0o600))
	}
	assert.Equal(t, []string{"diary"}, s.Names())
	_, err = s.Open(lib, "diary")
	require.ErrorIs(t, err, saves.ErrForeign)
}
