package play_test

import (
	"errors"
	"slices"
	"testing"

	"fellowship/chapters"
	"fellowship/cmd/internal/deals/puzzle"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// solver solves a puzzle at a table: it is the front end.
type solver struct {
	t *testing.T
	front
	options play.RoundOptions
	// kept has the stars that were kept, by puzzles.
	kept map[string]int
	// failure is why stars cannot be kept.
	failure error
	run     *play.PuzzleRun
	home    *table.Home
}

func (s *solver) State() play.State {
	v := s.game.Look()
	s.view = v.View
	return play.State{Texts: texts.New("en"), Client: s.game, Now: v.Now, View: &s.view, Options: &s.options}
}

// beginPuzzle begins a run with the first puzzles of a level.
func beginPuzzle(t *testing.T, level, number int) *solver {
	all, err := puzzle.All()
	require.NoError(t, err)
	s := &solver{t: t, kept: map[string]int{}}
	s.run = play.NewPuzzleRun(puzzle.Filter(all, "", level)[:number], nil, func(name string, stars int) error {
		s.kept[name] = stars
		return s.failure
	})
	s.begin()
	return s
}

// begin begins the current puzzle at a table.
func (s *solver) begin() {
	home, options, err := play.Begin(chapters.Default(), s.run, texts.New("en"))
	require.NoError(s.t, err)
	s.t.Cleanup(func() { assert.NoError(s.t, home.Close()) })
	s.home = home
	s.options = options
	s.game = &play.Client{Client: home.Client, Puzzle: options.Puzzle}
}

// winning returns the decisions that win now, and those that lose.
func (s *solver) winning() (wins, loses []chapters.Decision) {
	s.t.Helper()
	for _, d := range s.State().View.Ask.Options {
		if _, err := s.game.PrepareDecision(d); errors.Is(err, play.ErrLosingMove) {
			loses = append(loses, d)
		} else {
			require.NoError(s.t, err)
			wins = append(wins, d)
		}
	}
	return wins, loses
}

// solve tries decisions until the round is over.
func (s *solver) solve() {
	s.t.Helper()
	for s.State().Now != round.End {
		for s.State().Now != round.Turn {
			s.game.GoOn()
		}
		for _, d := range slices.Clone(s.view.Ask.Options) {
			err := s.game.Decide(d)
			if err == nil {
				break
			}
			require.ErrorIs(s.t, err, play.ErrLosingMove)
		}
	}
}

// TestPuzzle solves a puzzle with mistakes. A losing decision is not carried out, says what it would cost and takes a
// star, but only the first at the same place. An answer that is given away takes one, too; the number of winning choices
// does not. At the end the stars are kept before anybody sees them, and the turning point is explained.
func TestPuzzle(t *testing.T) {
	said := texts.New("en")
	s := beginPuzzle(t, 1, 3)
	assert.True(t, s.options.Unsaved)
	assert.Equal(t, said.T("puzzle.about", 1), s.options.Note)
	level, number := s.run.Position()
	assert.Equal(t, [2]int{1, 1}, [2]int{level, number})

	wins, loses := s.winning()
	require.NotEmpty(t, wins)
	require.NotEmpty(t, loses)
	assert.Equal(t, 1, s.game.Puzzle.Missed, "several mistakes at one place count once")
	before := s.game.TableView().Revision
	require.ErrorIs(t, s.game.Decide(loses[0]), play.ErrLosingMove)
	assert.Equal(t, before, s.game.TableView().Revision, "it is not carried out")
	lost := s.home.Round().Reveal()
	require.NoError(t, lost.Apply(loses[0]))
	cost, err := puzzle.CostOf(t.Context(), lost)
	require.NoError(t, err)
	v := s.State().View
	assert.Equal(t, said.T("puzzle.loses", said.Round(v).Cost(uint64(cost))), s.game.Puzzle.LossText(said, v))

	acts := play.Bind(said, nil, play.Round[*asking, string]()...)
	a := &asking{solver: s}
	acts.ByName("opencards").Do(a)
	answer, err := a.question.Think(t.Context())
	require.NoError(t, err)
	assert.Equal(t, said.N("puzzle.number", len(wins), len(wins)+len(loses)), answer.Say())
	assert.Nil(t, answer.Advice)
	assert.Equal(t, 1, s.game.Puzzle.Missed)
	acts.ByName("hint").Do(a)
	answer, err = a.question.Think(t.Context())
	require.NoError(t, err)
	assert.Contains(t, wins, *answer.Advice)
	assert.Contains(t, answer.Say(), said.Round(s.State().View).Choice(*answer.Advice))
	assert.Equal(t, 1, s.game.Puzzle.Missed, "this place was missed already")
	assert.Equal(t, 2, s.game.Puzzle.Stars())

	s.solve()
	assert.Equal(t, chapters.Won, s.State().View.Result)
	require.Len(t, s.kept, 1)
	for _, stars := range s.kept {
		assert.Equal(t, s.game.Puzzle.Stars(), stars)
	}
	assert.Contains(t, s.options.ResultText(), said.N("puzzle.stars", s.game.Puzzle.Missed, s.game.Puzzle.Stars()))
	var played []string
	for range 3 { // the first one is solved now
		s.run.Next()
		s.begin()
		played = append(played, s.home.Round().Reveal().Start().ID)
	}
	assert.Equal(t, played[0], played[2], "the second one, the third one, and the second one again")
	assert.NotEqual(t, played[0], played[1])
}

// asking is a front end that keeps the last question.
type asking struct {
	*solver
	question play.Question
}

func (a *asking) Ask(q play.Question) string {
	a.question = q
	return q.Note
}

// TestPuzzleWithoutMistake earns three stars, and the key move is named with what other choices cost. If the stars cannot
// be kept, the result says why.
func TestPuzzleWithoutMistake(t *testing.T) {
	said := texts.New("en")
	s := beginPuzzle(t, 2, 2)
	s.failure = errors.New("the disk is gone")
	free := &asking{solver: s}
	acts := play.Bind(said, nil, play.Round[*asking, string]()...)
	for s.State().Now != round.End {
		for s.State().Now != round.Turn {
			s.game.GoOn()
		}
		acts.ByName("opencards").Do(free) // says how many win, which costs nothing
		_, err := free.question.Think(t.Context())
		require.NoError(t, err)
		wins, _, _, err := puzzle.Judge(t.Context(), s.home.Round().Reveal())
		require.NoError(t, err)
		require.NoError(t, s.game.Decide(wins[0]))
	}
	assert.Equal(t, puzzle.MostStars, s.game.Puzzle.Stars())
	result := s.options.ResultText()
	assert.Contains(t, result, said.T("puzzle.stars.none", puzzle.MostStars))
	assert.Contains(t, result, "The disk is gone.")
	assert.Contains(t, result, "trick", "the key move")
}

// TestPuzzleRun: a run begins with the first puzzle that is not solved, goes on to the next of these, and begins again
// after the last one. A single puzzle leads to the others of its level.
func TestPuzzleRun(t *testing.T) {
	all, err := puzzle.All()
	require.NoError(t, err)
	level := puzzle.Filter(all, "2", 0)[:4]
	stars := map[string]int{level[0].ID: 3, level[2].ID: 1}
	run := play.NewPuzzleRun(level, stars, nil)
	position := func() int {
		l, n := run.Position()
		assert.Equal(t, 1, l)
		return n
	}
	assert.Equal(t, 2, position())
	run.Next()
	assert.Equal(t, 4, position(), "the third one is solved")
	run.Next()
	assert.Equal(t, 2, position())
	run.SkipTo(level[2].ID)
	assert.Equal(t, 3, position())
	run.SkipTo("unknown")
	assert.Equal(t, 3, position())
	run = play.NewPuzzleRun(level[:2], map[string]int{level[0].ID: 3, level[1].ID: 3}, nil)
	assert.Equal(t, 1, position(), "all are solved")
	run.Next()
	assert.Equal(t, 2, position())
	run.Next()
	assert.Equal(t, 1, position())

	run = play.NewPuzzleRun(level[1:2], nil, nil)
	assert.Equal(t, 2, position())
	hard, _ := run.Position()
	run.Next()
	next, _ := run.Position()
	assert.Equal(t, hard, next, "a puzzle alone leads to others of its level")
}
