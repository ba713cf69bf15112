package lines_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"fellowship/cmd/internal/lines"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forever is a line without an end.
type forever struct{}

func (forever) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'y'
	}
	return len(p), nil
}

func TestNext(t *testing.T) {
	r := lines.New(iotest.OneByteReader(strings.NewReader("  play \t H5 \r\n\n\xff" + strings.Repeat("x", 100_000) +
		"\nlast")))
	for _, want := range []string{"play H5", "", "?xxx", "last"} {
		line, err := r.Next()
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(line, want) && (want == "?xxx" || line == want), "%.20q", line)
		assert.Less(t, len(line), 10_000)
	}
	_, err := r.Next()
	require.ErrorIs(t, err, io.EOF)

	_, err = lines.New(forever{}).Next()
	require.ErrorIs(t, err, lines.ErrEndless)
	broken := errors.New("broken")
	_, err = lines.New(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))).Next()
	require.ErrorIs(t, err, broken)
}

func TestManyLinesForNothing(t *testing.T) {
	r := lines.New(strings.NewReader(strings.Repeat("y\n", 5000)))
	for range 1000 {
		_, err := r.Next()
		require.NoError(t, err)
	}
	_, err := r.Next()
	require.ErrorIs(t, err, lines.ErrVain)
	r.Decided()
	_, err = r.Next()
	require.NoError(t, err)
}
