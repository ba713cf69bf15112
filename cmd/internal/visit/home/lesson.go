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
	t, tries := h.Texts(), "lesson.try."
	switch {
	case h.Browser:
		tries = "web.try."
	case !h.OnScreen(): // where the goals are asked for is another thing
		tries = ""
		p := lesson.Page(t)
		p.Gap()
		if err := h.Print(h.Out, p); err != nil {
			return err
		}
	}
	evening, err := play.Evening(h.Lib, tries)
	if err != nil {
		return err
	}
	next, err := play.Play(h.Ctx, h.Lib, evening, t, func(home *table.Home, facts play.Facts) (play.Wish, error) {
		facts.Continue, facts.Next = h.command("fellowship play --lesson"), h.command(lesson.Next)
		if h.Browser {
			return h.inBrowser(web.Solo{Home: home, Facts: facts})
		}
		return h.show(home, tui.Options{Facts: facts}, "", nil)
	})
	if err == nil && next == play.NextChapter {
		err = h.First()
	}
	return err
}
