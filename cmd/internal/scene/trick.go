package scene

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Trick has the plays of one trick, in order. It is read from the log, which knows whether R1 was played
// to win (T7).
type Trick struct {
	Plays []tricks.Play
	// Winner is the seat that has won the trick, or in [Board.CurrentTrick] the one that wins it so far;
	// [tricks.NoSeat] for none.
	Winner tricks.Seat
	// Done reports whether the trick is over.
	Done bool
	// Turned are the cards of a side deck that were turned up for the trick (C5, C14).
	Turned []tricks.Card
	// SaidSuit is the suit that was named for the card that lies face down (C15). Plays has that card as
	// [tricks.Closed].
	SaidSuit tricks.Suit
}

// Tricks returns the tricks of the round. The last one may still be going on.
func Tricks(v *chapters.View) []Trick {
	var out []Trick
	var turned []tricks.Card
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.TurnedUp:
			turned = append(turned, e.Card)
		case chapters.Played:
			if len(out) == 0 || out[len(out)-1].Done {
				out = append(out, Trick{Winner: tricks.NoSeat, SaidSuit: tricks.NoSuit, Turned: turned})
				turned = nil
			}
			last := &out[len(out)-1]
			if e.Card == tricks.NoCard {
				e.Card = tricks.Closed
				last.SaidSuit = e.Suit
			}
			last.Plays = append(last.Plays, tricks.Play{Seat: e.Seat, Move: tricks.Move{Card: e.Card, ToWin: e.ToWin}})
		case chapters.WonTrick:
			if len(out) > 0 {
				out[len(out)-1].Winner = e.Seat
				out[len(out)-1].Done = true
			}
		default: // Other events are not part of a trick.
		}
	}
	return out
}

// LastTrick returns the last finished trick and its number, counted from 1, or 0 if there is none.
func LastTrick(v *chapters.View) (Trick, int) {
	all := Tricks(v)
	if n := len(all); n > 0 && !all[n-1].Done {
		all = all[:n-1]
	}
	if len(all) == 0 {
		return Trick{}, 0
	}
	return all[len(all)-1], len(all)
}

// Play returns a seat's play in the trick. Its card is [tricks.NoCard] if the seat has not played.
func (t *Trick) Play(s tricks.Seat) tricks.Move {
	for _, p := range t.Plays {
		if p.Seat == s {
			return p.Move
		}
	}
	return tricks.Move{Card: tricks.NoCard}
}

// Sum returns the sum of the ranks played (C14).
func (t *Trick) Sum() (sum int) {
	for _, p := range t.Plays {
		if p.Card != tricks.Closed {
			sum += p.Card.Rank()
		}
	}
	return sum
}

// playedCard returns the code of a card that was played. Of a card that lies face down it shows only the
// suit.
func (t *Board) playedCard(tr *Trick, m tricks.Move) string {
	if m.Card == tricks.Closed {
		return t.Reader.Texts.Letter(tr.SaidSuit) + "?"
	}
	return t.Reader.Texts.Move(m)
}

// TrickLine lists the plays of a trick: "Frodo H3, Gandalf H5".
func (t *Board) TrickLine(tr *Trick) string {
	parts := make([]string, len(tr.Plays))
	for i, p := range tr.Plays {
		parts[i] = t.words().NameAt(p.Seat) + " " + t.playedCard(tr, p.Move)
	}
	line := strings.Join(parts, ", ")
	if len(tr.Turned) > 0 {
		return t.Reader.Texts.T("log.turned", t.words().TurnedShort(tr.Turned, tr.Sum()), line)
	}
	return line
}

// TrickCards lists the cards of a trick: "H3 H5".
func (t *Board) TrickCards(tr *Trick) string {
	parts := make([]string, len(tr.Plays))
	for i, p := range tr.Plays {
		parts[i] = t.playedCard(tr, p.Move)
	}
	return strings.Join(parts, " ")
}

// TrickText describes a finished trick with its number and its winner.
func (t *Board) TrickText(tr *Trick, number int) string {
	return t.Reader.Texts.T("log.trick", number, t.TrickLine(tr), t.words().Winner(tr.Winner))
}

// CurrentTrick returns the trick to show: the one in Shown, or the one being played.
func (t *Board) CurrentTrick() *Trick {
	if t.Shown != nil {
		return t.Shown
	}
	tr := &Trick{Winner: t.View.Best}
	if all := Tricks(t.View); len(all) > 0 && !all[len(all)-1].Done {
		tr.Plays, tr.SaidSuit = all[len(all)-1].Plays, all[len(all)-1].SaidSuit
	}
	tr.Turned = t.View.Turned
	return tr
}

// TrickSummary describes the state of the trick in words, or how it ended.
func (t *Board) TrickSummary() string {
	switch {
	case t.Shown != nil && t.Shown.Done:
		return t.Reader.Texts.T("trick.won", t.words().Winner(t.Shown.Winner))
	case t.View.Stage != chapters.StagePlay:
		return ""
	}
	return t.words().TrickStatus()
}
