package cli_test

import (
	"testing"

	"fellowship/cmd/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestScripts runs the whole program: what no command does alone, and what several have in common.
func TestScripts(t *testing.T) { clitest.Scripts(t) }
