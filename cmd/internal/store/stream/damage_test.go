package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// on is the configuration of a server of NATS that keeps everything in a folder.
func on(dir string) string {
	return fmt.Sprintf("listen: 127.0.0.1:-1\njetstream: {store_dir: %q, sync_interval: always}\n", dir)
}

// TestDamage damages the files of a server of NATS, which cuts off what it cannot read and
// says so to nobody. Each table is read as it was written, or whoever had shown it refuses it.
// With -kills it is done more often.
func TestDamage(t *testing.T) {
	from, shown := storetest.Dir(t), filepath.Join(storetest.Dir(t), "shown")
	const tables, events = 3, 12
	want := map[string][]string{}
	var marks [tables]store.Mark
	written := t.Run("written", func(t *testing.T) {
		s, err := Open(t.Context(), Options{URL: natstest.Run(t, on(from)).ClientURL(), Shown: shown})
		require.NoError(t, err)
		for i := range events {
			for n := range tables {
				table, text := fmt.Sprint("t", n), fmt.Sprint(n, " ", i, strings.Repeat("x", 37*i%300))
				marks[n] = storetest.Write(t, s, table, marks[n], text)
				want[table] = append(want[table], storetest.Lines(text)...)
			}
		}
		require.NoError(t, s.Close())
	})
	require.True(t, written)
	rng := rand.New(rand.NewPCG(6, uint64(*kills)))
	kinds := []func(text []byte) []byte{
		func(text []byte) []byte { text[rng.IntN(len(text))] ^= 1 << rng.IntN(8); return text },
		func(text []byte) []byte { return text[:rng.IntN(len(text))] },
		func(text []byte) []byte {
			at := rng.IntN(len(text))
			copy(text[at:], make([]byte, min(4096, len(text)-at)))
			return text
		},
	}
	refused := 0
	for n := range 3 * *kills {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir := filepath.Join(storetest.Dir(t), "nats")
			require.NoError(t, os.CopyFS(dir, os.DirFS(from)))
			block := blocks(t, dir)[0]
			text, err := os.ReadFile(block)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(block, kinds[n%len(kinds)](text), 0o600))
			if n%2 == 0 { // what is told there may be older than a crash, else NATS does not look itself
				_ = os.Remove(filepath.Join(filepath.Dir(block), "index.db"))
			}
			mine := copied(t, shown)
			s, err := Open(t.Context(), Options{URL: natstest.Run(t, on(dir)).ClientURL(), Shown: mine})
			require.NoError(t, err)
			s.settled = 0
			s.inspectAll(t.Context())
			found, err := s.Stats(t.Context())
			require.NoError(t, err)
			bad := uint64(0)
			for n := range tables {
				table := fmt.Sprint("t", n)
				all, err := s.Read(t.Context(), table)
				if err == nil {
					require.Equal(t, want[table], storetest.Data(t, s, table))
					continue
				}
				refused++
				for i, e := range all {
					require.Equal(t, want[table][i], string(e.Data))
				}
				if !errors.Is(err, store.ErrGone) { // it was cut off from its first event on
					bad++
					require.ErrorIs(t, err, store.ErrDamaged)
					require.ErrorContains(t, err, "event")
				}
				_, err = s.Append(t.Context(), table, marks[n], storetest.Line("on"))
				require.Error(t, err)
			}
			stats, err := s.Stats(t.Context())
			require.NoError(t, err)
			assert.Equal(t, bad, stats.Damaged)
			assert.GreaterOrEqual(t, bad, found.Damaged)
			assert.True(t, bad == 0 || found.Damaged > 0, "it is found before somebody comes")
			storetest.Write(t, s, "fresh", store.Mark{}, "others go on")
			require.NoError(t, s.Close())
		})
	}
	t.Logf("%d of %d were refused", refused, 3*tables**kills)
}

// blocks are the files of the tables in a folder of NATS.
func blocks(t *testing.T, dir string) (out []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".blk") && strings.Contains(path, filepath.Join("streams", streamName)) {
			out = append(out, path)
		}
		return err
	}))
	require.NotEmpty(t, out)
	return out
}

