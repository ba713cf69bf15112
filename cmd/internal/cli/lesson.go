package cli

import (
	"fmt"

	"fellowship/chapters"
	"fellowship/cmd/internal/lesson"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/tui"

	"github.com/spf13/cobra"
)

// lesson plays the small round of the first evening until the person has enough of it.
// Nothing of it is saved.
func (opt *playOptions) lesson(cmd *cobra.Command, lib *chapters.Library) error {
	t := opt.texts()
	ctx, in, out := cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout()
	terminal := isTerminal(in) && isTerminal(out)
	screen := opt.onScreen(in, out)
	if !screen {
		page := newText(out, opt.rootOptions)
		for _, p := range lesson.Pages(t) {
			page.bold(p.Title)
			page.wrap(2, p.Text)
		}
		if err := page.flush(); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	again := opt.command("fellowship play --lesson")
	for {
		s, err := lesson.Begin(lib)
		if err != nil {
			return internal(err)
		}
		var next tui.Outcome
		if screen {
			next, err = tui.Run(ctx, s, tui.Options{
				In: in, Out: out, Texts: t, Style: opt.style(out), Library: lib, Continue: again,
				Beat: opt.beat(), Auto: opt.wants().Auto, Mouse: opt.wants().Mouse, Keys: opt.wants().Keys,
				Motion: !opt.wants().Still, Coach: true, Unsaved: true,
			})
		} else {
			next, err = plain.Run(ctx, s, plain.Options{
				In: opt.answers(cmd), Out: out, Texts: t, Library: lib, ASCII: opt.ASCII,
				Terminal: terminal, Columns: columnsOf(out), Continue: again, Coach: true, Unsaved: true,
			})
		}
		if err != nil || next != tui.Again {
			return err
		}
	}
}
