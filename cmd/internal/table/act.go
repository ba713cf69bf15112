package table

import (
	"context"
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/cells"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// still holds that nothing has happened to the round since.
func (seen Seen) still(d *draft) error {
	if d.moved != uint64(seen) {
		return ErrQuicker
	}
	return nil
}

// write writes the person's choice. The end of the context, which is that of the visit, does not
// stop that: a choice counts when the person hung up meanwhile.
func (c *Chair) write(ctx context.Context, do func(*draft) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.writing.RLock()
	defer c.writing.RUnlock()
	return c.t.write(do)
}

// act writes an act of a person at the table, in this session.
func (c *Chair) act(ctx context.Context, checks ...func(*draft) error) error {
	return c.write(ctx, func(d *draft) error {
		own := d.own(c.who.ID)
		switch {
		case own == nil:
			return ErrNotSeated
		case own.session != c.session:
			return ErrElsewhere
		}
		for _, check := range checks {
			if err := check(d); err != nil {
				return err
			}
		}
		return nil
	})
}

// Decide makes a decision of the person's. One that is not legal changes nothing and
// returns the game's error, which names the rule. The error is [ErrQuicker] where
// something has happened to the round that the person has not seen, and
// [round.ErrNotDue] where no decision of the person's is due.
func (c *Chair) Decide(ctx context.Context, seen Seen, decision chapters.Decision) error {
	return c.act(ctx, seen.still, func(d *draft) error {
		if !d.playing() {
			return ErrNotPlaying
		}
		if !d.decides(c.who.ID) {
			return round.ErrNotDue
		}
		return d.record(chapters.Line{Decision: &decision})
	})
}

// Sit lets the person sit down where nobody sits, or a computer player does, between
// two rounds. NoSeat is for the first free seat. A person who sits elsewhere changes the seat.
func (c *Chair) Sit(ctx context.Context, wanted tricks.Seat) error {
	err := c.write(ctx, func(d *draft) error {
		m := d.member(c.who.ID)
		target := wanted
		if target == tricks.NoSeat {
			target = d.free()
		}
		switch {
		case m == nil:
			return ErrStranger
		case m.Watch:
			return ErrWatcher
		case d.playing():
			return ErrPlaying
		case !d.has(target) || d.seats[target].person():
			return ErrTaken
		}
		sitDown := event{Sat: &sat{who: c.id(), Seat: target, Session: c.session}}
		if d.seatOf(c.who.ID) != tricks.NoSeat {
			return d.do(event{Left: &left{who: c.id()}}, sitDown)
		}
		return d.do(sitDown)
	})
	if err != nil {
		return err
	}
	return c.t.hall.remember(c.who, c.t.id, false, true)
}

// SitFree lets who is new sit down where a seat is free, if that may be. Without one somebody
// has to make room; until then there is something to see.
func (c *Chair) SitFree(ctx context.Context) error {
	if now := c.Picture(); !now.MaySit || now.Me != tricks.NoSeat {
		return nil
	}
	if err := c.Sit(ctx, tricks.NoSeat); !errors.Is(err, ErrTaken) {
		return err
	}
	return nil
}

// Stand lets the person stand up. During a round the seat is held until its end, and
// the others may let a computer play there at once.
func (c *Chair) Stand(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error { return d.do(event{Left: &left{who: c.id()}}) })
}

// Computer lets a computer player sit down at a free seat between two rounds, or with
// an empty name stand up. The host can do that.
func (c *Chair) Computer(ctx context.Context, index tricks.Seat, name string) error {
	if err := offersComputer(name); err != nil {
		return err
	}
	return c.act(ctx, c.asHost, func(d *draft) error {
		if !d.has(index) || d.seats[index].person() {
			return ErrTaken
		}
		return d.do(event{Bot: &bot{index, name}})
	})
}

// asHost holds that the person is the host, between two rounds.
func (c *Chair) asHost(d *draft) error {
	switch {
	case d.host != c.who.ID:
		return ErrNotHost
	case d.playing():
		return ErrPlaying
	}
	return nil
}

