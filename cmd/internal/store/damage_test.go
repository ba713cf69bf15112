package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/cmd/internal/disk"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// child is the folder in which a child of the tests writes until it is killed, and
// damaged that of one which opens it and says how that went.
const (
	child   = "FELLOWSHIP_TEST_WRITE"
	damaged = "FELLOWSHIP_TEST_DAMAGED"
	// small is a folder for a disk of a few megabytes.
	small = "FELLOWSHIP_TEST_SMALL"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(child); dir != "" {
		writeUntilKilled(dir)
	}
	if dir := os.Getenv(damaged); dir != "" {
		tryDamaged(dir)
	}
	if config := os.Getenv(node); config != "" {
		nodeUntilKilled(config)
	}
	if dir := os.Getenv(small); dir != "" {
		fillDisk(dir)
	}
	os.Exit(m.Run())
}

// writeUntilKilled goes on with three tables, and says what was acknowledged.
func writeUntilKilled(dir string) {
	s, err := Open(ctx(), Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for n := range 3 {
		go func() {
			table := fmt.Sprint("t", n)
			last, _ := s.Last(ctx(), table)
			for at := last.Mark; ; {
				text := fmt.Sprintf("%s-%d-%d", table, at.Number+1, os.Getpid())
				if at, err = s.Append(ctx(), table, at, []byte(text)); err != nil {
					fmt.Println("error", err)
					os.Exit(1)
				}
				fmt.Println("acknowledged", table, at.Number, text)
			}
		}()
	}
	select {}
}

// TestKilledWhileWriting kills a process that writes, at random moments. Every event
// that was acknowledged is there once, in its place.
func TestKilledWhileWriting(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, uint64(*kills)))
	var acked []string
	for range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), child+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		after := 1 + rng.IntN(150)
		for in := bufio.NewScanner(out); in.Scan(); {
			require.True(t, strings.HasPrefix(in.Text(), "acknowledged "), in.Text())
			acked = append(acked, in.Text())
			if after--; after == 0 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	s := opened(t, dir)
	there := map[string]string{}
	for n := range 3 {
		table := fmt.Sprint("t", n)
		for i, text := range data(t, s, table) {
			there[fmt.Sprintf("acknowledged %s %d %s", table, i+1, text)] = text
		}
	}
	for _, line := range acked {
		assert.Contains(t, there, line)
	}
	t.Logf("%d events were acknowledged in %d lives, %d are there", len(acked), *kills, len(there))
}

// tryDamaged opens a folder, and reads and writes what is in it.
func tryDamaged(dir string) {
	s, err := Open(ctx(), Options{Dir: dir})
	if err != nil {
		fmt.Println("not opened:", err)
		os.Exit(0)
	}
	for n := range 3 {
		table := fmt.Sprint("t", n)
		events, err := s.Read(ctx(), table)
		for i, e := range events {
			if e.Number != uint64(i+1) || !strings.HasPrefix(string(e.Data), fmt.Sprintf("%s-%d-", table, i+1)) {
				fmt.Println("something else was read")
				os.Exit(1)
			}
		}
		fmt.Println("read", table, len(events), err)
	}
	m, err := s.Append(ctx(), "fresh", Mark{}, []byte("fresh"))
	fmt.Println("written", m, err)
	_ = s.Close()
	os.Exit(0)
}

// filled is a folder with three tables.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s := opened(t, dir)
	for n := range 3 {
		var at Mark
		for i := range 30 {
			at = write(t, s, fmt.Sprint("t", n), at, fmt.Sprintf("t%d-%d-%s", n, i+1, strings.Repeat("x", 100)))
		}
	}
	require.NoError(t, s.Close())
	return dir
}

