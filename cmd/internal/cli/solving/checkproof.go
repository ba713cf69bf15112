package solving

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"

	"github.com/spf13/cobra"
)

// checkProofOptions are the flags of check-proof.
type checkProofOptions struct {
	*command.Root
	command.SearchLimits
	// FromStage is the stage that a record is rewound to, "" for its start.
	FromStage string
	// Setups limits the ways through draft and setup, 0 for no limit.
	Setups int64
	// texts is the language of the answers.
	texts *texts.Texts
}

// The default limits of check-proof.
const (
	checkTimeout = 30 * time.Minute
	mostSetups   = 1_000_000
)

// NewCheckProof returns the command check-proof.
func NewCheckProof(root *command.Root) *cobra.Command {
	opt := &checkProofOptions{Root: root, texts: texts.New(texts.Default)}
	cmd := &cobra.Command{
		Use:               "check-proof [DEAL|FILE|FOLDER|-]",
		Short:             "Prove that a deal is unwinnable, and check each step",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteRounds,
		RunE:              opt.WithLibrary(opt.run),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.FromStage, "draft", "setup", "play"), "from",
		"rewind a record to draft, setup or play")
	opt.AddTimeout(flags, checkTimeout, "document")
	opt.Add(flags, 0, "document", "sets of hands checked at once")
	flags.Lookup("nodes").Usage = "steps per document, 0: no limit"
	command.Number(flags, &opt.Setups, "setups", mostSetups, "setups per document, 0: no limit", command.NotNegative)
	return opt.WithJSON(cmd, "write one JSON object per document")
}

// run checks the files or documents that the argument names. Files are those of solve --proof.
func (opt *checkProofOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	arg := command.FirstArg(args)
	files, err := formulasIn(arg)
	if err != nil {
		return err
	}
	if files != nil {
		return opt.checkFiles(cmd, lib, files)
	}
	all := command.Answers[checkedDeal]{Root: opt.Root, Cmd: cmd, Workers: 1}
	all.Find = func(ctx context.Context, e *chapters.Document, a *checkedDeal) error { return opt.find(ctx, lib, e, a) }
	all.Progress = func(a *checkedDeal, elapsed time.Duration) (string, float64) { return a.progress(elapsed), 0 }
	all.Show = func(e *chapters.Document, a *checkedDeal) error {
		name := repeatArgs(arg, opt.FromStage, opt.Person.Chapters)
		err := all.Write(func() []any {
			return []any{a.answer(e)}
		}, func() page.Page { return a.page(name, opt.Timeout) })
		if err != nil {
			return err
		}
		return command.Exit(a.code())
	}
	return all.Each(lib, arg)
}

// formulasIn returns the formula files that an argument names: a file with the ending .cnf, or all such files of a
// folder. It returns nil for any other argument.
func formulasIn(arg string) ([]string, error) {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		files, err := filepath.Glob(filepath.Join(escapeGlob(arg), "*.cnf"))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: no .cnf file of solve --proof found", arg)
		}
		slices.Sort(files)
		return files, nil
	}
	if strings.HasSuffix(arg, ".cnf") {
		return []string{arg}, nil
	}
	return nil, nil
}

// escapeGlob escapes the special characters of a path for filepath.Glob.
func escapeGlob(path string) string {
	if os.PathSeparator == '\\' {
		return path // Windows has no escapes, and of these characters its names can hold only brackets
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// checkedDeal is the check of a document and its result.
type checkedDeal struct {
	// title is the title of the round.
	title string
	// texts is the language of the answer.
	texts *texts.Texts
	// mutex guards now.
	mutex sync.Mutex
	// now is the progress of the check.
	now solver.Checked
	// result is the outcome.
	result solver.Checked
	// seconds is how long the check took.
	seconds float64
}

// checkAnswer is the answer about one document or one file in JSON.
type checkAnswer struct {
	// Schema is the version of this object.
	Schema int `json:"schema"`
	// ID is the id of the document.
	ID any `json:"id"`
	// Proven reports whether the round is proven to be unwinnable.
	Proven bool `json:"proven"`
	// Reason says why the round is not proven, "" if it is.
	Reason string `json:"reason"`
	// Win is decisions that win, in the form of a record. It is empty if none were found.
	Win []chapters.Decision `json:"win"`
	// File is the path of the formula, if a file was checked.
	File string `json:"file,omitempty"`
	// Casts is the number of casts that were examined.
	Casts int64 `json:"casts"`
	// Setups is the number of ways through draft and setup that were examined.
	Setups int64 `json:"setups"`
	// Hands is the number of different sets of hands that were refuted.
	Hands int64 `json:"hands"`
	// Lines is the number of lines of all proofs.
	Lines int64 `json:"lines"`
	// Longest is the number of lines of the longest proof.
	Longest int64 `json:"longest"`
	// Nodes is the number of steps that the search took for all formulas.
	Nodes int64 `json:"nodes"`
	// Seconds is how long the check took.
	Seconds float64 `json:"seconds"`
}

// find checks one document.
func (opt *checkProofOptions) find(ctx context.Context, lib *chapters.Library, e *chapters.Document,
	a *checkedDeal,
) error {
	start, g, err := startingPoint(lib, e, opt.FromStage)
	if err != nil {
		return err
	}
	a.texts = opt.texts
	round, err := hindsight.Replay(lib, start, opt.texts)
	if err != nil {
		return err
	}
	a.title = round.Title()
	began := time.Now()
	limited := ctx
	if opt.Timeout > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, opt.Timeout)
		defer stop()
	}
	limits := solver.CheckOptions{Options: opt.Search(), Setups: opt.Setups, Workers: opt.Workers}
	limits.OnProgress = func(c solver.Checked) {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		a.now = c
	}
	a.result, err = solver.CheckDeal(limited, g, limits)
	a.seconds = time.Since(began).Seconds()
	if ctx.Err() != nil && a.result.Reason == solver.TimeLimit {
		a.result.Reason = solver.Interrupted
	}
	return say.Internal(err)
}

