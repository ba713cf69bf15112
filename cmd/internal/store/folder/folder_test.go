package folder

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 5, "how often to kill a process that writes, at random moments")

// opened opens a store until the test ends.
func opened(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, Alone: true})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// put replaces a value.
func put(b *Bucket, key, value string) error {
	return b.Change(key, func([]byte) ([]byte, error) { return []byte(value), nil })
}

func TestOneProcessAFolder(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir)
	_, err := Open(Options{Dir: dir, Alone: true})
	require.ErrorIs(t, err, disk.ErrInUse)
	require.ErrorContains(t, err, dir)
	_, err = Open(Options{Dir: filepath.Join(os.DevNull, "x"), Alone: true})
	require.Error(t, err)
	_, err = Open(Options{})
	require.ErrorIs(t, err, disk.ErrNoHome)
}

// TestOneProcessATable opens the same folder twice. Each table can be open in only one of the stores, and can be read
// through the other.
func TestOneProcessATable(t *testing.T) {
	dir := t.TempDir()
	both := make([]*Store, 2)
	for i := range both {
		var err error
		both[i], err = Open(Options{Dir: dir})
		require.NoError(t, err)
		t.Cleanup(func() { _ = both[i].Close() })
	}
	at := storetest.Write(t, both[0], "Zwei für Ärger", 0, "a")
	stop, err := both[0].Hold("Zwei für Ärger", func(store.Event) {})
	require.NoError(t, err)
	err = both[1].Append("Zwei für Ärger", at, storetest.Line("b"))
	require.ErrorIs(t, err, disk.ErrInUse)
	require.ErrorIs(t, both[1].Delete("Zwei für Ärger"), disk.ErrInUse)
	assert.Equal(t, storetest.Lines("a"), storetest.Data(t, both[1], "Zwei für Ärger"))
	storetest.Write(t, both[1], "other", 0, "a")
	stop()
	storetest.Write(t, both[1], "Zwei für Ärger", at, "b")
}

// TestCodesAreForgotten makes codes older and checks that they expire.
func TestCodesAreForgotten(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	require.NoError(t, put(s.Codes, "code", "table"))
	long := time.Now().Add(-store.CodeLife - time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "codes", "code"), long, long))
	even := s.clock
	// the system's clock was set forward
	s.clock = func() time.Time { return long }
	s.lastCleanup = time.Time{}
	_, err := s.Tables()
	require.NoError(t, err)
	_, err = s.Codes.Get("code")
	require.NoError(t, err)
	s.clock = even
	_, err = s.Codes.Get("code")
	require.ErrorIs(t, err, store.ErrNone)
	require.NoError(t, put(s.Codes, "code", "other"))
	require.NoError(t, os.Chtimes(filepath.Join(dir, "codes", "code"), long, long))
	other, err := Open(Options{Dir: dir})
	require.NoError(t, err)
	_, err = other.Tables()
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "codes", "code"), "who only reads removes nothing")
	s.lastCleanup = time.Time{} // long ago
	_, err = s.Tables()
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(dir, "codes", "code"))
}

// TestEveryBit flips each bit of a small table's file. Reading it then returns what was written, or an error
// that names the table, and no byte of the file changes.
func TestEveryBit(t *testing.T) {
	dir := storetest.Dir(t)
	s := opened(t, dir)
	mark := storetest.Write(t, s, "one", 0, "a", "b", "c")
	storetest.Write(t, s, "two", 0, "x")
	path := filepath.Join(dir, "one"+extension)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		events, err := s.Read("one")
		require.ErrorIs(t, err, store.ErrDamaged, "bit %d: %s", i, bad)
		require.ErrorContains(t, err, "the table one, line")
		for n, e := range events {
			require.Equal(t, storetest.Lines("a", "b", "c")[n], string(e.Data))
		}
		err = s.Append("one", mark, storetest.Line("d"))
		require.ErrorIs(t, err, store.ErrDamaged)
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, bad, now)
	}
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, s, "two"))
	require.NoError(t, s.Delete("one"), "it can be deleted")
}

