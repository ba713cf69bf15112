package chapters

import (
	"encoding/json"
	"slices"

	"fellowship/tricks"
)

// Due is the decision that is due.
type Due struct {
	// Kind is the kind of the decision. It means nothing when the round is over.
	Kind DecisionKind `json:"kind"`
	// Seat is the seat of the character that acts, [tricks.NoSeat] when the round is over.
	Seat tricks.Seat `json:"seat"`
	// Decider is the seat of the player who decides, [tricks.NoSeat] when the round is over. It is not
	// Seat if that player controls the pyramid (S9) or plays all hands (S10).
	Decider tricks.Seat `json:"by"`
}

// Ask is the decision that is due with its answers, for the player who decides.
type Ask struct {
	// Due is left out of the JSON, because [View.Due] is the same.
	Due `json:"-"`
	// Options are the legal decisions, never empty.
	Options []Decision `json:"options"`
	// Refused are decisions that a player might try but that are not legal, with the reasons.
	Refused []Refusal `json:"refused"`
}

// Refusal is a decision that is not legal, and the reason.
type Refusal struct {
	Decision
	// err is the reason. It names a rule.
	err error
}

// MarshalJSON writes the decision as in a line of a record, and adds the keys rule and why.
func (r Refusal) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{r.Kind.String(): r.Decision.String(), "rule": r.Rule(), "why": r.Reason()})
}

// Rule returns the number of the rule that forbids the decision.
func (r *Refusal) Rule() string { return ruleOf(r.err) }

// Reason returns the reason with the number of the rule.
func (r *Refusal) Reason() string { return r.err.Error() }

// Options returns the legal decisions. It is empty when the round is over.
func (g *Game) Options() []Decision { return g.AppendOptions(nil) }

// AppendOptions appends the legal decisions to a list.
func (g *Game) AppendOptions(list []Decision) []Decision {
	all := g.candidates(list[len(list):])
	legal := slices.DeleteFunc(all, func(d Decision) bool { return g.legal(d) != nil })
	if len(list) == 0 {
		return legal
	}
	return append(list, legal...)
}

// Refused returns the decisions that a player might try but that are not legal, with the reasons.
func (g *Game) Refused() (list []Refusal) {
	for _, d := range g.candidates(nil) {
		if err := g.legal(d); err != nil {
			list = append(list, Refusal{d, err})
		}
	}
	return list
}

// candidates appends the decisions that a player might try, legal or not, to a list.
func (g *Game) candidates(list []Decision) []Decision {
	if g.IsOver() {
		return list
	}
	due, s := g.decisionDue()
	return decisionKinds[due].candidates(g, newDecision(due, s), list)
}

// Due returns which decision is due.
func (g *Game) Due() Due {
	if g.IsOver() {
		return Due{Kind: PlayCard, Seat: tricks.NoSeat, Decider: tricks.NoSeat}
	}
	kind, s := g.decisionDue()
	return Due{Kind: kind, Seat: s, Decider: g.deciderOf(s)}
}

// decisionDue returns the kind of the decision that is due and the seat that acts. The round must not
// be over.
func (g *Game) decisionDue() (DecisionKind, tricks.Seat) {
	switch g.stage {
	case StageDraft:
		return Draft, g.progress.Order[g.progress.Turn]
	case StageSetup:
		return g.awaited.Kind, g.awaited.Seat
	}
	return play{g}.due()
}

// deciderOf returns the seat of the player who makes the decisions of a seat. In solo that is always
// seat 0 (S10). The pyramid is controlled by the holder of R1, or by the player to its right if the
// pyramid holds R1 itself (S9).
func (g *Game) deciderOf(s tricks.Seat) tricks.Seat {
	switch {
	case g.start.Players == 1:
		return 0
	case g.start.Players != 2 || s != g.start.Pyramid:
		return s
	case g.progress.R1 != s && g.progress.R1 != tricks.NoSeat:
		return g.progress.R1
	}
	return g.seats.rightOf(s)
}
