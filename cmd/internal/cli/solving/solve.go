package solving

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"

	"github.com/spf13/cobra"
)

// solveOptions are the flags of solve.
type solveOptions struct {
	*command.Root
	command.SearchLimits
	// FromStage is the stage that a record is rewound to, "" for its start.
	FromStage string
	// Count reports whether first decisions and winning lines are counted.
	Count bool
	// Check reports whether the verdict is compared with the one that the document expects.
	Check bool
	// Proof is the path of the folder that proofs are written to.
	Proof string
	// proofs writes the proofs, nil without --proof.
	proofs *proofFolder
	// Plain tells the way to win in sentences.
	Plain bool
	// texts is the language of the answers.
	texts *texts.Texts
}

// NewSolve returns the command solve.
func NewSolve(root *command.Root) *cobra.Command {
	opt := solveOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "solve [DEAL|FILE|-]",
		Short:             "Find out whether a deal can be won with open cards",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteRounds,
		RunE: opt.WithLibrary(func(cmd *cobra.Command, lib *chapters.Library, args []string) error {
			opt.texts = texts.New(texts.Default)
			return opt.solve(cmd, lib, command.FirstArg(args))
		}),
	}
	flags := cmd.Flags()
	flags.Var(command.OneOf(&opt.FromStage, "draft", "setup", "play"), "from",
		"rewind a record to draft, setup or play")
	flags.BoolVar(&opt.Plain, "plain", false, "print sentences instead of columns")
	opt.AddTimeout(flags, 30*time.Second, "document")
	opt.Add(flags, 0, "document", "documents solved at once")
	flags.BoolVar(&opt.Count, "count", false, "count the first decisions and the lines that win")
	flags.BoolVar(&opt.Check, "check", false, "compare with expect.verdict")
	flags.StringVar(&opt.Proof, "proof", "", "write proofs of unwinnable rounds into a `folder`")
	return opt.WithJSON(cmd, "write one JSON object per document")
}

// Answer shows the solver's answer about a file that the person has just entered, in the person's language: how a
// position can be won or, if the round was played, where it was lost.
// Plain tells the round in sentences.
func Answer(root *command.Root, cmd *cobra.Command, lib *chapters.Library, file string, played, plain bool,
	timeout time.Duration,
) error {
	limits := command.SearchLimits{Timeout: timeout, Memory: solver.DefaultMemory >> 20, Workers: 1}
	if played {
		opt := analyseOptions{Root: root, SearchLimits: limits, Plain: plain, texts: root.Person.Texts()}
		return opt.run(cmd, lib, []string{file})
	}
	opt := solveOptions{Root: root, SearchLimits: limits, Plain: plain, texts: root.Person.Texts()}
	return opt.run(cmd, lib, file)
}

// solve runs the command: it prepares the folder of --proof and answers the documents that an argument names.
func (opt *solveOptions) solve(cmd *cobra.Command, lib *chapters.Library, arg string) error {
	if !cmd.Flags().Changed("proof") {
		return opt.run(cmd, lib, arg)
	}
	if opt.Proof == "" {
		return errors.New("--proof needs a folder")
	}
	if !cmd.Flags().Changed("timeout") {
		opt.Timeout = proofTimeout
	}
	var err error
	opt.proofs, err = newProofFolder(opt.Proof)
	if err != nil {
		return err
	}
	opt.Patience.Store(int64(tidyingTime))
	defer opt.proofs.discardAll()
	return opt.run(cmd, lib, arg)
}

