package table

import (
	"context"
	"math"
	"time"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// AbsenceAction is a way to go on without an absent person.
type AbsenceAction string

// Ways to go on without an absent person.
const (
	// Wait waits once more for the table's patience.
	Wait AbsenceAction = "wait"
	// Substitute lets a computer player play until the person is back.
	Substitute AbsenceAction = "computer"
	// GiveUp ends the round, which counts as lost if it is not won.
	GiveUp AbsenceAction = "stop"
)

// announceAbsenceChoice adds to the talk log who has decided how to go on without an absent person. It is
// called with the effect of the choice, which has the same event number.
func (s *state) announceAbsenceChoice(number uint64) {
	if w := s.absenceChoice; w != nil && w.number == number && s.hasSeat(w.Absent) {
		s.addTalk(TalkEntry{Name: s.name(w.PersonID), AbsentName: s.seatName(w.Absent), AbsenceAction: w.Action})
	}
	s.absenceChoice = nil
}

// absence returns how long the others have waited for the person at a seat, who is away or has not made
// a decision that is due. For a person who wants to leave it is unlimited.
func (s *state) absence(index tricks.Seat, now time.Time) time.Duration {
	const forever = 1<<63 - 1
	entry := &s.seats[index]
	start := entry.away
	switch {
	case !entry.plays():
		return 0
	case entry.leaving:
		return forever
	case start.IsZero() && s.playing() && s.play.Player() == index:
		start = s.due
	}
	if start.IsZero() {
		return 0
	}
	if entry.waited.After(start) {
		start = entry.waited
	}
	return max(0, now.Sub(start))
}

// deciding reports whether the person at a seat is there and their decision is due.
func (s *state) deciding(index tricks.Seat) bool {
	return s.seats[index].present() && s.playing() && s.play.Player() == index
}

// overdue reports whether the others may go on without the person at a seat. At least one of the others
// has to be there.
func (s *state) overdue(index tricks.Seat, now time.Time) bool {
	for i := range s.seats {
		if tricks.Seat(i) != index && s.seats[i].present() {
			return s.absence(index, now) >= s.setup.patience()
		}
	}
	return false
}

// ReplaceAbsent decides how the table goes on without another person, who has been absent for longer
// than the table's patience or wants to leave. Everybody who plays and is there may decide that, and it
// takes effect at once. The absent person plays again as soon as they are back.
func (c *Client) ReplaceAbsent(ctx context.Context, absent tricks.Seat, action AbsenceAction) error {
	return c.act(ctx, func(d *draft) error {
		var effect event
		switch {
		case !d.firstSeat(c.person.ID).present():
			return ErrNotSeated // a person who wants to leave must not decide about others
		case !d.hasSeat(absent) || absent == d.seatOf(c.person.ID):
			return ErrPresent
		case !d.overdue(absent, d.now):
			return d.refuseToReplace(absent)
		case action == Wait:
			effect.WaitAgain = &waitAgain{absent}
		case action == Substitute:
			effect.Bot = &bot{absent, d.setup.substitute()}
		case action != GiveUp:
			return say.Errorf("%.20q is not a way to continue", action)
		case !d.playing():
			return ErrNotPlaying
		default:
			effect.Stopped = &stopped{GivenUp: d.play.Settled() == chapters.Undecided}
		}
		choice := absenceChoice{actor: c.actor(), Absent: absent, Action: action}
		return d.addEvents(event{AbsenceChoice: &choice}, effect)
	})
}

// refuseToReplace returns the error for a decision about a person for whom the others have to wait.
func (d *draft) refuseToReplace(index tricks.Seat) error {
	entry := &d.seats[index]
	switch {
	case entry.person() && !entry.plays():
		return ErrDecided
	case !entry.person() || entry.away.IsZero() && !d.deciding(index):
		return ErrPresent
	}
	left := d.setup.patience() - d.absence(index, d.now)
	return say.Errorf("%w: wait for %d more seconds", ErrEarly, int(math.Ceil(left.Seconds())))
}

// Return lets the person play again after the others have let a computer player stand in for them.
func (c *Client) Return(ctx context.Context) error {
	return c.act(ctx, func(d *draft) error {
		if d.firstSeat(c.person.ID).plays() {
			return nil
		}
		return d.addEvents(event{Present: &present{c.actor(), c.session}})
	})
}
