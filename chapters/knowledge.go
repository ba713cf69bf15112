package chapters

import (
	"slices"

	"fellowship/tricks"
)

// What a seat knows about the cards that it does not see follows from its [View] alone: from where
// cards were dealt to and passed on (S3, S6: knowledge_moves.go), and from seats that did not follow suit
// (T4) or led a Ring too early (T6: knowledge_voids.go). Everything that uses this knowledge takes it from
// here: the games that players imagine ([View.Worlds]), the goals that the last tricks settle
// ([Game.Statuses]), and the page that shows a person what is known ([View.Whereabouts]), which also counts
// across seats (knowledge_count.go).

// Whereabouts says where the cards that a view does not show can be.
type Whereabouts struct {
	// Unseen is the cards that the player does not see.
	Unseen tricks.Set
	// Possible is the unseen cards that each seat may hold, in the hand or put aside.
	Possible [tricks.MaxSeats]tricks.Set
	// Elsewhere is the unseen cards that may lie in a pile or a side deck.
	Elsewhere tricks.Set
	// Certain is the unseen cards that can only be at one seat.
	Certain [tricks.MaxSeats]tricks.Set
}

// Whereabouts returns what the player of the view knows about the cards that the view does not show, with
// everything that follows from counting across seats (knowledge_count.go).
func (v *View) Whereabouts() Whereabouts {
	k := v.newKnowledge()
	return k.whereabouts(k.layouts().possible())
}

// whereabouts returns where the unseen cards can be, if each of them can lie at some places, one bit for each
// place.
func (k *knowledge) whereabouts(places *[64]uint64) Whereabouts {
	w := Whereabouts{Unseen: tricks.SetOf(k.unseen...)}
	for _, c := range k.unseen {
		for p := range numPlaces {
			switch {
			case places[c]&(1<<p) == 0:
			case p == placeElsewhere:
				w.Elsewhere |= c.Bit()
			default:
				w.Possible[p.seat()] |= c.Bit()
			}
		}
	}
	for s := range w.Certain {
		w.Certain[s] = w.Possible[s] &^ w.Elsewhere
		for other, possible := range w.Possible {
			if other != s {
				w.Certain[s] &^= possible
			}
		}
	}
	return w
}

// place is a place where a card that a view does not show can lie: one of the kinds below at a seat, or
// placeElsewhere.
type place int8

// The kinds of places at a seat. A kind is the place of that kind at seat 0 (see [place.atSeat]).
const (
	// placeHand is the hand, or the closed cards of a pyramid (S9).
	placeHand place = iota * tricks.MaxSeats
	// placeTucked is the card that is tucked away (K: Shadowfax).
	placeTucked
	// placeLast is the card that is set aside for the last trick (K: Radagast).
	placeLast
	// placeFirst is the card that is put into the first trick (K: Radagast).
	placeFirst
	// placeFaceDown is the card that lies face down in the trick (C15).
	placeFaceDown
	// placeAway is cards of the seat that are on their way to another seat.
	placeAway
	// placeComing is cards that have come to the seat and may still go back (S6).
	placeComing
	// placeBack is the tucked card after it came back to the hand (K: Shadowfax).
	placeBack

	// placeElsewhere is the draw pile, the barrow, and what is still to be dealt.
	placeElsewhere
	numPlaces
)

// atSeat returns the place of a kind at a seat.
func (p place) atSeat(s tricks.Seat) place { return p + place(s) }

// seat returns the seat of a place, NoSeat for placeElsewhere.
func (p place) seat() tricks.Seat {
	if p >= placeElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(p % tricks.MaxSeats)
}

// placement is the unseen cards that lie at each place.
type placement [numPlaces]tricks.Set

// atSeat returns the cards at all places of a seat.
func (l *placement) atSeat(s tricks.Seat) (cards tricks.Set) {
	for p := place(s); p < placeElsewhere; p += tricks.MaxSeats {
		cards |= l[p]
	}
	return cards
}

// knowledge is everything that a player knows about the cards that a view does not show.
type knowledge struct {
	view *View
	// dealt is where each card can have been dealt to.
	dealt domain
	// current is where each card can be now.
	current domain
	// arrivals is the cards that can have come to each seat in the last batch of moves, unseen.
	arrivals [tricks.MaxSeats]tricks.Set
	// traced is the cards that can be at each seat by moves that the player saw, or by none.
	traced [tricks.MaxSeats]tricks.Set
	// unseenMoves is the number of moves to each seat that the player did not see. No more cards that
	// are not in traced can be there.
	unseenMoves [tricks.MaxSeats]int
	// unseen is the cards that the player does not see. Cards with few possible places come first.
	unseen []tricks.Card
	// groupEnds are the ends in unseen of groups of cards that have equally many possible places.
	groupEnds []int
	// room is the number of unseen cards that lie at each place.
	room [numPlaces]int
	// places is the places where each card can lie, one bit for each place.
	places [64]uint64
}

// newKnowledge works out what the player of the view knows.
func (v *View) newKnowledge() *knowledge {
	k := &knowledge{view: v}
	k.traceMoves()
	shown := v.shown()
	k.countRooms(shown)
	voids := v.voids()
	var byPlaces [numPlaces + 1][]tricks.Card
	for _, c := range (v.Deck &^ shown).Cards() {
		n := 0
		for p := range numPlaces {
			if k.room[p] > 0 && k.canLie(c, p, &voids) {
				k.places[c] |= 1 << p
				n++
			}
		}
		byPlaces[n] = append(byPlaces[n], c)
	}
	for _, cards := range byPlaces {
		k.unseen = append(k.unseen, cards...)
		k.groupEnds = append(k.groupEnds, len(k.unseen))
	}
	return k
}

