package chapters

import (
	"fmt"
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// checkDealt holds a position in stage draft that names its deal to what the dealer deals under
// that name. People pass names on to friends, who shall have the same cards. In later stages cards
// have moved, so those are not checked. Nor are names and chapters that this library does not know.
func (l *Library) checkDealt(p *Position) error {
	id, ok := l.dealNamed(p.Deal)
	if p.Stage != StageDraft || !ok {
		return nil
	}
	dealt, err := l.Deal(id)
	if err != nil {
		return say.Errorf("deal %s: %w", p.Deal, err)
	}
	if what := p.unlike(&dealt); what != nil {
		return say.Errorf("these are not the cards of deal %s: its %s; correct them, or leave deal out", p.Deal, what)
	}
	return nil
}

// dealNamed returns the deal of that name, if there is one in the library.
func (l *Library) dealNamed(name string) (id DealID, ok bool) {
	id, err := ParseDealID(name)
	if err == nil {
		_, err = l.Chapter(id.Chapter)
	}
	return id, err == nil
}

// unlike says what chance decided otherwise in a deal, nil if nothing.
func (p *Position) unlike(dealt *Position) fmt.Stringer {
	switch {
	case p.Chapter != dealt.Chapter:
		return say.Sprintf("chapter is %s", dealt.Chapter)
	case p.Players != dealt.Players:
		return say.Sprintf("players are %d", dealt.Players)
	case !slices.Equal(p.Lost, dealt.Lost):
		return say.Sprintf("lost card is %s", tricks.FormatCards(dealt.Lost))
	case p.Pyramid != dealt.Pyramid:
		return say.Sprintf("pyramid is seat %d", dealt.Pyramid)
	case !slices.Equal(p.Pile, dealt.Pile):
		return say.Sprintf("pile is %s", tricks.FormatCards(dealt.Pile))
	case !slices.Equal(p.Threats, dealt.Threats):
		return say.Sprintf("threat deck is %v", dealt.Threats)
	case p.Event != dealt.Event || p.Group != dealt.Group:
		return say.Sprintf("event or group is %q", dealt.Event+dealt.Group)
	case !slices.Equal(p.Pool, dealt.Pool):
		return say.Sprintf("pool is %v", dealt.Pool)
	case p.Gift != dealt.Gift:
		return say.Sprintf("gift is %s", dealt.Gift)
	case !maps.EqualFunc(p.Sides, dealt.Sides, slices.Equal):
		return say.Word("side deck is another")
	case !slices.EqualFunc(p.Staged, dealt.Staged, slices.Equal):
		return say.Word("staged cards are others")
	}
	for s := range dealt.Hands {
		h, d := &p.Hands[s], &dealt.Hands[s]
		if h.Cards != d.Cards || h.Character != d.Character || h.Extra != d.Extra || !slices.EqualFunc(h.Rows, d.Rows, slices.Equal) {
			return say.Sprintf("seat %d has %s", s, d.Owned())
		}
	}
	return nil
}
