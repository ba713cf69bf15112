package scene

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Outcome says how the round ended, and what is special about that, empty for nothing. Stopped
// reports whether the group ended it early.
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
	return t.T("tui.result." + string(v.Result)), texts.Sentence(more)
}

// Certain says that the result is certain before the round is over (T11).
func (t *Board) Certain() string {
	v := t.V
	if v.Result == chapters.Won {
		return t.T("tui.settled.won")
	}
	if g := failed(v.Goals); g != nil {
		return t.T("tui.settled.lost", t.Whose(v, g))
	}
	return t.Short(v, "tui.settled.short.")
}

// failed is the first goal that has failed, nil for none.
func failed(all []chapters.GoalStatus) *chapters.GoalStatus {
	i := slices.IndexFunc(all, func(g chapters.GoalStatus) bool { return g.Status == characters.Failed })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Loss is the trick of a round in which a goal failed, and whose that was.
type Loss struct {
	Trick int
	Goal  *chapters.GoalStatus
}

// LossOf goes through a record until a goal fails; nil where that is not in it.
func LossOf(lib *chapters.Library, record *chapters.Record) *Loss {
	for step, err := range record.Walk(lib) {
		if err != nil {
			break
		}
		v := step.Game.View(tricks.NoSeat)
		if g := failed(v.Goals); g != nil {
			n := len(v.History)
			if all := Played(&v); len(all) > n {
				n = len(all) // it has not ended
			}
			return &Loss{n, g}
		}
	}
	return nil
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
