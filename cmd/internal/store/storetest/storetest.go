// Package storetest writes and reads tables for the tests of stores.
package storetest

import (
	"fmt"
	"os"
	"testing"

	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Dir returns a temporary folder, in memory if the system has /dev/shm. The tests write and sync thousands of
// times, and none of them checks whether a disk keeps what was synced.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "fellowship")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// Line returns the data of an event with a text.
func Line(text string) []byte { return fmt.Appendf(nil, "{\"says\":%q}\n", text) }

// Write appends events to a table that has count events, and returns how many it has then.
func Write(t testing.TB, s store.Store, table string, count uint64, events ...string) uint64 {
	t.Helper()
	for _, e := range events {
		require.NoError(t, s.Append(table, count, Line(e)))
		count++
	}
	return count
}

// Data returns the data of a table's events, and checks their numbers.
func Data(t testing.TB, s store.Store, table string) (out []string) {
	t.Helper()
	events, err := s.Read(table)
	require.NoError(t, err)
	for i, e := range events {
		assert.Equal(t, uint64(i+1), e.Number)
		out = append(out, string(e.Data))
	}
	return out
}

// Lines returns events with texts, as Data returns them.
func Lines(texts ...string) (out []string) {
	for _, text := range texts {
		out = append(out, string(Line(text)))
	}
	return out
}
