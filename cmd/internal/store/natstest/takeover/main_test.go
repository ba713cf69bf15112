package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/folder"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/storetest"
	"fellowship/cmd/internal/store/stream"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTakeover takes over what an embedded server left: the tables with their times, the
// people and the codes are there, and the old folder is as it was.
func TestTakeover(t *testing.T) {
	dir := t.TempDir()
	streams := filepath.Join(dir, "tables", "streams")
	var want []store.Event
	t.Run("before", func(t *testing.T) {
		srv := natstest.Run(t, fmt.Sprintf("listen: 127.0.0.1:-1\njetstream: {store_dir: %q, sync_interval: always}", streams))
		s, err := stream.Open(t.Context(), stream.Options{URL: srv.ClientURL()})
		require.NoError(t, err)
		storetest.Write(t, s, "one", storetest.Write(t, s, "one", store.Mark{}, "a", "b"), "c")
		storetest.Write(t, s, "two", store.Mark{}, "x")
		require.NoError(t, s.People().Update(t.Context(), "anna", []byte("1"), 0))
		require.NoError(t, s.Codes().Update(t.Context(), "code", []byte("one"), 0))
		want, err = s.Read(t.Context(), "one")
		require.NoError(t, err)
		require.NoError(t, s.Close())
	})
	before := bytesOf(t, streams)
	var out bytes.Buffer
	require.NoError(t, Run(t.Context(), dir, &out))
	assert.Contains(t, out.String(), "one  3 events\ntwo  1 events\n1 people and 1 codes are known\n")
	assert.Equal(t, before, bytesOf(t, filepath.Join(dir, old, "streams")))
	s, err := folder.Open(folder.Options{Dir: filepath.Join(dir, "tables"), Alone: true})
	require.NoError(t, err)
	defer s.Close()
	got, err := s.Read(t.Context(), "one")
	require.NoError(t, err)
	for i := range want {
		assert.Equal(t, want[i].Data, got[i].Data)
		assert.WithinDuration(t, want[i].Time, got[i].Time, time.Microsecond)
	}
	storetest.Write(t, s, "one", got[2].Mark, "d")
	code, _, err := s.Codes().Get(t.Context(), "code")
	require.NoError(t, err)
	assert.Equal(t, "one", string(code))
	require.Error(t, Run(t.Context(), dir, &out), "there is nothing more to take over")
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	assert.Len(t, files, 2)
}

// bytesOf are the files of a folder.
func bytesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			text, err := os.ReadFile(filepath.Join(dir, path))
			all[path] = string(text)
			return err
		}
		return err
	}))
	return all
}