// run answers the documents that an argument names, and writes their proofs if opt.proofs is set.
func (opt *solveOptions) run(cmd *cobra.Command, lib *chapters.Library, arg string) error {
	command.LimitMemory(opt.Memory, opt.Workers)
	stderr := cmd.ErrOrStderr()
	counts := map[solver.Verdict]int{}
	all := command.Answers[solved]{Root: opt.Root, Cmd: cmd, Workers: opt.Workers}
	all.Find = func(ctx context.Context, e *chapters.Document, a *solved) error { return opt.find(ctx, lib, e, a) }
	all.Progress = func(a *solved, elapsed time.Duration) (string, float64) {
		text := fmt.Sprintf("%s in %s", say.Count(a.nodes.Load(), "card play"), elapsed)
		if opt.Timeout > 0 {
			text += fmt.Sprintf(" of at most %s", opt.Timeout)
		}
		return text, 0
	}
	all.Show = func(e *chapters.Document, a *solved) (err error) {
		verdict := a.result.Verdict
		counts[verdict]++
		if a.proof != nil {
			a.proof.chapters = opt.Person.Chapters
			opt.proofs.place(a.proof, e)
		}
		a.round.InSentences = opt.Plain
		text := func() page.Page {
			return a.page(opt.texts, opt.Timeout, repeatArgs(arg, opt.FromStage, opt.Person.Chapters))
		}
		err = all.Write(func() []any { return []any{a.answer(e)} }, text)
		if err != nil {
			return err
		}
		if a.guessed {
			command.Note(stderr, "%s: leader is missing, so the holder of R1 leads; "+
				"by S7 the player who was dealt R1 leads, even if R1 was passed on in setup", command.NameOf(e))
		}
		want := e.Record.Expect
		differs := opt.Check && want != nil && want.Verdict != "" && want.Verdict != string(verdict)
		switch {
		case a.proof != nil && a.proof.failed != nil:
			command.Note(stderr, "%s: the proof was not written: %s", command.NameOf(e), command.Shown(a.proof.failed))
			return command.Exit(command.ExitUsage)
		case verdict == solver.Unknown:
			return command.Exit(command.ExitUndecided)
		case differs:
			command.Note(stderr, "%s: expected %s, found %s", command.NameOf(e), want.Verdict, verdict)
			return command.Exit(command.ExitNo)
		case verdict == solver.Unwinnable && !opt.Check:
			return command.Exit(command.ExitNo)
		}
		return nil
	}
	err := all.Each(lib, arg)
	var ended *command.ExitError
	finished := err == nil || errors.As(err, &ended)
	n := counts[solver.Winnable] + counts[solver.Unwinnable] + counts[solver.Unknown]
	if n > 1 && !opt.JSON && finished {
		fmt.Fprintf(stderr, "%d solved: %d winnable, %d unwinnable, %d undecided\n",
			n, counts[solver.Winnable], counts[solver.Unwinnable], counts[solver.Unknown])
	}
	return err
}

// startingPoint returns the round to solve: the position of a document, or a record rewound to the
// stage of --from.
func startingPoint(lib *chapters.Library, e *chapters.Document,
	stageName string,
) (*chapters.Record, *chapters.Game, error) {
	stage := e.Record.Stage
	switch {
	case stageName == "":
	case e.IsRecord:
		stage = hindsight.StageNamed(stageName)
	case stageName != stage.String():
		return nil, nil,
			fmt.Errorf("the position is in stage %s, and only a record can be rewound to %s", stage, stageName)
	}
	start := e.Record
	end := e.Record.Stage
	var g *chapters.Game
	for step, err := range e.Record.Walk(lib) {
		if err != nil {
			return nil, nil, err
		}
		end = step.Game.Stage()
		if g == nil && end >= stage {
			g = step.Game.Clone()
			start.Decisions = e.Record.Decisions[:step.Number:step.Number]
		}
	}
	return &start, g, checkStage(e.Record.Stage, stage, end)
}

// checkStage returns an error if a record from begin to end does not go through a stage.
func checkStage(begin, stage, end chapters.Stage) error {
	switch {
	case stage < begin:
		return fmt.Errorf("the record begins in stage %s, after %s", begin, stage)
	case end < stage:
		return fmt.Errorf("the record ends in stage %s, before %s", end, stage)
	}
	return nil
}

// solved is the result for one document.
type solved struct {
	// nodes is the number of card plays searched so far.
	nodes atomic.Int64
	// start is the record up to the point where the search began.
	start *chapters.Record
	// guessed reports whether the document does not say who leads.
	guessed bool
	// result is the solver's answer.
	result solver.Result
	// seconds is how long the search took.
	seconds float64
	// round is the winning round if there is one, else the start.
	round *hindsight.Round
	// count is nil without --count.
	count *winCount
	// proof is the proof of the result, nil without --proof.
	proof *proofFiles
	// decisions are the decisions of the result, spelled out by spellOut.
	decisions []chapters.Decision
}

