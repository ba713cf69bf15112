package saves_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// program is the program that keeps summaries in these tests.
const program = "this program"

// keeping returns a folder that keeps summaries, as a program does that has just started.
func keeping(dir, program string) *saves.Folder {
	folder := saves.New(dir)
	folder.KeepSummaries(lib, program)
	return folder
}

// everyKind makes a folder with games of every kind: single games, several rounds of a table, a game that goes on, and
// a campaign with a round that goes on.
func everyKind(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "games")
	writeGames(t, dir, 10)
	folder := saves.New(dir)
	require.NoError(t, threeRounds(t, folder).Home.Close())
	open, _ := play(t, folder, "c09p4s1", 5)
	require.NoError(t, open.Home.Close())
	begin(t, folder, "shire")
	b, err := openCampaign(folder, "shire")
	require.NoError(t, err)
	beginRound(t, b, "1")
	goOn(t, b.Home, toTheEnd)
	beginRound(t, b, "1")
	goOn(t, b.Home, 3)
	require.NoError(t, b.Home.Close())
	rest(t, dir)
	return dir
}

// summaryPath returns the path of the file with the summaries of a folder.
func summaryPath(dir string) string { return filepath.Join(filepath.Dir(dir), ".summaries") }

// sayPlayed returns all that a person has played in a text.
func sayPlayed(t *testing.T, folder *saves.Folder) string {
	t.Helper()
	played := folder.List().Played(lib)
	var campaigns []any
	for _, c := range played.Campaigns {
		require.NoError(t, c.Err)
		campaigns = append(campaigns, c.Name, c.Campaign)
	}
	said, err := json.MarshalIndent([]any{played.Games, campaigns, played.Stats}, "", " ")
	require.NoError(t, err)
	return string(said)
}

// sameAsRead checks that a program which keeps summaries says the same as one that reads every file, at its start and
// later.
func sameAsRead(t *testing.T, dir string) {
	t.Helper()
	want := sayPlayed(t, saves.New(dir))
	folder := keeping(dir, program)
	assert.Equal(t, want, sayPlayed(t, folder))
	assert.Equal(t, want, sayPlayed(t, folder))
	assert.Equal(t, want, sayPlayed(t, keeping(dir, program)))
}

// spoil changes a byte of a file, but neither its size nor its time. So only a program that reads the file notices.
func spoil(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	require.NoError(t, err)
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	content[len(content)/2] ^= 1
	require.NoError(t, os.WriteFile(path, content, 0o600))
	require.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
}

// isRead reports whether a program reads the file of a game although its summary may be known.
func isRead(t *testing.T, folder *saves.Folder, path string) bool {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	info, err := os.Stat(path)
	require.NoError(t, err)
	spoil(t, path)
	isNoticed := len(folder.List().Played(lib).Damages) > 0
	require.NoError(t, os.WriteFile(path, content, 0o600))
	require.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	return isNoticed
}

// TestSummaries checks that summaries say what the files say, and that a file which has not changed is read only by the
// program that makes its summary.
func TestSummaries(t *testing.T) {
	dir := everyKind(t)
	game := filepath.Join(dir, "c01p3s0-1.ndjson")
	campaign := filepath.Join(dir, "shire.ndjson")
	assert.True(t, isRead(t, keeping(dir, program), game))
	require.NoError(t, os.Remove(summaryPath(dir)))
	sameAsRead(t, dir)
	assert.FileExists(t, summaryPath(dir))
	for _, path := range []string{game, campaign} {
		assert.False(t, isRead(t, keeping(dir, program), path))
		assert.True(t, isRead(t, saves.New(dir), path), "a program without summaries reads it")
	}
}

