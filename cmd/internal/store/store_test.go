package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/memory"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFolder checks that a folder fulfils the contract of Store when it is new and when it is opened again.
func TestFolder(t *testing.T) {
	dirs := map[string]string{}
	open := func(t *testing.T) *folder.Store {
		if dirs[t.Name()] == "" {
			dirs[t.Name()] = t.TempDir()
		}
		s, err := folder.Open(folder.Options{Dir: dirs[t.Name()], Alone: true})
		require.NoError(t, err)
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	t.Run("logs", func(t *testing.T) { logs(t, open) })
	t.Run("one of many counts", func(t *testing.T) { oneCounts(t, open(t)) })
	t.Run("many tables at once", func(t *testing.T) { manyTables(t, open(t)) })
	t.Run("buckets", func(t *testing.T) { buckets(t, open) })
}

// TestMemory checks the contract of Store for package memory.
func TestMemory(t *testing.T) { oneCounts(t, &memory.Store{}) }

func logs(t *testing.T, open func(*testing.T) *folder.Store) {
	s := open(t)
	_, err := s.Read("none")
	require.ErrorIs(t, err, store.ErrGone)
	one := storetest.Write(t, s, "one", 0, "a", "b")
	storetest.Write(t, s, "two", 0, "x")
	err = s.Append("one", 0, storetest.Line("late"))
	require.ErrorIs(t, err, store.ErrQuicker)
	large := storetest.Line(strings.Repeat("x", store.MaxEvent-len(storetest.Line(""))))
	err = s.Append("one", one, append(large, ' '))
	require.ErrorIs(t, err, store.ErrTooLarge)
	for _, name := range []string{"", "../x", "*", ">", "a/b", "a\x00"} {
		err = s.Append(name, 0, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
		_, err = s.Hold(name, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
	}
	one = storetest.Write(t, s, "one", one, "c")
	require.NoError(t, s.Close())

	s = open(t)
	assert.Equal(t, storetest.Lines("a", "b", "c"), storetest.Data(t, s, "one"))
	tables, err := s.Tables()
	require.NoError(t, err)
	assert.Equal(t, []string{"one", "two"}, tables)
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, s, "two"))
	require.NoError(t, s.Append("one", one, large))
	one++
	require.NoError(t, s.Delete("one"))
	err = s.Append("one", one, storetest.Line("after its end"))
	require.ErrorIs(t, err, store.ErrGone)
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, s, "two"))
	require.NoError(t, s.Healthy())
	stats, err := s.Stats()
	require.NoError(t, err)
	assert.Equal(t, uint64(1), stats.Tables)
	require.NoError(t, s.Delete("two"))
	require.NoError(t, s.Close())
}

// oneCounts lets many goroutines write after the same event: exactly one of them succeeds. Hold passes on all events.
func oneCounts(t *testing.T, s store.Store) {
	const writers, rounds = 8, 30
	at := storetest.Write(t, s, "race", 0, "begun")
	want := storetest.Lines("begun")
	held := []string(nil)
	release, err := s.Hold("race", func(e store.Event) { held = append(held, string(e.Data)) })
	require.NoError(t, err)
	assert.Equal(t, want, held)
	for n := range rounds {
		var won []string
		var writing sync.Mutex
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				text := string(storetest.Line(fmt.Sprintf("%d by %d", n, w)))
				err := s.Append("race", at, []byte(text))
				writing.Lock()
				defer writing.Unlock()
				if err == nil {
					won = append(won, text)
					return
				}
				assert.ErrorIs(t, err, store.ErrQuicker)
			})
		}
		group.Wait()
		require.Len(t, won, 1)
		want, at = append(want, won...), at+1
	}
	release()
	assert.Equal(t, want, storetest.Data(t, s, "race"))
	require.NoError(t, s.Close())
}

// manyTables creates more tables than a server has open at a time.
func manyTables(t *testing.T, s *folder.Store) {
	const many = 500
	var group sync.WaitGroup
	for n := range many {
		group.Go(func() {
			err := s.Append(fmt.Sprint("t", n), 0, storetest.Line("created"))
			assert.NoError(t, err)
		})
	}
	group.Wait()
	stats, err := s.Stats()
	require.NoError(t, err)
	assert.Equal(t, uint64(many), stats.Tables)
	require.NoError(t, s.Close())
}

func buckets(t *testing.T, open func(*testing.T) *folder.Store) {
	s := open(t)
	people := s.People
	_, err := people.Get("anna")
	require.ErrorIs(t, err, store.ErrNone)
	_, err = people.Get("an na\x00")
	require.ErrorIs(t, err, store.ErrNone)
	var group sync.WaitGroup
	const many = 30
	for range many {
		group.Go(func() {
			assert.NoError(t, people.Change("anna", func(before []byte) ([]byte, error) {
				return append(before, '1'), nil
			}))
		})
	}
	group.Wait()
	long := strings.Repeat("1", many)
	refused := errors.New("no")
	require.ErrorIs(t, people.Change("anna", func(before []byte) ([]byte, error) {
		assert.Equal(t, long, string(before))
		return nil, refused
	}), refused)
	require.ErrorIs(t, people.Change("anna", func([]byte) ([]byte, error) {
		return make([]byte, 1<<20), nil
	}), store.ErrTooLarge)
	_, err = s.Codes.Get("anna")
	require.ErrorIs(t, err, store.ErrNone)
	require.NoError(t, s.Close())
	s = open(t)
	v, err := s.People.Get("anna")
	require.NoError(t, err)
	assert.Equal(t, long, string(v))
	require.NoError(t, s.Close())
}

// TestValuesOfEarlierPrograms reads a value with a counter of writes, which earlier programs kept.
func TestValuesOfEarlierPrograms(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "people"), 0o700))
	require.NoError(t,
		os.WriteFile(filepath.Join(dir, "people", "anna"), []byte("7 59727e4b0113d802\n{\"name\":\"Anna\"}"), 0o600))
	s, err := folder.Open(folder.Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	defer s.Close()
	v, err := s.People.Get("anna")
	require.NoError(t, err)
	assert.JSONEq(t, `{"name":"Anna"}`, string(v))
}

// TestEvenClock checks that the steady clock goes on at the speed of time.
func TestEvenClock(t *testing.T) {
	now := store.SteadyClock()
	before := now()
	assert.False(t, now().Before(before))
	assert.WithinDuration(t, time.Now(), now(), time.Minute)
}
