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
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// The files of solve --proof are checked in two steps: the formula is written again, from the document in
// its comments, and has to be the same; and each line of the proof has to follow.

// largestFormula is the most bytes of a formula that is read: more than a hundred times those of any round.
const largestFormula = 64 << 20

// checkedFile is what was found about a formula and its proof.
type checkedFile struct {
	// path is the file with the formula.
	path string
	// id is the id of the document in it.
	id any
	// wrong says what is wrong with the proof, "" for nothing.
	wrong string
	// limit is the limit that was reached.
	limit solver.Reason
	// lines is how many lines were checked.
	lines int64
	// time is how long it took.
	time time.Duration
}

// checkFiles checks formulas with their proofs.
func (opt *checkProofOptions) checkFiles(cmd *cobra.Command, lib *chapters.Library, paths []string) error {
	code := command.ExitOK
	for _, path := range paths {
		found, err := opt.checkFile(cmd, lib, path)
		worse := found.code()
		if err == nil {
			err = opt.Answer(cmd, func() []any { return []any{found.answer()} }, func() page.Page { return found.page(opt) })
			if err != nil {
				return err
			}
		} else {
			if worse, err = command.ExitCode(err); err != nil {
				command.Note(cmd.ErrOrStderr(), "%s: %s", path, command.Shown(disk.WithoutPath(err)))
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
	text, err := readFormula(ctx, path)
	if err != nil {
		return found, err
	}
	same, err := found.sameAsDocument(lib, text)
	if err != nil {
		return found, err
	}
	if !same {
		found.wrong = "the formula is not the one of the document in its comments"
		return found, nil
	}
	dratPath := strings.TrimSuffix(path, ".cnf") + ".drat"
	drat, err := disk.Open(ctx, dratPath)
	if err != nil {
		return found, fmt.Errorf("its proof %s: %w", dratPath, disk.WithoutPath(err))
	}
	defer drat.Close()
	var lines atomic.Int64
	told := command.NewProgress(cmd.ErrOrStderr(), "lines checked")
	told.About = path + ": "
	var refuted bool
	err = told.While(func() (err error) {
		refuted, err = solver.CheckFiles(ctx, bytes.NewReader(text), drat, func(n int64) {
			lines.Store(n)
			told.Tell(int(n), 0)
		})
		return err
	})
	found.lines = lines.Load()
	found.time = time.Since(began)
	switch {
	case cmd.Context().Err() != nil:
		found.limit = solver.Interrupted
	case errors.Is(err, context.DeadlineExceeded):
		found.limit = solver.TimeLimit
	case say.IsInternal(err):
		return found, err
	case err != nil:
		found.wrong = "the proof is wrong: " + err.Error()
	case !refuted:
		found.wrong = "the proof is not complete: its last clause has to be empty"
	}
	return found, nil
}

// readFormula reads a formula that solve --proof has written.
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
		return nil, errors.New("it is no formula that solve --proof has written")
	}
	return text, nil
}

// sameAsDocument writes the formula of the document that stands in the comments of another one, and reports
// whether both say the same of the same variables.
func (found *checkedFile) sameAsDocument(lib *chapters.Library, text []byte) (bool, error) {
	var document strings.Builder
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "c "+documentHead); ok {
			document.WriteString(rest)
		}
	}
	for e := range lib.Read("the document in it", strings.NewReader(document.String())) {
		if e.Err != nil {
			return false, e.Err
		}
		found.id = hindsight.JSONID(&e.Position)
		g, err := e.Game(lib)
		if err != nil {
			return false, err
		}
		plain, err := solver.PlainFormula(g)
		if err != nil {
			return false, say.Internal(err)
		}
		if plain.Reason != solver.NoReason {
			return false, errors.New(string(plain.Reason))
		}
		var own bytes.Buffer
		if err := plain.WriteFormula(&own, variablesHead); err != nil {
			return false, say.Internal(err)
		}
		_, formula, _ := bytes.Cut(text, []byte("c "+variablesHead+"\n"))
		_, want, _ := bytes.Cut(own.Bytes(), []byte("\n"))
		return bytes.Equal(formula, want), nil
	}
	return false, errors.New("its comments hold no document")
}

// code is the exit code for a file.
func (found *checkedFile) code() int {
	switch {
	case found.wrong != "":
		return command.ExitNo
	case found.limit != solver.NoReason:
		return command.ExitUndecided
	}
	return command.ExitOK
}

// answer is the answer in JSON.
func (found *checkedFile) answer() *checkAnswer {
	out := &checkAnswer{
		Schema: 1, ID: found.id, File: found.path, Reason: found.wrong + string(found.limit), Win: []chapters.Decision{},
		Casts: 1, Setups: 1, Lines: found.lines, Longest: found.lines, Seconds: found.time.Seconds(),
	}
	if found.code() == command.ExitOK {
		out.Proven = true
		out.Hands = 1
	}
	return out
}

// page tells people of a file.
func (found *checkedFile) page(opt *checkProofOptions) page.Page {
	switch {
	case found.wrong != "":
		return page.Of(fmt.Sprintf("%s: not proven: %s.", found.path, found.wrong))
	case found.limit != solver.NoReason:
		return page.Of(fmt.Sprintf("%s: not proven: %s; %s checked.", found.path, hindsight.LimitText(opt.texts, found.limit, opt.Timeout), say.Count(found.lines, "line")))
	}
	return page.Of(fmt.Sprintf("%s: proven: unwinnable. The formula is the one of the document in it, and each line of the proof follows (%s in %.2f s).", found.path, say.Count(found.lines, "line"), found.time.Seconds()))
}
