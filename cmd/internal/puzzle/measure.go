package puzzle

import (
	"context"
	"math/bits"

	"fellowship/chapters"
	"fellowship/solver"
	"fellowship/solver/players"
)

// Measures is what was measured of a puzzle.
type Measures struct {
	// Options is how many decisions there are at first, and First how many of them win.
	Options, First int
	// Share is how many of [Playouts] random rounds from there were won.
	Share int
	// Singles is how many decisions on the way to win have one that wins and others that
	// do not. The way takes the first decision that wins each time.
	Singles int
	// Greedy and Strong say that players who see their own cards only win from there.
	Greedy, Strong bool
}

// Playouts is how many random rounds measure a puzzle.
const Playouts = 2000

// Levels is how many levels there are, from 1.
const Levels = 5

// searchNodes is the most card plays for the verdict on one decision: what takes longer is
// no puzzle, because an answer has to come at once.
const searchNodes = 20_000

// searchMemory is the most memory for its table.
const searchMemory = 32 << 20

// Level is how hard a puzzle is: each halving of the random rounds that win, and each
// single winning decision, is a step, and so is each player who loses.
func (m *Measures) Level() int {
	steps := bits.Len(uint(Playouts/(m.Share+1))) + m.Singles
	if !m.Greedy {
		steps++
	}
	if !m.Strong {
		steps += 2
	}
	return min(max((steps-2)/2, 1), Levels)
}

// Judge says of each decision that is due whether the round can still be won after it, with
// all cards open. Sure is false where the search was given up.
func Judge(ctx context.Context, g *chapters.Game) (wins, loses []chapters.Decision, sure bool, err error) {
	for _, d := range g.Options() {
		after := g.Clone()
		if err := after.Apply(d); err != nil {
			return nil, nil, false, err
		}
		verdict, err := winnable(ctx, after)
		switch {
		case err != nil || verdict == solver.Unknown:
			return nil, nil, false, err
		case verdict == solver.Winnable:
			wins = append(wins, d)
		default:
			loses = append(loses, d)
		}
	}
	return wins, loses, true, nil
}

// Keeps reports whether the round can still be won after a decision, as far as is known.
func Keeps(ctx context.Context, g *chapters.Game, d chapters.Decision) (bool, error) {
	if err := g.Apply(d); err != nil {
		return false, err
	}
	verdict, err := winnable(ctx, g)
	return verdict != solver.Unwinnable, err
}

func winnable(ctx context.Context, g *chapters.Game) (solver.Verdict, error) {
	switch result := g.Result(); {
	case result == chapters.Won:
		return solver.Winnable, nil
	case result == chapters.Lost || g.Over():
		return solver.Unwinnable, nil
	}
	r, err := solver.Solve(ctx, g, solver.Options{Nodes: searchNodes, Memory: searchMemory})
	return r.Verdict, err
}

// Safe reports whether every way to play on wins, as far as that is found out soon: then
// there is nothing left to decide.
func Safe(g *chapters.Game) bool {
	left := safeNodes
	return safe(g, &left)
}

// safeNodes is how many decisions are tried for that.
const safeNodes = 4000

func safe(g *chapters.Game, left *int) bool {
	if g.Result() != chapters.Undecided || g.Over() {
		return g.Result() == chapters.Won
	}
	for _, d := range g.Options() {
		*left--
		after := g.Clone()
		if *left < 0 || after.Apply(d) != nil || !safe(after, left) {
			return false
		}
	}
	return true
}

// measure measures a position. Ok is false where it is no puzzle: it cannot be won, every
// decision wins, or the search would take too long.
func measure(ctx context.Context, g *chapters.Game) (m Measures, ok bool, err error) {
	playouts, err := solver.NewPlayouts(g)
	if err != nil {
		return m, false, err
	}
	src := players.DraftSource(1)
	for range Playouts {
		if playouts.Play(src) {
			m.Share++
		}
	}
	if m.Share > Playouts/2 {
		return m, false, nil
	}
	for at := g.Clone(); at.Result() == chapters.Undecided && !at.Over(); {
		if options := at.Options(); len(options) == 1 {
			if err := at.Apply(options[0]); err != nil {
				return m, false, err
			}
			continue
		}
		wins, loses, sure, err := Judge(ctx, at)
		if err != nil || !sure || len(wins) == 0 || m.Options == 0 && len(loses) == 0 {
			return m, false, err
		}
		if m.Options == 0 {
			m.Options, m.First = len(wins)+len(loses), len(wins)
		}
		if len(wins) == 1 {
			m.Singles++
		}
		if err := at.Apply(wins[0]); err != nil {
			return m, false, err
		}
	}
	return m, m.Options > 0, nil
}

// watch lets a player who sees its own cards only play on, and reports whether that wins.
func watch(ctx context.Context, g *chapters.Game, name string) (bool, error) {
	p, err := players.New(name)
	if err != nil {
		return false, err
	}
	at := g.Clone()
	err = players.Play(ctx, at, p, 1)
	return at.Result() == chapters.Won, err
}
