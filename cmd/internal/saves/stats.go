package saves

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/stars"
)

// Tally counts games by their results.
type Tally struct {
	Won, Lost int
	// Open is the number of games that have not ended.
	Open int
}

// Games returns the number of all games.
func (t Tally) Games() int { return t.Finished() + t.Open }

// Finished returns the number of games that have ended.
func (t Tally) Finished() int { return t.Won + t.Lost }

// ChapterStats counts a person's rounds of one chapter with one number of players.
type ChapterStats struct {
	Chapter string
	Players int
	Tally
	// Tries is the number of finished games up to the first win, 0 without a win.
	Tries int
	// Done reports whether the chapter is won: a short one by one game, a long one by as many as it takes (L1, L2).
	Done bool
	// RoundsLeft is how many games a long chapter still takes at least after a won one, 0 for any other chapter.
	RoundsLeft int
	// Unaided reports whether the chapter was once won without hints and other help.
	Unaided bool
	// Straight reports whether the chapter was once won without undo.
	Straight bool
	// First reports whether the chapter was won before a game of it was lost.
	First bool
}

// Stars returns the stars of the chapter, none of which is lit before it is won.
func (c *ChapterStats) Stars() stars.Row {
	return stars.Of(c.Done, c.Done && c.Unaided, c.Done && c.Straight, c.Done && c.First)
}

// CharacterStats counts how often a character that a person played met or failed its goal.
type CharacterStats struct {
	Character   string
	Met, Failed int
}

// Stats are a person's statistics.
type Stats struct {
	Chapters   []ChapterStats
	Characters []CharacterStats
	// WinsInRow is the number of wins in a row up to the last finished game.
	WinsInRow int
	// MostWinsInRow is the largest number of wins in a row.
	MostWinsInRow int
	// Days is the person's streak with the deals of the day.
	Days daily.Streak
}

// Scores computes [Stats]. Games must be added in the order of a [List], the one played last first. It keeps
// only counts and no game, because there may be many.
type Scores struct {
	// chapters has the counts by chapter and number of players.
	chapters map[[2]string]*ChapterStats
	// long has the finished games of long chapters, the one played last first.
	long       map[[2]string][]longGame
	characters map[string]*CharacterStats
	// days are the days whose deals were won on time.
	days []time.Time
	// lost reports whether a lost game was added.
	lost bool
	// row is the number of wins before the first lost game was added.
	row int
	// wins is the number of wins since a lost game was added last.
	wins int
	// longest is the maximum of wins.
	longest int
}

// longGame is a finished game of a long chapter.
type longGame struct {
	chapter      *chapters.Chapter
	event, group string
	outcome      campaign.Outcome
}

// Add adds a game. Games that cannot be read, rounds without a chapter, rounds for practice and rounds that only computer
// players played do not count.
func (sc *Scores) Add(lib *chapters.Library, save *Save) {
	chapter, err := lib.Chapter(save.Record.Chapter)
	if save.Err != nil || save.Practice || err != nil {
		return
	}
	// A record without names was played by people.
	names := save.Record.PlayerNames
	if len(names) > 0 && !slices.ContainsFunc(names, round.IsPerson) {
		return
	}
	if sc.chapters == nil {
		sc.chapters = map[[2]string]*ChapterStats{}
		sc.long = map[[2]string][]longGame{}
		sc.characters = map[string]*CharacterStats{}
	}
	key := [2]string{chapter.ID, strconv.Itoa(save.Record.Players)}
	stats := sc.chapters[key]
	if stats == nil {
		stats = &ChapterStats{Chapter: key[0], Players: save.Record.Players}
		sc.chapters[key] = stats
	}
	switch {
	case !save.Finished:
		stats.Open++
		return
	case save.Result == chapters.Won:
		stats.Won++
		stats.Tries = 1
		stats.Unaided = stats.Unaided || len(save.Record.Hints)+len(save.Record.Assisted) == 0
		stats.Straight = stats.Straight || save.Undos == 0
		sc.wins++
		sc.longest = max(sc.longest, sc.wins)
		if !sc.lost {
			sc.row++
		}
		if day, ok := daily.Day(lib, save.Record.Deal); ok && onTime(day, save.Modified) {
			sc.days = append(sc.days, day)
		}
	default:
		stats.Lost++
		if stats.Tries > 0 {
			stats.Tries++
		}
		sc.lost = true
		sc.wins = 0
	}
	sc.countGoals(save)
	if save.Outcome != nil {
		game := longGame{chapter, save.Record.Event, save.Record.Group, *save.Outcome}
		sc.long[key] = append(sc.long[key], game)
	}
}

// complete fills in the fields that are about the whole chapter.
func (sc *Scores) complete(lib *chapters.Library, key [2]string, c *ChapterStats) {
	games := sc.long[key]
	if len(games) == 0 {
		c.Done = c.Won > 0
		c.First = c.Tries == 1
		return
	}
	p := campaign.NewProgress(lib, games[0].chapter, c.Players)
	for i := range slices.Backward(games) {
		p.Add(games[i].outcome, games[i].event, games[i].group)
	}
	c.Done = p.Won != ""
	c.Unaided = p.Unaided
	c.Straight = p.Straight
	c.First = p.First
	if c.Won > 0 && !c.Done {
		c.RoundsLeft = p.MinRounds()
	}
}

// Stats returns the statistics of the games that were added: the chapters in the library's order, and the
// characters played most often first.
func (sc *Scores) Stats(lib *chapters.Library) Stats {
	stats := Stats{WinsInRow: sc.row, MostWinsInRow: sc.longest, Days: daily.StreakOf(sc.days)}
	order := map[string]int{}
	for i, c := range lib.Chapters {
		order[c.ID] = i
	}
	for key, c := range sc.chapters {
		sc.complete(lib, key, c)
		stats.Chapters = append(stats.Chapters, *c)
	}
	slices.SortFunc(stats.Chapters, func(a, b ChapterStats) int {
		return cmp.Or(cmp.Compare(order[a.Chapter], order[b.Chapter]), cmp.Compare(a.Players, b.Players))
	})
	for _, c := range sc.characters {
		stats.Characters = append(stats.Characters, *c)
	}
	slices.SortFunc(stats.Characters, func(a, b CharacterStats) int {
		return cmp.Or(cmp.Compare(b.Met+b.Failed, a.Met+a.Failed), cmp.Compare(a.Character, b.Character))
	})
	return stats
}

// onTime reports whether the deal of a day was won on that day or the next: a game that begins late may
// end on the next day.
func onTime(day, won time.Time) bool {
	const late = 2 * 24 * time.Hour
	return !won.Before(day) && won.Before(day.Add(late))
}

// countGoals counts the goals of the characters that people played.
func (sc *Scores) countGoals(g *Save) {
	for _, goal := range g.Goals {
		c := sc.characters[goal.Character]
		if c == nil {
			c = &CharacterStats{Character: goal.Character}
			sc.characters[goal.Character] = c
		}
		if goal.IsMet {
			c.Met++
		} else {
			c.Failed++
		}
	}
}
