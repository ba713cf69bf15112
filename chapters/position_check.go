package chapters

import (
	"maps"
	"slices"

	"fellowship/characters/say"
	"fellowship/tricks"
)

// listing is the cards that a position has at one key of the document, or at one seat.
type listing struct {
	// name is the key or the seat, for errors.
	name  say.Text
	cards []tricks.Card
	// isSideDeck reports whether this is a side deck. It may have cards that are not in the chapter's
	// deck.
	isSideDeck bool
}

// keyText returns a key of a document as a text for errors.
func keyText(key string) say.Text { return say.Sprintf("%s", key) }

// listings lists all cards of the position. The order is the order in which mistakes are reported:
// the cards on the table come first. A side deck that goes round is left out, because only it may have
// a card twice.
func (p *Position) listings(decks []*SideDeck) []listing {
	out := []listing{
		{name: keyText("lost"), cards: p.Lost},
		{name: keyText("pile"), cards: p.Pile},
	}
	for _, d := range decks {
		if !d.goesRound() {
			out = append(out, listing{name: keyText(d.Name), cards: p.Sides[d.Name], isSideDeck: true})
		}
	}
	for s := range p.Hands {
		h := &p.Hands[s]
		own := (h.Cards | h.Tucked | h.First | h.Last).Cards()
		for _, row := range h.Rows {
			own = append(own, slices.DeleteFunc(slices.Clone(row), func(c tricks.Card) bool {
				return c == tricks.NoCard
			})...)
		}
		own = append(own, h.Extra.Cards()...)
		for _, stage := range p.Staged {
			if s < len(stage) {
				own = append(own, stage[s].Cards()...)
			}
		}
		out = append(out, listing{name: say.Sprintf("seat %d", s), cards: own})
	}
	return out
}

// check reports what makes the position impossible to set up: first by the rules for every stage, then,
// in the stages draft and setup, by the rules of the chapter. The decks are the side decks that the
// position lists (see [Library.decksOf]).
func (p *Position) check(chapter *Chapter, decks []*SideDeck) error {
	if err := p.checkCards(chapter, decks); err != nil {
		return err
	}
	if err := p.checkHands(); err != nil {
		return err
	}
	if p.Stage == StagePlay {
		return nil
	}
	if chapter == nil {
		return say.Errorf("stage %s needs a chapter (S4)", p.Stage)
	}
	return p.checkDeal(chapter, decks)
}

// checkCards checks that no card appears twice and that all belong to the chapter (T1).
func (p *Position) checkCards(chapter *Chapter, decks []*SideDeck) error {
	deck := tricks.Deck
	if chapter.hasRivers(p.Players) {
		deck |= tricks.SuitSet(tricks.Rivers)
	}
	var seen tricks.Set
	for _, list := range p.listings(decks) {
		for _, c := range list.cards {
			switch {
			case seen.Contains(c):
				return say.Errorf("%s: card %s appears twice (T1)", list.name, c)
			case !list.isSideDeck && !deck.Contains(c):
				return say.Errorf("%s: card %s is not in this chapter's deck (T1)", list.name, c)
			}
			seen |= c.Bit()
		}
	}
	for _, d := range decks {
		for _, c := range p.Sides[d.Name] {
			if d.goesRound() && seen.Contains(c) {
				return say.Errorf("%s: card %s is somewhere else, too (T1)", d.Name, c)
			}
		}
	}
	return nil
}

// checkHands checks the shape of the pyramid (S9), and which cards are put aside or were taken (K).
func (p *Position) checkHands() error {
	tucked := 0
	takers := 0
	for s := range p.Hands {
		h := &p.Hands[s]
		if h.TookLost {
			takers++
		}
		for r := 1; r < len(h.Rows); r++ {
			if len(h.Rows[r]) != len(h.Rows[r-1])+1 {
				return say.Errorf("seat %d: each row of the pyramid has one place more than the row above it (S9)", s)
			}
		}
		if h.Tucked.Len()+h.First.Len()+h.Last.Len() != (h.Tucked | h.First | h.Last).Len() {
			return say.Errorf("seat %d: tucked, first and last must be different cards (K)", s)
		}
		tucked += h.Tucked.Len()
	}
	switch {
	case tucked > 1:
		return say.Errorf("%d cards are tucked away, but only one character can do that (K: Shadowfax)", tucked)
	case takers > 1:
		return say.Errorf("%d seats took the lost cards, but only one can (K)", takers)
	case takers > 0 && p.Stage != StagePlay:
		return say.Errorf("took_lost says what setup has done, so it belongs to stage play")
	}
	return nil
}