// TestWholeGame checks that the rest of a game can be read where a list has only its summary.
func TestWholeGame(t *testing.T) {
	dir := everyKind(t)
	sameAsRead(t, dir)
	for _, g := range keeping(dir, program).List().Played(lib).Games {
		want, err := found(saves.New(dir), g.Name)
		require.NoError(t, err)
		assert.Nil(t, g.Game)
		assert.Empty(t, g.Record.Decisions)
		whole := g.Whole(lib)
		require.NoError(t, whole.Err)
		assert.Equal(t, text(t, want.Record), text(t, whole.Record), g.Name)
		assert.Equal(t, want.Game.Decisions(), whole.Game.Decisions(), g.Name)
		named, err := found(keeping(dir, program), g.Name)
		require.NoError(t, err)
		assert.Equal(t, text(t, want.Record), text(t, named.Record), g.Name)
	}
	played := keeping(dir, program).List().Played(lib)
	for _, name := range []string{"c01p3s0-1.ndjson", "shire.ndjson"} {
		spoil(t, filepath.Join(dir, name))
	}
	for i := range played.Games {
		g := &played.Games[i]
		if whole := g.Whole(lib); g.Name == "c01p3s0-1" {
			require.ErrorIs(t, whole.Err, saves.ErrDamaged)
		}
	}
	require.NoError(t, os.Remove(played.Games[0].Path()))
	require.Error(t, played.Games[0].Whole(lib).Err)
}

// TestAChangedGameIsReadAnew checks that a game which has gone on, another one in the place of a deleted game, and a
// file that somebody has written over are read, and that a deleted game vanishes.
func TestAChangedGameIsReadAnew(t *testing.T) {
	dir := everyKind(t)
	sameAsRead(t, dir)
	started := keeping(dir, program) // a program that goes on meanwhile
	before := sayPlayed(t, started)
	same := func() {
		t.Helper()
		after := sayPlayed(t, started)
		assert.NotEqual(t, before, after)
		assert.Equal(t, sayPlayed(t, saves.New(dir)), after)
		sameAsRead(t, dir)
		rest(t, dir)
		sameAsRead(t, dir)
		before = sayPlayed(t, started)
	}

	file, err := open(saves.New(dir), "c09p4s1-1")
	require.NoError(t, err)
	goOn(t, file.Home, 9)
	require.NoError(t, file.Home.Close())
	same()
	b, err := openCampaign(saves.New(dir), "shire")
	require.NoError(t, err)
	require.NoError(t, b.Home.GiveUp(t.Context()))
	require.NoError(t, b.Home.Close())
	same()
	game, err := found(keeping(dir, program), "c09p4s1-1")
	require.NoError(t, err)
	require.NoError(t, game.Delete())
	same()
	assert.NotContains(t, before, "c09p4s1-1")
	again, _ := play(t, saves.New(dir), "c09p4s1", 5)
	require.NoError(t, again.Home.Close())
	same()
	require.NoError(t, deleteCampaign(keeping(dir, program), "shire"))
	same()

	path := filepath.Join(dir, "c01p3s0-1.ndjson")
	spoil(t, path)
	require.NoError(t, os.Chtimes(path, time.Now(), time.Now()))
	require.Len(t, started.List().Played(lib).Damages, 1)
	for range 2 {
		require.Len(t, keeping(dir, program).List().Played(lib).Damages, 1, "damage is looked at each time")
		rest(t, dir)
	}
	cut := filepath.Join(dir, "c02p4s1-1.ndjson")
	info, err := os.Stat(cut)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(cut, info.Size()-9))
	require.NoError(t, os.Chtimes(cut, info.ModTime(), info.ModTime()))
	require.Len(t, keeping(dir, program).List().Played(lib).Damages, 2)
}

// TestAYoungFileIsReadAgain checks that a file which was written just now has no summary: it may change once more
// without getting another time.
func TestAYoungFileIsReadAgain(t *testing.T) {
	dir := everyKind(t)
	path := filepath.Join(dir, "c01p3s0-1.ndjson")
	require.NoError(t, os.Chtimes(path, time.Now(), time.Now()))
	folder := keeping(dir, program)
	sayPlayed(t, folder)
	assert.True(t, isRead(t, folder, path))
	assert.True(t, isRead(t, keeping(dir, program), path))
	assert.False(t, isRead(t, folder, filepath.Join(dir, "c02p4s1-1.ndjson")))
}

