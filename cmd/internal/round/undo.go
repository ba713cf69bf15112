package round

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// rewind goes back to the state after a number of decisions.
func (s *Round) rewind(decisions int) error {
	game, err := s.game.AfterDecisions(decisions)
	if err != nil {
		return err
	}
	s.game = game
	s.lastTrickEnd = nil
	s.deciders = s.deciders[:decisions]
	s.stopped = false
	s.trimStory()
	return nil
}

// lastChosen returns the index of the last decision that was not forced, -1 for none.
func (s *Round) lastChosen() int {
	last := len(s.deciders) - 1
	for last >= 0 && s.deciders[last].forced {
		last--
	}
	return last
}

// UndoCount returns how many decisions are taken back when a person asks for an undo, 0 if none may be.
//
// Without an agreement, a person who plays alone may always take back their last decision, together with
// the later ones of computer players. If several people play, only the very last decision may be taken
// back. If agreed is true, the last decision of a person may be taken back with the later ones. In the
// last two cases nothing may be taken back that revealed something. Forced decisions do not count as a
// person's, see [Round.Forced], but they are taken back with the decision before them.
func (s *Round) UndoCount(agreed bool) int {
	if alone := len(s.Humans()) < 2; alone || agreed {
		return s.undoCountFrom(s.lastOfPerson(), alone && !agreed)
	}
	return s.undoCountFrom(s.lastChosen(), false)
}

// lastOfPerson returns the index of the last decision that a person chose, -1 for none.
func (s *Round) lastOfPerson() int {
	last := s.lastChosen()
	for last >= 0 && !s.deciders[last].person {
		last--
	}
	return last
}

// undoCountFrom returns the number of decisions from the index last on. It returns 0 if last is not a
// person's decision, or if something was revealed since and mayReveal is false.
func (s *Round) undoCountFrom(last int, mayReveal bool) int {
	if last < 0 || !s.deciders[last].person {
		return 0
	}
	if !mayReveal && reveals(s.game.Log(tricks.NoSeat)[s.deciders[last].logged:]) {
		return 0
	}
	return len(s.deciders) - last
}

// revealing are the names of the events in which something is turned up, drawn or dealt, which nobody
// can forget again.
var revealing = []string{
	"drew_threat", "rejected_threat", "drew_cards", "revealed", "took_side", "turned_up",
	"dealt_more",
}

// reveals reports whether a log has one of the revealing events.
func reveals(log []chapters.Event) bool {
	return slices.ContainsFunc(log, func(e chapters.Event) bool { return slices.Contains(revealing, e.Kind.String()) })
}

// LastDecider returns the seat of the person who made the last decision that was not forced. It is
// NoSeat if a computer player made it, or if there is no such decision.
func (s *Round) LastDecider() tricks.Seat { return s.Decider(s.lastChosen()) }

// Decider returns the seat of the person who made the decision with an index, NoSeat for none.
func (s *Round) Decider(n int) tricks.Seat {
	if n >= 0 && n < len(s.deciders) && s.deciders[n].person {
		return s.deciders[n].seat
	}
	return tricks.NoSeat
}

// Undos returns how often something was taken back.
func (s *Round) Undos() int { return len(s.storyAfterUndo) }

// Reasons why nothing was taken back.
var (
	// ErrNothing means that there is no decision that a person made.
	ErrNothing = say.New("there is no decision to take back")
	// ErrNotYours means that several people play, and that the last decision is another person's or has
	// revealed something.
	ErrNotYours = say.New("with several people, you can take back only your own last decision")
)
