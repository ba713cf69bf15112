package guest

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stay is a session of a test, which lasts until something ends it.
type stay struct {
	visitor *Visitor
	// farewell receives the reason of the farewell.
	farewell chan EndReason
	// end receives the reason that Serve has returned.
	end chan EndReason
}

// begin begins the session of a person, and waits until it waits for its end.
func begin(t *testing.T, s *Sessions, person Person) *stay {
	return beginWith(t, s, person, func(ctx context.Context) EndReason {
		<-ctx.Done()
		return EndReasonOf(ctx)
	})
}

// beginWith begins a session in which a function runs.
func beginWith(t *testing.T, s *Sessions, person Person, run func(context.Context) EndReason) *stay {
	x := &stay{
		visitor:  &Visitor{Person: person, Lang: "en"},
		farewell: make(chan EndReason, 1),
		end:      make(chan EndReason, 1),
	}
	go func() {
		x.end <- s.Serve(t.Context(), x.visitor, run, func(end EndReason) { x.farewell <- end })
	}()
	synctest.Wait()
	return x
}

// TestServe checks that a session ends with its program, and why, and that it is counted while it lasts.
func TestServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Sessions
		lasting := begin(t, &s, KeyHolder("anna"))
		for _, end := range []EndReason{Left, Lost, Idle, Stuck} {
			x := beginWith(t, &s, KeyHolder("ben"), func(context.Context) EndReason { return end })
			assert.Equal(t, end, <-x.farewell)
			assert.Equal(t, end, <-x.end)
		}
		assert.EqualValues(t, 5, s.Counters.Visits.Load())
		assert.EqualValues(t, 1, s.Counters.Inside.Load())
		assert.EqualValues(t, 1, s.Counters.Idle.Load())
		assert.EqualValues(t, 1, s.Counters.Stuck.Load())
		lasting.visitor.End(Idle)
		lasting.visitor.End(Stuck)
		assert.Equal(t, Idle, <-lasting.end, "the first reason counts")
		assert.EqualValues(t, 0, s.Counters.Inside.Load())
	})
}

// TestContextEnds checks that a session ends with the context of its door.
func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, Lost, EndReasonOf(ctx))
	var s Sessions
	run := func(ctx context.Context) EndReason {
		<-ctx.Done()
		return EndReasonOf(ctx)
	}
	assert.Equal(t, Lost, s.Serve(ctx, &Visitor{}, run, func(EndReason) {}))
}

// TestTakingOver checks that a person has one session at a time: the second one ends the first. People with another
// key, or with a browser, are other people.
func TestTakingOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Sessions
		anna := KeyHolder("SHA256:abc")
		first := begin(t, &s, anna)
		other := begin(t, &s, Browser("abc"))
		second := begin(t, &s, anna)
		assert.Equal(t, TakenOver, <-first.farewell)
		assert.Equal(t, TakenOver, <-first.end)
		third := begin(t, &s, anna)
		assert.Equal(t, TakenOver, <-second.end)
		assert.EqualValues(t, 2, s.Counters.Inside.Load())
		for _, x := range []*stay{other, third} {
			x.visitor.End(Left)
			assert.Equal(t, Left, <-x.end)
		}
	})
}

// TestClose checks that Close ends all sessions and waits for them, and that nobody gets in afterwards.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s Sessions
		anna := begin(t, &s, KeyHolder("anna"))
		leave := make(chan struct{})
		slow := beginWith(t, &s, KeyHolder("ben"), func(ctx context.Context) EndReason {
			<-leave
			return EndReasonOf(ctx)
		})
		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		require.ErrorIs(t, s.Close(impatient), context.Canceled, "somebody has not left")
		assert.Equal(t, Closing, <-anna.end)
		close(leave)
		require.NoError(t, s.Close(t.Context()), "twice is once")
		assert.Equal(t, Closing, <-slow.end)
		assert.True(t, s.IsClosed())

		late := beginWith(t, &s, KeyHolder("cleo"), func(context.Context) EndReason { panic("nobody gets in") })
		assert.Equal(t, Closing, <-late.farewell)
		assert.Equal(t, Closing, <-late.end)
		assert.EqualValues(t, 2, s.Counters.Visits.Load())
		assert.EqualValues(t, 0, s.Counters.Panics.Load())
	})
}

// TestPanic checks that a panic ends only its session, whether it is the session's own or in one of its goroutines, and
// that the log has a trace and no values.
func TestPanic(t *testing.T) {
	for name, fail := range map[string]func(*Visitor){
		"session":   func(*Visitor) { panic("boom") },
		"goroutine": func(v *Visitor) { v.Go(func() { panic(errors.New("boom")) }) },
		"recovered": func(v *Visitor) { v.Panicked("here", "boom") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log bytes.Buffer
				s := &Sessions{Log: slog.New(slog.NewTextHandler(&log, nil))}
				other := begin(t, s, KeyHolder("anna"))
				begun := make(chan *Visitor, 1)
				x := beginWith(t, s, KeyHolder("ben"), func(ctx context.Context) EndReason {
					fail(<-begun)
					<-ctx.Done()
					return EndReasonOf(ctx)
				})
				begun <- x.visitor
				end := <-x.end
				assert.Equal(t, Broken, end)
				assert.Equal(t, 1, end.Status())
				assert.Contains(t, log.String(), "boom")
				assert.Contains(t, log.String(), "sessions_test.go", "a trace")
				assert.EqualValues(t, 1, s.Counters.Panics.Load())
				other.visitor.End(Left)
				assert.Equal(t, Left, <-other.end)
			})
		})
	}
	var log bytes.Buffer
	var s Sessions
	s.LogPanic(slog.New(slog.NewTextHandler(&log, nil)), "here", struct{ hand string }{"H1 H2"})
	assert.Contains(t, log.String(), "a value")
	assert.NotContains(t, log.String(), "H1 H2")
}
