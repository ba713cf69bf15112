package table

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// check returns [ErrQuicker] if the round has changed since the person saw it.
func (seen Revision) check(d *draft) error {
	if d.revision != uint64(seen) {
		return ErrQuicker
	}
	return nil
}

// write drafts and writes an action. Once it has begun, the end of the context does not stop it: a
// choice counts even if the person hangs up meanwhile.
func (c *Client) write(ctx context.Context, do func(*draft) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.writing.RLock()
	defer c.writing.RUnlock()
	return c.t.write(do)
}

// act writes an action of a person who has a seat and is there in this session. The action consists of
// steps, which check something or draft events; the first error stops it and nothing is written.
func (c *Client) act(ctx context.Context, steps ...func(*draft) error) error {
	return c.write(ctx, func(d *draft) error {
		own := d.firstSeat(c.person.ID)
		switch {
		case own == nil:
			return ErrNotSeated
		case own.session != c.session:
			return ErrElsewhere
		}
		for _, step := range steps {
			if err := step(d); err != nil {
				return err
			}
		}
		return nil
	})
}

// Decide makes a decision of the person. An illegal decision changes nothing and returns the game's
// error, which names the rule. The error is [ErrQuicker] if the round has changed since the person saw
// it, and [round.ErrNotDue] if no decision of the person is due.
func (c *Client) Decide(ctx context.Context, seen Revision, decision chapters.Decision) error {
	return c.act(ctx, seen.check, func(d *draft) error {
		if !d.playing() {
			return ErrNotPlaying
		}
		if !d.mustDecide(c.person.ID) {
			return round.ErrNotDue
		}
		return d.record(chapters.Line{Decision: &decision})
	})
}

// Sit gives the person a seat without a person, between two rounds. NoSeat means the first free seat.
// A person who already has a seat moves.
func (c *Client) Sit(ctx context.Context, wanted tricks.Seat) error {
	err := c.write(ctx, func(d *draft) error {
		m := d.member(c.person.ID)
		target := wanted
		if target == tricks.NoSeat {
			target = d.freeSeat()
		}
		switch {
		case m == nil:
			return ErrStranger
		case m.Watch:
			return ErrWatcher
		case d.playing():
			return ErrPlaying
		case !d.hasSeat(target) || d.seats[target].person():
			return ErrTaken
		}
		sitDown := event{SatDown: &satDown{actor: c.actor(), Seat: target, Session: c.session}}
		if d.seatOf(c.person.ID) != tricks.NoSeat {
			return d.addEvents(event{StoodUp: &stoodUp{actor: c.actor()}}, sitDown)
		}
		return d.addEvents(sitDown)
	})
	if err != nil {
		return err
	}
	return c.t.service.remember(c.person, c.t.id, false, true)
}

// SitFree gives a person without a seat the first free one, if they may sit. Without a free seat it does
// nothing, and the person watches.
func (c *Client) SitFree(ctx context.Context) error {
	if now := c.TableView(); !now.MaySit || now.Me != tricks.NoSeat {
		return nil
	}
	if err := c.Sit(ctx, tricks.NoSeat); !errors.Is(err, ErrTaken) {
		return err
	}
	return nil
}

// StandUp frees the person's seat. During a round the seat is kept until the end of the round, and the
// others may let a computer player play there at once.
func (c *Client) StandUp(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error { return d.addEvents(event{StoodUp: &stoodUp{actor: c.actor()}}) })
}

// SeatComputer puts a computer player at a seat without a person, between two rounds. An empty name frees
// the seat. Only the host may do that.
func (c *Client) SeatComputer(ctx context.Context, index tricks.Seat, name string) error {
	if err := checkComputer(name); err != nil {
		return err
	}
	return c.act(ctx, c.checkHost, func(d *draft) error {
		if !d.hasSeat(index) || d.seats[index].person() {
			return ErrTaken
		}
		return d.addEvents(event{Bot: &bot{index, name}})
	})
}

// checkHost returns an error unless the person is the host and no round is being played.
func (c *Client) checkHost(d *draft) error {
	switch {
	case d.host != c.person.ID:
		return ErrNotHost
	case d.playing():
		return ErrPlaying
	}
	return nil
}

