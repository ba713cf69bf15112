package playing

import (
	"cmp"
	"fmt"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"

	"github.com/spf13/cobra"
)

// saveAnswer is a saved game in JSON.
type saveAnswer struct {
	Name      string          `json:"name"`
	Path      string          `json:"path"`
	Modified  time.Time       `json:"modified"`
	Deal      string          `json:"deal,omitempty"`
	Chapter   any             `json:"chapter,omitempty"`
	Players   int             `json:"players,omitempty"`
	By        []string        `json:"by,omitempty"`
	Stage     string          `json:"stage,omitempty"`
	Tricks    int             `json:"tricks"` // finished
	Of        int             `json:"of,omitempty"`
	Decisions int             `json:"decisions"`
	Result    chapters.Result `json:"result,omitempty"`
	Finished  bool            `json:"finished"`
	Error     string          `json:"error,omitempty"`
}

func answerSave(g *saves.Save) *saveAnswer {
	a := &saveAnswer{Name: g.Name, Path: g.Path(), Modified: g.Modified.UTC()}
	if g.Err != nil {
		a.Error = g.Err.Error()
		return a
	}
	a.Deal, a.Chapter, a.Players, a.By = g.Record.Deal, command.ChapterNumber(g.Record.Chapter), g.Record.Players, g.Record.By
	a.Stage, a.Tricks, a.Of, a.Decisions = g.Stage.String(), g.Tricks, g.Of, len(g.Record.Decisions)
	a.Result, a.Finished = g.Result, g.Finished
	return a
}

func (opt *savesOptions) list(cmd *cobra.Command, lib *chapters.Library, _ []string) error {
	list := saves.Default().List()
	if list.Err != nil {
		return list.Err
	}
	if n := len(list.Strange); n > 0 {
		defer fmt.Fprintf(cmd.ErrOrStderr(), "Files in %s that are left out: %d. The name of a saved game has letters, digits, -, _, . and spaces.\n", saves.Default().Dir(), n)
	}
	defer opt.tellLost(cmd, list)
	english := texts.New(texts.Default)
	return listing(cmd, &opt.keptOptions, list.Saves(lib), func(g saves.Save) any { return answerSave(&g) },
		"There are no saved games. Begin one: fellowship play", list.Names(), []string{"name", "played", "chapter", "players", "progress"},
		func(g saves.Save) []string {
			chapter, players := "-", "-"
			if g.Err == nil {
				players, chapter = fmt.Sprint(g.Record.Players), cmp.Or(g.Record.Chapter, "-")
			}
			return []string{g.Name, g.Modified.Local().Format(book.Minutes), chapter, players, book.Stage(english, &g)}
		})
}
