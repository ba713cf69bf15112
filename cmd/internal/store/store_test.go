package store_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFolder holds that a folder keeps tables as package store promises.
func TestFolder(t *testing.T) {
	dirs := map[string]string{}
	keeps(t, func() store.Store {
		if dirs[t.Name()] == "" {
			dirs[t.Name()] = t.TempDir()
		}
		s, err := folder.Open(folder.Options{Dir: dirs[t.Name()], Alone: true})
		require.NoError(t, err)
		t.Cleanup(func() { _ = s.Close() })
		return s
	})
}

// keeps opens a store twice with what it has to do: begin anew, and go on.
func keeps(t *testing.T, open func() store.Store) {
	t.Run("logs", func(t *testing.T) { logs(t, open) })
	t.Run("one of many counts", func(t *testing.T) { oneCounts(t, open()) })
	t.Run("many tables at once", func(t *testing.T) { manyTables(t, open()) })
	t.Run("buckets", func(t *testing.T) { buckets(t, open) })
}

func logs(t *testing.T, open func() store.Store) {
	s := open()
	_, err := s.Read(t.Context(), "none")
	require.ErrorIs(t, err, store.ErrGone)
	one := storetest.Write(t, s, "one", store.Mark{}, "a", "b")
	two := storetest.Write(t, s, "two", store.Mark{}, "x")
	_, err = s.Append(t.Context(), "one", store.Mark{}, storetest.Line("late"))
	require.ErrorIs(t, err, store.ErrQuicker)
	large := storetest.Line(strings.Repeat("x", store.MaxEvent-len(storetest.Line(""))))
	_, err = s.Append(t.Context(), "one", one, append(large, ' '))
	require.ErrorIs(t, err, store.ErrTooLarge)
	for _, name := range []string{"", "../x", "*", ">", "a/b", "a\x00"} {
		_, err = s.Append(t.Context(), name, store.Mark{}, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
		_, err = s.Follow(t.Context(), name, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
	}
	one = storetest.Write(t, s, "one", one, "c")
	require.NoError(t, s.Close())

	s = open()
	assert.Equal(t, storetest.Lines("a", "b", "c"), storetest.Data(t, s, "one"))
	tables, err := s.Tables(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"one", "two"}, tables)
	last, err := s.Last(t.Context(), "two")
	require.NoError(t, err)
	assert.Equal(t, two, last.Mark)
	one, err = s.Append(t.Context(), "one", one, large)
	require.NoError(t, err)
	require.NoError(t, s.Delete(t.Context(), "one"))
	_, err = s.Append(t.Context(), "one", one, storetest.Line("after its end"))
	require.ErrorIs(t, err, store.ErrGone)
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, s, "two"))
	require.NoError(t, s.Healthy())
	stats, err := s.Stats(t.Context())
	require.NoError(t, err)
	assert.Equal(t, uint64(1), stats.Tables)
	require.NoError(t, s.Delete(t.Context(), "two"))
	require.NoError(t, s.Close())
}

// oneCounts lets many write the same moment: exactly one of them counts, and all who
// follow read the same.
func oneCounts(t *testing.T, s store.Store) {
	const writers, rounds = 8, 30
	var mu sync.Mutex
	var heard []string
	done := make(chan struct{})
	begun := storetest.Write(t, s, "race", store.Mark{}, "begun")
	stop, err := s.Follow(t.Context(), "race", func(e store.Event) {
		mu.Lock()
		defer mu.Unlock()
		assert.Equal(t, uint64(len(heard)+1), e.Number)
		if heard = append(heard, string(e.Data)); len(heard) == rounds+1 {
			close(done)
		}
	})
	require.NoError(t, err)
	want, at := storetest.Lines("begun"), begun
	for n := range rounds {
		var won []string
		var next store.Mark
		var writing sync.Mutex
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				text := string(storetest.Line(fmt.Sprintf("%d by %d", n, w)))
				m, err := s.Append(t.Context(), "race", at, []byte(text))
				writing.Lock()
				defer writing.Unlock()
				if err == nil {
					won, next = append(won, text), m
					return
				}
				assert.ErrorIs(t, err, store.ErrQuicker)
			})
		}
		group.Wait()
		require.Len(t, won, 1)
		want, at = append(want, won...), next
	}
	<-done
	stop()
	assert.Equal(t, want, heard)
	assert.Equal(t, want, storetest.Data(t, s, "race"))
	require.NoError(t, s.Delete(t.Context(), "race"))
	require.NoError(t, s.Close())
}

// manyTables makes more tables than a server takes at a time.
func manyTables(t *testing.T, s store.Store) {
	const many = 500
	var group sync.WaitGroup
	for n := range many {
		group.Go(func() {
			_, err := s.Append(t.Context(), fmt.Sprint("t", n), store.Mark{}, storetest.Line("created"))
			assert.NoError(t, err)
		})
	}
	group.Wait()
	stats, err := s.Stats(t.Context())
	require.NoError(t, err)
	assert.Equal(t, uint64(many), stats.Tables)
	require.NoError(t, s.Close())
}

func buckets(t *testing.T, open func() store.Store) {
	s := open()
	people := s.People()
	_, _, err := people.Get(t.Context(), "anna")
	require.ErrorIs(t, err, store.ErrNone)
	_, _, err = people.Get(t.Context(), "an na\x00")
	require.ErrorIs(t, err, store.ErrNone)
	require.NoError(t, people.Update(t.Context(), "anna", []byte("1"), 0))
	require.ErrorIs(t, people.Update(t.Context(), "anna", []byte("2"), 0), store.ErrQuicker)
	v, rev, err := people.Get(t.Context(), "anna")
	require.NoError(t, err)
	assert.Equal(t, "1", string(v))
	require.NoError(t, people.Update(t.Context(), "anna", []byte("3"), rev))
	require.ErrorIs(t, people.Update(t.Context(), "anna", []byte("4"), rev), store.ErrQuicker)
	require.ErrorIs(t, people.Update(t.Context(), "anna", []byte("4"), 0), store.ErrQuicker)
	_, _, err = s.Codes().Get(t.Context(), "anna")
	require.ErrorIs(t, err, store.ErrNone)
	require.NoError(t, s.Close())
	s = open()
	v, _, err = s.People().Get(t.Context(), "anna")
	require.NoError(t, err)
	assert.Equal(t, "3", string(v))
	require.NoError(t, s.Close())
}

// TestEvenClock holds that an even clock goes on as time does.
func TestEvenClock(t *testing.T) {
	now := store.Evenly()
	before := now()
	assert.False(t, now().Before(before))
	assert.WithinDuration(t, time.Now(), now(), time.Minute)
}
