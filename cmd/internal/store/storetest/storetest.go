// Package storetest holds what keeps tables to what package store promises. The packages
// folder and stream are tested with it.
package storetest

import (
	"fmt"
	"sync"
	"testing"

	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Line is an event that says something.
func Line(text string) []byte { return fmt.Appendf(nil, "{\"says\":%q}\n", text) }

// Write appends events to a table.
func Write(t testing.TB, s store.Store, table string, after store.Mark, events ...string) store.Mark {
	t.Helper()
	for _, e := range events {
		var err error
		after, err = s.Append(t.Context(), table, after, Line(e))
		require.NoError(t, err)
	}
	return after
}

// Data is what the events of a table say.
func Data(t testing.TB, s store.Store, table string) (out []string) {
	t.Helper()
	events, err := s.Read(t.Context(), table)
	require.NoError(t, err)
	for i, e := range events {
		assert.Equal(t, uint64(i+1), e.Number)
		out = append(out, string(e.Data))
	}
	return out
}

// Lines are events as Data returns them.
func Lines(texts ...string) (out []string) {
	for _, text := range texts {
		out = append(out, string(Line(text)))
	}
	return out
}

// Large is an event of the largest size.
func Large() []byte {
	b := make([]byte, store.MaxEvent)
	for i := range b {
		b[i] = 'x'
	}
	b[0], b[len(b)-2], b[len(b)-1] = '"', '"', '\n'
	return b
}

// Test opens a store twice with what it has to do: begin anew, and go on.
func Test(t *testing.T, open func() store.Store) {
	t.Run("logs", func(t *testing.T) { logs(t, open) })
	t.Run("one of many counts", func(t *testing.T) { oneCounts(t, open()) })
	t.Run("many tables at once", func(t *testing.T) { manyTables(t, open()) })
	t.Run("buckets", func(t *testing.T) { buckets(t, open) })
}

func logs(t *testing.T, open func() store.Store) {
	s := open()
	_, err := s.Read(t.Context(), "none")
	require.ErrorIs(t, err, store.ErrGone)
	one := Write(t, s, "one", store.Mark{}, "a", "b")
	two := Write(t, s, "two", store.Mark{}, "x")
	_, err = s.Append(t.Context(), "one", store.Mark{}, Line("late"))
	require.ErrorIs(t, err, store.ErrQuicker)
	_, err = s.Append(t.Context(), "one", one, append(Large(), ' '))
	require.ErrorIs(t, err, store.ErrTooLarge)
	for _, name := range []string{"", "../x", "*", ">", "a/b", "a\x00"} {
		_, err = s.Append(t.Context(), name, store.Mark{}, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
		_, err = s.Follow(t.Context(), name, nil)
		require.ErrorIs(t, err, store.ErrGone, name)
	}
	one = Write(t, s, "one", one, "c")
	require.NoError(t, s.Close())

	s = open()
	assert.Equal(t, Lines("a", "b", "c"), Data(t, s, "one"))
	tables, err := s.Tables(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []string{"one", "two"}, tables)
	last, err := s.Last(t.Context(), "two")
	require.NoError(t, err)
	assert.Equal(t, two, last.Mark)
	one, err = s.Append(t.Context(), "one", one, Large())
	require.NoError(t, err)
	require.NoError(t, s.Delete(t.Context(), "one"))
	_, err = s.Append(t.Context(), "one", one, Line("after its end"))
	require.ErrorIs(t, err, store.ErrGone)
	assert.Equal(t, Lines("x"), Data(t, s, "two"))
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
	begun := Write(t, s, "race", store.Mark{}, "begun")
	stop, err := s.Follow(t.Context(), "race", func(e store.Event) {
		mu.Lock()
		defer mu.Unlock()
		assert.Equal(t, uint64(len(heard)+1), e.Number)
		if heard = append(heard, string(e.Data)); len(heard) == rounds+1 {
			close(done)
		}
	})
	require.NoError(t, err)
	want, at := Lines("begun"), begun
	for n := range rounds {
		var won []string
		var next store.Mark
		var writing sync.Mutex
		var group sync.WaitGroup
		for w := range writers {
			group.Go(func() {
				text := string(Line(fmt.Sprintf("%d by %d", n, w)))
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
	assert.Equal(t, want, Data(t, s, "race"))
	require.NoError(t, s.Delete(t.Context(), "race"))
	require.NoError(t, s.Close())
}

// manyTables makes more tables than a server takes at a time.
func manyTables(t *testing.T, s store.Store) {
	const many = 500
	var group sync.WaitGroup
	for n := range many {
		group.Go(func() {
			_, err := s.Append(t.Context(), fmt.Sprint("t", n), store.Mark{}, Line("created"))
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
	require.NoError(t, people.Create(t.Context(), "anna", []byte("1")))
	require.ErrorIs(t, people.Create(t.Context(), "anna", []byte("2")), store.ErrTaken)
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
