package saves_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// begin keeps a new campaign of four players.
func begin(t *testing.T, s *saves.Campaigns, name string) *saves.Book {
	t.Helper()
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	b, err := s.Create(name, c)
	require.NoError(t, err)
	return b
}

func TestACampaignIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := saves.NewCampaigns(dir)
	_, err := s.Open(lib, "")
	require.ErrorIs(t, err, saves.ErrNoCampaign)
	b := begin(t, s, "Freunde-1")
	_, err = b.Next(campaign.Choice{Chapter: "13", Seed: 7})
	require.NoError(t, err)
	b.Playing.Save = "c13p4s7-1"
	require.NoError(t, b.Save())
	want, err := b.YAML()
	require.NoError(t, err)

	_, err = s.Open(lib, "Freunde-1")
	require.ErrorIs(t, err, saves.ErrCampaignInUse)
	require.ErrorIs(t, s.Delete("Freunde-1"), saves.ErrCampaignInUse)
	k, err := s.Find(lib, "")
	require.NoError(t, err)
	require.NoError(t, k.Err)
	assert.Equal(t, "c13p4s7-1", k.Campaign.Playing.Save, "it can be looked at")
	require.NoError(t, b.Close())

	again, err := s.Open(lib, "Freunde-1.yaml")
	require.NoError(t, err)
	got, err := again.YAML()
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	_, err = s.Create("Freunde-1", c)
	require.ErrorIs(t, err, saves.ErrCampaignInUse)
	require.NoError(t, again.Close())
	_, err = s.Create("Freunde-1", c)
	require.ErrorIs(t, err, saves.ErrTaken, "nothing is overwritten")

	require.NoError(t, s.Delete("Freunde-1"))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestNamesOfCampaigns(t *testing.T) {
	s := saves.NewCampaigns(t.TempDir())
	for _, name := range []string{"", "../up", "a/b", "a b", "-x", ".hidden", "x.yaml", "con", "Lpt1", strings.Repeat("x", 41), "a\x00", "\xff"} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		_, err = s.Create(name, c)
		require.ErrorIs(t, err, saves.ErrName, "%q", name)
	}
	require.NoError(t, begin(t, s, "Gefährten").Close())
	hour := time.Now().Add(time.Hour)
	require.NoError(t, begin(t, s, "shire").Close())
	require.NoError(t, os.Chtimes(filepath.Join(s.Dir(), "Gefährten.yaml"), hour, hour))
	assert.Equal(t, []string{"Gefährten", "shire"}, s.Names(), "the one played last first")
	_, err := s.Find(lib, "shrie")
	require.ErrorContains(t, err, "did you mean shire?")
	all, err := s.List(lib)
	list := slices.Collect(all)
	require.NoError(t, err)
	assert.Len(t, list, 2)
}

// A damaged campaign says where, and what to do; it is left as it is.
func TestADamagedCampaign(t *testing.T) {
	s := saves.NewCampaigns(t.TempDir())
	b := begin(t, s, "shire")
	path := b.Path()
	first, err := os.ReadFile(path)
	require.NoError(t, err)
	_, err = b.Next(campaign.Choice{Seed: 7})
	require.NoError(t, err)
	require.NoError(t, b.Save())
	require.NoError(t, b.Close())

	require.NoError(t, os.WriteFile(path, []byte("campaign: 1\nplayers: 9\nhumans: 1\n"), 0o600))
	_, err = s.Open(lib, "shire")
	require.ErrorIs(t, err, saves.ErrDamaged)
	require.ErrorContains(t, err, path+":2:10")
	require.ErrorContains(t, err, "copy "+path+"~ over it")
	before, err := os.ReadFile(path + "~")
	require.NoError(t, err)
	assert.Equal(t, string(first), string(before))

	require.NoError(t, os.Remove(path+"~"))
	_, err = s.Open(lib, "shire")
	require.ErrorContains(t, err, "begin another campaign")
	require.NoError(t, s.Delete("shire"), "also a damaged one can be deleted")
}

// What cannot be written leaves the file as it was.
func TestACampaignThatCannotBeSaved(t *testing.T) {
	s := saves.NewCampaigns(t.TempDir())
	b := begin(t, s, "shire")
	defer b.Close()
	want, err := os.ReadFile(b.Path())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(strings.TrimSuffix(b.Path(), ".yaml")+".new", 0o700))
	b.Players = 3
	require.ErrorContains(t, b.Save(), "campaign shire was not saved")
	got, err := os.ReadFile(b.Path())
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))

	require.NoError(t, os.WriteFile(filepath.Join(s.Dir(), "file"), nil, 0o600))
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	_, err = saves.NewCampaigns(filepath.Join(s.Dir(), "file")).Create("x", c)
	require.ErrorContains(t, err, "folder of the campaigns")
	require.NotErrorIs(t, err, saves.ErrName)
	require.Error(t, errors.Unwrap(err))
}
