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
	next, err := lesson.Rounds(h.Lib, func(home *table.Home) (play.Wish, error) {
		facts := play.Facts{
			Lesson: true, Coach: true, Unsaved: true, After: func() string { return t.T("lesson.after") },
			Continue: h.command("fellowship play --lesson"), Next: h.command(lesson.Next),
		}
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
