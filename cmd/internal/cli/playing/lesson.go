package playing

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/tui"

	"github.com/spf13/cobra"
)

// lesson plays the small round of the first evening until the person has enough of it.
// Nothing of it is saved. It returns what the person wants next.
func (opt *PlayOptions) lesson(cmd *cobra.Command, lib *chapters.Library) (next tui.Outcome, err error) {
	t := opt.Texts()
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	terminal := command.IsTerminal(in) && command.IsTerminal(out)
	screen := opt.onScreen(in, out)
	if !screen {
		p := lesson.Page(t)
		p.Gap()
		if err := opt.Print(out, p); err != nil {
			return tui.Quit, err
		}
	}
	again, first := opt.command("fellowship play --lesson"), opt.command(lesson.Next)
	for {
		home, err := lesson.Begin(lib)
		if err != nil {
			return tui.Quit, command.Internal(err)
		}
		if screen {
			next, err = tui.Run(ctx, home, tui.Options{
				Terminal: opt.Screen(cmd, lib), Continue: again,
				Beat: opt.beat(), Auto: opt.Wants().Auto, Mouse: opt.Wants().Mouse, Keys: opt.Wants().Keys,
				Motion: !opt.Wants().Still, Coach: true, Unsaved: true,
				Lesson: true, Next: first, After: func() string { return t.T("lesson.after") },
			})
		} else {
			next, err = plain.Run(ctx, home, plain.Options{
				In: opt.Answers(cmd), Out: out, Texts: t, Library: lib, ASCII: opt.ASCII,
				Terminal: terminal, Columns: command.ColumnsOf(out), Continue: again, Coach: true, Unsaved: true,
				Next: first, After: func() string { return t.T("lesson.after") },
			})
		}
		if err = errors.Join(err, home.Close()); err != nil || next != tui.Again {
			return next, err
		}
	}
}