// TestLinesOfOthers swaps files and lines of tables, and checks that all of them are refused.
func TestLinesOfOthers(t *testing.T) {
	dir := storetest.Dir(t)
	s := opened(t, dir)
	for _, name := range []string{"one", "two"} {
		storetest.Write(t, s, name, 0, "a", "b", "c")
	}
	one, err := os.ReadFile(filepath.Join(dir, "one"+extension))
	require.NoError(t, err)
	two, err := os.ReadFile(filepath.Join(dir, "two"+extension))
	require.NoError(t, err)
	lines, others := bytes.SplitAfter(one, []byte("\n")), bytes.SplitAfter(two, []byte("\n"))
	for name, text := range map[string][][]byte{
		"another table": others,
		"a line less":   {lines[0], lines[2]},
		"a line twice":  {lines[0], lines[1], lines[1]},
		"another order": {lines[0], lines[2], lines[1]},
		"another's":     {lines[0], others[1]},
		"no first line": {lines[1], lines[2]},
		"zeros":         {lines[0], make([]byte, 100), []byte("\n"), lines[1]},
		"a long line":   {bytes.Repeat([]byte("x"), longestLine+1)},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "one"+extension), bytes.Join(text, nil), 0o600))
		_, err := s.Read("one")
		require.ErrorIs(t, err, store.ErrDamaged, name)
		t.Log(name, err)
	}
}

// TestCutAnywhere cuts a file at each byte, as a crash may. The events before the cut are there, the table can be
// continued, and the unfinished line is kept in another file.
func TestCutAnywhere(t *testing.T) {
	from := storetest.Dir(t)
	storetest.Write(t, opened(t, from), "one", 0, "a", "b", "c")
	good, err := os.ReadFile(filepath.Join(from, "one"+extension))
	require.NoError(t, err)
	first := bytes.IndexByte(good, '\n') + 1
	for size := first; size < len(good); size++ {
		for _, end := range []string{"", "\x00\x00\x00"} {
			dir := storetest.Dir(t)
			text := append(bytes.Clone(good[:size]), end...)
			path := filepath.Join(dir, "one"+extension)
			require.NoError(t, os.WriteFile(path, text, 0o600))
			s, err := Open(Options{Dir: dir})
			require.NoError(t, err)
			events, err := s.Read("one")
			// a line that is whole but for zeros in its newline's place
			if err != nil && end != "" && good[size] == '\n' {
				require.ErrorIs(t, err, store.ErrDamaged)
				continue
			}
			require.NoError(t, err, size)
			now, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, text, now, "reading changes nothing")
			storetest.Write(t, s, "one", events[len(events)-1].Number, "on")
			require.Equal(t, append(storetest.Lines("a", "b", "c")[:len(events)], storetest.Lines("on")...),
				storetest.Data(t, s, "one"))
			kept, err := filepath.Glob(filepath.Join(dir, "one.cut-*"))
			require.NoError(t, err)
			if torn := len(text) - bytes.LastIndexByte(text, '\n') - 1; torn > 0 && good[size] != '\n' {
				require.Len(t, kept, 1)
				cut, err := os.ReadFile(kept[0])
				require.NoError(t, err)
				require.Equal(t, text[len(text)-torn:], cut)
			}
			require.NoError(t, s.Close())
		}
	}
}

// TestDeletedWhileOpen checks that the deleted file of an open table is written again.
func TestDeletedWhileOpen(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	at := storetest.Write(t, s, "one", 0, "a")
	stop, err := s.Hold("one", func(store.Event) {})
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "one"+extension)))
	require.ErrorIs(t, s.Delete("one"), os.ErrNotExist, "what was not deleted here goes on")
	storetest.Write(t, s, "one", at, "b")
	stop()
	assert.Equal(t, storetest.Lines("a", "b"), storetest.Data(t, s, "one"))
	require.NoError(t, os.Symlink(filepath.Join(t.TempDir(), "far"), filepath.Join(dir, "link"+extension)))
	err = s.Append("link", 0, storetest.Line("a"))
	require.ErrorIs(t, err, disk.ErrStrange)
	err = s.Append("no json", 0, []byte("hello\n"))
	require.Error(t, err)
	require.NoFileExists(t, filepath.Join(dir, "no json"+extension), "a table that was never written is none")
}

