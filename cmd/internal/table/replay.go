package table

import "context"

// After a round everybody at the table may replay it together, watchers as well. Whoever turns the page
// turns it for all, and people who come back find the replay open at the same page.

// Replay is the page at which a finished round is looked at together.
type Replay struct {
	// Name is the name of the person who turned to the page.
	Name string
	// Decisions is the number of decisions after which the round is shown.
	Decisions int
}

// mostTurns is how often pages may be turned in one replay, because each turn is logged.
const mostTurns = 3000

// turnPage applies a turn of the page. The first turn is announced in the talk log.
func (s *state) turnPage(e *turned) {
	if s.replay == nil {
		s.addTalk(TalkEntry{Name: s.name(e.PersonID), Replays: true})
	}
	s.replay = &Replay{Name: s.name(e.PersonID), Decisions: e.Decisions}
	s.pageTurns++
}

// TurnPage turns the shared replay of the last round to the page after a number of decisions. Every
// member may do that once the round is over. The error is [ErrNotPlaying] before the first round,
// [ErrPlaying], [ErrStranger] or [ErrTooMuch].
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
