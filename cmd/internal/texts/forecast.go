package texts

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Forecast says what the plays of a seat would do to the current trick and to the goals. It judges by
// the rules, the cards on the table and the hands that lie open. A Forecast is made once for all plays.
type Forecast struct {
	texts *Texts
	view  *chapters.View
	// seat is the seat whose turn it is to play.
	seat  tricks.Seat
	dooms *Dooms
}

// Forecast returns the forecast for the plays of a seat.
func (r Round) Forecast(s tricks.Seat) *Forecast {
	return &Forecast{texts: r.texts, view: r.view, seat: s, dooms: DoomsOf(r.view)}
}

// Outcome says what a card would do to the trick and the goals. It is empty if there is nothing to
// say.
func (f *Forecast) Outcome(m tricks.Move) string {
	sum, lost := f.sumVerdict(m)
	if lost { // nothing else matters
		return sum
	}
	return strings.Join(NotEmpty(f.Doom(m), f.lead(m), sum), " ")
}

// Doom warns of a play that puts a goal out of reach for good (see [Dooms.Find]). It is empty for any
// other play.
func (f *Forecast) Doom(m tricks.Move) string {
	words := f.texts.Round(f.view)
	switch doom, ok := f.dooms.Find(f.seat, m); {
	case !ok:
		return ""
	case doom.Card != tricks.NoCard:
		return f.texts.T("board.doom.card", words.NameAt(doom.Goal.Seat), doom.Card)
	default:
		return f.texts.T("board.doom", words.GoalOwner(doom.Goal))
	}
}

// Sum says what the ranks of the trick would add up to with a card (C14).
func (f *Forecast) Sum(m tricks.Move) string {
	sum, _ := f.sumVerdict(m)
	return sum
}

// lead says whether a card would win the trick so far.
func (f *Forecast) lead(m tricks.Move) string {
	t := f.texts
	v := f.view
	words := t.Round(v)
	takesLead, wonByNobody, known := v.WouldTakeLead(m)
	last := SeatsToPlay(v, f.seat) == 0
	switch {
	case !known || v.Led == tricks.NoSuit && v.Low == 0:
		return ""
	case wonByNobody && last:
		return Sentence(t.T("board.would.nobody.last", words.Winner(tricks.NoSeat), v.Low))
	case wonByNobody:
		return t.T("board.would.nobody", v.Low, words.Winner(tricks.NoSeat))
	case v.Led == tricks.NoSuit: // who leads is always the best so far
		return ""
	case takesLead && last:
		return t.T("board.would.win", m.Card)
	case takesLead:
		return t.T("board.would.lead", m.Card)
	case last && v.WonByNobody:
		return Sentence(t.T("board.would.nobody.last", words.Winner(tricks.NoSeat), v.Low))
	case last:
		return t.T("board.would.lose", words.NameAt(v.Best))
	case v.Taken:
		return t.T("board.would.ring", words.NameAt(v.Best))
	case m.Card.Suit() == v.Card[v.Best].Suit():
		return t.T("board.would.lower", v.Card[v.Best], m.Card)
	case v.Card[v.Best].Suit() != v.Led:
		return t.T("board.would.trump", v.Card[v.Best], m.Card)
	}
	return t.T("board.would.not", m.Card)
}

// sumVerdict says what the ranks of the trick would add up to, and reports whether that loses the
// round.
func (f *Forecast) sumVerdict(m tricks.Move) (text string, lost bool) {
	sum, known := Sum(f.view)
	least := f.view.Least
	if least == 0 || !known {
		return "", false
	}
	const highest = 8
	sum += m.Card.Rank()
	words := f.texts.Round(f.view)
	switch toCome := SeatsToPlay(f.view, f.seat); {
	case sum >= least:
		return f.texts.T("board.sum.enough", sum, least, m.Card), false
	case toCome == 0:
		return words.Short("board.sum.short.", sum, least, m.Card), true
	case sum+toCome*highest < least:
		return words.Short("board.sum.hopeless.", sum, least, toCome*highest, m.Card), true
	default:
		return f.texts.N("board.sum.sofar", toCome, sum, least, m.Card), false
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
