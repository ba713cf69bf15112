package serving

import (
	"bytes"
	"sync/atomic"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEnvironment holds that variables set what the command line leaves open, and that one which
// sets nothing is named.
func TestEnvironment(t *testing.T) {
	t.Setenv("FELLOWSHIP_MAX_TABLES", "3")
	t.Setenv("FELLOWSHIP_SSH", "127.0.0.1:2223")
	t.Setenv("FELLOWSHIP_METRIX", "1")
	cmd := NewServe(command.NewRoot(new(atomic.Int64)))
	var said bytes.Buffer
	cmd.SetErr(&said)
	require.NoError(t, cmd.ParseFlags([]string{"--ssh", "127.0.0.1:2224"}))
	require.NoError(t, fromEnvironment(cmd, nil))
	assert.Equal(t, "3", cmd.Flag("max-tables").Value.String())
	assert.Equal(t, "127.0.0.1:2224", cmd.Flag("ssh").Value.String())
	assert.Equal(t, "fellowship: \"FELLOWSHIP_METRIX\" is no setting of this command; did you mean FELLOWSHIP_METRICS?\n", said.String())

	t.Setenv("FELLOWSHIP_MAX_TABLES", "0")
	cmd = NewServe(command.NewRoot(new(atomic.Int64)))
	assert.ErrorContains(t, fromEnvironment(cmd, nil), "FELLOWSHIP_MAX_TABLES: --max-tables 0: it has to be from 1 to 1000000")
}
