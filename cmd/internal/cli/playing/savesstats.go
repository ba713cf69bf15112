package playing

import (
	"context"
	"fmt"
	"io"

	"fellowship/chapters"
	"fellowship/cmd/internal/book"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/daily"
	"fellowship/cmd/internal/saves"

	"github.com/spf13/cobra"
)

// chapterStats and characterStats are statistics in JSON.
type chapterStats struct {
	Chapter any `json:"chapter"`
	Players int `json:"players"`
	Games   int `json:"games"`
	Won     int `json:"won"`
	Lost    int `json:"lost"`
	Open    int `json:"open"`
	// Tries is how many games it took to win the first time, 0 if never.
	Tries int `json:"tries"`
}

type characterStats struct {
	Character string `json:"character"`
	Met       int    `json:"met"`
	Failed    int    `json:"failed"`
}

// dayStats is how the deals of the days went: how many were won, and in a row.
type dayStats struct {
	Days    int    `json:"days"`
	Row     int    `json:"row"`
	Longest int    `json:"longest"`
	Last    string `json:"last"`
}

func newSavesStatsCmd(opt *savesOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Show your statistics",
		Long: `Show what the saved games say about you: for each chapter and number of players
how many you have won, lost and left open, and how many games the first win
took; for each character you played how often its goal was met; and on how many
days you have won the deal of the day, one day after the other. Games without a
person at the table do not count.`,
		Example: `  fellowship saves stats
  fellowship saves stats --json`,
		Args: command.NoArgs,
		RunE: opt.WithLibrary(opt.stats),
	}
}

func (opt *savesOptions) stats(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	games, err := saves.Default().List(lib)
	if err != nil {
		return err
	}
	var scores saves.Scores
	command.NewWatch(cmd.ErrOrStderr()).While(opt.Texts(), "reading", saves.Default().Dir(), func() {
		for g := range games {
			if cmd.Context().Err() != nil {
				return
			}
			scores.Add(&g)
		}
	})
	if cmd.Context().Err() != nil {
		return context.Canceled
	}
	stats := scores.Stats(lib)
	if opt.JSON {
		return writeStatsJSON(cmd.OutOrStdout(), &stats)
	}
	if len(stats.Chapters) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), opt.Texts().T("stats.none"))
		return nil
	}
	return opt.Print(cmd.OutOrStdout(), book.Stats(opt.Texts(), lib, &stats, command.Width))
}

// writeStatsJSON writes an object a chapter and table, then one a character.
func writeStatsJSON(w io.Writer, stats *saves.Stats) error {
	for _, c := range stats.Chapters {
		a := chapterStats{command.ChapterNumber(c.Chapter), c.Players, c.Games(), c.Won, c.Lost, c.Open, c.Tries}
		if err := command.WriteJSON(w, a); err != nil {
			return err
		}
	}
	for _, c := range stats.Characters {
		if err := command.WriteJSON(w, characterStats{c.Character, c.Met, c.Failed}); err != nil {
			return err
		}
	}
	if d := stats.Days; d.Won > 0 {
		return command.WriteJSON(w, dayStats{d.Won, d.Now, d.Longest, d.Last.Format(daily.Format)})
	}
	return nil
}
