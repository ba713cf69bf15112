package session

import (
	"maps"
	"slices"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// A game may be played in several programs at a time. Each has a session of its own,
// which follows what any of them has written into the record they share: a decision
// is tried on a copy, written, and made in every session when it comes from there.

// Copy returns a session for itself that writes to another log. Nobody looks at it.
func (s *Session) Copy(log Log) *Session {
	c := *s
	c.game, c.log = s.game.Clone(), log
	c.by, c.computers = slices.Clone(s.by), maps.Clone(s.computers)
	c.deciders, c.assisted, c.hints = slices.Clip(s.deciders), slices.Clip(s.assisted), slices.Clip(s.hints)
	c.story, c.goals, c.undone = slices.Clip(s.story), slices.Clip(s.goals), slices.Clip(s.undone)
	return &c
}

// Hear follows a line of the record that is written already: a decision, one that is
// taken back, or help that was asked for. It writes nothing. A line that does not go
// on with this game changes nothing, and the error names the rule.
func (s *Session) Hear(text []byte) error {
	line, err := chapters.ReadLine(text, len(s.deciders))
	switch {
	case err != nil:
		return err
	case line.Undo > 0:
		before, err := s.game.Before(len(s.deciders) - line.Undo)
		if err != nil {
			return err
		}
		s.unmade(before)
	case line.Assisted:
		s.assisted = append(s.assisted, len(s.deciders))
	case line.Hint != "":
		s.hints = append(s.hints, len(s.deciders))
	default:
		player, next := s.game.Due().By, s.game.Clone()
		if err := next.Apply(*line.Decision); err != nil {
			return err
		}
		s.made(next, player)
	}
	return nil
}

// Replace lets another one play a seat from now on: a Person, or a computer player by
// its name. What was decided stays that of who has decided it.
func (s *Session) Replace(seat tricks.Seat, by string) error {
	if seat < 0 || int(seat) >= len(s.by) {
		return say.Errorf("there is no seat %d", seat)
	}
	if err := s.invite(by); err != nil {
		return err
	}
	s.by[seat] = by
	return nil
}