// winCount counts the first decisions and the winning lines of a round.
type winCount struct {
	// wins is the number of first decisions that win.
	wins int
	// undecided is the number of first decisions for which a limit was reached.
	undecided int
	// total is the number of all first decisions.
	total int
	lines solver.Lines
}

// countNodes limits the work of counting lines if --nodes is not given.
const countNodes = 2_000_000

// solveAnswer is the answer to one document in JSON.
type solveAnswer struct {
	// Schema is the version of this object.
	Schema int `json:"schema"`
	// ID is the id of the document.
	ID      any            `json:"id"`
	Verdict solver.Verdict `json:"verdict"`
	// NoCarrier reports whether nobody of the Road's pool may carry its rider (L5).
	NoCarrier bool `json:"no_carrier,omitempty"`
	// Reason says why the round is undecided.
	Reason solver.Reason `json:"reason"`
	// Draft is the decisions of the draft.
	Draft []string `json:"draft"`
	// Setup is the decisions of the setup.
	Setup []string `json:"setup"`
	// Line is the plays that win.
	Line []string `json:"line"`
	// Swap is the exchange during play that the line needs (Sting, L5).
	Swap *swapAnswer `json:"swap,omitempty"`
	// Decisions are the decisions of Draft, Setup, Line and Swap in their order and in the form of a
	// record. They include the decisions that Line leaves out because the next play implies them.
	Decisions []chapters.Decision `json:"decisions"`
	// Nodes is the number of card plays searched.
	Nodes int64 `json:"nodes"`
	// Seconds is how long the search took.
	Seconds float64 `json:"seconds"`
	// Count is the number of first decisions that win, with --count.
	Count *int `json:"count,omitempty"`
	// Undecided is the number of first decisions for which a limit was reached, with --count.
	Undecided *int `json:"undecided,omitempty"`
	// Total is the number of all first decisions, with --count.
	Total *int `json:"of,omitempty"`
	// Lines is the number of complete lines that win, with --count.
	Lines *uint64 `json:"lines,omitempty"`
	// Exact reports whether Lines is the exact number and not only a lower bound.
	Exact *bool `json:"exact,omitempty"`
	// Proof is the proof, or the reason why there is none, with --proof.
	Proof *proofAnswer `json:"proof,omitempty"`
}

// swapAnswer is an exchange during play in JSON.
type swapAnswer struct {
	// PlayIndex is the number of plays of the line before the exchange.
	PlayIndex int      `json:"before"`
	Decisions []string `json:"decisions"`
}

// find answers one document.
func (opt *solveOptions) find(ctx context.Context, lib *chapters.Library, e *chapters.Document, a *solved) error {
	start, g, err := startingPoint(lib, e, opt.FromStage)
	if err != nil {
		return err
	}
	a.start = start
	a.guessed = g.State().LeaderGuessed
	began := time.Now()
	limited := ctx
	if opt.Timeout > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, opt.Timeout)
		defer stop()
	}
	limits := opt.Search()
	limits.Progress = func(nodes int64) { a.nodes.Store(a.result.Nodes + nodes) }
	result, err := solver.Solve(limited, g, limits)
	if err != nil {
		return say.Internal(err)
	}
	a.result = result
	a.nodes.Store(result.Nodes)
	if a.result.Verdict == solver.Unknown {
		switch {
		case ctx.Err() != nil:
			a.result.Reason = solver.Interrupted
		case limited.Err() != nil:
			a.result.Reason = solver.TimeLimit
		}
	}
	if opt.Count {
		if err := a.countWins(limited, g, limits); err != nil {
			return err
		}
	}
	a.seconds = time.Since(began).Seconds()
	if err := a.replay(lib, g, opt.texts); err != nil {
		return err
	}
	if opt.proofs != nil {
		return opt.prove(ctx, limited, g, a, limits)
	}
	return nil
}

