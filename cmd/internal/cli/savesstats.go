package cli

import (
	"fmt"
	"strings"

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

func newSavesStatsCmd(opt *savesOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Show your statistics",
		Long: `Show what the saved games say about you: for each chapter and number of players
how many you have won, lost and left open, and how many games the first win
took; for each character you played how often its goal was met. Games without a
person at the table do not count.`,
		Example: `  fellowship saves stats
  fellowship saves stats --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSavesStats(cmd, opt) },
	}
}

func runSavesStats(cmd *cobra.Command, opt *savesOptions) error {
	lib, err := opt.Library()
	if err != nil {
		return err
	}
	games, err := saves.Default().List(lib)
	if err != nil {
		return err
	}
	stats := saves.StatsOf(lib, games)
	if opt.JSON {
		for _, c := range stats.Chapters {
			a := chapterStats{chapterNumber(c.Chapter), c.Players, c.Games(), c.Won, c.Lost, c.Open, c.Tries}
			if err := writeJSON(cmd.OutOrStdout(), a); err != nil {
				return err
			}
		}
		for _, c := range stats.Characters {
			if err := writeJSON(cmd.OutOrStdout(), characterStats{c.Character, c.Met, c.Failed}); err != nil {
				return err
			}
		}
		return nil
	}
	if len(stats.Chapters) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "You have not played yet. Begin a game: fellowship play")
		return nil
	}
	t := newText(cmd.OutOrStdout(), opt.rootOptions)
	t.head(fmt.Sprintf("%-36s %7s %5s %5s %5s  %s", "chapter", "players", "won", "lost", "open", "first win"))
	var all saves.Tally
	for _, c := range stats.Chapters {
		title := c.Chapter
		if chapter, err := lib.Chapter(c.Chapter); err == nil {
			title = fmt.Sprintf("%-4s %s", c.Chapter, chapter.Title.In("en"))
		}
		first := ""
		if c.Tries > 0 {
			first = fmt.Sprintf("game %d", c.Tries)
		}
		line := fmt.Sprintf("%s %7d %5d %5d %5d  %s", pad(title, 36), c.Players, c.Won, c.Lost, c.Open, first)
		t.line("%s", strings.TrimRight(line, " "))
		all.Won, all.Lost, all.Open = all.Won+c.Won, all.Lost+c.Lost, all.Open+c.Open
	}
	t.line("%s", strings.TrimRight(fmt.Sprintf("%-36s %7s %5d %5d %5d", "all", "", all.Won, all.Lost, all.Open), " "))
	if len(stats.Characters) > 0 {
		t.line("")
		t.head(fmt.Sprintf("%-36s %7s %5s %8s", "your characters", "games", "met", ""))
		for _, c := range stats.Characters {
			name := c.Character
			if known := lib.Characters[c.Character]; known != nil {
				name = known.Name.In("en")
			}
			n := c.Met + c.Failed
			t.line("%s %7d %5d %6d %%", pad(name, 36), n, c.Met, (100*c.Met+n/2)/n)
		}
	}
	if stats.Longest > 1 {
		t.line("")
		t.line("Won one after the other: %d now, %d at most.", stats.Row, stats.Longest)
	}
	return t.flush()
}
