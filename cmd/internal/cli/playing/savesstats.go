package playing

import (
	"context"
	"fmt"
	"io"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
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
	t := command.NewText(cmd.OutOrStdout(), opt.Root)
	writeStats(t, lib, &stats)
	return t.Flush()
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
	return nil
}

func writeStats(t *command.Text, lib *chapters.Library, stats *saves.Stats) {
	const wide = 36
	row := func(name string, cells ...any) {
		t.Line("%s", strings.TrimRight(command.Pad(name, wide)+fmt.Sprintf(" %7v %5v %5v %5v  %v", cells...), " "))
	}
	t.Head(command.Pad(t.T("stats.chapter"), wide) + fmt.Sprintf(" %7s %5s %5s %5s  %s",
		t.T("stats.players"), t.T("stats.won"), t.T("stats.lost"), t.T("stats.open"), t.T("stats.first")))
	var all saves.Tally
	for _, c := range stats.Chapters {
		title := c.Chapter
		if chapter, err := lib.Chapter(c.Chapter); err == nil {
			title = command.Pad(c.Chapter, 4) + " " + chapter.Title.In(t.Lang())
		}
		first := ""
		if c.Tries > 0 {
			first = t.T("stats.game", c.Tries)
		}
		row(title, c.Players, c.Won, c.Lost, c.Open, first)
		all.Won, all.Lost, all.Open = all.Won+c.Won, all.Lost+c.Lost, all.Open+c.Open
	}
	row(t.T("stats.all"), "", all.Won, all.Lost, all.Open, "")
	if len(stats.Characters) > 0 {
		t.Line("")
		t.Head(command.Pad(t.T("stats.characters"), wide) + fmt.Sprintf(" %7s %5s", t.T("stats.games"), t.T("stats.met")))
		for _, c := range stats.Characters {
			name := c.Character
			if known := lib.Characters[c.Character]; known != nil {
				name = t.Name(known)
			}
			n := c.Met + c.Failed
			t.Line("%s %7d %5d %6d %%", command.Pad(name, wide), n, c.Met, (100*c.Met+n/2)/n)
		}
	}
	if stats.Longest > 1 {
		t.Line("")
		t.Line("%s", t.T("stats.row", stats.Row, stats.Longest))
	}
}
