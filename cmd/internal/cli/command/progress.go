package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"fellowship/characters/say"
	"fellowship/cmd/internal/bot"
)

// Progress tells on the standard error how far a measurement is and how long it
// will still take.
type Progress struct {
	Watch
	began time.Time
}

// NewProgress returns a Progress that tells w how many of all are done.
func NewProgress(w io.Writer) *Progress {
	return &Progress{Watch: *NewWatch(w), began: time.Now()}
}

// Tell is called after each of the parts of the measurement.
func (p *Progress) Tell(done, total int) {
	p.tell(time.Since(p.began), func(elapsed time.Duration) string {
		left := time.Duration(float64(elapsed) / float64(done) * float64(total-done)).Round(time.Second)
		return fmt.Sprintf("%d of %d measured in %s, about %s to go", done, total, elapsed.Round(time.Second), left)
	})
}

// End shows what was measured until a measurement ended with an error, or without one.
// An interrupt is told by the exit code. An error that is neither that nor one of the disk
// or of a program that plays is a mistake of this one.
func (p *Progress) End(err error, show func() error) error {
	p.Clear()
	interrupted := errors.Is(err, context.Canceled)
	var disk *os.PathError
	switch {
	case interrupted, err == nil:
	case errors.As(err, &disk), errors.As(err, new(*bot.Error)):
		return err
	default:
		return say.Internal(err)
	}
	if err := show(); err != nil || !interrupted {
		return err
	}
	return Exit(ExitInterrupted)
}
