package solving

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
)

// The proof of a round that cannot be won is two files. NAME.cnf is the round as a formula in DIMACS, and NAME.drat
// is a proof in DRAT that the formula has no model. Both are written under temporary names while documents are
// solved, several documents at once. They get their final names when the answers are shown, in the order of the
// documents.

// proofTimeout is the default time limit of a document with --proof. A proof is found by the formula alone, which
// may take ten times as long as the verdict.
const proofTimeout = 5 * time.Minute

// tidyingTime is how long the program may take to end after an interrupt, if it writes proofs. It must wait for the
// disk before it can remove files under temporary names.
const tidyingTime = 10 * time.Second

// proofFolder is the folder that solve --proof writes to.
type proofFolder struct {
	dir string
	// taken holds the file names used so far, in lower case.
	taken map[string]bool
	// mutex guards pending.
	mutex sync.Mutex
	// pending holds the files under temporary names.
	pending map[*disk.Pending]bool
}

// newProofFolder returns the proof folder for a path. It writes a file to test that this is possible, and returns the
// error if it is not.
func newProofFolder(dir string) (*proofFolder, error) {
	f := &proofFolder{dir: dir, taken: map[string]bool{}, pending: map[*disk.Pending]bool{}}
	trial, err := f.begin()
	if err != nil {
		return nil, err
	}
	f.discard(trial)
	return f, nil
}

// withFolder adds the folder to an error. It replaces the path of the file, since a temporary name means nothing to
// people.
func (f *proofFolder) withFolder(err error) error {
	for _, known := range []error{disk.ErrFull, disk.ErrReadOnly} {
		if errors.Is(err, known) {
			err = known
		}
	}
	return fmt.Errorf("%s: %w", f.dir, disk.WithoutPath(err))
}

// begin begins a file under a temporary name.
func (f *proofFolder) begin() (*disk.Pending, error) {
	p, err := disk.Begin(f.dir)
	if err != nil {
		return nil, f.withFolder(err)
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.pending[p] = true
	return p, nil
}

// discard removes each of the files that still has a temporary name. A nil file is ignored.
func (f *proofFolder) discard(files ...*disk.Pending) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for _, p := range files {
		if f.pending[p] {
			p.Discard()
			delete(f.pending, p)
		}
	}
}

// discardAll removes all files that still have temporary names.
func (f *proofFolder) discardAll() {
	f.mutex.Lock()
	var all []*disk.Pending
	for p := range f.pending {
		all = append(all, p)
	}
	f.mutex.Unlock()
	f.discard(all...)
}

// proofFiles is the proof of a document, or the reason why there is none.
type proofFiles struct {
	// reason says why there is no proof, "" if there is one or if failed is set.
	reason string
	// failed is the error that kept the files from being written.
	failed error
	// formula is the file with the formula while it has a temporary name.
	formula *disk.Pending
	// drat is the file with the proof while it has a temporary name.
	drat *disk.Pending
	// formulaPath is the final path of the formula.
	formulaPath string
	// dratPath is the final path of the proof.
	dratPath string
	// chapters is the folder with the person's own chapters, "" for none.
	chapters string
	// proof is the result of the search, nil if nothing was searched.
	proof *solver.Proof
}

// proofAnswer is a proof in JSON.
type proofAnswer struct {
	// Written reports whether there is a proof.
	Written bool `json:"written"`
	// Reason says why there is no proof, "" if there is one.
	Reason string `json:"reason"`
	// Formula is the path of the formula.
	Formula string `json:"formula,omitempty"`
	// Drat is the path of the proof.
	Drat string `json:"drat,omitempty"`
	// Checks are the commands that check the proof.
	Checks []string `json:"checks,omitempty"`
	// Variables is the number of variables of the formula.
	Variables int `json:"variables,omitempty"`
	// Clauses is the number of clauses of the formula.
	Clauses int `json:"clauses,omitempty"`
	// Lines is the number of lines of the proof.
	Lines int64 `json:"lines,omitempty"`
	// Bytes is the size of the proof.
	Bytes int64 `json:"bytes,omitempty"`
	// Steps is the number of steps that the search of the formula took.
	Steps int64 `json:"steps"`
}

