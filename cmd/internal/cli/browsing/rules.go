package browsing

import (
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/pages/rulebook"

	"github.com/spf13/cobra"
)

// NewRules returns the command rules.
func NewRules(root *command.Root) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [TOPIC]",
		Short: "Look up the rules",
		RunE: root.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			return lookUp(root, cmd, lib, args)
		}),
		ValidArgsFunction: func(_ *cobra.Command, args []string,
			_ string,
		) (names []cobra.Completion, _ cobra.ShellCompDirective) {
			for _, topic := range rulebook.Topics() {
				if len(args) == 0 {
					names = append(names, topic.ID+"\t"+topic.Title.In(root.Person.Texts().Lang()))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// lookUp prints the page about the words of the arguments.
func lookUp(o *command.Root, cmd *cobra.Command, lib *chapters.Library, args []string) error {
	word := strings.Join(args, " ")
	t := o.Person.Texts()
	var found page.Page
	hint := ""
	switch strings.ToLower(word) {
	case "":
		found = rulebook.Contents(t)
		hint = t.T("rules.hint")
	case "all":
		for _, topic := range slices.Concat(rulebook.Topics(), []rulebook.Topic{{ID: "glossary"}}) {
			more, err := rulebook.Find(lib, t, topic.ID)
			if err != nil {
				return say.Internal(err)
			}
			found = page.Join(found, more)
		}
	default:
		var err error
		if found, err = rulebook.Find(lib, t, word); err != nil {
			return err
		}
		if id, ok := strings.CutPrefix(strings.ToLower(word), "c"); ok {
			if c, err := lib.Chapter(command.TrimZeros(id)); err == nil {
				hint = t.T("rules.more", c.ID)
			}
		}
	}
	if hint != "" {
		found.Gap()
		found.Text(0, hint)
	}
	return o.Console.Print(cmd.OutOrStdout(), found)
}
