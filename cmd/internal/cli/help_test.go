package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"fellowship/characters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver/players"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// foreign are the commands whose help cobra has written.
func foreign(cmd *cobra.Command) bool {
	return cmd.Name() == "completion" || cmd.Parent() != nil && foreign(cmd.Parent())
}

// helpSentences returns what has to be told of a command.
func helpSentences(cmd *cobra.Command) (must []string) {
	must = append(must, cmd.Short)
	if _, args, ok := strings.Cut(cmd.Use, " "); ok {
		must = append(must, args)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			must = append(must, f.Usage)
		}
		if f.DefValue != f.Value.String() && strings.ContainsAny(f.DefValue, "abcdefghijklmnopqrstuvwxyz") && !strings.Contains(f.DefValue, ".") {
			must = append(must, f.DefValue)
		}
	})
	return must
}

// TestHelpIsTold holds that the help of every command and flag is there in every
// language, and nothing beside it.
func TestHelpIsTold(t *testing.T) {
	root := newRootCmd(command.NewRoot(new(atomic.Int64)))
	addCompletion(root, nil)
	root.InitDefaultHelpCmd()
	for _, lang := range characters.Languages {
		if lang == texts.Default {
			continue
		}
		have := texts.New(lang)
		used := map[string]bool{}
		for _, cmd := range allCommands(root) {
			for _, s := range helpSentences(cmd) {
				used[s] = true
				if s != "" && !foreign(cmd) && !have.Tells(s) {
					t.Errorf("%s: not in %s: %q", cmd.CommandPath(), lang, s)
				}
			}
		}
		data, err := os.ReadFile(filepath.Join("..", "texts", "told", lang, "help.yaml"))
		require.NoError(t, err)
		var all map[string]string
		require.NoError(t, yaml.Unmarshal(data, &all))
		for s := range all {
			assert.True(t, used[s], "in %s no help says %q any more", lang, s)
		}
	}
}

// TestHelpIsWritten holds that the help of each command is written in every language, that
// there is no other, and that it names what can be chosen.
func TestHelpIsWritten(t *testing.T) {
	root := newRootCmd(command.NewRoot(new(atomic.Int64)))
	addCompletion(root, nil)
	for _, lang := range characters.Languages {
		rest := helpIn(lang)
		for _, cmd := range allCommands(root) {
			path := cmd.CommandPath()
			text := rest[path]
			delete(rest, path)
			if lang != texts.Default || !foreign(cmd) { // cobra writes its own in English
				assert.NotEmpty(t, text.Long, "%s: what is it for, in %s?", path, lang)
			}
			assert.Equal(t, strings.Count(helpIn(texts.Default)[path].Example, "fellowship"), strings.Count(text.Example, "fellowship"),
				"%s: examples in %s", path, lang)
		}
		assert.Empty(t, rest, "commands that are not there, in %s", lang)
		for _, name := range players.Policies {
			assert.Contains(t, helpIn(lang)["fellowship arena"].Long, name)
		}
	}
}

// TestHelpInGerman looks at whole pages: they are wrapped, and no word of cobra's is left
// in English.
func TestHelpInGerman(t *testing.T) {
	for _, cmd := range allCommands(newRootCmd(command.NewRoot(new(atomic.Int64)))) {
		var out, errs bytes.Buffer
		args := []string{"--lang", "de", "--help"}
		args = append(strings.Fields(cmd.CommandPath())[1:], args...)
		require.Equal(t, command.ExitOK, Main(args, strings.NewReader(""), &out, &errs), "%s", errs.String())
		for _, english := range []string{"Usage:", "Flags:", "Commands:", "[flags]", "[command]", "default ", " for more ", "help for"} {
			assert.NotContains(t, out.String(), english, "%s", args)
		}
		for line := range strings.Lines(out.String()) {
			if !strings.Contains(line, "--") && !strings.Contains(line, "fellowship") {
				assert.LessOrEqual(t, len([]rune(strings.TrimRight(line, "\n"))), page.Width, "%s: %s", args, line)
			}
		}
	}
}
