package scene

import (
	"slices"

	"fellowship/chapters"
)

// Happened lists the events beside the tricks since the one before the last began, the latest
// first; in the first one the end of the setup belongs to them.
func (t *Board) Happened() (out []string) {
	v := t.V
	if v.Stage != chapters.StagePlay {
		return nil
	}
	began := slices.IndexFunc(v.Log, func(e chapters.Event) bool { return e.Kind == chapters.Played || e.Kind == chapters.TurnedUp })
	ended := 0
	for i, e := range slices.Backward(v.Log) {
		switch e.Kind {
		case chapters.WonTrick:
			if ended++; ended > 1 {
				return out
			}
		case chapters.Played, chapters.TurnedUp, chapters.Took:
		default:
			if (began < 0 || i < began) && (ended > 0 || len(out) > 3) {
				return out
			}
			out = append(out, t.Event(v, e))
		}
	}
	return out
}
