package scene

import (
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Status is the state of a goal.
type Status uint8

// A goal is open, met for good, lost, or met so far, which may still change.
const (
	Open Status = iota
	Met
	Lost
	MetSoFar
)

// statusWord returns the status of a goal and a word for it, empty for an open goal.
func (t *Board) statusWord(st characters.Status) (Status, string) {
	switch st {
	case characters.Met:
		return MetSoFar, t.Reader.Texts.T("scene.sofar")
	case characters.Sealed, characters.Waived:
		return Met, t.Reader.Texts.T("scene.met")
	case characters.Failed:
		return Lost, t.Reader.Texts.T("scene.lost")
	}
	return Open, ""
}

// Verdict returns the words for a goal's status.
func (t *Board) Verdict(st characters.Status) string {
	return t.Reader.Texts.T("status.marked." + st.String())
}

// endWord returns the word for a goal's status at the end of the round: the one that stands on the plates, and for a goal
// that Mithril covers or that is open the one of [Board.Verdict].
func (t *Board) endWord(st characters.Status) string {
	if _, word := t.statusWord(st); word != "" && st != characters.Waived {
		return word
	}
	return t.Verdict(st)
}

// seatVerdict returns the words for the status of a seat's goal, empty for a character without a goal.
func (t *Board) seatVerdict(s tricks.Seat) string {
	if g := texts.AimOf(t.View, s); g != nil {
		return t.Verdict(texts.ToldStatus(t.View, g.Status))
	}
	return ""
}
