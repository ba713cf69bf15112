package solving

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// The files of solve --proof are checked in two steps. First, the formula is written again from the document in
// its comments, and must be the same. Then each line of the proof must follow from the lines before it.

// largestFormula limits the size of a formula in bytes. It is more than a hundred times the size for any round.
const largestFormula = 64 << 20

// tooLarge is the reason for a file that would need more memory than the checker allows.
const tooLarge solver.Reason = "memory limit"

// checkedFile is the result of checking a formula and its proof.
type checkedFile struct {
	// path is the file with the formula.
	path string
	// id is the id of the document in the formula.
	id any
	// wrong says why the files prove nothing, "" if they prove the formula unsatisfiable.
	wrong string
	// limit is the limit that was reached, solver.NoReason for none.
	limit solver.Reason
	// detail explains the limit, "" if it needs no explanation.
	detail string
	// opening is the round of the document in words.
	opening page.Page
	// lines is the number of lines checked.
	lines int64
	// time is how long the check took.
	time time.Duration
}

// fileError is the reason in JSON why a file has no answer.
type fileError struct {
	// Schema is the version of this object.
	Schema int `json:"schema"`
	// ID is the id of the document in the file, null if it is not known.
	ID any `json:"id"`
	// File is the formula.
	File string `json:"file"`
	// Error says what is wrong.
	Error string `json:"error"`
}

// checkFiles checks formulas with their proofs.
func (opt *checkProofOptions) checkFiles(cmd *cobra.Command, lib *chapters.Library, paths []string) error {
	for _, name := range []string{"from", "nodes", "setups"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for documents, not for files of solve --proof", name)
		}
	}
	code := command.ExitOK
	for _, path := range paths {
		found, err := opt.checkFile(cmd, lib, path)
		worse := found.code()
		if err == nil {
			err = opt.Answer(cmd, func() []any {
				return []any{found.answer()}
			}, func() page.Page { return found.page(opt) })
			if err != nil {
				return err
			}
		} else if worse, err = command.ExitCode(err); err != nil {
			if err := opt.reportBad(cmd, found, command.Shown(disk.WithoutPath(err))); err != nil {
				return err
			}
		}
		code = command.Worst(code, worse)
		if cmd.Context().Err() != nil {
			code = command.Worst(code, command.ExitInterrupted)
			break
		}
	}
	return command.Exit(code)
}

// reportBad reports why a file has no answer: as an object in the JSON stream with --json, else on the standard
// error.
func (opt *checkProofOptions) reportBad(cmd *cobra.Command, found *checkedFile, reason string) error {
	if opt.JSON {
		return command.WriteJSON(cmd.OutOrStdout(), fileError{Schema: 1, ID: found.id, File: found.path, Error: reason})
	}
	command.Note(cmd.ErrOrStderr(), "%s: %s", found.path, reason)
	return nil
}

// checkFile checks a formula with its proof, which lies beside it with the ending .drat.
func (opt *checkProofOptions) checkFile(cmd *cobra.Command, lib *chapters.Library, path string) (*checkedFile, error) {
	found := &checkedFile{path: path}
	began := time.Now()
	ctx := cmd.Context()
	if opt.Timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, opt.Timeout)
		defer stop()
	}
	err := found.check(ctx, cmd, lib)
	found.time = time.Since(began)
	switch {
	case cmd.Context().Err() != nil:
		found.limit = solver.Interrupted
		return found, nil
	case ctx.Err() != nil && err != nil:
		found.limit = solver.TimeLimit
		return found, nil
	case errors.Is(err, solver.ErrProofTooLarge):
		found.limit = tooLarge
		found.detail = err.Error()
		return found, nil
	}
	return found, err
}

// check reads and checks the files. It sets wrong if they prove nothing. An error means that there is no answer.
func (found *checkedFile) check(ctx context.Context, cmd *cobra.Command, lib *chapters.Library) error {
	text, err := readFormula(ctx, found.path)
	if err != nil {
		return err
	}
	same, err := found.sameAsDocument(lib, text)
	if err != nil {
		return err
	}
	if !same {
		found.wrong = "the file is not the one that solve --proof writes for the document in it"
		return nil
	}
	dratPath := strings.TrimSuffix(found.path, ".cnf") + ".drat"
	drat, err := disk.Open(ctx, dratPath)
	if err != nil {
		return fmt.Errorf("its proof %s: %w", dratPath, disk.WithoutPath(err))
	}
	defer drat.Close()
	var lines atomic.Int64
	progress := command.NewProgress(cmd.ErrOrStderr(), "lines checked")
	progress.Prefix = found.path + ": "
	var refuted bool
	err = progress.While(func() (err error) {
		refuted, err = solver.CheckFiles(ctx, bytes.NewReader(text), drat, func(n int64) {
			lines.Store(n)
			progress.Tell(int(n), 0)
		})
		return err
	})
	found.lines = lines.Load()
	var readErr *solver.ProofReadError
	switch {
	case errors.As(err, &readErr):
		return fmt.Errorf("its proof %s: line %d: %w", dratPath, readErr.Line, disk.WithoutPath(readErr.Err))
	case ctx.Err() != nil, errors.Is(err, solver.ErrProofTooLarge), say.IsInternal(err):
		return err
	case err != nil:
		found.wrong = "the proof is wrong: " + err.Error()
	case !refuted:
		found.wrong = "the proof is not complete: its last clause has to be empty"
	}
	return nil
}

