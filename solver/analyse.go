package solver

import (
	"context"
	"sync"

	"fellowship/chapters"
	"fellowship/solver/parallel"
	"fellowship/tricks"
)

// Judgement is a verdict, with the limit that left it unknown.
type Judgement struct {
	Verdict Verdict
	Reason  Reason
}

// Choice is a decision that could be made, and whether the round can still be
// won after it.
type Choice struct {
	chapters.Decision
	Judgement
}

// Step is a decision of a round, and the other options at that moment.
type Step struct {
	// Number counts the decisions of the round from 1.
	Number int
	// Stage and Trick say when: the trick is counted from 1, and 0 before play.
	Stage chapters.Stage
	Trick int
	// Kind and Seat say which decision was due, and whose it was.
	Kind chapters.DecisionKind
	Seat tricks.Seat
	// Made is the decision; nil where the record ends before it.
	Made *chapters.Decision
	// JudgementBefore and After say whether the round could be won before and after it.
	// Without a decision they are the same.
	JudgementBefore, JudgementAfter Judgement
	// Choices are all legal decisions, R1 twice; nil if they were not judged.
	Choices []Choice
}

// Winning counts the choices that could still win, and those nobody knows of.
func (s *Step) Winning() (winning, unknown int) {
	for i := range s.Choices {
		switch s.Choices[i].Verdict {
		case Winnable:
			winning++
		case Unknown:
			unknown++
		}
	}
	return winning, unknown
}

// Loses reports whether the round was lost by the decision: surely so after it,
// and not surely before.
func (s *Step) Loses() bool {
	return s.JudgementAfter.Verdict == Unwinnable && s.JudgementBefore.Verdict != Unwinnable
}

// Analysis tells where a round could be won, and where it was lost.
type Analysis struct {
	// Start says whether the round could be won at its beginning.
	Start Judgement
	Steps []Step
	// Nodes counts the card plays tried.
	Nodes int64
}

// Lost returns the decision that lost the round, nil if there is none: it can be
// won, or could never be.
func (a *Analysis) Lost() *Step {
	for i := range a.Steps {
		if a.Steps[i].Loses() {
			return &a.Steps[i]
		}
	}
	return nil
}

// AnalyseOptions are the limits of an analysis, and how much of it is wanted.
type AnalyseOptions struct {
	// Options are the limits of each verdict. Progress is not called.
	Options
	// Choices is the stage from which on all choices are judged. Of decisions
	// before it only the one that lost the round is, and one still to be made.
	Choices chapters.Stage
	// PlayOnly leaves out the decisions before the first trick.
	PlayOnly bool
	// Workers is how many verdicts are worked out at the same time, 0 for one.
	// It has no influence on the answer.
	Workers int
	// Told, if set, is called after each verdict, one call at a time, with how
	// many are done of those known to be needed, and the card plays tried.
	OnProgress func(done, total int, nodes int64)
}

// Analyse goes through the decisions of a round and says of each whether the
// round could be won before and after it, and with which other choices. It
// decides that with all cards open, as [Solve] does. The game is not changed.
// When the context ends the rest is unknown.
//
// The solver is asked only where that is needed. A round that was won could be won at every
// moment. After a lost position all are lost. Where a way to win is known its first step wins.
func Analyse(ctx context.Context, g *chapters.Game, opt AnalyseOptions) (*Analysis, error) {
	a := &analysis{ctx: ctx, opt: opt}
	if err := a.retrace(g); err != nil {
		return nil, err
	}
	for _, pass := range []func() error{a.judgeMoments, a.buildSteps} {
		if err := pass(); err != nil {
			return nil, err
		}
	}
	return &a.Analysis, nil
}

// analysis is an analysis on its way. games[i] is the round before the i-th
// decision; the last one is how it stands at the end.
type analysis struct {
	Analysis

	ctx   context.Context
	opt   AnalyseOptions
	made  []chapters.Decision
	games []*chapters.Game
	// firstJudged is the first game of interest, first the first one in stage play, or
	// the last one if there is none.
	firstJudged, firstPlay int
	// found is the verdict on each game, lines[i] a way to win from there.
	found []Judgement
	lines [][]tricks.Play

	mutex       sync.Mutex // held for these and Nodes, and while Told is called
	done, total int
}

