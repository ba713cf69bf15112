package saves_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// threeRounds plays two rounds to their end at one table and begins a third. Their deals are different, and one
// of them has a game already.
func threeRounds(t *testing.T, shelf *saves.Folder) *saves.File {
	t.Helper()
	other, _ := play(t, shelf, "c02p4s5", 3)
	require.NoError(t, other.Home.Close())
	file, _ := play(t, shelf, "c01p4s7", toTheEnd)
	for _, deal := range []string{"c02p4s5", "c01p4s7"} {
		id, err := chapters.ParseDealID(deal)
		require.NoError(t, err)
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		require.NoError(t,
			file.Home.Begin(t.Context(), nil,
				chapters.Record{
					Position: pos, PlayerNames: []string{round.Human, "random", "random", "random"},
					Seed: &id.Seed,
				}))
		if deal == "c02p4s5" {
			goOn(t, file.Home, toTheEnd)
		}
	}
	goOn(t, file.Home, 4)
	return file
}

// TestRoundsOfATable checks that each round of a table is a saved game with its own name, that the last one can be
// continued by its name, and that each can be deleted without the others.
func TestRoundsOfATable(t *testing.T) {
	shelf := saves.New(filepath.Join(t.TempDir(), "games"))
	file := threeRounds(t, shelf)
	assert.Equal(t, "c01p4s7-2", file.Name())
	g, err := found(shelf, "c02p4s5-2")
	require.NoError(t, err)
	require.ErrorIs(t, g.Delete(), saves.ErrInUse)
	require.NoError(t, file.Home.Close())
	assert.Equal(t, []string{"c01p4s7-2", "c02p4s5-2", "c01p4s7-1", "c02p4s5-1"}, namesIn(t, shelf))
	games, err := listed(shelf)
	require.NoError(t, err)
	for i, finished := range []bool{false, true, true, false} {
		require.NoError(t, games[i].Err)
		assert.Equal(t, finished, games[i].Finished, games[i].Name)
	}
	last, skipped := unfinished(t, shelf)
	assert.Empty(t, skipped)
	assert.Equal(t, "c01p4s7-2", last.Name)
	again, err := last.Open(lib)
	require.NoError(t, err)
	assert.Equal(t, "c01p4s7-2", again.Name())
	assert.Equal(t, 4, again.Home.Round().Decisions())
	require.NoError(t, again.Home.Close())

	before, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	require.NoError(t, g.Delete())
	assert.Equal(t, []string{"c01p4s7-2", "c01p4s7-1", "c02p4s5-1"}, namesIn(t, shelf))
	after, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(after, before), "nothing that was written is lost")
	again, err = last.Open(lib)
	require.NoError(t, err)
	goOn(t, again.Home, 6)
	require.NoError(t, again.Home.Close())
	for _, name := range []string{"c01p4s7-1", "c01p4s7-2"} {
		g, err = found(shelf, name)
		require.NoError(t, err)
		require.NoError(t, g.Err)
		require.NoError(t, g.Delete())
	}
	assert.NoFileExists(t, file.Table.Path())
	assert.Equal(t, []string{"c02p4s5-1"}, namesIn(t, shelf))
}

// TestDamageOfManyRounds flips bits of a table with several rounds. The rounds before the damage are there, the
// last of them has the error, and the file does not change.
func TestDamageOfManyRounds(t *testing.T) {
	shelf := saves.New(filepath.Join(t.TempDir(), "games"))
	file := threeRounds(t, shelf)
	require.NoError(t, file.Home.Close())
	data, err := os.ReadFile(file.Table.Path())
	require.NoError(t, err)
	names := []string{"c01p4s7-1", "c02p4s5-2", "c01p4s7-2"}
	for at := 3; at < bytes.LastIndexByte(data[:len(data)-1], '\n'); at += 97 {
		bad := bytes.Clone(data)
		bad[at] ^= 1
		require.NoError(t, os.WriteFile(file.Table.Path(), bad, 0o600))
		games, err := listed(shelf)
		require.NoError(t, err)
		told := map[string]error{}
		for _, g := range games {
			told[g.Name] = g.Err
		}
		require.NoError(t, told["c02p4s5-1"])
		delete(told, "c02p4s5-1")
		require.NotEmpty(t, told)
		for i, name := range names {
			err, there := told[name]
			require.Equal(t, i < len(told), there, "%d: %s of %v", at, name, told)
			if i == len(told)-1 {
				require.ErrorContains(t, err, name)
			} else {
				require.NoError(t, err)
			}
		}
		now, err := os.ReadFile(file.Table.Path())
		require.NoError(t, err)
		require.Equal(t, bad, now)
	}
}
