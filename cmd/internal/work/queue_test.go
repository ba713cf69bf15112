package work

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/store/natstest"
	"fellowship/cmd/internal/store/stream"
	"fellowship/solver"
	"fellowship/solver/difficulty"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var kills = flag.Int("kills", 1, "how many measurements with liars")

const version = "1.0"

// site is a measurement, with the server that workers come to.
type site struct {
	url  string
	opt  difficulty.Options
	want difficulty.Report

	mu  sync.Mutex
	out map[string]string // who was left out, and why
	say chan string       // the same
	at  *desk
}

// waits waits until something is so at the desk.
func (s *site) waits(until func(*desk) bool) {
	s.at.mu.Lock()
	defer s.at.mu.Unlock()
	for !until(s.at) {
		s.at.changed.Wait()
	}
}

func newSite(t *testing.T, deals int, seed uint64) *site {
	t.Helper()
	s := &site{url: natstest.One(t), out: map[string]string{}, say: make(chan string, 1000)}
	s.opt = difficulty.Options{Chapter: "1", Players: 3, Deals: deals, Seed: seed, Nodes: 2000}
	var err error
	s.want, err = difficulty.Run(t.Context(), chapters.Default(), s.opt)
	require.NoError(t, err)
	return s
}

func (s *site) sharing() Sharing {
	return Sharing{
		Server: stream.Options{URL: s.url}, Version: version, Library: chapters.Default(),
		State: difficulty.NewState(&s.opt, version),
		LeftOut: func(worker stream.Name, why error) {
			s.mu.Lock()
			s.out[worker.Machine] = why.Error()
			s.mu.Unlock()
			s.say <- worker.Machine
		},
	}
}

// measures begins the measurement, whose report will come.
func (s *site) measures(t *testing.T) <-chan difficulty.Report {
	t.Helper()
	what := s.opt
	shared, err := Share(t.Context(), s.sharing(), &what)
	require.NoError(t, err)
	s.at = shared.desk
	done := make(chan difficulty.Report, 1)
	go func() {
		report, err := difficulty.Run(t.Context(), chapters.Default(), what)
		assert.NoError(t, err)
		assert.NoError(t, shared.Close(err == nil))
		done <- report
	}()
	return done
}

// helps is an honest worker, until all is done.
func (s *site) helps(ctx context.Context, t *testing.T) error {
	w := &Workers{Library: chapters.Default(), Tell: func(difficulty.Unit) {}, Failed: func(err error) { t.Error(err) }}
	var err error
	w.Queue, err = stream.Join(ctx, stream.Options{URL: s.url}, Queue, version, time.Minute, func(bool, error) {})
	if err != nil {
		return err
	}
	defer w.Queue.Close()
	return w.Work(ctx, 2)
}

// stranger speaks as workers do, and says what it likes.
type stranger struct {
	t       *testing.T
	site    *site
	nc      *nats.Conn
	name    string
	job     string
	measure func(*difficulty.Job) difficulty.Result
}

func (s *site) stranger(t *testing.T, name string) *stranger {
	t.Helper()
	nc, err := nats.Connect(s.url, nats.CustomInboxPrefix("_INBOX."+stream.Nobody))
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return &stranger{t: t, site: s, nc: nc, name: name, measure: func(j *difficulty.Job) difficulty.Result {
		r, err := j.Measure(t.Context(), chapters.Default())
		assert.NoError(t, err)
		return r
	}}
}

func (w *stranger) fine(err error) bool { return assert.NoError(w.t, err) }

// says says something, and reports whether it is not left out.
func (w *stranger) says(what, key string, data []byte) (answer []byte, ok bool) {
	subject := fmt.Sprintf("%s.work.%s.%s.P1.%s.%s", Queue, stream.Nobody, w.name, stream.Key([]byte(version)), what)
	m, err := w.nc.RequestMsg(&nats.Msg{Subject: subject, Data: data, Header: nats.Header{"Fellowship-Unit": {key}}}, 10*time.Second)
	if !w.fine(err) {
		return nil, false
	}
	w.job = m.Header.Get("Fellowship-Job")
	return m.Data, m.Header.Get("Fellowship-Answer") == "yes"
}

