package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/tricks"

	"github.com/charmbracelet/x/ansi"
)

// trick is what was played into one trick, in order. The log is its source,
// because it knows whether R1 was played to win (T7).
type trick struct {
	plays  []tricks.Play
	winner tricks.Seat
	done   bool
	// turned is the cards of a side deck that were turned up for it (C5, C14).
	turned []tricks.Card
	// said is the suit of a card that lies face down (C15), which the plays have
	// as [chapters.Closed].
	said tricks.Suit
}

// played returns the tricks of the round; the last one may be going on.
func played(v *chapters.View) []trick {
	var out []trick
	var turned []tricks.Card
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.TurnedUp:
			turned = append(turned, e.Card)
		case chapters.Played:
			if len(out) == 0 || out[len(out)-1].done {
				out = append(out, trick{winner: tricks.NoSeat, said: tricks.NoSuit, turned: turned})
				turned = nil
			}
			last := &out[len(out)-1]
			if e.Card == tricks.NoCard {
				e.Card, last.said = chapters.Closed, e.Suit
			}
			last.plays = append(last.plays, tricks.Play{Seat: e.Seat, Move: tricks.Move{Card: e.Card, ToWin: e.ToWin}})
		case chapters.WonTrick:
			if len(out) > 0 {
				out[len(out)-1].winner, out[len(out)-1].done = e.Seat, true
			}
		default: // of the setup, or beside the trick
		}
	}
	return out
}

// lastTrick returns the last finished trick and its number, counted from 1, or
// 0 if there is none.
func lastTrick(v *chapters.View) (trick, int) {
	all := played(v)
	if n := len(all); n > 0 && !all[n-1].done {
		all = all[:n-1]
	}
	if len(all) == 0 {
		return trick{}, 0
	}
	return all[len(all)-1], len(all)
}

// play returns what a seat played into the trick; NoCard if it has not.
func (t *trick) play(s tricks.Seat) tricks.Move {
	for _, p := range t.plays {
		if p.Seat == s {
			return p.Move
		}
	}
	return tricks.Move{Card: tricks.NoCard}
}

// sum is what the ranks played sum to (C14).
func (t *trick) sum() (sum int) {
	for _, p := range t.plays {
		if p.Card != chapters.Closed {
			sum += p.Card.Rank()
		}
	}
	return sum
}

// playedCard draws a card that was played: its suit only where it lies face down.
func (t *board) playedCard(tr *trick, m tricks.Move) string {
	if m.Card == chapters.Closed {
		return t.suited(tricks.NewCard(tr.said, 1), t.Letter(tr.said)+"?")
	}
	return t.suited(m.Card, t.Move(m))
}

// trickLine lists the plays of a trick: "Frodo H3, Gandalf H5".
func (t *board) trickLine(tr *trick) string {
	parts := make([]string, len(tr.plays))
	for i, p := range tr.plays {
		parts[i] = t.Who(t.v, p.Seat) + " " + t.playedCard(tr, p.Move)
	}
	line := strings.Join(parts, ", ")
	if len(tr.turned) > 0 {
		return t.T("tui.log.turned", t.TurnedShort(t.v, tr.turned, tr.sum()), line)
	}
	return line
}

// trickCards lists the cards of a trick: "H3 H5".
func (t *board) trickCards(tr *trick) string {
	parts := make([]string, len(tr.plays))
	for i, p := range tr.plays {
		parts[i] = t.playedCard(tr, p.Move)
	}
	return strings.Join(parts, " ")
}

// trickShown is the line of a trick, or its cards alone where that is too wide.
func (t *board) trickShown(tr *trick, w int) string {
	if line := t.trickLine(tr); ansi.StringWidth(t.fold(line)) <= w {
		return line
	}
	return t.trickCards(tr)
}

// trickTold tells a trick that has ended, with its number and who won it.
func (t *board) trickTold(tr *trick, number int) string {
	return t.T("tui.log.trick", number, t.trickLine(tr), t.Winner(t.v, tr.winner))
}
