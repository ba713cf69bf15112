package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Closing is the last line of a chapter that is won, empty for a chapter without one.
func (t *Texts) Closing(c *chapters.Chapter) string { return t.Or("closing."+c.ID, "") }

// Outcome says what a card would do to the current trick, judged by the rules and the cards on the
// table alone. It is empty if there is nothing to say.
func (t *Texts) Outcome(d *Dooms, s tricks.Seat, m tricks.Move) string {
	sum, lost := t.Round(d.v).sumVerdict(s, m)
	if lost { // nothing else matters
		return sum
	}
	return strings.Join(NotEmpty(t.DoomWarning(d, s, m), t.Round(d.v).winForecast(s, m), sum), " ")
}

// DoomWarning warns of a play that puts a goal out of reach for good (see [Dooms.Find]). It is
// empty for any other play.
func (t *Texts) DoomWarning(d *Dooms, s tricks.Seat, m tricks.Move) string {
	switch doom, ok := d.Find(s, m); {
	case !ok:
		return ""
	case doom.Card != tricks.NoCard:
		return t.T("board.doom.card", t.Round(d.v).NameAt(doom.Goal.Seat), doom.Card)
	default:
		return t.T("board.doom", t.Round(d.v).GoalOwner(doom.Goal))
	}
}

// SumForecast says what the ranks of the trick would add up to with a card (C14).
func (r Round) SumForecast(s tricks.Seat, m tricks.Move) string {
	sum, _ := r.sumVerdict(s, m)
	return sum
}

// winForecast says whether a card would win the trick so far.
func (r Round) winForecast(s tricks.Seat, m tricks.Move) string {
	takesLead, wonByNobody, known := r.view.WouldTakeLead(m)
	last := SeatsToPlay(r.view, s) == 0
	switch {
	case !known || r.view.Led == tricks.NoSuit && r.view.Low == 0:
		return ""
	case wonByNobody && last:
		return Sentence(r.texts.T("board.would.nobody.last", r.Winner(tricks.NoSeat), r.view.Low))
	case wonByNobody:
		return r.texts.T("board.would.nobody", r.view.Low, r.Winner(tricks.NoSeat))
	case r.view.Led == tricks.NoSuit: // who leads is always the best so far
		return ""
	case takesLead && last:
		return r.texts.T("board.would.win", m.Card)
	case takesLead:
		return r.texts.T("board.would.lead", m.Card)
	case last && r.view.WonByNobody:
		return Sentence(r.texts.T("board.would.nobody.last", r.Winner(tricks.NoSeat), r.view.Low))
	case last:
		return r.texts.T("board.would.lose", r.NameAt(r.view.Best))
	case r.view.Taken:
		return r.texts.T("board.would.ring", r.NameAt(r.view.Best))
	case m.Card.Suit() == r.view.Card[r.view.Best].Suit():
		return r.texts.T("board.would.lower", r.view.Card[r.view.Best], m.Card)
	case r.view.Card[r.view.Best].Suit() != r.view.Led:
		return r.texts.T("board.would.trump", r.view.Card[r.view.Best], m.Card)
	}
	return r.texts.T("board.would.not", m.Card)
}

// sumVerdict says what the ranks of the trick would add up to, and reports whether that loses the
// round.
func (r Round) sumVerdict(s tricks.Seat, m tricks.Move) (text string, lost bool) {
	sum, known := Sum(r.view)
	if r.view.Least == 0 || !known {
		return "", false
	}
	const highest = 8
	sum += m.Card.Rank()
	switch toCome := SeatsToPlay(r.view, s); {
	case sum >= r.view.Least:
		return r.texts.T("board.sum.enough", sum, r.view.Least, m.Card), false
	case toCome == 0:
		return r.Short("board.sum.short.", sum, r.view.Least, m.Card), true
	case sum+toCome*highest < r.view.Least:
		return r.Short("board.sum.hopeless.", sum, r.view.Least, toCome*highest, m.Card), true
	default:
		return r.texts.N("board.sum.sofar", toCome, sum, r.view.Least, m.Card), false
	}
}

// Sum returns the sum of the ranks played into the trick. known is false if one of the cards lies
// face down.
func Sum(v *chapters.View) (sum int, known bool) {
	for s := range v.Seats {
		switch c := v.Card[s]; c {
		case tricks.NoCard:
		case tricks.Closed:
			return 0, false
		default:
			sum += c.Rank()
		}
	}
	return sum, true
}

// SeatsToPlay returns how many seats play into the trick after the seat whose turn it is.
func SeatsToPlay(v *chapters.View, current tricks.Seat) (n int) {
	for s := range v.Seats {
		if tricks.Seat(s) != current && v.Card[s] == tricks.NoCard && v.Seats[s].Cards > 0 {
			n++
		}
	}
	return n
}

// TrickStatus describes the trick: the suit led, and who is winning.
func (r Round) TrickStatus() string {
	switch {
	case r.view.Led == tricks.NoSuit:
		return r.texts.T("tui.trick.lead", r.NameAt(r.view.Leader))
	case r.view.Taken:
		return r.texts.T("tui.trick.ring", r.NameAt(r.view.Best))
	case r.view.Best == tricks.NoSeat: // that would tell what lies face down
		return r.texts.T("tui.trick.hidden", r.texts.Suit(r.view.Led))
	case r.view.WonByNobody:
		return r.texts.T("board.lies.nobody", r.texts.Suit(r.view.Led), r.NameAt(r.view.Best), r.Winner(tricks.NoSeat))
	}
	return r.texts.T("tui.trick.best", r.texts.Suit(r.view.Led), r.NameAt(r.view.Best))
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

// GoalOwner names the seat that has a goal, with its rider if the goal belongs to the rider.
func (r Round) GoalOwner(g *chapters.GoalStatus) string {
	if g.Rider != "" {
		return r.texts.T("tui.riderof", r.NameAt(g.Seat), r.Rider(g.Seat))
	}
	return r.NameAt(g.Seat)
}

// SideName names the deck whose cards are turned up.
func (r Round) SideName() string {
	return r.view.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).TitleOrName(r.texts.lang)
}
