package solver

import (
	"context"
	"errors"
	"fmt"
	"io"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/sat"
	"fellowship/solver/internal/search"
	"fellowship/tricks"
)

// The reasons why a round has no formula.
const (
	// BeforePlay means that the round stands before its first trick: each set of hands would be a formula
	// of its own. [CheckDeal] goes through them.
	BeforePlay Reason = "each set of hands that the setup can lead to is a formula of its own"
	// SwapFormula means that cards may still be exchanged during play (Sting, L5), which a formula
	// does not cover.
	SwapFormula Reason = "the formula does not cover an exchange during play (Sting, L5)"
	// RuleFormula means that a formula does not cover some rule or goal of the round. It covers all
	// rules and goals that come with the program.
	RuleFormula Reason = "the formula does not cover a rule or a goal of this round"
)

// Proof is the outcome of [Prove].
type Proof struct {
	// Refuted reports whether the formula has no model: then the proof is complete.
	Refuted bool
	// Won reports whether the formula has a model.
	Won bool
	// Reason says why neither Refuted nor Won is set.
	Reason Reason
	// Line is the plays that win, if Won. They have been replayed through chapters.Game. If the round is over,
	// there are none.
	Line []tricks.Play
	// Steps counts the literals that the search of the formula followed.
	Steps int64
	// Lines is the number of lines of the proof.
	Lines int64
	// Bytes is the length of the proof in bytes.
	Bytes int64

	formula *proof.Formula
}

// Variables returns how many variables the formula has.
func (p *Proof) Variables() int { return p.formula.Variables() }

// Clauses returns how many clauses the formula has.
func (p *Proof) Clauses() int { return p.formula.Clauses() }

// WriteFormula writes the formula in DIMACS. It puts the given comments, which may have no line breaks, at the
// top, and adds comments that say what each variable means.
func (p *Proof) WriteFormula(w io.Writer, comments ...string) error {
	return p.formula.Write(w, comments...)
}

// Prove proves that a round in stage play cannot be won, in a form that other programs can check. It
// builds a plain formula, which states the rules and the goals and nothing else, and searches only that.
// It writes the proof that the formula has no model in DRAT while it finds it. The options limit the
// steps of the search and the memory of its clauses. The game is not changed.
//
// An error comes from the writer, or means that the solver itself went wrong.
func Prove(ctx context.Context, g *chapters.Game, opt Options, drat io.Writer) (*Proof, error) {
	out := proof.NewWriter(drat)
	p := &prover{opt: opt, writeErr: out.Err}
	result, err := p.prove(ctx, g, out)
	if err != nil {
		return nil, err
	}
	result.Lines = out.Lines
	result.Bytes = out.Bytes
	return result, out.Flush()
}

// prover searches plain formulas.
type prover struct {
	opt Options
	sat sat.Solver
	// wordless reports whether the formula is built without its comments, because nobody reads it.
	wordless bool
	// onFormula is called with a formula before it is searched; it may be nil.
	onFormula func(*proof.Formula)
	// writeErr is called now and then during the search. If it returns an error, the search ends. It may be nil.
	writeErr func() error
}

// stepsAtOnce is how many steps are made before the limits are checked again.
const stepsAtOnce = 1 << 14

// prove searches the plain formula of a round.
func (p *prover) prove(ctx context.Context, g *chapters.Game, refutation proof.Refutation) (*Proof, error) {
	result := &Proof{}
	problems, reason, err := provable(g, &p.opt)
	if err != nil || reason != NoReason {
		result.Reason = reason
		return result, err
	}
	memory := p.opt.Memory
	if memory <= 0 {
		memory = DefaultMemory
	}
	result.formula = proof.NewFormula(refutation)
	if p.wordless {
		result.formula = proof.NewWordless(refutation)
	}
	if ctx.Err() != nil {
		result.Reason = stopReason(ctx)
		return result, nil
	}
	f := formula.NewPlain(problems, &p.sat, memory, result.formula, formulaNames(g))
	defer p.sat.Reset(0)
	if p.onFormula != nil {
		p.onFormula(result.formula)
	}
	for {
		steps := int64(stepsAtOnce)
		if p.opt.Nodes > 0 {
			steps = min(steps, p.opt.Nodes-p.sat.Steps())
		}
		switch {
		case ctx.Err() != nil:
			result.Reason = stopReason(ctx)
			return result, nil
		case steps <= 0:
			result.Reason = NodeLimit
			return result, nil
		}
		status := p.sat.Solve(steps)
		result.Steps = p.sat.Steps()
		if p.writeErr != nil {
			if err := p.writeErr(); err != nil {
				return nil, err
			}
		}
		switch status {
		case sat.Unsatisfiable:
			result.Refuted = true
			return result, nil
		case sat.Satisfiable:
			result.Won = true
			result.Line = f.Line()
			won := Result{Verdict: Winnable, Line: result.Line}
			return result, verify(g, &chapters.Game{}, &won, p.opt.Excused)
		}
		if p.opt.Progress != nil {
			p.opt.Progress(result.Steps)
		}
	}
}

// provable returns the problems of a round, one of which has to be solved. If there is no formula for them,
// it returns the reason.
func provable(g *chapters.Game, opt *Options) ([]*search.Problem, Reason, error) {
	if g.Stage() != chapters.StagePlay {
		return nil, BeforePlay, nil
	}
	returning := !g.IsOver() && g.Due().Kind == chapters.Return
	if returning || g.State().SwapTo != tricks.NoSeat {
		return nil, SwapFormula, nil
	}
	problems, err := problemsOf(g, opt)
	switch {
	case errors.Is(err, characters.ErrTooMuch):
		return nil, GoalLimit, nil
	case err != nil:
		return nil, NoReason, err
	case !formula.Covers(problems...):
		return nil, RuleFormula, nil
	}
	return problems, NoReason, nil
}

// formulaNames returns the names for the comments of a formula: of the seats, and of the [alternatives] in
// their order.
func formulaNames(g *chapters.Game) formula.Names {
	names := formula.Names{Seats: seatNames(g)}
	goals := g.Goals()
	for _, way := range alternatives(g) {
		name := "with all goals met"
		for i, goal := range goals {
			if way.Waived>>i&1 != 0 {
				name = "with the goal of " + names.Seats[goal.Seat] + " covered by Mithril"
			}
		}
		if way.Spared {
			name = "with the sums of the Balrog covered by Mithril"
		}
		names.Ways = append(names.Ways, name)
	}
	return names
}

// seatNames returns the names of the seats: numbers from 1, as at the table, and characters.
func seatNames(g *chapters.Game) []string {
	var names []string
	for seat := range tricks.Seat(g.Seats()) {
		name := fmt.Sprintf("seat %d", seat+1)
		if c := g.Character(seat); c != nil {
			name += " (" + c.Name.String() + ")"
		}
		names = append(names, name)
	}
	return names
}
