package home

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/tui"
	"fellowship/solver"
	"fellowship/solver/players"
)

// Replay shows a round step by step on the full screen, with all cards open. note is shown with it.
func (h *Home) Replay(round func() (record chapters.Record, note string, err error)) error {
	if !h.HasScreen() {
		return say.New("--look needs a terminal of its own; without one, replay shows the whole round")
	}
	record, note, err := round()
	if err != nil {
		return err
	}
	return h.replayFrom(record, note, 0)
}

// Saved returns the round of a saved game for [Home.Replay].
func (h *Home) Saved(name string) (record chapters.Record, note string, err error) {
	g, err := h.find(name)
	err = cmp.Or(err, g.Err)
	if err == nil && !g.Finished {
		note = h.Person.Texts().T("look.note.unfinished")
	}
	return g.Record, note, err
}

// replayFrom shows a round step by step, beginning with the decision start, 0 for the beginning. The person
// may play on from a position of it.
func (h *Home) replayFrom(record chapters.Record, note string, start int) error {
	walk, err := hindsight.New(h.Library, record)
	if err != nil {
		return err
	}
	decisions, err := h.shell.Session.ShowReplay(walk, tui.ReplayOptions{
		Terminal: h.terminal(),
		Judge:    hindsight.SolverJudge(lookLimits),
		Note:     note,
		PlayOn:   true,
		Start:    start,
	})
	if err != nil || decisions < 0 {
		return err
	}
	return h.playOn(walk.RecordUpTo(decisions))
}

// playOn continues a round in a new game with its own record.
func (h *Home) playOn(record chapters.Record) error {
	record.PlayerNames = h.replayPlayers(&record)
	return h.playAtNewTable(&Game{start: &record}, record)
}

// replayPlayers returns the players who play on: the players of the record if persons are among them,
// otherwise one person and computer players. A program that the command line does not name is replaced.
func (h *Home) replayPlayers(record *chapters.Record) []string {
	if h.canPlayOn(record) {
		names := slices.Clone(record.PlayerNames)
		for i, name := range names {
			if round.IsProgram(name) && !slices.Contains(h.Computer, name) {
				names[i] = players.Strongest
			}
		}
		return names
	}
	names := slices.Repeat([]string{players.Strongest}, len(record.Hands))
	names[0] = round.Human
	return names
}

// canPlayOn reports whether the players of a record fit its round and a person is among them.
func (h *Home) canPlayOn(record *chapters.Record) bool {
	g, err := h.Library.NewGame(record.Position)
	return err == nil && slices.ContainsFunc(record.PlayerNames, round.IsPerson) &&
		round.CheckPlayers(g, record.PlayerNames) == nil
}

// StepThrough shows a deal step by step with all cards open: as it is won, if the solver finds a way within
// a limit, and otherwise its beginning. A limit of 0 lets the solver search without a limit.
func (h *Home) StepThrough(pos chapters.Position, limit time.Duration) error {
	t := h.Person.Texts()
	g, err := h.Library.NewGame(pos)
	if err != nil {
		return err
	}
	result := solver.Result{Verdict: solver.Unknown}
	err = h.withProgress(t.T("tui.solving"), func(ctx context.Context) error {
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
	return h.replayFrom(record, note, 0)
}
