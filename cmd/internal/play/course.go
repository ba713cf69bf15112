package play

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Course is puzzles that a person solves one after the other.
type Course struct {
	of []puzzle.Puzzle
	at int
	// stars are those that the person has, by puzzles.
	stars map[string]int
	// keep keeps the stars of a puzzle that was solved, which are more than before.
	keep func(name string, stars int) error
	// Turn, if set, is waited for before the solver searches: many people share a server.
	Turn func(ctx context.Context, do func() error) error
}

// NewCourse begins with the first puzzle that is not solved yet.
func NewCourse(of []puzzle.Puzzle, stars map[string]int, keep func(name string, stars int) error) *Course {
	c := &Course{of: of, stars: map[string]int{}, keep: keep}
	maps.Copy(c.stars, stars)
	c.at = max(slices.IndexFunc(of, func(p puzzle.Puzzle) bool { return c.stars[p.ID] == 0 }), 0)
	return c
}

// From goes to the puzzle of a name, if it is one of them.
func (c *Course) From(name string) {
	if at := slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return p.ID == name }); at >= 0 {
		c.at = at
	}
}

// Place returns the level of the present puzzle, and its number there, counted from 1.
func (c *Course) Place() (level, number int) {
	all, _ := puzzle.All()
	now := &c.of[c.at]
	return now.Level, 1 + slices.IndexFunc(puzzle.Of(all, "", now.Level), func(p puzzle.Puzzle) bool { return p.ID == now.ID })
}

// Next goes on to the next puzzle that is not solved yet: of all of the same level where only one was named.
func (c *Course) Next() {
	if one := c.of[c.at]; len(c.of) == 1 {
		all, _ := puzzle.All()
		c.of = puzzle.Of(all, "", one.Level)
		c.at = slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return p.ID == one.ID })
	}
	next := func(n int) int { return (c.at + n) % len(c.of) }
	for n := 1; n < len(c.of); n++ {
		if c.stars[c.of[next(n)].ID] == 0 {
			c.at = next(n)
			return
		}
	}
	c.at = next(1)
}

// record is the present puzzle.
func (c *Course) record() chapters.Record { return c.of[c.at].Record() }

// facts are those of the present puzzle, which has begun at a table.
func (c *Course) facts(home *table.Home, t *texts.Texts) Facts {
	p, how := &c.of[c.at], &Puzzle{home: home, turn: c.Turn}
	if how.turn == nil {
		how.turn = func(_ context.Context, do func() error) error { return do() }
	}
	var unkept error
	how.solved = func() {
		if stars := how.Stars(); stars > c.stars[p.ID] {
			c.stars[p.ID] = stars
			unkept = c.keep(p.ID, stars)
		}
	}
	return Facts{
		Unsaved: true, Puzzle: how, Note: t.T("puzzle.about", p.Level),
		After: func() string {
			text := t.T("puzzle.stars.none", how.Stars())
			if how.Missed > 0 {
				text = t.N("puzzle.stars", how.Missed, how.Stars())
			}
			if unkept != nil {
				text += " " + texts.Sentence(t.Tell(unkept))
			}
			return strings.TrimSpace(text + " " + how.idea.told(t))
		},
	}
}