func copied(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	out := filepath.Join(storetest.Dir(t), filepath.Base(path))
	require.NoError(t, os.WriteFile(out, text, 0o600))
	return out
}

// TestShown flips each bit of the file that says how far tables were shown, and cuts it: what
// is left of it counts, nothing in it makes a table damaged that is not, and it is put aside.
func TestShown(t *testing.T) {
	url := natstest.One(t)
	path := filepath.Join(storetest.Dir(t), "shown")
	s, err := Open(t.Context(), Options{URL: url, Shown: path})
	require.NoError(t, err)
	storetest.Write(t, s, "one", store.Mark{}, "a", "b")
	storetest.Write(t, s, "two", store.Mark{}, "x")
	require.NoError(t, s.Close())
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	whole, err := openShown(path, s.log)
	require.NoError(t, err)
	require.Len(t, whole.marks, 2)
	require.Equal(t, uint64(2), whole.marks["one"].Number)
	require.NoError(t, whole.close())
	for i := range 8 * len(good) {
		if testing.Short() && i%9 > 0 {
			continue
		}
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		left, err := openShown(path, s.log)
		require.NoError(t, err)
		for table, m := range left.marks {
			require.LessOrEqual(t, m.Number, whole.marks[table].Number)
			require.LessOrEqual(t, m.Seq, whole.marks[table].Seq)
		}
		require.NoError(t, left.close())
		aside, err := os.ReadFile(path + ".damaged")
		require.NoError(t, err)
		require.Equal(t, bad, aside)
	}
	for n := range len(good) {
		require.NoError(t, os.WriteFile(path, good[:n], 0o600))
		left, err := openShown(path, s.log)
		require.NoError(t, err)
		require.NoError(t, left.close())
	}
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.Symlink(path+".damaged", path))
	_, err = openShown(path, s.log)
	require.Error(t, err, "a link is not followed")
}

// TestShownIsWrittenAnew holds that the file does not grow for ever.
func TestShownIsWrittenAnew(t *testing.T) {
	path := filepath.Join(storetest.Dir(t), "shown")
	s, err := openShown(path, nil)
	require.NoError(t, err)
	const many = 40_000
	for n := range uint64(many) {
		s.note(shownMark{"one", n + 1, n + 7, "id"})
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Less(t, info.Size(), int64(1<<21))
	require.NoError(t, s.close())
	s, err = openShown(path, nil)
	require.NoError(t, err)
	assert.Equal(t, shownMark{"one", many, many + 6, "id"}, s.marks["one"])
	require.NoError(t, s.close())
}

// TestDamagedMeanwhile damages a table while its server of NATS is away: when that is back the
// table is counted as damaged, and takes nothing any more; another one goes on.
func TestDamagedMeanwhile(t *testing.T) {
	dir := storetest.Dir(t)
	config := strings.Replace(on(dir), "127.0.0.1:-1", natstest.Addresses(t, 1)[0], 1)
	nats := natstest.Run(t, config)
	s := opened(t, nats.ClientURL())
	at := storetest.Write(t, s, "bad", store.Mark{}, "a", "b", strings.Repeat("x", 100), "d")
	other := storetest.Write(t, s, "other", store.Mark{}, "a")
	nats.Shutdown()
	nats.WaitForShutdown()
	block := blocks(t, dir)[0]
	text, err := os.ReadFile(block)
	require.NoError(t, err)
	text[bytes.Index(text, []byte("xxx"))] ^= 1
	require.NoError(t, os.WriteFile(block, text, 0o600))
	natstest.Run(t, config)
	require.Eventually(t, func() bool {
		stats, err := s.Stats(t.Context())
		return err == nil && stats.Damaged == 1
	}, time.Minute, 10*time.Millisecond)
	_, err = s.Append(t.Context(), "bad", at, storetest.Line("e"))
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, "the table bad, event 3 is missing")
	storetest.Write(t, s, "other", other, "b")
}
