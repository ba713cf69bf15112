package folder

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/storetest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// marksOf returns the folder of the end marks of a folder.
func marksOf(dir string) string { return filepath.Join(dir, ".ends") }

// openedMarked opens a folder whose store keeps end marks.
func openedMarked(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(Options{Dir: dir, EndMarks: marksOf(dir)})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// damageOf returns how a new store finds a table.
func damageOf(t *testing.T, dir, table string) *store.DamageError {
	t.Helper()
	_, err := openedMarked(t, dir).Read(table)
	if err == nil {
		return nil
	}
	var damage *store.DamageError
	require.ErrorAs(t, err, &damage)
	require.ErrorIs(t, err, store.ErrDamaged)
	return damage
}

// TestEndMark cuts a file at each byte. Each cut that costs an event is found, also at the end of a line and also by a
// process that has not seen the table before. A line after the last event is what a crash leaves.
func TestEndMark(t *testing.T) {
	dir := storetest.Dir(t)
	storetest.Write(t, openedMarked(t, dir), "one", 0, "a", "b", "c")
	path := filepath.Join(dir, "one"+extension)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for size := range len(good) - 1 { // without its newline the last line is whole
		require.NoError(t, os.WriteFile(path, good[:size], 0o600))
		damage := damageOf(t, dir, "one")
		require.NotNil(t, damage, size)
		assert.Equal(t, store.Cut, damage.Kind)
		assert.Equal(t, uint64(3), damage.Written)
		assert.Equal(t, uint64(bytes.Count(good[:size+1], []byte("\n"))+1), damage.Line)
	}
	for _, torn := range []string{"", `{"n":4,"at":"20`, "\x00\x00\x00"} {
		require.NoError(t, os.WriteFile(path, append(bytes.Clone(good), torn...), 0o600))
		assert.Nil(t, damageOf(t, dir, "one"), torn)
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(good)+torn, string(now), "reading changes nothing")
	}
}

// TestWithoutEndMark: nobody knows how far a file without a mark was written, so half a line may be the rest of many.
func TestWithoutEndMark(t *testing.T) {
	dir := storetest.Dir(t)
	storetest.Write(t, openedMarked(t, dir), "one", 0, "a", "b", "c")
	path := filepath.Join(dir, "one"+extension)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, mark := range []string{"", "{}", "\x00\x00", "a mark that is much longer than any mark that the program has written itself"} {
		require.NoError(t, os.WriteFile(filepath.Join(marksOf(dir), "one"), []byte(mark), 0o600))
		require.NoError(t, os.WriteFile(path, good, 0o600))
		assert.Nil(t, damageOf(t, dir, "one"))
		require.NoError(t, os.WriteFile(path, good[:len(good)-5], 0o600))
		damage := damageOf(t, dir, "one")
		require.NotNil(t, damage)
		assert.Equal(t, store.Torn, damage.Kind)
		assert.Equal(t, uint64(3), damage.Line)
		assert.Zero(t, damage.Written)
	}
}

// TestReplacedFile puts other files with valid lines in the place of a table's file.
func TestReplacedFile(t *testing.T) {
	dir := storetest.Dir(t)
	s := openedMarked(t, dir)
	path := filepath.Join(dir, "one"+extension)
	at := storetest.Write(t, s, "one", 0, "a")
	older, err := os.ReadFile(path)
	require.NoError(t, err)
	storetest.Write(t, s, "one", at, "b")
	elsewhere := storetest.Dir(t)
	storetest.Write(t, openedMarked(t, elsewhere), "one", 0, "x", "y", "z")
	another, err := os.ReadFile(filepath.Join(elsewhere, "one"+extension))
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(elsewhere, "one"+extension)))
	storetest.Write(t, openedMarked(t, elsewhere), "one", 0, "x")
	shorter, err := os.ReadFile(filepath.Join(elsewhere, "one"+extension))
	require.NoError(t, err)
	storetest.Write(t, s, "two", 0, "a")
	renamed, err := os.ReadFile(filepath.Join(dir, "two"+extension))
	require.NoError(t, err)
	for name, tt := range map[string]struct {
		text []byte
		want store.DamageError
	}{
		"older":   {older, store.DamageError{Kind: store.Cut, Line: 2, Written: 2}},
		"another": {another, store.DamageError{Kind: store.Replaced, Line: 4, Written: 2}},
		"shorter": {shorter, store.DamageError{Kind: store.Replaced, Line: 2, Written: 2}},
		"renamed": {renamed, store.DamageError{Kind: store.Renamed, Line: 1, Written: 2, Table: "two"}},
	} {
		require.NoError(t, os.WriteFile(path, tt.text, 0o600))
		damage := damageOf(t, dir, "one")
		require.NotNil(t, damage, name)
		damage.Err = nil
		assert.Equal(t, tt.want, *damage, name)
	}
}

