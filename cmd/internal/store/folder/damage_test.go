package folder

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// child is the environment variable with the folder in which a child process writes until it is killed.
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
		fills, _ := strconv.Atoi(os.Getenv("FELLOWSHIP_TEST_FILLS"))
		fillDisk(dir, fills)
	}
	os.Exit(m.Run())
}

// writeUntilKilled writes to three tables and prints which events were acknowledged.
func writeUntilKilled(dir string) {
	s, err := Open(Options{Dir: dir, EndMarks: filepath.Join(dir, ".ends")})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	for n := range 3 {
		go func() {
			table := fmt.Sprint("t", n)
			before, _ := s.Read(table)
			for at := len(before); ; at++ {
				text := fmt.Sprintf("%q", fmt.Sprintf("%s-%d-%d", table, at+1, os.Getpid()))
				if err := s.Append(table, uint64(at), []byte(text+"\n")); err != nil {
					fmt.Println("error", err)
					os.Exit(1)
				}
				fmt.Println("acknowledged", table, at+1, text)
			}
		}()
	}
	select {}
}

// TestKilledWhileWriting kills a writing process at random moments. Every acknowledged event is there exactly
// once and in its place.
func TestKilledWhileWriting(t *testing.T) {
	dir := storetest.Dir(t)
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
			after--
			if after == 0 {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	s, err := Open(Options{Dir: dir, EndMarks: filepath.Join(dir, ".ends")})
	require.NoError(t, err)
	defer s.Close()
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

// fillDisk writes to tables and to the records of people on a disk that is filled and emptied again and again. Every
// acknowledged event has to be there exactly once.
func fillDisk(dir string, fills int) {
	must := func(err error) {
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	s, err := Open(Options{Dir: filepath.Join(dir, "data"), Alone: true})
	must(err)
	const writers = 4
	var refused, taken [writers]atomic.Int64
	var acked [writers][]string
	var group sync.WaitGroup
	over := make(chan struct{})
	for n := range writers {
		table := fmt.Sprint("t", n)
		at := uint64(1)
		must(s.Append(table, 0, storetest.Line("begin")))
		acked[n] = storetest.Lines("begin")
		stop, err := s.Hold(table, func(store.Event) {})
		must(err)
		group.Go(func() {
			defer stop()
			for {
				select {
				case <-over:
					return
				default:
				}
				text := fmt.Sprint(at, strings.Repeat("x", 20))
				err := s.Append(table, at, storetest.Line(text))
				if err == nil {
					err = put(s.People, table, text)
					at, acked[n] = at+1, append(acked[n], string(storetest.Line(text)))
				}
				switch {
				case err == nil:
					taken[n].Add(1)
				case errors.Is(err, disk.ErrFull):
					refused[n].Add(1)
				default:
					must(err)
				}
				runtime.Gosched()
			}
		})
	}
	wait := func(counts *[writers]atomic.Int64) {
		var from [writers]int64
		for n := range counts {
			from[n] = counts[n].Load()
		}
		for n := range counts {
			for counts[n].Load() == from[n] {
				runtime.Gosched()
			}
		}
	}
	filler := filepath.Join(dir, "filler")
	for range fills {
		f, err := os.Create(filler)
		must(err)
		for err == nil {
			_, err = f.Write(make([]byte, 1<<14))
		}
		must(f.Close())
		wait(&refused)
		for s.Healthy() == nil { // what still fits into a file's last block is taken
			runtime.Gosched()
		}
		must(os.Remove(filler))
		wait(&taken)
	}
	close(over)
	group.Wait()
	for n := range writers {
		table := fmt.Sprint("t", n)
		events, err := s.Read(table)
		must(err)
		same := len(events) == len(acked[n])
		for i := range events {
			same = same && string(events[i].Data) == acked[n][i]
		}
		_, err = s.People.Get(table)
		must(err)
		fmt.Println(table, same)
	}
	fmt.Println("healthy:", s.Healthy() == nil)
	must(s.Close())
	os.Exit(0)
}

// TestFullDisk checks that a full disk is reported, and that tables can be written again as soon as there is room. It
// needs a disk of its own.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", dir).Run() != nil {
		t.Skip("there is no way to mount a small disk here")
	}
	cmd := exec.Command("unshare", "-rm", "sh", "-c",
		`mount -t tmpfs -o size=64m tmpfs "$1" && exec "$0" -test.timeout 5m`, os.Args[0], dir)
	cmd.Env = append(os.Environ(), small+"="+dir, "FELLOWSHIP_TEST_FILLS="+strconv.Itoa(*kills))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "t0 true\nt1 true\nt2 true\nt3 true\nhealthy: true\n", string(out))
}

