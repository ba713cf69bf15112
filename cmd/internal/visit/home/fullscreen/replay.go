package fullscreen

import (
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/tui"
	"fellowship/cmd/internal/visit/home"
	"fellowship/solver"
)

// Replay shows a round step by step, with all cards open. note is shown with it.
func (s *Session) Replay(round func() (record chapters.Record, note string, err error)) error {
	record, note, err := round()
	if err != nil {
		return err
	}
	return s.replayFrom(record, note, 0)
}

// replayFrom shows a round step by step, beginning with the decision start, 0 for the beginning. The person
// may play on from a position of it.
func (s *Session) replayFrom(record chapters.Record, note string, start int) error {
	return s.replayShared(record, note, start, nil)
}

// replayShared replays a record like [Session.replayFrom]. The block is what can be sent to others, nil for nothing.
func (s *Session) replayShared(record chapters.Record, note string, start int, block *share.Block) error {
	walk, err := hindsight.New(s.home.Library, record)
	if err != nil {
		return err
	}
	decisions, err := s.shell.Session.ShowReplay(walk, tui.ReplayOptions{
		Terminal: s.terminal(),
		Judge:    hindsight.SolverJudge(home.LookLimits),
		Note:     note,
		Start:    start,
		Shared:   block,
	})
	if err != nil || decisions < 0 {
		return err
	}
	return s.home.PlayOn(walk.RecordUpTo(decisions))
}

// StepThrough shows a deal step by step with all cards open: as it is won, if the solver finds a way within
// a limit, and otherwise its beginning. A limit of 0 lets the solver search without a limit.
func (s *Session) StepThrough(pos chapters.Position, limit time.Duration) error {
	t := s.home.Person.Texts()
	g, err := s.home.Library.NewGame(pos)
	if err != nil {
		return err
	}
	result := solver.Result{Verdict: solver.Unknown}
	err = s.shell.Session.ShowProgress(t.T("solve.looking"), func(ctx context.Context) error {
		if limit > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, limit)
			defer stop()
		}
		return say.Guard(func() (err error) {
			result, err = solver.Solve(ctx, g, solver.Options{})
			if errors.Is(ctx.Err(), context.Canceled) {
				err = ctx.Err()
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	record := chapters.Record{Position: pos}
	note := t.T("solve.unwinnable")
	switch result.Verdict {
	case solver.Winnable:
		record.Decisions = result.Decisions()
		note = t.T("look.solution")
	case solver.Unknown:
		note = t.T("look.unknown.limit", int(limit.Seconds()))
	}
	return s.replayFrom(record, note, 0)
}
