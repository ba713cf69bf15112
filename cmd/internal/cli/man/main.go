// Command man writes the manual pages of all commands into a folder, for packages. cobra makes them
// from the help. The program itself does not contain them.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fellowship/cmd/internal/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// program is what the program's own page says in addition to its help.
//
//go:embed program.md
var program string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: man FOLDER")
		os.Exit(2)
	}
	if err := write(cli.Commands(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// write writes the page of each command, a file each.
func write(commands []*cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, cmd := range commands {
		cmd.NonInheritedFlags().VisitAll(placeholders)
	}
	for _, cmd := range commands {
		cmd.Long = markdown(cmd.Long)
		cmd.DisableAutoGenTag = true
		if !cmd.HasParent() {
			cmd.Long += "\n\n# COMMANDS\n\n" + list(cmd.Commands()) + program
		}
		var page bytes.Buffer
		if err := doc.GenMan(cmd, &doc.GenManHeader{Section: "1", Source: "fellowship", Manual: "Fellowship"},
			&page); err != nil {
			return err
		}
		text := strings.ReplaceAll(page.String(), "[=false]", "")
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// list returns a line about each of several commands.
func list(commands []*cobra.Command) string {
	var out strings.Builder
	for _, cmd := range commands {
		if cmd.IsAvailableCommand() {
			fmt.Fprintf(&out, "**%s**\n: %s.\n\n", strings.ReplaceAll(cmd.CommandPath(), " ", "-")+"(1)", cmd.Short)
		}
	}
	return out.String()
}

// placeholder is a flag's value that shows its kind where cobra's pages show the default value.
type placeholder struct{ pflag.Value }

// Type returns a kind that cobra does not put into quotes.
func (placeholder) Type() string { return "placeholder" }

// placeholders makes a flag show the kind of its value, and the default after its usage.
func placeholders(f *pflag.Flag) {
	name, usage := pflag.UnquoteUsage(f)
	if name == "" { // it is true or false
		return
	}
	f.Usage = usage
	if !slices.Contains([]string{"", "0", "0s", "[]"}, f.DefValue) {
		f.Usage += " (default " + f.DefValue + ")"
	}
	f.Value = placeholder{f.Value}
	f.DefValue = name
}

// markdown returns a text for cobra's pages: indented lines stay as they are, and no other
// character has a meaning.
func markdown(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "  ") {
			if last := len(lines) - 1; last >= 0 && lines[last] != "" && !strings.HasPrefix(lines[last], "  ") {
				lines = append(lines, "")
			}
			lines = append(lines, "    "+strings.TrimPrefix(line, "  "))
			continue
		}
		lines = append(lines, strings.NewReplacer("*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, "[", `\[`).Replace(line))
	}
	return strings.Join(lines, "\n")
}
