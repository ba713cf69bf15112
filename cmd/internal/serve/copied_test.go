package serve

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/store"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCopiedWhileWriting copies the folder at some moment of a round, as it would be after
// a power cut, with an event that was written half. A server that begins with the copy has
// all that anybody has seen, and the round is played to its end there.
func TestCopiedWhileWriting(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(15, all...))
	before, _, err := h.tables.Export(h.table())
	require.NoError(t, err)

	copied := make(chan string)
	go func() { copied <- copyFolder(t, h.opts.Dir) }()
	h.plays(20, all...)
	dir := <-copied
	h.close()

	blocks, err := filepath.Glob(filepath.Join(dir, "tables", "*.ndjson"))
	require.NoError(t, err)
	require.NotEmpty(t, blocks)
	last, err := os.OpenFile(blocks[len(blocks)-1], os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = last.Write([]byte(`{"n":99,"at":"20`))
	require.NoError(t, err)
	require.NoError(t, last.Close())

	h.opts.Dir = dir
	h.start()
	after, _, err := h.tables.Export(h.table())
	require.NoError(t, err)
	assert.True(t, bytes.HasPrefix(after[0].Text, before[0].Text), "%s\n\n%s", before[0].Text, after[0].Text)
	for _, f := range all {
		f.comes("")
		f.chooses("Back to the table")
	}
	require.True(t, h.plays(1000, all...))
}

// TestDamagedTableIsNamed flips a bit of a table while the server is away: those who were
// there see that it is damaged and where, its file stays as it is, and they begin another.
func TestDamagedTableIsNamed(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(5, all...))
	path := filepath.Join(h.opts.Dir, "tables", h.table()+".ndjson")
	h.close()
	bad, err := os.ReadFile(path)
	require.NoError(t, err)
	bad[len(bad)/2] ^= 1
	require.NoError(t, os.WriteFile(path, bad, 0o600))

	h.start()
	for _, f := range all {
		f.comes("")
		f.sees("is damaged on disk")
		f.press("\r")
		f.sees("line ")
	}
	all[0].chooses("Open a table")
	all[0].sees("Wait for an absent player")
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, bad, now)
}

// copyFolder copies a folder that somebody writes to.
func copyFolder(t *testing.T, from string) string {
	to := t.TempDir()
	assert.NoError(t, filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil //nolint:nilerr // it was removed meanwhile
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o600)
	}))
	return to
}

// TestPutBack damages a table, and puts a copy of its file back as docs/serving.md tells: the
// people go on where that was made.
func TestPutBack(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	all := meet(h, "anna", "ben")
	for _, f := range all {
		f.isReady()
	}
	require.False(t, h.plays(6, all...))
	path := filepath.Join(h.opts.Dir, "tables", h.table()+".ndjson")
	h.close()
	copied, err := os.ReadFile(path)
	require.NoError(t, err)
	bad := bytes.Clone(copied)
	bad[len(bad)/2] ^= 1
	require.NoError(t, os.WriteFile(path, bad, 0o600))
	h.start()
	all[0].comes("")
	all[0].sees("is damaged on disk")
	all[0].chooses("Back to the table")
	all[0].sees("of its file:")
	id := h.table()
	_, _, err = h.tables.Export(id)
	require.ErrorIs(t, err, store.ErrDamaged)
	require.ErrorContains(t, err, id)
	h.close()
	now, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, bad, now, "a server that has run leaves it as it is")

	require.NoError(t, os.WriteFile(path, copied, 0o600))
	h.start()
	for _, f := range all {
		f.comes("")
		f.chooses("Back to the table")
	}
	require.True(t, h.plays(1000, all...))
}

// TestReplacedWhilePlaying puts an older copy of a table's file in its place, in two ways, while people
// sit there: they are told without a key, the server counts the table as damaged, nobody reads a path of
// the host, and with the newest copy they go on.
func TestReplacedWhilePlaying(t *testing.T) {
	t.Parallel()
	for name, replaces := range map[string]func(path string, text []byte) error{
		"written over": func(path string, text []byte) error { return os.WriteFile(path, text, 0o600) },
		"put in its place": func(path string, text []byte) error {
			other := path + ".other"
			if err := os.WriteFile(other, text, 0o600); err != nil {
				return err
			}
			return os.Rename(other, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, nil)
			all := meet(h, "anna", "ben")
			for _, f := range all {
				f.isReady()
			}
			path := filepath.Join(h.opts.Dir, "tables", h.table()+".ndjson")
			older, err := os.ReadFile(path)
			require.NoError(t, err)
			require.False(t, h.plays(6, all...))
			newest, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, replaces(path, older))
			for _, f := range all {
				f.sees("ask the host to put the newest")
			}
			stats, err := h.store.Stats()
			require.NoError(t, err)
			assert.EqualValues(t, 1, stats.Damaged)
			for _, f := range all {
				f.sees("is damaged on disk")
				for _, frame := range f.frames {
					assert.NotContains(t, frame, h.opts.Dir)
				}
			}
			require.NoError(t, replaces(path, newest))
			for _, f := range all {
				f.hang()
				f.comes("")
				f.chooses("Back to the table")
			}
			require.True(t, h.plays(1000, all...))
		})
	}
}
