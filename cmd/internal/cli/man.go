package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newManCmd() *cobra.Command {
	dir := ""
	cmd := &cobra.Command{
		Use:               "man [COMMAND]",
		Short:             "Write the manual page of a command",
		ValidArgsFunction: newHelpCmd().ValidArgsFunction,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return command.KnownCommand(about, rest[:min(1, len(rest))])
			}
			if dir != "" {
				return writeManPages(cmd.Root(), dir)
			}
			_, err = io.WriteString(cmd.OutOrStdout(), manPage(about))
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write all pages into a `folder`")
	return cmd
}

// writeManPages writes the pages of all commands, one file each.
func writeManPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, cmd := range allCommands(root) {
		if err := os.WriteFile(filepath.Join(dir, manName(cmd)+".1"), []byte(manPage(cmd)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// allCommands lists a command and all below it that people see.
func allCommands(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			all = append(all, allCommands(c)...)
		}
	}
	return all
}

// manName is the name of a command's page, such as fellowship-saves-list.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage is the page of a command in the language of man. It has no date, so
// that the same program makes the same page.
func manPage(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	explain(cmd, texts.Default)
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %q 1 \"\" \"fellowship\" \"Fellowship\"\n", strings.ToUpper(manName(cmd)))
	head := func(title string) { fmt.Fprintf(&b, ".SH %s\n", title) }
	head("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manName(cmd)), roff(cmd.Short))
	head("SYNOPSIS")
	fmt.Fprintf(&b, "\\fB%s\\fP\n", roff(cmd.UseLine()))
	head("DESCRIPTION")
	roffText(&b, cmd.Long)
	if flags := cmd.NonInheritedFlags(); flags.HasAvailableFlags() {
		head("OPTIONS")
		roffFlags(&b, flags)
	}
	if flags := cmd.InheritedFlags(); flags.HasAvailableFlags() {
		head("GLOBAL OPTIONS")
		roffFlags(&b, flags)
	}
	if cmd.Example != "" {
		head("EXAMPLES")
		roffText(&b, cmd.Example)
	}
	var also []string
	if cmd.HasParent() {
		also = append(also, cmd.Parent().CommandPath())
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			also = append(also, c.CommandPath())
		}
	}
	if len(also) > 0 {
		head("SEE ALSO")
		for i, path := range also {
			end := ","
			if i == len(also)-1 {
				end = ""
			}
			fmt.Fprintf(&b, "\\fB%s\\fP(1)%s\n", roff(strings.ReplaceAll(path, " ", "-")), end)
		}
	}
	return b.String()
}

// roffFlags writes the flags, each with what it does.
func roffFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		if value != "" {
			name += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fP\n%s\n", roff(name), roff(usage))
	})
}

// roffText writes paragraphs. Lines that are indented stay as they are.
func roffText(b *strings.Builder, text string) {
	as, breaks := false, false
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		indented := strings.HasPrefix(line, "  ")
		switch {
		case line == "":
			breaks = true
			continue
		case indented && !as:
			b.WriteString(".PP\n.nf\n")
		case !indented && as:
			b.WriteString(".fi\n.PP\n")
		case breaks && as:
			b.WriteString("\n")
		case breaks:
			b.WriteString(".PP\n")
		}
		as, breaks = indented, false
		b.WriteString(roff(line) + "\n")
	}
	if as {
		b.WriteString(".fi\n")
	}
}

// roff escapes a line for man.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "–", `\(en`, "é", `\('e`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
