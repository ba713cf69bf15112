package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/disk"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened opens the logs in a folder until the test ends.
func opened(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Dir: dir})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// write appends events to a table.
func write(t testing.TB, s *Store, table string, after Mark, events ...string) Mark {
	t.Helper()
	for _, e := range events {
		var err error
		after, err = s.Append(t.Context(), table, after, []byte(e))
		require.NoError(t, err)
	}
	return after
}

// data is what the events of a table say.
func data(t testing.TB, s *Store, table string) (out []string) {
	t.Helper()
	events, err := s.Read(t.Context(), table)
	require.NoError(t, err)
	for i, e := range events {
		assert.Equal(t, uint64(i+1), e.Number)
		out = append(out, string(e.Data))
	}
	return out
}

func TestLogs(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	_, err := s.Read(t.Context(), "none")
	require.ErrorIs(t, err, ErrGone)
	one := write(t, s, "one", Mark{}, "a", "b")
	two := write(t, s, "two", Mark{}, "x")
	_, err = s.Append(t.Context(), "one", Mark{}, []byte("late"))
	require.ErrorIs(t, err, ErrQuicker)
	_, err = s.Append(t.Context(), "one", one, make([]byte, MaxEvent+1))
	require.ErrorIs(t, err, ErrTooLarge)
	for _, name := range []string{"", "a.b", "../x", "*", ">", "A", "a b"} {
		_, err = s.Append(t.Context(), name, Mark{}, nil)
		require.ErrorIs(t, err, ErrGone, name)
	}
	one = write(t, s, "one", one, "c")
	require.NoError(t, s.Close())

	s = opened(t, dir)
	assert.Equal(t, []string{"a", "b", "c"}, data(t, s, "one"))
	tables, err := s.Tables(t.Context())
	require.NoError(t, err)
	assert.Equal(t, map[string]uint64{"one": 3, "two": 1}, tables)
	last, err := s.Last(t.Context(), "two")
	require.NoError(t, err)
	assert.Equal(t, two, last.Mark)
	write(t, s, "one", one, string(make([]byte, MaxEvent)))

	require.NoError(t, s.Delete(t.Context(), "one"))
	_, err = s.Append(t.Context(), "one", one, []byte("after its end"))
	require.ErrorIs(t, err, ErrGone)
	assert.Equal(t, []string{"x"}, data(t, s, "two"))
	require.NoError(t, s.Healthy())
}

// TestOneOfManyCounts lets many write the same moment: exactly one of them counts,
// and all who follow read the same.
func TestOneOfManyCounts(t *testing.T) {
	s := opened(t, t.TempDir())
	const writers, rounds = 8, 30
	var mu sync.Mutex
	var heard []string
	done := make(chan struct{})
	stop, err := s.Follow(t.Context(), "race", func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		assert.Equal(t, uint64(len(heard)+1), e.Number)
		if heard = append(heard, string(e.Data)); len(heard) == rounds {
			close(done)
		}
	})
	require.NoError(t, err)
	var at Mark
	var want []string
	for n := range rounds {
		var won []string
		var next Mark
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				text := fmt.Sprintf("%d by %d", n, w)
				m, err := s.Append(t.Context(), "race", at, []byte(text))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won, next = append(won, text), m
					return
				}
				assert.ErrorIs(t, err, ErrQuicker)
			})
		}
		group.Wait()
		require.Len(t, won, 1)
		want, at = append(want, won...), next
	}
	<-done
	stop()
	assert.Equal(t, want, heard)
	assert.Equal(t, want, data(t, s, "race"))
	stats, err := s.Stats(t.Context())
	require.NoError(t, err)
	assert.Equal(t, Stats{Tables: 1, Events: rounds, Bytes: stats.Bytes}, stats, "nobody follows any more")
}

// TestManyTablesAtOnce makes more tables than the server takes at a time.
func TestManyTablesAtOnce(t *testing.T) {
	s := opened(t, t.TempDir())
	const many = 500
	var group sync.WaitGroup
	for n := range many {
		group.Go(func() {
			_, err := s.Append(t.Context(), fmt.Sprint("t", n), Mark{}, []byte("created"))
			assert.NoError(t, err)
		})
	}
	group.Wait()
	stats, err := s.Stats(t.Context())
	require.NoError(t, err)
	assert.Equal(t, uint64(many), stats.Tables)
}

