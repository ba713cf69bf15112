package chapters

import (
	"slices"

	"fellowship/characters"
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

// Where a card can be, as far as cards go from one to another: a seat, the stock (the draw pile, the
// barrow, cards still to be dealt), or the table with the lost cards.
const (
	stock   = tricks.Seat(tricks.MaxSeats)
	onTable = stock + 1
)

// domain is for each card where it can be.
type domain [64]tricks.SeatSet

// move is a card that goes from one of these to another; card is NoCard if the player did not see
// it. Moves of a batch happen at the same time: all cards leave before any arrives, so none of them
// goes twice.
type move struct {
	card           tricks.Card
	source, target tricks.Seat
}

// traceMoves works out where each card can have been dealt to, and be now.
func (k *knowledge) traceMoves() {
	v := k.view
	batches := v.moves()
	var current domain
	for c := range current {
		current[c] = 1<<len(v.Seats) - 1 | stock.Bit()
	}
	if holder := v.Progress.R1; holder != tricks.NoSeat && !v.isStaged() {
		current[tricks.OneRing] = holder.Bit()
	}
	lost := tricks.SetOf(v.Lost...)
	for _, batch := range slices.Backward(batches) {
		for _, m := range batch {
			switch {
			case m.target == onTable:
				lost &^= m.card.Bit()
			case m.source == onTable:
				lost |= m.card.Bit()
			}
		}
	}
	for _, c := range lost.Cards() {
		current[c] = onTable.Bit()
	}
	k.dealt = current
	traced := current
	for _, batch := range batches {
		previous := current
		k.arrivals = [tricks.MaxSeats]tricks.Set{}
		for _, m := range batch {
			if m.card != tricks.NoCard {
				continue
			}
			if m.target < stock {
				k.unseenMoves[m.target]++
			}
			for c := range tricks.Card(len(current)) {
				if previous[c].Contains(m.source) && (m.source >= stock || v.mayPass(m.source, c)) {
					current[c] |= m.target.Bit()
					if m.target < stock {
						k.arrivals[m.target] |= c.Bit()
					}
				}
			}
		}
		for _, m := range batch {
			if m.card != tricks.NoCard {
				current[m.card], traced[m.card] = m.target.Bit(), m.target.Bit()
				k.dealt[m.card] &^= m.target.Bit() // it came there later, at best
			}
		}
	}
	k.current = current
	for c, seats := range traced {
		for s := range k.traced {
			if seats.Contains(tricks.Seat(s)) {
				k.traced[s] |= tricks.Card(c).Bit()
			}
		}
	}
}

// moves lists the moves that the log tells of, in batches.
func (v *View) moves() [][]move {
	var out [][]move
	for i := 0; i < len(v.Log); {
		e := &v.Log[i]
		var batch []move
		n := 1
		switch e.Kind {
		case Passed, Returned, Gave:
			n = v.countSimultaneous(i)
			for _, e := range v.Log[i : i+n] {
				batch = append(batch, move{e.Card, e.Seat, e.Target})
			}
		case TookLost:
			batch = append(batch, move{e.Card, onTable, e.Seat})
			if i+1 < len(v.Log) && v.Log[i+1].Kind == SwappedLost {
				n = 2
				batch = append(batch, move{v.Log[i+1].Card, e.Seat, onTable})
			}
		case TookSide, DrewCards:
			for range e.Number {
				batch = append(batch, move{tricks.NoCard, stock, e.Seat})
			}
		case DealtMore:
			for s := range v.Seats {
				for range e.Number {
					if v.Seats[s].Rows == nil {
						batch = append(batch, move{tricks.NoCard, stock, tricks.Seat(s)})
					}
				}
			}
		default: // no card comes to another seat
		}
		if len(batch) > 0 {
			out = append(out, batch)
		}
		i += n
	}
	return out
}

// countSimultaneous returns how many transfers of the log from one on happen at the same time. A card that
// is passed is answered before another one is passed. Gifts follow each other without that, but all
// of one kind have the same giver (C4) or every giver once (C10); between those of a staged deal
// cards are dealt (C16).
func (v *View) countSimultaneous(start int) int {
	n := 1
	for start+n < len(v.Log) && v.Log[start+n].Kind == v.Log[start].Kind {
		n++
	}
	if v.Log[start].Kind != Gave || v.isStaged() {
		return n
	}
	most := len(v.Seats)
	if n > 1 && v.Log[start].Seat == v.Log[start+1].Seat {
		most--
	}
	return min(n, most)
}

// isStaged reports whether the cards are dealt a few at a time (C16).
func (v *View) isStaged() bool { return v.Chapter != nil && v.Chapter.Staged > 0 && v.Players > 1 }

// tuckedCameBack reports whether a card that was tucked away may be in a hand
// again, and the player does not know which one it is.
func (v *View) tuckedCameBack(s tricks.Seat) bool {
	sv := &v.Seats[s]
	if v.Stage != StagePlay || sv.Tucked != tricks.NoCard || sv.Rows != nil {
		return false // in a pyramid it lies open
	}
	tucked := sv.Character != nil && sv.Character.HasAction(characters.Tuck)
	for i := range v.Log {
		switch e := &v.Log[i]; {
		case e.Seat != s:
		case e.Kind == CameBack:
			return e.Card == tricks.NoCard
		case e.Kind == Tucked:
			tucked = true
		}
	}
	return tucked && sv.Cards == 1 // it comes back by itself when nothing else is left
}

// void is the cards a hand has shown that it does not hold: all, and since a
// tucked card came back to it.
type void struct{ all, sinceReturn tricks.Set }

// voids returns the suits that each hand does not hold, because its seat did not follow (T4) or
// led a Ring too early (T6). A seat that may have got such a card since does not count: covered
// cards of a pyramid open (S9), hands are refilled (S10).
func (v *View) voids() (out [tricks.MaxSeats]void) {
	if v.Stage != StagePlay || v.Players == 1 {
		return out
	}
	trick := 0
	led := tricks.NoSuit
	broken := false
	ring := false
	for i := range v.Log {
		e := &v.Log[i]
		switch e.Kind {
		case Played:
			var excluded tricks.Set
			switch {
			case led == tricks.NoSuit:
				led = e.Suit
				if led == tricks.Rings && !broken {
					excluded = ^tricks.RingSet
				}
			case e.Suit != led && !(trick == 0 && v.Seats[e.Seat].hasEffect(characters.FreeFirstTrick)):
				excluded = tricks.SuitSet(led)
			}
			ring = ring || e.Suit == tricks.Rings
			if v.isInformative(e.Seat, trick) {
				out[e.Seat].all |= excluded
				out[e.Seat].sinceReturn |= excluded
			}
		case WonTrick:
			trick++
			led = tricks.NoSuit
			broken = broken || ring
		case CameBack:
			out[e.Seat].sinceReturn = 0
		case Passed, Returned:
			out[e.Target] = void{}
		case TookLost:
			out[e.Seat] = void{}
		default: // no hand changes in play
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		if v.Seats[s].Cards == 1 && v.tuckedCameBack(s) {
			out[s] = void{}
		}
	}
	return out
}

// isInformative reports whether a play says something about the hand it came from. A card that was put into
// the first trick before, or set aside for the last one, does not (K: Radagast).
func (v *View) isInformative(s tricks.Seat, trick int) bool {
	sv := &v.Seats[s]
	free := sv.Rows != nil || sv.Character != nil && sv.Character.NeedNotFollow
	return !free && !(trick == 0 && v.Progress.PutFirst.Contains(s)) &&
		!(trick == v.Tricks-1 && v.Progress.KeptLast.Contains(s))
}
