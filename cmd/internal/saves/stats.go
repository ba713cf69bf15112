package saves

import (
	"cmp"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/daily"
	"fellowship/cmd/internal/session"
)

// Tally counts games: those that ended won or lost, and those that go on.
type Tally struct{ Won, Lost, Open int }

// Games is all of them, Finished those that have ended.
func (t Tally) Games() int { return t.Finished() + t.Open }

// Finished returns the number of games that have ended.
func (t Tally) Finished() int { return t.Won + t.Lost }

// ChapterStats counts a person's rounds of a chapter with so many players.
type ChapterStats struct {
	Chapter string
	Players int
	Tally
	// Tries is how many games it took until the first was won, 0 if none was.
	Tries int
	// Unaided and Straight say that one was won without hints, and one without undo.
	Unaided, Straight bool
}

// MostStars is how many a chapter can have at a table of a size.
const MostStars = 4

// Stars counts the marks: won, without hints, without undo, at the first try.
func (c *ChapterStats) Stars() (n int) {
	for _, is := range [MostStars]bool{c.Won > 0, c.Unaided, c.Straight, c.Tries == 1} {
		if is {
			n++
		}
	}
	return n
}

// CharacterStats is how often a person's own characters met their goals.
type CharacterStats struct {
	Character   string
	Met, Failed int
}

// Stats is a person's statistics.
type Stats struct {
	Chapters   []ChapterStats
	Characters []CharacterStats
	// Row is how many games were won one after the other, the last one included;
	// Longest is the most there ever were.
	Row, Longest int
	// Days is how the person has done with the deals of the days.
	Days daily.Row
}

// Scores keeps of games only the part that statistics need.
type Scores struct{ games []score }

// score is that of one game.
type score struct {
	chapter  string
	players  int
	deal     string
	modified time.Time
	result   chapters.Result
	finished bool
	// hints counts the help asked for, and undos the decisions taken back.
	hints, undos int
	// goals are those of the characters that people played in a finished game.
	goals []chapters.GoalStatus
}

// Add counts a game. One that cannot be read, a round without a chapter and one
// that nobody has played count nowhere.
func (sc *Scores) Add(g *Game) {
	if g.Err != nil || g.Round == nil || g.Round.Chapter() == nil || len(g.Record.By) > 0 && !slices.ContainsFunc(g.Record.By, session.IsPerson) {
		return
	}
	one := score{
		chapter: g.Round.Chapter().ID, players: g.Round.Start().Players, deal: g.Record.Deal,
		modified: g.Modified, result: g.Result, finished: g.Finished,
		hints: len(g.Record.Hints) + len(g.Record.Assisted), undos: g.Undos,
	}
	if g.Finished {
		one.goals = goalsOf(g)
	}
	sc.games = append(sc.games, one)
}

// Stats counts the games that people have played: the chapters in their order,
// the characters by how often they were played.
func (sc *Scores) Stats(lib *chapters.Library) Stats {
	var s Stats
	byChapter := map[[2]string]*ChapterStats{}
	byCharacter := map[string]*CharacterStats{}
	order := map[string]int{}
	for i, c := range lib.Chapters {
		order[c.ID] = i
	}
	var days []time.Time
	games := slices.Clone(sc.games)
	slices.SortStableFunc(games, func(a, b score) int { return a.modified.Compare(b.modified) })
	for i := range games {
		g := &games[i]
		key := [2]string{g.chapter, string(rune('0' + g.players))}
		c := byChapter[key]
		if c == nil {
			c = &ChapterStats{Chapter: g.chapter, Players: g.players}
			byChapter[key] = c
		}
		switch {
		case !g.finished:
			c.Open++
			continue
		case g.result == chapters.Won:
			c.Won++
			c.Unaided, c.Straight = c.Unaided || g.hints == 0, c.Straight || g.undos == 0
			s.Row++
			s.Longest = max(s.Longest, s.Row)
			if c.Tries == 0 {
				c.Tries = c.Finished()
			}
			if day, ok := daily.Day(lib, g.deal); ok && onTime(day, g.modified) {
				days = append(days, day)
			}
		default:
			c.Lost++
			s.Row = 0
		}
		countGoals(g.goals, byCharacter)
	}
	s.Days = daily.RowOf(days)
	for _, c := range byChapter {
		s.Chapters = append(s.Chapters, *c)
	}
	slices.SortFunc(s.Chapters, func(a, b ChapterStats) int {
		return cmp.Or(cmp.Compare(order[a.Chapter], order[b.Chapter]), cmp.Compare(a.Players, b.Players))
	})
	for _, c := range byCharacter {
		s.Characters = append(s.Characters, *c)
	}
	slices.SortFunc(s.Characters, func(a, b CharacterStats) int {
		return cmp.Or(cmp.Compare(b.Met+b.Failed, a.Met+a.Failed), cmp.Compare(a.Character, b.Character))
	})
	return s
}

// onTime reports whether the deal of a day was won on it: one begun late may end on the next.
func onTime(day, won time.Time) bool {
	const late = 2 * 24 * time.Hour
	return !won.Before(day) && won.Before(day.Add(late))
}

// goalsOf returns the goals of the characters that people played.
func goalsOf(g *Game) []chapters.GoalStatus {
	return slices.DeleteFunc(g.Round.Statuses(), func(goal chapters.GoalStatus) bool {
		return goal.Rider != "" || len(g.Record.By) > 0 && !session.IsPerson(g.Record.By[g.Round.State().By[goal.Seat]])
	})
}

// countGoals counts goals by their characters.
func countGoals(goals []chapters.GoalStatus, by map[string]*CharacterStats) {
	for _, goal := range goals {
		c := by[goal.Character]
		if c == nil {
			c = &CharacterStats{Character: goal.Character}
			by[goal.Character] = c
		}
		switch goal.Status {
		case characters.Met, characters.Sealed:
			c.Met++
		default:
			c.Failed++
		}
	}
}
