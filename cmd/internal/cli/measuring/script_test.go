package measuring_test

import (
	"testing"

	"fellowship/cmd/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestScripts runs the commands of this package.
func TestScripts(t *testing.T) { clitest.Scripts(t) }

// TestHelp compares the help of the commands of this package.
func TestHelp(t *testing.T) { clitest.Help(t, "arena", "difficulty", "simulate") }
