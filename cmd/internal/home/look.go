package home

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/tui"
	"fellowship/solver"
	"fellowship/solver/players"
)

// replay --look: a round on the full screen, step by step, with all cards open.

// lookNodes is the most card plays for one question of the screen: a second or
// two, so that a hard one does not keep the others waiting.
const lookNodes = 2_000_000

// lookMemory is the most memory for its table.
const lookMemory = 64 << 20

// judge asks the solver. What goes wrong there is nothing a screen could tell
// better than that it is not known.
func judge(ctx context.Context, g *chapters.Game) solver.Verdict {
	verdict := solver.Unknown
	_ = command.Guard(func() error {
		r, err := solver.Solve(ctx, g, solver.Options{Nodes: lookNodes, Memory: lookMemory})
		if err == nil {
			verdict = r.Verdict
		}
		return err
	})
	return verdict
}

// LookAt looks through the rounds that an argument names, from the decision of that number
// on if it is not 0.
func (h *Home) LookAt(arg string, at int) error {
	if !h.OnScreen() {
		return errors.New(h.Texts().T("look.terminal"))
	}
	rounds, note, err := h.roundsToLook(arg)
	if err != nil {
		return err
	}
	return h.look(rounds, note, at)
}

// look looks through rounds until the person leaves, or plays on from some moment of one.
func (h *Home) look(rounds []chapters.Entry, note string, at int) error {
	wish, err := tui.Look(h.Cmd.Context(), lookRounds(h.Lib, h.Texts(), rounds), tui.LookOptions{
		Terminal: h.screen(), Judge: judge, Note: note, PlayOn: true, At: at,
	})
	if err != nil || wish.Round < 0 {
		return err
	}
	walk, err := hindsight.New(h.Lib, rounds[wish.Round].Record)
	if err != nil {
		return command.Internal(err)
	}
	return h.playOn(walk.Upto(wish.After))
}

// lookRounds names the rounds of a file, as replay does.
func lookRounds(lib *chapters.Library, t *texts.Texts, entries []chapters.Entry) []tui.LookRound {
	rounds := make([]tui.LookRound, len(entries))
	for i := range entries {
		e := &entries[i]
		var name string
		if e.Err != nil {
			name = t.Sprintf("%s: %v", command.NameOf(t, e), e.Err)
		} else if g, err := lib.NewGame(e.Position); err == nil {
			name = (&hindsight.Round{Texts: t, Record: &e.Record, Game: g}).Title()
		} else {
			name = t.Sprintf("%s: %v", command.NameOf(t, e), err)
		}
		name, _, _ = strings.Cut(name, "\n")
		rounds[i] = tui.LookRound{Name: fmt.Sprintf("%*d  %s", len(fmt.Sprint(len(entries))), i+1, name), Walk: func() (*hindsight.Walk, error) {
			if e.Err != nil {
				return nil, e.Err
			}
			return hindsight.New(lib, e.Record)
		}}
	}
	return rounds
}

// roundsToLook returns the round of a saved game, else those of a file or the deal
// of that name, and what should be said about them.
func (h *Home) roundsToLook(arg string) ([]chapters.Entry, string, error) {
	t, cmd := h.Texts(), h.Cmd
	if arg == "" || arg == "-" { // the keys come from there
		return nil, "", say.Errorf("name the record or saved game to look through\nsee: %s --help", cmd.CommandPath())
	}
	if _, missing := os.Stat(arg); missing != nil {
		switch g, err := h.Shelf.Find(h.Lib, arg); {
		case err == nil && g.Err != nil:
			return nil, "", g.Err
		case err == nil:
			note := ""
			if !g.Finished {
				note = t.T("look.note.unfinished")
			}
			return []chapters.Entry{{Record: g.Record, IsRecord: true}}, note, nil
		case !errors.Is(err, saves.ErrUnknown):
			return nil, "", err
		}
	}
	first := &command.FirstBytes{Left: bytesToLook}
	entries, err := command.ReadFirst(cmd.Context(), cmd, h.Lib, arg, first)
	if err != nil {
		return nil, "", err
	}
	var all []chapters.Entry
	note := ""
	command.NewWatch(cmd.ErrOrStderr()).While(t, "reading", arg, func() {
		for e := range entries {
			if cmd.Context().Err() != nil {
				return
			}
			all = append(all, e)
			if len(all) > mostToLook {
				break
			}
		}
	})
	if err := cmd.Context().Err(); err != nil {
		return nil, "", err
	}
	if len(all) > mostToLook || first.Cut && len(all) > 1 {
		all = all[:len(all)-1] // one more than there is room for, or one that was cut
		note = t.T("look.note.more", len(all))
	}
	if len(all) == 1 && all[0].Err != nil {
		return nil, "", all[0].Err
	}
	return all, note, nil
}

// The most rounds that can be looked through at once, and the most bytes that are
// read of a file for that: two records of any length.
const (
	mostToLook  = 5000
	bytesToLook = 2 * chapters.MaxRecord
)

// playOn goes on with a round in a new game, with a record of its own.
func (h *Home) playOn(record chapters.Record) error {
	record.By = h.seats(&record)
	g, err := h.copyGame(&record)
	if err != nil {
		return err
	}
	return h.Rounds(g)
}

// seats are who plays on: those of the record if people are among them, else one
// person and the computer.
func (h *Home) seats(record *chapters.Record) []string {
	if g, err := h.Lib.NewGame(record.Position); err == nil && slices.ContainsFunc(record.By, session.IsPerson) && session.CheckBy(g, record.By) == nil {
		return record.By
	}
	by := slices.Repeat([]string{players.Strongest}, len(record.Hands))
	by[0] = session.Human
	return by
}

// copyGame writes a record as a new saved game and opens it.
func (h *Home) copyGame(record *chapters.Record) (*Game, error) {
	g, err := h.keep(*record)
	if err == nil {
		g.from = record
	}
	return g, err
}

// StepThrough goes through a deal on the screen with all cards open: as it is won, if
// the solver finds how within a limit, 0 for none, and else from its beginning.
func (h *Home) StepThrough(pos chapters.Position, limit time.Duration) error {
	t := h.Texts()
	g, err := h.Lib.NewGame(pos)
	if err != nil {
		return err
	}
	result := solver.Result{Verdict: solver.Unknown}
	if err := h.wait(t.T("tui.solving"), func(ctx context.Context) error {
		if limit > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, limit)
			defer stop()
		}
		return command.Guard(func() (err error) {
			result, err = solver.Solve(ctx, g, solver.Options{})
			return err
		})
	}); err != nil {
		return err
	}
	if err := h.Cmd.Context().Err(); err != nil {
		return err
	}
	record := chapters.Record{Position: pos}
	note := t.T("solve.unwinnable")
	switch result.Verdict {
	case solver.Winnable:
		record.Decisions, note = result.Decisions(), t.T("look.solution")
	case solver.Unknown:
		note = t.T("look.unknown.limit", int(limit.Seconds()))
	}
	return h.look([]chapters.Entry{{Record: record}}, note, 0)
}
