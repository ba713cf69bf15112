package measuring

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"sync"
	"time"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/serving"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver/difficulty"
	"fellowship/tricks/say"

	"github.com/spf13/cobra"
)

// workQueue is what the queue of all measurements is called.
const workQueue = "difficulty"

// workPort is the port of a queue where none is said: that of NATS.
const workPort = "4222"

// queueOptions are the flags that let other machines measure.
type queueOptions struct {
	URL    string
	Remote stream.Remote
}

func (o *queueOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.URL, "nats", "", "have workers measure, who come to NATS at this `URL`")
	serving.AddRemote(f, &o.Remote)
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

// workURL completes the address that a worker goes to.
func workURL(text string) string {
	if strings.Contains(text, "://") {
		return text
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.Trim(text, "[]"), workPort
	}
	return "nats://" + net.JoinHostPort(host, port)
}

// sharedWork lets other machines measure.
type sharedWork struct {
	queue *stream.Queue
	state difficulty.State
	bad   chan error // what came back is no result

	mu      sync.Mutex
	results map[difficulty.Unit]*difficulty.Result
	waiting map[difficulty.Unit]chan struct{}
}

// unitsAhead is how many units wait in the queue at a time: more than there are
// workers.
const unitsAhead = 4096

// share opens the queue, and has the measurement use it. What others have measured
// before is known, and kept in the file of --resume as well.
func (o *queueOptions) share(cmd *cobra.Command, root *command.Root, what *difficulty.Options) (*sharedWork, error) {
	version, err := root.WorkVersion()
	if err != nil {
		return nil, err
	}
	s := &sharedWork{
		state: difficulty.NewState(what, command.ProgramVersion()), bad: make(chan error, 1),
		results: map[difficulty.Unit]*difficulty.Result{}, waiting: map[difficulty.Unit]chan struct{}{},
	}
	opts := stream.Options{URL: o.URL, Remote: o.Remote, Log: serving.NewLog(cmd.ErrOrStderr(), "error")}
	id, err := json.Marshal(s.state)
	if err != nil {
		return nil, err
	}
	if s.queue, err = stream.Offer(cmd.Context(), opts, stream.Job{Queue: workQueue, Version: version, ID: string(id)}); err != nil {
		return nil, say.Errorf("--nats: %w", err)
	}
	if err := s.begin(cmd.Context(), what); err != nil {
		return nil, errors.Join(err, s.queue.Close(false))
	}
	root.Note(cmd.ErrOrStderr(), "The work is in the queue. Workers come with difficulty work and the same --nats.")
	return s, nil
}

// begin takes the results that are there, and has units measured by the queue.
func (s *sharedWork) begin(ctx context.Context, what *difficulty.Options) error {
	if err := s.queue.Results(ctx, s.take); err != nil {
		return err
	}
	known := map[difficulty.Unit]bool{}
	for i := range what.Known {
		known[what.Known[i].Unit] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for unit, r := range s.results {
		if known[unit] {
			continue
		}
		if what.Keep != nil {
			if err := what.Keep(r); err != nil {
				return err
			}
		}
		what.Known = append(what.Known, *r)
	}
	what.Elsewhere, what.Workers = s.measure, unitsAhead
	return nil
}

// take takes a result that a worker has stored.
func (s *sharedWork) take(text []byte) {
	r, err := difficulty.ParseResult(text)
	if err != nil {
		select {
		case s.bad <- say.Errorf("a worker has sent what is no result: %w", err):
		default: // one is enough
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.results[r.Unit] == nil {
		s.results[r.Unit] = &r
	}
	if there := s.waiting[r.Unit]; there != nil {
		close(there)
		delete(s.waiting, r.Unit)
	}
}

// measure has a unit measured.
func (s *sharedWork) measure(ctx context.Context, unit difficulty.Unit) (difficulty.Result, error) {
	text, err := json.Marshal(difficulty.Job{State: s.state, Unit: unit})
	if err != nil {
		return difficulty.Result{}, err
	}
	there := make(chan struct{})
	s.mu.Lock()
	if s.results[unit] == nil {
		s.waiting[unit] = there
	} else {
		close(there)
	}
	s.mu.Unlock()
	if err := s.queue.Put(ctx, text); err != nil {
		return difficulty.Result{}, &queueError{err}
	}
	select {
	case <-there:
	case err := <-s.queue.Failed():
		if errors.Is(err, stream.ErrUnit) {
			return difficulty.Result{}, err
		}
		return difficulty.Result{}, &queueError{err}
	case err := <-s.bad:
		return difficulty.Result{}, &queueError{err}
	case <-ctx.Done():
		return difficulty.Result{}, context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	r := *s.results[unit]
	delete(s.results, unit)
	return r, nil
}

// queueError is that the queue does not go on, which is no mistake of the program.
type queueError struct{ error }

// Unwrap returns the cause.
func (e *queueError) Unwrap() error { return e.error }

// leaving is how long a queue may take to end after a signal.
const leaving = 5 * time.Second