// checkDeal checks that a position before play can come from a deal of the chapter (S1, S2, S8, S9,
// S10).
func (p *Position) checkDeal(c *Chapter, decks []*SideDeck) error {
	switch {
	case len(c.Events) > 0 && c.Event == "":
		return say.Errorf("event is missing: each round of chapter %s is played with one%s (C14)", c.ID,
			variantHint(c.Events))
	case len(c.Groups) > 0 && c.Group == "":
		return say.Errorf("group is missing: each round of chapter %s is played with one%s (C18)", c.ID,
			variantHint(c.Groups))
	}
	if err := p.checkPool(c); err != nil {
		return err
	}
	l, err := c.Layout(p.Players)
	if err != nil {
		return err
	}
	// In stage setup all batches of a staged deal may have been dealt already.
	dealing := c.Staged > 0 && p.Players > 1 && (p.Stage == StageDraft || len(p.Staged) > 0)
	if err := p.checkSizes(c, l, dealing); err != nil {
		return err
	}
	for s := range p.Hands {
		if key := p.Hands[s].keyAfterDeal(c.CastByLot); p.Stage == StageDraft && key != "" {
			return say.Errorf("seat %d has %q, but stage draft comes before that (S4)", s, key)
		}
	}
	if err := p.checkDealtCards(c, l, decks, dealing); err != nil {
		return err
	}
	return p.checkDealtThreats(c)
}

// checkDealtCards checks that every card is somewhere, and that R1 and the cards of the side deck are
// at places where they may be. Dealing reports whether batches of a staged deal are still to come.
func (p *Position) checkDealtCards(c *Chapter, l Layout, decks []*SideDeck, dealing bool) error {
	var all, held tricks.Set
	for _, list := range p.listings(decks) {
		all |= tricks.SetOf(list.cards...)
	}
	for s := range p.Hands {
		held |= p.Hands[s].Owned()
	}
	switch {
	case !held.Contains(tricks.OneRing) && !dealing && !slices.Contains(p.Lost, tricks.OneRing):
		return say.Errorf("nobody holds R1: it is in a hand when a round begins (S2, S3, S10)")
	case slices.Contains(p.Lost, tricks.OneRing) && !c.LostMayBeR1:
		return say.Errorf("R1 may not be the lost card (S2)")
	case l.Deck&^all != 0:
		return say.Errorf("these cards are nowhere: %s (T1)", l.Deck&^all)
	case len(p.Plays) > 0:
		return say.Errorf("plays are listed, but stage %s comes before the first trick", p.Stage)
	}
	for _, card := range p.Sides[deckName(c.Side)] {
		if !c.Side.Cards.Contains(card) {
			return say.Errorf("%s: %s does not belong to this deck", c.Side.Name, card)
		}
	}
	return nil
}

// checkDealtThreats checks the threat numbers in the deck and at the seats against the chapter's (S8).
func (p *Position) checkDealtThreats(c *Chapter) error {
	drawn := slices.Clone(p.Threats)
	for s := range p.Hands {
		if t := p.Hands[s].Threat; t != 0 {
			drawn = append(drawn, t)
		}
	}
	if p.Stage == StageDraft && len(drawn) < len(c.Threats) {
		return say.Errorf("the threat deck has %v, but the chapter's is %v (S8)", p.Threats, c.Threats)
	}
	return checkThreats(drawn, c.Threats)
}