// TestDamageOfAnyKind damages one of several larger files as disks and people do. Reading it then returns
// either all events as they were written, or an error that names the table together with the events before the
// damage. No byte of any file changes, and the other tables work as before. Only a missing end cannot be told
// from the result of a crash.
func TestDamageOfAnyKind(t *testing.T) {
	from := storetest.Dir(t)
	s := opened(t, from)
	const tables, events = 3, 60
	good := map[string][]byte{}
	var want [tables][]string
	for n := range tables {
		var texts []string
		for i := range events {
			texts = append(texts, fmt.Sprint(n, " ", i, strings.Repeat("x", 37*i%300)))
		}
		table := fmt.Sprint("t", n)
		storetest.Write(t, s, table, 0, texts...)
		want[n] = storetest.Lines(texts...)
		text, err := os.ReadFile(filepath.Join(from, table+extension))
		require.NoError(t, err)
		good[table] = text
	}
	kinds := []struct {
		name string
		// end reports whether the damage may look like what a crash leaves.
		end bool
		do  func(rng *rand.Rand, text []byte) []byte
	}{
		{"a bit", false, func(rng *rand.Rand, text []byte) []byte {
			text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
			return text
		}},
		{"some bytes", false, func(rng *rand.Rand, text []byte) []byte {
			for range 2 + rng.IntN(20) {
				text[rng.IntN(len(text)-500)] ^= byte(1 + rng.IntN(255))
			}
			return text
		}},
		{"a zeroed page", false, func(rng *rand.Rand, text []byte) []byte {
			const page = 4096
			at := page * rng.IntN(len(text)/page)
			copy(text[at:at+page], make([]byte, page))
			return text
		}},
		{"a piece that is missing", false, func(rng *rand.Rand, text []byte) []byte {
			at := rng.IntN(len(text) - 1000)
			return append(text[:at], text[at+1+rng.IntN(500):]...)
		}},
		{"another file", false, func(*rand.Rand, []byte) []byte { return bytes.Clone(good["t1"]) }},
		{"another file's end", false, func(rng *rand.Rand, text []byte) []byte {
			at := rng.IntN(len(text) - 1000)
			return append(text[:at], good["t1"][at:]...)
		}},
		{"zeros at the end", true, func(rng *rand.Rand, text []byte) []byte {
			at := 1 + rng.IntN(len(text)-1)
			return append(text[:at], make([]byte, len(text)-at)...)
		}},
		{"a cut", true, func(rng *rand.Rand, text []byte) []byte { return text[:1+rng.IntN(len(text)-1)] }},
	}
	rng := rand.New(rand.NewPCG(5, uint64(*kills)))
	for n := range len(kinds) * 4 * *kills {
		kind := kinds[n%len(kinds)]
		dir := storetest.Dir(t)
		for table, text := range good {
			if table == "t0" {
				text = kind.do(rng, bytes.Clone(text))
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, table+extension), text, 0o600))
		}
		before, err := os.ReadFile(filepath.Join(dir, "t0"+extension))
		require.NoError(t, err)
		s, err := Open(Options{Dir: dir, Alone: true})
		require.NoError(t, err)
		all, err := s.Read("t0")
		for i, e := range all {
			require.Equal(t, want[0][i], string(e.Data), kind.name)
		}
		switch {
		case err == nil || errors.Is(err, store.ErrGone):
			require.True(t, kind.end || bytes.Equal(before, good["t0"]), "%s is read as if nothing were", kind.name)
		default:
			require.ErrorIs(t, err, store.ErrDamaged, kind.name)
			require.ErrorContains(t, err, fmt.Sprintf("the table t0, line %d of its file", len(all)+1))
			err = s.Append("t0", uint64(len(all)), storetest.Line("on"))
			require.ErrorIs(t, err, store.ErrDamaged, kind.name)
			_, err = s.Hold("t0", func(store.Event) {})
			require.ErrorIs(t, err, store.ErrDamaged, kind.name)
			stats, err := s.Stats()
			require.NoError(t, err)
			require.Equal(t, uint64(1), stats.Damaged)
		}
		after, err := os.ReadFile(filepath.Join(dir, "t0"+extension))
		require.NoError(t, err)
		require.Equal(t, before, after, kind.name)
		for i, table := range []string{"t1", "t2"} {
			require.Equal(t, want[i+1], storetest.Data(t, s, table))
			storetest.Write(t, s, table, events, "on")
		}
		require.NoError(t, s.Close())
		require.NoError(t, os.RemoveAll(dir))
	}
}
