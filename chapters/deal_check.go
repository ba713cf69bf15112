package chapters

import (
	"fmt"

	"fellowship/characters/say"
)

// checkDealt holds a position in stage draft that names its deal to what the dealer deals under
// that name. People pass names on to friends, who shall have the same cards. In later stages cards
// have moved, so those are not checked. Nor are names and chapters that this library does not know.
func (l *Library) checkDealt(p *Position) error {
	id, badName := ParseDealID(p.Deal)
	if _, unknown := l.Chapter(id.Chapter); p.Stage != StageDraft || badName != nil || unknown != nil {
		return nil //nolint:nilerr // there is nothing to hold it to
	}
	dealt, err := l.Deal(id)
	if err != nil {
		return say.Errorf("deal %s: %w", p.Deal, err)
	}
	if difference := p.firstDifference(&dealt); difference != nil {
		return say.Errorf("these are not the cards of deal %s: its %s; correct them, or leave deal out", p.Deal,
			difference)
	}
	return nil
}

// firstDifference names the part of a position that chance decided otherwise in a deal, nil if none.
func (p *Position) firstDifference(dealt *Position) fmt.Stringer {
	type decided struct {
		key   string
		value any
	}
	all := func(p *Position) []decided {
		list := []decided{
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
			list = append(list, decided{seat, h.Owned()}, decided{seat, h.Character}, decided{seat, h.Rows})
		}
		return list
	}
	other := all(p)
	for i, d := range all(dealt) {
		if value := fmt.Sprint(d.value); i >= len(other) || value != fmt.Sprint(other[i].value) {
			return say.Sprintf("%s is %s", d.key, value)
		}
	}
	return nil
}
