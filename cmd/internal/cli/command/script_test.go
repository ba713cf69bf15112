package command_test

import (
	"testing"

	"fellowship/cmd/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestScripts runs commands for what they have in common: flags, arguments, streams, folders and completion.
func TestScripts(t *testing.T) { clitest.Scripts(t) }