// takes takes a unit, if there is one for it.
func (w *stranger) takes() (text []byte, job difficulty.Job, ok bool) {
	text, ok = w.says("take", "", nil)
	if ok = ok && len(text) > 0; ok {
		w.fine(json.Unmarshal(text, &job))
	}
	return text, job, ok
}

func (w *stranger) brings(unit []byte, result any) bool {
	text, ok := result.(string)
	if !ok {
		data, err := json.Marshal(result)
		w.fine(err)
		text = string(data)
	}
	_, ok = w.says("bring."+w.job, stream.Key(unit), []byte(text))
	return ok
}

func wrong(r difficulty.Result) difficulty.Result {
	switch r.Draft {
	case solver.Winnable:
		r.Draft = solver.Unwinnable
	default:
		r.Draft = solver.Winnable
	}
	return r
}

// lies are what strangers do with a unit that they have taken: all of it has them left out.
var lies = map[string]func(w *stranger, text []byte, job *difficulty.Job){
	"garbage":     func(w *stranger, text []byte, _ *difficulty.Job) { w.brings(text, "\x1b[2J{\xff") },
	"nothingness": func(w *stranger, text []byte, _ *difficulty.Job) { w.brings(text, "{}") },
	"length":      func(w *stranger, text []byte, _ *difficulty.Job) { w.brings(text, strings.Repeat("{", 60_000)) },
	"others-unit": func(w *stranger, text []byte, job *difficulty.Job) {
		job.Unit.Number++
		w.brings(text, w.measure(job))
	},
	"others-job": func(w *stranger, _ []byte, job *difficulty.Job) {
		job.State.Seed++
		text, err := json.Marshal(job)
		w.fine(err)
		w.brings(text, w.measure(job))
	},
	"numbers": func(w *stranger, text []byte, job *difficulty.Job) { w.brings(text, wrong(w.measure(job))) },
	"no-such": func(w *stranger, _ []byte, job *difficulty.Job) {
		job.Unit.Chapter = "99"
		text, err := json.Marshal(job)
		w.fine(err)
		w.brings(text, difficulty.Result{Unit: job.Unit, Draft: solver.Winnable, Play: solver.Winnable, Random: &difficulty.Round{}, Greedy: &difficulty.Round{}})
	},
	"letters": func(w *stranger, text []byte, _ *difficulty.Job) {
		for n := range 3000 {
			subject := fmt.Sprintf("%s.work.%s.%s.P%d.%s.bring.%s", Queue, stream.Nobody, w.name, n, stream.Key([]byte(version)), w.job)
			w.fine(w.nc.PublishMsg(&nats.Msg{Subject: subject, Header: nats.Header{"Fellowship-Unit": {stream.Key(text)}}}))
		}
	},
	"turncoat": func(w *stranger, text []byte, job *difficulty.Job) {
		w.brings(text, w.measure(job))
		w.site.waits(func(d *desk) bool {
			at := d.workers[stream.Name{User: stream.Nobody, Machine: w.name, Process: "P1"}]
			return at == nil || at.passed > 0
		})
		for range 2 {
			if text, job, ok := w.takes(); ok {
				w.brings(text, wrong(w.measure(&job)))
			}
		}
	},
}