// prove writes the proof of an answer. limited is ctx with the time limit.
func (opt *solveOptions) prove(ctx, limited context.Context, g *chapters.Game, a *solved, limits solver.Options) error {
	var err error
	a.proof, err = opt.proofs.prove(limited, a, g, limits)
	if err != nil {
		return err
	}
	if a.proof.reason == string(solver.TimeLimit) && ctx.Err() != nil {
		a.proof.reason = string(solver.Interrupted)
	}
	return nil
}

// countWins counts the first decisions that win, and the winning lines.
func (a *solved) countWins(ctx context.Context, g *chapters.Game, opt solver.Options) error {
	a.count = &winCount{total: len(g.Options())}
	known := a.result // a copy, since countFirst adds to the result's nodes
	if err := a.countFirst(ctx, g, opt); err != nil {
		return err
	}
	switch known.Verdict {
	case solver.Unwinnable:
		a.count.lines.Exact = true
	case solver.Winnable:
		if opt.Nodes == 0 {
			opt.Nodes = countNodes
		}
		var err error
		if a.count.lines, err = solver.Count(ctx, g, known, opt); err != nil {
			return say.Internal(err)
		}
		a.count.lines.Count = max(a.count.lines.Count, 1) // with a small limit even the known line may not be counted
	}
	return nil
}

// countFirst solves the round after each first decision and counts the verdicts.
func (a *solved) countFirst(ctx context.Context, g *chapters.Game, opt solver.Options) error {
	if a.result.Verdict == solver.Unwinnable {
		return nil
	}
	most := opt.Nodes
	for _, d := range g.Options() {
		next := g.Clone()
		if err := next.Apply(d); err != nil {
			return say.Internal(err)
		}
		if most > 0 {
			opt.Nodes = most - a.result.Nodes
			if opt.Nodes <= 0 {
				a.count.undecided++
				continue
			}
		}
		r, err := solver.Solve(ctx, next, opt)
		if err != nil {
			return say.Internal(err)
		}
		a.result.Nodes += r.Nodes
		a.nodes.Store(a.result.Nodes)
		switch r.Verdict {
		case solver.Winnable:
			a.count.wins++
		case solver.Unknown:
			a.count.undecided++
		}
	}
	return nil
}

