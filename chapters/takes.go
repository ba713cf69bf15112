package chapters

import "fellowship/tricks"

// Takes reports whether a move would take the lead in the trick as it lies (T5, T7, T8), and
// whether the trick would then be nobody's (C5). Known is false if a card that lies face down
// decides that (C15).
func (v *View) Takes(m tricks.Move) (takes, nobody, known bool) {
	if v.Led != tricks.NoSuit && v.Best == tricks.NoSeat && !m.ToWin {
		return false, false, false
	}
	table := tricks.Table{Trump: v.trump}
	state := tricks.State{Led: v.Led, Best: v.Best, Card: v.Card, Taken: v.Taken}
	takes = table.Takes(&state, m)
	return takes, takes && !m.ToWin && m.Card.Rank() < v.Low, true
}
