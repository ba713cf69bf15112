package disk

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestLines: whole lines are taken, also long ones and a last one without its newline; what a crash left of a line is not a
// line, and too long a line, a reader that fails and a refusal end the reading.
func TestLines(t *testing.T) {
	long := `"` + strings.Repeat("x", 1<<17) + `"` // longer than the buffer
	refused := errors.New("refused")
	for name, row := range map[string]struct {
		text  string
		lines int
		// rest is what is not taken at the end.
		rest string
		torn bool
		err  error
	}{
		"nothing":    {"", 0, "", false, nil},
		"two":        {"{\"a\":1}\n[2]\n", 2, "", false, nil},
		"no newline": {"{\"a\":1}\n[2]", 2, "", false, nil},
		"no JSON":    {"1\noops", 2, "", false, nil},
		"half":       {"{\"a\":1}\n{\"b\":", 1, "{\"b\":", true, nil},
		"zeros":      {"1\n{\"b\":2}\x00\x00", 1, "{\"b\":2}\x00\x00", true, nil},
		"only zeros": {"1\n\x00\x00", 1, "\x00\x00", true, nil},
		"long":       {long + "\n" + long + "\n1", 3, "", false, nil},
		"too long":   {"1\n" + long + long + "\n2\n", 1, long + long + "\n2\n", false, bufio.ErrTooLong},
		"refused":    {"1\n\"refused\"\n2\n", 1, "\"refused\"\n2\n", false, refused},
		"last one":   {"1\n\"refused\"", 1, "\"refused\"", false, refused},
	} {
		t.Run(name, func(t *testing.T) {
			var taken []string
			size, torn, err := Lines(strings.NewReader(row.text), 1<<17+10, func(line []byte) error {
				if strings.Contains(string(line), "refused") {
					return refused
				}
				taken = append(taken, string(line))
				return nil
			})
			require.ErrorIs(t, err, row.err)
			assert.Len(t, taken, row.lines)
			whole := strings.TrimSuffix(row.text, row.rest)
			assert.Equal(t, int64(len(whole)), size)
			assert.Equal(t, strings.TrimSuffix(whole, "\n"), strings.TrimSuffix(strings.Join(taken, ""), "\n"))
			for _, line := range taken {
				assert.True(t, strings.HasSuffix(line, "\n"))
			}
			if row.torn {
				assert.Equal(t, row.rest, string(torn))
			} else {
				assert.Empty(t, torn)
			}
		})
	}
	gone := errors.New("gone")
	_, _, err := Lines(iotest.ErrReader(gone), 100, nil)
	require.ErrorIs(t, err, gone)
}

// TestAddLine: a line is appended as it is; after half a line of a program that died it begins a line of its own.
func TestAddLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines")
	require.NoError(t, AddLine(path, []byte("one")))
	require.NoError(t, AddLine(path, []byte("two")))
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	_, err = f.WriteString("ha")
	require.NoError(t, errors.Join(err, f.Close()))
	require.NoError(t, AddLine(path, []byte("three")))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "one\ntwo\nha\nthree\n", string(text))
	assert.Error(t, AddLine(filepath.Join(path, "below"), nil))
}
