package cli

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServingPages checks that the program knows every command on the pages about serving
// and about measuring over many machines, with all its flags.
func TestServingPages(t *testing.T) {
	for page, least := range map[string]int{"serving.md": 7, "measuring.md": 2} {
		t.Run(page, func(t *testing.T) { assert.Greater(t, knownCommands(t, page), least) })
	}
}

// knownCommands checks the commands on a page, and counts them.
func knownCommands(t *testing.T, name string) (n int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", name))
	require.NoError(t, err)
	page := strings.NewReplacer(`["/fellowship", "serve", "--ssh", "0.0.0.0:2222", "--data", "/data"]`,
		"fellowship serve --ssh 0.0.0.0:2222 --data /data", `"$SLURM_CPUS_PER_TASK"`, "4").
		Replace(string(text))
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		for _, before := range []string{"ExecStart=/usr/local/bin/", "ENTRYPOINT "} {
			line = strings.TrimPrefix(line, before)
		}
		if !strings.HasPrefix(line, "fellowship ") {
			continue
		}
		n++
		line, _, _ = strings.Cut(line, " \\")
		root := newRootCmd(command.NewRoot(new(atomic.Int64)), "")
		cmd, args, err := root.Find(strings.Fields(line)[1:])
		require.NoError(t, err, line)
		assert.True(t, cmd.Runnable() && cmd != root, line)
		require.NoError(t, cmd.ParseFlags(args), line)
		assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), line)
	}
	return n
}