// readFormula reads the file of a formula. It refuses files that solve --proof has not written.
func readFormula(ctx context.Context, path string) ([]byte, error) {
	file, err := disk.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, largestFormula+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > largestFormula:
		return nil, fmt.Errorf("it is larger than %d MiB", largestFormula>>20)
	case !bytes.HasPrefix(text, []byte("c "+formulaHead)):
		return nil, errors.New("not a formula written by solve --proof")
	}
	return text, nil
}

// sameAsDocument writes the file again from the document in its comments and reports whether both are the same
// byte by byte: the round in words, the document, the meanings of the variables, and the formula.
func (found *checkedFile) sameAsDocument(lib *chapters.Library, text []byte) (bool, error) {
	var document strings.Builder
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "c "+documentHead); ok {
			document.WriteString(rest)
		}
	}
	var only *chapters.Document
	for e := range lib.Read("the document in it", strings.NewReader(document.String())) {
		switch {
		case e.Err != nil:
			return false, e.Err
		case only != nil:
			return false, errors.New("its comments hold more than one document")
		}
		only = &e
	}
	if only == nil {
		return false, errors.New("its comments hold no document")
	}
	found.id = hindsight.JSONID(&only.Record.Position)
	expected, err := found.write(lib, only)
	return bytes.Equal(text, expected), err
}

// write returns the text of the formula's file that solve --proof writes for a document.
func (found *checkedFile) write(lib *chapters.Library, e *chapters.Document) ([]byte, error) {
	start, g, err := startingPoint(lib, e, "")
	if err != nil {
		return nil, err
	}
	plain, err := solver.PlainFormula(g)
	switch {
	case err != nil:
		return nil, say.Internal(err)
	case plain.Reason != solver.NoReason:
		return nil, errors.New(string(plain.Reason))
	}
	round, err := hindsight.Replay(lib, start, texts.New(texts.Default))
	if err != nil {
		return nil, err
	}
	found.opening = round.Opening()
	words, err := comments(start, found.opening.Lines(page.Style{Width: page.Width}))
	if err != nil {
		return nil, err
	}
	var formula bytes.Buffer
	if err := plain.WriteFormula(&formula, words...); err != nil {
		return nil, say.Internal(err)
	}
	return formula.Bytes(), nil
}

// code returns the exit code for a file.
func (found *checkedFile) code() int {
	switch {
	case found.wrong != "":
		return command.ExitNo
	case found.limit != solver.NoReason:
		return command.ExitUndecided
	}
	return command.ExitOK
}

// answer returns the answer in JSON.
func (found *checkedFile) answer() *checkAnswer {
	out := &checkAnswer{
		Schema:  1,
		ID:      found.id,
		File:    found.path,
		Reason:  found.wrong + string(found.limit),
		Win:     []chapters.Decision{},
		Lines:   found.lines,
		Longest: found.lines,
		Seconds: found.time.Seconds(),
	}
	if found.code() == command.ExitOK {
		out.Proven = true
		out.Casts = 1
		out.Setups = 1
		out.Hands = 1
	}
	return out
}

// page returns the answer for people.
func (found *checkedFile) page(opt *checkProofOptions) page.Page {
	switch {
	case found.wrong != "":
		return page.FromText(fmt.Sprintf("%s: not proven: %s.", found.path, found.wrong))
	case found.limit != solver.NoReason:
		limit := hindsight.LimitText(opt.texts, found.limit, opt.Timeout)
		if found.detail != "" {
			limit += " (" + found.detail + ")"
		}
		return page.FromText(fmt.Sprintf("%s: not proven: %s; %s checked.", found.path, limit,
			say.Count(found.lines, "line")))
	}
	steps := fmt.Sprintf("each line of the proof follows (%s", say.Count(found.lines, "line"))
	if found.lines == 0 {
		steps = "it contradicts itself before any line of the proof ("
	} else {
		steps += " "
	}
	proven := fmt.Sprintf("%s: proven: unwinnable. The formula is the one that this round gives, and %sin %.2f s).",
		found.path, steps, found.time.Seconds())
	return page.Join(found.opening, page.FromText(proven))
}
