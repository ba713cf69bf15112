package stream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"fellowship/cmd/internal/store"
	"fellowship/cmd/internal/store/natstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// desk is where work is offered on this machine.
type desk struct {
	*Queue
	opts Options
	mu   sync.Mutex
	got  []string
	more chan struct{} // something has come
}

const secret = "between-us"

func offer(t *testing.T, opts Options, version string) *desk {
	t.Helper()
	d := &desk{opts: opts, more: make(chan struct{}, 1000)}
	var err error
	d.Queue, err = Offer(t.Context(), opts, Job{Queue: "sums", Version: version, ID: "of two"})
	require.NoError(t, err)
	require.NoError(t, d.Results(t.Context(), func(result []byte) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.got = append(d.got, string(result))
		d.more <- struct{}{}
	}))
	return d
}

// wait waits for so many results.
func (d *desk) wait(t *testing.T, n int) []string {
	t.Helper()
	for {
		d.mu.Lock()
		got := slices.Clone(d.got)
		d.mu.Unlock()
		if len(got) >= n {
			return got
		}
		select {
		case <-d.more:
		case <-time.After(time.Minute):
			require.Fail(t, "no result comes")
		}
	}
}

// here is a server that asks for a secret.
func here(t *testing.T, more ...string) Options {
	t.Helper()
	return Options{URL: natstest.One(t, append(more, "authorization: {token: "+secret+"}")...), Remote: Remote{Token: secret}}
}

// to is how a worker reaches it.
func (d *desk) to(token string) Options {
	return Options{URL: d.opts.URL, Remote: Remote{Token: token}}
}

