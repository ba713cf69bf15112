package table

import "context"

// When a round is over everybody at the table may look through it together, those who
// watch as well. It lies there like an open book: whoever turns the page turns it for
// all, and who comes back finds it open at the same page.

// LookThrough is where a round is looked at together: after so many decisions. Name is who has
// turned to it.
type LookThrough struct {
	Name string
	At   int
}

// mostTurns is how often the page is turned for one round: a log has an end.
const mostTurns = 3000

// turn follows that somebody turned the page. The first time everybody is told.
func (s *state) turn(e *turned) {
	if s.lookThrough == nil {
		s.note(Said{Name: s.name(e.Who), Looks: true})
	}
	s.lookThrough = &LookThrough{Name: s.name(e.Who), At: e.At}
	s.turns++
}

// Turn shows everybody who looks at the last round together how it was after so many
// decisions. Everybody at the table can do that once the round is over. The error is
// [ErrPlaying], or [ErrTooMuch].
func (c *Chair) Turn(ctx context.Context, at int) error {
	return c.write(ctx, func(d *draft) error {
		switch {
		case d.play == nil:
			return ErrNotPlaying
		case d.playing():
			return ErrPlaying
		case d.member(c.who.ID) == nil:
			return ErrStranger
		case d.turns >= mostTurns:
			return ErrTooMuch
		}
		at := max(0, min(at, d.play.Decisions()))
		if d.lookThrough != nil && d.lookThrough.At == at {
			return nil
		}
		return d.do(event{Turned: &turned{c.id(), at}})
	})
}
