package cli

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServingPage holds that the program knows every command on the page about serving,
// with all its flags.
func TestServingPage(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "serving.md"))
	require.NoError(t, err)
	page := strings.NewReplacer(`["/fellowship", "serve", "--ssh", "0.0.0.0:2222", "--data", "/data"]`, "fellowship serve --ssh 0.0.0.0:2222 --data /data").
		Replace(string(text))
	n := 0
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		for _, before := range []string{"ExecStart=/usr/local/bin/", "ENTRYPOINT "} {
			line = strings.TrimPrefix(line, before)
		}
		if !strings.HasPrefix(line, "fellowship ") {
			continue
		}
		n++
		root := newRootCmd(newRootOptions(new(atomic.Int64)))
		cmd, args, err := root.Find(strings.Fields(line)[1:])
		require.NoError(t, err, line)
		assert.True(t, cmd.Runnable() && cmd != root, line)
		require.NoError(t, cmd.ParseFlags(args), line)
		assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), line)
	}
	assert.Greater(t, n, 10)
}