// prove writes the proof for a document's answer under temporary names. An error means a bug in the program. If the
// files cannot be written, that is part of the result.
func (f *proofFolder) prove(ctx context.Context, a *solved, g *chapters.Game,
	limits solver.Options,
) (*proofFiles, error) {
	switch a.result.Verdict {
	case solver.Winnable:
		return &proofFiles{reason: "the way to win is the proof"}, nil
	case solver.Unknown:
		return &proofFiles{reason: "the round is undecided"}, nil
	}
	if limits.Nodes > 0 {
		limits.Nodes -= a.result.Nodes
		if limits.Nodes <= 0 {
			return &proofFiles{reason: string(solver.NodeLimit)}, nil
		}
	}
	p := &proofFiles{}
	if err := f.write(ctx, p, a, g, limits); err != nil {
		f.discard(p.formula, p.drat)
		if p.failed == nil {
			return nil, err
		}
	}
	return p, nil
}

// write writes the files of a proof. For an error about files it also sets p.failed.
func (f *proofFolder) write(ctx context.Context, p *proofFiles, a *solved, g *chapters.Game,
	limits solver.Options,
) error {
	words, err := comments(a.start, a.round.Opening().Lines(page.Style{Width: page.Width}))
	if err != nil {
		p.failed = err
		return err
	}
	p.drat, p.failed = f.begin()
	if p.failed != nil {
		return p.failed
	}
	p.formula, p.failed = f.begin()
	if p.failed != nil {
		return p.failed
	}
	p.proof, err = solver.Prove(ctx, g, limits, p.drat)
	switch {
	case errors.As(err, new(*fs.PathError)):
		p.failed = f.withFolder(err)
		return err
	case err != nil:
		return say.Internal(err)
	case p.proof.Won:
		return say.Internal(fmt.Errorf("the solver calls the round unwinnable, but these plays win it: %v",
			p.proof.Line))
	case !p.proof.Refuted:
		p.reason = string(p.proof.Reason)
		f.discard(p.formula, p.drat)
		return nil
	}
	err = p.proof.WriteFormula(p.formula, words...)
	if err == nil {
		err = errors.Join(p.formula.Finish(), p.drat.Finish())
	}
	if err != nil {
		p.failed = f.withFolder(err)
	}
	return err
}

// The fixed comments of a formula.
const (
	// formulaHead is the first line of every formula.
	formulaHead = "A round of the Fellowship of the Ring trick-taking game, as a formula."
	// documentHead begins each line of the document.
	documentHead = "document "
	// variablesHead is the line before the meanings of the variables.
	variablesHead = "What the variables mean:"
)

// longestComment limits a line of comment in bytes. The checker drat-trim reads no more than 65,536 bytes.
const longestComment = 60_000

// comments returns the comments at the top of a formula: the round in words, and the document of the round.
func comments(start *chapters.Record, round []string) ([]string, error) {
	list := []string{
		formulaHead,
		"The round can be won, with all cards open, exactly if this formula has a model. The file beside it with",
		"the ending .drat is a proof that it has none: drat-trim FORMULA.cnf PROOF.drat checks that.",
		"",
	}
	list = append(list, round...)
	document, err := documentText(start)
	if err != nil {
		return nil, say.Internal(err)
	}
	list = append(list, "", "The document that this was made of:")
	for line := range strings.Lines(document) {
		line = documentHead + strings.TrimSuffix(line, "\n")
		if len(line) > longestComment {
			return nil, errors.New("the document is too long for a comment")
		}
		list = append(list, line)
	}
	return append(list, "", variablesHead), nil
}

// documentText returns a document as text. A record comes with all its decisions.
func documentText(r *chapters.Record) (string, error) {
	if len(r.Decisions) > 0 {
		text, err := r.Text()
		return string(text), err
	}
	text, err := json.Marshal(r.Position)
	return string(text), err
}

// place gives the files of a proof their final names, which come from the document.
func (f *proofFolder) place(p *proofFiles, e *chapters.Document) {
	if p.reason != "" || p.failed != nil {
		return
	}
	name := f.name(e)
	p.formulaPath = filepath.Join(f.dir, name+".cnf")
	p.dratPath = filepath.Join(f.dir, name+".drat")
	p.failed = checkReplaceable(p.formulaPath, p.dratPath)
	if p.failed == nil {
		p.failed = p.drat.Place(p.dratPath)
	}
	if p.failed == nil {
		p.failed = p.formula.Place(p.formulaPath)
	}
	f.discard(p.formula, p.drat)
}

