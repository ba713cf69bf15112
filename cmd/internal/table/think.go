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

// thinking decides for the computer players until the context ends.
func (t *table) thinking(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			t.log.Error("a computer player broke", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	for ctx.Err() == nil {
		var moved uint64
		var next *turn
		if t.until(ctx, func() bool {
			moved = t.state.moved
			next = t.turn()
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
	if !t.state.made.Home {
		return false
	}
	t.fault = err
	for _, c := range t.chairs {
		c.waits = 0
	}
	t.tell()
	return true
}

// turn is a decision that no person has to make: that of a computer player, which takes a
// beat, or the only one there is for a person behind the curtain or in the last trick.
type turn struct {
	thought *round.Thought
	beat    time.Duration
	forced  chapters.Decision
}

// turn is a computer player's decision that is due, nil if a person decides. While something is
// proposed computer players wait, and at home while the screen has to show the last events.
func (t *table) turn() *turn {
	s := t.state
	if t.broken != nil || s.closed || !s.playing() || s.proposal != nil || s.made.Home && !t.shown() {
		return nil
	}
	for _, c := range t.chairs {
		if d, forced := c.forced(); forced {
			return &turn{forced: d, beat: t.beat}
		}
	}
	if d, forced := s.play.Forced(); forced && !s.made.Home {
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

// shown reports whether all who look have seen everything, and somebody looks.
func (t *table) shown() bool {
	for _, c := range t.chairs {
		if c.waits != t.state.moved {
			return false
		}
	}
	return len(t.chairs) > 0
}

// forced returns the only decision of the next one of several people at a screen, where
// the screen has come to that.
func (c *Chair) forced() (chapters.Decision, bool) {
	if c.waits != c.t.state.moved || c.place == nil {
		return chapters.Decision{}, false
	}
	return c.place.forced()
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
		_ = t.until(ctx, func() bool { return t.state.moved != moved })
	}()
	decision := next.forced
	var err error
	if next.beat > 0 && Pause(ctx, next.beat) != nil {
		return nil
	}
	if next.thought != nil {
		err = t.hall.thinks(ctx, func() (err error) {
			decision, _, err = next.thought.Decide(ctx)
			return err
		})
	}
	if err == nil {
		err = t.write(func(now *draft) error {
			if now.moved != moved || ctx.Err() != nil {
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

// Thinks does something that takes much thinking for somebody who asks about a deal or a round that is over, when it
// is this one's turn: one at a time, so that a computer player waits for at most one of them.
func (h *Hall) Thinks(ctx context.Context, do func() error) error {
	if err := h.asks.Acquire(ctx, 1); err != nil {
		return err
	}
	defer h.asks.Release(1)
	return h.thinks(ctx, do)
}

// thinks does something that takes much thinking in a round, when it is this one's turn.
func (h *Hall) thinks(ctx context.Context, do func() error) error {
	if err := h.think.Acquire(ctx, 1); err != nil {
		return err
	}
	defer h.think.Release(1)
	return do()
}
