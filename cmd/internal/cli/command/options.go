package command

import (
	"sync"
	"sync/atomic"

	"fellowship/chapters"
	"fellowship/cmd/internal/settings"
	"fellowship/cmd/internal/visit/home"

	"github.com/spf13/cobra"
)

// Root are the global flags, and what they lead to.
type Root struct {
	home.Person

	// patience is how long the command may take to end after a signal, in nanoseconds.
	Patience *atomic.Int64

	library func() (*chapters.Library, error)
}

// Library returns the characters and chapters, those of --chapters included. It
// loads them once.
func (o *Root) Library() (*chapters.Library, error) { return o.library() }

// WithLibrary makes what a command does of what it does with the characters and chapters.
func (o *Root) WithLibrary(do func(*cobra.Command, *chapters.Library, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		lib, err := o.Library()
		if err != nil {
			return err
		}
		return do(cmd, lib, args)
	}
}

// NewRoot returns the global flags as they are by default. Patience is [Root.Patience].
func NewRoot(patience *atomic.Int64) *Root {
	opt := &Root{Person: home.Person{Color: "auto"}, Patience: patience}
	opt.library = sync.OnceValues(func() (*chapters.Library, error) { return loadLibrary(opt.Chapters) })
	opt.Wants = sync.OnceValue(func() settings.Settings {
		s, err := settings.Load(settings.Path())
		opt.Unread = err
		return s
	})
	return opt
}
