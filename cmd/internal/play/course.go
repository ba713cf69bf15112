package play

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/lesson"
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
func NewCourse(puzzles []puzzle.Puzzle, stars map[string]int, saveStars func(name string, stars int) error) *Course {
	c := &Course{of: puzzles, stars: map[string]int{}, keep: saveStars}
	maps.Copy(c.stars, stars)
	c.at = max(slices.IndexFunc(puzzles, func(p puzzle.Puzzle) bool { return c.stars[p.ID] == 0 }), 0)
	return c
}

// From goes to the puzzle of a name, if it is one of them.
func (c *Course) From(name string) {
	if index := slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return p.ID == name }); index >= 0 {
		c.at = index
	}
}

// Place returns the level of the present puzzle, and its number there, counted from 1.
func (c *Course) Place() (level, number int) {
	all, _ := puzzle.All()
	current := &c.of[c.at]
	return current.Level, 1 + slices.IndexFunc(puzzle.Of(all, "", current.Level), func(p puzzle.Puzzle) bool { return p.ID == current.ID })
}

// Next goes on to the next puzzle that is not solved yet: of all of the same level where only one was named.
func (c *Course) Next() {
	current := c.of[c.at]
	if len(c.of) == 1 {
		all, _ := puzzle.All()
		c.of = puzzle.Of(all, "", current.Level)
		c.at = slices.IndexFunc(c.of, func(p puzzle.Puzzle) bool { return p.ID == current.ID })
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
	p := &c.of[c.at]
	solving := &Puzzle{home: home, turn: c.Turn}
	if solving.turn == nil {
		solving.turn = func(_ context.Context, do func() error) error { return do() }
	}
	var saveErr error
	solving.solved = func() {
		if stars := solving.Stars(); stars > c.stars[p.ID] {
			c.stars[p.ID] = stars
			saveErr = c.keep(p.ID, stars)
		}
	}
	return Facts{
		Unsaved: true, Puzzle: solving, Note: t.T("puzzle.about", p.Level),
		After: func() string {
			text := t.T("puzzle.stars.none", solving.Stars())
			if solving.Missed > 0 {
				text = t.N("puzzle.stars", solving.Missed, solving.Stars())
			}
			if saveErr != nil {
				text += " " + texts.Sentence(t.Tell(saveErr))
			}
			return strings.TrimSpace(text + " " + solving.idea.told(t))
		},
	}
}

// Alone is what a person plays alone, one round after the other, at a table that nobody keeps: a [Course] of
// puzzles, or the [Evening].
type Alone interface {
	// Next goes on to another round.
	Next()
	// record is the present round before its first decision, and facts are those of it, which has begun at a table.
	record() chapters.Record
	facts(home *table.Home, t *texts.Texts) Facts
}

// Begin begins the present round at a table of its own.
func Begin(lib *chapters.Library, mode Alone, t *texts.Texts) (*table.Home, Facts, error) {
	home, err := table.Unsaved(lib, mode.record())
	if err != nil {
		return nil, Facts{}, say.Internal(err)
	}
	return home, mode.facts(home, t), nil
}

// Play shows one round after the other at a table, the same one again or another one, until the person wants
// something else, which it returns.
func Play(
	ctx context.Context, lib *chapters.Library, mode Alone, t *texts.Texts, show func(*table.Home, Facts) (Wish, error),
) (Wish, error) {
	home, options, err := Begin(lib, mode, t)
	if err != nil {
		return Nothing, err
	}
	for {
		next, err := show(home, options)
		if err != nil || next != Again && next != Another {
			return next, errors.Join(err, home.Close())
		}
		if next == Another {
			mode.Next()
		}
		if err := home.Begin(ctx, nil, mode.record()); err != nil {
			return Nothing, errors.Join(say.Internal(err), home.Close())
		}
		options = mode.facts(home, t)
	}
}

// firstEvening is the round of the first evening.
type firstEvening struct {
	round chapters.Record
	tries string
}

// Evening is the first evening: its small round, as often as the person likes. Tries begins the names of the texts
// about what to try.
func Evening(lib *chapters.Library, tryPrefix string) (Alone, error) {
	round, err := lesson.Round(lib)
	return firstEvening{round, tryPrefix}, err
}

// Next leaves the round as it is: there is no other.
func (e firstEvening) Next() {}

func (e firstEvening) record() chapters.Record { return e.round }

func (e firstEvening) facts(_ *table.Home, t *texts.Texts) Facts {
	return Facts{
		Lesson: true, Advice: &Advice{Coach: true, Tries: e.tries}, Unsaved: true, Next: lesson.Next,
		After: func() string { return t.T("lesson.after") },
	}
}
