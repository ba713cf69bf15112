package module

import (
	"os"
	"os/exec"
	"regexp"
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
	const control = "fellowship/cmd/internal/module/testdata/fused"
	cmd := exec.CommandContext(t.Context(), "go", "build", "-gcflags=fellowship/...=-d=fmahash=y",
		"./tricks/...", "./characters/...", "./chapters/...", "./solver/...", control)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err)
	require.Contains(t, string(out), "fmahash triggered", "the compiler tells where it adds so")
	for _, told := range regexp.MustCompile(`(?m)^# (\S+)`).FindAllStringSubmatch(string(out), -1) {
		assert.Equal(t, control, told[1],
			"a product is added that was not rounded: go build -gcflags=-S shows where, as FMADD or FMSUB\n%s", out)
	}
}