// TestStrangersAtWork has liars come to a measurement before anybody else does. Each is named
// and left out, what they have taken is measured by others, deleted streams come back, and the
// report is that of one machine. When the program begins again there is no garbage.
func TestStrangersAtWork(t *testing.T) {
	s := newSite(t, 8, 5)
	nc, err := nats.Connect(s.url)
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	done := s.measures(t)
	for name, lie := range lies {
		w := s.stranger(t, name)
		s.waits(func(d *desk) bool { return len(d.fresh) > 0 })
		text, job, ok := w.takes()
		require.True(t, ok, name)
		lie(w, text, &job)
		require.Equal(t, name, <-s.say)
		_, _, ok = w.takes()
		require.False(t, ok, "%s is left out", name)
	}
	s.mu.Lock()
	for name, why := range s.out {
		assert.NotContains(t, why, "\x1b", name)
		assert.NotContains(t, why, "internal error", name)
	}
	s.mu.Unlock()
	require.NoError(t, js.DeleteStream(t.Context(), "DIFFICULTY_RESULTS"))
	require.NoError(t, s.helps(t.Context(), t))
	assert.Equal(t, s.want, <-done)

	// Somebody writes straight into what is kept: what cannot be is gone at once, and what
	// has other numbers when one of it was looked at.
	results, err := js.Stream(t.Context(), "DIFFICULTY_RESULTS")
	require.NoError(t, err)
	var lied string
	for seq := uint64(1); lied == ""; seq++ {
		m, err := results.GetMsg(t.Context(), seq)
		require.NoError(t, err)
		r, err := difficulty.ParseResult(m.Data)
		require.NoError(t, err, "%s", m.Data)
		require.NoError(t, results.Purge(t.Context()))
		text, err := json.Marshal(wrong(r))
		require.NoError(t, err)
		_, err = js.Publish(t.Context(), m.Subject, text)
		require.NoError(t, err)
		lied = m.Subject
	}
	_, err = js.Publish(t.Context(), lied[:len(lied)-1]+"x", []byte("garbage"))
	require.NoError(t, err)
	done = s.measures(t)
	require.NoError(t, s.helps(t.Context(), t))
	assert.Equal(t, s.want, <-done)
	again := s.measures(t) // alone
	assert.Equal(t, s.want, <-again)
	info, err := results.Info(t.Context())
	require.NoError(t, err)
	assert.EqualValues(t, s.opt.Deals+1, info.State.Msgs, "the results, and that all is done")
}

// TestLiarsAmongWorkers has liars come while others measure, again and again, by chance.
func TestLiarsAmongWorkers(t *testing.T) {
	for n := range *kills {
		s := newSite(t, 12, uint64(20*n))
		src := rand.New(rand.NewPCG(uint64(n), 1))
		done := s.measures(t)
		ctx, leave := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for name, lie := range lies {
			truths := src.IntN(3)
			group.Go(func() {
				w := s.stranger(t, name)
				for range truths {
					if text, job, ok := w.takes(); ok {
						w.brings(text, w.measure(&job))
					}
				}
				if text, job, ok := w.takes(); ok {
					lie(w, text, &job)
				}
			})
		}
		group.Wait()
		for range 2 {
			group.Go(func() { assert.NoError(t, s.helps(ctx, t)) })
		}
		got := <-done
		assert.Equal(t, s.want.Rows[0].Draft.Deals, got.Rows[0].Draft.Deals, "all was measured, whatever came")
		group.Wait()
		leave()
		if *kills > 1 {
			t.Log(n, len(s.out), "left out")
		}
	}
}

// TestLateWorkers holds that what a worker has is given away again when nothing else is left
// and it has not brought it for long, and not any more once it was brought.
func TestLateWorkers(t *testing.T) {
	d := newDesk(Sharing{Library: chapters.Default(), State: difficulty.State{State: 1}})
	var parts []*part
	for number := range uint64(2) {
		p, err := d.want(difficulty.Unit{Cell: difficulty.Cell{Chapter: "1", Players: 3}, Kind: difficulty.Deal, Number: number + 1})
		require.NoError(t, err)
		parts = append(parts, p)
	}
	takes := func(name string, want []byte) {
		t.Helper()
		unit, err := d.Take(stream.Name{User: name, Machine: "pc", Process: "1"})
		require.NoError(t, err)
		require.Equal(t, string(want), string(unit))
	}
	takes("anna", parts[0].text)
	parts[0].since = time.Now().Add(-late)
	takes("ben", parts[1].text)
	takes("ben", parts[0].text)
	takes("anna", nil)
	parts[0].since, parts[1].since = time.Now().Add(-late), time.Now().Add(-late)
	parts[1].brought = true
	takes("anna", parts[0].text)
	takes("ben", nil)
}
