package module

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// browserSide are the packages that a program links which only serves browsers, on a server or at home: the pages, what
// is played and kept at home, and the home on pages.
var browserSide = []string{
	modulePath + "/cmd/internal/door/web",
	modulePath + "/cmd/internal/visit/home",
	modulePath + "/cmd/internal/visit/home/browser",
}

// terminalPackages are for terminals alone. An entry stands for the packages below it too.
var terminalPackages = []string{
	"github.com/charmbracelet/bubbles",
	"github.com/charmbracelet/bubbletea",
	"github.com/charmbracelet/lipgloss",
	"github.com/charmbracelet/x/cellbuf",
	"github.com/charmbracelet/x/term",
	"github.com/muesli/termenv",
	modulePath + "/cmd/internal/board",
	modulePath + "/cmd/internal/door/sshd",
	modulePath + "/cmd/internal/door/terminal",
	modulePath + "/cmd/internal/felt",
	modulePath + "/cmd/internal/kit",
	modulePath + "/cmd/internal/tui",
	modulePath + "/cmd/internal/visit/home/console",
	modulePath + "/cmd/internal/visit/home/fullscreen",
}

// forTerminals returns which of some packages are for terminals.
func forTerminals(packages []string) (found []string) {
	for _, p := range packages {
		for _, t := range terminalPackages {
			if isOrBelow(p, t) {
				found = append(found, p)
			}
		}
	}
	return found
}

// TestBrowserWithoutTerminal holds that a program that links only the browser's side links nothing for terminals: on
// this machine, and in a browser, where the same pages can be drawn.
func TestBrowserWithoutTerminal(t *testing.T) {
	for _, machine := range [][]string{nil, {"GOOS=js", "GOARCH=wasm"}} {
		list := append([]string{"list", "-deps"}, browserSide...)
		cmd := exec.CommandContext(t.Context(), "go", list...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), machine...)
		out, err := cmd.Output()
		require.NoError(t, err)
		packages := strings.Fields(string(out))
		require.Subset(t, packages, browserSide)
		assert.Empty(t, forTerminals(packages), "%v", machine)
	}
}

// TestSiteWithoutTerminal holds that the program which runs in a browser links nothing for terminals, and no commands.
func TestSiteWithoutTerminal(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", modulePath+"/cmd/fellowship-site")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	require.NoError(t, err)
	packages := strings.Fields(string(out))
	require.Subset(t, packages, browserSide)
	assert.Empty(t, forTerminals(packages))
	for _, p := range packages {
		isOfCommands := isOrBelow(p, "github.com/spf13/cobra") || isOrBelow(p, modulePath+"/cmd/internal/cli")
		assert.False(t, isOfCommands, p)
	}
}

// TestBrowserNotices shows that TestBrowserWithoutTerminal would notice, and that an entry stands for no package whose
// path only begins alike.
func TestBrowserNotices(t *testing.T) {
	assert.Equal(t, []string{"github.com/charmbracelet/bubbles/key", "fellowship/cmd/internal/kit"}, forTerminals([]string{
		"io", "github.com/charmbracelet/bubbles/key", "fellowship/cmd/internal/kit", "fellowship/cmd/internal/kitchen",
		"github.com/charmbracelet/x/ansi",
	}))
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", modulePath+"/cmd/internal/serve")
	cmd.Dir = root
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, forTerminals(strings.Fields(string(out))), modulePath+"/cmd/internal/door/terminal",
		"the whole server serves terminals, too")
}
