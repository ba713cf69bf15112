package chapters

import (
	"fmt"

	"fellowship/characters/say"
)

// checkDealt checks that a position in stage draft is what the dealer deals under the name that the
// position has. People pass names on to friends, who should get the same cards. Later stages are not
// checked, because cards have moved by then. Neither are names and chapters that this library does not
// know.
func (l *Library) checkDealt(p *Position) error {
	id, badName := ParseDealID(p.Deal)
	if _, unknown := l.Chapter(id.Chapter); p.Stage != StageDraft || badName != nil || unknown != nil {
		return nil //nolint:nilerr // there is nothing to compare with
	}
	dealt, err := l.Deal(id)
	if err != nil {
		return say.Errorf("deal %s: %w", p.Deal, err)
	}
	if difference := p.firstDifference(&dealt); difference != nil {
		return say.Errorf("these are not the cards of deal %s: its %s; correct them, or remove deal", p.Deal,
			difference)
	}
	return nil
}

// firstDifference describes the first part of a position that differs from a deal, of the parts that
// chance decides and that the deal depends on. It is nil if there is no difference.
func (p *Position) firstDifference(dealt *Position) fmt.Stringer {
	type part struct {
		key   string
		value any
	}
	parts := func(p *Position) []part {
		list := []part{
			{"chapter", p.Chapter},
			{"players", p.Players},
			{"lost", p.Lost},
			{"pyramid", p.Pyramid},
			{"pile", p.Pile},
			{"threats", p.Threats},
			{"event", p.Event},
			{"group", p.Group},
			{"pool", p.Pool},
			{"gift", p.Gift},
			{"sides", p.Sides},
			{"staged", p.Staged},
		}
		for s, h := range p.Hands {
			seat := fmt.Sprintf("seat %d", s)
			list = append(list, part{seat, h.Owned()}, part{seat, h.Character}, part{seat, h.Rows})
		}
		return list
	}
	own := parts(p)
	for i, want := range parts(dealt) {
		value := fmt.Sprint(want.value)
		if i >= len(own) || value != fmt.Sprint(own[i].value) {
			return say.Sprintf("%s is %s", want.key, value)
		}
	}
	return nil
}
