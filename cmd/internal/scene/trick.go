package scene

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Trick holds the plays into one trick, in order. The log is its source, because it knows whether
// R1 was played to win (T7).
type Trick struct {
	Plays  []tricks.Play
	Winner tricks.Seat
	Done   bool
	// Turned is the cards of a side deck that were turned up for it (C5, C14).
	Turned []tricks.Card
	// SaidSuit is the suit of a card that lies face down (C15), which the plays have
	// as [tricks.Closed].
	SaidSuit tricks.Suit
}

// Tricks returns the tricks of the round; the last one may be going on.
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
		default: // of the setup, or beside the trick
		}
	}
	return out
}

// LastTrick returns the last finished trick and its number, counted from 1, or
// 0 if there is none.
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

// Play returns the card that a seat played into the trick; NoCard if it has played none.
func (t *Trick) Play(s tricks.Seat) tricks.Move {
	for _, p := range t.Plays {
		if p.Seat == s {
			return p.Move
		}
	}
	return tricks.Move{Card: tricks.NoCard}
}

// Sum is the sum of the ranks played (C14).
func (t *Trick) Sum() (sum int) {
	for _, p := range t.Plays {
		if p.Card != tricks.Closed {
			sum += p.Card.Rank()
		}
	}
	return sum
}

// playedCard is a card that was played: its suit only where it lies face down.
func (t *Board) playedCard(tr *Trick, m tricks.Move) string {
	if m.Card == tricks.Closed {
		return t.Letter(tr.SaidSuit) + "?"
	}
	return t.Move(m)
}

// TrickLine lists the plays of a trick: "Frodo H3, Gandalf H5".
func (t *Board) TrickLine(tr *Trick) string {
	parts := make([]string, len(tr.Plays))
	for i, p := range tr.Plays {
		parts[i] = t.NameAt(t.View, p.Seat) + " " + t.playedCard(tr, p.Move)
	}
	line := strings.Join(parts, ", ")
	if len(tr.Turned) > 0 {
		return t.T("tui.log.turned", t.TurnedShort(t.View, tr.Turned, tr.Sum()), line)
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

// TrickText tells a trick that has ended, with its number and its winner.
func (t *Board) TrickText(tr *Trick, number int) string {
	return t.T("tui.log.trick", number, t.TrickLine(tr), t.Winner(t.View, tr.Winner))
}
