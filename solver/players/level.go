package players

import (
	"math"
	"strconv"

	"fellowship/chapters"
	"fellowship/characters/say"
)

// Level is how much work a [Fair] does for a decision. It counts cards, worlds and nodes and not
// time, so that every machine makes the same decision.
type Level struct {
	// setup is the work for a decision of the draft or the setup.
	setup work
	// play is the work for any later decision.
	play work
}

// work limits the work for one decision.
type work struct {
	// cards limits the cards played in imagined rounds.
	cards int
	// options is the number of options that the solver examines. They are the best ones.
	options int
	// worlds is the number of worlds in which the solver is asked about an option.
	worlds int
	// nodes limits the solver's card plays for each answer.
	nodes int64
	// race says when a comparison ends early.
	race
}

// The levels. Quick was found by trial: ten times the cards of [Greedy] win half of
// the rounds that Greedy loses, and the solver wins a third of the rest. Strong may play eight times
// as many cards as Quick, and twelve times in the draft and the setup, and ask the solver in three
// to five times as many worlds. It does all of that only if a decision is close. docs/players.md
// says what that wins, and how its numbers were found.
var (
	Quick  = Level{setup: work{20_000, 4, 24, 600, race{}}, play: work{20_000, 4, 24, 600, race{}}}
	Strong = Level{setup: work{240_000, 4, 80, 600, race{2.5, 0.01}}, play: work{160_000, 4, 128, 600, race{2.5, 0.01}}}
)

// levels are the levels by the names of their players.
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

// The limits for the effort of a player, as multiples of its usual work.
const (
	LeastEffort = 0.1
	MostEffort  = 20
)

// times returns the level with n times its cards and worlds.
func (l Level) times(n float64) Level {
	for _, w := range []*work{&l.setup, &l.play} {
		w.cards = int(math.Round(n * float64(w.cards)))
		w.worlds = max(1, int(math.Round(n*float64(w.worlds))))
	}
	return l
}

// Scaled returns the name of a player that does a multiple of the usual work of the named player:
// more cards in imagined rounds, and more worlds in which the solver is asked.
func Scaled(name string, effort float64) (string, error) {
	switch _, ok := levels[name]; {
	case !ok:
		return "", say.Errorf("%s has no effort setting: only fair and strong have one", name)
	case !(effort >= LeastEffort && effort <= MostEffort):
		return "", say.Errorf("invalid effort %v: it must be from %v to %v", effort, LeastEffort, MostEffort)
	case effort == 1:
		return name, nil
	}
	return name + ":" + strconv.FormatFloat(effort, 'f', -1, 64), nil
}
