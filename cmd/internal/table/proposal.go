package table

import (
	"context"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// GroupAction is an action that the people at a table can take only together.
type GroupAction string

// Actions that can be proposed.
const (
	// Undo takes the last decision of a person back.
	Undo GroupAction = "undo"
	// Stop ends a round whose result is certain (T11).
	Stop GroupAction = "stop"
	// PlayOn plays on from an earlier moment of the round that has ended, see [Client.ProposePlayOn].
	PlayOn GroupAction = "playon"
)

// Proposal is an action that a person has proposed. All people who play have to agree.
type Proposal struct {
	Action GroupAction
	// Proposer is the first seat of the person who has proposed the action.
	Proposer tricks.Seat
	// Agreed are the seats that have agreed.
	Agreed []tricks.Seat
	// Asked are the seats that have to agree.
	Asked []tricks.Seat

	// Decision is, for an undo, the number of the first decision to take back, counted from 1. To play on, it is the
	// number of the decisions that stay.
	Decision int
	// Trick is the number of the trick from which the table plays on, 0 if that is before the first trick.
	Trick int
	// More is, for an undo, the number of later decisions that are taken back as well.
	More int
	// Seat is, for an undo, the seat of the person who made the decision.
	Seat tricks.Seat
	// Card is, for an undo, the card that the decision played; NoCard if it played none or not
	// everybody saw it.
	Card tricks.Card
}

// allAgreed reports whether all seats that were asked have agreed.
func (p *Proposal) allAgreed() bool {
	return !slices.ContainsFunc(p.Asked, func(s tricks.Seat) bool { return !slices.Contains(p.Agreed, s) })
}

// newProposal returns the proposal of an event. Everybody who plays has to agree, even people who are
// away.
func (s *state) newProposal(e *proposed) *Proposal {
	p := &Proposal{Action: e.Action, Proposer: s.seatOf(e.PersonID), Card: tricks.NoCard}
	for i := range s.seats {
		if s.seats[i].plays() {
			p.Asked = append(p.Asked, tricks.Seat(i))
		}
	}
	p.Agreed = s.seatsOf(e.PersonID)
	switch {
	case e.Action == Undo && s.playing():
		s.describe(p, e.Decision)
	case e.Action == PlayOn && s.play != nil:
		p.Decision = e.Decision
		p.Trick = s.trickAfter(e.Decision)
	}
	return p
}

// describe fills in which decision an undo takes back, as far as everybody knows it.
func (s *state) describe(p *Proposal, number int) {
	made := s.play.Record().Decisions
	if number < 1 || number > len(made) {
		return
	}
	d := made[number-1]
	p.Decision = number
	p.More = len(made) - number
	// Another seat decides for the pyramid (S9).
	p.Seat = s.play.Decider(number - 1)
	if d.Kind != chapters.PlayCard {
		return
	}
	for _, e := range slices.Backward(s.play.View(tricks.NoSeat).Log) {
		if e.Kind == chapters.Played && e.Seat == d.Seat {
			p.Card = e.Card
			return
		}
	}
}

// applyAgreement adds an agreement to the proposal. A refusal ends the proposal.
func (s *state) applyAgreement(e *agreed) {
	switch seat := s.seatOf(e.PersonID); {
	case s.proposal == nil:
	case e.Not:
		s.proposal = nil
		s.addTalk(TalkEntry{Name: s.name(e.PersonID), Refuses: true})
	case !slices.Contains(s.proposal.Agreed, seat):
		p := *s.proposal
		p.Agreed = slices.Concat(p.Agreed, s.seatsOf(e.PersonID))
		s.proposal = &p
	}
}

// undoable returns the number of the decision that an undo would take back, counted from 1; 0 for none.
func (s *state) undoable() int {
	if !s.playing() {
		return 0
	}
	if back := s.play.UndoCount(true); back > 0 {
		return s.play.Decisions() - back + 1
	}
	return 0
}

// Propose proposes an action that people can take only together: to take back the last decision of a
// person, or to stop a round whose result is certain (T11). Proposing again what is proposed already is
// an agreement. The error is [ErrNoUndo] if the decision has revealed something.
//
// If all who play share a screen, the action is done at once. An undo may then take back more: also
// after the last card, and together with later decisions of computer players.
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
		case action != Stop: // see ProposePlayOn
			return say.Errorf("%.20q cannot be proposed", action)
		}
		return d.propose(&proposal)
	})
}

// propose adds a proposal, and carries it out if nobody else has to agree.
func (d *draft) propose(proposal *proposed) error {
	if err := d.addEvents(event{Proposed: proposal}); err != nil {
		return err
	}
	return d.carryOut()
}

// undoAtOneScreen takes back decisions if all who play share a screen, see [viewpoint.undoCount].
func (c *Client) undoAtOneScreen(d *draft) error {
	p := *c.currentViewpoint()
	p.Round = d.play.Round
	back, err := p.undoCount(false)
	for err == nil && back > 0 {
		if err = d.record(chapters.Line{Undo: back}); err == nil {
			back, err = p.undoCount(true)
		}
	}
	return err
}

// Agree agrees to the proposal, or refuses it, which ends it.
func (c *Client) Agree(ctx context.Context, seen Revision, accepted bool) error {
	return c.act(ctx, seen.check, func(d *draft) error { return c.draftAgreement(d, accepted) })
}

// draftAgreement drafts an agreement or refusal, and carries out the proposal if all have agreed.
func (c *Client) draftAgreement(d *draft, accepted bool) error {
	if d.proposal == nil {
		return ErrNothing
	}
	if err := d.addEvents(event{Agreed: &agreed{c.actor(), !accepted}}); err != nil {
		return err
	}
	return d.carryOut()
}

// carryOut carries out the proposal if everybody has agreed.
func (d *draft) carryOut() error {
	p := d.proposal
	switch {
	case p == nil || !p.allAgreed():
		return nil
	case p.Action == Stop:
		return d.addEvents(event{Stopped: &stopped{}})
	case p.Action == PlayOn:
		return d.playOn(p.Decision)
	}
	if d.undoable() != p.Decision {
		return ErrNoUndo
	}
	return d.record(chapters.Line{Undo: d.play.Decisions() - p.Decision + 1})
}