// TestDamagedSummaries damages the file with the summaries in all ways: it is made again, and meanwhile the games are
// read.
func TestDamagedSummaries(t *testing.T) {
	dir := everyKind(t)
	sameAsRead(t, dir)
	whole, err := os.ReadFile(summaryPath(dir))
	require.NoError(t, err)
	want := sayPlayed(t, saves.New(dir))
	game := filepath.Join(dir, "c01p3s0-1.ndjson")
	head := bytes.IndexByte(whole, '\n')
	flipped := func(at int) []byte {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1
		return damaged
	}
	for name, damaged := range map[string][]byte{
		"empty":            {},
		"zeros":            make([]byte, len(whole)),
		"no program":       flipped(3),
		"another sum":      flipped(head - 2),
		"another result":   bytes.Replace(whole, []byte(`"lost"`), []byte(`"won"`), 1),
		"a byte":           flipped(len(whole) / 2),
		"the last byte":    flipped(len(whole) - 1),
		"a line is gone":   whole[:bytes.LastIndexByte(whole[:len(whole)-1], '\n')+1],
		"in a line's half": whole[:len(whole)-100],
		"only its head":    whole[:head+1],
		"something longer": bytes.Repeat(whole, 1+(5<<20)/len(whole)),
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(summaryPath(dir), damaged, 0o600))
			assert.Equal(t, want, sayPlayed(t, keeping(dir, program)))
			assert.False(t, isRead(t, keeping(dir, program), game), "it was made again")
		})
	}
	require.NoError(t, os.Remove(summaryPath(dir)))
	require.NoError(t, os.Mkdir(summaryPath(dir), 0o700))
	sameAsRead(t, dir) // a folder is in its place
}

// TestSummariesOfAnotherProgram checks that the summaries of a program with perhaps other rules are not used, neither
// are they for other chapters.
func TestSummariesOfAnotherProgram(t *testing.T) {
	dir := everyKind(t)
	sameAsRead(t, dir)
	path := filepath.Join(dir, "c01p3s0-1.ndjson")
	assert.False(t, isRead(t, keeping(dir, program), path))
	assert.True(t, isRead(t, keeping(dir, "another program"), path))
	sameAsRead(t, dir)
	assert.True(t, isRead(t, keeping(dir, ""), path), "a program that does not know which one it is")

	others, err := chapters.Load()
	require.NoError(t, err)
	folder := keeping(dir, program)
	spoil(t, path)
	assert.Empty(t, folder.List().Played(lib).Damages)
	assert.Len(t, folder.List().Played(others).Damages, 1)
	folder = saves.New(dir)
	folder.KeepSummaries(others, program)
	assert.Len(t, folder.List().Played(others).Damages, 1)
	assert.Len(t, folder.List().Played(chapters.Default()).Damages, 1)
}

// TestTwoPrograms lets two programs read and write the same summaries by turns, while games are played and deleted. Each
// of them always sees all games.
func TestTwoPrograms(t *testing.T) {
	dir := everyKind(t)
	first := keeping(dir, program)
	second := keeping(dir, program)
	for turn := range 4 {
		for i, folder := range []*saves.Folder{first, second} {
			for n := range uint64(3) {
				id := chapters.DealID{Chapter: strconv.Itoa(1 + i), Players: 4, Seed: uint64(turn)*3 + n}
				file, _ := play(t, saves.New(dir), id.String(), 4)
				require.NoError(t, file.Home.Close())
			}
			rest(t, dir)
			assert.Equal(t, sayPlayed(t, saves.New(dir)), sayPlayed(t, folder))
		}
		game, err := found(first, "c01p4s0-1")
		if err == nil {
			require.NoError(t, game.Delete())
		}
		sameAsRead(t, dir)
	}
}

// TestSummariesAreWrittenRarely checks that a game that goes on does not have the summaries of all games written each
// time.
func TestSummariesAreWrittenRarely(t *testing.T) {
	dir := everyKind(t)
	folder := keeping(dir, program)
	sayPlayed(t, folder)
	require.NoError(t, os.Remove(summaryPath(dir)))
	file, err := open(folder, "c09p4s1-1")
	require.NoError(t, err)
	for decisions := range 2 {
		goOn(t, file.Home, 6+decisions)
		rest(t, dir)
		sayPlayed(t, folder)
		assert.NoFileExists(t, summaryPath(dir))
	}
	goOn(t, file.Home, toTheEnd)
	require.NoError(t, file.Home.Close())
	for range 5 {
		rest(t, dir)
		sayPlayed(t, folder)
	}
	assert.NoFileExists(t, summaryPath(dir), "what did not change is not written again")
}