// checkPool checks what was drawn for the Road (L5).
func (p *Position) checkPool(c *Chapter) error {
	if c.Pool == nil {
		if len(p.Pool) > 0 || p.Rider != "" || p.Gift != "" {
			return say.Errorf("pool, rider and gift are drawn for the Road, not for chapter %s (L5)", c.ID)
		}
		return nil
	}
	switch {
	case len(p.Pool) == 0:
		return say.Errorf("pool is missing: it lists the characters of the Road (L5)")
	case p.Rider != "" && !slices.Contains(c.Pool.Riders, p.Rider):
		return say.Errorf("rider: %s is not drawn in chapter %s (L5)", p.Rider, c.ID)
	case p.Gift != "" && !slices.Contains(c.Pool.Gifts, p.Gift):
		return say.Errorf("gift: %s is not drawn in chapter %s (L5)", p.Gift, c.ID)
	case len(c.Roster) > mostRoster:
		return say.Errorf("pool has %d characters: at most %d are allowed (L5)", len(c.Roster), mostRoster)
	}
	for i, id := range p.Pool {
		switch {
		case c.Entry(id) == nil:
			return say.Errorf("pool: %s is not in chapter %s (L5)", id, c.ID)
		case slices.Contains(p.Pool[:i], id):
			return say.Errorf("pool: %s appears twice (L5)", id)
		}
	}
	return nil
}

// size is how many cards, rows or batches a position has at one place.
type size struct {
	// owner is the key or the seat, for errors.
	owner say.Text
	// n is the number of units.
	n int
	// unit is cards, rows or batches.
	unit say.Word
	// rule is the rule that determines the number.
	rule string
}

// sizes lists how many cards, rows and batches a position has at each place before play.
func (p *Position) sizes() []size {
	list := []size{{keyText("staged"), len(p.Staged), "batches", "C16"}}
	for s := range p.Hands {
		seat := say.Sprintf("seat %d", s)
		h := &p.Hands[s]
		list = append(list, size{seat, h.Owned().Len(), "cards", "S1, N"}, size{seat, len(h.Rows), "rows", "S9"})
		for r, row := range h.Rows {
			list = append(list, size{say.Sprintf("seat %d, row %d", s, r+1), len(row), "cards", "S9"})
		}
		for i, batch := range p.Staged {
			if s < len(batch) {
				list = append(list, size{say.Sprintf("seat %d, stage %d", s, i+2), batch[s].Len(), "cards", "C16"})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		list = append(list, size{keyText(name), len(p.Sides[name]), "cards", "C5, C6, C14"})
	}
	list = append(list, size{keyText("lost"), len(p.Lost), "cards", "S2"})
	return append(list, size{keyText("pile"), len(p.Pile), "cards", "S10"})
}

// checkSizes compares the sizes of a position with the sizes that the dealer deals. Dealing reports
// whether batches of a staged deal are still to come (C16).
func (p *Position) checkSizes(c *Chapter, l Layout, dealing bool) error {
	for _, name := range slices.Sorted(maps.Keys(p.Sides)) {
		if name != deckName(c.Side) {
			return say.Errorf("this chapter has no side deck %s (C5, C6, C14)", name)
		}
	}
	chapter := *c
	if !dealing {
		chapter.Staged = 0
	}
	d := dealer{
		chapter: &chapter,
		layout:  l,
		src:     tricks.NewSource(0, 0),
		pos: Position{
			Players: p.Players,
			Pyramid: tricks.NoSeat,
			Hands:   make([]HandInfo, l.Seats),
		},
	}
	d.deal()
	if p.Pyramid != tricks.NoSeat {
		// The dealer always puts the pyramid at the last seat.
		last := l.Seats - 1
		d.pos.Hands[p.Pyramid], d.pos.Hands[last] = d.pos.Hands[last], d.pos.Hands[p.Pyramid]
		for _, batch := range d.pos.Staged {
			batch[p.Pyramid], batch[last] = batch[last], batch[p.Pyramid]
		}
	}
	got := p.sizes()
	for _, want := range d.pos.sizes() {
		n := 0
		i := slices.IndexFunc(got, func(candidate size) bool {
			return candidate.owner.String() == want.owner.String() && candidate.unit == want.unit
		})
		if i >= 0 {
			n = got[i].n
		}
		if n != want.n {
			return say.Errorf("%s has %d %s, but %d are dealt (%s)", want.owner, n, want.unit, want.n, want.rule)
		}
	}
	return nil
}

// checkThreats reports a threat number that was drawn more often than the chapter's deck has it.
func checkThreats(drawn, deck []int) error {
	remaining := map[int]int{}
	for _, n := range deck {
		remaining[n]++
	}
	for _, n := range drawn {
		remaining[n]--
		if remaining[n] < 0 {
			return say.Errorf("threat %d is listed more often than the threat deck has it; the chapter has %v (S8)",
				n, deck)
		}
	}
	return nil
}