func join(t *testing.T, to Options, version string) *Worker {
	t.Helper()
	w, err := Join(t.Context(), to, "sums", version, 30*time.Second, func(news News, err error) { t.Log("news:", news, err) })
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// TestQueue lets two work at the units of a job. One that was given back is done by the
// other, the first result of a unit counts, and at the end all leave.
func TestQueue(t *testing.T) {
	d := offer(t, here(t), "1")
	one, two := join(t, d.to(secret), "1"), join(t, d.to(secret), "1")
	for _, unit := range []string{"1+1", "1+2", "1+1"} {
		require.NoError(t, d.Put(t.Context(), []byte(unit)))
	}
	a, err := one.Take(t.Context())
	require.NoError(t, err)
	b, err := two.Take(t.Context())
	require.NoError(t, err)
	units := []string{string(a.Data), string(b.Data)}
	slices.Sort(units)
	require.Equal(t, []string{"1+1", "1+2"}, units)
	again := *a // as if somebody else had been taken for dead
	a.Return()
	c, err := two.Take(t.Context())
	require.NoError(t, err)
	require.Equal(t, a.Data, c.Data)
	require.NoError(t, c.Done(t.Context(), []byte("first")))
	require.NoError(t, again.Done(t.Context(), []byte("second")))
	require.NoError(t, b.Done(t.Context(), []byte("other")))
	assert.ElementsMatch(t, []string{"first", "other"}, d.wait(t, 2))

	// What is answered is not worked at again.
	require.NoError(t, d.Put(t.Context(), c.Data))
	require.NoError(t, d.Put(t.Context(), []byte("1+3")))
	next, err := one.Take(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "1+3", string(next.Data))
	require.NoError(t, next.Done(t.Context(), []byte("last")))
	assert.ElementsMatch(t, []string{"first", "other", "last"}, d.wait(t, 3))

	// All who wait for more are told that there is none.
	var group sync.WaitGroup
	for _, w := range []*Worker{one, one, two} {
		group.Go(func() {
			_, err := w.Take(t.Context())
			assert.Equal(t, ErrDone, err)
			assert.NoError(t, w.Close())
		})
	}
	require.NoError(t, d.Close(true))
	group.Wait()
}

// TestQueueGoesOn stops whoever offers the work while units are being worked at: their
// results are there when it goes on.
func TestQueueGoesOn(t *testing.T) {
	opts := here(t)
	d := offer(t, opts, "1")
	heard := make(chan News, 10)
	w, err := Join(t.Context(), d.to(secret), "sums", "1", 30*time.Second, func(news News, _ error) { heard <- news })
	require.NoError(t, err)
	defer w.Close()
	for n := range 3 {
		require.NoError(t, d.Put(t.Context(), fmt.Append(nil, n)))
	}
	first, err := w.Take(t.Context())
	require.NoError(t, err)
	require.Equal(t, Working, <-heard)
	second, err := w.Take(t.Context())
	require.NoError(t, err)
	require.NoError(t, first.Done(t.Context(), first.Data))
	d.wait(t, 1)
	require.NoError(t, d.Close(false))
	require.Equal(t, Stopped, <-heard)
	done := make(chan error, 1)
	go func() { done <- second.Done(t.Context(), second.Data) }() // it waits

	d = offer(t, opts, "1")
	assert.Equal(t, string(first.Data), d.wait(t, 1)[0])
	require.NoError(t, <-done)
	third, err := w.Take(t.Context())
	require.NoError(t, err)
	require.NoError(t, third.Done(t.Context(), third.Data))
	got := d.wait(t, 3)
	slices.Sort(got)
	assert.Equal(t, []string{"0", "1", "2"}, got)
	require.NoError(t, d.Close(true))
}

// TestWhoMayWork refuses those who do not know the secret, or are of another version,
// and who waits for nobody does not wait for ever.
func TestWhoMayWork(t *testing.T) {
	d := offer(t, here(t), "1")
	quiet := func(News, error) {}
	for _, token := range []string{"", "wrong"} {
		_, err := Join(t.Context(), d.to(token), "sums", "1", time.Minute, quiet)
		require.ErrorIs(t, err, ErrRefused)
	}
	_, err := join(t, d.to(secret), "2").Take(t.Context())
	require.ErrorIs(t, err, ErrVersion)
	require.ErrorContains(t, err, "the work is for version 1, this is version 2")

	// Work for both versions at a time is no mistake.
	other, err := Offer(t.Context(), d.to(secret), Job{Queue: "sums", Version: "2", ID: "x"})
	require.NoError(t, err)
	two := join(t, d.to(secret), "2")
	require.NoError(t, other.Put(t.Context(), []byte("for two")))
	require.NoError(t, d.Put(t.Context(), []byte("for one")))
	unit, err := two.Take(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "for two", string(unit.Data))
	require.NoError(t, unit.Done(t.Context(), nil))
	require.NoError(t, other.Close(true))
	_, err = two.Take(t.Context())
	require.True(t, errors.Is(err, ErrDone) || errors.Is(err, ErrVersion), err)

	ctx, cancel := context.WithCancel(t.Context())
	one := join(t, d.to(secret), "1")
	unit, err = one.Take(ctx)
	require.NoError(t, err)
	require.NoError(t, unit.Done(ctx, nil))
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

// TestQueueFull holds that a queue without room says so, at both ends.
func TestQueueFull(t *testing.T) {
	opts := here(t, fmt.Sprintf("jetstream: {store_dir: %q, max_file_store: 1MB}", t.TempDir()))
	d := offer(t, opts, "1")
	w := join(t, d.to(secret), "1")
	large := make([]byte, store.MaxEvent)
	var units []*Unit
	for n := range 2 {
		require.NoError(t, d.Put(t.Context(), append(large[1:], byte(n))))
		unit, err := w.Take(t.Context())
		require.NoError(t, err)
		units = append(units, unit)
	}
	full := 0
	for d.Put(t.Context(), append(large[1:], byte(full), 'x')) == nil {
		full++
		require.Less(t, full, 10)
	}
	require.ErrorIs(t, d.Put(t.Context(), large[1:]), store.ErrFull)
	require.ErrorIs(t, units[0].Done(t.Context(), large), store.ErrFull)
	units[1].Fail("because")
	require.ErrorIs(t, <-d.Failed(), ErrUnit)
	require.ErrorIs(t, d.offer(t.Context()), store.ErrFull)
	require.NoError(t, d.Close(false))
}

// TestDoneUnheard holds that a worker that was cut off when all was done learns of it when
// it comes back, and that one that comes new waits for other work.
func TestDoneUnheard(t *testing.T) {
	d := offer(t, here(t), "1")
	w := join(t, d.to(secret), "1")
	require.NoError(t, d.Put(t.Context(), []byte("1+1")))
	u, err := w.Take(t.Context())
	require.NoError(t, err)
	require.NoError(t, u.Done(t.Context(), []byte("2")))
	d.wait(t, 1)
	_, err = d.offers.kv.Put(t.Context(), d.tag()+"-"+d.id, []byte(newsDone)) // and nothing is said
	require.NoError(t, err)
	_, err = w.Take(t.Context())
	require.ErrorIs(t, err, ErrDone)

	fresh := join(t, d.to(secret), "1")
	n, done, _, err := fresh.who(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1}, []int{n, done})
	require.NoError(t, fresh.look(t.Context()))
	select {
	case <-fresh.over.Done():
		assert.Fail(t, "it has not worked yet")
	default:
	}
	require.NoError(t, d.Close(true))
}
