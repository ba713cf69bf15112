package players

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// knowledge says where the cards can be that a view does not show.
type knowledge struct {
	view    *chapters.View
	builder *chapters.Builder
	// dealt is where each card can have been dealt to, now where it can be; came
	// is what can have come to each seat with the last batch, unseen.
	dealt, now domain
	came       [tricks.MaxSeats]tricks.Set
	// still is the cards that can be at a seat without a move that was not seen;
	// of all others only as many can be there as moves brought that were not.
	still   [tricks.MaxSeats]tricks.Set
	brought [tricks.MaxSeats]int
	// unseen is the cards the player does not see. Those with the fewest places
	// come first, and groups are the ends of the groups with equally many.
	unseen []tricks.Card
	groups []int
	// room is how many of them lie at each place.
	room [chapters.NumPlaces]int
	// may is where each card can lie, one bit a place.
	may [64]uint64
	// where is the last world, kept to save its memory.
	where chapters.Unseen
}

func learn(v *chapters.View) *knowledge {
	k := &knowledge{view: v, builder: v.Builder()}
	k.follow()
	seen := v.Shown()
	k.measure(seen)
	shown := showed(v)
	var byPlaces [chapters.NumPlaces + 1][]tricks.Card
	for _, c := range (k.deck(seen) &^ seen).Cards() {
		n := 0
		for place := range chapters.NumPlaces {
			if k.room[place] > 0 && k.canLie(c, place, &shown) {
				k.may[c] |= 1 << place
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

// deck returns the cards that are in the round: those of the chapter, or, in a
// position that does not hold to that, all there are.
func (k *knowledge) deck(seen tricks.Set) tricks.Set {
	v, deck := k.view, tricks.Deck
	if v.Chapter == nil {
		return deck
	}
	l, err := v.Chapter.Layout(v.Players)
	deck |= l.Deck
	if err == nil && (l.Deck&^seen).Len() >= k.hidden() {
		deck = l.Deck
	}
	return deck
}

// measure counts the cards the player does not see at each place.
func (k *knowledge) measure(seen tricks.Set) {
	v := k.view
	k.room = v.Counts()
	for s := range tricks.Seat(len(v.Seats)) {
		if hand := chapters.PlaceHand.At(s); k.room[hand] > 0 && tuckedCameBack(v, s) {
			k.room[hand]--
			k.room[chapters.PlaceBack.At(s)] = 1
		}
	}
	k.room[chapters.PlaceElsewhere] = max(0, (k.deck(seen)&^seen).Len()-k.hidden())
}

// hidden counts the cards the player does not see that somebody has.
func (k *knowledge) hidden() (n int) {
	for place := range chapters.PlaceElsewhere {
		n += k.room[place]
	}
	return n
}

// canLie reports whether a card can lie at a place.
func (k *knowledge) canLie(c tricks.Card, place chapters.Place, shown *[tricks.MaxSeats]void) bool {
	v := k.view
	can := k.now[c]
	if place == chapters.PlaceElsewhere {
		side := v.Chapter != nil && v.Players > 1 && v.Chapter.Side != nil && !v.Chapter.Side.IsTurnedUp()
		return can.has(stock) && (!side || v.Chapter.Side.Cards.Has(c))
	}
	s := place.Seat()
	if !can.has(at(s)) {
		return false
	}
	switch place - chapters.Place(s) {
	case chapters.PlaceHand:
		if v.Seats[s].Rows != nil && !k.dealt[c].has(at(s)) {
			return false // a closed card of the pyramid was dealt there
		}
		return !shown[s].all.Has(c)
	case chapters.PlaceBack:
		return !shown[s].since.Has(c)
	case chapters.PlaceDown:
		return c.Suit() == v.FaceDownSuit && c != tricks.OneRing
	case chapters.PlaceAway:
		return k.mayPass(s, c)
	case chapters.PlaceCame:
		return k.came[s].Has(c)
	}
	return true
}

func (k *knowledge) mayPass(s tricks.Seat, c tricks.Card) bool {
	who := k.view.Seats[s].Character
	return who == nil || !who.MayNotPass.Has(c)
}

// follow works out where each card can have been dealt to, and be now.
func (k *knowledge) follow() {
	v := k.view
	batches := flow(v)
	can := domainOf(seats(len(v.Seats)) | stock.bit())
	if holder := heldR1(v); holder != tricks.NoSeat {
		can[tricks.OneRing] = at(holder).bit()
	}
	lost := tricks.SetOf(v.Lost...)
	for _, b := range slices.Backward(batches) {
		for _, m := range b {
			switch {
			case m.to == onTable:
				lost &^= m.card.Bit()
			case m.from == onTable:
				lost |= m.card.Bit()
			}
		}
	}
	for _, c := range lost.Cards() {
		can[c] = onTable.bit()
	}
	k.dealt = can
	still := can
	for _, b := range batches {
		old := can
		var came [tricks.MaxSeats]tricks.Set
		for _, m := range b {
			if m.card != tricks.NoCard {
				continue
			}
			if m.to.isSeat() {
				k.brought[m.to]++
			}
			for c := range tricks.Card(len(can)) {
				if k.couldGo(&old, c, m) {
					can[c] |= m.to.bit()
					if m.to.isSeat() {
						came[m.to] |= c.Bit()
					}
				}
			}
		}
		k.came = came
		for _, m := range b {
			if m.card != tricks.NoCard {
				can[m.card], still[m.card] = m.to.bit(), m.to.bit()
				k.dealt[m.card] &^= m.to.bit() // it came there later, at best
			}
		}
	}
	k.now = can
	for c, at := range still {
		for s := range k.still {
			if at.has(place(s)) {
				k.still[s] |= tricks.Card(c).Bit()
			}
		}
	}
}

// couldGo reports whether a card may be the one of a move that was not seen.
func (k *knowledge) couldGo(from *domain, c tricks.Card, m move) bool {
	return from[c].has(m.from) && (!m.from.isSeat() || k.mayPass(m.from.seat(), c))
}

// heldR1 returns who was dealt R1, NoSeat if that is not known: he takes the
// first character (S3, S7).
func heldR1(v *chapters.View) tricks.Seat {
	if isStaged(v) || beganIn(v) != chapters.StageDraft {
		return tricks.NoSeat
	}
	for i := range v.Log {
		if v.Log[i].Kind == chapters.Took && !v.Chapter.CastByLot {
			return v.Log[i].Seat
		}
	}
	if v.Stage == chapters.StageDraft {
		return v.Acting
	}
	return tricks.NoSeat
}

// tuckedCameBack reports whether a card that was tucked away may be in a hand
// again, and the player does not know which one it is.
func tuckedCameBack(v *chapters.View, s tricks.Seat) bool {
	sv := &v.Seats[s]
	if v.Stage != chapters.StagePlay || sv.Tucked != tricks.NoCard || sv.Rows != nil {
		return false // in a pyramid it lies open
	}
	tucked := sv.Character != nil && sv.Character.Has(characters.Tuck)
	for i := range v.Log {
		switch e := &v.Log[i]; {
		case e.Seat != s:
		case e.Kind == chapters.CameBack:
			return e.Card == tricks.NoCard
		case e.Kind == chapters.Tucked:
			tucked = true
		}
	}
	return tucked && sv.Cards == 1 // it comes back by itself when nothing else is left
}

// void is the cards a hand has shown that it does not hold: all, and since a
// tucked card came back to it.
type void struct{ all, since tricks.Set }

// showed returns what each hand does not hold, because it did not follow (T4)
// or led a Ring too early (T6). A seat that may have got such a card since does
// not count: covered cards of a pyramid open (S9), hands are refilled (S10).
func showed(v *chapters.View) (out [tricks.MaxSeats]void) {
	if v.Stage != chapters.StagePlay || v.Players == 1 {
		return out
	}
	trick, led, broken, ring := 0, tricks.NoSuit, false, false
	document := beganIn(v) == chapters.StagePlay
	for i := range v.Log {
		e := &v.Log[i]
		switch e.Kind {
		case chapters.Played:
			var not tricks.Set
			switch {
			case led == tricks.NoSuit:
				led = e.Suit
				if led == tricks.Rings && !broken {
					not = ^tricks.RingSet
				}
			case e.Suit != led:
				not = tricks.SuitSet(led)
			}
			ring = ring || e.Suit == tricks.Rings
			if binds(v, e.Seat, trick, document) {
				out[e.Seat].all |= not
				out[e.Seat].since |= not
			}
		case chapters.WonTrick:
			trick, led, broken = trick+1, tricks.NoSuit, broken || ring
		case chapters.CameBack:
			out[e.Seat].since = 0
		case chapters.Passed, chapters.Returned:
			out[e.To] = void{}
		case chapters.TookLost:
			out[e.Seat] = void{}
		case chapters.Took, chapters.DrewThreat, chapters.RejectedThreat, chapters.Gave, chapters.Declined, chapters.DrewCards,
			chapters.Named, chapters.HasRider, chapters.HasGift, chapters.ChoseThreat, chapters.Declared, chapters.ChoseRange,
			chapters.Announced, chapters.Revealed, chapters.Tucked, chapters.KeptLast, chapters.PutAside, chapters.TookSide,
			chapters.TurnedUp, chapters.SwappedLost, chapters.DealtMore, chapters.FellShort: // no hand changes in play
		}
	}
	for s := range v.Seats {
		if v.Seats[s].Cards == 1 && tuckedCameBack(v, tricks.Seat(s)) {
			out[s] = void{}
		}
	}
	return out
}

// binds reports whether a play says something about the hand it came from.
func binds(v *chapters.View, s tricks.Seat, trick int, document bool) bool {
	sv := &v.Seats[s]
	switch c := sv.Character; {
	case sv.Rows != nil || c != nil && c.NeedNotFollow:
		return false
	case trick > 0:
		return true
	case document || c != nil && c.Has(characters.SetAside):
		return false // the card may have been put into the trick before (K: Radagast)
	}
	return sv.Gift == nil || sv.Gift.Effect != characters.FreeFirstTrick
}

// deal lays the unseen cards out at random in a way that agrees with what is
// known. Not all such layouts are equally likely, but each can come up.
func (k *knowledge) deal(src rand.Source) (where *chapters.Unseen, ok bool) {
	k.where = chapters.Unseen{}
	where = &k.where
	room, start := k.room, 0
	for _, end := range k.groups {
		tricks.Shuffle(src, k.unseen[start:end])
		start = end
	}
	ok = true
	for _, c := range k.unseen {
		free := 0
		for may := k.may[c]; may != 0; may &= may - 1 {
			free += room[bits.TrailingZeros64(may)]
		}
		if free == 0 {
			if k.makeRoom(where, &room, c) {
				continue
			}
			ok = false
			k.anywhere(where, &room, c) // better a doubtful world than none
			continue
		}
		n := tricks.Below(src, free)
		for may := k.may[c]; ; may &= may - 1 { // the more room, the likelier
			place := bits.TrailingZeros64(may)
			if n < room[place] {
				room[place]--
				where[place] |= c.Bit()
				break
			}
			n -= room[place]
		}
	}
	return where, k.fitAnnounced(src, where) && ok && k.couldCome(where)
}

// couldCome reports whether no more cards lie at any seat that came unseen than
// can have. Say seat 0 gave H1 and M1 to seat 1, who then passed one card to seat
// 2: the two are not both there.
func (k *knowledge) couldCome(where *chapters.Unseen) bool {
	for s := range k.still {
		n := 0
		for place := chapters.Place(s); place < chapters.PlaceElsewhere; place += tricks.MaxSeats {
			n += (where[place] &^ k.still[s]).Len()
		}
		if n > k.brought[s] {
			return false
		}
	}
	return true
}

// makeRoom finds a place for a card by moving others on (an augmenting path).
func (k *knowledge) makeRoom(where *chapters.Unseen, room *[chapters.NumPlaces]int, c tricks.Card) bool {
	type step struct {
		card tricks.Card
		to   chapters.Place
		prev int
	}
	var queue []step
	var visited uint64
	reach := func(card tricks.Card, prev int) {
		for place := range chapters.NumPlaces {
			if k.may[card]>>place&1 != 0 && visited>>place&1 == 0 {
				visited |= 1 << place
				queue = append(queue, step{card, place, prev})
			}
		}
	}
	reach(c, -1)
	for i := 0; i < len(queue); i++ {
		if to := queue[i].to; room[to] > 0 {
			room[to]--
			for j := i; j >= 0; j = queue[j].prev {
				card := queue[j].card
				if p := queue[j].prev; p >= 0 {
					where[queue[p].to] &^= card.Bit()
				}
				where[queue[j].to] |= card.Bit()
			}
			return true
		}
		for _, card := range where[queue[i].to].Cards() {
			reach(card, i)
		}
	}
	return false
}

func (k *knowledge) anywhere(where *chapters.Unseen, room *[chapters.NumPlaces]int, c tricks.Card) {
	for place := range chapters.NumPlaces {
		if room[place] > 0 {
			room[place]--
			where[place] |= c.Bit()
			return
		}
	}
	where[chapters.PlaceElsewhere] |= c.Bit()
}
