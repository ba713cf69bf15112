package solver

import (
	"context"
	"sync"

	"fellowship/chapters"
	"fellowship/solver/parallel"
	"fellowship/tricks"
)

// Judgement is a verdict. If it is Unknown, Reason is the limit that was reached.
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
	// Stage is the stage of the round in which the decision was due.
	Stage chapters.Stage
	// Trick is the number of the trick, counted from 1. It is 0 before play.
	Trick int
	// Kind is the kind of decision that was due.
	Kind chapters.DecisionKind
	// Seat is the seat that had to decide.
	Seat tricks.Seat
	// Made is the decision. It is nil if the record ends before it.
	Made *chapters.Decision
	// JudgementBefore says whether the round could be won before the decision.
	JudgementBefore Judgement
	// JudgementAfter says whether the round could be won after the decision. If none was made, it
	// is the same as JudgementBefore.
	JudgementAfter Judgement
	// Choices lists all legal decisions; R1 appears twice, to win and not to win. It is nil if
	// the choices were not judged.
	Choices []Choice
}

// Winning counts the choices that could still win, and the choices with an unknown verdict.
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

// Loses reports whether the decision lost the round: after it the round is known to be lost, and
// before it it was not.
func (s *Step) Loses() bool {
	return s.JudgementAfter.Verdict == Unwinnable && s.JudgementBefore.Verdict != Unwinnable
}

// Analysis shows at which decisions a round could be won, and which one lost it.
type Analysis struct {
	// Start says whether the round could be won before the first of the Steps.
	Start Judgement

	Steps []Step
	// Nodes counts the card plays tried.
	Nodes int64
}

// Lost returns the decision that lost the round. It returns nil if the round can still be won, or
// never could be.
func (a *Analysis) Lost() *Step {
	for i := range a.Steps {
		if a.Steps[i].Loses() {
			return &a.Steps[i]
		}
	}
	return nil
}

// AnalyseOptions are the limits and the extent of an analysis.
type AnalyseOptions struct {
	// Options holds the limits of each verdict. Progress is not called.
	Options
	// Choices is the stage from which on the choices of every decision are judged. In earlier stages
	// only two decisions have their choices judged: the one that lost the round, and the one that is due.
	Choices chapters.Stage
	// PlayOnly leaves out the decisions before the first trick.
	PlayOnly bool
	// Workers is how many verdicts are worked out at the same time, 0 for one.
	// It has no influence on the answer.
	Workers int
	// OnProgress, if set, is called after each verdict, one call at a time: with the number of
	// verdicts done, the number of verdicts known to be needed, and the card plays tried.
	OnProgress func(done, total int, nodes int64)
}

// Analyse goes through the decisions of a round. For each decision it reports whether the
// round could be won before and after it, and which other choices could have won. Like [Solve] it
// judges with all cards open. The game is not changed. When the context ends, the remaining verdicts
// are unknown.
//
// The solver is asked as little as possible. A round that was won could be won at every
// moment. After a lost position every position is lost. If a way to win is known, its first step wins.
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

// analysis is an analysis in progress.
type analysis struct {
	Analysis

	ctx context.Context
	opt AnalyseOptions
	// made lists the decisions of the round.
	made []chapters.Decision
	// games[i] is the round before decision i. The last game is the round at its end.
	games []*chapters.Game
	// firstJudged is the index of the first game that is judged.
	firstJudged int
	// firstPlay is the index of the first game in stage play, or of the last game if there is none.
	firstPlay int
	// found is the verdict on each game.
	found []Judgement
	// lines holds for each game the beginning of a way to win, if one is known.
	lines [][]tricks.Play

	// mutex guards done, total and Nodes, and is held while OnProgress is called.
	mutex sync.Mutex
	// done counts the verdicts so far.
	done int
	// total counts the verdicts known to be needed.
	total int
}

// retrace plays the round again and keeps the game before each decision. A trick is split into its plays.
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

// ended returns the reason for the end of the context, or NoReason.
func (a *analysis) ended() Reason {
	if a.ctx.Err() == nil {
		return NoReason
	}
	return stopReason(a.ctx)
}

// judge asks the solver for the verdict on a game. If the game can be won it also returns the plays
// with which a win begins; there are none if another decision comes first.
func (a *analysis) judge(g *chapters.Game) (Judgement, []tricks.Play, error) {
	r := Result{Verdict: Unknown, Reason: a.ended()}
	err := error(nil)
	if r.Reason == NoReason {
		r, err = Solve(a.ctx, g, a.opt.Options)
	}
	if len(r.Draft)+len(r.Setup) > 0 {
		r.Line = nil // other decisions come before the first play
	}
	if r.Swap != nil {
		r.Line = r.Line[:r.Swap.PlayIndex] // an exchange comes before the other plays
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

// judgeMoments finds the verdict on all games and asks the solver only if needed. First it looks for
// the turning point. Then it judges the games that are still open one by one, the last one first, because
// that is the easiest.
func (a *analysis) judgeMoments() error {
	end := len(a.games) - 1
	if a.games[end].Result() == chapters.Won {
		for i := range a.found {
			a.found[i] = Judgement{Verdict: Winnable}
		}
		for i, g := range a.games {
			if g.Stage() == chapters.StagePlay && i < end && a.made[i].Kind == chapters.PlayCard {
				a.lines[i] = []tricks.Play{a.made[i].Play()} // this play did win
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

// TurningPoint returns the first of n moments of a round at which the round is lost, or n if the round is
// never lost. A lost round stays lost, so a binary search needs few questions. TurningPoint asks about the
// end first, and then about the moment at which play begins, because the search is much harder before that.
// It stops asking after an answer Unknown, and then the result is not sure.
func TurningPoint(n, play int, ask func(moment int) Verdict) (first int, sure bool) {
	sure = true
	lost := func(i int) bool {
		v := ask(i)
		sure = sure && v != Unknown
		return v == Unwinnable
	}
	low, high := -1, n-1 // the round is lost at high, but not at low
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

// spread draws conclusions from the verdicts: all games before a winnable one are winnable, and all
// games after a lost one are lost.
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
			Number:          i + 1,
			Stage:           g.Stage(),
			Kind:            g.Due().Kind,
			Seat:            g.Due().Seat,
			JudgementBefore: a.found[i],
			JudgementAfter:  a.found[i],
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
	// The verdicts on the choices may prove that an earlier decision has lost the round. Then the
	// choices of that decision have to be judged as well.
	for l := a.Lost(); err == nil && l != nil && l.Choices == nil; l = a.Lost() {
		err = a.judgeChoices(func(s *Step) bool { return s == l })
	}
	return err
}

// judgeChoices judges the choices of the wanted steps.
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
	// The loop goes on after the end of the context, so that the remaining choices become unknown.
	err := parallel.Each(context.WithoutCancel(a.ctx), a.opt.Workers, len(open), func(i int) (err error) {
		open[i].Judgement, _, err = a.judge(games[i])
		return err
	})
	a.conclude()
	return err
}

// choicesAt lists the decisions that can be made, and the games after them. A play may imply a
// decision that is due before it, such as who leads. So if the decision made was a play, choicesAt lists
// plays, even if another decision was due.
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

// anyPlays lists the plays that may be legal without another decision before them. They are plays of the
// seat to move, or of all seats if any seat may be named to lead.
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

// known judges a choice if that needs no search. It reports whether it has.
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

// conclude infers unknown verdicts on games from the verdicts on their choices, and spreads them
// ([analysis.spread]).
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
