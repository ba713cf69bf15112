package docs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fellowship/cmd/internal/cli"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everywhere are the fields that the head of the page tells of.
const everywhere = " schema id "

// TestJSONFields holds that docs/json.md tells of each command that has --json, and of each field
// that the commands there write.
func TestJSONFields(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(module, "docs/json.md"))
	require.NoError(t, err)
	for _, cmd := range cli.Commands() {
		name := strings.TrimPrefix(cmd.CommandPath(), "fellowship ")
		if cmd.Flags().Lookup("json") != nil {
			name, _, _ = strings.Cut(strings.ReplaceAll(name, "chapters check", "chapters-check"), " ")
			assert.Regexp(t, "(?m)^## ("+name+"|"+strings.ReplaceAll(name, "-", " ")+")$|`"+name+" --json`",
				string(text), cmd.CommandPath())
		}
	}
	t.Chdir(t.TempDir())
	for _, dir := range []string{"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(dir, t.TempDir())
	}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, _, _ := strings.Cut(section, "\n")
		_, table, _ := strings.Cut(section, "| field |")
		for _, command := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(section, -1) {
			said, _ := run(t, command[1])
			if !strings.HasSuffix(command[1], "--json") {
				continue
			}
			for line := range strings.Lines(said) {
				var object map[string]any
				require.NoError(t, json.Unmarshal([]byte(line), &object), "%s: %s", command[1], line)
				for field := range object {
					assert.True(t, strings.Contains(everywhere, " "+field+" ") ||
						strings.Contains(table, "`"+field+"`"), "%s: %s is not told of", name, field)
				}
			}
		}
	}
}
