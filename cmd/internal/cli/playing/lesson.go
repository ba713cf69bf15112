package playing

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/web"

	"github.com/spf13/cobra"
)

// lesson plays the small round of the first evening until the person has enough of it.
// Nothing of it is saved. It returns what the person wants next.
func (opt *PlayOptions) lesson(cmd *cobra.Command, lib *chapters.Library) (next tui.Outcome, err error) {
	t := opt.Texts()
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	screen := opt.onScreen(in, out)
	if !screen && !opt.Browser {
		p := lesson.Page(t)
		p.Gap()
		if err := opt.Print(out, p); err != nil {
			return tui.Quit, err
		}
	}
	after := func() string { return t.T("lesson.after") }
	again, first := opt.command("fellowship play --lesson"), opt.command(lesson.Next)
	for {
		home, err := lesson.Begin(lib)
		if err != nil {
			return tui.Quit, command.Internal(err)
		}
		switch {
		case opt.Browser:
			next, err = opt.inBrowser(cmd, lib, web.Round{Home: home, Lesson: true})
		case screen:
			board := opt.board(cmd, lib)
			board.Lesson, board.Coach, board.Unsaved, board.Continue, board.Next, board.After = true, true, true, again, first, after
			next, err = tui.Run(ctx, home, board)
		default:
			lines := opt.lines(cmd, lib)
			lines.Coach, lines.Unsaved, lines.Continue, lines.Next, lines.After = true, true, again, first, after
			next, err = plain.Run(ctx, home, lines)
		}
		if err = errors.Join(err, home.Close()); err != nil || next != tui.Again {
			return next, err
		}
	}
}
