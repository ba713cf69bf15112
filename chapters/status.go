package chapters

import (
	"fmt"

	"fellowship/characters"
	"fellowship/tricks"
)

// goal is one compiled goal of the round: a character's, or a rider's.
type goal struct {
	seat    tricks.Seat
	rider   bool
	formula characters.Formula
	checker *characters.Checker
}

// binding is what the numbers of a seat's goal refer to.
func (g *Game) binding(s tricks.Seat) characters.Binding {
	at := &g.seats[s]
	return characters.Binding{
		Seat: s, Seats: len(g.seats), Players: g.Players(),
		Threat: at.threat, Declared: at.declared, Range: at.limits,
	}
}

func (g *Game) compileGoals() error {
	g.goals = nil
	for s := range g.seats {
		seat := tricks.Seat(s)
		for _, c := range []*characters.Character{g.seats[s].character, g.seats[s].rider} {
			if c == nil {
				continue
			}
			if g.seats[s].threat == 0 && characters.NeedsThreatBeside(c.Goal, g.seats[s].limits) {
				return ruleError("S8", "seat %d: %s needs a threat number", s, c.ID)
			}
			if characters.NeedsDeclaration(c.Goal) && g.seats[s].declared == "" {
				return ruleError("K", "seat %d: %s has to declare more or fewer", s, c.ID)
			}
			f := g.shared(c, characters.Bind(c.Goal, g.binding(seat)))
			checker, err := characters.Compile(g.table, &g.lib.Cache, false, f)
			if err != nil {
				return fmt.Errorf("seat %d: %s: %w", s, c.ID, err)
			}
			g.goals = append(g.goals, goal{seat: seat, rider: c == g.seats[s].rider, formula: f, checker: checker})
		}
	}
	return nil
}

// shared lets the cards of others count that are said to.
func (g *Game) shared(c *characters.Character, f characters.Formula) characters.Formula {
	for s := range g.seats {
		if by := g.seats[s].character; by != nil && by.CountsFor != nil && by.CountsFor.Character == c.ID {
			f = f.Shared(tricks.SuitSet(by.CountsFor.Suit), tricks.Seat(s))
		}
	}
	return f
}

// Goals returns the goals of the round, each of which must be met.
func (g *Game) Goals() []characters.Formula {
	out := make([]characters.Formula, len(g.goals))
	for i := range g.goals {
		out[i] = g.goals[i].formula
	}
	return out
}

// GoalStatus is what can be said of one goal. Rider is set for the further goal
// of a special Black Rider, else Character.
type GoalStatus struct {
	Seat      tricks.Seat       `json:"seat"`
	Character string            `json:"character,omitempty"`
	Rider     string            `json:"rider,omitempty"`
	Status    characters.Status `json:"status"`
}

// Statuses returns every goal's status (S12), from what everybody may know. It
// is nil before play.
func (g *Game) Statuses() []GoalStatus {
	if g.stage != StagePlay {
		return nil
	}
	look := g.outlook()
	out := make([]GoalStatus, len(g.goals))
	for i := range g.goals {
		goal := &g.goals[i]
		o := look
		out[i] = GoalStatus{Seat: goal.seat, Status: goal.checker.Judge(g.history, &o)}
		if goal.rider {
			out[i].Rider = g.seats[goal.seat].rider.ID
		} else {
			out[i].Character = g.seats[goal.seat].character.ID
		}
	}
	return out
}

func (g *Game) outlook() characters.Outlook {
	o := characters.Outlook{Tricks: len(g.history), Over: g.state.Over, Held: g.state.Held, Unplayed: g.state.Table}
	for s := range g.seats {
		o.Unplayed |= g.state.Held[s]
	}
	return o
}

// Result is how a round stands.
type Result string

// The results.
const (
	Won       Result = "won"
	Lost      Result = "lost"
	Undecided Result = "open"
)

// Result returns lost once a goal has failed, won once every goal is met for
// good, which is always so at the end of a round that is not lost (L1, T11),
// and where nobody has a goal; else, and before play, open.
func (g *Game) Result() Result { return resultOf(g.Statuses(), g.Over()) }

func resultOf(statuses []GoalStatus, over bool) Result {
	if statuses == nil && !over {
		return Undecided // before play
	}
	result := Won
	for _, s := range statuses {
		switch s.Status {
		case characters.Failed:
			return Lost
		case characters.Open, characters.Met:
			result = Undecided
		}
	}
	return result
}
