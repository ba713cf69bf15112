package chapters

import (
	"fmt"
	"iter"
	"slices"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// A round record is NDJSON, appended to while a round is played. First comes the position
// that the round began with, then one object a decision, in the order made. Three other
// objects stand between decisions:
//
//   - {"undo": n} takes the last n decisions back.
//   - {"assisted": "open cards"} says that a person asked for help that no player has.
//   - {"hint": "fair"} says that a person asked what that computer player would do, which
//     knows no more than the person.
//
// White space and the order of keys carry no meaning.

const recordVersion = 1

// todaysRules stands there too, as "rules", so that a record of other rules is refused.
const todaysRules = 2

// Record is a round as it was written down.
type Record struct {
	Position
	// PlayerNames names the player of each seat: "human" or a computer player. It may be empty.
	PlayerNames []string
	// Seed is the seed of the computer players' random numbers.
	Seed *uint64
	// Decisions are those that stand, undone ones left out.
	Decisions []Decision
	// Assisted is the decisions before which somebody asked for help that no player has: their
	// indexes in Decisions, rising.
	Assisted []int
	// Hints is the same for hints, which tell no more than a player can know.
	Hints []int
}

// version and made are the keys of a record's first line that a position does not have.
type version struct {
	Record int `yaml:"record" doc:"need,1..1"`
	Rules  int `yaml:"rules" doc:"2..2"`
}

type recordPlayers struct {
	PlayerNames []string `yaml:"by,omitempty" doc:"most=16"`
	Seed        *uint64  `yaml:"seed,omitempty"`
}

// Header returns the record's first line, with the newline.
func (r *Record) Header() ([]byte, error) {
	b, err := strictyaml.JSON(version{recordVersion, todaysRules}, r.Position, recordPlayers{r.PlayerNames, r.Seed})
	return append(b, '\n'), err
}

// Line is a line of a record behind its first. One of its fields is set.
type Line struct {
	Decision *Decision
	// Undo is how many decisions are taken back.
	Undo int
	// Assisted reports whether a person asked for help which no player has.
	Assisted bool
	// Hint names the computer player that a person asked what it would do.
	Hint string
}

// assisted and hinted are keys of such lines. Hinter is the player that is written if nobody
// knows any more whose hint it was.
const (
	assisted = "assisted"
	hinted   = "hint"
	hinter   = "fair"
)

// Text returns the line, with the newline.
func (l Line) Text() []byte {
	switch {
	case l.Undo > 0:
		return fmt.Appendf(nil, "{\"undo\":%d}\n", l.Undo)
	case l.Assisted:
		return fmt.Appendf(nil, "{%q:%q}\n", assisted, "open cards")
	case l.Hint != "":
		return fmt.Appendf(nil, "{%q:%q}\n", hinted, l.Hint)
	}
	// Nothing in a decision needs an escape, and ">" shall stay readable.
	return fmt.Appendf(nil, "{%q:%q}\n", l.Decision.Kind, l.Decision)
}

// Text returns the whole record.
func (r *Record) Text() ([]byte, error) {
	b, err := r.Header()
	help, hints := r.Assisted, r.Hints
	for i := 0; i <= len(r.Decisions); i++ {
		last := i == len(r.Decisions)
		for ; len(help) > 0 && (help[0] <= i || last); help = help[1:] {
			b = append(b, Line{Assisted: true}.Text()...)
		}
		for ; len(hints) > 0 && (hints[0] <= i || last); hints = hints[1:] {
			b = append(b, Line{Hint: hinter}.Text()...)
		}
		if !last {
			b = append(b, Line{Decision: &r.Decisions[i]}.Text()...)
		}
	}
	return b, err
}

// PlaysAsDecisions returns the same round with the plays of its document as decisions, so
// that they can be made one after the other.
func (r *Record) PlaysAsDecisions() Record {
	steps := *r
	if n := len(r.Plays); n > 0 && r.Stage == StagePlay {
		later := func(indexes []int) []int {
			out := slices.Clone(indexes)
			for i := range out {
				out[i] += n
			}
			return out
		}
		steps.Plays, steps.Decisions = nil, nil
		for _, p := range r.Plays {
			steps.Decisions = append(steps.Decisions, PlayDecision(p))
		}
		steps.Decisions = append(steps.Decisions, r.Decisions...)
		steps.Assisted, steps.Hints = later(r.Assisted), later(r.Hints)
	}
	return steps
}

// Step is a moment of a record that is walked through.
type Step struct {
	// Number is how many of the record's decisions were made before.
	Number int
	// Game is the round as it stands. It goes on with the walk: copy it to keep it.
	Game *Game
	// Previous is the decision that led here, nil at the beginning. Next is the one that comes
	// next, nil at the end.
	Previous, Next *Decision
}

// Walk goes through the record, with a step for the beginning and one after each decision. The
// plays of a document come before the first step, unless [Record.PlaysAsDecisions] has made decisions of
// them. An illegal decision ends the walk with an error that names its number and the rule.
func (r *Record) Walk(l *Library) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		g, err := l.NewGame(r.Position)
		if err != nil {
			yield(Step{}, err)
			return
		}
		step := Step{Game: g}
		plays := len(r.Plays)
		for i := range r.Decisions {
			d := &r.Decisions[i]
			step.Next = d
			if !yield(step, nil) {
				return
			}
			if d.Kind == PlayCard {
				plays++
			}
			if err := g.Apply(*d); err != nil {
				step.Next = nil
				if d.Kind == PlayCard {
					err = say.Errorf("play %d: %w", plays, err)
				} else {
					err = say.Errorf("decision %d, %s %s: %w", len(r.Plays)+i+1, d.Kind, d, err)
				}
				yield(step, err)
				return
			}
			step = Step{Number: i + 1, Game: g, Previous: d}
		}
		yield(step, nil)
	}
}

// Game plays the record through, as [Record.Walk] does.
func (r *Record) Game(l *Library) (g *Game, err error) {
	for step, err := range r.Walk(l) {
		if err != nil {
			return nil, err
		}
		g = step.Game
	}
	return g, nil
}
