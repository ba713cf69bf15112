package chapters

import (
	"slices"

	"fellowship/tricks"
)

// A seat's knowledge of the cards that it does not see follows from its [View] alone: from where
// cards were dealt to and passed on (S3, S6), and from seats that did not follow suit (T4) or led a
// Ring too early (T6). This file is the one place where that is told. The worlds that players
// imagine come from it ([View.Worlds]), the fate of goals in the last tricks ([Game.Statuses]), and
// the screen's page of a person's knowledge ([View.Whereabouts]).

// Whereabouts says where the cards can be that a view does not show.
type Whereabouts struct {
	// Unseen is the cards the player does not see.
	Unseen tricks.Set
	// Possible is which of them each seat may hold, in the hand or put aside, and
	// Elsewhere which may lie in a pile.
	Possible  [tricks.MaxSeats]tricks.Set
	Elsewhere tricks.Set
	// Certain is the cards that a seat holds for certain: they can be nowhere else.
	Certain [tricks.MaxSeats]tricks.Set
}

// Whereabouts returns the knowledge of a view's player about the cards he does not see.
func (v *View) Whereabouts() Whereabouts {
	k := v.newKnowledge()
	w := Whereabouts{Unseen: tricks.SetOf(k.unseen...)}
	for _, c := range k.unseen {
		for p := range numPlaces {
			switch {
			case k.places[c]&(1<<p) == 0:
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

// place is where a card can lie that a view does not show: one of the kinds below at a seat, or
// elsewhere.
type place int8

// The kinds of places at a seat; add the seat to get the place.
const (
	// placeHand is a hand, and the closed cards of a pyramid (S9).
	placeHand place = iota * tricks.MaxSeats
	// placeTucked, placeLast and placeFirst are cards put aside (K: Shadowfax, Radagast).
	placeTucked
	placeLast
	placeFirst
	// placeFaceDown is a card face down in the trick (C15).
	placeFaceDown
	// placeAway is a card that was chosen to go to somebody and is still on its way. placeCame
	// is one that has come and may still go back (S6).
	placeAway
	placeComing
	// placeBack is a tucked card that is in the hand again (K: Shadowfax).
	placeBack

	// placeElsewhere is the draw pile, a barrow, and what is still to be dealt.
	placeElsewhere
	numPlaces
)

// atSeat returns the place of that kind at a seat.
func (p place) atSeat(s tricks.Seat) place { return p + place(s) }

// seat returns the seat of a place, NoSeat for placeElsewhere.
func (p place) seat() tricks.Seat {
	if p >= placeElsewhere {
		return tricks.NoSeat
	}
	return tricks.Seat(p % tricks.MaxSeats)
}

// placement says for each place which cards lie there.
type placement [numPlaces]tricks.Set

// atSeat returns the cards at all places of a seat.
func (u *placement) atSeat(s tricks.Seat) (cards tricks.Set) {
	for p := place(s); p < placeElsewhere; p += tricks.MaxSeats {
		cards |= u[p]
	}
	return cards
}

// knowledge says where the cards can be that a view does not show.
type knowledge struct {
	view *View
	// dealt is where each card can have been dealt to, now where it can be; came
	// is what can have come to each seat with the last batch, unseen.
	dealt, current domain
	arrivals       [tricks.MaxSeats]tricks.Set
	// traced is the cards that can be at a seat without a move that was not seen;
	// of all others only as many can be there as moves brought that were not.
	traced      [tricks.MaxSeats]tricks.Set
	unseenMoves [tricks.MaxSeats]int
	// unseen is the cards the player does not see. Those with the fewest places
	// come first, and groups are the ends of the groups with equally many.
	unseen []tricks.Card
	groups []int
	// room is how many of them lie at each place.
	room [numPlaces]int
	// places is where each card can lie, one bit a place.
	places [64]uint64
}

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
		k.groups = append(k.groups, len(k.unseen))
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

// countRooms counts the cards the player does not see at each place.
func (k *knowledge) countRooms(shown tricks.Set) {
	v, rooms := k.view, &k.room
	for i := range v.Seats {
		s := tricks.Seat(i)
		sv := &v.Seats[i]
		rooms[placeHand.atSeat(s)] = sv.Cards - sv.Open.Len()
		for j, c := range [...]tricks.Card{sv.Tucked, sv.Last, sv.First} {
			if c == tricks.Closed {
				rooms[[...]place{placeTucked, placeLast, placeFirst}[j].atSeat(s)]++
				rooms[placeHand.atSeat(s)]--
			}
		}
	}
	if v.FaceDown != tricks.NoSeat {
		rooms[placeFaceDown.atSeat(v.FaceDown)] = 1
	}
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
	hidden := 0
	for _, room := range rooms[:placeElsewhere] {
		hidden += room
	}
	rooms[placeElsewhere] = max(0, (v.Deck&^shown).Len()-hidden)
}

// canLie reports whether a card can lie at a place.
func (k *knowledge) canLie(c tricks.Card, p place, voids *[tricks.MaxSeats]void) bool {
	v := k.view
	if p == placeElsewhere {
		side := v.Chapter != nil && v.Players > 1 && v.Chapter.Side != nil && !v.Chapter.Side.IsTurnedUp()
		return k.current[c].Contains(stock) && (!side || v.Chapter.Side.Cards.Contains(c))
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

// broughtTo returns the cards that the player knows to have come to a seat with this batch. They may go
// back, if the seat returns some card already.
func (v *View) broughtTo(s tricks.Seat) (cards tricks.Set) {
	for _, t := range v.Progress.Transfers {
		if t.Receiver == s && t.Delivered && t.Card.Valid() {
			cards |= t.Card.Bit()
		}
	}
	return cards
}

// comingTo counts the cards that have come to a pyramid and that the player does not see there: those
// that lie neither in it nor beside it, and are not put aside.
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

func (v *View) isReturning(s tricks.Seat) bool {
	return slices.ContainsFunc(v.Progress.Transfers, func(t Transfer) bool {
		return t.Receiver == s && t.Back == tricks.Closed
	})
}

func (v *View) mayPass(s tricks.Seat, c tricks.Card) bool {
	character := v.Seats[s].Character
	return character == nil || !character.MayNotPass.Contains(c)
}
