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

// begin creates a campaign of four players.
func begin(t *testing.T, s *saves.Folder, name string) {
	t.Helper()
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.NoError(t, s.CreateCampaign(lib, name, c))
}

// beginRound begins a round of a campaign.
func beginRound(t *testing.T, b *saves.File, chapter string) {
	t.Helper()
	choice := campaign.Choice{Chapter: chapter, Seed: 7}
	pos, err := b.Home.Campaign().Next(choice)
	require.NoError(t, err)
	require.NoError(t,
		b.Home.Begin(t.Context(), &choice,
			chapters.Record{
				Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"},
				Seed: &choice.Seed,
			}))
}

func TestACampaignIsKept(t *testing.T) {
	state := t.TempDir()
	s := saves.New(filepath.Join(state, "games"))
	_, err := openCampaign(s, "")
	require.ErrorIs(t, err, saves.ErrNoCampaign)
	begin(t, s, "Freunde-1")
	b, err := openCampaign(s, "Freunde-1")
	require.NoError(t, err)
	beginRound(t, b, "1")
	goOn(t, b.Home, 9)

	_, err = openCampaign(s, "Freunde-1")
	require.ErrorIs(t, err, saves.ErrCampaignInUse)
	require.ErrorIs(t, deleteCampaign(s, "Freunde-1"), saves.ErrCampaignInUse)
	k, err := campaignIn(s, "")
	require.NoError(t, err)
	require.NoError(t, k.Err)
	assert.Equal(t, "Freunde-1-r1-1", k.Campaign.Playing.Save, "it can be looked at")
	require.NoError(t, b.Home.Close())

	b, err = openCampaign(s, "Freunde-1")
	require.NoError(t, err)
	assert.Equal(t, 9, b.Home.Round().Decisions())
	goOn(t, b.Home, toTheEnd)
	assert.Equal(t, 2, b.Home.Campaign().RoundNumber(), "the round has counted with its last card")
	require.NoError(t, b.Home.Propose(t.Context(), b.Home.Look().Revision, table.Undo))
	assert.Equal(t, 1, b.Home.Campaign().RoundNumber(), "it goes on, and counts no more")
	goOn(t, b.Home, toTheEnd)
	want := text(t, b.Home.Round().Record())
	beginRound(t, b, "1")
	require.NoError(t, b.Home.GiveUp(t.Context()))
	assert.Equal(t, 3, b.Home.Campaign().RoundNumber())
	require.NoError(t, b.Home.Close())
	k, err = campaignIn(s, "Freunde-1.ndjson")
	require.NoError(t, err)
	p := k.Campaign.ProgressOf("1", 4)
	assert.Equal(t, 2, p.Rounds)

	g, err := found(s, "Freunde-1-r1-1")
	require.NoError(t, err)
	require.NoError(t, g.Err)
	assert.True(t, g.Finished)
	assert.Equal(t, want, text(t, g.Record))
	require.ErrorIs(t, g.Delete(), saves.ErrOfCampaign)
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.ErrorIs(t, s.CreateCampaign(lib, "Freunde-1", c), saves.ErrTaken, "nothing is overwritten")

	require.NoError(t, deleteCampaign(s, "Freunde-1"))
	assert.NoFileExists(t, filepath.Join(s.Dir(), "Freunde-1.ndjson"))
	assert.ElementsMatch(t, []string{"Freunde-1-r1-1", "Freunde-1-r2-1"}, namesIn(t, s), "its rounds stay")
	again, err := found(s, "Freunde-1-r1-1")
	require.NoError(t, err)
	assert.Equal(t, want, text(t, again.Record))
}

