package tui

import (
	"errors"
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
)

// ListedSave is a saved game as the list shows it.
type ListedSave struct {
	Name string
	// About tells in a language what it is and how it stands.
	About    func(*texts.Texts) string
	Finished bool
}

// replays list the games that a person can look at again.
func (p *Place) replays(all *Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		above := "lobby.saved.ended"
		switch {
		case len(all.Games) == 0:
			above = "lobby.stats.none"
		case slices.ContainsFunc(all.Games, func(g ListedSave) bool { return !g.Finished }):
			above = "lobby.saved.above"
		}
		c := kit.Content{Title: p.T("lobby.saved"), Above: []string{p.T(above)}}
		for _, g := range all.Games {
			c.Rows = append(c.Rows, kit.Row{Label: g.Name, Note: g.About(p.Texts), Do: p.Opens(func() *kit.Sheet { return p.replay(all, &g) })})
		}
		return c
	}}
}

// replay tells how a game went.
func (p *Place) replay(all *Played, g *ListedSave) *kit.Sheet {
	told := func(int) page.Page {
		game, err := p.Find(g.Name)
		var told page.Page
		if err = errors.Join(err, game.Err); err == nil {
			told, err = book.Saved(p.Texts, p.Library, &game)
		}
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
