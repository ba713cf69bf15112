package turns

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two people of one house, and a stranger.
var (
	anna    = Asker{Person: "anna", Address: "192.0.2.1/32"}
	ben     = Asker{Person: "ben", Address: "192.0.2.1/32"}
	strange = Asker{Person: "eve", Address: "198.51.100.7/32"}
)

// test runs a test of a queue for one computer player, with a clock that stands still unless somebody sleeps.
func test(t *testing.T, do func(t *testing.T, q *Queue)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { do(t, New(1)) })
}

// ask admits a question that ends with the test.
func (q *Queue) ask(t *testing.T, who Asker, class Class) *Question {
	t.Helper()
	question, err := q.Ask(who, class)
	require.NoError(t, err)
	t.Cleanup(question.End)
	return question
}

// blocks lets a question compute until the function that is returned is called.
func (q *Queue) blocks(who Asker, class Class) (finish func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		_ = q.Once(context.Background(), who, class, func() error {
			<-end
			return nil
		})
	})
	synctest.Wait()
	return func() {
		close(end)
		running.Wait()
	}
}

// diary has the names of turns, in their order.
type diary struct {
	mu    sync.Mutex
	names []string
}

// asks asks a question with a number of turns, each of which takes some time and is written down with the person's name.
func (d *diary) asks(q *Queue, who Asker, class Class, turns int, takes time.Duration) {
	go func() {
		question, err := q.Ask(who, class)
		if err != nil {
			return
		}
		defer question.End()
		for range turns {
			_ = question.Turn(context.Background(), func() error {
				d.mu.Lock()
				d.names = append(d.names, who.Person)
				d.mu.Unlock()
				time.Sleep(takes)
				return nil
			})
		}
	}()
	synctest.Wait()
}

// read returns the names so far.
func (d *diary) read() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.names)
}

// TestComputersDoNotWaitForQuestions checks that computer players think while questions have all other workers.
func TestComputersDoNotWaitForQuestions(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		defer q.blocks(anna, Long)()
		defer q.blocks(anna, Look)()
		moved := false
		require.NoError(t, q.Play(t.Context(), func() error {
			moved = true
			return nil
		}))
		assert.True(t, moved)
	})
}

// TestComputersTakeTurns checks that no more computer players think at a time than there may be.
func TestComputersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(2)
		var thinking, most atomic.Int32
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				assert.NoError(t, q.Play(t.Context(), func() error {
					now := thinking.Add(1)
					most.Store(max(most.Load(), now))
					time.Sleep(time.Second)
					thinking.Add(-1)
					return nil
				}))
			})
		}
		all.Wait()
		assert.EqualValues(t, 2, most.Load())
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		for range 2 {
			all.Go(func() {
				assert.NoError(t, q.Play(t.Context(), func() error {
					time.Sleep(time.Second)
					return nil
				}))
			})
		}
		synctest.Wait()
		require.ErrorIs(t, q.Play(ended, func() error { return nil }), context.Canceled)
		all.Wait()
	})
}

// TestShare checks that each person and each address may ask only a few questions of a class at a time, also if all of
// them come at once, and that the end of a question makes room for the next one.
func TestShare(t *testing.T) {
	for class := range classes {
		limits := usualLimits[class]
		test(t, func(t *testing.T, q *Queue) {
			var admitted []*Question
			var mu sync.Mutex
			askAtOnce := func(count int, who func(n int) Asker) (got int) {
				before := len(admitted)
				var all sync.WaitGroup
				for n := range count {
					all.Go(func() {
						question, err := q.Ask(who(n), class)
						mu.Lock()
						defer mu.Unlock()
						if err == nil {
							admitted = append(admitted, question)
						} else {
							assert.ErrorIs(t, err, ErrMany)
						}
					})
				}
				all.Wait()
				return len(admitted) - before
			}
			assert.Equal(t, limits.PerPerson, askAtOnce(200, func(int) Asker { return anna }))
			assert.Equal(t, 1, askAtOnce(1, func(int) Asker { return ben }), "another person of the house")
			sameHouse := func(n int) Asker { return Asker{fmt.Sprint("cookie ", n), anna.Address} }
			assert.Equal(t, limits.PerAddress-limits.PerPerson-1, askAtOnce(200, sameHouse), "many cookies")
			nowhere := func(int) Asker { return Asker{Person: "no address"} }
			assert.Equal(t, limits.PerPerson, askAtOnce(200, nowhere))
			everywhere := func(n int) Asker { return Asker{fmt.Sprint("cookie ", n), fmt.Sprint("address ", n)} }
			assert.Equal(t, limits.Most-limits.PerAddress-limits.PerPerson, askAtOnce(500, everywhere))
			for _, question := range admitted {
				question.End()
			}
			assert.Equal(t, limits.PerPerson, askAtOnce(200, func(int) Asker { return anna }))
			for other := range classes {
				if other != class {
					q.ask(t, anna, other) // each class has a share of its own
				}
			}
		})
	}
}