// TestLookedUp holds that an event whose fate is unknown is looked up: it is the one
// behind its mark, or another one is, or none.
func TestLookedUp(t *testing.T) {
	s := opened(t, t.TempDir())
	at := write(t, s, "table", Mark{}, "a")
	mine := writing{Store: s, table: "table", after: at, id: newID(2)}
	seq, err := mine.publish(t.Context(), []byte("b"))
	require.NoError(t, err)
	again, err := mine.publish(t.Context(), []byte("b"))
	require.NoError(t, err, "it is not written twice")
	assert.Equal(t, seq, again)
	found, err := mine.lookUp(t.Context(), context.DeadlineExceeded)
	require.NoError(t, err)
	assert.Equal(t, seq, found)
	other := writing{Store: s, table: "table", after: at, id: newID(2)}
	_, err = other.lookUp(t.Context(), context.DeadlineExceeded)
	require.ErrorIs(t, err, ErrQuicker)
	next := writing{Store: s, table: "table", after: Mark{2, seq}, id: newID(3)}
	_, err = next.lookUp(t.Context(), context.DeadlineExceeded)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Equal(t, []string{"a", "b"}, data(t, s, "table"))

	// What nobody has taken is not looked up: nobody would answer.
	require.NoError(t, s.js.DeleteStream(t.Context(), streamName))
	_, err = next.publish(t.Context(), []byte("c"))
	assert.Equal(t, jetstream.ErrNoStreamResponse, err)
}

func TestBuckets(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	people := s.People
	_, _, err := people.Get(t.Context(), "anna")
	require.ErrorIs(t, err, ErrNone)
	_, _, err = people.Get(t.Context(), "an na\x00")
	require.ErrorIs(t, err, ErrNone)
	require.NoError(t, people.Create(t.Context(), "anna", []byte("1")))
	require.ErrorIs(t, people.Create(t.Context(), "anna", []byte("2")), ErrTaken)
	v, rev, err := people.Get(t.Context(), "anna")
	require.NoError(t, err)
	assert.Equal(t, "1", string(v))
	require.NoError(t, people.Update(t.Context(), "anna", []byte("3"), rev))
	require.ErrorIs(t, people.Update(t.Context(), "anna", []byte("4"), rev), ErrQuicker)
	require.ErrorIs(t, people.Update(t.Context(), "anna", []byte("4"), 0), ErrQuicker)
	_, _, err = s.Codes.Get(t.Context(), "anna")
	require.ErrorIs(t, err, ErrNone)
	require.NoError(t, s.Close())
	s = opened(t, dir)
	v, _, err = s.People.Get(t.Context(), "anna")
	require.NoError(t, err)
	assert.Equal(t, "3", string(v))
}

// TestCodesAreForgotten waits for no time of its own: the server tells.
func TestCodesAreForgotten(t *testing.T) {
	codes, err := opened(t, t.TempDir()).bucket(t.Context(), "short", 150*time.Millisecond)
	require.NoError(t, err)
	require.NoError(t, codes.Create(t.Context(), "code", []byte("table")))
	require.Eventually(t, func() bool {
		_, _, err := codes.Get(t.Context(), "code")
		return err != nil
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, codes.Create(t.Context(), "code", []byte("other")))
}

func TestOneProcessAFolder(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir)
	_, err := Open(t.Context(), Options{Dir: dir})
	require.ErrorIs(t, err, disk.ErrInUse)
	require.ErrorContains(t, err, dir)
}

func TestBadOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"nowhere":       {},
		"twice":         {Dir: t.TempDir(), URL: "nats://localhost:1"},
		"nobody there":  {URL: "nats://127.0.0.1:1"},
		"no secret":     {Dir: t.TempDir(), Cluster: &Cluster{Name: "n1", Listen: "127.0.0.1:6222"}},
		"no port":       {Dir: t.TempDir(), Cluster: &Cluster{Name: "n1", Listen: "127.0.0.1:x", Secret: "s"}},
		"no name":       {Dir: t.TempDir(), Cluster: &Cluster{Listen: "127.0.0.1:6222", Secret: "s"}},
		"bad route":     {Dir: t.TempDir(), Cluster: &Cluster{Name: "n1", Listen: "127.0.0.1:6222", Secret: "s", Routes: []string{"x"}}},
		"no credential": {URL: "nats://127.0.0.1:1", Remote: Remote{Credentials: filepath.Join(t.TempDir(), "none")}},
		"no key":        {URL: "nats://127.0.0.1:1", Remote: Remote{Cert: filepath.Join(t.TempDir(), "none")}},
		"no folder":     {Dir: filepath.Join(os.DevNull, "x")},
	} {
		_, err := Open(t.Context(), o)
		require.Error(t, err, name)
		t.Log(err)
	}
	assert.Equal(t, "nats://anna:xxxxx@host:4222", Redacted("nats://anna:secret@host:4222"))
}
