package saves_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// strange are names that no saved game can have: they lead to other folders, forge output on the screen, are
// not valid on some system, or look like flags.
var strange = []string{
	"../evil", "..", "../../../../../../../../../../tmp/evil", "a/b", "/tmp/evil", `..\evil`, `C:evil`,
	"c01p4s7-1:stream",
	".hidden", "-rf", " c01p4s7-1", "c01p4s7-1 ", "c01p4s7-1.", "",
	"one\ntwo", "tab\there", "\x1b[31mred", "bell\a", "nul\x00", "c1\u009b31m", "\u202egnp", "zero\u200bwidth",
	"\xff\xfe",
	"con", "NUL", "aux.game", "Com1", "lpt9 .x", "$(reboot)", "a;b", "a|b", "a*b", "a?b", `a"b`, "a<b", "`b`", "a&b",
	strings.Repeat("x", 101),
}

// TestNamesOfGames checks that names never lead to files outside of the folder.
func TestNamesOfGames(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "games")
	shelf := saves.New(dir)
	file, _ := play(t, shelf, "c01p4s7", 5)
	require.NoError(t, file.Home.Close())
	// A game lies beside the folder, where ../evil would find it.
	text, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(outside, "evil.ndjson"), text, 0o600))

	for _, name := range strange {
		_, err := found(shelf, name)
		require.ErrorIs(t, err, saves.ErrUnknown, "%q", name)
	}
	_, lines := recorded(t, "c01p4s7", 5)
	for _, name := range []string{
		"c02p4s7", "roadp4s18446744073709551615", "Gefährten-r12", "friday evening", "v1.2",
		"compare", "nuls",
	} {
		put(t, dir, name, lines)
		file, err := open(shelf, name)
		require.NoError(t, err, name)
		assert.Equal(t, dir, filepath.Dir(file.Table.Path()))
		require.NoError(t, file.Home.Close())
	}
	files, err := filepath.Glob(filepath.Join(outside, "[^.]*"))
	require.NoError(t, err)
	assert.Len(t, files, 2)
	left, err := os.ReadFile(filepath.Join(outside, "evil.ndjson"))
	require.NoError(t, err)
	assert.Equal(t, string(text), string(left))
}

// TestFilesWithStrangeNames checks that files with names that the program never chooses are left out of the list.
func TestFilesWithStrangeNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such files cannot be there")
	}
	dir := t.TempDir()
	shelf := saves.New(dir)
	file, _ := play(t, shelf, "c01p4s7", 5)
	require.NoError(t, file.Home.Close())
	text, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	n := 0
	for _, name := range strange {
		if path := filepath.Join(dir, name+".ndjson"); filepath.Dir(path) == dir && name != "" &&
			os.WriteFile(path, text, 0o600) == nil {
			n++
		}
	}
	require.Greater(t, n, 20)
	assert.Equal(t, []string{"c01p4s7-1"}, namesIn(t, shelf))
	list := shelf.List()
	require.NoError(t, list.Err)
	assert.Len(t, list.Strange, n)
	games, err := listed(shelf)
	require.NoError(t, err)
	assert.Len(t, games, 1)
	g, _ := unfinished(t, shelf)
	assert.Equal(t, "c01p4s7-1", g.Name)
}

// TestLinksAreNotFollowed checks that the target of a link in the folder is never changed.
func TestLinksAreNotFollowed(t *testing.T) {
	dir := t.TempDir()
	shelf := saves.New(dir)
	file, _ := play(t, shelf, "c01p4s7", 5)
	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, []byte("mine"), 0o600))
	require.NoError(t, file.Home.Close())
	before, err := found(shelf, "c01p4s7-1")
	require.NoError(t, err)

	outside := filepath.Join(t.TempDir(), "game.ndjson")
	require.NoError(t, os.Rename(file.Table.Path(), outside))
	if err := os.Symlink(outside, file.Table.Path()); err != nil {
		t.Skip("there are no links here")
	}
	assert.Equal(t, []string{"c01p4s7-1"}, namesIn(t, shelf), "it is told by its name")
	linked, err := found(shelf, "c01p4s7-1")
	require.NoError(t, err)
	require.ErrorIs(t, linked.Err, disk.ErrStrange)
	assert.Nil(t, linked.Game)
	_, err = before.Open(lib)
	require.ErrorIs(t, err, disk.ErrStrange)
	require.ErrorIs(t, before.Delete(), disk.ErrStrange)
	folder := filepath.Join(dir, "c01p4s7-2.ndjson")
	require.NoError(t, os.Mkdir(folder, 0o700))
	file, err = create(shelf)
	require.NoError(t, err)
	require.NoError(t, file.Home.Close())
	assert.Equal(t, "c01p4s7-3", file.Name(), "another name")
	assert.DirExists(t, folder)
	left, err := os.Readlink(filepath.Join(dir, "c01p4s7-1.ndjson"))
	require.NoError(t, err)
	assert.Equal(t, outside, left)

	// Nothing is written where the link of a campaign leads to.
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for name, to := range map[string]string{
		"bree": nowhere, "rivendell": other, "moria": t.TempDir(),
		"lorien": os.DevNull,
	} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, name+".ndjson")))
		require.ErrorIs(t, shelf.CreateCampaign(lib, name, c), disk.ErrStrange)
		left, err = os.Readlink(filepath.Join(dir, name+".ndjson"))
		require.NoError(t, err)
		assert.Equal(t, to, left)
	}
	assert.NoFileExists(t, nowhere)
	data, err := os.ReadFile(other)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(data))
}

// TestWithoutAFolder checks that without a folder there are no games, and nothing is written to the current folder.
func TestWithoutAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	shelf := saves.New("")
	games, err := listed(shelf)
	require.NoError(t, err)
	assert.Empty(t, games)
	_, err = create(shelf)
	require.ErrorIs(t, err, disk.ErrNoHome)
	c, err := campaign.New(lib, 4, 1)
	require.NoError(t, err)
	err = shelf.CreateCampaign(lib, "shire", c)
	require.ErrorIs(t, err, disk.ErrNoHome)
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, files)
}
