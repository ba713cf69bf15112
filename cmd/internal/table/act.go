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

// check holds that nothing has happened to the round since.
func (seen Revision) check(d *draft) error {
	if d.revision != uint64(seen) {
		return ErrQuicker
	}
	return nil
}

// write writes the person's choice. The end of the context, which is that of the visit, does not
// stop that: a choice counts when the person hung up meanwhile.
func (c *Client) write(ctx context.Context, do func(*draft) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.writing.RLock()
	defer c.writing.RUnlock()
	return c.t.write(do)
}

// act writes an act of a person at the table, in this session.
func (c *Client) act(ctx context.Context, checks ...func(*draft) error) error {
	return c.write(ctx, func(d *draft) error {
		own := d.firstSeat(c.person.ID)
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

// Sit lets the person sit down where nobody sits, or a computer player does, between
// two rounds. NoSeat is for the first free seat. A person who sits elsewhere changes the seat.
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
	return c.t.hall.remember(c.person, c.t.id, false, true)
}

// SitFree lets who is new sit down where a seat is free, if that may be. Without one somebody
// has to make room; until then there is something to see.
func (c *Client) SitFree(ctx context.Context) error {
	if now := c.TableView(); !now.MaySit || now.Me != tricks.NoSeat {
		return nil
	}
	if err := c.Sit(ctx, tricks.NoSeat); !errors.Is(err, ErrTaken) {
		return err
	}
	return nil
}

// Stand lets the person stand up. During a round the seat is held until its end, and
// the others may let a computer play there at once.
func (c *Client) Stand(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error { return d.addEvents(event{StoodUp: &stoodUp{actor: c.actor()}}) })
}

// Computer lets a computer player sit down at a free seat between two rounds, or with
// an empty name stand up. The host can do that.
func (c *Client) Computer(ctx context.Context, index tricks.Seat, name string) error {
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

// checkHost holds that the person is the host, between two rounds.
func (c *Client) checkHost(d *draft) error {
	switch {
	case d.host != c.person.ID:
		return ErrNotHost
	case d.playing():
		return ErrPlaying
	}
	return nil
}

// Free makes another one stand up between two rounds who is away. The host can do
// that.
func (c *Client) Free(ctx context.Context, index tricks.Seat) error {
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

// PassOn makes another one the host, who sits at a seat.
func (c *Client) PassOn(ctx context.Context, index tricks.Seat) error {
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

// Invite makes another code with which others may come: to play, or to watch.
func (c *Client) Invite(ctx context.Context, watch bool) (string, error) {
	checkLimit := func(d *draft) error {
		if len(d.codes) >= c.t.hall.limits.codes {
			return ErrTooLong
		}
		return nil
	}
	if err := c.act(ctx, checkLimit); err != nil {
		return "", err
	}
	code, err := c.t.hall.issue(inviteLength, codeTarget{Table: c.t.id, Watch: watch})
	if err != nil {
		return "", err
	}
	return ShowCode(code), c.act(ctx, checkLimit, func(d *draft) error {
		return d.addEvents(event{Invited: &invited{c.actor(), code, watch}})
	})
}

// Choose picks the next round, between two rounds. Only the host can do that. Everybody has to be
// ready anew then.
func (c *Client) Choose(ctx context.Context, g Pick) error {
	if err := g.check(); err != nil {
		return err
	}
	return c.act(ctx, c.checkHost, func(d *draft) error {
		if _, _, err := d.deal(&g, 0); err != nil {
			return err
		}
		return d.addEvents(event{Next: &next{c.actor(), g}})
	})
}

// Ready tells that the person wants to begin, or not yet. When all who sit there do, and
// no seat is free, the round begins. The error is that of [Client.NextRoundError] where the host
// has to choose something before.
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
		for i := range d.seats {
			if own := &d.seats[i]; !own.person() && own.computer == "" || own.plays() && !own.ready {
				return nil
			}
		}
		return d.dealRound(c.t.hall.opts.Seed)
	})
}

// Propose proposes what people can do only together: to take the last decision of a
// person back, which is [ErrNoUndo] where it has brought something to light, or to stop
// a round whose result is certain. Where all who play share a screen it is done at once,
// and more may go back, also after the last card, and whatever computer players have done
// meanwhile.
func (c *Client) Propose(ctx context.Context, seen Revision, action GroupAction) error {
	return c.act(ctx, func(d *draft) error {
		proposal := proposed{actor: c.actor(), Action: action}
		switch {
		case action == Undo && d.play != nil && d.oneScreen():
			return c.undoAtOneScreen(d)
		case seen.check(d) != nil:
			return ErrQuicker
		case !d.playing():
			return ErrNotPlaying
		case d.proposal != nil && d.proposal.Action != action:
			return ErrProposed
		case d.proposal != nil:
			return c.draftAgreement(d, true)
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
		if err := d.addEvents(event{Proposed: &proposal}); err != nil {
			return err
		}
		return d.carryOut()
	})
}

// undoAtOneScreen takes back what may be at one screen.
func (c *Client) undoAtOneScreen(d *draft) error {
	p := *c.upToDate()
	p.Round = d.play.Round
	back, err := p.undoCount(false)
	for err == nil && back > 0 {
		if err = d.record(chapters.Line{Undo: back}); err == nil {
			back, err = p.undoCount(true)
		}
	}
	return err
}

// GiveUp ends a round early that is not settled. It counts as lost. The person can do
// that where nobody else plays.
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

// Agree agrees to what is proposed, or not, which ends it.
func (c *Client) Agree(ctx context.Context, seen Revision, accepted bool) error {
	return c.act(ctx, seen.check, func(d *draft) error { return c.draftAgreement(d, accepted) })
}

func (c *Client) draftAgreement(d *draft, accepted bool) error {
	if d.proposal == nil {
		return ErrNothing
	}
	if err := d.addEvents(event{Agreed: &agreed{c.actor(), !accepted}}); err != nil {
		return err
	}
	return d.carryOut()
}

// carryOut carries a proposal out that everybody has agreed to.
func (d *draft) carryOut() error {
	p := d.proposal
	switch {
	case p == nil || !p.allAgreed():
		return nil
	case p.Action == Stop:
		return d.addEvents(event{Stopped: &stopped{}})
	}
	if d.undoable() != p.Decision {
		return ErrNoUndo
	}
	return d.record(chapters.Line{Undo: d.play.Decisions() - p.Decision + 1})
}

// ReplaceAbsent decides how the table goes on without another person, who has been absent for longer than
// the table's patience or wants to leave. Everybody who plays and is there can do that, and it counts
// at once. The person plays again as soon as the person is back.
func (c *Client) ReplaceAbsent(ctx context.Context, absent tricks.Seat, action AbsenceAction) error {
	return c.act(ctx, func(d *draft) error {
		var effect event
		switch {
		case !d.firstSeat(c.person.ID).present():
			return ErrNotSeated // who wants to leave has no say
		case !d.hasSeat(absent) || absent == d.seatOf(c.person.ID) || !d.overdue(absent, d.now):
			return ErrPresent
		case action == Wait:
			effect.WaitAgain = &waitAgain{absent}
		case action == Substitute:
			effect.Bot = &bot{absent, d.setup.substitute()}
		case action != GiveUp:
			return say.Errorf("%.20q is no way to go on", action)
		case !d.playing():
			return ErrNotPlaying
		default:
			effect.Stopped = &stopped{GivenUp: d.play.Settled() == chapters.Undecided}
		}
		return d.addEvents(event{AbsenceChoice: &absenceChoice{actor: c.actor(), Absent: absent, Action: action}},
			effect)
	})
}

// Return lets the person play again in whose place a computer plays, because the others did not
// want to wait.
func (c *Client) Return(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error {
		if d.firstSeat(c.person.ID).plays() {
			return nil
		}
		return d.addEvents(event{Present: &present{c.actor(), c.session}})
	})
}

// Say says something to everybody at the table: between two rounds whatever it is,
// up to 200 cells wide. During one the error is [ErrTalk].
func (c *Client) Say(ctx context.Context, text string) error {
	text = cells.Cut(clean(text), textCells, "…")
	if text == "" {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error {
		if d.playing() {
			return ErrTalk
		}
		return c.draftTalk(d, said{actor: c.actor(), Text: text})
	})
}

// SayPhrase says one of [Phrases].
func (c *Client) SayPhrase(ctx context.Context, p Phrase) error {
	if !slices.Contains(Phrases, p) {
		return ErrSilent
	}
	return c.write(ctx, func(d *draft) error { return c.draftTalk(d, said{actor: c.actor(), Phrase: p}) })
}

func (c *Client) draftTalk(d *draft, message said) error {
	switch {
	case d.member(c.person.ID) == nil:
		return ErrStranger
	case d.talkCounts[c.person.ID] >= mostTalk:
		return ErrTooMuch
	}
	return d.addEvents(event{Said: &message})
}

// Close closes the table between two rounds: nothing can be done there any more, and
// it is deleted later. The host can do that.
func (c *Client) Close(ctx context.Context) error {
	id := c.actor()
	err := c.act(ctx, c.checkHost, func(d *draft) error { return d.addEvents(event{Closed: &id}) })
	if err != nil {
		return err
	}
	return c.t.hall.forget(c.person.ID, c.t.id)
}
