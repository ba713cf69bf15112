package measure

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type (
	testHead   struct{ Work, Seed int }
	testResult struct {
		Unit string
		Won  bool
	}
)

// written is the stored lines of some work.
func written(t *testing.T, seed int, units ...string) (lines [][]byte) {
	t.Helper()
	head, err := encodeLine(nil, testHead{1, seed})
	require.NoError(t, err)
	lines = append(lines, head)
	for i, u := range units {
		line, err := encodeLine(head, testResult{u, i%2 == 0})
		require.NoError(t, err)
		lines = append(lines, line)
	}
	return lines
}

func readAll(text []byte) ([]testResult, int64, error) {
	k, err := read(bytes.NewReader(text), func(*testHead) error { return nil }, func(*testResult) error { return nil })
	return k.lines, k.size, err
}

// TestDamageOfEveryBit flips each bit of a file, which must be an error, after the first line one that
// names its line. It also cuts the file at each byte, which must change no result that is left.
func TestDamageOfEveryBit(t *testing.T) {
	lines := written(t, 7, "one", "two", "three")
	good := bytes.Join(lines, nil)
	want, size, err := readAll(good)
	require.NoError(t, err)
	require.Len(t, want, 3)
	require.Equal(t, int64(len(good)), size)
	for i := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		results, _, err := readAll(bad)
		require.Error(t, err, "bit %d: %s", i, bad)
		require.Equal(t, append([]testResult(nil), want[:len(results)]...), results)
		if i/8 >= len(lines[0]) {
			require.ErrorContains(t, err, "line ")
		}
	}
	for end := len(lines[0]); end < len(good); end++ {
		for _, rest := range []string{"", "\x00\x00"} {
			results, size, err := readAll(append(bytes.Clone(good[:end]), rest...))
			require.NoError(t, err, end)
			require.Equal(t, append([]testResult(nil), want[:len(results)]...), results)
			require.LessOrEqual(t, size, int64(end))
		}
	}
}

// TestLinesOfOtherWork puts lines where they do not belong: what is left of them counts by
// itself, and a line of other work is refused.
func TestLinesOfOtherWork(t *testing.T) {
	lines, other := written(t, 7, "one", "two"), written(t, 8, "one", "two")
	results, _, err := readAll(bytes.Join([][]byte{lines[0], lines[2]}, nil))
	require.NoError(t, err)
	assert.Equal(t, []testResult{{"two", false}}, results)
	_, _, err = readAll(bytes.Join([][]byte{lines[0], lines[1], other[2]}, nil))
	require.ErrorIs(t, err, errChanged)
	require.ErrorContains(t, err, "line 3")
	_, _, err = readAll(bytes.Join([][]byte{other[0], lines[1]}, nil))
	require.ErrorIs(t, err, errChanged)
	_, _, err = readAll(append(bytes.Join(lines, nil), "notes"...))
	require.ErrorIs(t, err, errChanged)

	// Without a sum nothing counts.
	_, _, err = readAll([]byte(`{"Work":1,"Seed":7}` + "\n"))
	require.ErrorIs(t, err, errNoState)
}
