package playing

import (
	"context"
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"

	"github.com/spf13/cobra"
)

// NewStats returns the command stats.
func NewStats(root *command.Root) *cobra.Command {
	opt := &savesOptions{root}
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show your statistics",
		Args:  command.NoArgs,
		RunE:  opt.WithLibrary(opt.stats),
	}
	return opt.WithJSON(cmd, "write one JSON object per chapter and character")
}

func (opt *savesOptions) stats(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	list := saves.Default().List()
	if list.Err != nil {
		return list.Err
	}
	var scores saves.Scores
	unread := 0
	progress := command.NewProgress(cmd.ErrOrStderr(), "saved games read")
	read := 0
	err := progress.While(func() error {
		all := len(list.Names())
		for g := range list.Saves(lib) {
			if cmd.Context().Err() != nil {
				return context.Canceled
			}
			scores.Add(lib, &g)
			if g.Err != nil {
				unread++
			}
			read++
			progress.Tell(read, all)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if unread > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "unreadable saved games, not counted: %d\n", unread)
	}
	damages := list.Damages(lib)
	reportDamages(cmd.ErrOrStderr(), lib, damages)
	stats := scores.Stats(lib)
	stars, err := saves.Default().AllStars(opt.Person.Settings().Puzzles)
	if err != nil {
		return err
	}
	if len(stats.Chapters) == 0 && len(stars) == 0 && !opt.JSON {
		if len(damages) > 0 {
			return nil // which says enough
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "You have not played yet. Start a game: fellowship play")
		return nil
	}
	return opt.Answer(cmd, func() []any {
		return book.StatsAnswers(&stats, stars)
	}, func() page.Page {
		return book.OwnStatistics(opt.Person.Texts(), lib, &stats, stars).Page()
	})
}