func TestNamesOfCampaigns(t *testing.T) {
	s := saves.New(filepath.Join(t.TempDir(), "games"))
	for _, name := range []string{
		"", "../up", "a/b", "a b", "-x", ".hidden", "x.yaml", strings.Repeat("x", 41),
		"a\x00", "\xff",
	} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		require.ErrorIs(t, s.CreateCampaign(lib, name, c), saves.ErrName, "%q", name)
	}
	for _, name := range []string{"con", "Lpt1"} {
		c, err := campaign.New(lib, 4, 1)
		require.NoError(t, err)
		require.ErrorIs(t, s.CreateCampaign(lib, name, c), saves.ErrReserved, "%q", name)
	}
	begin(t, s, "Gefährten")
	hour := time.Now().Add(time.Hour)
	begin(t, s, "shire")
	require.NoError(t, os.Chtimes(filepath.Join(s.Dir(), "Gefährten.ndjson"), hour, hour))
	assert.Equal(t, []string{"Gefährten", "shire"}, listIn(t, s).CampaignNames(), "the one played last first")
	_, err := campaignIn(s, "shrie")
	require.ErrorContains(t, err, "did you mean shire?")
	assert.Len(t, slices.Collect(listIn(t, s).Campaigns(lib)), 2)
	begin(t, s, "c01p4s7-1")
	game, _ := play(t, s, "c01p4s7", 5)
	require.NoError(t, game.Home.Close())
	assert.Equal(t, "c01p4s7-2", game.Name(), "a name is of a campaign or of a game")
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.ErrorIs(t, s.CreateCampaign(lib, "c01p4s7-2", c), saves.ErrTaken)
	_, err = openCampaign(s, "c01p4s7-2")
	require.ErrorIs(t, err, saves.ErrNoCampaign)
}

// openCampaign opens the table of a campaign.
func openCampaign(s *saves.Folder, name string) (*saves.File, error) {
	k, err := campaignIn(s, name)
	if err != nil {
		return nil, err
	}
	return k.Open(lib)
}

// deleteCampaign deletes a campaign.
func deleteCampaign(s *saves.Folder, name string) error {
	k, err := campaignIn(s, name)
	if err != nil {
		return err
	}
	return k.Delete(lib)
}

// listIn lists the tables of a folder.
func listIn(t *testing.T, s *saves.Folder) *saves.List {
	t.Helper()
	list := s.List()
	require.NoError(t, list.Err)
	return list
}

// campaignIn returns the table of a campaign.
func campaignIn(s *saves.Folder, name string) (*saves.Table, error) {
	return s.List().Campaign(lib, name)
}

// TestADamagedCampaign checks that a damaged campaign is refused with its name and not changed, and that a file
// of another kind is no campaign.
func TestADamagedCampaign(t *testing.T) {
	s := saves.New(filepath.Join(t.TempDir(), "games"))
	begin(t, s, "bree")
	path := filepath.Join(s.Dir(), "bree.ndjson")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[len(text)/2] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	k, err := campaignIn(s, "bree")
	require.NoError(t, err)
	lost := listIn(t, s).Lost()
	for _, err := range []error{k.Err, lost["bree"]} {
		require.ErrorIs(t, err, saves.ErrDamaged)
		assert.Equal(t, 1, strings.Count(err.Error(), saves.ErrDamaged.Error()), "it is said once")
	}
	for _, name := range []string{"bree", "bree.ndjson", "bree-r1-1"} {
		_, err = listIn(t, s).Find(lib, name)
		require.ErrorIs(t, err, saves.ErrDamaged, "nobody is told that %s is not there", name)
	}
	_, err = listIn(t, s).Find(lib, "bre")
	require.ErrorIs(t, err, saves.ErrUnknown)
	require.NoError(t, deleteCampaign(s, "bree"), "also a damaged one can be deleted")

	for _, dir := range []string{s.Dir(), filepath.Join(filepath.Dir(s.Dir()), "campaigns")} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
		for _, name := range []string{"diary.ndjson", "shire.yaml"} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("Dear diary\n"), 0o600))
		}
	}
	assert.Equal(t, []string{"diary"}, listIn(t, s).CampaignNames(), "where earlier programs kept campaigns")
	assert.Equal(t, []string{"diary"}, namesIn(t, s), "elsewhere nobody knows what it was")
	_, err = openCampaign(s, "diary")
	require.ErrorIs(t, err, saves.ErrForeign)
	require.NoError(t, os.RemoveAll(filepath.Join(filepath.Dir(s.Dir()), "campaigns")))
	_, err = openCampaign(s, "diary")
	require.ErrorIs(t, err, saves.ErrForeign, "it is told what is wrong with the file of that name")
}