// progress returns the progress of the check in words.
func (a *checkedDeal) progress(elapsed time.Duration) string {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return fmt.Sprintf("%s, %s refuted in %s", say.Count(a.now.Setups, "setup"), countHandSets(a.now.Hands), elapsed)
}

// countHandSets returns a number of sets of hands in words.
func countHandSets(n int64) string {
	if n == 1 {
		return "1 set of hands"
	}
	return fmt.Sprintf("%d sets of hands", n)
}

// code returns the exit code for an answer.
func (a *checkedDeal) code() int {
	switch {
	case a.result.Proven:
		return command.ExitOK
	case a.result.Won:
		return command.ExitNo
	}
	return command.ExitUndecided
}

// winnable is the reason that a deal is not proven to be unwinnable because it can be won.
const winnable = "it can be won"

// answer returns the answer in JSON.
func (a *checkedDeal) answer(e *chapters.Document) *checkAnswer {
	r := &a.result
	out := &checkAnswer{
		Schema:  1,
		ID:      hindsight.JSONID(&e.Record.Position),
		Proven:  r.Proven,
		Reason:  string(r.Reason),
		Win:     r.Win,
		Casts:   r.Casts,
		Setups:  r.Setups,
		Hands:   r.Hands,
		Lines:   r.Lines,
		Longest: r.Longest,
		Nodes:   r.Steps,
		Seconds: a.seconds,
	}
	if r.Win == nil {
		out.Win = []chapters.Decision{}
	} else {
		out.Reason = winnable
	}
	return out
}

// repeatArgs returns the arguments that name the same rounds in another command. Documents from the standard input
// cannot be read again, so FILE stands for them.
func repeatArgs(arg, stage, chapters string) string {
	name := "FILE"
	if arg != "" && arg != "-" {
		name = texts.Quoted(arg)
	}
	if stage != "" {
		name += " --from " + stage
	}
	if chapters != "" {
		name += " --chapters " + texts.Quoted(chapters)
	}
	return name
}

// proofLimit returns the text of hindsight.LimitText for a proof, whose search counts steps instead of card plays.
func proofLimit(t *texts.Texts, reason solver.Reason, timeout time.Duration) string {
	if reason == solver.NodeLimit {
		return "the limit of steps was reached; allow more with --nodes"
	}
	return hindsight.LimitText(t, reason, timeout)
}

// page returns the answer for people. The arguments in name repeat the check of the same documents.
func (a *checkedDeal) page(name string, timeout time.Duration) (p page.Page) {
	r := &a.result
	searched := fmt.Sprintf("%s, %s, %s", say.Count(r.Casts, "cast"), say.Count(r.Setups, "setup"),
		countHandSets(r.Hands))
	lines := fmt.Sprintf("%s of refutations checked, %d in the longest, in %.2f s",
		say.Count(r.Lines, "line"), r.Longest, a.seconds)
	p.Head(a.title)
	p.Gap()
	switch {
	case r.Proven:
		p.Text(0, fmt.Sprintf("Proven: unwinnable. %s, each refuted (%s).", searched, lines))
	case r.Won:
		p.Text(0, fmt.Sprintf("Not proven, because %s; this shows how:", winnable))
		p.Line("  fellowship solve " + name)
	default:
		if r.Hands > 0 {
			searched = fmt.Sprintf(" Gone through: %s, each of these refuted (%s).", searched, lines)
		} else {
			searched = ""
		}
		limit := proofLimit(a.texts, r.Reason, timeout)
		if r.Reason == solver.SetupLimit {
			limit = fmt.Sprintf("the limit of %s was reached; allow more with --setups", say.Count(r.Setups, "setup"))
		}
		p.Text(0, fmt.Sprintf("Not proven, because %s.%s", limit, searched))
	}
	return p
}
