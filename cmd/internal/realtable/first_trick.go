package realtable

import (
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/characters/say"
	"fellowship/tricks"
)

// firstTrick is a round at its first trick, as it follows from an order of tricks: hands that are not written
// consist of the cards that their seats play.
type firstTrick struct {
	// note is a copy of the note. What follows from this order changes hands and lost cards only there.
	note  *note
	order trickOrder
}

// roundFromFirstTrick makes the round of an order of tricks from its first trick on: a record, or a position if
// nothing was played. If there is an error, it also returns the line that is wrong.
func roundFromFirstTrick(n *note, order trickOrder) (chapters.Document, int, error) {
	f := &firstTrick{note: n.withOwnHands(), order: order}
	pos, err := f.position()
	if err != nil {
		return chapters.Document{}, n.lastLine, err
	}
	g, err := n.head.lib.NewGame(pos)
	if err != nil {
		return chapters.Document{}, n.lastLine, err
	}
	if first, err := g.FirstTrick(); err == nil {
		pos = first // also has what the chapter fixes
	}
	if line, err := playTricks(n, g, order); err != nil {
		return chapters.Document{}, line, err
	}
	return chapters.Document{
		IsRecord: len(order) > 0,
		Record:   chapters.Record{Position: pos, Decisions: g.Decisions()},
	}, 0, nil
}

// position returns the position at the first trick.
func (f *firstTrick) position() (chapters.Position, error) {
	n := f.note
	f.findLost()
	owned, err := f.holdings()
	if err != nil {
		return chapters.Position{}, err
	}
	pos := n.round
	pos.Stage = chapters.StagePlay
	pos.Leader = f.leader()
	pos.Pile = n.pile
	for _, c := range n.lost.cards { // A lost card that was taken is in a hand.
		if !slices.ContainsFunc(owned[:], func(s tricks.Set) bool { return s.Contains(c) }) {
			pos.Lost = append(pos.Lost, c)
		}
	}
	var held tricks.Set
	for _, s := range n.allSeats() {
		f.putAside(s, owned[s])
		h := f.hand(s, owned[s], len(pos.Lost) == 0)
		if h.Rows != nil {
			pos.Pyramid = s
		}
		held |= owned[s]
		pos.Hands = append(pos.Hands, h)
	}
	pos.RiderSeats = nil // At the first trick the rider is in a hand.
	pos.Sides = f.side(held)
	return pos, nil
}

// leader returns the seat that led the first trick, NoSeat if that is not known.
func (f *firstTrick) leader() tricks.Seat {
	if s := f.note.leaders(); len(s) == 1 {
		return s[0]
	}
	if len(f.order) > 0 {
		return f.order[0].leader
	}
	return tricks.NoSeat
}

// side returns the side deck: its cards in order without the taken ones. held are the cards in hands.
func (f *firstTrick) side(held tricks.Set) map[string][]tricks.Card {
	d := f.note.head.sideDeck()
	if d == nil {
		return nil
	}
	cards := f.note.side
	if d.IsTurnedUp() {
		var up []tricks.Card
		for _, t := range f.order {
			up = append(up, t.side...)
		}
		cards = append(up, cards[min(len(up), len(cards)):]...)
	} else {
		cards = slices.DeleteFunc(slices.Clone(cards), held.Contains)
	}
	if len(cards) == 0 {
		return nil
	}
	return map[string][]tricks.Card{d.Name: cards}
}

// hand returns the hand of a seat at the first trick. owned are its cards, including the cards that it draws
// later. noneLost reports whether no card lies lost.
func (f *firstTrick) hand(s tricks.Seat, owned tricks.Set, noneLost bool) chapters.HandInfo {
	n := f.note
	h := n.seats[s].HandInfo
	if h.Rows == nil {
		cards := owned &^ tricks.SetOf(n.refills()[s]...)
		h.Cards = cards &^ (h.Tucked | h.First | h.Last)
	}
	c := n.seats[s].char
	mayTake := c != nil && c.HasAction(characters.TakeLost)
	if mayTake && n.head.known && noneLost && owned.Len() > n.head.layout.Tricks {
		h.TookLost = true
	}
	if slices.ContainsFunc(n.moves, func(m move) bool {
		return m.inSetup() && m.giver == s && m.receiver == chapters.LostCard
	}) {
		h.TookLost = true
	}
	if slices.Contains(n.round.RiderSeats, s) && h.Rider == "" {
		h.Rider = n.round.Rider
	}
	return h
}