// retrace plays the round through again, its plays one by one.
func (a *analysis) retrace(g *chapters.Game) error {
	steps := (&chapters.Record{Position: g.Start(), Decisions: g.Decisions()}).PlaysAsDecisions()
	a.made = steps.Decisions
	for step, err := range steps.Walk(g.Library()) {
		if err != nil {
			return err
		}
		a.games = append(a.games, step.Game.Clone())
	}
	for a.firstPlay < len(a.games)-1 && a.games[a.firstPlay].Stage() != chapters.StagePlay {
		a.firstPlay++
	}
	if a.opt.PlayOnly {
		a.firstJudged = a.firstPlay
	}
	a.found = make([]Judgement, len(a.games))
	a.lines = make([][]tricks.Play, len(a.games))
	return nil
}

// ended returns the reason why nothing more is searched, if there is one.
func (a *analysis) ended() Reason {
	if a.ctx.Err() == nil {
		return NoReason
	}
	return stopReason(a.ctx)
}

// judge returns the verdict on a game, which the analysis needs.
func (a *analysis) judge(g *chapters.Game) (Judgement, []tricks.Play, error) {
	r := Result{Verdict: Unknown, Reason: a.ended()}
	err := error(nil)
	if r.Reason == NoReason {
		r, err = Solve(a.ctx, g, a.opt.Options)
	}
	if len(r.Draft)+len(r.Setup) > 0 {
		r.Line = nil // other decisions come before it
	}
	if r.Swap != nil {
		r.Line = r.Line[:r.Swap.PlayIndex] // another decision comes after it
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.done++
	a.Nodes += r.Nodes
	if a.opt.OnProgress != nil {
		a.opt.OnProgress(a.done, a.total, a.Nodes)
	}
	return Judgement{r.Verdict, r.Reason}, r.Line, err
}

// judgeMoments decides all games, and asks the solver only where that is needed. Games that a limit
// has left open are asked one by one, the last first, because it is the easiest.
func (a *analysis) judgeMoments() error {
	end := len(a.games) - 1
	if a.games[end].Result() == chapters.Won {
		for i := range a.found {
			a.found[i] = Judgement{Verdict: Winnable}
		}
		for i, g := range a.games {
			if g.Stage() == chapters.StagePlay && i < end && a.made[i].Kind == chapters.PlayCard {
				a.lines[i] = []tricks.Play{a.made[i].Play()} // it did win
			}
		}
		return nil
	}
	var failed error
	ask := func(i int) Verdict {
		if failed == nil {
			a.total++
			a.found[i], a.lines[i], failed = a.judge(a.games[i])
		}
		return a.found[i].Verdict
	}
	TurningPoint(len(a.games)-a.firstJudged, a.firstPlay-a.firstJudged, func(i int) Verdict {
		return ask(a.firstJudged + i)
	})
	a.spread()
	for i := end; i >= a.firstJudged; i-- {
		if a.found[i].Verdict == "" {
			ask(i)
			a.spread()
		}
	}
	return failed
}

// TurningPoint returns the first of n moments of a round at which the round is lost, or n if it never
// is. Once a round is lost it stays lost, so few questions are enough. It asks about the end first, and then
// about the moment at which play begins, because the search is much harder before that. It asks no more after
// an answer Unknown, and the result is then not sure.
func TurningPoint(n, play int, ask func(moment int) Verdict) (first int, sure bool) {
	sure = true
	lost := func(i int) bool {
		v := ask(i)
		sure = sure && v != Unknown
		return v == Unwinnable
	}
	low, high := -1, n-1 // it is lost at high, but not at low
	if !lost(high) {
		return n, sure
	}
	if play > 0 && play < high {
		if !lost(play) {
			low = play
		} else {
			high = play
			low = 0
			if lost(0) {
				return 0, sure
			}
		}
	}
	for sure && low+1 < high {
		if middle := (low + high) / 2; lost(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, sure
}

// spread: games before one that can be won can be won, and games after one that is lost are
// lost.
func (a *analysis) spread() {
	for i := len(a.found) - 1; i > a.firstJudged; i-- {
		if a.found[i].Verdict == Winnable {
			a.found[i-1] = a.found[i]
		}
	}
	for i := a.firstJudged + 1; i < len(a.found); i++ {
		if a.found[i-1].Verdict == Unwinnable {
			a.found[i] = a.found[i-1]
		}
	}
}

// buildSteps makes the steps and judges their choices.
func (a *analysis) buildSteps() error {
	for i := a.firstJudged; i < len(a.games) && !a.games[i].IsOver(); i++ {
		g := a.games[i]
		step := Step{
			Number: i + 1, Stage: g.Stage(), Kind: g.Due().Kind, Seat: g.Due().Seat,
			JudgementBefore: a.found[i], JudgementAfter: a.found[i],
		}
		if step.Stage == chapters.StagePlay {
			step.Trick = int(g.State().Number) + 1
		}
		if i < len(a.made) {
			step.Made = &a.made[i]
			step.JudgementAfter = a.found[i+1]
			step.Kind, step.Seat = step.Made.Kind, step.Made.Seat
		}
		a.Steps = append(a.Steps, step)
	}
	err := a.judgeChoices(func(s *Step) bool { return s.Stage >= a.opt.Choices || s.Loses() || s.Made == nil })
	// If the choices prove that the round was lost before, another decision is
	// the one that lost it.
	for l := a.Lost(); err == nil && l != nil && l.Choices == nil; l = a.Lost() {
		err = a.judgeChoices(func(s *Step) bool { return s == l })
	}
	return err
}

// judgeChoices judges the choices of some steps.
func (a *analysis) judgeChoices(wanted func(*Step) bool) error {
	var open []*Choice
	var games []*chapters.Game
	for j := range a.Steps {
		step := &a.Steps[j]
		i := a.firstJudged + j
		if !wanted(step) {
			continue
		}
		var nextGames []*chapters.Game
		step.Choices, nextGames = choicesAt(a.games[i], step.Kind)
		for k := range step.Choices {
			if c := &step.Choices[k]; !a.known(i, c, step) {
				open, games = append(open, c), append(games, nextGames[k])
			}
		}
	}
	a.total += len(open)
	// When the context ends, each of them is judged unknown.
	err := parallel.Each(context.WithoutCancel(a.ctx), a.opt.Workers, len(open), func(i int) (err error) {
		open[i].Judgement, _, err = a.judge(games[i])
		return err
	})
	a.conclude()
	return err
}

// choicesAt lists the decisions that can be made, and the games after them. A
// play may say on its own what would have to be said before it, so where a play
// was made plays are listed.
func choicesAt(g *chapters.Game, kind chapters.DecisionKind) (list []Choice, games []*chapters.Game) {
	options := g.Options()
	if kind == chapters.PlayCard && g.Due().Kind != kind {
		options = anyPlays(g)
	}
	for _, d := range options {
		next := g.Clone()
		if next.Apply(d) == nil {
			list, games = append(list, Choice{Decision: d}), append(games, next)
		}
	}
	return list, games
}

// anyPlays lists the plays that may be legal with nothing said before them: of the
// seat to move, or of all seats where any may be named to lead.
func anyPlays(g *chapters.Game) []chapters.Decision {
	var out []chapters.Decision
	state := g.State()
	for seat := range tricks.Seat(g.Seats()) {
		if seat != state.Turn && !state.Naming {
			continue
		}
		for _, c := range state.Held[seat].Cards() {
			out = append(out, chapters.PlayDecision(tricks.Play{Seat: seat, Move: tricks.Move{Card: c}}))
			if c == tricks.OneRing {
				out = append(out,
					chapters.PlayDecision(tricks.Play{Seat: seat, Move: tricks.Move{Card: c, ToWin: true}}))
			}
		}
	}
	return out
}

// known judges a choice that needs no search.
func (a *analysis) known(i int, c *Choice, s *Step) bool {
	line := a.lines[i]
	switch {
	case s.JudgementBefore.Verdict == Unwinnable:
		c.Judgement = s.JudgementBefore
	case s.Made != nil && c.Decision == *s.Made:
		c.Judgement = s.JudgementAfter
	case c.Kind == chapters.PlayCard && len(line) > 0 && line[0] == c.Play():
		c.Judgement = Judgement{Verdict: Winnable}
	default:
		return false
	}
	return true
}

// conclude infers from the verdicts on choices those on games that were unknown, and from these
// those on others ([analysis.spread]).
func (a *analysis) conclude() {
	for j := range a.Steps {
		s := &a.Steps[j]
		i := a.firstJudged + j
		winning, unknown := s.Winning()
		switch {
		case a.found[i].Verdict != Unknown:
		case winning > 0:
			a.found[i] = Judgement{Verdict: Winnable}
		case len(s.Choices) > 0 && unknown == 0 && a.games[i].Due().Kind == s.Kind:
			a.found[i] = Judgement{Verdict: Unwinnable}
		}
	}
	a.spread()
	a.Start = a.found[a.firstJudged]
	for j := range a.Steps {
		i := a.firstJudged + j
		a.Steps[j].JudgementBefore, a.Steps[j].JudgementAfter = a.found[i], a.found[min(i+1, len(a.found)-1)]
	}
}
