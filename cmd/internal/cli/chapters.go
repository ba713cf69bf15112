package cli

import (
	"fmt"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"

	"github.com/spf13/cobra"
)

type chaptersOptions struct {
	*rootOptions
	JSON bool
}

func newChaptersCmd(root *rootOptions) *cobra.Command {
	opt := chaptersOptions{rootOptions: root}
	list := func(cmd *cobra.Command, _ []string) error { return runChaptersList(cmd, &opt) }
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
		&cobra.Command{
			Use:   "show N",
			Short: "Show a chapter and its characters",
			Long: `Show a chapter: title, threat cards, what is special, and every character with
goal and setup. Fidelity says how sure it is that all this is as printed:
rulebook, confirmed (two sources), single-source or reconstructed.`,
			Example: `  fellowship chapters show 2
  fellowship chapters show 2 --json`,
			Args: func(cmd *cobra.Command, args []string) error {
				if len(args) != 1 {
					return fmt.Errorf("name one chapter by its number\nsee: %s --help", cmd.CommandPath())
				}
				return nil
			},
			RunE: func(cmd *cobra.Command, args []string) error { return runChaptersShow(cmd, &opt, args[0]) },
		},
		newChaptersCheckCmd(&opt),
	)
	return cmd
}

// chapterAnswer is a chapter in JSON.
type chapterAnswer struct {
	Chapter    any               `json:"chapter"` // a number wherever it is one
	Title      characters.Text   `json:"title"`
	Characters []characterAnswer `json:"characters"`
	Threats    []int             `json:"threats"`
	Notes      characters.Text   `json:"notes,omitempty"`
	Fidelity   string            `json:"fidelity"`
	Note       string            `json:"note,omitempty"`
}

type characterAnswer struct {
	ID       string          `json:"id"`
	Starred  bool            `json:"starred"`
	Name     characters.Text `json:"name"`
	Goal     characters.Text `json:"goal"`
	Setup    characters.Text `json:"setup,omitempty"`
	Fidelity string          `json:"fidelity"`
	Note     string          `json:"note,omitempty"`
}

func answerChapter(c *chapters.Chapter) *chapterAnswer {
	a := &chapterAnswer{
		Chapter: chapterNumber(c.ID), Title: c.Title, Threats: append([]int{}, c.Threats...), Notes: c.Notes,
		Fidelity: c.Fidelity.Level, Note: c.Fidelity.Note,
	}
	for _, r := range c.Roster {
		p := r.Character
		a.Characters = append(a.Characters, characterAnswer{
			ID: p.ID, Starred: r.Starred, Name: p.Name, Goal: p.GoalText, Setup: p.SetupText,
			Fidelity: p.Fidelity.Level, Note: p.Fidelity.Note,
		})
	}
	return a
}

func runChaptersList(cmd *cobra.Command, opt *chaptersOptions) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	for _, c := range lib.Chapters {
		if opt.JSON {
			if err := writeJSON(cmd.OutOrStdout(), answerChapter(c)); err != nil {
				return err
			}
			continue
		}
		var names []string
		for _, r := range c.Roster {
			names = append(names, starred(r))
		}
		t.head(fmt.Sprintf("%2s  %s", c.ID, c.Title.In("en")))
		t.wrap(4, strings.Join(names, ", "))
	}
	return t.flush()
}

// starred names a character of a chapter, with * if it must be taken.
func starred(r chapters.RosterEntry) string {
	if r.Starred {
		return r.Character.Name.In("en") + "*"
	}
	return r.Character.Name.In("en")
}

func runChaptersShow(cmd *cobra.Command, opt *chaptersOptions, number string) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	c, err := lib.Chapter(trimZeros(number))
	if err != nil {
		return err
	}
	if opt.JSON {
		return writeJSON(cmd.OutOrStdout(), answerChapter(c))
	}
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	t.bold(fmt.Sprintf("Chapter %s: %s (%s)", c.ID, c.Title.In("en"), c.Title.In("de")))
	t.line("")
	for _, r := range c.Roster {
		t.wrapTo(starred(r), 20, "goal: "+r.Character.GoalText.In("en"))
		if s := r.Character.SetupText.In("en"); s != "" {
			t.wrap(20, "setup: "+s)
		}
		if f := r.Character.Fidelity; f.Level != c.Fidelity.Level {
			t.wrap(20, "fidelity: "+fidelityText(f))
		}
	}
	t.line("")
	t.line("* must be taken")
	if len(c.Threats) > 0 {
		t.line("threat cards: %s", strings.Trim(fmt.Sprint(c.Threats), "[]"))
	}
	if notes := c.Notes.In("en"); notes != "" {
		t.wrap(0, "special: "+notes)
	}
	t.wrap(0, "fidelity: "+fidelityText(c.Fidelity))
	return t.flush()
}

func fidelityText(f characters.Fidelity) string {
	if f.Note == "" {
		return f.Level
	}
	return f.Level + " (" + f.Note + ")"
}
