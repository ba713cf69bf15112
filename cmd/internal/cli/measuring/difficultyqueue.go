package measuring

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fellowship/cmd/internal/cli/command"
	"fellowship/cmd/internal/cli/serving"
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/guest"
	"fellowship/cmd/internal/serve"
	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/texts"
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
	Serve  string
	Data   string
	Secret string
	URL    string
	Remote store.Remote
}

func (o *queueOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.Serve, "serve", "", "have workers measure, who come to this `address`")
	f.StringVar(&o.Data, "data", disk.State("difficulty"), "`folder` where --serve keeps what was measured")
	f.Lookup("data").DefValue = ""
	f.StringVar(&o.Secret, "secret", "", "`file` with what workers have to know; else one is made")
	f.StringVar(&o.URL, "nats", "", "have workers measure, who come to NATS at this `URL`")
	serving.AddRemote(f, &o.Remote)
}

// used reports whether other machines measure.
func (o *queueOptions) used() bool { return o.Serve != "" || o.URL != "" }

// check reports which flags do not go together.
func (o *queueOptions) check(cmd *cobra.Command) error {
	changed := cmd.Flags().Changed
	switch {
	case o.Serve != "" && o.URL != "":
		return say.New("--serve and --nats: the work is either here or there")
	case o.URL == "" && o.Remote != (store.Remote{}):
		return say.New("--nats-creds, --nats-ca, --nats-cert and --nats-key go with --nats")
	case o.Serve == "" && changed("data"):
		return say.New("--data goes with --serve")
	case !o.used() && o.Secret != "":
		return say.New("--secret goes with --serve or --nats")
	case o.used() && changed("workers"):
		return say.New(`--workers: with --serve and --nats "difficulty work" measures; give it to that`)
	case o.Serve != "" && o.Data == "":
		return say.New("--data: name a folder; there is none at home")
	}
	return nil
}

// serveAddress completes the address of --serve: this machine only, and the usual port.
func serveAddress(text string) string {
	if !strings.Contains(text, ":") && strings.Trim(text, "0123456789") == "" {
		text = ":" + text
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		host, port = strings.Trim(text, "[]"), workPort
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
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
	queue *store.Queue
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
	opts := store.Options{URL: o.URL, Remote: o.Remote, Log: serving.NewLog(cmd.ErrOrStderr(), "error")}
	if o.Secret != "" {
		if opts.Secret, err = serving.ReadSecret(o.Secret); err != nil {
			return nil, err
		}
	}
	if o.Serve != "" {
		opts.Dir, opts.Listen = o.Data, serveAddress(o.Serve)
		if opts.Secret == "" {
			secret, err := guest.Secret(filepath.Join(o.Data, "work_secret"), func() ([]byte, error) { return []byte(rand.Text()), nil })
			if err != nil {
				return nil, say.Errorf("--data: %w", err)
			}
			opts.Secret = string(secret)
		}
	} else {
		opts.Remote.Token, opts.Secret = opts.Secret, ""
	}
	id, err := json.Marshal(s.state)
	if err != nil {
		return nil, err
	}
	if s.queue, err = store.Offer(cmd.Context(), opts, store.Job{Queue: workQueue, Version: version, ID: string(id)}); err != nil {
		return nil, o.problem(err)
	}
	if err := s.begin(cmd.Context(), what); err != nil {
		return nil, errors.Join(err, s.queue.Close(false))
	}
	o.tell(cmd.ErrOrStderr(), root.Texts(), s.queue.Address(), opts.Secret)
	return s, nil
}

// problem names the flag that an error is about.
func (o *queueOptions) problem(err error) error {
	if o.Serve != "" {
		return say.Errorf("--serve %s: %w", o.Serve, err)
	}
	return say.Errorf("--nats: %w", err)
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

// stay keeps the queue as long as another measurement uses it, or until the program is to
// end. Tell is called if there is one.
func (s *sharedWork) stay(ctx context.Context, tell func()) {
	tell = sync.OnceFunc(tell)
	for {
		if n, err := s.queue.Others(ctx); n == 0 || err != nil {
			return
		}
		tell()
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
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
		if errors.Is(err, store.ErrUnit) {
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

// tell says how workers come.
func (o *queueOptions) tell(w io.Writer, t *texts.Texts, address, secret string) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		fmt.Fprintln(w, t.Sprintf("The work is in the queue. Workers come with difficulty work and the same --nats."))
		return
	}
	fmt.Fprintln(w, t.Sprintf("The work is in the queue. Workers come so:"))
	for _, name := range serve.Names(net.ParseIP(host)) {
		to := net.JoinHostPort(name, port)
		if o.Secret != "" {
			fmt.Fprintln(w, "  fellowship difficulty work "+to+" --secret "+o.Secret)
		} else {
			fmt.Fprintln(w, "  fellowship difficulty work", "nats://"+secret+"@"+to)
		}
	}
}

// leaving is how long a queue may take to end after a signal.
const leaving = 5 * time.Second