// Free makes another one stand up between two rounds who is away. The host can do
// that.
func (c *Chair) Free(ctx context.Context, index tricks.Seat) error {
	return c.act(ctx, c.asHost, func(d *draft) error {
		switch {
		case !d.has(index) || !d.seats[index].person():
			return ErrNotSeated
		case d.seats[index].away.IsZero():
			return ErrPresent
		}
		return d.do(event{Left: &left{who: d.seats[index].who, By: c.who.ID}})
	})
}

// PassOn makes another one the host, who sits at a seat.
func (c *Chair) PassOn(ctx context.Context, index tricks.Seat) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case d.host != c.who.ID:
			return ErrNotHost
		case !d.has(index) || !d.seats[index].person():
			return ErrNotSeated
		}
		return d.do(event{Host: &d.seats[index].who})
	})
}

// Invite makes another code with which others may come: to play, or to watch.
func (c *Chair) Invite(ctx context.Context, watch bool) (string, error) {
	checkLimit := func(d *draft) error {
		if len(d.codes) >= c.t.hall.limits.codes {
			return ErrTooLong
		}
		return nil
	}
	if err := c.act(ctx, checkLimit); err != nil {
		return "", err
	}
	code, err := c.t.hall.issue(inviteLength, stands{Table: c.t.id, Watch: watch})
	if err != nil {
		return "", err
	}
	return ShowCode(code), c.act(ctx, checkLimit, func(d *draft) error {
		return d.do(event{Invited: &invited{c.id(), code, watch}})
	})
}

// Choose picks the next round, between two rounds. Only the host can do that. Everybody has to be
// ready anew then.
func (c *Chair) Choose(ctx context.Context, g Pick) error {
	if err := g.offered(); err != nil {
		return err
	}
	return c.act(ctx, c.asHost, func(d *draft) error {
		if _, _, err := d.deal(&g, 0); err != nil {
			return err
		}
		return d.do(event{Next: &next{c.id(), g}})
	})
}

// Ready tells that the person wants to begin, or not yet. When all who sit there do, and
// no seat is free, the round begins. The error is that of [Chair.Missing] where the host
// has to choose something before.
func (c *Chair) Ready(ctx context.Context, seen Seen, isReady bool) error {
	return c.act(ctx, seen.still, func(d *draft) error {
		if d.playing() {
			return ErrPlaying
		}
		if d.own(c.who.ID).ready == isReady {
			return nil
		}
		if err := d.do(event{Ready: &ready{c.id(), !isReady}}); err != nil {
			return err
		}
		for i := range d.seats {
			if own := &d.seats[i]; !own.person() && own.computer == "" || own.plays() && !own.ready {
				return nil
			}
		}
		return d.start(c.t.hall.opts.Seed)
	})
}

// Propose proposes what people can do only together: to take the last decision of a
// person back, which is [ErrNoUndo] where it has brought something to light, or to stop
// a round whose result is certain. Where all who play share a screen it is done at once,
// and more may go back, also after the last card, and whatever computer players have done
// meanwhile.
func (c *Chair) Propose(ctx context.Context, seen Seen, action Proposing) error {
	return c.act(ctx, func(d *draft) error {
		proposal := proposed{who: c.id(), What: action}
		switch {
		case action == Undo && d.play != nil && d.oneScreen():
			return c.undo(d)
		case seen.still(d) != nil:
			return ErrQuicker
		case !d.playing():
			return ErrNotPlaying
		case d.proposal != nil && d.proposal.What != action:
			return ErrProposed
		case d.proposal != nil:
			return c.agree(d, true)
		case action == Stop && d.play.Settled() == chapters.Undecided:
			return ErrUnsettled
		case action == Undo:
			proposal.Decision = d.undoable()
			if proposal.Decision == 0 {
				return ErrNoUndo
			}
		case action != Stop:
			return say.Errorf("%.20q cannot be proposed", action)
		}
		if err := d.do(event{Proposed: &proposal}); err != nil {
			return err
		}
		return d.carryOut()
	})
}

// undo takes back what may be at one screen.
func (c *Chair) undo(d *draft) error {
	p := *c.upToDate()
	p.Round = d.play.Round
	back, err := p.undo(false)
	for err == nil && back > 0 {
		if err = d.record(chapters.Line{Undo: back}); err == nil {
			back, err = p.undo(true)
		}
	}
	return err
}

