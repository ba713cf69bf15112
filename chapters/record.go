package chapters

import (
	"fmt"
	"iter"
	"slices"

	"fellowship/characters/say"
	"fellowship/characters/strictyaml"
)

// A round record is NDJSON, to which lines are appended while the round is played. The first line is the
// position that the round began with. Each further line is one decision, in the order in which they
// were made, or one of these:
//
//   - {"undo": n} takes the last n decisions back.
//   - {"assisted": "open cards"} notes that a person asked for help that no player has.
//   - {"hint": "fair"} notes that a person asked what that computer player would do, which
//     knows no more than the person.
//
// White space and the order of keys carry no meaning.

// recordVersion is the value of the key "record" in the first line.
const recordVersion = 1

// rulesVersion is the value of the key "rules" in the first line. A record that was made by other rules is
// refused.
const rulesVersion = 2

// Record is a round as it was written down.
type Record struct {
	// Position is the position that the round began with.
	Position
	// PlayerNames names the player of each seat: "human" or a computer player. It may be empty.
	PlayerNames []string
	// Seed is the seed of the computer players' random numbers, nil if the record does not state it.
	Seed *uint64
	// Decisions are the decisions in their order, without the ones that were taken back.
	Decisions []Decision
	// Assisted is the indexes in Decisions, in rising order, of the decisions before which somebody
	// asked for help that no player has.
	Assisted []int
	// Hints is the same for hints, for which a computer player knows no more than a player can know.
	Hints []int
}

// recordVersions has the first keys of a record's first line. A position does not have them.
type recordVersions struct {
	Record int `yaml:"record" doc:"need,1..1"`
	Rules  int `yaml:"rules" doc:"2..2"`
}

// recordPlayers has the last keys of a record's first line. A position does not have them.
type recordPlayers struct {
	PlayerNames []string `yaml:"by,omitempty" doc:"most=16"`
	Seed        *uint64  `yaml:"seed,omitempty"`
}

// Header returns the record's first line, with the newline.
func (r *Record) Header() ([]byte, error) {
	b, err := strictyaml.JSON(
		recordVersions{recordVersion, rulesVersion},
		r.Position,
		recordPlayers{r.PlayerNames, r.Seed},
	)
	return append(b, '\n'), err
}

// Line is a line of a record after the first. Exactly one of its fields is set.
type Line struct {
	// Decision is a decision that was made.
	Decision *Decision
	// Undo is the number of decisions that are taken back.
	Undo int
	// Assisted reports whether a person asked for help that no player has.
	Assisted bool
	// Hint is the computer player that a person asked what it would do.
	Hint string
}

// The keys of lines that are not decisions.
const (
	undoKey     = "undo"
	assistedKey = "assisted"
	hintKey     = "hint"
)

// defaultHinter is the computer player that is written for a hint if it is not known which one gave it.
const defaultHinter = "fair"

// Text returns the line, with the newline.
func (l Line) Text() []byte {
	switch {
	case l.Undo > 0:
		return fmt.Appendf(nil, "{%q:%d}\n", undoKey, l.Undo)
	case l.Assisted:
		return fmt.Appendf(nil, "{%q:%q}\n", assistedKey, "open cards")
	case l.Hint != "":
		return fmt.Appendf(nil, "{%q:%q}\n", hintKey, l.Hint)
	}
	// A JSON encoder would escape ">". Nothing in a decision needs an escape.
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
			b = append(b, Line{Hint: defaultHinter}.Text()...)
		}
		if !last {
			b = append(b, Line{Decision: &r.Decisions[i]}.Text()...)
		}
	}
	return b, err
}

// PlaysAsDecisions returns the same round with the plays of its position as decisions, so that a walk
// has a step for each of them.
func (r *Record) PlaysAsDecisions() Record {
	out := *r
	n := len(r.Plays)
	if n == 0 || r.Stage != StagePlay {
		return out
	}
	shifted := func(indexes []int) []int {
		list := slices.Clone(indexes)
		for i := range list {
			list[i] += n
		}
		return list
	}
	out.Plays = nil
	out.Decisions = nil
	for _, p := range r.Plays {
		out.Decisions = append(out.Decisions, PlayDecision(p))
	}
	out.Decisions = append(out.Decisions, r.Decisions...)
	out.Assisted = shifted(r.Assisted)
	out.Hints = shifted(r.Hints)
	return out
}

// Step is a moment of a [Record.Walk].
type Step struct {
	// Number is the number of decisions of the record that were made before.
	Number int
	// Game is the round at this moment. The walk changes it afterwards: clone it to keep it.
	Game *Game
	// Previous is the last decision that was made, nil at the beginning.
	Previous *Decision
	// Next is the decision that is made next, nil at the end.
	Next *Decision
}

// Walk returns the moments of the record: the beginning, and one after each decision. The plays of
// the position come before the first moment, unless [Record.PlaysAsDecisions] has made decisions of
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
