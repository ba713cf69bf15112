// Package storetest writes and reads tables for the tests of what keeps them.
package storetest

import (
	"fmt"
	"os"
	"testing"

	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Dir is a folder in memory where there is one, for what is written and synced a thousand times: no
// test here asks whether a disk keeps what was synced.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "fellowship")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	return dir
}

// Line is an event that says something.
func Line(text string) []byte { return fmt.Appendf(nil, "{\"says\":%q}\n", text) }

// Write appends events to a table behind so many others, and returns how many it has then.
func Write(t testing.TB, s store.Store, table string, count uint64, events ...string) uint64 {
	t.Helper()
	for _, e := range events {
		require.NoError(t, s.Append(table, count, Line(e)))
		count++
	}
	return count
}

// Data returns the data of a table's events.
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

// Lines are events as Data returns them.
func Lines(texts ...string) (out []string) {
	for _, text := range texts {
		out = append(out, string(Line(text)))
	}
	return out
}
