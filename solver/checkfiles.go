package solver

import (
	"context"
	"io"

	"fellowship/chapters"
	"fellowship/solver/internal/formula"
	"fellowship/solver/internal/proof"
	"fellowship/solver/internal/rup"
)

// ErrProofTooLarge means that a formula or a proof needs more memory than [CheckFiles] allows.
var ErrProofTooLarge = rup.ErrTooLarge

// ProofReadError is a failure to read a proof. The proof itself may still be right.
type ProofReadError = rup.ReadError

// CheckFiles checks a proof in DRAT for a formula in DIMACS, as [Prove] writes them: each line has to follow
// from all lines before it by unit propagation. It reports whether the proof is complete. CheckFiles calls
// progress before each line and at the end, with the number of lines checked so far. An error says what is wrong
// with the files, or that the context has ended, that the memory limit was reached ([ErrProofTooLarge]), or that
// the proof cannot be read ([ProofReadError]).
func CheckFiles(ctx context.Context, formula, drat io.Reader, progress func(lines int64)) (refuted bool, err error) {
	var c rup.Checker
	if err := c.ReadFormula(formula); err != nil {
		return false, err
	}
	err = c.ReadProof(drat, func(lines int64) error {
		progress(lines)
		return ctx.Err()
	})
	return c.Refuted(), err
}

// PlainFormula builds the plain formula of a round in stage play and searches nothing. The result has only the
// formula, or the reason why there is none.
func PlainFormula(g *chapters.Game) (*Proof, error) {
	result := &Proof{}
	problems, reason, err := provable(g, &Options{})
	if err != nil || reason != NoReason {
		result.Reason = reason
		return result, err
	}
	var p prover
	result.formula = proof.NewFormula(nil)
	formula.NewPlain(problems, &p.sat, DefaultMemory, result.formula, formulaNames(g))
	return result, nil
}
