package tui

import (
	"errors"
	"slices"
	"time"

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
	// now returns the current time.
	now func() time.Time
	// addActions adds the actions on a game to its page.
	addActions func(all *saves.Played, g *saves.Save, c *kit.Content)
}

// list lists the games: the open ones first. Enter goes on with a game or looks through it, and a further key shows
// what is known of it.
func (s *savedSheets) list() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.saved"}
	sheet.Build = func() kit.Content {
		list := book.ListSaved(s.stack.Theme.Texts, s.library, s.played, s.now())
		c := kit.Content{Title: list.Title}
		for i := range list.All {
			said := &list.All[i]
			row, actions := s.row(said)
			if i == max(sheet.Cursor, 0) {
				c.EnterLabel = actions.EnterLabel
				c.Shortcuts = s.details(said)
			}
			c.Rows = append(c.Rows, row)
		}
		damages := s.played.UnlistedDamages()
		for _, d := range damages {
			said := book.SayDamage(s.stack.Theme.Texts, s.library, d)
			c.Rows = append(c.Rows, kit.Row{
				Label:   said.Name,
				Note:    book.DamageStage(s.stack.Theme.Texts, d),
				Control: s.stack.PushAction(func() *kit.Sheet { return s.damage(&said) }),
			})
		}
		page := &savedPage{texts: s.stack.Theme.Texts, list: list, damaged: c.Rows[len(list.All):]}
		c.Draw = page.draw
		return c
	}
	return sheet
}

// find returns a game of the list.
func (s *savedSheets) find(said *book.SavedGame) *saves.Save {
	i := slices.IndexFunc(s.played.Games, func(g saves.Save) bool { return g.Name == said.Name })
	return &s.played.Games[i]
}

// row returns the row of a game, and what can be done with it. A game that is damaged is shown first.
func (s *savedSheets) row(said *book.SavedGame) (row kit.Row, actions kit.Content) {
	g := s.find(said)
	s.addActions(s.played, g, &actions)
	row = kit.Row{Label: said.Name, Note: said.When + "  " + said.Summary, Control: kit.Button(actions.Enter)}
	if g.Err != nil || actions.Enter == nil {
		actions.EnterLabel = ""
		row.Control = s.stack.PushAction(func() *kit.Sheet { return s.game(g) })
	}
	return row, actions
}

// details returns the key that shows what is known of a game.
func (s *savedSheets) details(said *book.SavedGame) []kit.Shortcut {
	g := s.find(said)
	return []kit.Shortcut{{
		Key:   "v",
		Label: s.stack.T("lobby.help.details"),
		Do:    s.stack.PushAction(func() *kit.Sheet { return s.game(g) }),
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
		c := kit.Content{Title: s.stack.T("lobby.saved"), State: g.Name, Page: content}
		s.addActions(s.played, g, &c)
		return c
	}}
}
