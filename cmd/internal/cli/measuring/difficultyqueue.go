package measuring

import (
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/serving"
	"fellowship/cmd/internal/store/stream"
	"fellowship/cmd/internal/work"
	"fellowship/solver/difficulty"

	"github.com/spf13/cobra"
)

// queueOptions are the flags that let other machines measure.
type queueOptions struct {
	URL    string
	Remote stream.Remote
}

// used reports whether other machines measure.
func (o *queueOptions) used() bool { return o.URL != "" }

// check reports which flags do not go together.
func (o *queueOptions) check(cmd *cobra.Command) error {
	switch {
	case !o.used() && o.Remote != (stream.Remote{}):
		return say.New("--nats-creds, --nats-ca, --nats-cert and --nats-key go with --nats")
	case o.used() && cmd.Flags().Changed("workers"):
		return say.New(`--workers: with --nats "difficulty work" measures; give it to that`)
	}
	return nil
}

// share has other machines measure. Their earlier results are known, and kept in the file of
// --resume as well.
func (o *queueOptions) share(cmd *cobra.Command, root *command.Root, lib *chapters.Library, what *difficulty.Options) (*work.Shared, error) {
	version, err := root.WorkVersion()
	if err != nil {
		return nil, err
	}
	shared, err := work.Share(cmd.Context(), work.Sharing{
		Server:  stream.Options{URL: o.URL, Remote: o.Remote, Log: serving.NewLog(cmd.ErrOrStderr(), "error")},
		Version: version, State: difficulty.NewState(what, command.ProgramVersion()), Library: lib,
		LeftOut: func(worker stream.Name, why error) {
			root.Note(cmd.ErrOrStderr(), "%s is left out, and what it brought is measured again: %v", worker, why)
		},
	}, what)
	if err != nil {
		return nil, err
	}
	root.Note(cmd.ErrOrStderr(), "The work is in the queue. Workers come with difficulty work and the same --nats.")
	return shared, nil
}

// leaving is how long a queue may take to end after a signal.
const leaving = 5 * time.Second
