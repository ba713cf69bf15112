package cli

import (
	"io"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"fellowship/cmd/internal/cli/command"

	"github.com/stretchr/testify/assert"
)

// TestManPages holds that every command has a page with the sections a reader
// looks for, and that nothing in a text is taken for a request of man's.
func TestManPages(t *testing.T) {
	root := newRootCmd(command.NewRoot(new(atomic.Int64)))
	root.SetOut(io.Discard)
	addCompletion(root, nil)
	root.InitDefaultHelpCmd()
	known := regexp.MustCompile(`^\.(TH|SH|TP|PP|nf|fi)\b`)
	names := map[string]bool{}
	for _, cmd := range allCommands(root) {
		page := manPage(cmd)
		names[manName(cmd)] = true
		for _, section := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"} {
			assert.Contains(t, page, ".SH "+section+"\n", manName(cmd))
		}
		for line := range strings.Lines(page) {
			if line[0] == '.' || line[0] == '\'' {
				assert.Regexp(t, known, line, manName(cmd))
			}
			for _, r := range line {
				assert.Less(t, r, rune(128), "%s: man needs ASCII: %q", manName(cmd), line)
			}
		}
		assert.Equal(t, strings.Count(page, ".nf\n"), strings.Count(page, ".fi\n"), manName(cmd))
	}
	for _, name := range []string{"fellowship", "fellowship-play", "fellowship-saves-delete", "fellowship-help", "fellowship-completion-zsh"} {
		assert.True(t, names[name], name)
	}
}

func TestRoff(t *testing.T) {
	var b strings.Builder
	roffText(&b, "One \\ two\nthree.\n\n.Four -x:\n\n  a  b\n\n  c\n\nEnd – é")
	assert.Equal(t, "One \\e two\nthree.\n.PP\n\\&.Four \\-x:\n.PP\n.nf\n  a  b\n\n  c\n.fi\n.PP\nEnd \\(en \\('e\n", b.String())
}