// TestFairTurns checks that somebody whose questions compute for long does not keep others waiting for more than the
// turn that has begun: turns go to the address, and there to the person, that has computed for the shortest time.
func TestFairTurns(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		finish := q.blocks(strange, Long)
		time.Sleep(10 * time.Second)
		var d diary
		d.asks(q, strange, Long, 1, 10*time.Second)
		d.asks(q, ben, Long, 1, time.Second)
		d.asks(q, ben, Long, 1, time.Second)
		d.asks(q, anna, Long, 1, time.Second)
		finish()
		time.Sleep(time.Minute)
		assert.Equal(t, []string{"ben", "anna", "ben", "eve"}, d.read())
	})
}

// TestTurnsStayTogether checks that a question of many short turns does not wait for a long turn of somebody else before
// each of them, and that it makes room when it has computed for as long.
func TestTurnsStayTogether(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		finish := q.blocks(strange, Long)
		time.Sleep(5 * time.Second)
		var d diary
		d.asks(q, strange, Long, 1, 10*time.Second)
		d.asks(q, anna, Long, 7, time.Second)
		finish()
		time.Sleep(time.Minute)
		assert.Equal(t, []string{"anna", "anna", "anna", "anna", "anna", "anna", "eve", "anna"}, d.read())
	})
}

// TestNobodyGainsByComingAgain checks that whoever ends a question and asks the next one does not come before somebody
// who waits.
func TestNobodyGainsByComingAgain(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		finish := q.blocks(strange, Long)
		time.Sleep(10 * time.Second)
		var d diary
		d.asks(q, anna, Long, 1, time.Second)
		d.asks(q, ben, Long, 1, time.Second)
		finish()
		d.asks(q, strange, Long, 1, time.Second)
		time.Sleep(time.Minute)
		assert.Equal(t, []string{"anna", "eve", "ben"}, d.read())
	})
}

// TestQuickComesFirst checks that hints and puzzles do not wait for a look-through, and neither of them for a long
// search.
func TestQuickComesFirst(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		defer q.blocks(strange, Long)()
		defer q.blocks(anna, Long)()
		finish := q.blocks(strange, Look)
		var d diary
		d.asks(q, strange, Look, 2, time.Second)
		d.asks(q, anna, Quick, 2, time.Second)
		d.asks(q, ben, Quick, 1, time.Second)
		finish()
		time.Sleep(10 * time.Second)
		assert.Equal(t, []string{"anna", "ben", "anna", "eve", "eve"}, d.read())
	})
}

// TestNoWaitIsEndless checks that a turn that does not come in time is refused with a sentence, that the question knows
// it then, and that the turn goes to others.
func TestNoWaitIsEndless(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		never := func() error {
			t.Error("a turn that did not come")
			return nil
		}
		finish := q.blocks(strange, Long)
		question := q.ask(t, anna, Long)
		began := time.Now()
		require.ErrorIs(t, question.Turn(t.Context(), never), ErrMany)
		assert.Equal(t, usualLimits[Long].Wait, time.Since(began))
		require.ErrorIs(t, question.Err(), ErrMany)

		question, err := q.Ask(ben, Long)
		require.NoError(t, err)
		short, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		require.ErrorIs(t, question.Turn(short, never), ErrMany, "the answer could not be sent any more")
		gone, hangUp := context.WithCancel(t.Context())
		hangUp()
		require.ErrorIs(t, q.Once(gone, ben, Long, never), context.Canceled)
		assert.EqualValues(t, 2, q.Refused.Load())
		finish()

		boom := errors.New("boom")
		require.ErrorIs(t, question.Turn(t.Context(), func() error { return boom }), boom)
		require.Panics(t, func() { _ = question.Turn(t.Context(), func() error { panic("boom") }) })
		question.End()
		require.NoError(t, q.Once(t.Context(), anna, Long, func() error { return nil }))
	})
}

// TestAlone checks that nobody has to be asked at home.
func TestAlone(t *testing.T) {
	for range 100 {
		require.NoError(t, Alone.Turn(t.Context(), func() error { return nil }))
	}
	require.NoError(t, Alone.Err())
	Alone.End()
}

// TestAllAtOnce lets many people ask at once. At most one question computes at a time, each turn that was admitted
// comes, and everything is given back.
func TestAllAtOnce(t *testing.T) {
	test(t, func(t *testing.T, q *Queue) {
		var running, answered, refused atomic.Int32
		var all sync.WaitGroup
		for n := range 300 {
			who := Asker{fmt.Sprint("person ", n%50), fmt.Sprint("address ", n%20)}
			all.Go(func() {
				question, err := q.Ask(who, Look)
				if err != nil {
					refused.Add(1)
					return
				}
				defer question.End()
				for range 3 {
					err = question.Turn(t.Context(), func() error {
						assert.EqualValues(t, 1, running.Add(1))
						time.Sleep(time.Millisecond)
						running.Add(-1)
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				}
				answered.Add(1)
			})
		}
		all.Wait()
		assert.Positive(t, refused.Load())
		assert.EqualValues(t, 300, answered.Load()+refused.Load())
		assert.Equal(t, 1, q.brief.free)
		assert.Empty(t, q.brief.waiting)
		assert.Empty(t, q.open[Look].people.byName)
		assert.Empty(t, q.open[Look].addresses.byName)
	})
}