func BenchmarkAppend(b *testing.B) {
	s := opened(b, b.TempDir())
	var at uint64
	for b.Loop() {
		at = storetest.Write(b, s, "table", at, strings.Repeat("x", 300))
	}
}

// TestSomethingElse checks that a table counts as damaged if a link or a folder is in the place of its file,
// and that the error contains no path of the server.
func TestSomethingElse(t *testing.T) {
	for name, puts := range map[string]func(path string) error{
		"a link":   func(path string) error { return os.Symlink(filepath.Join(t.TempDir(), "far"), path) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
	} {
		dir := t.TempDir()
		s := opened(t, dir)
		at := storetest.Write(t, s, "one", 0, "a")
		storetest.Write(t, s, "two", 0, "b")
		stop, err := s.Hold("one", func(store.Event) {})
		require.NoError(t, err)
		require.NoError(t, s.Unchanged("one"))
		path := filepath.Join(dir, "one"+extension)
		require.NoError(t, os.Remove(path))
		if err := puts(path); err != nil {
			t.Log("none here:", err)
			stop()
			continue
		}
		all, err := s.Tables()
		require.NoError(t, err)
		assert.Equal(t, []string{"one", "two"}, all, name)
		stats, err := s.Stats()
		require.NoError(t, err)
		assert.Equal(t, uint64(2), stats.Tables, name)
		assert.Equal(t, uint64(1), stats.Damaged, name)
		_, read := s.Read("one")
		for _, err := range []error{read, s.Unchanged("one"), s.Append("one", at, storetest.Line("b"))} {
			require.ErrorIs(t, err, store.ErrDamaged, name)
			require.ErrorContains(t, err, "the table one", name)
			assert.NotContains(t, err.Error(), dir, name)
		}
		stop()
		require.Error(t, s.Delete("one"), "somebody has put it there")
		assert.Equal(t, storetest.Lines("b"), storetest.Data(t, s, "two"), name)
	}
}

// TestFolderMovedAway checks that errors contain no path of the server while the folder is missing, and that
// everything works when it is back.
func TestFolderMovedAway(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	s := opened(t, dir)
	at := storetest.Write(t, s, "one", 0, "a")
	require.NoError(t, put(s.People, "anna", "{}"))
	stop, err := s.Hold("one", func(store.Event) {})
	require.NoError(t, err)
	require.NoError(t, os.Rename(dir, dir+".away"))
	require.NoError(t, os.WriteFile(dir, nil, 0o600))
	_, read := s.Read("two")
	_, get := s.People.Get("anna")
	_, tables := s.Tables()
	for _, err := range []error{
		read, get, tables, put(s.People, "ben", "{}"),
		s.Append("one", at, storetest.Line("b")), s.Append("new", 0, storetest.Line("b")),
	} {
		require.Error(t, err)
		assert.NotContains(t, err.Error(), dir)
	}
	require.NoError(t, os.Remove(dir))
	require.NoError(t, os.Rename(dir+".away", dir))
	storetest.Write(t, s, "one", at, "b")
	stop()
	assert.Equal(t, storetest.Lines("a", "b"), storetest.Data(t, s, "one"))
}

// BenchmarkReady opens a folder of 1,000 tables of 60 events each, and reads one.
func BenchmarkReady(b *testing.B) {
	dir := b.TempDir()
	s := opened(b, dir)
	for n := range 1000 {
		l := &log{store: s, table: fmt.Sprint("t", n), path: filepath.Join(dir, fmt.Sprint("t", n)+extension)}
		require.NoError(b, l.begin(true, nil))
		l.file.Sync = false
		for i := range 60 {
			require.NoError(b, l.append(uint64(i), storetest.Line(strings.Repeat("x", 300))))
		}
		require.NoError(b, l.close())
	}
	require.NoError(b, s.Close())
	for b.Loop() {
		s := opened(b, dir)
		_, err := s.Tables()
		require.NoError(b, err)
		_, err = s.Read("t500")
		require.NoError(b, err)
		require.NoError(b, s.Close())
	}
}

// TestEveryBitOfAPerson flips each bit of a person's record. The record is refused with an error that names it,
// the file does not change, and the records of others can be read.
func TestEveryBitOfAPerson(t *testing.T) {
	dir := storetest.Dir(t)
	s := opened(t, dir)
	for _, name := range []string{"anna", "ben"} {
		require.NoError(t, put(s.People, name, `{"name":"`+name+`"}`))
	}
	path := filepath.Join(dir, "people", "anna")
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		_, err := s.People.Get("anna")
		require.ErrorIs(t, err, store.ErrDamaged, "bit %d: %s", i, bad)
		require.ErrorContains(t, err, filepath.Join("people", "anna"))
		require.NotContains(t, err.Error(), dir, "visitors read it")
		require.ErrorIs(t, put(s.People, "anna", "{}"), store.ErrDamaged)
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, bad, now)
	}
	_, err = s.People.Get("ben")
	require.NoError(t, err)
}