// TestDamagedFolder breaks files at random places. What is read then is what was
// written, or it is said that it cannot be read; and no panic ends the program.
func TestDamagedFolder(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, uint64(*kills)))
	for range *kills {
		dir := filled(t)
		var files []string
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if info, _ := d.Info(); err == nil && d.Type().IsRegular() && info.Size() > 0 {
				files = append(files, path)
			}
			return err
		}))
		path := files[rng.IntN(len(files))]
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		how := "cut"
		if rng.IntN(2) == 0 {
			text = text[:rng.IntN(len(text))]
		} else {
			how = "changed"
			for range 1 + rng.IntN(20) {
				text[rng.IntN(len(text))] ^= byte(1 + rng.IntN(255))
			}
		}
		require.NoError(t, os.WriteFile(path, text, 0o600))
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), damaged+"="+dir)
		out, err := cmd.CombinedOutput()
		t.Logf("%s %s:\n%s", strings.TrimPrefix(path, dir), how, out)
		require.NoError(t, err)
		require.NotContains(t, string(out), "panic")
	}
}

// TestStreamsAreGone holds that a folder whose streams are lost is not begun anew.
func TestStreamsAreGone(t *testing.T) {
	dir := filled(t)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "streams")))
	_, err := Open(t.Context(), Options{Dir: dir})
	require.ErrorIs(t, err, ErrDamaged)
	require.ErrorContains(t, err, dir)
	require.NotErrorIs(t, err, disk.ErrInUse)
}

// TestNoRoom holds that what does not fit is refused and said, and that the tables go
// on when there is room again.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), Options{Dir: dir, MaxBytes: 1 << 20})
	require.NoError(t, err)
	big := strings.Repeat("x", 100_000)
	var at Mark
	for range 20 {
		var next Mark
		if next, err = s.Append(t.Context(), "big", at, []byte(big)); err != nil {
			break
		}
		at = next
	}
	require.ErrorIs(t, err, ErrFull)
	assert.Len(t, data(t, s, "big"), int(at.Number))
	require.NoError(t, s.Delete(t.Context(), "big"))
	write(t, s, "small", Mark{}, "small")
	require.NoError(t, s.Close())
}

func ctx() context.Context { return context.Background() }

// fillDisk opens the logs on a disk that another program fills, and empties again.
func fillDisk(dir string) {
	must := func(err error) {
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	s, err := Open(ctx(), Options{Dir: filepath.Join(dir, "data"), MaxBytes: 1 << 30})
	must(err)
	at, err := s.Append(ctx(), "other", Mark{}, []byte("before"))
	must(err)
	var heard atomic.Int64
	stop, err := s.Follow(ctx(), "other", func(Event) { heard.Add(1) })
	must(err)
	filler := filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	must(err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	must(f.Close())
	var mark Mark
	for err = nil; err == nil; {
		mark, err = s.Append(ctx(), "table", mark, []byte(strings.Repeat("x", 1000)))
	}
	fmt.Println("full:", errors.Is(err, ErrFull), s.Healthy() != nil)
	must(os.Remove(filler))
	for began := time.Now(); ; {
		next, err := s.Append(ctx(), "other", at, []byte("after"))
		if err == nil {
			at = next
			break
		}
		if !errors.Is(err, ErrFull) && !errors.Is(err, ErrWaiting) || time.Since(began) > time.Minute {
			must(err)
		}
	}
	for heard.Load() < 2 { // the one who follows hears of it by itself
		runtime.Gosched()
	}
	stop()
	events, err := s.Read(ctx(), "other")
	must(err)
	fmt.Println("again:", len(events), at.Number, s.Healthy() == nil)
	must(s.Close())
	os.Exit(0)
}

// TestFullDisk holds that a disk which others have filled is told of, and that the
// tables go on by themselves when there is room again. It needs a disk of its own.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("the server takes some seconds to notice")
	}
	dir := t.TempDir()
	if exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", dir).Run() != nil {
		t.Skip("there is no way to mount a small disk here")
	}
	cmd := exec.Command("unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=4m tmpfs "$1" && exec "$0" -test.timeout 2m`, os.Args[0], dir)
	cmd.Env = append(os.Environ(), small+"="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "full: true true\nagain: 2 2 true\n", string(out))
}
