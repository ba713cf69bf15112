package module

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryMachine holds that numbers come out the same on every machine: nowhere does
// the compiler add a product that was not rounded, as it may on ARM. What must be rounded
// first stands in a conversion: float64(a*b) + c.
func TestEveryMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles for another machine")
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=fellowship/...=-S",
		"./tricks/...", "./characters/...", "./chapters/...", "./solver/...")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err)
	require.Contains(t, string(out), "FMULD", "the compiler tells what it writes")
	fused := regexp.MustCompile(`\((\S+\.go:\d+)\)\s+FN?M(?:ADD|SUB)[DS]\b`)
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "MADD") && !strings.Contains(line, "MSUB") {
			continue // most of 800,000 lines
		}
		if found := fused.FindStringSubmatch(line); found != nil {
			assert.Fail(t, "a product is added that was not rounded", found[1])
		}
	}
}
