package entry

import (
	"bytes"
	"fmt"

	"fellowship/chapters"
	"fellowship/tricks"
)

// Position makes a position of the form, and the game it begins. What is wrong
// with it as a whole is an error that names the rule.
func (f *Form) Position() (chapters.Position, error) {
	l := f.layout()
	pos := chapters.Position{
		Players: l.players, Round: l.round, Stage: chapters.StagePlay, Leader: tricks.NoSeat, Pyramid: tricks.NoSeat,
	}
	if l.chapter != nil {
		pos.Chapter = l.chapter.ID
	}
	problems := f.Check().Problems
	for _, k := range f.Keys() {
		if p, bad := problems[k]; bad && p.Hard {
			return pos, fmt.Errorf("%s: %s", f.Label(k), p.Text)
		}
	}
	if l.chapter != nil && f.asDealt(&l) {
		pos.Stage = chapters.StageDraft
	}
	for s := range chapters.SeatsFor(l.players) {
		at := f.seat(s, &l)
		if at.hand.Rows != nil {
			pos.Pyramid = tricks.Seat(s)
		}
		pos.Hands = append(pos.Hands, at.hand)
		if pos.Stage == chapters.StageDraft && l.staged() {
			if pos.Staged == nil {
				pos.Staged = make([][]tricks.Set, 2)
			}
			for i := range pos.Staged {
				var cards tricks.Set
				if i < len(at.staged) {
					cards = tricks.SetOf(at.staged[i]...)
				}
				pos.Staged[i] = append(pos.Staged[i], cards)
			}
		}
	}
	if l.carrier != tricks.NoSeat && pos.Stage == chapters.StageDraft {
		pos.RiderSeats = []tricks.Seat{l.carrier}
	}
	pos.Lost, _ = f.cards(f.values[Lost], tricks.ParseCards)
	if l.lost == 0 {
		pos.Lost = nil
	}
	if l.players == 1 {
		pos.Pile, _ = f.cards(f.values[Pile], tricks.ParseCards)
	}
	if f.side(&l) {
		pos.Sides = map[string][]tricks.Card{}
		pos.Sides[l.chapter.Side.Name], _ = f.cards(f.values[Side], tricks.ParseSequence)
	}
	if pos.Stage == chapters.StageDraft {
		pos.Threats, _ = f.threats()
	}
	// Through the document, which fills in what the chapter fixes.
	doc, err := pos.YAML()
	if err != nil {
		return pos, err
	}
	for e := range f.lib.Read("deal", bytes.NewReader(doc)) {
		if e.Err != nil {
			return pos, e.Err
		}
		pos = e.Position
	}
	_, err = f.lib.NewGame(pos)
	return pos, err
}
