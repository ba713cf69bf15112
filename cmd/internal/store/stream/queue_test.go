package stream

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/natstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// desk has work on this machine, and keeps each result that comes.
type desk struct {
	*Queue
	opts  Options
	units chan []byte
	got   chan string
	out   sync.Map // names of those who are refused
}

func (d *desk) Take(worker Name) ([]byte, error) {
	if _, out := d.out.Load(worker.User); out {
		return nil, ErrLeftOut
	}
	select {
	case unit := <-d.units:
		return unit, nil
	default:
		return nil, nil
	}
}

func (d *desk) Bring(worker Name, key string, result []byte) error {
	if _, out := d.out.Load(worker.User); out {
		return ErrLeftOut
	}
	d.got <- key + " " + string(result)
	return nil
}

const secret = "between-us"

func offer(t *testing.T, opts Options, version string, units ...string) *desk {
	t.Helper()
	d := &desk{opts: opts, units: make(chan []byte, 1000), got: make(chan string, 1000)}
	var err error
	d.Queue, err = Offer(t.Context(), opts, Job{Queue: "sums", Version: version, ID: "of two"})
	require.NoError(t, err)
	for _, unit := range units {
		d.units <- []byte(unit)
	}
	require.NoError(t, d.Serve(d))
	return d
}

// kept are the results that are kept, by key.
func (d *desk) kept(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	require.NoError(t, d.Kept(t.Context(), func(key string, result []byte) { all[key] = string(result) }))
	return all
}

// here is a server that asks for a secret.
func here(t *testing.T, more ...string) Options {
	t.Helper()
	at := natstest.One(t, append(more, "authorization: {token: "+secret+"}")...)
	return Options{URL: strings.Replace(at, "://", "://"+secret+"@", 1)}
}

// to is how a worker reaches it.
func (d *desk) to(token string) Options {
	return Options{URL: strings.Replace(d.opts.URL, secret, token, 1)}
}

