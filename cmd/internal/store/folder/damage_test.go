package folder

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// child is the folder in which a child of the tests writes until it is killed.
const (
	child = "FELLOWSHIP_TEST_WRITE"
	// small is a folder for a disk of a few megabytes.
	small = "FELLOWSHIP_TEST_SMALL"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(child); dir != "" {
		writeUntilKilled(dir)
	}
	if dir := os.Getenv(small); dir != "" {
		fillDisk(dir)
	}
	os.Exit(m.Run())
}

// writeUntilKilled goes on with three tables, and says what was acknowledged.
func writeUntilKilled(dir string) {
	s, err := Open(Options{Dir: dir})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for n := range 3 {
		go func() {
			table := fmt.Sprint("t", n)
			last, _ := s.Last(ctx(), table)
			for at := last.Mark; ; {
				text := fmt.Sprintf("%q", fmt.Sprintf("%s-%d-%d", table, at.Number+1, os.Getpid()))
				if at, err = s.Append(ctx(), table, at, []byte(text+"\n")); err != nil {
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
		for i, text := range storetest.Data(t, s, table) {
			there[fmt.Sprintf("acknowledged %s %d %s", table, i+1, strings.TrimSpace(text))] = text
		}
	}
	for _, line := range acked {
		assert.Contains(t, there, line)
	}
	t.Logf("%d events were acknowledged in %d lives, %d are there", len(acked), *kills, len(there))
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
	s, err := Open(Options{Dir: filepath.Join(dir, "data"), Alone: true})
	must(err)
	at, err := s.Append(ctx(), "other", store.Mark{}, storetest.Line("before"))
	must(err)
	var heard atomic.Int64
	stop, err := s.Follow(ctx(), "other", func(store.Event) { heard.Add(1) })
	must(err)
	filler := filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	must(err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	must(f.Close())
	var mark store.Mark
	for err = nil; err == nil; {
		mark, err = s.Append(ctx(), "table", mark, storetest.Line(strings.Repeat("x", 1000)))
	}
	fmt.Println("full:", errors.Is(err, store.ErrFull), s.Healthy() != nil)
	must(os.Remove(filler))
	for began := time.Now(); ; {
		next, err := s.Append(ctx(), "other", at, storetest.Line("after"))
		if err == nil {
			at = next
			break
		}
		if !errors.Is(err, store.ErrFull) || time.Since(began) > time.Minute {
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
