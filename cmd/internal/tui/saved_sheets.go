package tui

import (
	"slices"

	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/book"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/saves"
)

// replayListSheet lists the games that the person has played.
func (sh *Shell) replayListSheet(played *saves.Played) *kit.Sheet {
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		textKey := "lobby.saved.ended"
		switch {
		case len(played.Games) == 0:
			textKey = "lobby.stats.none"
		case slices.ContainsFunc(played.Games, func(g saves.Save) bool { return g.CanContinue() }):
			textKey = "lobby.saved.above"
		}
		c := kit.Content{Title: sh.T("lobby.saved"), Header: []string{sh.T(textKey)}}
		for _, g := range played.Games {
			c.Rows = append(c.Rows, kit.Row{
				Label:   g.Name,
				Note:    book.Summary(sh.Stack.Theme.Texts, sh.Library, &g),
				Control: sh.Stack.PushAction(func() *kit.Sheet { return sh.replaySheet(played, &g) }),
			})
		}
		return c
	}}
}

// replaySheet shows how a game went.
func (sh *Shell) replaySheet(played *saves.Played, g *saves.Save) *kit.Sheet {
	content := func(int) page.Page {
		if g.Err != nil {
			return page.FromText(sh.Stack.Theme.Texts.Tell(g.Err))
		}
		saved, err := book.Saved(sh.Stack.Theme.Texts, sh.Library, g)
		if err != nil {
			return page.FromText(sh.Stack.Theme.Texts.Tell(err))
		}
		return saved
	}
	return &kit.Sheet{Name: "lobby.saved", Build: func() kit.Content {
		c := kit.Content{Title: sh.T("lobby.saved"), Page: content}
		sh.AddGameActions(played, g, &c)
		return c
	}}
}
