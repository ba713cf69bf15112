package scene

import (
	"fellowship/chapters"
	"fellowship/characters"
)

// Outcome says how the round ended, and what is special about that, empty for nothing. Stopped
// says that the group ended it early.
func (t *Board) Outcome(stopped bool) (how, more string) {
	v := t.V
	switch {
	case v.Short:
		more = t.Short(v, "tui.result.short.")
	case v.Spared && v.Result == chapters.Won:
		more = t.Short(v, "tui.result.spared.")
	case stopped:
		more = t.T("tui.result.early", len(v.History), v.Tricks)
	}
	return t.T("tui.result." + string(v.Result)), more
}

// Certain says that the result is certain before the round is over (T11).
func (t *Board) Certain() string {
	v := t.V
	if v.Result == chapters.Won {
		return t.T("tui.settled.won")
	}
	for _, g := range v.Goals {
		if g.Status == characters.Failed {
			who := t.Who(v, g.Seat)
			if g.Rider != "" {
				who = t.T("tui.riderof", who, t.Rider(v, g.Seat))
			}
			return t.T("tui.settled.lost", who)
		}
	}
	return t.Short(v, "tui.settled.short.")
}

// Ended names the winner of a trick, by the text of that key, or tells that it fell short of the
// Balrog (C14).
func (t *Board) Ended(tr *Trick, n int, key string) string {
	if sum, least := tr.Sum(), t.Least(tr); sum < least {
		if t.V.Spared {
			return t.Short(t.V, "board.spared.", n, sum, least)
		}
		return t.Short(t.V, "board.short.", n, sum, least)
	}
	return t.T(key, t.Winner(t.V, tr.Winner), n)
}
