package play

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
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
	// Turn, if set, is waited for before the solver searches: many people share a server.
	Turn func(ctx context.Context, do func() error) error
}

// NewCourse begins with the first puzzle that is not solved yet.
func NewCourse(of []puzzle.Puzzle, stars map[string]int) *Course {
	c := &Course{of: of, stars: map[string]int{}}
	maps.Copy(c.stars, stars)
	c.first()
	return c
}

func (c *Course) first() {
	c.at = max(slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return c.stars[p.ID] == 0 }), 0)
}

// From goes to the puzzle of a name, if it is one of them.
func (c *Course) From(name string) {
	if at := slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return p.ID == name }); at >= 0 {
		c.at = at
	}
}

// Solved notes that the present puzzle was solved, and returns its name and how many stars it has now.
func (c *Course) Solved(p *Puzzle) (name string, stars int) {
	name = c.of[c.at].ID
	c.stars[name] = max(c.stars[name], p.Stars())
	return name, c.stars[name]
}

// Next goes to the next puzzle, which is one of all where only one was named.
func (c *Course) Next() {
	if c.at = (c.at + 1) % len(c.of); len(c.of) > 1 {
		return
	}
	all, _ := puzzle.All()
	c.of = puzzle.Of(all, "", 0)
	c.first()
}

// Begin begins the present puzzle, at a table of its own that nobody keeps.
func (c *Course) Begin(lib *chapters.Library) (*table.Home, error) {
	home, err := table.Unsaved(lib, c.of[c.at].Record())
	if err != nil {
		return nil, say.Internal(err)
	}
	return home, nil
}

// Facts are those of the present puzzle, which has begun at a table.
func (c *Course) Facts(home *table.Home, t *texts.Texts) Facts {
	p, chair := &c.of[c.at], Solve(home)
	chair.Puzzle.turn = c.Turn
	return Facts{
		Unsaved: true, Puzzle: chair, After: func() string { return solved(t, p, chair.Puzzle) },
		Note: t.T("puzzle.about", p.Level),
	}
}

// Play shows one puzzle after the other at a table, until the person has enough of them, and keeps the stars of
// those that were solved.
func (c *Course) Play(
	ctx context.Context, lib *chapters.Library, t *texts.Texts,
	show func(*table.Home, Facts) (Wish, error), keep func(name string, stars int) error,
) error {
	home, err := c.Begin(lib)
	if err != nil {
		return err
	}
	for {
		facts := c.Facts(home, t)
		next, err := show(home, facts)
		if home.Round().Over() {
			err = errors.Join(err, keep(c.Solved(facts.Puzzle.Puzzle)))
		}
		if err != nil || next == Nothing {
			return errors.Join(err, home.Close())
		}
		if next == Another {
			c.Next()
		}
		if err := home.Begin(ctx, nil, c.of[c.at].Record()); err != nil {
			return errors.Join(say.Internal(err), home.Close())
		}
	}
}

// solved says how a puzzle was solved.
func solved(t *texts.Texts, p *puzzle.Puzzle, how *Puzzle) string {
	stars := strings.Repeat("*", how.Stars())
	if how.Missed == 0 {
		return t.T("puzzle.stars.none", p.ID, stars, how.Stars())
	}
	return t.N("puzzle.stars", how.Missed, p.ID, stars, how.Stars())
}

// Lost says that a decision loses the puzzle, and which ones would not.
func (p *Puzzle) Lost(t *texts.Texts, v *chapters.View) string {
	return t.T("puzzle.loses") + " " + t.OpenCards(v, p.Wins, nil, p.All)
}