// FreeSeat frees the seat of a person who is away, between two rounds. Only the host may do that.
func (c *Client) FreeSeat(ctx context.Context, index tricks.Seat) error {
	return c.act(ctx, c.checkHost, func(d *draft) error {
		switch {
		case !d.hasSeat(index) || !d.seats[index].person():
			return ErrNotSeated
		case d.seats[index].away.IsZero():
			return ErrPresent
		}
		return d.addEvents(event{StoodUp: &stoodUp{actor: d.seats[index].actor, RemovedBy: c.person.ID}})
	})
}

// MakeHost makes the person at another seat the host.
func (c *Client) MakeHost(ctx context.Context, index tricks.Seat) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case d.host != c.person.ID:
			return ErrNotHost
		case !d.hasSeat(index) || !d.seats[index].person():
			return ErrNotSeated
		}
		return d.addEvents(event{Host: &d.seats[index].actor})
	})
}

// Invite creates another invitation code, to play or only to watch.
func (c *Client) Invite(ctx context.Context, watch bool) (string, error) {
	checkLimit := func(d *draft) error {
		if len(d.codes) >= c.t.service.limits.codes {
			return ErrTooLong
		}
		return nil
	}
	if err := c.act(ctx, checkLimit); err != nil {
		return "", err
	}
	code, err := c.t.service.issue(inviteLength, codeTarget{Table: c.t.id, Watch: watch})
	if err != nil {
		return "", err
	}
	err = c.act(ctx, checkLimit, func(d *draft) error {
		return d.addEvents(event{Invited: &invited{c.actor(), code, watch}})
	})
	if err != nil {
		c.t.service.withdraw(code)
		return "", err
	}
	return ShowCode(code), nil
}

// Choose picks the next round, between two rounds. Only the host may do that. Everybody then has to
// confirm again that they are ready.
func (c *Client) Choose(ctx context.Context, pick Pick) error {
	if err := pick.check(); err != nil {
		return err
	}
	return c.act(ctx, c.checkHost, func(d *draft) error {
		if _, _, err := d.deal(&pick, 0); err != nil {
			return err
		}
		return d.addEvents(event{Next: &next{c.actor(), pick}})
	})
}

// Ready notes whether the person wants to begin the next round. The round begins when no seat is free
// and all people at the table want to. If the host has to choose something first, it returns the error of
// [Client.NextRoundError].
func (c *Client) Ready(ctx context.Context, seen Revision, isReady bool) error {
	return c.act(ctx, seen.check, func(d *draft) error {
		if d.playing() {
			return ErrPlaying
		}
		if d.firstSeat(c.person.ID).ready == isReady {
			return nil
		}
		if err := d.addEvents(event{Ready: &ready{c.actor(), !isReady}}); err != nil {
			return err
		}
		if !d.allReady() {
			return nil
		}
		return d.dealRound(c.t.service.opts.Seed)
	})
}

// GiveUp ends a round early although its result is not certain. The round counts as lost. It is only
// possible if nobody else plays.
func (c *Client) GiveUp(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case !d.playing():
			return ErrNotPlaying
		case !d.oneScreen():
			return ErrNotHost
		}
		return d.addEvents(event{Stopped: &stopped{GivenUp: true}})
	})
}

// allReady reports whether every seat is taken and everybody who plays is ready.
func (s *state) allReady() bool {
	for i := range s.seats {
		entry := &s.seats[i]
		free := !entry.person() && entry.computer == ""
		if free || entry.plays() && !entry.ready {
			return false
		}
	}
	return true
}

// Close closes the table between two rounds. Every later action fails, and [Service.Sweep] deletes the
// table after a day. Only the host may do that.
func (c *Client) Close(ctx context.Context) error {
	id := c.actor()
	err := c.act(ctx, c.checkHost, func(d *draft) error { return d.addEvents(event{Closed: &id}) })
	if err != nil {
		return err
	}
	return c.t.service.forget(c.person.ID, c.t.id)
}
