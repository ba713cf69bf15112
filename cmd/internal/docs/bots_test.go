package docs

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"fellowship/cmd/internal/cli"
	_ "fellowship/cmd/internal/envtest" // the tests have an environment of their own

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBots: the bots of the page play whole rounds of all kinds, and the same one twice.
func TestBots(t *testing.T) {
	bots, err := filepath.Abs(filepath.Join(module, "docs/bots"))
	require.NoError(t, err)
	t.Run("python", func(t *testing.T) {
		if _, err := exec.LookPath("python3"); err != nil {
			t.Skip("there is no python3")
		}
		plays(t, "bot:python3 '"+filepath.Join(bots, "bot.py")+"'")
	})
	t.Run("go", func(t *testing.T) {
		bot := filepath.Join(t.TempDir(), "bot.exe")
		out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bot,
			filepath.Join(bots, "bot.go")).CombinedOutput()
		require.NoError(t, err, "%s", out)
		plays(t, "bot:'"+bot+"'")
	})
}

// plays lets a bot play some rounds.
func plays(t *testing.T, name string) {
	t.Helper()
	var first string
	for _, deal := range []string{"c02p4s7", "c02p4s7", "c12p2s1", "c03p1s1"} {
		var round, problems bytes.Buffer
		code := cli.Main([]string{"simulate", deal, "--computer", name, "--json", "--bot-timeout", "1m"}, nil, &round,
			&problems)
		assert.Zero(t, code, "%s", &problems)
		assert.Empty(t, sofar.ReplaceAllString(problems.String(), ""))
		if first == "" {
			first = round.String()
		} else if deal == "c02p4s7" {
			assert.Equal(t, first, round.String())
		}
	}
}