// spellOut adds the decisions that a play implies to a list of decisions: who leads the trick,
// whether the tucked card comes back, and that Sting is not used yet.
func spellOut(g *chapters.Game, decisions []chapters.Decision) ([]chapters.Decision, error) {
	g = g.Clone()
	all := []chapters.Decision{}
	for i, d := range decisions {
		for due := g.Due().Kind; due != d.Kind; due = g.Due().Kind {
			comesBack := due == chapters.TakeBack && playsTucked(g, decisions[i:])
			n := slices.IndexFunc(g.Options(), func(o chapters.Decision) bool {
				return due == chapters.NameLeader && o.Target == d.Seat ||
					due == chapters.Swap && o.Target == tricks.NoSeat ||
					due == chapters.TakeBack && (o.Word == chapters.Yes) == comesBack
			})
			if n < 0 {
				return nil, fmt.Errorf("%s is due, not %s", due, d)
			}
			implied := g.Options()[n]
			if err := g.Apply(implied); err != nil {
				return nil, err
			}
			all = append(all, implied)
		}
		if err := g.Apply(d); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// playsTucked reports whether the tucked card is among the plays of the next trick.
func playsTucked(g *chapters.Game, decisions []chapters.Decision) bool {
	g = g.Clone()
	tucked, trick := g.State().Tucked, g.State().Number
	for _, d := range decisions {
		if d.Kind == chapters.PlayCard && d.Card == tucked {
			return true
		}
		if g.Apply(d) != nil || g.State().Number != trick {
			break
		}
	}
	return false
}

// replay plays the answer through the rules and sets a.decisions and a.round. If a winning answer does not win, it
// returns an internal error, so that the wrong answer is never shown.
func (a *solved) replay(lib *chapters.Library, g *chapters.Game, t *texts.Texts) error {
	var err error
	if a.decisions, err = spellOut(g, a.result.Decisions()); err != nil {
		return say.Internal(fmt.Errorf("the answer does not replay: %w", err))
	}
	full := *a.start
	full.Decisions = slices.Concat(full.Decisions, a.decisions)
	if a.round, err = hindsight.Replay(lib, &full, t); err != nil {
		return say.Internal(fmt.Errorf("the answer does not replay: %w", err))
	}
	if g := a.round.Game; a.result.Verdict == solver.Winnable && (!g.IsOver() || g.Result() != chapters.Won) {
		return say.Internal(fmt.Errorf("the answer replays to a round that is %s, not won", g.Result()))
	}
	return nil
}

// answer returns the answer in JSON.
func (a *solved) answer(e *chapters.Document) *solveAnswer {
	out := &solveAnswer{
		Schema:    1,
		ID:        hindsight.JSONID(&e.Record.Position),
		Verdict:   a.result.Verdict,
		NoCarrier: hasNoCarrier(a.round.Game),
		Reason:    a.result.Reason,
		Draft:     hindsight.Shorts(a.result.Draft),
		Setup:     hindsight.Shorts(a.result.Setup),
		Line:      hindsight.Shorts(a.result.Line),
		Decisions: a.decisions,
		Nodes:     a.result.Nodes,
		Seconds:   a.seconds,
	}
	if swap := a.result.Swap; swap != nil {
		out.Swap = &swapAnswer{PlayIndex: swap.PlayIndex, Decisions: hindsight.Shorts(swap.Decisions)}
	}
	if c := a.count; c != nil {
		out.Count = &c.wins
		out.Undecided = &c.undecided
		out.Total = &c.total
		out.Lines = &c.lines.Count
		out.Exact = &c.lines.Exact
	}
	if a.proof != nil {
		out.Proof = a.proof.answer()
	}
	return out
}

// hasNoCarrier reports whether a round is of a Road whose rider nobody of the pool may carry (L5).
func hasNoCarrier(g *chapters.Game) bool {
	rider := g.View(tricks.NoSeat).Rider
	return rider != nil && !g.Chapter().MayCarry(rider)
}

// page returns the answer for people: the deal, the verdict, and how to win. The arguments in name name the same
// documents in another command.
func (a *solved) page(t *texts.Texts, timeout time.Duration, name string) page.Page {
	p := a.round.Opening()
	p.Gap()
	given := len(a.start.Plays)
	for _, d := range a.start.Decisions {
		if d.Kind == chapters.PlayCard {
			given++
		}
	}
	effort := t.N("solved.effort", int(a.result.Nodes), fmt.Sprintf("%.2f", a.seconds))
	afterPlays := ""
	if given > 0 {
		afterPlays = t.T("solved.after", given)
	}
	switch a.result.Verdict {
	case solver.Winnable:
		p.Head(t.T("solved.winnable", afterPlays, effort))
		p = append(page.Join(p, a.round.Setup(), a.round.TrickList()), page.Block{Kind: page.Gap})
	case solver.Unwinnable:
		p.Head(t.T("solved.unwinnable", afterPlays, hindsight.NoChoice(t, a.round.Game.Stage())))
		p.Text(0, t.T("solved.proven", effort))
	default:
		p.Head(t.T("solved.undecided", afterPlays, hindsight.LimitText(t, a.result.Reason, timeout), effort))
	}
	if c := a.count; c != nil {
		undecided := ""
		if c.undecided > 0 {
			undecided = t.T("solved.open", c.undecided)
		}
		p.Line(t.T("solved.first", c.wins, c.total, undecided))
		switch lines := c.lines; {
		case lines.Exact && lines.Count == 1:
			p.Line(t.T("solved.line"))
		case lines.Exact:
			p.Line(t.T("solved.lines", lines.Count))
		case lines.Count > 0:
			p.Line(t.T("solved.lines.atleast", lines.Count))
		}
	}
	if a.proof != nil {
		p = page.Join(p, a.proof.page(a, name, timeout))
	}
	return p
}
