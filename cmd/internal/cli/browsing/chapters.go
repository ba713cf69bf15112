package browsing

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/rulebook"

	"github.com/spf13/cobra"
)

type chaptersOptions struct {
	*command.Root
	// Sources says where each card is known from.
	Sources bool
	// YAML prints the chapter's file.
	YAML bool
	// Play plays rounds of the chapters that are checked.
	Play bool
}

// NewChapters returns the command chapters.
func NewChapters(root *command.Root) *cobra.Command {
	opt := &chaptersOptions{Root: root}
	cmd := &cobra.Command{
		Use:   "chapters [N | list | show N | check FILE...]",
		Short: "List, show and check chapters",
		Args: func(cmd *cobra.Command, args []string) error {
			if opt.isChapter(command.FirstArg(args)) {
				return command.AtMostOneArg(cmd, args)
			}
			return command.KnownCommand(cmd, args)
		},
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			if len(args) > 0 {
				return opt.show(cmd, lib, args)
			}
			return opt.list(cmd, lib, args)
		}),
	}
	cmd.AddCommand(
		&cobra.Command{
			Use:   "list",
			Short: "List the chapters",
			Args:  command.NoArgs,
			RunE:  opt.WithLibrary(opt.list),
		},
		newChaptersShowCmd(opt),
		newChaptersCheckCmd(opt),
	)
	return cmd
}

// isChapter reports whether a word names a chapter or is a number, as chapters have.
func (opt *chaptersOptions) isChapter(word string) bool {
	if word != "" && strings.Trim(word, "0123456789") == "" {
		return true
	}
	lib, err := opt.Library()
	if err == nil {
		_, err = lib.Chapter(word)
	}
	return err == nil
}

func (opt *chaptersOptions) list(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	lang := opt.Person.Texts().Lang()
	for _, c := range lib.Chapters {
		t.Head(fmt.Sprintf("%-5s %s", c.ID, c.Title.In(lang)))
		if c.Pool == nil && len(c.Roster) > 0 { // the Road has nearly all there are
			t.Text(6, rosterText(c, lang))
		}
		for _, v := range c.Variants() {
			name := v.ID + ": " + v.Title.In(lang)
			if len(c.Roster) == 0 {
				name += ": " + rosterText(v.Chapter, lang)
			}
			t.Text(6, name)
		}
	}
	return t.Flush()
}

// rosterText names the characters of a chapter.
func rosterText(c *chapters.Chapter, lang string) string {
	var names []string
	for i := range c.Roster {
		names = append(names, rulebook.Starred(&c.Roster[i], lang))
	}
	return strings.Join(names, ", ")
}

func newChaptersShowCmd(opt *chaptersOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "show N",
		Short:             "Show a chapter and its characters",
		Args:              command.ArgCount(1, 1, "name one chapter by its number\nsee: %s --help"),
		ValidArgsFunction: opt.ChapterCompletions("chapter"),
		RunE:              opt.WithLibrary(opt.show),
	}
	cmd.Flags().BoolVar(&opt.Sources, "sources", false, "show the source of each card, and what is filled in")
	cmd.Flags().BoolVar(&opt.YAML, "yaml", false, "write the chapter's file")
	return cmd
}

func (opt *chaptersOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	c, err := lib.Chapter(command.TrimZeros(args[0]))
	if err != nil {
		return err
	}
	if opt.YAML {
		_, err := cmd.OutOrStdout().Write(c.Source())
		return err
	}
	shown := rulebook.ChapterPage(opt.Person.Texts(), lib, c, opt.Sources)
	if !opt.Sources {
		shown.Gap()
		shown.Text(0, opt.Person.Texts().T("chapters.sources", c.ID))
	}
	return opt.Console.Print(cmd.OutOrStdout(), shown)
}
