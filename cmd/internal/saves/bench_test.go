package saves_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/table"

	"github.com/stretchr/testify/require"
)

// writeGames writes finished games of the first chapters into a folder, as a person leaves them who has played them.
func writeGames(t require.TestingT, dir string, count int) {
	keeper, err := folder.Open(folder.Options{Dir: dir})
	require.NoError(t, err)
	for seed := range uint64(count) {
		id := chapters.DealID{Chapter: fmt.Sprint(1 + seed%8), Players: 3 + int(seed%2), Seed: seed}
		pos, err := lib.Deal(id)
		require.NoError(t, err)
		game, err := lib.NewGame(pos)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(seed, 0))
		for !game.IsOver() {
			options := game.Options()
			require.NoError(t, game.Apply(options[rng.IntN(len(options))]))
		}
		record := chapters.Record{
			Position: pos, PlayerNames: []string{round.Human, "fair", "fair", "fair"}[:id.Players], Seed: &id.Seed,
			Decisions: game.Decisions(),
		}
		recorded, err := record.Text()
		require.NoError(t, err)
		lines, err := table.GameAtHome(lib, recorded, false)
		require.NoError(t, err)
		require.NoError(t, keeper.Append(id.String()+"-1", 0, lines))
	}
	require.NoError(t, keeper.Close())
}

// rest makes those files of a folder that were written just now look as if that had been an hour ago.
func rest(t require.TestingT, dir string) {
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	before := time.Now().Add(-time.Hour)
	for _, file := range files {
		info, err := file.Info()
		require.NoError(t, err)
		if time.Since(info.ModTime()) < 30*time.Minute {
			require.NoError(t, os.Chtimes(filepath.Join(dir, file.Name()), before, before))
		}
	}
}

// BenchmarkPlayed reads what a person has played, as each start of the program does: every game, or what is kept of
// them.
func BenchmarkPlayed(b *testing.B) {
	for _, count := range []int{3, 300} {
		for _, kept := range []bool{false, true} {
			b.Run(fmt.Sprintf("games=%d/kept=%t", count, kept), func(b *testing.B) {
				dir := filepath.Join(b.TempDir(), "games")
				writeGames(b, dir, count)
				rest(b, dir)
				read := func() {
					folder := saves.New(dir)
					if kept {
						folder.KeepSummaries(lib, "this program")
					}
					require.Len(b, folder.List().Played(lib).Games, count)
				}
				read()
				for b.Loop() {
					read()
				}
			})
		}
	}
}
