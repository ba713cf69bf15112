package table

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/turns"
)

// runComputers makes the decisions of the computer players until the context ends.
func (t *table) runComputers(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			t.log.Error("a computer player broke", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	for ctx.Err() == nil {
		var revision uint64
		var next *turn
		err := t.waitUntil(ctx, func() bool {
			revision = t.state.revision
			next = t.nextTurn()
			return next != nil
		})
		if err != nil {
			return
		}
		if err := t.decide(ctx, revision, next); err != nil {
			t.log.Warn("a computer player could not decide", "error", err)
			if !t.report(err) {
				_ = Pause(ctx, time.Second)
			}
		}
	}
}

// report reports to the person at home why a computer player could not decide; the player tries again
// when the person looks. On a server it does nothing and returns false.
func (t *table) report(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.state.setup.Home {
		return false
	}
	t.fault = err
	for _, c := range t.clients {
		c.caughtUpRevision = 0
	}
	t.wake()
	return true
}

// turn is a decision that the program makes: a computer player's, or the only possible decision of a
// person at a curtain or in the last trick.
type turn struct {
	// thought is the computer player's decision, nil for a forced one.
	thought *round.Thought
	// forced is the only possible decision if thought is nil.
	forced chapters.Decision
	// turns has the turn in which the computer player thinks.
	turns *turns.Queue
	// beat is the minimum time before the decision is made.
	beat time.Duration
}

// nextTurn returns the decision that the program has to make now, nil if a person decides. Computer
// players wait while a proposal is open, and at home while the screen still has to show the last
// events; t.mu is held.
func (t *table) nextTurn() *turn {
	s := t.state
	stopped := t.broken != nil || s.closed || !s.playing()
	waiting := s.proposal != nil || s.setup.Home && !t.allCaughtUp()
	if stopped || waiting {
		return nil
	}
	for _, c := range t.clients {
		if d, forced := c.forced(); forced {
			return &turn{forced: d, beat: t.beat}
		}
	}
	if d, forced := s.play.Forced(); forced && !s.setup.Home {
		return &turn{forced: d, beat: t.beat}
	}
	if thought := s.play.Think(); thought != nil {
		if thought.Player == nil {
			thought.Player = t.programs[thought.Name]
		}
		return &turn{thought: thought, turns: t.turns, beat: t.beat}
	}
	return nil
}

// allCaughtUp reports whether all clients have seen everything, and there is at least one client.
func (t *table) allCaughtUp() bool {
	for _, c := range t.clients {
		if c.caughtUpRevision != t.state.revision {
			return false
		}
	}
	return len(t.clients) > 0
}

// forced returns the forced decision of a person at this client's screen, see [viewpoint.forced], once
// the screen has shown everything before it.
func (c *Client) forced() (chapters.Decision, bool) {
	if c.caughtUpRevision != c.t.state.revision || c.viewpoint == nil {
		return chapters.Decision{}, false
	}
	return c.viewpoint.forced()
}

// decide makes the decision that was due at a revision and writes it. It gives up without an error when
// the round has changed meanwhile.
func (t *table) decide(ctx context.Context, revision uint64, next *turn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// This goroutine cancels the thinking as soon as the round has changed.
	done := make(chan struct{})
	defer func() {
		cancel()
		<-done
	}()
	go func() {
		defer close(done)
		defer cancel()
		_ = t.waitUntil(ctx, func() bool { return t.state.revision != revision })
	}()
	decision := next.forced
	var err error
	if next.beat > 0 && Pause(ctx, next.beat) != nil {
		return nil
	}
	if next.thought != nil {
		err = next.turns.Play(ctx, func() (err error) {
			decision, _, err = next.thought.Decide(ctx)
			return err
		})
	}
	if err == nil {
		err = t.write(func(d *draft) error {
			if d.revision != revision || ctx.Err() != nil {
				return ErrQuicker
			}
			return d.record(chapters.Line{Decision: &decision})
		})
	}
	switch {
	case errors.Is(err, ErrQuicker), ctx.Err() != nil:
		return nil
	case err != nil && next.thought != nil && !round.IsProgram(next.thought.Name):
		// The error of an external program already names it.
		return say.Errorf("computer player %s at seat %d: %w", next.thought.Name, next.thought.Seat, err)
	}
	return err
}
