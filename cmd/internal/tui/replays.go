package tui

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
)

// replays list the games that a person can look at again.
func (p *Place) replays(all *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		above := "lobby.saved.ended"
		switch {
		case len(all.Games) == 0:
			above = "lobby.stats.none"
		case slices.ContainsFunc(all.Games, func(g saves.Save) bool { return g.GoesOn() }):
			above = "lobby.saved.above"
		}
		c := kit.Content{Title: p.T("lobby.saved"), Above: []string{p.T(above)}}
		for _, g := range all.Games {
			c.Rows = append(c.Rows, kit.Row{Label: g.Name, Note: book.About(p.Texts, p.Library, &g), Do: p.Opens(func() *kit.Sheet { return p.replay(all, &g) })})
		}
		return c
	}}
}

// replay tells how a game went.
func (p *Place) replay(all *saves.Played, g *saves.Save) *kit.Sheet {
	told := func(int) page.Page {
		if g.Err != nil {
			return page.Of(p.Tell(g.Err))
		}
		told, err := book.Saved(p.Texts, p.Library, g)
		if err != nil {
			return page.Of(p.Tell(err))
		}
		return told
	}
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: p.T("lobby.saved"), Page: told}
		p.ToGame(all, g, &c)
		return c
	}}
}
