package kit

import (
	"bytes"
	"os"
	"runtime"
	"testing"

	"github.com/muesli/termenv"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDumbTerminal: a terminal that understands no escape codes, or that nobody has named, has no colors unless the
// person asks for them, whatever else the environment says about colors.
func TestDumbTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	require.NoError(t, os.Unsetenv("NO_COLOR"))
	t.Setenv("CLICOLOR_FORCE", "1")
	t.Setenv("COLORTERM", "truecolor")
	isNamed := runtime.GOOS == "windows"
	for name, want := range map[string]bool{"dumb": true, "": !isNamed, "xterm": false, "linux": false} {
		t.Setenv("TERM", name)
		assert.Equal(t, want, IsDumb(), "TERM=%s", name)
		var out bytes.Buffer
		auto := TermProfileOf(&out, "auto", false).Colors
		assert.Equal(t, want, auto == termenv.Ascii, "TERM=%s", name)
		assert.NotEqual(t, termenv.Ascii, TermProfileOf(&out, "always", false).Colors, "TERM=%s", name)
	}
	require.NoError(t, os.Unsetenv("TERM"))
	assert.Equal(t, !isNamed, IsDumb())
}
