package playing

import (
	"context"
	"errors"
	"fmt"
	"os"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/saves"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/fullscreen"

	"github.com/spf13/cobra"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	*command.Root
	// Look shows one round on the full screen.
	Look bool
	// Plain tells rounds in sentences.
	Plain bool
}

// NewReplay returns the command replay.
func NewReplay(root *command.Root) *cobra.Command {
	opt := &replayOptions{Root: root}
	cmd := &cobra.Command{
		Use:               "replay [FILE|-] [--look FILE|NAME]",
		Short:             "Play records through, with every goal after each trick",
		Args:              command.AtMostOneArg,
		ValidArgsFunction: root.CompleteRounds,
		RunE:              opt.WithLibrary(opt.run),
	}
	cmd.Flags().BoolVar(&opt.Look, "look", false, "replay one round on the full screen")
	cmd.Flags().BoolVar(&opt.Plain, "plain", false, "print sentences instead of columns")
	return opt.WithJSON(cmd, "write JSON objects")
}

func (opt *replayOptions) run(cmd *cobra.Command, lib *chapters.Library, args []string) error {
	if opt.Look {
		v := newVisit(opt.Root)
		h := v.prepare(cmd, lib)
		if !v.hasScreen() {
			return errors.New("--look needs a terminal; without --look, replay prints the whole round")
		}
		return fullscreen.Run(h, v.console, func(screen *fullscreen.Session) error {
			return screen.Replay(func() (chapters.Record, string, error) {
				return roundToLook(h, cmd, command.FirstArg(args))
			})
		})
	}
	all := command.Answers[*hindsight.Round]{Root: opt.Root, Cmd: cmd, Workers: 1}
	all.Find = func(_ context.Context, e *chapters.Document, round **hindsight.Round) (err error) {
		*round, err = hindsight.Replay(lib, &e.Record, opt.Person.Texts())
		if err == nil {
			(*round).InSentences = opt.Plain
		}
		return err
	}
	all.Show = func(_ *chapters.Document, round **hindsight.Round) error {
		return all.Write((*round).Answers, (*round).Page)
	}
	return all.Each(lib, command.FirstArg(args))
}

// roundToLook returns the round of a saved game or of a deal, or the first round of a file, and a
// note about it.
func roundToLook(h *home.Home, cmd *cobra.Command, arg string) (record chapters.Record, note string, err error) {
	if arg == "" || arg == "-" { // the standard input has the keys
		err = fmt.Errorf("name a record or saved game to replay\nsee: %s --help", cmd.CommandPath())
		return record, "", err
	}
	if _, missing := os.Stat(arg); missing != nil {
		record, note, err = h.Saved(arg)
		if !errors.Is(err, saves.ErrUnknown) {
			return record, note, err
		}
	}
	entries, err := command.ReadDocuments(cmd.Context(), cmd, h.Library, arg)
	if err != nil {
		return record, "", err
	}
	read := 0
	for e := range entries {
		read++
		if read > 1 {
			return record, h.Person.Texts().T("look.note.more"), nil
		}
		if e.Err != nil {
			return record, "", e.Err
		}
		record = e.Record
	}
	return record, "", cmd.Context().Err()
}
