package scene

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Play is a seat's place in the trick.
type Play struct {
	Seat tricks.Seat
	// Name is the seat's name as it is shown below the card.
	Name string
	// Card is [tricks.NoCard] while the place is empty, and [tricks.Closed] for a card that lies face
	// down.
	Card tricks.Card
	// SaidSuit is the suit that was named for a card that lies face down (C15).
	SaidSuit tricks.Suit
	// Led reports whether the seat leads the trick.
	Led bool
	// Best reports whether the card wins the trick so far.
	Best bool
	// Me reports whether the place belongs to the seat at the bottom.
	Me bool
	// Turn reports whether the seat has to decide.
	Turn bool
	// ToWin reports whether R1 was played to win (T7).
	ToWin bool
	// Taken reports whether the trick is over and is about to be cleared away.
	Taken bool
	// Steps is how many steps the card has moved on its way from the seat to its place.
	Steps int
	// StepCount is the number of steps on the way, 0 for a card that does not move.
	StepCount int
}

// Face returns the card as it is seen, and the text to show instead of its rank: a card that lies face
// down shows the suit that was named. The rank is empty if the card shows its own.
func (p *Play) Face() (c tricks.Card, rank string) {
	switch {
	case p.Card == tricks.Closed && int(p.SaidSuit) < tricks.Suits:
		return tricks.NewCard(p.SaidSuit, 1), "?"
	case p.ToWin:
		return p.Card, "1!"
	}
	return p.Card, ""
}

// plays returns the places of the trick: the cards in the order of play, then the empty places.
func (t *Board) plays() (out []Play) {
	v := t.View
	if t.Shown == nil && v.Stage != chapters.StagePlay || t.ShowsResult {
		return nil
	}
	tr := t.CurrentTrick()
	first := v.Leader
	if len(tr.Plays) > 0 {
		first = tr.Plays[0].Seat
	}
	for i := range v.Seats {
		seat := tricks.Seat((int(first) + i) % len(v.Seats))
		p := Play{Seat: seat, Name: t.SeatLabel(seat), Me: seat == t.Bottom, Led: i == 0, Turn: t.Choosing == seat}
		m := tr.Play(seat)
		if m.Card == tricks.NoCard && (tr.Done || v.Seats[seat].Cards == 0) {
			continue // The seat sits the trick out (T9).
		}
		p.Card = m.Card
		p.ToWin = m.ToWin
		p.SaidSuit = tr.SaidSuit
		p.Best = m.Card != tricks.NoCard && seat == tr.Winner && (t.Shown != nil || !v.WonByNobody)
		out = append(out, p)
	}
	return out
}

// SeatLabel returns the short name of a seat, and "you" for the person's own.
func (t *Board) SeatLabel(seat tricks.Seat) string {
	switch c := t.View.Seats[seat].Character; {
	case t.View.Players > 1 && t.View.Seats[seat].Decider == t.View.Player && t.View.Seats[seat].Rows == nil:
		return t.Reader.Texts.T("seat.you")
	case c != nil:
		return t.Reader.Texts.ShortName(c)
	}
	return t.words().PlayerAt(seat)
}
