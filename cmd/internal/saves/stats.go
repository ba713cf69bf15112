package saves

import (
	"cmp"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// Tally counts games: those that ended won or lost, and those that go on.
type Tally struct{ Won, Lost, Open int }

// Games is all of them, Finished those that have ended.
func (t Tally) Games() int { return t.Finished() + t.Open }

// Finished returns the number of games that have ended.
func (t Tally) Finished() int { return t.Won + t.Lost }

// ChapterStats is what a person has done in a chapter with so many players.
type ChapterStats struct {
	Chapter string
	Players int
	Tally
	// Tries is how many games it took until the first was won, 0 if none was.
	Tries int
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
}

// person reports whether a name in a record stands for a person: human, which a
// name may follow, as in human:Anna.
func person(by string) bool {
	kind, _, _ := strings.Cut(by, ":")
	return kind == "human"
}

// StatsOf counts the games that people have played: the chapters in their order,
// the characters by how often they were played. Games that cannot be read and
// rounds without a chapter count nowhere.
func StatsOf(lib *chapters.Library, games []Game) Stats {
	var s Stats
	byChapter := map[[2]string]*ChapterStats{}
	byCharacter := map[string]*CharacterStats{}
	order := map[string]int{}
	for i, c := range lib.Chapters {
		order[c.ID] = i
	}
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b Game) int { return a.Modified.Compare(b.Modified) })
	for i := range games {
		g := &games[i]
		if g.Err != nil || g.Round == nil || g.Round.Chapter() == nil || len(g.Record.By) > 0 && !slices.ContainsFunc(g.Record.By, person) {
			continue
		}
		id, players := g.Round.Chapter().ID, g.Round.Players()
		key := [2]string{id, string(rune('0' + players))}
		c := byChapter[key]
		if c == nil {
			c = &ChapterStats{Chapter: id, Players: players}
			byChapter[key] = c
		}
		switch {
		case !g.Finished:
			c.Open++
			continue
		case g.Result == chapters.Won:
			c.Won++
			s.Row++
			s.Longest = max(s.Longest, s.Row)
			if c.Tries == 0 {
				c.Tries = c.Finished()
			}
		default:
			c.Lost++
			s.Row = 0
		}
		countCharacters(g, byCharacter)
	}
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

// countCharacters counts the goals of the characters that people played.
func countCharacters(g *Game, by map[string]*CharacterStats) {
	view := g.Round.View(tricks.NoSeat)
	for _, goal := range g.Round.Statuses() {
		if goal.Rider != "" || len(g.Record.By) > 0 && !person(g.Record.By[view.Seats[goal.Seat].By]) {
			continue
		}
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
