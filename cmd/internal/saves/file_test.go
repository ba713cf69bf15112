package saves

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAppendToAFullDisk uses the device that is always full where there is one.
func TestAppendToAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	f := &File{file: full, name: "full"}
	require.ErrorIs(t, f.Append([]byte("{}\n")), ErrFull)
	assert.Zero(t, f.size)
}

// TestAppendAfterAFailure shows that what a failed write left behind is gone
// before the next line.
func TestAppendAfterAFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.ndjson")
	file, err := os.Create(path)
	require.NoError(t, err)
	f := &File{file: file, name: "game"}
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

func TestWholeLines(t *testing.T) {
	for _, tt := range []struct {
		data, want    string
		torn, unended bool
	}{
		{"", "", false, false},
		{"{}\n", "{}\n", false, false},
		{"{}\n{\"pl", "{}\n", true, false},
		{"{}\n{}", "{}\n{}", false, true},
		{"{}\n\x00\x00", "{}\n", true, false},
		{"{\"re", "", true, false},
	} {
		whole, torn, unended := wholeLines([]byte(tt.data))
		assert.Equal(t, tt.want, string(whole), "%q", tt.data)
		assert.Equal(t, [2]bool{tt.torn, tt.unended}, [2]bool{torn, unended}, "%q", tt.data)
	}
}

func TestClassify(t *testing.T) {
	require.ErrorIs(t, classify(&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}), ErrReadOnly)
	other := errors.New("other")
	assert.Equal(t, other, classify(other))
}

// TestDiscard holds that a game that could not be begun leaves nothing behind.
func TestDiscard(t *testing.T) {
	shelf := New(t.TempDir())
	file, err := shelf.Create("c01p4s7")
	require.NoError(t, err)
	require.NoError(t, file.Discard())
	assert.Empty(t, shelf.Names())
	again, err := shelf.Create("c01p4s7")
	require.NoError(t, err)
	assert.Equal(t, "c01p4s7-1", again.Name())
	require.NoError(t, again.Close())
}
