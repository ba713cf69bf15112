package home

import (
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/tui"
)

// Lesson plays the small round of the first evening until the person has enough of it, and
// then chapter 1, if that is wanted. Nothing of the round is saved.
func (h *Home) Lesson() error {
	t := h.Texts()
	if !h.OnScreen() && !h.Browser {
		p := lesson.Page(t)
		p.Gap()
		if err := h.Print(h.Out, p); err != nil {
			return err
		}
	}
	next := play.Nothing
	err := lesson.Rounds(h.Lib, func(home *table.Home) (again bool, err error) {
		facts := play.Evening(t, "lesson.try.")
		facts.Continue, facts.Next = h.command("fellowship play --lesson"), h.command(lesson.Next)
		switch {
		case h.Browser:
			facts.Advice.Tries = "web.try."
			next, err = h.inBrowser(web.Solo{Home: home, Facts: facts})
			return next == play.Again, err
		case !h.OnScreen(): // where the goals are asked for is another thing
			facts.Advice.Tries = ""
		}
		next, err = h.show(home, tui.Options{Facts: facts}, "", nil)
		return next == play.Again, err
	})
	if err == nil && next == play.NextChapter {
		err = h.First()
	}
	return err
}