// TestLinks replaces the folder's own files by links, and checks that none is followed.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	far := filepath.Join(t.TempDir(), "far")
	require.NoError(t, os.WriteFile(far, []byte("victim"), 0o600))
	for _, to := range []string{far, far + "-none"} {
		require.NoError(t, os.Symlink(to, filepath.Join(dir, lockFile)))
		_, err := Open(Options{Dir: dir, Alone: true})
		require.ErrorIs(t, err, disk.ErrStrange)
		require.ErrorContains(t, err, filepath.Join(dir, lockFile))
		require.NoError(t, os.Remove(filepath.Join(dir, lockFile)))
	}
	s := opened(t, dir)
	require.NoError(t, put(s.People, "ben", "b"))
	require.NoError(t, os.Rename(filepath.Join(dir, "people", "ben"), far))
	require.NoError(t, os.Symlink(far, filepath.Join(dir, "people", "ben")))
	_, err := s.People.Get("ben")
	require.ErrorIs(t, err, disk.ErrStrange)
	require.ErrorIs(t, put(s.People, "ben", "c"), disk.ErrStrange)
	assert.NoFileExists(t, far+"-none")
}

// TestChangedWhileOpen copies other bytes over the files of an open table and of a table that was open. Both
// are refused, since events that were seen are missing, and nothing is written to them. With the right files
// back both can be continued.
func TestChangedWhileOpen(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	path := filepath.Join(dir, "one"+extension)
	at := storetest.Write(t, s, "one", 0, "a", "b")
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	at = storetest.Write(t, s, "one", at, "c")
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	flipped := bytes.Clone(good)
	flipped[len(flipped)-5] ^= 1
	zeroed := bytes.Clone(good)
	copy(zeroed[len(before)-30:], make([]byte, 4096))
	other := t.TempDir()
	storetest.Write(t, opened(t, other), "one", 0, "a", "b", "other")
	another, err := os.ReadFile(filepath.Join(other, "one"+extension))
	require.NoError(t, err)
	for name, bad := range map[string][]byte{
		"of the day before": before, "a bit": flipped, "zeros at the end": zeroed, "cut": good[:len(good)-3],
		"longer":      append(bytes.Clone(good), "{}\n"...),
		"another end": another, "empty": {},
	} {
		for _, open := range []bool{true, false} {
			stop := func() {}
			if open {
				stop, err = s.Hold("one", func(store.Event) {})
				require.NoError(t, err)
			}
			require.NoError(t, os.WriteFile(path, bad, 0o600)) // in its place, not renamed to it
			err = s.Append("one", at, storetest.Line("d"))
			require.ErrorIs(t, err, store.ErrDamaged, "%s, %v", name, open)
			require.ErrorContains(t, err, "one", name)
			stats, err := s.Stats()
			require.NoError(t, err)
			assert.Equal(t, uint64(1), stats.Damaged, name)
			_, err = s.Read("one")
			require.ErrorIs(t, err, store.ErrDamaged, name)
			now, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, bad, now, name)
			stop()
			require.NoError(t, os.WriteFile(path, good, 0o600))
			assert.Equal(t, storetest.Lines("a", "b", "c"), storetest.Data(t, s, "one"))
		}
	}
	storetest.Write(t, s, "one", at, "d")
}
