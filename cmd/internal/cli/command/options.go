package command

import (
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"

	"github.com/spf13/cobra"
)

// Root has the global flags and what they lead to.
type Root struct {
	Person home.Person
	// Console is the terminal, and how a person wants what is written there.
	Console console.Console

	// Patience is how long the command may take to end after a signal, in nanoseconds.
	Patience *atomic.Int64
	// Library returns the characters and chapters, including those of --chapters. It loads them
	// once.
	Library func() (*chapters.Library, error)
	// JSON reports whether a command writes JSON, if it has a flag for that.
	JSON bool
}

// WithJSON adds the flag for JSON to a command, and returns it.
func (o *Root) WithJSON(cmd *cobra.Command, usage string) *cobra.Command {
	cmd.Flags().BoolVar(&o.JSON, "json", false, usage)
	return cmd
}

// WithLibrary returns the function of a command that needs the characters and chapters.
func (o *Root) WithLibrary(
	do func(*cobra.Command, *chapters.Library, []string) error,
) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		lib, err := o.Library()
		if err != nil {
			return err
		}
		return do(cmd, lib, args)
	}
}

// NewRoot returns the global flags with their defaults. patience becomes [Root.Patience].
func NewRoot(patience *atomic.Int64) *Root {
	opt := &Root{Console: console.Console{Color: "auto"}, Patience: patience}
	opt.Library = sync.OnceValues(func() (*chapters.Library, error) { return loadLibrary(opt.Person.Chapters) })
	opt.Person.Load = sync.OnceValue(func() settings.Settings {
		s, err := settings.Load(settings.Path())
		opt.Person.Unread = err
		return s
	})
	return opt
}
