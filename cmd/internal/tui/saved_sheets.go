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

	tea "github.com/charmbracelet/bubbletea"
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
// what is known of it. Another one searches for a word: then the list has only the games in which the word is found.
func (s *savedSheets) list() *kit.Sheet {
	sheet := &kit.Sheet{Name: "lobby.saved"}
	search := &savedSearch{sheet: sheet}
	sheet.Back = func() tea.Cmd {
		if search.isOpen {
			search.end()
			return nil
		}
		return s.stack.Pop()
	}
	sheet.Build = func() kit.Content { return s.content(search) }
	return sheet
}

// content returns the content of the list.
func (s *savedSheets) content(search *savedSearch) kit.Content {
	t := s.stack.Theme.Texts
	list := book.ListSaved(t, s.library, s.played, s.now())
	damages := s.played.UnlistedDamages()
	if search.isOpen {
		list = list.Matching(t, search.word)
		list.Intro = t.T("saves.search.how")
		if len(list.All) == 0 {
			list.Intro = t.T("saves.search.none")
		}
		list.Title = t.T("saves.searched", search.word)
		damages = nil
	}
	c := kit.Content{Title: list.Title}
	for i := range list.All {
		said := &list.All[i]
		row, actions := s.row(said)
		if i == max(search.sheet.Cursor, 0) {
			c.EnterLabel = actions.EnterLabel
			c.Shortcuts = append(s.details(said), search.shortcut(t.T("saves.search")))
		}
		c.Rows = append(c.Rows, row)
	}
	for _, d := range damages {
		said := book.SayDamage(t, s.library, d)
		c.Rows = append(c.Rows, kit.Row{
			Label:   said.Name,
			Note:    book.DamageStage(t, d),
			Control: s.stack.PushAction(func() *kit.Sheet { return s.damage(&said) }),
		})
	}
	if search.isOpen {
		c.Shortcuts = nil
		search.makeFields(&c)
	}
	page := &savedPage{texts: t, library: s.library, list: list}
	if len(c.Rows) > len(list.All) {
		page.damaged = c.Rows[len(list.All) : len(list.All)+len(damages)]
	}
	c.Draw = page.draw
	return c
}

// savedSearch searches the list of the games for a word.
type savedSearch struct {
	// sheet is the list.
	sheet *kit.Sheet
	// isOpen reports whether letters belong to the word.
	isOpen bool
	// word holds the typed letters.
	word string
}

// shortcut returns the key that begins to search.
func (s *savedSearch) shortcut(label string) kit.Shortcut {
	return kit.Shortcut{Key: "/", Label: label, Do: func() tea.Cmd {
		s.isOpen = true
		s.sheet.Cursor = 0
		return nil
	}}
}

// end shows all games again.
func (s *savedSearch) end() {
	s.isOpen = false
	s.word = ""
	s.sheet.Cursor = 0
}

// makeFields makes every row a text field for the word, so that typing works anywhere in the list. If no game is found,
// one row remains for that.
func (s *savedSearch) makeFields(c *kit.Content) {
	if len(c.Rows) == 0 {
		c.Rows = []kit.Row{{}}
	}
	for i := range c.Rows {
		open, _ := c.Rows[i].Control.(kit.Button)
		c.Rows[i].Control = kit.TextField{
			Text:      &s.word,
			MaxLength: longestWord,
			OnChange:  func() { s.sheet.Cursor = 0 },
			Enter:     open,
		}
	}
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
		whole := g.Whole(s.library)
		if whole.Err != nil {
			return page.FromText(t.Tell(whole.Err))
		}
		saved, err := book.Saved(t, s.library, &whole)
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
