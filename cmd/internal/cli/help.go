package cli

import (
	"bytes"
	"embed"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"
)

// checkHelp returns a function for the error of writing help, which cobra keeps to itself: it shows
// help in one piece, in the language, and remembers the error.
func checkHelp(root *cobra.Command, opt *command.Root) (unwritten func() error) {
	var failed error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var text bytes.Buffer
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		t := opt.Texts()
		explain(cmd, t.Lang())
		if t.Lang() != texts.Default {
			tellHelp(cmd, t)
		}
		show(cmd, args)
		cmd.SetOut(out)
		_, failed = out.Write(text.Bytes())
	})
	return func() error { return failed }
}

//go:embed help
var helpFiles embed.FS

// helpText is the help of a command beside its flags.
type helpText struct{ Long, Example string }

// helpIn reads the help of all commands in a language, by their paths: none where it has no file.
func helpIn(lang string) map[string]helpText {
	var all map[string]helpText
	data, err := helpFiles.ReadFile("help/" + lang + ".yaml")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil:
		err = yaml.Unmarshal(data, &all)
	}
	if err != nil {
		panic(err) // a test reads all of them
	}
	return all
}

// explain gives a command its help, in English where the language has none. Those that cobra adds
// have their own in English.
func explain(cmd *cobra.Command, lang string) {
	text, ours := helpIn(lang)[cmd.CommandPath()]
	switch {
	case !ours && lang == texts.Default:
		return
	case !ours:
		explain(cmd, texts.Default)
		return
	}
	cmd.Long, cmd.Example = strings.TrimSpace(text.Long), ""
	for line := range strings.SplitSeq(strings.TrimSpace(text.Example), "\n") {
		cmd.Example += strings.TrimRight("\n  "+line, " ")
	}
	cmd.Example = strings.Trim(cmd.Example, "\n")
}

// helpHeads are the words of cobra's page of help.
var helpHeads = []say.Word{
	"Usage:", "Aliases:", "Examples:", "Available Commands:", "Additional Commands:", "Global Flags:", "Flags:",
	"Additional help topics:", "[command]", `Use "{{.CommandPath}} [command] --help" for more information about a command.`,
	`Use "{{.CommandPath}} [command] --help" for more about a command.`,
}

// tellHelp makes the help of a command one in a language.
func tellHelp(cmd *cobra.Command, t *texts.Texts) {
	var heads []string
	for _, head := range slices.Backward(helpHeads) {
		heads = append(heads, head.String(), t.Sentence(head.String()))
	}
	cmd.SetUsageTemplate(strings.NewReplacer(heads...).Replace(cmd.UsageTemplate()))
	cmd.Short = t.Sentence(cmd.Short)
	for _, c := range cmd.Commands() {
		c.Short = t.Sentence(c.Short)
	}
	if name, args, ok := strings.Cut(cmd.Use, " "); ok {
		cmd.Use = name + " " + t.Sentence(args)
	}
	if cmd.HasAvailableFlags() && !cmd.DisableFlagsInUseLine {
		cmd.DisableFlagsInUseLine = true
		cmd.Use += " " + t.Sprintf("[flags]")
	}
	for _, flags := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()} {
		flags.VisitAll(func(f *pflag.Flag) { tellFlag(f, cmd, t) })
	}
}

// valueWords name the kinds of values of a flag in its help.
var valueWords = map[string]say.Word{
	"int": "int", "int64": "int", "uint64": "uint", "float64": "float", "string": "string", "stringSlice": "strings",
	"stringArray": "strings", "duration": "duration", "name": "name", "name,...": "name,...",
}

// tellFlag makes the help of a flag one in a language.
func tellFlag(f *pflag.Flag, cmd *cobra.Command, t *texts.Texts) {
	switch f.Name {
	case "help":
		f.Usage = t.Sprintf("help for %s", cmd.Name())
	case "version":
		f.Usage = t.Sprintf("version for %s", cmd.Name())
	default:
		f.Usage = t.Sentence(f.Usage)
	}
	if !slices.Contains([]string{"", "0", "0s", "[]", "false"}, f.DefValue) {
		f.Usage += " " + t.Sprintf("(default %s)", t.Sentence(f.DefValue))
	}
	if f.Value.Type() == "bool" {
		f.DefValue = "false"
		return
	}
	word := f.Value.Type()
	if known := valueWords[word]; known != "" {
		word = t.Sentence(known.String())
	}
	f.Value, f.DefValue = &valueCalled{f.Value, word}, ""
}

// valueCalled is the value of a flag under another name.
type valueCalled struct {
	pflag.Value
	word string
}

// Type returns the name.
func (v *valueCalled) Type() string { return v.word }

// newHelpCmd is cobra's help command, except that asking for what is not there
// is an error.
func newHelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return command.KnownCommand(about, rest[:min(1, len(rest))])
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
