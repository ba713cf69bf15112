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

// PuzzleRun is a series of puzzles that a person solves one after the other.
type PuzzleRun struct {
	puzzles []puzzle.Puzzle
	// index is the index of the current puzzle.
	index int
	// stars are the stars that the person has, by the ids of the puzzles.
	stars map[string]int
	// saveStars saves the stars of a solved puzzle. It is called only if they are more than before.
	saveStars func(name string, stars int) error
	// WithSolver calls do when the solver may search; nil calls it at once. On a server people share the
	// solver, and WithSolver waits for a turn.
	WithSolver func(ctx context.Context, do func() error) error
	// solving is the current puzzle while it is solved, nil before.
	solving *Puzzle
	// resumed is the state with which the current puzzle goes on; nil for one that begins.
	resumed *SoloState
	// keep keeps the state when it changes, nil for a run that is not kept.
	keep func(SoloState) error
}

// NewPuzzleRun returns a run that begins with the first unsolved puzzle.
func NewPuzzleRun(
	puzzles []puzzle.Puzzle, stars map[string]int, saveStars func(name string, stars int) error,
) *PuzzleRun {
	r := &PuzzleRun{puzzles: puzzles, stars: map[string]int{}, saveStars: saveStars}
	maps.Copy(r.stars, stars)
	r.index = max(slices.IndexFunc(puzzles, func(p puzzle.Puzzle) bool { return r.stars[p.ID] == 0 }), 0)
	return r
}

// ResumePuzzleRun returns the run that has a state. The error says which of its puzzles is unknown.
func ResumePuzzleRun(
	state SoloState, stars map[string]int, saveStars func(name string, stars int) error,
) (*PuzzleRun, error) {
	all, err := puzzle.All()
	if err != nil {
		return nil, err
	}
	var puzzles []puzzle.Puzzle
	for _, id := range state.Puzzles {
		p, err := puzzle.Find(all, id)
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, *p)
	}
	if _, err := puzzle.Find(puzzles, state.Current); err != nil {
		return nil, err
	}
	r := NewPuzzleRun(puzzles, stars, saveStars)
	r.SkipTo(state.Current)
	r.resumed = &state
	return r, nil
}

// state returns the state of the run.
func (r *PuzzleRun) state() SoloState {
	state := SoloState{Current: r.puzzles[r.index].ID}
	for i := range r.puzzles {
		state.Puzzles = append(state.Puzzles, r.puzzles[i].ID)
	}
	return state
}

// keepState makes the run call keep whenever its state changes.
func (r *PuzzleRun) keepState(keep func(SoloState) error) { r.keep = keep }

// keepMissed keeps how many decisions were missed in the current puzzle.
func (r *PuzzleRun) keepMissed() error {
	if r.keep == nil {
		return nil
	}
	state := r.state()
	state.Missed = r.solving.Missed
	state.LastMissed = r.solving.lastMissed
	return r.keep(state)
}

// SkipTo makes the puzzle with an id the current one, if the run has it.
func (r *PuzzleRun) SkipTo(name string) {
	if index := slices.IndexFunc(r.puzzles, func(p puzzle.Puzzle) bool { return p.ID == name }); index >= 0 {
		r.index = index
	}
}

// Position returns the level of the current puzzle and its number in its chapter, counted from 1.
func (r *PuzzleRun) Position() (level, number int) {
	level, number, _ = puzzle.Place(r.puzzles[r.index].ID)
	return level, number
}

// Next goes on to the next unsolved puzzle. A run of a single puzzle goes on with the puzzles of its level.
func (r *PuzzleRun) Next() {
	current := r.puzzles[r.index]
	if len(r.puzzles) == 1 {
		all, _ := puzzle.All()
		r.puzzles = puzzle.Filter(all, "", current.Level)
		r.index = slices.IndexFunc(r.puzzles, func(p puzzle.Puzzle) bool { return p.ID == current.ID })
	}
	next := func(n int) int { return (r.index + n) % len(r.puzzles) }
	for n := 1; n < len(r.puzzles); n++ {
		if r.stars[r.puzzles[next(n)].ID] == 0 {
			r.index = next(n)
			return
		}
	}
	r.index = next(1)
}

// record returns the record of the current puzzle.
func (r *PuzzleRun) record() chapters.Record { return r.puzzles[r.index].Record() }

// roundOptions returns the options for the current puzzle, which has begun at a table.
func (r *PuzzleRun) roundOptions(home *table.Home, t *texts.Texts) RoundOptions {
	p := &r.puzzles[r.index]
	solving := &Puzzle{home: home, withSolver: r.WithSolver, saveMissed: r.keepMissed}
	r.solving = solving
	if r.resumed != nil {
		solving.Missed = r.resumed.Missed
		solving.lastMissed = r.resumed.LastMissed
		solving.isResumed = true
		r.resumed = nil
	}
	if solving.withSolver == nil {
		solving.withSolver = func(_ context.Context, do func() error) error { return do() }
	}
	var saveErr error
	solving.saveResult = func() {
		if stars := solving.Stars(); stars > r.stars[p.ID] {
			r.stars[p.ID] = stars
			saveErr = r.saveStars(p.ID, stars)
		}
	}
	if solving.isResumed && home.Round().IsOver() {
		solving.saveResult() // the program may have been stopped just before
	}
	return RoundOptions{
		Unsaved: true,
		Puzzle:  solving,
		Note:    t.T("puzzle.about", p.Level),
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
