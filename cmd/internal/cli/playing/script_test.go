package playing_test

import (
	"testing"

	"fellowship/cmd/internal/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestScripts runs the commands of this package.
func TestScripts(t *testing.T) { clitest.Scripts(t) }

// TestPlayScripts plays whole games through pipes.
func TestPlayScripts(t *testing.T) { clitest.Games(t) }

// TestHelp compares the help of the commands of this package.
func TestHelp(t *testing.T) {
	clitest.Help(t, "campaign", "enter", "play", "puzzle", "replay", "saves", "stats")
}
