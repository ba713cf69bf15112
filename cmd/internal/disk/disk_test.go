package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAppendToAFullDisk uses the device that is always full, on systems that have it.
func TestAppendToAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	f := NewLog(full, 0)
	require.ErrorIs(t, f.Append([]byte("{}\n")), ErrFull)
	assert.Zero(t, f.size)
}

// TestAppendAfterAFailure shows that what a failed write left behind is gone
// before the next line.
func TestAppendAfterAFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.ndjson")
	file, err := os.Create(path)
	require.NoError(t, err)
	f := NewLog(file, 0)
	require.NoError(t, f.Append([]byte("{\"a\":1}\n")))

	// A program that is killed while writing leaves half a line.
	_, err = file.WriteAt([]byte(`{"b":22222222222222222`), f.size)
	require.NoError(t, err)
	f.torn = true
	require.NoError(t, f.Append([]byte("{\"c\":3}\n")))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{\"a\":1}\n{\"c\":3}\n", string(data))

	require.NoError(t, file.Close())
	require.Error(t, f.Append([]byte("{\"d\":4}\n")))
	assert.True(t, f.torn, "the file could not be mended yet")
	data, err = os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{\"a\":1}\n{\"c\":3}\n", string(data))
}

// TestAppendBehindARest adds a line to files that a crash has left: their rest is cut off, and a last
// line without its newline gets one.
func TestAppendBehindARest(t *testing.T) {
	for _, tt := range []struct{ whole, rest, after string }{
		{"", "", "[]\n"},
		{"{}\n", "", "{}\n[]\n"},
		{"{}\n", "{\"pl", "{}\n[]\n"},
		{"{}\n{}", "", "{}\n{}\n[]\n"},
		{"{}\n", "\x00\x00", "{}\n[]\n"},
		{"", "{\"re", "[]\n"},
	} {
		path := filepath.Join(t.TempDir(), "lines")
		require.NoError(t, os.WriteFile(path, []byte(tt.whole+tt.rest), 0o600))
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		require.NoError(t, err)
		log := NewLog(file, int64(len(tt.whole)))
		require.NoError(t, log.Append([]byte("[]\n")))
		require.NoError(t, log.Close())
		now, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, tt.after, string(now), "%q", tt)
	}
}

func TestClassify(t *testing.T) {
	require.ErrorIs(t, Classify(&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}), ErrReadOnly)
	other := errors.New("other")
	assert.Equal(t, other, Classify(other))
	known := Classify(&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission})
	assert.Equal(t, known, Classify(known), "it is said once")
}

// TestADeletedFileIsWrittenAnew: what was in it is not lost as long as the program
// that adds to it runs, and a file that has taken its place is left alone.
func TestADeletedFileIsWrittenAnew(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows deletes no open file")
	}
	dir := filepath.Join(t.TempDir(), "games")
	require.NoError(t, os.Mkdir(dir, 0o700))
	path := filepath.Join(dir, "game.ndjson")
	file, err := os.Create(path)
	require.NoError(t, err)
	f := NewLog(file, 0)
	require.NoError(t, f.Append([]byte("{\"a\":1}\n")))
	require.NoError(t, os.RemoveAll(dir))
	require.NoError(t, f.Append([]byte("{\"b\":2}\n")))
	holds := func(want string) {
		t.Helper()
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, want, string(data))
	}
	holds("{\"a\":1}\n{\"b\":2}\n")
	other, err := os.Open(path)
	require.NoError(t, err)
	defer other.Close()
	require.ErrorIs(t, Lock(other), ErrInUse, "it is locked as the first one was")

	require.NoError(t, os.Remove(path))
	require.NoError(t, f.Keep())
	holds("{\"a\":1}\n{\"b\":2}\n")

	require.NoError(t, os.Remove(path))
	require.NoError(t, os.WriteFile(path, []byte("another\n"), 0o600))
	require.ErrorIs(t, f.Keep(), ErrGone)
	require.ErrorIs(t, f.Append([]byte("{\"c\":3}\n")), ErrGone)
	holds("another\n")
	require.NoError(t, os.Remove(path))
	require.NoError(t, f.Append([]byte("{\"c\":3}\n")))
	holds("{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n")
	require.NoError(t, f.Close())
}

