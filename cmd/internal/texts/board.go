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
	sum, lost := t.sumVerdict(d.v, s, m)
	if lost { // nothing else matters
		return sum
	}
	return strings.Join(NotEmpty(t.DoomWarning(d, s, m), t.winForecast(d.v, s, m), sum), " ")
}

// DoomWarning warns of a play that puts a goal out of reach for good (see [Dooms.Find]). It is
// empty for any other play.
func (t *Texts) DoomWarning(d *Dooms, s tricks.Seat, m tricks.Move) string {
	switch doom, ok := d.Find(s, m); {
	case !ok:
		return ""
	case doom.Card != tricks.NoCard:
		return t.T("board.doom.card", t.NameAt(d.v, doom.Goal.Seat), doom.Card)
	default:
		return t.T("board.doom", t.GoalOwner(d.v, doom.Goal))
	}
}

// SumForecast says what the ranks of the trick would add up to with a card (C14).
func (t *Texts) SumForecast(v *chapters.View, s tricks.Seat, m tricks.Move) string {
	sum, _ := t.sumVerdict(v, s, m)
	return sum
}

// winForecast says whether a card would win the trick so far.
func (t *Texts) winForecast(v *chapters.View, s tricks.Seat, m tricks.Move) string {
	takesLead, wonByNobody, known := v.WouldTakeLead(m)
	last := SeatsToPlay(v, s) == 0
	switch {
	case !known || v.Led == tricks.NoSuit && v.Low == 0:
		return ""
	case wonByNobody && last:
		return Sentence(t.T("board.would.nobody.last", t.Winner(v, tricks.NoSeat), v.Low))
	case wonByNobody:
		return t.T("board.would.nobody", v.Low, t.Winner(v, tricks.NoSeat))
	case v.Led == tricks.NoSuit: // who leads is always the best so far
		return ""
	case takesLead && last:
		return t.T("board.would.win", m.Card)
	case takesLead:
		return t.T("board.would.lead", m.Card)
	case last && v.WonByNobody:
		return Sentence(t.T("board.would.nobody.last", t.Winner(v, tricks.NoSeat), v.Low))
	case last:
		return t.T("board.would.lose", t.NameAt(v, v.Best))
	case v.Taken:
		return t.T("board.would.ring", t.NameAt(v, v.Best))
	case m.Card.Suit() == v.Card[v.Best].Suit():
		return t.T("board.would.lower", v.Card[v.Best], m.Card)
	case v.Card[v.Best].Suit() != v.Led:
		return t.T("board.would.trump", v.Card[v.Best], m.Card)
	}
	return t.T("board.would.not", m.Card)
}

// sumVerdict says what the ranks of the trick would add up to, and reports whether that loses the
// round.
func (t *Texts) sumVerdict(v *chapters.View, s tricks.Seat, m tricks.Move) (text string, lost bool) {
	sum, known := Sum(v)
	if v.Least == 0 || !known {
		return "", false
	}
	const highest = 8
	sum += m.Card.Rank()
	switch toCome := SeatsToPlay(v, s); {
	case sum >= v.Least:
		return t.T("board.sum.enough", sum, v.Least, m.Card), false
	case toCome == 0:
		return t.Short(v, "board.sum.short.", sum, v.Least, m.Card), true
	case sum+toCome*highest < v.Least:
		return t.Short(v, "board.sum.hopeless.", sum, v.Least, toCome*highest, m.Card), true
	default:
		return t.N("board.sum.sofar", toCome, sum, v.Least, m.Card), false
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
func (t *Texts) TrickStatus(v *chapters.View) string {
	switch {
	case v.Led == tricks.NoSuit:
		return t.T("tui.trick.lead", t.NameAt(v, v.Leader))
	case v.Taken:
		return t.T("tui.trick.ring", t.NameAt(v, v.Best))
	case v.Best == tricks.NoSeat: // that would tell what lies face down
		return t.T("tui.trick.hidden", t.Suit(v.Led))
	case v.WonByNobody:
		return t.T("board.lies.nobody", t.Suit(v.Led), t.NameAt(v, v.Best), t.Winner(v, tricks.NoSeat))
	}
	return t.T("tui.trick.best", t.Suit(v.Led), t.NameAt(v, v.Best))
}

// SideDeckEffect says what the cards turned up from the side deck do now, and reports whether that
// is a warning. It is empty without such cards.
func (t *Texts) SideDeckEffect(v *chapters.View) (text string, warning bool) {
	if v.Low > 0 {
		taker := t.Winner(v, tricks.NoSeat)
		switch {
		case v.WonByNobody:
			return t.T("board.low.takes", v.Low, taker), true
		case v.Taken:
			return t.T("board.low.ring", taker), false
		case v.Best != tricks.NoSeat:
			return t.T("board.low.safe", v.Low, taker), false
		}
		return t.T("board.low", v.Low, taker), false
	}
	if v.Least > 0 {
		sum, known := Sum(v)
		switch {
		case !known:
			return t.T("board.least", v.Least), false
		case sum >= v.Least:
			return t.T("board.least.enough", sum, v.Least), false
		case sum > 0:
			return t.T("board.least.sofar", sum, v.Least, v.Least-sum), true
		}
		return t.T("board.least", v.Least), false
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
func (t *Texts) GoalChange(v *chapters.View, g *chapters.GoalStatus) string {
	return t.T("board.goal."+g.Status.String(), t.GoalOwner(v, g))
}

// GoalOwner names the seat that has a goal, with its rider if the goal belongs to the rider.
func (t *Texts) GoalOwner(v *chapters.View, g *chapters.GoalStatus) string {
	if g.Rider != "" {
		return t.T("tui.riderof", t.NameAt(v, g.Seat), t.Rider(v, g.Seat))
	}
	return t.NameAt(v, g.Seat)
}

// SideName names the deck whose cards are turned up.
func (t *Texts) SideName(v *chapters.View) string {
	return v.SideDeck(chapters.BeatsLowWinners, chapters.LeastSum).TitleOrName(t.lang)
}
