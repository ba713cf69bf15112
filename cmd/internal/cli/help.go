package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkHelp returns what to ask for the error of writing help, which cobra
// keeps to itself: it shows help in one piece, in the language, and remembers the
// error.
func checkHelp(root *cobra.Command, opt *command.Root) (unwritten func() error) {
	var failed error
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var text bytes.Buffer
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		if t := opt.Texts(); t.Lang() != texts.Default {
			tellHelp(cmd, t)
		}
		show(cmd, args)
		cmd.SetOut(out)
		_, failed = out.Write(text.Bytes())
	})
	return func() error { return failed }
}

// The help of a command is written in English where the command is made. In another
// language it is put together from the sentences of that one: a paragraph is a
// sentence, so is what stands beside a word in a list, and so is what a flag does.

// helpPart is a part of a text of help: a paragraph, or a line that is indented, which
// may be a word with something beside it.
type helpPart struct {
	text   string // on one line; empty for a blank line
	beside string // what is told of the text
	indent int
	column int // where that begins
}

var besideWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^( +)(\S.*?)( {2,})(\S.*)$`) })

// helpParts takes a text of help apart.
func helpParts(text string) []helpPart {
	var parts []helpPart
	inParagraph := false
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		last := len(parts) - 1
		m := besideWord().FindStringSubmatch(line)
		switch {
		case line == "":
			parts = append(parts, helpPart{})
		case indent == 0 && inParagraph:
			parts[last].text += " " + line
		case indent == 0:
			parts = append(parts, helpPart{text: line})
		case last >= 0 && parts[last].column == indent && parts[last].beside != "":
			parts[last].beside += " " + line[indent:]
		case m != nil:
			parts = append(parts, helpPart{m[2], m[4], indent, len(m[1] + m[2] + m[3])})
		default:
			parts = append(parts, helpPart{text: strings.TrimLeft(line, " \t"), indent: indent})
		}
		inParagraph = line != "" && indent == 0
	}
	return parts
}

// helpText tells a text of help.
func helpText(t *texts.Texts, text string) string {
	parts := helpParts(text)
	var out page.Page
	for i := range parts {
		p := &parts[i]
		p.text, p.beside = t.Sentence(p.text), t.Sentence(p.beside)
	}
	for i := range parts {
		switch p := &parts[i]; {
		case p.beside != "":
			column := p.column
			for j := i; j < len(parts) && parts[j].beside != ""; j++ {
				column = max(column, parts[j].indent+ansi.StringWidth(parts[j].text)+2)
			}
			for j := i; j >= 0 && parts[j].beside != ""; j-- {
				column = max(column, parts[j].indent+ansi.StringWidth(parts[j].text)+2)
			}
			out.Label(strings.Repeat(" ", p.indent)+p.text, column, p.beside)
		case p.indent > 0 || p.text == "":
			out.Line(strings.TrimRight(strings.Repeat(" ", p.indent)+p.text, " "))
		default:
			out.Text(0, p.text)
		}
	}
	return strings.TrimRight(out.String(page.Style{Width: command.Width}), "\n")
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
	cmd.Short, cmd.Long, cmd.Example = t.Sentence(cmd.Short), helpText(t, cmd.Long), helpText(t, cmd.Example)
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

// valueWords are what the kinds of values of a flag are called in its help.
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
		Long:  `Explain a command, as its --help does.`,
		Example: `  fellowship help solve
  fellowship help chapters check`,
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
