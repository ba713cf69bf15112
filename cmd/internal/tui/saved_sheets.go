package tui

import (
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
)

// savedSheets are the list of the games that the person has played, and the page of each.
type savedSheets struct {
	// stack shows the sheets.
	stack *kit.Stack
	// library has the chapters.
	library *chapters.Library
	// played has the games.
	played *saves.Played
	// addActions adds the actions on a game to its page.
	addActions func(all *saves.Played, g *saves.Save, c *kit.Content)
}

// list lists the games.
func (s *savedSheets) list() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		list := book.ListSaved(s.stack.Theme.Texts, s.library, s.played)
		c := kit.Content{Title: list.Title, Header: []string{list.Intro}}
		for i := range list.All {
			said := &list.All[i]
			g := &s.played.Games[i]
			c.Rows = append(c.Rows, kit.Row{
				Label:     said.Name,
				Note:      said.When + "  " + said.Summary,
				ShortNote: said.Summary,
				Control:   s.stack.PushAction(func() *kit.Sheet { return s.game(g) }),
			})
		}
		for _, d := range s.played.UnlistedDamages() {
			said := book.SayDamage(s.stack.Theme.Texts, s.library, d)
			c.Rows = append(c.Rows, kit.Row{
				Label:   said.Name,
				Note:    book.DamageStage(s.stack.Theme.Texts, d),
				Control: s.stack.PushAction(func() *kit.Sheet { return s.damage(&said) }),
			})
		}
		return c
	}}
}

// damage shows what is wrong with a file of which there is no game to show.
func (s *savedSheets) damage(said *book.Damaged) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		return kit.Content{Title: s.stack.T("lobby.saved"), Page: func(int) page.Page { return said.Page() }}
	}}
}

// game shows how a game went.
func (s *savedSheets) game(g *saves.Save) *kit.Sheet {
	t := s.stack.Theme.Texts
	content := func(int) page.Page {
		var damage *saves.Damage
		if errors.As(g.Err, &damage) {
			said := book.SayDamage(t, s.library, damage)
			return said.Page()
		}
		if g.Err != nil {
			return page.FromText(t.Tell(g.Err))
		}
		saved, err := book.Saved(t, s.library, g)
		if err != nil {
			return page.FromText(t.Tell(err))
		}
		return saved
	}
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: s.stack.T("lobby.saved"), Page: content}
		s.addActions(s.played, g, &c)
		return c
	}}
}
