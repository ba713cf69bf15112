// Package puzzle has the puzzles: moments of real rounds that can be won with all cards open, but
// in few ways.
//
// puzzles.jsonl has them as position documents, measured.csv has the measurements of each. `make
// puzzles` makes both from rounds of computer players (make_test.go).
package puzzle

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
)

//go:embed puzzles.jsonl
var documents []byte

//go:embed measured.csv
var measured []byte

// MostStars is the number of stars for a puzzle solved without a wrong decision.
const MostStars = 3

// Levels is the number of levels, which count from 1.
const Levels = 5

// Puzzle is a moment from which a round can be won.
type Puzzle struct {
	// ID is the name of the puzzle.
	ID string
	// Chapter is the id of the chapter of the round.
	Chapter string
	// Players is the number of players of the round.
	Players int
	// Level is how hard it is, from 1 to [Levels].
	Level int
	// TricksLeft is how many tricks are still to be played.
	TricksLeft int

	// document is the position as a document, which is read when the puzzle is played.
	document []byte
}

// Names returns the names and levels of the puzzles, without reading the puzzles themselves.
func Names() (names []string, levels []string) {
	rows, _ := csv.NewReader(bytes.NewReader(measured)).ReadAll() // All reports what is wrong with the file
	for _, row := range rows[min(1, len(rows)):] {
		names = append(names, row[0])
		levels = append(levels, row[1])
	}
	return names, levels
}

// The columns of measured.csv that are read here.
const (
	nameColumn    = 0
	levelColumn   = 1
	chapterColumn = 9
	playersColumn = 10
	tricksColumn  = 11
)

// All returns all puzzles, chapter by chapter.
var All = sync.OnceValues(func() ([]Puzzle, error) {
	rows, err := csv.NewReader(bytes.NewReader(measured)).ReadAll()
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(bytes.Lines(documents))
	all := make([]Puzzle, len(lines))
	for i, document := range lines {
		if i+1 >= len(rows) || !bytes.HasPrefix(document, []byte(`{"id":"`+rows[i+1][nameColumn]+`"`)) {
			return nil, say.Errorf("puzzle %d: measured.csv has no row for it", i+1)
		}
		row := rows[i+1]
		p := &all[i]
		*p = Puzzle{ID: row[nameColumn], Chapter: row[chapterColumn], document: document}
		for _, field := range []struct {
			to     *int
			column int
		}{{&p.Level, levelColumn}, {&p.Players, playersColumn}, {&p.TricksLeft, tricksColumn}} {
			if *field.to, err = strconv.Atoi(row[field.column]); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
})

// Position reads the position of the puzzle.
func (p *Puzzle) Position() chapters.Position {
	for e := range chapters.Default().Read(p.ID, bytes.NewReader(p.document)) {
		if e.Err != nil {
			panic(e.Err) // a test reads all puzzles
		}
		return e.Record.Position
	}
	panic("puzzle " + p.ID + " has no document")
}

// Find returns the puzzle with a name.
func Find(all []Puzzle, name string) (*Puzzle, error) {
	for i := range all {
		if all[i].ID == name {
			return &all[i], nil
		}
	}
	return nil, say.Errorf("there is no puzzle %q; for the names, run: fellowship puzzle --list", name)
}

// Filter returns the puzzles of a chapter ("" for any) and of a level (0 for any). Easy puzzles
// come first, then puzzles for four players; the chapters take turns within a level.
func Filter(all []Puzzle, chapter string, level int) []Puzzle {
	type kind struct {
		level, players int
		chapter        string
	}
	// Places are sorted instead of puzzles, which are large.
	type place struct{ index, turn int }
	var order []place
	turns := map[kind]int{}
	for i := range all {
		p := &all[i]
		if chapter != "" && p.Chapter != chapter || level > 0 && p.Level != level {
			continue
		}
		k := kind{p.Level, p.Players, p.Chapter}
		turns[k]++
		order = append(order, place{i, turns[k]})
	}
	slices.SortStableFunc(order, func(a, b place) int {
		p, q := &all[a.index], &all[b.index]
		return cmp.Or(p.Level-q.Level, q.Players-p.Players, a.turn-b.turn)
	})
	selected := make([]Puzzle, len(order))
	for i, entry := range order {
		selected[i] = all[entry.index]
	}
	return selected
}

// Place returns the level of the puzzle with an id and its number in its chapter, both counted from 1; ok is false for
// any other id.
func Place(id string) (level, number int, ok bool) {
	all, err := All()
	if err != nil || id == "" {
		return 0, 0, false
	}
	current, err := Find(all, id)
	if err != nil {
		return 0, 0, false
	}
	index := slices.IndexFunc(Filter(all, current.Chapter, 0), func(p Puzzle) bool { return p.ID == id })
	return current.Level, index + 1, true
}

// rhythm has the level of the puzzle for each day of a week, from Sunday on.
var rhythm = [7]int{5, 1, 2, 2, 3, 3, 4}

// Today returns the puzzle of the day (UTC), the same for everybody.
func Today(all []Puzzle, now time.Time) *Puzzle {
	days := int(now.UTC().Unix() / (24 * 60 * 60))
	var candidates []*Puzzle
	for i := range all {
		if all[i].Level == rhythm[now.UTC().Weekday()] {
			candidates = append(candidates, &all[i])
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	const stride = 89 // a prime, so that the days do not stay within one chapter for weeks
	return candidates[days*stride%len(candidates)]
}

// Record returns the round of a puzzle before its first decision. One person has all seats.
func (p *Puzzle) Record() chapters.Record {
	position := p.Position()
	return chapters.Record{Position: position, PlayerNames: slices.Repeat([]string{round.Human}, len(position.Hands))}
}