// holdings returns every card that each seat had at the first trick or drew later. A hand that is not
// written consists of the cards that its seat played and had left over.
func (f *firstTrick) holdings() (owned [tricks.MaxSeats]tricks.Set, err error) {
	n := f.note
	// later are the cards that each seat played or had left over. The exchanges during play are then
	// taken back in it, the last one first.
	var later [tricks.MaxSeats]tricks.Set
	for _, t := range f.order {
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
	for s := range tricks.Seat(n.head.seatCount) {
		owned[s] = later[s]
		if n.seats[s].given && (n.head.players != 1 || n.pile != nil) {
			owned[s] = n.owned(s)
			if later[s]&^owned[s] != 0 {
				return owned, say.Errorf(
					"%s played %s, but the hand that is written lacks it: add it there, or a line dealt if the hands are as they were dealt (T3)",
					n.name(s),
					spelledSet(later[s]&^owned[s]),
				)
			}
		} else {
			owned[s] |= tricks.SetOf(n.refills()[s]...)
		}
	}
	return owned, f.placeMissing(&owned)
}

// findLost works out the lost cards at the first trick from the exchanges with a lost card.
func (f *firstTrick) findLost() {
	n := f.note
	for _, m := range n.moves {
		switch index := slices.Index(n.lost.cards, m.returned); {
		case m.receiver != chapters.LostCard || m.returned == tricks.NoCard:
		case !m.inSetup() && !n.lost.known:
			n.lost.cards = []tricks.Card{m.returned}
			n.lost.known = true
		case m.inSetup() && !n.lost.known:
			n.lost.cards = []tricks.Card{m.card}
			n.lost.known = true
		case m.inSetup() && index >= 0:
			n.lost.cards = slices.Clone(n.lost.cards)
			n.lost.cards[index] = m.card
		}
	}
}

// placeMissing finds the only possible place of the cards without one: they were lost, or the only seat
// with too few cards had them left over. If there is no such place, it returns an error.
func (f *firstTrick) placeMissing(owned *[tricks.MaxSeats]tricks.Set) error {
	n := f.note
	if n.allHands() {
		return nil
	}
	sizes := n.sizes()
	// short are the seats with too few cards, and lack is how many cards they need together.
	var short []tricks.Seat
	lack := 0
	for _, s := range n.allSeats() {
		if d := sizes.bySeat[s] - owned[s].Len(); sizes.known && d > 0 {
			short = append(short, s)
			lack += d
		} else if sizes.known && d < 0 {
			return say.Errorf("%s has played %d cards, but %d are dealt: correct the tricks, or who leads (S1, N)",
				n.name(s), owned[s].Len(),
				sizes.bySeat[s])
		}
	}
	missing := f.missing(owned)
	count := missing.Len()
	lostWanted := n.head.layout.Lost
	if !n.head.known {
		lostWanted = max(1, lostWanted)
	}
	mayBeLost := !n.lost.known && count <= lostWanted
	switch {
	case count == 0 || sizes.known && lack == 0 && count <= sizes.sideLeft:
		// Nothing is missing, or only cards of the side deck that nobody took.
	case mayBeLost && !n.mustTake() && lack == 0, mayBeLost && !sizes.known:
		n.lost.cards = missing.Cards()
	case sizes.known && len(short) == 1 && count == lack:
		owned[short[0]] |= missing
	case len(short) > 0:
		var names []say.Text
		for _, s := range short {
			names = append(names, say.Sprintf("%s %d", n.name(s), sizes.bySeat[s]-owned[s].Len()))
		}
		return newOpenErr("these cards are not placed yet: %s; so many are missing: %s; is a pile or a trick missing? "+
			"If the round ended early, write left and what each player had (T1)",
			spelledSet(missing), say.Fold("%s, %s", names))
	default:
		return strayErr(missing)
	}
	return nil
}

// missing returns the cards that no seat had, and that lay neither lost nor in a side deck that is written.
func (f *firstTrick) missing(owned *[tricks.MaxSeats]tricks.Set) tricks.Set {
	n := f.note
	missing := n.head.layout.Deck &^ tricks.SetOf(n.lost.cards...)
	for _, set := range owned {
		missing &^= set
	}
	if d := n.head.sideDeck(); d != nil && !d.IsTurnedUp() {
		missing &^= tricks.SetOf(n.side...)
	}
	return missing
}

// putAside works out which cards a seat put aside for the first and the last trick: the cards that it
// played there (K: Radagast).
func (f *firstTrick) putAside(s tricks.Seat, owned tricks.Set) {
	o := f.order
	entry := &f.note.seats[s]
	if entry.char == nil || !entry.char.HasAction(characters.SetAside) || entry.First|entry.Last != 0 {
		return
	}
	if len(o) == 0 || len(o) < f.note.head.layout.Tricks {
		return
	}
	playedIn := func(t playedTrick) (card tricks.Set) {
		for _, p := range t.plays {
			if p.Seat == s && owned.Contains(p.Card) {
				card = p.Card.Bit()
			}
		}
		return card
	}
	if len(o) > 1 { // A single trick is the last one.
		entry.First = playedIn(o[0])
	}
	entry.Last = playedIn(o[len(o)-1])
}
