package cli

import (
	"fmt"
	"strings"

	"fellowship/chapters"

	"github.com/spf13/cobra"
)

type chaptersOptions struct {
	*rootOptions
	YAML bool
	Play bool
	JSON bool
}

func newChaptersCmd(root *rootOptions) *cobra.Command {
	opt := &chaptersOptions{rootOptions: root}
	list := opt.withLibrary(opt.list)
	cmd := &cobra.Command{
		Use:   "chapters [list | show N | check FILE...]",
		Short: "List, show and check chapters",
		Long: `List the chapters, show one with its characters, or check files of your own.

Chapters, characters, riders and gifts are YAML files. With --chapters DIR the
files in DIR/chapters, DIR/characters, DIR/riders and DIR/gifts join those that
come with the program; one of the same name takes the place of the program's.`,
		Example: `  fellowship chapters
  fellowship chapters show 2
  fellowship chapters check my/chapters/c19.yaml`,
		Args: knownCommand,
		RunE: list,
	}
	cmd.PersistentFlags().BoolVar(&opt.JSON, "json", false, "write one JSON object a chapter or file")
	cmd.AddCommand(
		&cobra.Command{
			Use:   "list",
			Short: "List the chapters",
			Long:  "List the chapters with their titles and characters; * marks who must be taken.",
			Example: `  fellowship chapters list
  fellowship chapters list --json`,
			Args: noArgs,
			RunE: list,
		},
		newChaptersShowCmd(opt),
		newChaptersCheckCmd(opt),
	)
	return cmd
}

func (opt *chaptersOptions) list(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	for _, c := range lib.Chapters {
		if opt.JSON {
			if err := writeJSON(cmd.OutOrStdout(), answerChapter(lib, c)); err != nil {
				return err
			}
			continue
		}
		t.head(fmt.Sprintf("%-5s %s", c.ID, c.Title.In(t.Lang())))
		if c.Pool == nil && len(c.Roster) > 0 { // the Road has nearly all there are
			t.wrap(6, rosterText(c, t.Lang()))
		}
		for _, v := range c.Variants() {
			name := v.ID + ": " + v.Title.In(t.Lang())
			if len(c.Roster) == 0 {
				name += ": " + rosterText(v.Chapter, t.Lang())
			}
			t.wrap(6, name)
		}
	}
	return t.flush()
}

// rosterText lists the characters of a chapter.
func rosterText(c *chapters.Chapter, lang string) string {
	var names []string
	for i := range c.Roster {
		names = append(names, starred(&c.Roster[i], lang))
	}
	return strings.Join(names, ", ")
}

// starred names a character of a chapter, with * if it must be taken.
func starred(r *chapters.RosterEntry, lang string) string {
	if r.Starred {
		return r.Character.Name.In(lang) + "*"
	}
	return r.Character.Name.In(lang)
}
