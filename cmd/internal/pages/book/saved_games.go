package book

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
)

// SavedGames are the games that a person has played. The list is the same on a screen, in a browser and on the command
// line; each of these draws it in its own way.
type SavedGames struct {
	Title string
	// Summary says how many games have ended, and how many of them were won.
	Summary string
	// Intro says what can be done with a game, or that there are none.
	Intro string
	// All are the games: the open ones first, and then the others. The one played last is first among each.
	All []SavedGame
	// Open is how many of the games are open.
	Open int
}

// SavedGame is a saved game in the list, with what can be done with it.
type SavedGame struct {
	// Name is the name that people use for the game.
	Name string
	// When is the time at which it was played last.
	When string
	// Day is the day on which it was played last, in a few letters.
	Day string
	// Chapter is the chapter's number, empty if the game cannot be read.
	Chapter string
	// Title is the title of the chapter, empty if the game cannot be read.
	Title string
	// Campaign is the name of the campaign to which it belongs, empty for none.
	Campaign string
	// Players is the number of players, 0 if the game cannot be read.
	Players int
	// With says who plays: the people and the computers.
	With string
	// Stage says in a few words how far the game has come, or what is wrong with it.
	Stage string
	// State says the same in fewer words, with whose turn it is.
	State string
	// Summary says what the game is, and how far it has come.
	Summary string
	// Result is the result of a game that has ended, empty for any other game.
	Result chapters.Result
	// Cast are the ids of the characters in the round.
	Cast []string
	// LostIn says in which trick the first goal of a lost game failed, empty for any other game.
	LostIn string
	// Stars are the stars of a game that was won, nil for any other game.
	Stars stars.Row

	// CanContinue reports whether it can be gone on with.
	CanContinue bool
	// IsYours reports whether it can be gone on with, and a person decides next.
	IsYours bool
	// CanLook reports whether it can be looked through: it has ended.
	CanLook bool
	// CanRemove reports whether it can be deleted. A round of a campaign is deleted with its campaign only.
	CanRemove bool
	// Question asks before it is deleted.
	Question string
}

// ListSaved returns the list of saved games.
func ListSaved(t *texts.Texts, lib *chapters.Library, played *saves.Played, now time.Time) *SavedGames {
	list := &SavedGames{Title: t.T("lobby.saved"), Intro: t.T("lobby.saved.ended")}
	won := 0
	ended := 0
	for i := range played.Games {
		g := &played.Games[i]
		said := NewSavedGame(t, lib, g, now)
		if said.Result == chapters.Won {
			isFirst := !slices.ContainsFunc(played.Games[i+1:], func(earlier saves.Save) bool {
				return earlier.Finished && isAlike(g, &earlier)
			})
			said.Stars = starsOf(g, isFirst)
			won++
		}
		if said.CanLook {
			ended++
		}
		if said.CanContinue {
			list.Open++
		}
		list.All = append(list.All, said)
	}
	slices.SortStableFunc(list.All, openFirst)
	switch {
	case len(played.Games)+len(played.Damages) == 0:
		list.Intro = t.T("lobby.stats.none")
	case list.Open > 0:
		list.Intro = t.T("lobby.saved.above")
	}
	if ended > 0 {
		list.Summary = t.T("saves.summary", ended, won)
	}
	return list
}

// Matching returns the games in whose line a word is found: in the name, the chapter, the players, the day or the
// result. Capital and small letters are the same.
func (l *SavedGames) Matching(t *texts.Texts, word string) *SavedGames {
	found := *l
	found.All = nil
	found.Open = 0
	word = strings.ToLower(strings.TrimSpace(word))
	for i := range l.All {
		said := &l.All[i]
		line := []string{said.Name, said.Title, said.With, said.Day, said.When, said.Summary, said.State}
		if said.Result != "" {
			line = append(line, t.T("saves.result."+string(said.Result)))
		}
		if !strings.Contains(strings.ToLower(strings.Join(line, "\n")), word) {
			continue
		}
		found.All = append(found.All, *said)
		if said.CanContinue {
			found.Open++
		}
	}
	return &found
}

// openFirst sorts open games before all others.
func openFirst(a, b SavedGame) int {
	rank := map[bool]int{true: 0, false: 1}
	return cmp.Compare(rank[a.CanContinue], rank[b.CanContinue])
}

// isAlike reports whether two games are of the same chapter with as many players.
func isAlike(a, b *saves.Save) bool {
	return a.Record.Chapter == b.Record.Chapter && a.Record.Players == b.Record.Players
}

// starsOf returns the stars of a game that was won.
func starsOf(g *saves.Save, isFirst bool) stars.Row {
	return stars.Of(true, len(g.Record.Hints)+len(g.Record.Assisted) == 0, g.Undos == 0, isFirst)
}

// NewSavedGame returns a saved game as lists show it. It has no stars: they depend on the other games.
func NewSavedGame(t *texts.Texts, lib *chapters.Library, g *saves.Save, now time.Time) SavedGame {
	stage := Stage(t, g)
	said := SavedGame{
		Name:        g.Name,
		When:        g.Modified.Local().Format(Minutes),
		Day:         t.ShortDate(g.Modified.Local(), now.Local()),
		Campaign:    g.Campaign,
		Stage:       stage,
		State:       stage,
		Summary:     Summary(t, lib, g),
		CanContinue: g.CanContinue(),
		CanLook:     g.Err == nil && g.Finished,
		CanRemove:   g.Campaign == "",
		Question:    t.T("lobby.delete.sure", g.Name),
	}
	if g.Err != nil {
		return said
	}
	said.Chapter = g.Record.Chapter
	said.Players = g.Record.Players
	said.Cast = texts.NotEmpty(g.Cast...)
	said.With = playersText(t, &g.Record)
	if c, err := lib.Chapter(g.Record.Chapter); err == nil {
		said.Title = c.Title.In(t.Lang())
	}
	if g.Finished {
		said.Result = g.Result
		if g.FailedIn > 0 {
			said.LostIn = t.T("saves.trick", g.FailedIn)
		}
		return said
	}
	said.IsYours = g.Decider == "" || round.IsPerson(g.Decider)
	if g.Stage == chapters.StagePlay {
		said.State = t.T("saves.trick", g.Tricks+1)
	}
	if g.Decider != "" {
		said.State = t.T("saves.turn", said.State, playerText(t, g.Decider))
	}
	return said
}

// playerText names a player: a person by name, or as the one who reads.
func playerText(t *texts.Texts, player string) string {
	name, isPerson := round.PersonName(player)
	switch {
	case !isPerson:
		return t.N("saves.computers", 1)
	case name == "":
		return t.T("saves.you")
	}
	return name
}

// playersText says who plays a round: first the people, and then how many computers.
func playersText(t *texts.Texts, record *chapters.Record) string {
	if record.Players == 1 {
		return t.T("saves.alone")
	}
	var names []string
	nameless := 0
	computers := 0
	for _, player := range record.PlayerNames {
		name, isPerson := round.PersonName(player)
		switch {
		case !isPerson:
			computers++
		case name == "":
			nameless++
		default:
			names = append(names, name)
		}
	}
	switch {
	case nameless == 1:
		names = append([]string{t.T("saves.you")}, names...)
	case nameless > 1:
		names = append(names, t.T("saves.people", nameless))
	}
	if computers > 0 {
		names = append(names, t.N("saves.computers", computers))
	}
	return strings.Join(names, ", ")
}
