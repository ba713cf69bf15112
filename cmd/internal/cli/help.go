package cli

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"
)

// checkHelp returns what to ask for the error of writing help, which cobra
// keeps to itself: it shows help in one piece and remembers the error.
func checkHelp(root *cobra.Command) (unwritten func() error) {
	var failed error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var text bytes.Buffer
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		show(cmd, args)
		cmd.SetOut(out)
		_, failed = out.Write(text.Bytes())
	})
	return func() error { return failed }
}

// newHelpCmd is cobra's help command, except that asking for what is not there
// is an error.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		Long:  `Explain a command, as its --help does.`,
		Example: `  fellowship help solve
  fellowship help chapters check`,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(about, rest[:min(1, len(rest))])
			}
			about.InitDefaultHelpFlag()
			about.InitDefaultVersionFlag()
			return about.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			about, _, err := cmd.Root().Find(args)
			var names []string
			if err == nil {
				for _, c := range about.Commands() {
					if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), toComplete) {
						names = append(names, c.Name()+"\t"+c.Short)
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
