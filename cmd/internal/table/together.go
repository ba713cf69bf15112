package table

import (
	"context"
	"slices"
	"time"

	"fellowship/chapters"
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
)

// Proposal is an action that somebody has proposed. All people at the table have to agree.
type Proposal struct {
	Action GroupAction
	// Proposer is the seat that has proposed it, Agreed are the seats that have agreed, and Asked those
	// that have to.
	Proposer      tricks.Seat
	Agreed, Asked []tricks.Seat
	// Of an undo: Decision is the number of the one that goes back, counted from 1, and
	// More how many after it do, too. The person at Seat made it; Card is what it has
	// played, NoCard where not everybody saw that.
	Decision, More int
	Seat           tricks.Seat
	Card           tricks.Card
}

// allAgreed reports whether everybody has agreed.
func (p *Proposal) allAgreed() bool {
	return !slices.ContainsFunc(p.Asked, func(s tricks.Seat) bool { return !slices.Contains(p.Agreed, s) })
}

// newProposal is the proposal of an event. Who plays has to agree, there or not.
func (s *state) newProposal(e *proposed) *Proposal {
	p := &Proposal{Action: e.Action, Proposer: s.seatOf(e.PersonID), Card: tricks.NoCard}
	for i := range s.seats {
		if s.seats[i].plays() {
			p.Asked = append(p.Asked, tricks.Seat(i))
		}
	}
	p.Agreed = s.seatsOf(e.PersonID)
	if e.Action == Undo && s.playing() {
		s.describe(p, e.Decision)
	}
	return p
}

// describe says which decision goes back, as far as everybody knows it.
func (s *state) describe(p *Proposal, number int) {
	made := s.play.Record().Decisions
	if number < 1 || number > len(made) {
		return
	}
	d := made[number-1]
	// who decides for the pyramid (S9)
	p.Decision = number
	p.More = len(made) - number
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

// AbsenceAction is a way to go on without somebody who is absent.
type AbsenceAction string

// Ways to go on without somebody.
const (
	// Wait waits as long again.
	Wait AbsenceAction = "wait"
	// Substitute lets a computer play until the person is back.
	Substitute AbsenceAction = "computer"
	// GiveUp ends the round, which counts as lost if it is not won.
	GiveUp AbsenceAction = "stop"
)

// announceAbsenceChoice tells everybody who has decided how to go on without somebody, in the event of that number.
func (s *state) announceAbsenceChoice(number uint64) {
	if w := s.absenceChoice; w != nil && w.number == number && s.hasSeat(w.Absent) {
		s.addTalk(TalkEntry{Name: s.name(w.PersonID), AbsentName: s.seatName(w.Absent), AbsenceAction: w.Action})
	}
	s.absenceChoice = nil
}

// absence returns for how long a person has been absent at a time: not there, or
// there and without a decision that is due. Somebody who wants to leave is absent for
// ever.
func (s *state) absence(index tricks.Seat, now time.Time) time.Duration {
	const forever = 1<<63 - 1
	c := &s.seats[index]
	start := c.away
	switch {
	case !c.plays():
		return 0
	case c.leaving:
		return forever
	case start.IsZero() && s.playing() && s.play.Player() == index:
		start = s.due
	}
	if start.IsZero() {
		return 0
	}
	if c.waited.After(start) {
		start = c.waited
	}
	return max(0, now.Sub(start))
}

// deciding reports whether the person at a seat is there and has a decision to make.
func (s *state) deciding(index tricks.Seat) bool {
	return s.seats[index].present() && s.playing() && s.play.Player() == index
}

// overdue reports whether the others may go on without somebody. One of them has to be there.
func (s *state) overdue(index tricks.Seat, now time.Time) bool {
	for i := range s.seats {
		if tricks.Seat(i) != index && s.seats[i].present() {
			return s.absence(index, now) >= s.setup.patience()
		}
	}
	return false
}

// undoable returns the number of the decision that would go back, counted from 1, 0
// for none.
func (s *state) undoable() int {
	if !s.playing() {
		return 0
	}
	if back := s.play.UndoCount(true); back > 0 {
		return s.play.Decisions() - back + 1
	}
	return 0
}

// Phrase is something that can be said while a round is played. Nobody talks about
// hands, so none says anything of cards.
type Phrase string

// Phrases are all of them, in the order in which they are offered. Their texts have
// the keys phrase.hello and so on.
var Phrases = []Phrase{"hello", "thinking", "moment", "back", "turn", "sorry", "thanks", "good", "laugh", "bye"}

// Key returns the key of the phrase's text.
func (p Phrase) Key() string { return "phrase." + string(p) }

// TalkEntry is something that was said at the table: a text, a phrase, or what somebody does that
// everybody is told.
type TalkEntry struct {
	Name   string
	Text   string
	Phrase Phrase
	Help   Help
	// Replays reports whether the person has opened the last round for all to look at, Refuses
	// whether they do not agree to what was proposed.
	Replays, Refuses bool
	// AbsenceAction is how the person has decided to go on without another one, who is called
	// Without; empty where it was something else.
	AbsenceAction AbsenceAction
	AbsentName    string
	// Round is the number of the round that was played then, or that had been last.
	Round int
}

// mostTalk is how often a person may say something between two rounds, or during one.
const mostTalk = 60

// When a round is over everybody at the table may look through it together, those who
// watch as well. It lies there like an open book: whoever turns the page turns it for
// all, and who comes back finds it open at the same page.

// Replay is where a round is looked at together: after so many decisions. Name is who has
// turned to it.
type Replay struct {
	Name      string
	Decisions int
}

// mostTurns is how often the page is turned for one round: a log has an end.
const mostTurns = 3000

// turnPage follows that somebody turned the page. The first time everybody is told.
func (s *state) turnPage(e *turned) {
	if s.replay == nil {
		s.addTalk(TalkEntry{Name: s.name(e.PersonID), Replays: true})
	}
	s.replay = &Replay{Name: s.name(e.PersonID), Decisions: e.Decisions}
	s.pageTurns++
}

// TurnPage shows everybody who looks at the last round together how it was after so many
// decisions. Everybody at the table can do that once the round is over. The error is
// [ErrPlaying], or [ErrTooMuch].
func (c *Client) TurnPage(ctx context.Context, decisions int) error {
	return c.write(ctx, func(d *draft) error {
		switch {
		case d.play == nil:
			return ErrNotPlaying
		case d.playing():
			return ErrPlaying
		case d.member(c.person.ID) == nil:
			return ErrStranger
		case d.pageTurns >= mostTurns:
			return ErrTooMuch
		}
		decisions := max(0, min(decisions, d.play.Decisions()))
		if d.replay != nil && d.replay.Decisions == decisions {
			return nil
		}
		return d.addEvents(event{Turned: &turned{c.actor(), decisions}})
	})
}
