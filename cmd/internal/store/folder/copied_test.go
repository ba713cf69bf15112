package folder

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCopiedWhileWriting simulates a power cut: the folder is copied while events are written, and the last bytes of
// the copies are torn. Every event that was acknowledged before the copy began is in it, and none appears twice.
func TestCopiedWhileWriting(t *testing.T) {
	dir := storetest.Dir(t)
	s := opened(t, dir)
	var mu sync.Mutex
	acked := map[string][]string{}
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for n := range 3 {
		table := fmt.Sprint("t", n)
		writers.Go(func() {
			var at uint64
			for ctx.Err() == nil {
				text := string(storetest.Line(fmt.Sprintf("%s-%d-%s", table, at+1,
					strings.Repeat("x", int(at*37%400)))))
				if err := s.Append(table, at, []byte(text)); err != nil {
					assert.Fail(t, "an event was refused", err)
					return
				}
				mu.Lock()
				at, acked[table] = at+1, append(acked[table], text)
				mu.Unlock()
			}
		})
	}
	rng := rand.New(rand.NewPCG(3, uint64(*kills)))
	count := func() (n int) {
		mu.Lock()
		defer mu.Unlock()
		for _, texts := range acked {
			n += len(texts)
		}
		return n
	}
	for range *kills {
		more := count() + 1 + rng.IntN(200)
		require.Eventually(t, func() bool { return count() >= more }, time.Minute, time.Millisecond)
		mu.Lock()
		before := map[string][]string{}
		for table, texts := range acked {
			before[table] = slices.Clone(texts)
		}
		mu.Unlock()
		copied := opened(t, torn(t, rng, dir))
		for table, texts := range before {
			there := storetest.Data(t, copied, table)
			require.GreaterOrEqual(t, len(there), len(texts), table)
			assert.Equal(t, texts, there[:len(texts)])
			for i, text := range there {
				assert.True(t, strings.HasPrefix(text, fmt.Sprintf("{\"says\":\"%s-%d-", table, i+1)), text)
			}
		}
		storetest.Write(t, copied, "fresh", 0, "fresh")
		require.NoError(t, copied.Close())
	}
	stop()
	writers.Wait()
	t.Logf("%d events, %d copies", count(), *kills)
	require.NoError(t, s.Close())
}

// torn copies a folder that is being written to, its files in any order, and adds garbage at the end of files.
func torn(t *testing.T, rng *rand.Rand, from string) string {
	t.Helper()
	to := storetest.Dir(t)
	var files []string
	require.NoError(t, filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return nil
	}))
	rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for _, path := range files {
		rel, err := filepath.Rel(from, path)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it was removed meanwhile
		}
		if strings.HasSuffix(path, extension) && rng.IntN(2) == 0 {
			text = append(text, text[:min(len(text), rng.IntN(60))]...)
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(to, rel)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(to, rel), text, 0o600))
	}
	return to
}