// TestAnotherCampaignInTheSamePlace puts a whole campaign in the place of another one of the same name, as an earlier
// program does that deletes one and begins the next. It is told, and the campaign can go on.
func TestAnotherCampaignInTheSamePlace(t *testing.T) {
	dir := t.TempDir()
	s := saves.New(filepath.Join(dir, "games"))
	begin(t, s, "bree")
	elsewhere := saves.New(filepath.Join(dir, "elsewhere", "games"))
	begin(t, elsewhere, "bree")
	played, err := openCampaign(elsewhere, "bree")
	require.NoError(t, err)
	beginRound(t, played, "1")
	goOn(t, played.Home, 9)
	require.NoError(t, played.Home.Close())
	require.NoError(t, os.Rename(filepath.Join(elsewhere.Dir(), "bree.ndjson"), filepath.Join(s.Dir(), "bree.ndjson")))
	damage := listIn(t, s).FindDamage(lib, "bree")
	require.NotNil(t, damage)
	assert.Equal(t, saves.Replaced, damage.Kind)
	text, err := os.ReadFile(damage.Path)
	require.NoError(t, err)
	assert.Equal(t, strings.Count(string(text), "\n"), damage.Lines, "each line of the other file can be read")
	require.True(t, damage.CanRepair())
	mark, err := os.ReadFile(filepath.Join(dir, ".ends", "games", "bree"))
	require.NoError(t, err)
	_, err = damage.Repair()
	require.NoError(t, err)
	b, err := openCampaign(s, "bree")
	require.NoError(t, err)
	assert.Equal(t, 9, b.Home.Round().Decisions())
	require.NoError(t, b.Home.Close())

	require.NoError(t, os.WriteFile(filepath.Join(dir, ".ends", "games", "bree"), mark, 0o600))
	require.NotNil(t, listIn(t, s).FindDamage(lib, "bree"))
	require.NoError(t, deleteCampaign(s, "bree"))
	assert.Equal(t, []string{"bree-r1-1"}, namesIn(t, s), "its last round stays")
}

// TestACampaignOfAnEarlierProgram checks that a campaign can be continued in the folder of earlier programs,
// and that its name counts as taken.
func TestACampaignOfAnEarlierProgram(t *testing.T) {
	s := saves.New(filepath.Join(t.TempDir(), "games"))
	begin(t, s, "bree")
	old := filepath.Join(filepath.Dir(s.Dir()), "campaigns")
	require.NoError(t, os.Rename(s.Dir(), old))
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	require.ErrorIs(t, s.CreateCampaign(lib, "bree", c), saves.ErrTaken)
	b, err := openCampaign(s, "")
	require.NoError(t, err)
	beginRound(t, b, "1")
	goOn(t, b.Home, toTheEnd)
	assert.Equal(t, filepath.Join(old, "bree.ndjson"), b.Table.Path())
	require.NoError(t, b.Home.Close())
	assert.Equal(t, []string{"bree-r1-1"}, namesIn(t, s))

	// A program was killed while it deleted the campaign: what it had kept by then is there once.
	g, err := found(s, "bree-r1-1")
	require.NoError(t, err)
	_, lines := recorded(t, "c01p4s7", 3)
	put(t, s.Dir(), "bree-r1-1", lines)
	assert.Equal(t, []string{"bree-r1-1"}, namesIn(t, s))
	again, err := found(s, "bree-r1-1")
	require.NoError(t, err)
	assert.Equal(t, g.Record, again.Record, "that of the campaign")
	require.NoError(t, deleteCampaign(s, "bree"))
	assert.Equal(t, []string{"bree-r1-1"}, namesIn(t, s))
	assert.NoFileExists(t, filepath.Join(old, "bree.ndjson"))
}
