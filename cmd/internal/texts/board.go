package texts

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Closing is the last line of a chapter that is won, empty for a chapter without one.
func (t *Texts) Closing(c *chapters.Chapter) string { return t.Or("closing."+c.ID, "") }

// TrickStatus describes the trick: the suit led, and who is winning.
func (r Round) TrickStatus() string {
	switch {
	case r.view.Led == tricks.NoSuit:
		return r.texts.T("trick.lead", r.NameAt(r.view.Leader))
	case r.view.Taken:
		return r.texts.T("trick.ring", r.NameAt(r.view.Best))
	case r.view.Best == tricks.NoSeat: // that would tell what lies face down
		return r.texts.T("trick.hidden", r.texts.Suit(r.view.Led))
	case r.view.WonByNobody:
		return r.texts.T("board.lies.nobody", r.texts.Suit(r.view.Led), r.NameAt(r.view.Best), r.Winner(tricks.NoSeat))
	}
	return r.texts.T("trick.best", r.texts.Suit(r.view.Led), r.NameAt(r.view.Best))
}

// SideDeckEffect says what the cards turned up from the side deck do now, and reports whether that
// is a warning. It is empty without such cards.
func (r Round) SideDeckEffect() (text string, warning bool) {
	if r.view.Low > 0 {
		taker := r.Winner(tricks.NoSeat)
		switch {
		case r.view.WonByNobody:
			return r.texts.T("board.low.takes", r.view.Low, taker), true
		case r.view.Taken:
			return r.texts.T("board.low.ring", taker), false
		case r.view.Best != tricks.NoSeat:
			return r.texts.T("board.low.safe", r.view.Low, taker), false
		}
		return r.texts.T("board.low", r.view.Low, taker), false
	}
	if r.view.Least > 0 {
		sum, known := Sum(r.view)
		switch {
		case !known:
			return r.texts.T("board.least", r.view.Least), false
		case sum >= r.view.Least:
			return r.texts.T("board.least.enough", sum, r.view.Least), false
		case sum > 0:
			return r.texts.T("board.least.sofar", sum, r.view.Least, r.view.Least-sum), true
		}
		return r.texts.T("board.least", r.view.Least), false
	}
	return "", false
}

// MeterText returns a number of a goal and, if it matters, how many more are needed and how many
// can still be won.
func (t *Texts) MeterText(m *Meter) string {
	switch more, left := m.Least-m.Counted, m.Possible-m.Counted; {
	case m.Least == 0 || more <= 0 || left < more || left > 40:
		return m.Text
	case m.Least == 1 && left == 1: // a card, say
		return m.Text + ": " + t.T("board.notyet")
	default:
		return m.Text + ": " + t.T("board.more", more, left)
	}
}

// GoalChange says that the status of a goal has changed.
func (r Round) GoalChange(g *chapters.GoalStatus) string {
	return r.texts.T("board.goal."+g.Status.String(), r.GoalOwner(g))
}

// NoCarrier says that nobody of the pool may carry the rider of the Road (L5). It returns "" if somebody may, or if
// there is no rider.
func (t *Texts) NoCarrier(v *chapters.View) string {
	if v.Rider == nil || v.Chapter == nil || v.Chapter.MayCarry(v.Rider) {
		return ""
	}
	return t.T("rider.nocarrier", t.Name(v.Rider))
}

// GoalOwner names the seat that has a goal, with its rider if the goal belongs to the rider.
func (r Round) GoalOwner(g *chapters.GoalStatus) string {
	if g.Rider != "" {
		return r.texts.T("rider.of", r.NameAt(g.Seat), r.Rider(g.Seat))
	}
	return r.NameAt(g.Seat)
}

// SideName names the deck whose cards are turned up.
func (r Round) SideName() string {
	return r.view.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).TitleOrName(r.texts.lang)
}
