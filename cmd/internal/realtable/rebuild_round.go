package realtable

import (
	"errors"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// round makes the round of an order of tricks from its first trick on: a record, or a position if nothing
// was played. If there is an error, it also returns the line that is wrong.
func (n *parser) round(order trickOrder) (chapters.Document, int, error) {
	// The hands of this order must not affect the other orders.
	own := *n
	own.seats = slices.Clone(n.seats)
	n = &own
	n.lostAtFirst()
	owned, err := n.holdings(order)
	if err != nil {
		return chapters.Document{}, n.lastLine, err
	}
	pos := n.pos
	pos.Stage = chapters.StagePlay
	pos.Leader = tricks.NoSeat
	pos.Pyramid = tricks.NoSeat
	pos.Pile = n.pile
	for _, c := range n.lost { // A lost card that was taken is in a hand.
		if !slices.ContainsFunc(owned[:], func(s tricks.Set) bool { return s.Contains(c) }) {
			pos.Lost = append(pos.Lost, c)
		}
	}
	if s := n.leaders(); len(s) == 1 {
		pos.Leader = s[0]
	} else if len(order) > 0 {
		pos.Leader = order[0].leader
	}
	pos.RiderSeats = nil
	var held tricks.Set
	for s := range tricks.Seat(n.seatCount) {
		n.putAside(s, order, owned[s])
		h := n.handAtFirst(s, owned[s], len(pos.Lost) == 0)
		if h.Rows != nil {
			pos.Pyramid = s
		}
		held |= owned[s]
		pos.Hands = append(pos.Hands, h)
	}
	side := n.side
	if d := n.sideDeck(); d != nil && d.IsTurnedUp() {
		var up []tricks.Card
		for _, t := range order {
			up = append(up, t.side...)
		}
		side = append(up, side[min(len(up), len(side)):]...)
	}
	pos.Sides = n.dealtSide(side, held)
	g, err := n.lib.NewGame(pos)
	if err != nil {
		return chapters.Document{}, n.lastLine, err
	}
	if first, err := g.FirstTrick(); err == nil {
		pos = first // also has what the chapter fixes
	}
	if line, err := n.play(g, order); err != nil {
		return chapters.Document{}, line, err
	}
	return chapters.Document{
		IsRecord: len(order) > 0,
		Record:   chapters.Record{Position: pos, Decisions: g.Decisions()},
	}, 0, nil
}

// handAtFirst returns the hand of a seat at the first trick. owned are its cards, including the cards that it draws
// later. noneLost reports whether no card lies lost.
func (n *parser) handAtFirst(s tricks.Seat, owned tricks.Set, noneLost bool) chapters.HandInfo {
	h := n.seats[s].HandInfo
	if h.Rows == nil {
		cards := owned &^ tricks.SetOf(n.refills()[s]...)
		h.Cards = cards &^ (h.Tucked | h.First | h.Last)
	}
	c := n.seats[s].char
	mayTake := c != nil && c.HasAction(characters.TakeLost)
	if mayTake && n.known && noneLost && owned.Len() > n.layout.Tricks {
		h.TookLost = true
	}
	if slices.ContainsFunc(n.moves, func(m move) bool {
		return m.inSetup() && m.giver == s && m.receiver == chapters.LostCard
	}) {
		h.TookLost = true
	}
	if slices.Contains(n.pos.RiderSeats, s) && h.Rider == "" {
		h.Rider = n.pos.Rider
	}
	return h
}

// play plays the tricks in a game that is at its first trick. If there is an error, it also returns the line
// that is wrong.
func (n *parser) play(g *chapters.Game, o trickOrder) (line int, err error) {
	for k, t := range o {
		for _, m := range n.moves {
			if m.beforeTrick == k {
				if err := applySwap(g, m); err != nil {
					return m.line, err
				}
			}
		}
		if due := g.Due(); due.Kind == chapters.NameLeader && !g.IsOver() {
			err := g.Apply(chapters.Decision{
				Kind:   chapters.NameLeader,
				Seat:   due.Seat,
				Target: t.leader,
				Move:   tricks.Move{Card: tricks.NoCard},
			})
			if err != nil {
				return t.line, err
			}
		}
		for _, p := range t.plays {
			err := g.Apply(chapters.PlayDecision(p))
			var illegal *tricks.IllegalError
			if errors.As(err, &illegal) {
				err = say.Errorf("trick %d: %s %s (%s)", k+1, n.name(illegal.Seat), illegal.Reason, illegal.Rule)
			}
			if err != nil {
				return t.line, err
			}
		}
	}
	return 0, nil
}

// applySwap makes an exchange during play (L5: Sting).
func applySwap(g *chapters.Game, m move) error {
	err := g.Apply(chapters.Decision{
		Kind:   chapters.Swap,
		Seat:   m.giver,
		Target: m.receiver,
		Move:   tricks.Move{Card: m.card},
	})
	if err != nil || m.receiver < 0 {
		return err
	}
	return g.Apply(chapters.Decision{
		Kind:   chapters.Return,
		Seat:   m.receiver,
		Target: m.giver,
		Move:   tricks.Move{Card: m.returned},
	})
}

// holdings returns every card that each seat had at the first trick or drew later. A hand that is not
// written consists of the cards that its seat played and had left over.
func (n *parser) holdings(o trickOrder) (owned [tricks.MaxSeats]tricks.Set, err error) {
	// later are the cards that each seat played or had left over. The exchanges during play are then
	// taken back in it, the last one first.
	var later [tricks.MaxSeats]tricks.Set
	for _, t := range o {
		for _, p := range t.plays {
			later[p.Seat] |= p.Card.Bit()
		}
	}
	for _, l := range n.leftovers {
		later[l.seat] |= l.cards
	}
	for i := len(n.moves) - 1; i >= 0; i-- {
		m := n.moves[i]
		if m.inSetup() || m.returned == tricks.NoCard || m.card == m.returned {
			continue
		}
		later[m.giver] = later[m.giver]&^m.returned.Bit() | m.card.Bit()
		if m.receiver >= 0 {
			later[m.receiver] = later[m.receiver]&^m.card.Bit() | m.returned.Bit()
		}
	}
	for s := range tricks.Seat(n.seatCount) {
		owned[s] = later[s]
		if n.seats[s].given && (n.pos.Players != 1 || n.pile != nil) {
			owned[s] = n.owned(s)
			if later[s]&^owned[s] != 0 {
				return owned, say.Errorf("%s played %s, but the hand that is written does not hold them (T3)",
					n.name(s), spelledSet(later[s]&^owned[s]))
			}
		} else {
			owned[s] |= tricks.SetOf(n.refills()[s]...)
		}
	}
	return owned, n.placeMissing(&owned)
}

// lostAtFirst works out the lost cards at the first trick from the exchanges with a lost card.
func (n *parser) lostAtFirst() {
	for _, m := range n.moves {
		switch index := slices.Index(n.lost, m.returned); {
		case m.receiver != chapters.LostCard || m.returned == tricks.NoCard:
		case !m.inSetup() && !n.lostKnown:
			n.lost = []tricks.Card{m.returned}
			n.lostKnown = true
		case m.inSetup() && !n.lostKnown:
			n.lost = []tricks.Card{m.card}
			n.lostKnown = true
		case m.inSetup() && index >= 0:
			n.lost = slices.Clone(n.lost)
			n.lost[index] = m.card
		}
	}
}

// placeMissing finds the only possible place of the cards without one: they were lost, or the only seat
// with too few cards had them left over. If there is no such place, it returns an error.
func (n *parser) placeMissing(owned *[tricks.MaxSeats]tricks.Set) error {
	if n.allHands() {
		return nil
	}
	missing := n.layout.Deck &^ tricks.SetOf(n.lost...)
	for _, set := range owned {
		missing &^= set
	}
	if d := n.sideDeck(); d != nil && !d.IsTurnedUp() {
		missing &^= tricks.SetOf(n.side...)
	}
	sizes, barrow, ok := n.sizes()
	// short are the seats with too few cards, and lack is how many cards they need together.
	var short []tricks.Seat
	lack := 0
	for s := range tricks.Seat(n.seatCount) {
		if d := sizes[s] - owned[s].Len(); ok && d > 0 {
			short = append(short, s)
			lack += d
		} else if ok && d < 0 {
			return say.Errorf("%s has played %d cards, but %d are dealt (S1, N)", n.name(s), owned[s].Len(), sizes[s])
		}
	}
	lostWanted := max(1, n.layout.Lost)
	if n.known {
		lostWanted = n.layout.Lost
	}
	switch count := missing.Len(); {
	case count == 0 || ok && lack == 0 && count <= barrow:
	case !n.lostKnown && !n.mustTake() && count <= lostWanted && lack == 0:
		n.lost = missing.Cards()
	case ok && len(short) == 1 && count == lack:
		owned[short[0]] |= missing
	case !ok && !n.lostKnown && count <= lostWanted:
		n.lost = missing.Cards()
	case len(short) > 0:
		var names []say.Text
		for _, s := range short {
			names = append(names, say.Sprintf("%s %d", n.name(s), sizes[s]-owned[s].Len()))
		}
		return newOpenErr("these cards stand nowhere: %s; so many are missing: %s; "+
			"if the round ended early, write left and what each one had (T1)",
			spelledSet(missing), say.Fold("%s, %s", names))
	default:
		return strayErr(missing)
	}
	return nil
}

// putAside works out which cards a seat put aside for the first and the last trick: the cards that it
// played there (K: Radagast).
func (n *parser) putAside(s tricks.Seat, o trickOrder, owned tricks.Set) {
	entry := &n.seats[s]
	if entry.char == nil || !entry.char.HasAction(characters.SetAside) || entry.First|entry.Last != 0 {
		return
	}
	if len(o) == 0 || len(o) < n.layout.Tricks {
		return
	}
	for i, set := range map[int]*tricks.Set{0: &entry.First, len(o) - 1: &entry.Last} {
		for _, p := range o[i].plays {
			if p.Seat == s && owned.Contains(p.Card) {
				*set = p.Card.Bit()
			}
		}
	}
}
