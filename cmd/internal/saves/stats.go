package saves

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/daily"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/round"
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
	for _, earned := range [MostStars]bool{c.Won > 0, c.Unaided, c.Straight, c.Tries == 1} {
		if earned {
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
	Days daily.Streak
}

// Scores counts games, from the one played last on. Nothing else of them is kept.
type Scores struct {
	chapters   map[[2]string]*ChapterStats
	characters map[string]*CharacterStats
	days       []time.Time // on which the deal was won
	// lost reports whether a game was lost, row is how many were won after the last one that was, wins
	// how many were won after the one that was added last, and longest the most of these.
	lost               bool
	row, wins, longest int
}

// Add counts a game. One that cannot be read, a round without a chapter and one
// that nobody has played count nowhere.
func (sc *Scores) Add(lib *chapters.Library, save *Save) {
	if save.Err != nil || save.Game == nil || save.Game.Chapter() == nil ||
		len(save.Record.PlayerNames) > 0 && !slices.ContainsFunc(save.Record.PlayerNames, round.IsPerson) {
		return
	}
	if sc.chapters == nil {
		sc.chapters = map[[2]string]*ChapterStats{}
		sc.characters = map[string]*CharacterStats{}
	}
	key := [2]string{save.Game.Chapter().ID, strconv.Itoa(save.Game.Start().Players)}
	stats := sc.chapters[key]
	if stats == nil {
		stats = &ChapterStats{Chapter: key[0], Players: save.Game.Start().Players}
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
}

// Stats are those of the games that were added: the chapters in their order, the characters
// by how often they were played.
func (sc *Scores) Stats(lib *chapters.Library) Stats {
	stats := Stats{Row: sc.row, Longest: sc.longest, Days: daily.StreakOf(sc.days)}
	order := map[string]int{}
	for i, c := range lib.Chapters {
		order[c.ID] = i
	}
	for _, c := range sc.chapters {
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

// onTime reports whether the deal of a day was won on it: one begun late may end on the next.
func onTime(day, won time.Time) bool {
	const late = 2 * 24 * time.Hour
	return !won.Before(day) && won.Before(day.Add(late))
}

// countGoals counts the goals of the characters that people played.
func (sc *Scores) countGoals(g *Save) {
	for _, goal := range g.Game.Statuses() {
		if goal.Rider != "" ||
			len(g.Record.PlayerNames) > 0 && !round.IsPerson(g.Record.PlayerNames[g.Game.State().Deciders[goal.Seat]]) {
			continue
		}
		c := sc.characters[goal.Character]
		if c == nil {
			c = &CharacterStats{Character: goal.Character}
			sc.characters[goal.Character] = c
		}
		switch goal.Status {
		case characters.Met, characters.Sealed:
			c.Met++
		default:
			c.Failed++
		}
	}
}

// solved is a line of the file of solved puzzles: a puzzle's name, and its stars.
type solved struct {
	Puzzle string `json:"puzzle"`
	Stars  int    `json:"stars"`
}

// starsPath is the file of solved puzzles, beside the folder of the tables.
func (f *Folder) starsPath() string { return filepath.Join(filepath.Dir(f.dir), "puzzles"+extension) }

// Stars returns the most stars that the person has of each puzzle. A line that says nothing about a puzzle
// is passed over.
func (f *Folder) Stars() (map[string]int, error) {
	const longest = 1 << 24
	stars := map[string]int{}
	if f.dir == "" {
		return stars, nil
	}
	data, err := disk.ReadRegular(f.starsPath(), longest)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for line := range bytes.Lines(data) {
		var s solved
		if json.Unmarshal(line, &s) == nil && s.Puzzle != "" && s.Stars > stars[s.Puzzle] {
			stars[s.Puzzle] = s.Stars
		}
	}
	return stars, err
}

// RecordSolved writes down that a puzzle is solved, and for how many stars. It returns when the disk has it. Other
// programs may do the same meanwhile.
func (f *Folder) RecordSolved(puzzle string, stars int) error {
	if f.dir == "" {
		return say.Errorf("the stars of a puzzle: %w", disk.ErrNoHome)
	}
	line, err := json.Marshal(solved{puzzle, stars})
	if err == nil {
		err = os.MkdirAll(filepath.Dir(f.dir), 0o700)
	}
	if err == nil {
		err = disk.AddLine(f.starsPath(), line)
	}
	if err != nil {
		return say.Errorf("the stars of a puzzle: %w", disk.Classify(err))
	}
	return nil
}
