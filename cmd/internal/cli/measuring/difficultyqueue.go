package measuring

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/store/stream"
	"fellowship/cmd/internal/work"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// shared reports whether other machines measure.
func (opt *difficultyOptions) shared() bool { return opt.NATS.URL != "" }

// share has other machines measure. Their earlier results are known, and kept in the file of
// --resume as well.
func (opt *difficultyOptions) share(cmd *cobra.Command, lib *chapters.Library, what *difficulty.Options) (*work.Shared, error) {
	version, err := opt.WorkVersion()
	if err != nil {
		return nil, err
	}
	opt.NATS.Log = command.NewLog(cmd.ErrOrStderr(), "error")
	shared, err := work.Share(cmd.Context(), work.Sharing{
		Server:  opt.NATS,
		Version: version, State: difficulty.NewState(what, command.ProgramVersion()), Library: lib,
		LeftOut: func(worker stream.Name, why error) {
			opt.Note(cmd.ErrOrStderr(), "%s is left out, and what it brought is measured again: %v", worker, why)
		},
	}, what)
	if err != nil {
		return nil, err
	}
	opt.Note(cmd.ErrOrStderr(), "The work is in the queue. Workers come with difficulty work and the same --nats.")
	return shared, nil
}

// leaving is how long a queue may take to end after a signal.
const leaving = 5 * time.Second
