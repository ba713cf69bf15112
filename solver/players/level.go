package players

import (
	"math"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/say"
)

// Level is how hard a [Fair] thinks. It is counted in cards, worlds and nodes, so
// that the same decision comes out on every machine.
type Level struct{ setup, play work }

// work is the most work for one decision, and when less is enough.
type work struct {
	cards   int   // played in its head
	options int   // that the solver is asked about, the best ones
	worlds  int   // that it is asked in
	nodes   int64 // for each of its answers
	race
}

// The levels. Quick is found by trial: ten times the cards of [Greedy] win half of
// the rounds it loses, the solver a third of the rest. Strong does five times as much
// where a decision is close, and most in the draft and the setup; docs/players.md
// tells what that wins, and how its numbers were found.
var (
	Quick  = Level{setup: work{20_000, 4, 24, 600, race{}}, play: work{20_000, 4, 24, 600, race{}}}
	Strong = Level{setup: work{240_000, 4, 80, 600, race{2.5, 0.01}}, play: work{160_000, 4, 128, 600, race{2.5, 0.01}}}
)

// levels are the players that have one, by their names.
var levels = map[string]Level{"fair": Quick, "strong": Strong}

// work returns the work for a decision in a stage.
func (l *Level) work(s chapters.Stage) *work {
	switch {
	case *l == Level{}:
		return Quick.work(s)
	case s == chapters.StagePlay:
		return &l.play
	}
	return &l.setup
}

// LeastEffort and MostEffort are how many times the usual work a player can do.
const (
	LeastEffort = 0.1
	MostEffort  = 20
)

// times returns the level with so many times its cards and worlds.
func (l Level) times(n float64) Level {
	for _, w := range []*work{&l.setup, &l.play} {
		w.cards = int(math.Round(n * float64(w.cards)))
		w.worlds = max(1, int(math.Round(n*float64(w.worlds))))
	}
	return l
}

// Scaled returns the name of a player that does so many times the usual work of the
// one with that name: more cards in its head, and more worlds that the solver is
// asked in.
func Scaled(name string, effort float64) (string, error) {
	switch _, ok := levels[name]; {
	case !ok:
		return "", say.Errorf("%s players have no effort to change: fair and strong ones have", name)
	case !(effort >= LeastEffort && effort <= MostEffort):
		return "", say.Errorf("an effort of %v is not possible: it is from %v to %v", effort, LeastEffort, MostEffort)
	case effort == 1:
		return name, nil
	}
	return name + ":" + strconv.FormatFloat(effort, 'f', -1, 64), nil
}
