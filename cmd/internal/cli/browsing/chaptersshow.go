package browsing

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/rulebook"

	"github.com/spf13/cobra"
)

func newChaptersShowCmd(opt *chaptersOptions) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "show N",
		Short:             "Show a chapter and its characters",
		Args:              command.Takes(1, 1, "name one chapter by its number\nsee: %s --help"),
		ValidArgsFunction: opt.Completes("chapter"),
		RunE:              opt.WithLibrary(opt.show),
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
	if opt.YAML {
		_, err := cmd.OutOrStdout().Write(c.Source)
		return err
	}
	shown := rulebook.ChapterPage(opt.Texts(), lib, c, opt.Sources)
	if !opt.Sources {
		shown.Gap()
		shown.Text(0, opt.Texts().T("chapters.sources", c.ID))
	}
	return opt.Print(cmd.OutOrStdout(), shown)
}
