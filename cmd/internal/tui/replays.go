package tui

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/page"
	"fellowship/cmd/internal/texts"
)

// SavedGame is a game as the list of games shows it.
type SavedGame struct {
	Name string
	// About tells in a language what it is and how it stands.
	About    func(*texts.Texts) string
	Finished bool
}

// Replays are the games that a person can look at again, at home and on a server.
type Replays struct {
	*kit.Stack
	// Games are all of them, the last one first, and Show tells how one went.
	Games func() []SavedGame
	Show  func(name string) page.Page
	// Change adds to the page of a game what can be done with it.
	Change func(g *SavedGame, c *kit.Content)
}

// List lists the games.
func (r *Replays) List() *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		games, above := r.Games(), "lobby.saved.ended"
		switch {
		case len(games) == 0:
			above = "lobby.stats.none"
		case slices.ContainsFunc(games, func(g SavedGame) bool { return !g.Finished }):
			above = "lobby.saved.above"
		}
		c := kit.Content{Title: r.T("lobby.saved"), Above: []string{r.T(above)}}
		for _, g := range games {
			c.Rows = append(c.Rows, kit.Row{Label: g.Name, Note: g.About(r.Texts), Do: r.Opens(func() *kit.Sheet { return r.page(&g) })})
		}
		return c
	}}
}

// page tells how a game went.
func (r *Replays) page(g *SavedGame) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: r.T("lobby.saved"), Page: func(int) page.Page { return r.Show(g.Name) }}
		r.Change(g, &c)
		return c
	}}
}

// StatsSheet tells how a person has done, for so many columns.
func StatsSheet(s *kit.Stack, told func(columns int) page.Page) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.stats", Build: func() kit.Content {
		return kit.Content{Title: s.T("lobby.stats"), Page: told}
	}}
}
