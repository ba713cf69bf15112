package measuring

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/session"
	"fellowship/solver/arena"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// rounds are those that people have played, for an arena.
type rounds struct {
	lib      *chapters.Library
	fromPlay bool
	cells    []difficulty.Cell // nil: all
	list     []arena.Round
	// helped are the names of those in which people asked for help, and called what
	// each is called.
	helped map[string]bool
	called map[string]string
	// out says why records were left out.
	out []error
}

// playedRounds reads the records that the flags name. What cannot be compared is left
// out, and the standard error says why.
func (opt *arenaOptions) playedRounds(cmd *cobra.Command, lib *chapters.Library, cells []difficulty.Cell) (*rounds, error) {
	in := &rounds{lib: lib, fromPlay: opt.From == "play", called: map[string]string{}, helped: map[string]bool{}}
	if cmd.Flags().Changed("cells") || cmd.Flags().Changed("chapter") || cmd.Flags().Changed("players") {
		in.cells = cells
	}
	if opt.Saves {
		games, err := saves.Default().List(lib)
		if err != nil {
			return nil, err
		}
		for g := range games {
			if err := cmd.Context().Err(); err != nil {
				return nil, err
			}
			if g.Err != nil {
				in.leave(g.Name, g.Err)
			} else if err := in.add(g.Name, &g.Record); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range opt.Records {
		if err := in.file(cmd, name); err != nil {
			return nil, err
		}
	}
	for _, why := range in.out {
		opt.Note(cmd.ErrOrStderr(), "left out: %s", command.Tells(opt.Texts(), why))
	}
	if len(in.list) == 0 {
		return nil, say.New("there is no finished round with a person at the table")
	}
	return in, nil
}

// file adds the records of a file, of the standard input for "-", or a saved game.
func (in *rounds) file(cmd *cobra.Command, name string) error {
	if _, missing := os.Stat(name); missing != nil && name != "-" {
		switch g, err := saves.Default().Find(in.lib, name); {
		case err == nil && g.Err != nil:
			return command.SeeSaves(g.Err)
		case err == nil:
			return in.add(g.Name, &g.Record)
		case !errors.Is(err, saves.ErrUnknown):
			return err
		}
	}
	entries, err := command.ReadEntries(cmd.Context(), cmd, in.lib, name)
	if err != nil {
		return err
	}
	for e := range entries {
		called := fmt.Sprintf("%s:%d", hindsight.ShownID(name), max(e.Line, 1))
		if e.ID != "" {
			called = hindsight.ShownID(e.ID)
		}
		if e.Err != nil {
			return e.Err
		}
		if !e.IsRecord {
			in.leave(called, say.New("it is a position, not a record of a round"))
			continue
		}
		if err := in.add(called, &e.Record); err != nil {
			return say.Errorf("%s: %w", hindsight.ShownID(name), command.InLine(e.Line, err))
		}
	}
	return nil
}

// leave notes that a record is left out.
func (in *rounds) leave(called string, why error) {
	in.out = append(in.out, say.Errorf("%s: %w", called, why))
}

// add adds a record, or leaves it out. A record that breaks a rule is an error.
func (in *rounds) add(called string, record *chapters.Record) error {
	cell := difficulty.Cell{Chapter: record.Chapter, Players: record.Players}
	if in.cells != nil && !slices.Contains(in.cells, cell) {
		return nil
	}
	g, err := record.Game(in.lib)
	if err != nil {
		return err
	}
	if len(record.By) == 0 {
		in.leave(called, say.New("it does not say who played"))
		return nil
	}
	by := slices.Clone(record.By)
	people := false
	for s, name := range by {
		if session.IsPerson(name) {
			by[s], people = "", true
		}
	}
	text, err := record.Text()
	if err != nil {
		return command.Internal(err)
	}
	start, made := record.Position, []chapters.Decision(nil)
	round := arena.Round{
		Cell: cell, Called: called, By: by, Result: g.Result(), Name: fmt.Sprintf("%x", sha256.Sum256(text))[:20],
		Begin: func() (*chapters.Game, error) {
			g, err := in.lib.NewGame(start)
			for _, d := range made {
				if err == nil {
					err = g.Apply(d)
				}
			}
			return g, err
		},
	}
	if record.Seed != nil {
		round.Seed = *record.Seed
	}
	if in.fromPlay {
		round.Name += "-play"
		now, err := in.lib.NewGame(start)
		for i := 0; err == nil && now.Stage() != chapters.StagePlay && i < len(record.Decisions); i++ {
			made = append(made, record.Decisions[i])
			err = now.Apply(record.Decisions[i])
		}
		if err != nil {
			return command.Internal(err)
		}
	}
	switch {
	case !people:
		in.leave(called, say.New("no person was at the table"))
	case round.Result == chapters.Undecided:
		in.leave(called, say.New("it is not finished"))
	case in.called[round.Name] != "":
		in.leave(called, say.Errorf("it is the same as %s", in.called[round.Name]))
	default:
		in.called[round.Name] = called
		in.helped[round.Name] = len(record.Assisted)+len(record.Hints) > 0
		in.list = append(in.list, round)
	}
	return nil
}
