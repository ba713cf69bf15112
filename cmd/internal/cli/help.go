package cli

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"fellowship/cmd/internal/cli/command"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"
)

// checkHelp makes the commands print their help in one piece, and returns a function that returns the
// error of writing it, which cobra does not report. The help of the program itself is only its long
// text, a page that fits a small terminal.
func checkHelp(root *cobra.Command) (unwritten func() error) {
	var failed error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var text bytes.Buffer
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		explain(cmd)
		if cmd.HasParent() {
			show(cmd, args)
		} else {
			fmt.Fprintln(&text, cmd.Long)
		}
		cmd.SetOut(out)
		_, failed = out.Write(text.Bytes())
	})
	return func() error { return failed }
}

//go:embed help.yaml
var helpFile []byte

// helpText is the help of a command without its flags.
type helpText struct{ Long, Example string }

// helpTexts has the help of all commands, by their paths.
var helpTexts = sync.OnceValue(func() (all map[string]helpText) {
	if err := yaml.Unmarshal(helpFile, &all); err != nil {
		panic(err) // a test reads the embedded file
	}
	return all
})

// explain sets the help of a command. Commands that cobra adds have their own.
func explain(cmd *cobra.Command) {
	text, found := helpTexts()[cmd.CommandPath()]
	if !found {
		return
	}
	cmd.Long = strings.TrimSpace(text.Long)
	cmd.Example = ""
	for line := range strings.SplitSeq(strings.TrimSpace(text.Example), "\n") {
		cmd.Example += strings.TrimRight("\n  "+line, " ")
	}
	cmd.Example = strings.Trim(cmd.Example, "\n")
}

// Commands returns all commands with their help, for programs that print it elsewhere.
func Commands() []*cobra.Command {
	opt := command.NewRoot(new(atomic.Int64))
	root := newRootCmd(opt, "")
	addCompletion(opt, root, nil)
	root.InitDefaultVersionFlag()
	all := allCommands(root)
	for _, cmd := range all {
		explain(cmd)
		cmd.InitDefaultHelpFlag()
	}
	return all
}

// allCommands returns a command and all visible commands below it.
func allCommands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, allCommands(c)...)
		}
	}
	return all
}

// addHelp adds cobra's help command. Unlike cobra's, it returns an error for an unknown command.
func addHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, help := range root.Commands() {
		if help.Name() != "help" {
			continue
		}
		help.Use = "help [COMMAND]"
		help.Short = "Explain a command"
		help.Run = nil
		help.RunE = func(cmd *cobra.Command, args []string) error {
			target, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return command.KnownCommand(target, rest[:min(1, len(rest))])
			}
			target.InitDefaultHelpFlag()
			target.InitDefaultVersionFlag()
			return target.Help()
		}
	}
}
