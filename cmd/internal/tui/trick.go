package tui

import (
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// trick is what was played into one trick, in order. The log is its source,
// because it knows whether R1 was played to win (T7).
type trick struct {
	plays  []tricks.Play
	winner tricks.Seat
	done   bool
}

// played returns the tricks of the round; the last one may be going on.
func played(v *chapters.View) []trick {
	var out []trick
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Played:
			if len(out) == 0 || out[len(out)-1].done {
				out = append(out, trick{winner: tricks.NoSeat})
			}
			last := &out[len(out)-1]
			last.plays = append(last.plays, tricks.Play{Seat: e.Seat, Move: tricks.Move{Card: e.Card, ToWin: e.ToWin}})
		case chapters.WonTrick:
			if len(out) > 0 {
				out[len(out)-1].winner, out[len(out)-1].done = e.Seat, true
			}
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

// line lists the plays: "Frodo H3, Gandalf H5".
func (t *trick) line(th *theme, tx *texts.Texts, v *chapters.View) string {
	parts := make([]string, len(t.plays))
	for i, p := range t.plays {
		parts[i] = tx.Who(v, p.Seat) + " " + th.suited(p.Card, p.Move.String())
	}
	return strings.Join(parts, ", ")
}
