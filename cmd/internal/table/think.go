package table

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/round"
)

// runComputers decides for the computer players until the context ends.
func (t *table) runComputers(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			t.log.Error("a computer player broke", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	for ctx.Err() == nil {
		var moved uint64
		var next *turn
		if t.waitUntil(ctx, func() bool {
			moved = t.state.revision
			next = t.nextTurn()
			return next != nil
		}) != nil {
			return
		}
		if err := t.decide(ctx, moved, next); err != nil {
			t.log.Warn("a computer player could not decide", "error", err)
			if !t.report(err) {
				_ = Pause(ctx, time.Second)
			}
		}
	}
}

// report tells the person at home why a computer player could not decide. It tries again
// when the person looks.
func (t *table) report(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.state.setup.Home {
		return false
	}
	t.fault = err
	for _, c := range t.chairs {
		c.caughtUpEvent = 0
	}
	t.wake()
	return true
}

// turn is a decision that no person has to make: that of a computer player, which takes a
// beat, or the only one there is for a person behind the curtain or in the last trick.
type turn struct {
	thought *round.Thought
	beat    time.Duration
	forced  chapters.Decision
}

// nextTurn is a computer player's decision that is due, nil if a person decides. While something is
// proposed computer players wait, and at home while the screen has to show the last events.
func (t *table) nextTurn() *turn {
	s := t.state
	if t.broken != nil || s.closed || !s.playing() || s.proposal != nil || s.setup.Home && !t.allCaughtUp() {
		return nil
	}
	for _, c := range t.chairs {
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
		return &turn{thought: thought, beat: t.beat}
	}
	return nil
}

// allCaughtUp reports whether all who look have seen everything, and somebody looks.
func (t *table) allCaughtUp() bool {
	for _, c := range t.chairs {
		if c.caughtUpEvent != t.state.revision {
			return false
		}
	}
	return len(t.chairs) > 0
}

// forced returns the only decision of the next one of several people at a screen, where
// the screen has come to that.
func (c *Client) forced() (chapters.Decision, bool) {
	if c.caughtUpEvent != c.t.state.revision || c.viewpoint == nil {
		return chapters.Decision{}, false
	}
	return c.viewpoint.forced()
}

// decide lets a computer player make the decision that was due after an event. It ends
// without one when the game has gone on meanwhile.
func (t *table) decide(ctx context.Context, moved uint64, next *turn) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		defer cancel()
		_ = t.waitUntil(ctx, func() bool { return t.state.revision != moved })
	}()
	decision := next.forced
	var err error
	if next.beat > 0 && Pause(ctx, next.beat) != nil {
		return nil
	}
	if next.thought != nil {
		err = t.hall.solving(ctx, func() (err error) {
			decision, _, err = next.thought.Decide(ctx)
			return err
		})
	}
	if err == nil {
		err = t.write(func(now *draft) error {
			if now.revision != moved || ctx.Err() != nil {
				return ErrQuicker
			}
			return now.record(chapters.Line{Decision: &decision})
		})
	}
	switch {
	case errors.Is(err, ErrQuicker), ctx.Err() != nil:
		return nil
	case err != nil && next.thought != nil && !round.IsProgram(next.thought.Name): // which names itself
		return say.Errorf("computer player %s at seat %d: %w", next.thought.Name, next.thought.Seat, err)
	}
	return err
}

// WithSolver does something that takes much thinking for somebody who asks about a deal or a round that is
// over, when it is this one's turn: one at a time, so that a computer player waits for at most one of them.
func (h *Service) WithSolver(ctx context.Context, do func() error) error {
	if err := h.askQueue.Acquire(ctx, 1); err != nil {
		return err
	}
	defer h.askQueue.Release(1)
	return h.solving(ctx, do)
}

// solving does something that takes much thinking in a round, when it is this one's turn.
func (h *Service) solving(ctx context.Context, do func() error) error {
	if err := h.thinkQueue.Acquire(ctx, 1); err != nil {
		return err
	}
	defer h.thinkQueue.Release(1)
	return do()
}