// TestReplaceShared: a file is there as a whole or not at all, and others may read it as far as
// the umask lets them; what is no regular file is written where it is.
func TestReplaceShared(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "report")
	for _, text := range []string{"first", "2"} {
		require.NoError(t, ReplaceShared(path, []byte(text)))
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, text, string(data))
	}
	plain, err := os.Create(filepath.Join(dir, "plain"))
	require.NoError(t, err)
	defer plain.Close()
	want, err := plain.Stat()
	require.NoError(t, err)
	got, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, want.Mode(), got.Mode())

	link := filepath.Join(dir, "link")
	if os.Symlink(path, link) == nil {
		require.NoError(t, ReplaceShared(link, []byte("three")))
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, "three", string(data))
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(left), 3, "nothing is left beside it")
	if _, err := os.Stat("/dev/full"); err == nil {
		require.ErrorIs(t, ReplaceShared("/dev/full", []byte("x")), ErrFull)
	}
}

// TestWithoutAHome: nothing is put at the root of the file system.
func TestWithoutAHome(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows names the folders itself")
	}
	t.Setenv("XDG_STATE_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "/elsewhere")
	for _, home := range []string{"", "here"} {
		t.Setenv("HOME", home)
		assert.Empty(t, State("games"), "HOME=%s", home)
		assert.Equal(t, "/elsewhere/fellowship/settings.yaml", Config("settings.yaml"), "HOME=%s", home)
	}
	for _, odd := range []string{"/a\x1b[8m", "/a\nb", "/a\u202eb"} {
		t.Setenv("HOME", odd)
		t.Setenv("XDG_CONFIG_HOME", odd)
		assert.Empty(t, State("games"), "people are shown paths: %q", odd)
		assert.Empty(t, Config("settings.yaml"), "%q", odd)
	}
	t.Setenv("HOME", "/home/frodo")
	assert.True(t, strings.HasPrefix(State("games"), "/home/frodo/"))
}

// TestWritable asks without leaving anything behind.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	require.NoError(t, os.WriteFile(there, []byte("something"), 0o600))
	require.NoError(t, CheckWritable(there))
	require.ErrorIs(t, CheckVacant(there), fs.ErrExist)
	require.NoError(t, CheckWritable(filepath.Join(dir, "new")))
	require.NoError(t, CheckVacant(filepath.Join(dir, "new")))
	for _, path := range []string{dir, filepath.Join(dir, "none", "new"), filepath.Join(there, "new")} {
		require.Error(t, CheckWritable(path), path)
		require.Error(t, CheckVacant(path), path)
	}
	data, err := os.ReadFile(there)
	require.NoError(t, err)
	assert.Equal(t, "something", string(data))
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, files, 1)
}

// TestPending holds that a file is in its place once it is whole, and that nothing is left of a file
// that was not finished.
func TestPending(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "for it")
	path := filepath.Join(dir, "report")
	for _, text := range []string{"first", "2"} {
		p, err := Begin(dir)
		require.NoError(t, err)
		_, err = p.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, p.Finish())
		require.NoError(t, p.Place(path))
		p.Discard()
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, text, string(data))
	}
	for _, finish := range []bool{false, true} {
		p, err := Begin(dir)
		require.NoError(t, err)
		if finish {
			require.NoError(t, p.Finish())
		}
		p.Discard()
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1, "nothing is left beside it")
	_, err = Begin(path)
	require.Error(t, err, "a file is no folder")

	for text, want := range map[string]bool{"": true, "2": true, "22": false, "1": false} {
		begins, err := FileHasPrefix(path, text)
		require.NoError(t, err)
		assert.Equal(t, want, begins, text)
	}
	begins, err := FileHasPrefix(filepath.Join(dir, "none"), "")
	require.NoError(t, err)
	assert.False(t, begins)
	begins, err = FileHasPrefix(dir, "")
	require.NoError(t, err)
	assert.False(t, begins)
}