// GiveUp ends a round early that is not settled. It counts as lost. The person can do
// that where nobody else plays.
func (c *Chair) GiveUp(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error {
		switch {
		case !d.playing():
			return ErrNotPlaying
		case !d.oneScreen():
			return ErrNotHost
		}
		return d.do(event{Stopped: &stopped{GivenUp: true}})
	})
}

// Agree agrees to what is proposed, or not, which ends it.
func (c *Chair) Agree(ctx context.Context, seen Seen, accepted bool) error {
	return c.act(ctx, seen.still, func(d *draft) error { return c.agree(d, accepted) })
}

func (c *Chair) agree(d *draft, accepted bool) error {
	if d.proposal == nil {
		return ErrNothing
	}
	if err := d.do(event{Agreed: &agreed{c.id(), !accepted}}); err != nil {
		return err
	}
	return d.carryOut()
}

// carryOut carries a proposal out that everybody has agreed to.
func (d *draft) carryOut() error {
	p := d.proposal
	switch {
	case p == nil || !p.all():
		return nil
	case p.What == Stop:
		return d.do(event{Stopped: &stopped{}})
	}
	if d.undoable() != p.Decision {
		return ErrNoUndo
	}
	return d.record(chapters.Line{Undo: d.play.Decisions() - p.Decision + 1})
}

// Without decides how the table goes on without another person, who has been absent for longer than
// the table's patience or wants to leave. Everybody who plays and is there can do that, and it counts
// at once. The person plays again as soon as the person is back.
func (c *Chair) Without(ctx context.Context, absent tricks.Seat, action Choosing) error {
	return c.act(ctx, func(d *draft) error {
		var effect event
		switch {
		case !d.own(c.who.ID).present():
			return ErrNotSeated // who wants to leave has no say
		case !d.has(absent) || absent == d.seatOf(c.who.ID) || !d.missed(absent, d.now):
			return ErrPresent
		case action == Wait:
			effect.Waits = &waits{absent}
		case action == Substitute:
			effect.Bot = &bot{absent, d.made.substitute()}
		case action != GiveUp:
			return say.Errorf("%.20q is no way to go on", action)
		case !d.playing():
			return ErrNotPlaying
		default:
			effect.Stopped = &stopped{GivenUp: d.play.Settled() == chapters.Undecided}
		}
		return d.do(event{Without: &without{who: c.id(), About: absent, How: action}}, effect)
	})
}

// Return lets the person play again in whose place a computer plays, because the others did not
// want to wait.
func (c *Chair) Return(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error {
		if d.own(c.who.ID).plays() {
			return nil
		}
		return d.do(event{Here: &present{c.id(), c.session}})
	})
}

// Say says something to everybody at the table: between two rounds whatever it is,
// up to 200 cells wide. During one the error is [ErrTalk].
func (c *Chair) Say(ctx context.Context, text string) error {
	text = cells.Cut(clean(text), textCells, "…")
	if text == "" {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error {
		if d.playing() {
			return ErrTalk
		}
		return c.say(d, said{who: c.id(), Text: text})
	})
}

// Phrase says one of [Phrases].
func (c *Chair) Phrase(ctx context.Context, p Phrase) error {
	if !slices.Contains(Phrases, p) {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error { return c.say(d, said{who: c.id(), Phrase: p}) })
}

func (c *Chair) say(d *draft, message said) error {
	switch {
	case d.member(c.who.ID) == nil:
		return ErrStranger
	case d.talk[c.who.ID] >= mostTalk:
		return ErrTooMuch
	}
	return d.do(event{Said: &message})
}

// Close closes the table between two rounds: nothing can be done there any more, and
// it is deleted later. The host can do that.
func (c *Chair) Close(ctx context.Context) error {
	id := c.id()
	err := c.act(ctx, c.asHost, func(d *draft) error { return d.do(event{Closed: &id}) })
	if err != nil {
		return err
	}
	return c.t.hall.forget(c.who.ID, c.t.id)
}
