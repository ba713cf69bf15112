package serve

import (
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/outputtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 1, "how often a disk is filled")

// small is a small disk of a child of the tests.
const small = "FELLOWSHIP_TEST_SMALL_DISK"

// TestFullDisk fills the disk of a server, and frees it, again and again, while two people and
// two computers play there. Those who watch over the server are told, and nothing that was
// taken is lost.
func TestFullDisk(t *testing.T) { onSmallDisk(t, fillAndFree) }

// TestNoRoom checks that people see why it does not go on when the server has no room,
// and that what somebody has decided meanwhile is made when there is room again.
func TestNoRoom(t *testing.T) { onSmallDisk(t, noRoom) }

// onSmallDisk runs a test in a child that has a disk of its own, which a namespace gives it. Such a test runs alone: the
// child would hold the locks of other tests' servers for a moment.
func onSmallDisk(t *testing.T, run func(t *testing.T, dir string)) {
	t.Helper()
	if dir := os.Getenv(small); dir != "" {
		run(t, dir)
		return
	}
	dir := t.TempDir()
	if exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", dir).Run() != nil {
		t.Skip("there is no way to mount a small disk here")
	}
	cmd := exec.Command("unshare", "-rm", "sh", "-c",
		`mount -t tmpfs -o size=4m tmpfs "$1" && exec "$0" -test.run "^$3$" -test.timeout 20m -kills "$2"`,
		os.Args[0], dir, fmt.Sprint(*kills), t.Name())
	cmd.Env = append(os.Environ(), small+"="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// noRoom fills the disk while it is somebody's turn.
func noRoom(t *testing.T, dir string) {
	var told outputtest.Output
	h := open(t, func(o *Options) {
		o.Dir = dir
		o.Log = slog.New(slog.NewTextHandler(&told, nil))
	})
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(12, all...))
	filler := filepath.Join(dir, "filler")
	fill(t, filler)
	h.playsOn(all, 1<<20) // what still fits into the last blocks is taken
	require.Error(t, h.store.Healthy())
	says := func(text string) func() bool { return func() bool { return strings.Contains(told.String(), text) } }
	isTold := says("nothing that is decided can be written now")
	var who *friend
	// A decision that was kept may still fit into the last block, before the host is told: then they play on.
	require.Eventually(t, func() bool {
		who = nil
		for _, f := range all {
			if now := f.now(); strings.Contains(now, "decision is kept until then") {
				require.Contains(t, now, "The server's disk is full")
				who = f
			} else if acts(now) {
				_, err := io.WriteString(f.keys, "\r")
				require.NoError(t, err)
			}
		}
		return who != nil && isTold()
	}, longest, 5*time.Millisecond, screens(all))
	require.NoError(t, os.Remove(filler))
	who.until("the round goes on", func(now string) bool {
		return !strings.Contains(now, "disk is full") && !strings.Contains(now, "Saving your decision")
	})
	require.True(t, h.plays(1000, all...))
	require.Eventually(t, says("can be written again"), longest, 5*time.Millisecond)
}

// fill writes a file until the disk has no room.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	require.NoError(t, err)
	for _, size := range []int{1 << 14, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
	require.NoError(t, f.Close())
}

// fillAndFree fills a disk that is mounted at a folder.
func fillAndFree(t *testing.T, dir string) {
	h := open(t, func(o *Options) { o.Dir = dir })
	all := meetAs(h, 4, func(host *friend) {
		host.sets("Chapter", "4 ")
		for _, seat := range []string{"Seat 3", "Seat 4"} {
			host.sets(seat, "computer, greedy")
		}
	}, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	for range 2 * *kills {
		h.timer.Reset(longest)
		h.playsOn(all, 4)
		before := h.events()
		filler := filepath.Join(dir, "filler")
		fill(t, filler)
		for code := 0; code != http.StatusServiceUnavailable; code = h.watched() {
			h.playsOn(all, 1<<20) // what still fits into the last blocks is taken
		}
		require.NoError(t, os.Remove(filler))
		require.Eventually(t, func() bool { return h.watched() == http.StatusOK }, time.Minute, time.Millisecond)
		now := h.events()
		require.GreaterOrEqual(t, len(now), len(before))
		require.Equal(t, before, now[:len(before)], "what was taken is there")
	}
	h.playsOn(all, 4)
	before := h.events()
	h.close()
	h.start()
	assert.Equal(t, before, h.events()[:len(before)])
	_, _, err := h.tables.Export(h.table())
	require.NoError(t, err)
}

// events are all that was written at the only table.
func (h *house) events() (out []string) {
	h.t.Helper()
	all, err := h.store.Read(h.table())
	require.NoError(h.t, err)
	for _, e := range all {
		out = append(out, fmt.Sprint(e.Number, " ", string(e.Data)))
	}
	return out
}

// keyOn returns the key that goes on in a round, or to the next one; empty for none. Enter leaves a result only until
// the server has found where the round was lost: after that, Enter proposes to play on from there.
func keyOn(now string) string {
	switch {
	case isResult(now):
		return "p"
	case acts(now) || readyLabel.MatchString(now) && strings.Contains(now, "> "+readyLabel.FindString(now)):
		return "\r"
	default:
		return ""
	}
}

// playsOn presses a number of keys that have an effect, in as many rounds as that takes. It stops earlier if nothing
// can be written any more.
func (h *house) playsOn(friends []*friend, keys int) {
	h.t.Helper()
	for pressed := 0; pressed < keys && h.store.Healthy() == nil; {
		var who *friend
		var key string
		if !assert.Eventually(h.t, func() bool {
			for _, f := range friends {
				if on := keyOn(f.now()); on != "" {
					who, key = f, on
				}
			}
			return who != nil || h.store.Healthy() != nil
		}, time.Minute, time.Millisecond) {
			require.FailNow(h.t, "nobody can go on", screens(friends))
		}
		if who != nil {
			_, err := io.WriteString(who.keys, key)
			require.NoError(h.t, err)
			pressed++
		}
	}
}

// watched asks for /metrics and then for /healthz, and returns the status of the latter. Both must answer soon, which
// is checked only in long runs (-kills).
func (h *house) watched() int {
	h.t.Helper()
	const soon = 3 * time.Second
	began := time.Now()
	code, _ := h.asked("/metrics")
	metrics := time.Since(began)
	assert.Equal(h.t, http.StatusOK, code)
	code, _ = h.asked("/healthz")
	if *kills > 1 {
		assert.Less(h.t, metrics, soon)
		assert.Less(h.t, time.Since(began)-metrics, soon)
	}
	return code
}

// screens are what friends see, for a test that fails.
func screens(friends []*friend) string {
	var out strings.Builder
	for _, f := range friends {
		fmt.Fprintf(&out, "%s:\n%s\n", f.name, f.now())
	}
	return out.String()
}

// now is what the friend sees, empty while a frame is on its way.
func (f *friend) now() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.whole() {
		return ""
	}
	return f.text
}
