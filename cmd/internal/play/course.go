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

// PuzzleRun is puzzles that a person solves one after the other.
type PuzzleRun struct {
	puzzles []puzzle.Puzzle
	index   int
	// stars are those that the person has, by puzzles.
	stars map[string]int
	// saveStars keeps the stars of a puzzle that was solved, which are more than before.
	saveStars func(name string, stars int) error
	// Turn, if set, is waited for before the solver searches: many people share a server.
	WithSolver func(ctx context.Context, do func() error) error
}

// NewPuzzleRun begins with the first puzzle that is not solved yet.
func NewPuzzleRun(puzzles []puzzle.Puzzle, stars map[string]int, saveStars func(name string,
	stars int) error,
) *PuzzleRun {
	c := &PuzzleRun{puzzles: puzzles, stars: map[string]int{}, saveStars: saveStars}
	maps.Copy(c.stars, stars)
	c.index = max(slices.IndexFunc(puzzles, func(p puzzle.Puzzle) bool { return c.stars[p.ID] == 0 }), 0)
	return c
}

// SkipTo goes to the puzzle of a name, if it is one of them.
func (c *PuzzleRun) SkipTo(name string) {
	if index := slices.IndexFunc(c.puzzles, func(p puzzle.Puzzle) bool { return p.ID == name }); index >= 0 {
		c.index = index
	}
}

// Position returns the level of the present puzzle, and its number there, counted from 1.
func (c *PuzzleRun) Position() (level, number int) {
	all, _ := puzzle.All()
	current := &c.puzzles[c.index]
	return current.Level, 1 + slices.IndexFunc(puzzle.Filter(all, "", current.Level), func(p puzzle.Puzzle) bool {
		return p.ID == current.ID
	})
}

// Next goes on to the next puzzle that is not solved yet: of all of the same level where only one was named.
func (c *PuzzleRun) Next() {
	current := c.puzzles[c.index]
	if len(c.puzzles) == 1 {
		all, _ := puzzle.All()
		c.puzzles = puzzle.Filter(all, "", current.Level)
		c.index = slices.IndexFunc(c.puzzles, func(p puzzle.Puzzle) bool { return p.ID == current.ID })
	}
	next := func(n int) int { return (c.index + n) % len(c.puzzles) }
	for n := 1; n < len(c.puzzles); n++ {
		if c.stars[c.puzzles[next(n)].ID] == 0 {
			c.index = next(n)
			return
		}
	}
	c.index = next(1)
}

// record is the present puzzle.
func (c *PuzzleRun) record() chapters.Record { return c.puzzles[c.index].Record() }

// roundOptions are those of the present puzzle, which has begun at a table.
func (c *PuzzleRun) roundOptions(home *table.Home, t *texts.Texts) RoundOptions {
	p := &c.puzzles[c.index]
	solving := &Puzzle{home: home, withSolver: c.WithSolver}
	if solving.withSolver == nil {
		solving.withSolver = func(_ context.Context, do func() error) error { return do() }
	}
	var saveErr error
	solving.saveResult = func() {
		if stars := solving.Stars(); stars > c.stars[p.ID] {
			c.stars[p.ID] = stars
			saveErr = c.saveStars(p.ID, stars)
		}
	}
	return RoundOptions{
		Unsaved: true, Puzzle: solving, Note: t.T("puzzle.about", p.Level),
		ResultText: func() string {
			text := t.T("puzzle.stars.none", solving.Stars())
			if solving.Missed > 0 {
				text = t.N("puzzle.stars", solving.Missed, solving.Stars())
			}
			if saveErr != nil {
				text += " " + texts.Sentence(t.Tell(saveErr))
			}
			return strings.TrimSpace(text + " " + solving.keyMove.text(t))
		},
	}
}

// SoloMode is what a person plays alone, one round after the other, at a table that nobody keeps: a [PuzzleRun] of
// puzzles, or the [Evening].
type SoloMode interface {
	// Next goes on to another round.
	Next()
	// record is the present round before its first decision, and facts are those of it, which has begun at a table.
	record() chapters.Record
	roundOptions(home *table.Home, t *texts.Texts) RoundOptions
}

// Begin begins the present round at a table of its own.
func Begin(lib *chapters.Library, mode SoloMode, t *texts.Texts) (*table.Home, RoundOptions, error) {
	home, err := table.Unsaved(lib, mode.record())
	if err != nil {
		return nil, RoundOptions{}, say.Internal(err)
	}
	return home, mode.roundOptions(home, t), nil
}

// Play shows one round after the other at a table, the same one again or another one, until the person wants
// something else, which it returns.
func Play(
	ctx context.Context, lib *chapters.Library, mode SoloMode, t *texts.Texts, show func(*table.Home,
		RoundOptions) (AfterRound, error),
) (AfterRound, error) {
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
		options = mode.roundOptions(home, t)
	}
}

// firstEvening is the round of the first evening.
type firstEvening struct {
	round     chapters.Record
	tryPrefix string
}

// Evening is the first evening: its small round, as often as the person likes. Tries begins the names of the texts
// about what to try.
func Evening(lib *chapters.Library, tryPrefix string) (SoloMode, error) {
	round, err := lesson.Round(lib)
	return firstEvening{round, tryPrefix}, err
}

// Next leaves the round as it is: there is no other.
func (e firstEvening) Next() {}

func (e firstEvening) record() chapters.Record { return e.round }

func (e firstEvening) roundOptions(_ *table.Home, t *texts.Texts) RoundOptions {
	return RoundOptions{
		Lesson: true, Advice: &Advice{Coach: true, TryPrefix: e.tryPrefix}, Unsaved: true, Next: lesson.Next,
		ResultText: func() string { return t.T("lesson.after") },
	}
}
