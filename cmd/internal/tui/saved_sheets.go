package tui

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
)

// replayListSheet lists the games that the person has played.
func (p *Shell) replayListSheet(played *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		textKey := "lobby.saved.ended"
		switch {
		case len(played.Games) == 0:
			textKey = "lobby.stats.none"
		case slices.ContainsFunc(played.Games, func(g saves.Save) bool { return g.CanContinue() }):
			textKey = "lobby.saved.above"
		}
		c := kit.Content{Title: p.Theme.T("lobby.saved"), Header: []string{p.Theme.T(textKey)}}
		for _, g := range played.Games {
			c.Rows = append(c.Rows, kit.Row{
				Label:   g.Name,
				Note:    book.Summary(p.Theme.Texts, p.Library, &g),
				OnEnter: p.PushAction(func() *kit.Sheet { return p.replaySheet(played, &g) }),
			})
		}
		return c
	}}
}

// replaySheet shows how a game went.
func (p *Shell) replaySheet(played *saves.Played, g *saves.Save) *kit.Sheet {
	content := func(int) page.Page {
		if g.Err != nil {
			return page.FromText(p.Theme.Tell(g.Err))
		}
		saved, err := book.Saved(p.Theme.Texts, p.Library, g)
		if err != nil {
			return page.FromText(p.Theme.Tell(err))
		}
		return saved
	}
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: p.Theme.T("lobby.saved"), Page: content}
		p.AddGameActions(played, g, &c)
		return c
	}}
}