func join(t *testing.T, to Options, version string) *Worker {
	t.Helper()
	w, err := Join(t.Context(), to, "sums", version, 30*time.Second, func(working bool, err error) { t.Log("works:", working, err) })
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func take(t *testing.T, w *Worker) *Unit {
	t.Helper()
	unit, err := w.Take(t.Context())
	require.NoError(t, err)
	return unit
}

// TestQueue lets two work at the units of a job. One cannot be done, and at the end all leave.
func TestQueue(t *testing.T) {
	d := offer(t, here(t), "1", "1+1", "1+2")
	one, two := join(t, d.to(secret), "1"), join(t, d.to(secret), "1")
	a, b := take(t, one), take(t, two)
	require.Equal(t, []string{"1+1", "1+2"}, []string{string(a.Data), string(b.Data)})
	require.NoError(t, a.Done(t.Context(), []byte("2")))
	require.NoError(t, b.Done(t.Context(), nil))
	assert.Equal(t, []string{Key(a.Data) + " 2", Key(b.Data) + " "}, []string{<-d.got, <-d.got})

	require.NoError(t, d.Keep(t.Context(), "a", []byte("first")))
	require.NoError(t, d.Keep(t.Context(), "a", []byte("second")))
	require.NoError(t, d.Keep(t.Context(), "b", []byte("other")))
	assert.Equal(t, map[string]string{"a": "first", "b": "other"}, d.kept(t))
	require.NoError(t, d.Forget(t.Context(), "a"))
	assert.Equal(t, map[string]string{"b": "other"}, d.kept(t))
	require.NoError(t, d.nats.js.DeleteStream(t.Context(), d.results()))
	require.NoError(t, d.Keep(t.Context(), "c", []byte("after all")))
	assert.Equal(t, map[string]string{"c": "after all"}, d.kept(t), "somebody has deleted the stream")

	// All who wait for more are told that there is none.
	var group sync.WaitGroup
	for _, w := range []*Worker{one, one, two} {
		group.Go(func() {
			_, err := w.Take(t.Context())
			assert.Equal(t, ErrDone, err)
		})
	}
	require.NoError(t, d.Close(true))
	group.Wait()
}

// TestQueueGoesOn stops whoever offers the work while a unit is being worked at: its result is
// taken when it goes on.
func TestQueueGoesOn(t *testing.T) {
	opts := here(t)
	d := offer(t, opts, "1", "1+1")
	heard := make(chan bool, 10)
	w, err := Join(t.Context(), d.to(secret), "sums", "1", 30*time.Second, func(working bool, _ error) { heard <- working })
	require.NoError(t, err)
	defer w.Close()
	unit := take(t, w)
	require.True(t, <-heard)
	require.NoError(t, d.Close(false))
	done := make(chan error, 1)
	go func() { done <- unit.Done(t.Context(), []byte("2")) }() // it waits

	d = offer(t, opts, "1", "1+3")
	require.NoError(t, <-done)
	assert.Equal(t, Key(unit.Data)+" 2", <-d.got)
	unit = take(t, w)
	assert.Equal(t, "1+3", string(unit.Data))
	require.NoError(t, unit.Done(t.Context(), []byte("4")))
	require.NoError(t, d.Close(true))
}

// TestWhoMayWork refuses those who do not know the secret, are of another version, or were
// left out, and who waits for nobody does not wait for ever.
func TestWhoMayWork(t *testing.T) {
	d := offer(t, here(t), "1")
	quiet := func(bool, error) {}
	for _, token := range []string{"", "wrong"} {
		_, err := Join(t.Context(), d.to(token), "sums", "1", time.Minute, quiet)
		require.ErrorIs(t, err, ErrRefused)
	}
	_, err := join(t, d.to(secret), "2").Take(t.Context())
	require.ErrorIs(t, err, ErrVersion)
	require.ErrorContains(t, err, "the work is for version 1, this is version 2")

	// Work for both versions at a time is no mistake.
	other := offer(t, d.to(secret), "2", "for two")
	d.units <- []byte("for one")
	two := join(t, d.to(secret), "2")
	unit := take(t, two)
	assert.Equal(t, "for two", string(unit.Data))
	require.NoError(t, unit.Done(t.Context(), []byte("2")))
	require.NoError(t, other.Close(true))
	_, err = two.Take(t.Context())
	require.True(t, errors.Is(err, ErrDone) || errors.Is(err, ErrVersion), err)

	ctx, cancel := context.WithCancel(t.Context())
	one := join(t, d.to(secret), "1")
	unit = take(t, one)
	require.NoError(t, unit.Done(ctx, []byte("1")))
	d.out.Store(Nobody, true)
	_, err = one.Take(ctx)
	require.ErrorIs(t, err, ErrLeftOut)
	require.ErrorIs(t, unit.Done(ctx, []byte("1")), ErrLeftOut)
	cancel()
	_, err = one.Take(ctx)
	require.ErrorIs(t, err, context.Canceled)
	_, err = Join(ctx, Options{URL: "nats://" + natstest.Addresses(t, 1)[0]}, "sums", "1", time.Minute, quiet)
	require.ErrorIs(t, err, context.Canceled)

	require.NoError(t, d.Close(false))
	late, err := Join(t.Context(), d.to(secret), "sums", "1", 10*time.Millisecond, quiet)
	require.NoError(t, err)
	_, err = late.Take(t.Context())
	require.ErrorIs(t, err, ErrNobody)
	require.NoError(t, late.Close())
	assert.Equal(t, "nats://xxxxx@host:4222", Redacted("nats://"+secret+"@host:4222"))
}

// TestQueueFull holds that a queue without room says so.
func TestQueueFull(t *testing.T) {
	d := offer(t, here(t, fmt.Sprintf("jetstream: {store_dir: %q, max_file_store: 1MB}", t.TempDir())), "1")
	large := make([]byte, store.MaxEvent)
	full := 0
	for d.Keep(t.Context(), fmt.Sprint(full), large) == nil {
		full++
		require.Less(t, full, 20)
	}
	require.ErrorIs(t, d.Keep(t.Context(), "x", large), store.ErrFull)
	require.NoError(t, d.Close(false))
}

// TestDoneUnheard holds that a worker that was cut off when all was done learns of it when
// it comes back, and that one that comes new waits for other work.
func TestDoneUnheard(t *testing.T) {
	d := offer(t, here(t), "1", "1+1")
	w := join(t, d.to(secret), "1")
	require.NoError(t, take(t, w).Done(t.Context(), []byte("2")))
	for _, sub := range d.subs {
		require.NoError(t, sub.Unsubscribe())
	}
	_, err := d.nats.js.Publish(t.Context(), d.done(d.id), []byte(doneText))
	require.NoError(t, err)
	_, err = w.Take(t.Context())
	require.ErrorIs(t, err, ErrDone)
	require.NoError(t, join(t, d.to(secret), "1").whySilent(t.Context()), "it has not worked yet")
	require.NoError(t, d.Close(true))
}

// TestNames holds that a name is a few letters, whoever speaks, and that nobody is answered
// but where the workers of this name hear it.
func TestNames(t *testing.T) {
	n, ok := nameOf("sums.work.anna.her-pc.X1.tag.take")
	require.True(t, ok)
	assert.Equal(t, "anna/her-pc", n.String())
	assert.Equal(t, "her-pc", Name{Nobody, "her-pc", "X1"}.String())
	for _, bad := range []string{"", "a.b.c.d", "sums.work.\x1b[2J.b.c", "sums.work.a..c.d", "sums.work." + string(make([]byte, 50)) + ".b.c"} {
		_, ok := nameOf(bad)
		assert.False(t, ok, bad)
	}
	assert.Equal(t, []string{"anna", Nobody, Nobody}, []string{nameHere("nats://anna:x@host").User, nameHere("nats://token@host,nats://b:c@d").User, nameHere("host").User})

	d := offer(t, here(t), "1")
	w := join(t, d.to(secret), "1")
	other, err := w.nats.nc.SubscribeSync("elsewhere")
	require.NoError(t, err)
	require.NoError(t, w.nats.nc.PublishRequest(w.said(w.name.subject(), "take"), "elsewhere", nil))
	_, err = w.ask(t.Context(), "take", "", nil)
	require.NoError(t, err)
	pending, _, err := other.Pending()
	require.NoError(t, err)
	assert.Zero(t, pending)
	require.NoError(t, d.Close(false))
}