// shown returns every card that the player sees, wherever it is.
func (v *View) shown() tricks.Set {
	shown := tricks.SetOf(v.Lost...)
	for s := range v.Seats {
		shown |= v.Seats[s].Open
		if c := v.Card[s]; v.Stage == StagePlay && c.Valid() {
			shown |= c.Bit()
		}
	}
	for i := range v.History {
		shown |= v.History[i].Cards
	}
	for _, t := range v.Progress.Transfers {
		if t.Card.Valid() && !t.Delivered {
			shown |= t.Card.Bit()
		}
		if t.Back.Valid() {
			shown |= t.Back.Bit()
		}
	}
	return shown
}

// countRooms counts the unseen cards at each place.
func (k *knowledge) countRooms(shown tricks.Set) {
	v := k.view
	rooms := &k.room
	for i := range v.Seats {
		s := tricks.Seat(i)
		sv := &v.Seats[i]
		rooms[placeHand.atSeat(s)] = sv.Cards - sv.Open.Len()
		for _, aside := range []struct {
			card tricks.Card
			kind place
		}{
			{sv.Tucked, placeTucked},
			{sv.Last, placeLast},
			{sv.First, placeFirst},
		} {
			if aside.card == tricks.Closed {
				rooms[aside.kind.atSeat(s)]++
				rooms[placeHand.atSeat(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		rooms[placeFaceDown.atSeat(v.FaceDown)] = 1
	}
	k.countTransfers()
	hidden := 0
	for _, room := range rooms[:placeElsewhere] {
		hidden += room
	}
	rooms[placeElsewhere] = max(0, (v.Deck&^shown).Len()-hidden)
}

// countTransfers counts the unseen cards that are on their way to another seat or have come from one, and
// takes the cards that have come out of the hands. The same is done with a tucked card that came back.
func (k *knowledge) countTransfers() {
	v := k.view
	rooms := &k.room
	for _, t := range v.Progress.Transfers {
		switch {
		case t.Card != tricks.Closed:
		case t.Delivered:
			rooms[placeComing.atSeat(t.Receiver)]++
		default:
			rooms[placeAway.atSeat(t.Giver)]++
		}
		if t.Back == tricks.Closed {
			rooms[placeAway.atSeat(t.Receiver)]++
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		coming := placeComing.atSeat(s)
		hand := placeHand.atSeat(s)
		if v.Seats[s].Rows != nil {
			rooms[coming] = v.comingTo(s)
		}
		rooms[coming] = max(0, min(rooms[coming], rooms[hand]))
		rooms[hand] -= rooms[coming]
		if rooms[hand] > 0 && v.tuckedCameBack(s) {
			rooms[hand]--
			rooms[placeBack.atSeat(s)] = 1
		}
	}
}

// canLie reports whether a card can lie at a place.
func (k *knowledge) canLie(c tricks.Card, p place, voids *[tricks.MaxSeats]void) bool {
	v := k.view
	if p == placeElsewhere {
		// With more than one player there is no draw pile, so only the barrow is elsewhere (C6).
		onlyBarrow := v.Chapter != nil && v.Players > 1 && v.Chapter.Side != nil && !v.Chapter.Side.IsTurnedUp()
		return k.current[c].Contains(stock) && (!onlyBarrow || v.Chapter.Side.Cards.Contains(c))
	}
	s := p.seat()
	if !k.current[c].Contains(s) {
		return false
	}
	switch p - place(s) {
	case placeHand:
		if v.Seats[s].Rows != nil && !k.dealt[c].Contains(s) {
			return false // a closed card of the pyramid was dealt there
		}
		return !voids[s].all.Contains(c)
	case placeBack:
		return !voids[s].sinceReturn.Contains(c)
	case placeFaceDown:
		return c.Suit() == v.FaceDownSuit && c != tricks.OneRing
	case placeAway:
		return v.mayPass(s, c) && (!v.broughtTo(s).Contains(c) || v.isReturning(s))
	case placeComing:
		return k.arrivals[s].Contains(c)
	}
	return true
}

// broughtTo returns the cards of unfinished transfers that the player knows to have come to a seat. The
// seat can pass one of them on only as the card that it returns.
func (v *View) broughtTo(s tricks.Seat) (cards tricks.Set) {
	for _, t := range v.Progress.Transfers {
		if t.Receiver == s && t.Delivered && t.Card.Valid() {
			cards |= t.Card.Bit()
		}
	}
	return cards
}

// comingTo counts the cards that have come to a pyramid in an unfinished transfer and that the player
// does not see. These are the cards of the seat that lie neither in the pyramid nor beside it, and are
// not put aside.
func (v *View) comingTo(s tricks.Seat) int {
	sv := &v.Seats[s]
	n := sv.Cards - sv.Extra.Len() - (v.broughtTo(s) & sv.Open).Len()
	for _, row := range append([][]tricks.Card{{sv.Tucked, sv.First, sv.Last}}, sv.Rows...) {
		for _, c := range row {
			if c != tricks.NoCard {
				n--
			}
		}
	}
	return n
}

// isReturning reports whether a seat has chosen a card to return that the player does not see.
func (v *View) isReturning(s tricks.Seat) bool {
	return slices.ContainsFunc(v.Progress.Transfers, func(t Transfer) bool {
		return t.Receiver == s && t.Back == tricks.Closed
	})
}

// mayPass reports whether a seat may pass a card on (S6). Before it has a character nothing forbids that.
func (v *View) mayPass(s tricks.Seat, c tricks.Card) bool {
	character := v.Seats[s].Character
	return character == nil || !character.MayNotPass.Contains(c)
}