// checkReplaceable returns an error if one of these files exists already and they are not an earlier proof.
func checkReplaceable(formulaPath, dratPath string) error {
	isProof, err := disk.FileHasPrefix(formulaPath, "c "+formulaHead)
	if err != nil || isProof {
		return err
	}
	for _, path := range []string{formulaPath, dratPath} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s exists and is not a proof of this program; it is left unchanged", path)
		}
	}
	return nil
}

// name returns the name of a document's files without their endings. It is different for each document.
func (f *proofFolder) name(e *chapters.Document) string {
	name := fileName(e)
	for n := 2; f.taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d", fileName(e), n)
	}
	f.taken[strings.ToLower(name)] = true
	return name
}

// longestName limits a file name in bytes. Every file system allows this length.
const longestName = 100

// deviceNames are reserved on Windows and cannot be file names there, with any ending.
var deviceNames = strings.Fields("con prn aux nul" +
	" com1 com2 com3 com4 com5 com6 com7 com8 com9" +
	" lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9")

// fileName returns a name for the files of a document: its id, if that is a valid file name on every system. Any other
// id is reduced to letters, digits and -_. and gets a hash that makes it different from similar ids.
func fileName(e *chapters.Document) string {
	switch {
	case e.Record.ID == "" && e.Line > 0:
		return fmt.Sprintf("line-%d", e.Line)
	case e.Record.ID == "":
		return "round"
	}
	var name strings.Builder
	for _, r := range e.Record.ID {
		isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		isDigit := r >= '0' && r <= '9'
		switch {
		case name.Len() == longestName:
		case isLetter, isDigit, strings.ContainsRune("-_.", r):
			name.WriteRune(r)
		default:
			name.WriteByte('-')
		}
	}
	safe := strings.Trim(name.String(), "-.")
	device, _, _ := strings.Cut(strings.ToLower(safe), ".")
	isDevice := slices.Contains(deviceNames, device)
	if safe == e.Record.ID && !isDevice {
		return safe
	}
	if isDevice {
		safe = "round-" + safe
	}
	sum := sha256.Sum256([]byte(e.Record.ID))
	return strings.TrimLeft(safe+"-"+hex.EncodeToString(sum[:4]), "-")
}

// checks returns the commands that check the proof.
func (p *proofFiles) checks() []string {
	formula := texts.Quoted(p.formulaPath)
	return []string{
		"drat-trim " + formula + " " + texts.Quoted(p.dratPath),
		"cadical " + formula,
		"fellowship check-proof " + repeatArgs(p.formulaPath, "", p.chapters),
	}
}

// answer returns the proof in JSON.
func (p *proofFiles) answer() *proofAnswer {
	out := &proofAnswer{Reason: p.reason}
	if p.failed != nil {
		out.Reason = command.Shown(p.failed)
	}
	if p.proof != nil {
		out.Steps = p.proof.Steps
	}
	if out.Reason != "" {
		return out
	}
	out.Written = true
	out.Formula = p.formulaPath
	out.Drat = p.dratPath
	out.Checks = p.checks()
	out.Variables = p.proof.Variables()
	out.Clauses = p.proof.Clauses()
	out.Lines = p.proof.Lines
	out.Bytes = p.proof.Bytes
	return out
}

// page returns the text about the proof for people. The arguments in name name the same documents in another command.
func (p *proofFiles) page(a *solved, name string, timeout time.Duration) (out page.Page) {
	switch {
	case p.failed != nil:
		out.Text(0, "The proof was not written: "+command.Shown(p.failed))
	case p.reason == string(solver.BeforePlay):
		out.Text(0, "No proof was written: "+p.reason+". This goes through all of them:")
		out.Line("  fellowship check-proof " + name)
	case p.reason != "":
		limit := proofLimit(a.round.Texts, solver.Reason(p.reason), timeout)
		out.Text(0, "No proof was written: "+limit+".")
	default:
		out.Text(0, fmt.Sprintf(
			"A proof was written: %s encodes the round (%d clauses); %s proves it unsatisfiable (%s). "+
				"Other programs check it: drat-trim confirms the proof, "+
				"and cadical finds by itself that the formula is unsatisfiable.",
			texts.Quoted(p.formulaPath), p.proof.Clauses(), texts.Quoted(p.dratPath),
			say.Count(int(p.proof.Lines), "line")))
		for _, check := range p.checks() {
			out.Line("  " + check)
		}
	}
	return out
}
