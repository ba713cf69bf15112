package cli

import (
	"bytes"
	"maps"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/page"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// foreign are the commands whose help cobra has written.
func foreign(cmd *cobra.Command) bool {
	return cmd.Name() == "completion" || cmd.Parent() != nil && foreign(cmd.Parent())
}

// TestHelpIsWritten checks that the help of each command is written, that there is no other, and
// that it names what can be chosen.
func TestHelpIsWritten(t *testing.T) {
	opt := command.NewRoot(new(atomic.Int64))
	root := newRootCmd(opt, "")
	addCompletion(opt, root, nil)
	rest := maps.Clone(helpTexts())
	for _, cmd := range allCommands(root) {
		path := cmd.CommandPath()
		if !foreign(cmd) {
			assert.NotEmpty(t, rest[path].Long, "%s: what is it for?", path)
			delete(rest, path)
		}
	}
	assert.Empty(t, rest, "commands that are not there")
	for _, name := range players.Policies {
		assert.Contains(t, helpTexts()["fellowship arena"].Long, name)
	}
}

// TestFirstPage checks that the help of the program names every command, with what its own help
// says of it, and fits on a small terminal.
func TestFirstPage(t *testing.T) {
	page := helpTexts()["fellowship"].Long
	assert.LessOrEqual(t, strings.Count(page, "\n"), 23)
	short := map[string]string{"help": ""}
	for _, cmd := range newRootCmd(command.NewRoot(new(atomic.Int64)), "").Commands() {
		short[cmd.Name()] = cmd.Short
		assert.Regexp(t, `\b`+cmd.Name()+`\b`, page)
	}
	for _, row := range regexp.MustCompile(`(?m)^  (\w+) +(.*)$`).FindAllStringSubmatch(page, -1) {
		assert.Equal(t, short[row[1]], row[2], row[1])
	}
}

// TestHelpFits checks that what is told of a command fits into 80 columns, and tells nothing of the
// machine, so that all can have the same manual pages.
func TestHelpFits(t *testing.T) {
	home, err := os.UserHomeDir()
	require.NoError(t, err)
	for _, cmd := range allCommands(newRootCmd(command.NewRoot(new(atomic.Int64)), "")) {
		var out, errs bytes.Buffer
		args := append([]string{"--help"}, strings.Fields(cmd.CommandPath())[1:]...)
		require.Equal(t, command.ExitOK, Main(args, strings.NewReader(""), &out, &errs), "%s", errs.String())
		assert.NotContains(t, out.String(), home)
		for line := range strings.Lines(out.String()) {
			if !strings.Contains(line, " --") { // of a flag's value
				assert.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), page.Width, "%s: %s", args, line)
			}
		}
	}
}
