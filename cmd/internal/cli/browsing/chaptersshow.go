package browsing

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/rulebook"

	"github.com/spf13/cobra"
)

func newChaptersShowCmd(opt *chaptersOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show N",
		Short: "Show a chapter and its characters",
		Long: `Show a chapter: title, every character with goal and setup, its events or
groups, threat cards, what is special, and the hands for each number of players.

Fidelity says how sure it is that all this is as printed: rulebook, confirmed
(two sources), single-source or reconstructed. --sources says it of each card,
and lists what no source settles, with the key of the chapter's file that
changes it; --yaml writes that file.`,
		Example: `  fellowship chapters show 2
  fellowship chapters show road --lang de
  fellowship chapters show 2 --sources
  fellowship chapters show 2 --json
  fellowship chapters show 18 --yaml > my/chapters/c18.yaml`,
		Args: command.Takes(1, 1, "name one chapter by its number\nsee: %s --help"),
		RunE: opt.WithLibrary(opt.show),
	}
	cmd.Flags().BoolVar(&opt.Sources, "sources", false, "say where each card is known from, and what is filled in")
	cmd.Flags().BoolVar(&opt.YAML, "yaml", false, "write the chapter's file")
	return cmd
}

func (opt *chaptersOptions) show(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	c, err := lib.Chapter(command.TrimZeros(args[0]))
	if err != nil {
		return err
	}
	switch {
	case opt.YAML:
		_, err := cmd.OutOrStdout().Write(c.Source)
		return err
	case opt.JSON:
		return command.WriteJSON(cmd.OutOrStdout(), rulebook.Answer(lib, c))
	}
	shown := rulebook.ChapterPage(opt.Texts(), lib, c, opt.Sources)
	if !opt.Sources {
		shown.Gap()
		shown.Text(0, opt.Texts().T("chapters.sources", c.ID))
	}
	return opt.Print(cmd.OutOrStdout(), shown)
}
