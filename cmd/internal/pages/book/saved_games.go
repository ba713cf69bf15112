package book

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/texts"
)

// SavedGames are the games that a person has played. The list is the same on a screen, in a browser and on the command
// line; each of these draws it in its own way.
type SavedGames struct {
	Title string
	// Intro says what can be done with a game, or that there are none.
	Intro string
	// All are the games, the one played last first.
	All []SavedGame
}

// SavedGame is a saved game in the list, with what can be done with it.
type SavedGame struct {
	// Name is the name that people use for the game.
	Name string
	// When is the time at which it was played last.
	When string
	// Chapter is the chapter's number, empty if the game cannot be read.
	Chapter string
	// Players is the number of players, 0 if the game cannot be read.
	Players int
	// Stage says in a few words how far the game has come, or what is wrong with it.
	Stage string
	// Summary says what the game is, and how far it has come.
	Summary string

	// CanContinue reports whether it can be gone on with.
	CanContinue bool
	// CanLook reports whether it can be looked through: it has ended.
	CanLook bool
	// CanRemove reports whether it can be deleted. A round of a campaign is deleted with its campaign only.
	CanRemove bool
	// Question asks before it is deleted.
	Question string
}

// ListSaved returns the list of saved games.
func ListSaved(t *texts.Texts, lib *chapters.Library, played *saves.Played) *SavedGames {
	list := &SavedGames{Title: t.T("lobby.saved"), Intro: t.T("lobby.saved.ended")}
	for i := range played.Games {
		list.All = append(list.All, NewSavedGame(t, lib, &played.Games[i]))
	}
	switch {
	case len(played.Games)+len(played.Damages) == 0:
		list.Intro = t.T("lobby.stats.none")
	case slices.ContainsFunc(list.All, func(g SavedGame) bool { return g.CanContinue }):
		list.Intro = t.T("lobby.saved.above")
	}
	return list
}

// NewSavedGame returns a saved game as lists show it.
func NewSavedGame(t *texts.Texts, lib *chapters.Library, g *saves.Save) SavedGame {
	said := SavedGame{
		Name:        g.Name,
		When:        g.Modified.Local().Format(Minutes),
		Stage:       Stage(t, g),
		Summary:     Summary(t, lib, g),
		CanContinue: g.CanContinue(),
		CanLook:     g.Err == nil && g.Finished,
		CanRemove:   g.Campaign == "",
		Question:    t.T("lobby.delete.sure", g.Name),
	}
	if g.Err == nil {
		said.Chapter = g.Record.Chapter
		said.Players = g.Record.Players
	}
	return said
}
