package command

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExitCodes(t *testing.T) {
	assert.Equal(t, ExitInterrupted, Worst(ExitInternal, ExitInterrupted))
	assert.Equal(t, ExitInternal, Worst(ExitInternal, ExitUsage))
	assert.Equal(t, ExitUsage, Worst(ExitUndecided, ExitUsage))
	assert.Equal(t, ExitUndecided, Worst(ExitNo, ExitUndecided))
	assert.Equal(t, ExitNo, Worst(ExitNo, ExitOK))
	assert.Equal(t, ExitOK, Worst(ExitOK, ExitOK))
	code, shown := ExitCode(errors.New("bad"))
	assert.Equal(t, ExitUsage, code)
	assert.EqualError(t, shown, "bad")
}