// TestRepair: a damaged table goes on after its last readable event, and the whole file is kept beside it.
func TestRepair(t *testing.T) {
	for name, tt := range map[string]struct {
		damage func(good []byte) []byte
		left   int
	}{
		"cut in a line": {func(good []byte) []byte { return good[:len(good)-9] }, 2},
		"cut at a line": {func(good []byte) []byte { return good[:bytes.LastIndexByte(good[:len(good)-1], '\n')+1] }, 2},
		"a bit": {func(good []byte) []byte {
			good[bytes.IndexByte(good, '\n')+9] ^= 1
			return good
		}, 1},
		"nothing": {func(good []byte) []byte { return good[:9] }, 0},
		"empty":   {func([]byte) []byte { return nil }, 0},
	} {
		dir := storetest.Dir(t)
		s := openedMarked(t, dir)
		storetest.Write(t, s, "one", 0, "a", "b", "c")
		path := filepath.Join(dir, "one"+extension)
		good, err := os.ReadFile(path)
		require.NoError(t, err)
		bad := tt.damage(bytes.Clone(good))
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		require.ErrorIs(t, s.Append("one", uint64(tt.left), storetest.Line("on")), store.ErrDamaged, name)
		for n := range 2 { // the second time in another process
			copied, err := s.Repair("one")
			if tt.left == 0 {
				require.ErrorIs(t, err, store.ErrDamaged, name)
				now, err := os.ReadFile(path)
				require.NoError(t, err)
				require.Equal(t, string(bad), string(now), "%s: nothing changes", name)
				break
			}
			require.NoError(t, err, name)
			assert.Equal(t, fmt.Sprintf("%s.damaged-%d", path, n+1), copied)
			if n == 0 {
				kept, err := os.ReadFile(copied)
				require.NoError(t, err)
				assert.Equal(t, bad, kept, name)
			}
			s = openedMarked(t, dir)
		}
		if tt.left == 0 {
			continue
		}
		storetest.Write(t, s, "one", uint64(tt.left), "on")
		assert.Equal(t, append(storetest.Lines("a", "b", "c")[:tt.left], storetest.Lines("on")...),
			storetest.Data(t, s, "one"), name)
		assert.Nil(t, damageOf(t, dir, "one"), name)
	}
}

// TestRepairNeedsTheFile: a table that another process has open is not repaired, and neither is a link.
func TestRepairNeedsTheFile(t *testing.T) {
	dir := storetest.Dir(t)
	s := openedMarked(t, dir)
	storetest.Write(t, s, "one", 0, "a")
	release, err := s.Hold("one", func(store.Event) {})
	require.NoError(t, err)
	defer release()
	_, err = openedMarked(t, dir).Repair("one")
	require.Error(t, err)
	_, err = s.Repair("none")
	require.ErrorIs(t, err, store.ErrGone)
	if os.Symlink(filepath.Join(dir, "one"+extension), filepath.Join(dir, "link"+extension)) == nil {
		_, err = s.Repair("link")
		require.ErrorIs(t, err, store.ErrDamaged)
	}
}

// TestMarkOfADeletedTable: the mark goes with its table, also when somebody else deletes the file and another table
// gets its name.
func TestMarkOfADeletedTable(t *testing.T) {
	dir := storetest.Dir(t)
	s := openedMarked(t, dir)
	storetest.Write(t, s, "one", 0, "a", "b", "c")
	require.NoError(t, s.Delete("one"))
	assert.NoDirExists(t, marksOf(dir))
	storetest.Write(t, s, "one", 0, "a", "b", "c")
	require.NoError(t, os.Remove(filepath.Join(dir, "one"+extension)))
	next := openedMarked(t, dir)
	storetest.Write(t, next, "one", 0, "x")
	assert.Equal(t, storetest.Lines("x"), storetest.Data(t, next, "one"))
	assert.Nil(t, damageOf(t, dir, "one"))
}

// TestMarkThatCannotBeWritten: a mark of a deleted table that cannot be removed does not stop the next table of that
// name, and an unfinished line is still known as what a crash leaves.
func TestMarkThatCannotBeWritten(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := storetest.Dir(t)
	storetest.Write(t, openedMarked(t, dir), "one", 0, "a", "b", "c")
	require.NoError(t, os.Chmod(filepath.Join(marksOf(dir), "one"), 0o400))
	require.NoError(t, os.Chmod(marksOf(dir), 0o500))
	t.Cleanup(func() { _ = os.Chmod(marksOf(dir), 0o700) })
	s := openedMarked(t, dir)
	require.NoError(t, s.Delete("one"))
	storetest.Write(t, s, "one", 0, "x")
	path := filepath.Join(dir, "one"+extension)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(good, `{"n":2`...), 0o600))
	assert.Nil(t, damageOf(t, dir, "one"))
}

// TestServersKeepNoMarks: a host puts back the copies of files.
func TestServersKeepNoMarks(t *testing.T) {
	dir := storetest.Dir(t)
	storetest.Write(t, opened(t, dir), "one", 0, "a", "b")
	assert.NoDirExists(t, marksOf(dir))
}
