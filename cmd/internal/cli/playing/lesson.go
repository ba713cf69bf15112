package playing

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/web"

	"github.com/spf13/cobra"
)

// lesson plays the small round of the first evening until the person has enough of it.
// Nothing of it is saved. It returns what the person wants next.
func (opt *PlayOptions) lesson(cmd *cobra.Command, lib *chapters.Library) (next tui.Outcome, err error) {
	t := opt.Texts()
	if out := cmd.OutOrStdout(); !opt.onScreen(cmd.InOrStdin(), out) && !opt.Browser {
		p := lesson.Page(t)
		p.Gap()
		if err := opt.Print(out, p); err != nil {
			return tui.Quit, err
		}
	}
	for {
		home, err := lesson.Begin(lib)
		if err != nil {
			return tui.Quit, command.Internal(err)
		}
		if opt.Browser {
			next, err = opt.inBrowser(cmd, lib, web.Round{Home: home, Lesson: true})
		} else {
			next, err = opt.show(cmd, lib, home, tui.Options{
				Lesson: true, Coach: true, Unsaved: true, After: func() string { return t.T("lesson.after") },
				Continue: opt.command("fellowship play --lesson"), Next: opt.command(lesson.Next),
			}, "", nil)
		}
		if err = errors.Join(err, home.Close()); err != nil || next != tui.Again {
			return next, err
		}
	}
}
