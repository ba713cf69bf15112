package players

import (
	"math/rand/v2"

	"fellowship/chapters"
	"fellowship/tricks"
)

// elsewhere is the place of cards that no seat holds: the draw pile (S10), or
// the box, in a position with a part of the deck.
const elsewhere = tricks.MaxSeats

// knowledge is what a view tells about the cards that it does not show.
type knowledge struct {
	// unseen is those cards. Those with the fewest places come first, and
	// groups are the ends of the groups with equally many.
	unseen []tricks.Card
	groups []int
	// room is how many of them lie at each seat, and elsewhere.
	room [elsewhere + 1]int
	// may is where each card can lie, one bit a place.
	may [64]uint8
}

func learn(v *chapters.View) *knowledge {
	k := &knowledge{}
	unseen := tricks.Deck &^ tricks.SetOf(v.Lost...)
	for s := range v.Seats {
		unseen &^= v.Seats[s].Open
	}
	for i := range v.History {
		unseen &^= v.History[i].Cards
	}
	for s := range v.Seats {
		if played := v.Card[s]; v.Stage == chapters.StagePlay && played != tricks.NoCard {
			unseen &^= played.Bit()
		}
	}
	k.room[elsewhere] = unseen.Len()
	for s := range v.Seats {
		k.room[s] = v.Seats[s].Cards - v.Seats[s].Open.Len()
		k.room[elsewhere] -= k.room[s]
	}
	voids, held := showedVoid(v), passedOn(v)
	byPlaces := [elsewhere + 2][]tricks.Card{}
	for _, c := range unseen.Cards() {
		places, n := uint8(0), 0
		for p, room := range k.room {
			can := room > 0
			if p < elsewhere {
				can = can && !voids[p].Has(c)
			}
			if can {
				places |= 1 << p
				n++
			}
		}
		for s := range held {
			if held[s].Has(c) && k.room[s] > 0 {
				places, n = 1<<s, 1
			}
		}
		k.may[c] = places
		byPlaces[n] = append(byPlaces[n], c)
	}
	for _, cards := range byPlaces {
		k.unseen = append(k.unseen, cards...)
		k.groups = append(k.groups, len(k.unseen))
	}
	return k
}

// showedVoid returns the suits each seat has no more card of, because it did
// not follow (T4). A seat that may have got such a card since does not count:
// covered cards of a pyramid open (S9), hands are refilled (S10).
func showedVoid(v *chapters.View) [tricks.MaxSeats]tricks.Set {
	var voids [tricks.MaxSeats]tricks.Set
	if v.Stage != chapters.StagePlay || v.Players == 1 {
		return voids
	}
	look := func(leader tricks.Seat, card *[tricks.MaxSeats]tricks.Card) {
		if card[leader] == tricks.NoCard {
			return
		}
		led := card[leader].Suit()
		for s := range v.Seats {
			if c := card[s]; c != tricks.NoCard && c.Suit() != led && v.Seats[s].Rows == nil {
				voids[s] |= tricks.SuitSet(led)
			}
		}
	}
	for i := range v.History {
		look(v.History[i].Leader, &v.History[i].Card)
	}
	look(v.Leader, &v.Card)
	return voids
}

// passedOn returns the cards each seat is known to hold unless it has played
// them: R1 with the character that its holder takes (S3), what this player
// passed to it in setup, and a lost card it took. When it passes on a card that
// this player does not see, only what it may not pass on is still sure.
func passedOn(v *chapters.View) [tricks.MaxSeats]tricks.Set {
	var held [tricks.MaxSeats]tricks.Set
	for _, e := range v.Log {
		switch e.Kind {
		case chapters.Took:
			if c := v.Seats[e.Seat].Character; c != nil && c.TakesR1 {
				held[e.Seat] |= tricks.OneRing.Bit()
			}
		case chapters.TookLost:
			held[e.Seat] |= e.Card.Bit()
		case chapters.Passed, chapters.Returned, chapters.Gave:
			if e.Card == tricks.NoCard {
				held[e.Seat] &= v.Seats[e.Seat].Character.MayNotPass
				continue
			}
			held[e.Seat] &^= e.Card.Bit()
			held[e.To] |= e.Card.Bit()
		}
	}
	return held
}

// maxTries is how often a random deal may run into a dead end. Three shown voids
// at one seat seldom cost more than one or two.
const maxTries = 8

// deal lays the unseen cards out at random in a way that agrees with what is
// known. Not all such layouts are equally likely, but each can come up.
func (k *knowledge) deal(src rand.Source) (lie [elsewhere + 1]tricks.Set) {
	for range maxTries {
		if lie, ok := k.tryDeal(src, false); ok {
			return lie
		}
	}
	lie, _ = k.tryDeal(src, true) // better a doubtful world than none
	return lie
}

func (k *knowledge) tryDeal(src rand.Source, anywhere bool) (lie [elsewhere + 1]tricks.Set, ok bool) {
	room, start := k.room, 0
	for _, end := range k.groups {
		tricks.Shuffle(src, k.unseen[start:end])
		start = end
	}
	for _, c := range k.unseen {
		may := k.may[c]
		if anywhere {
			may = 0xff
		}
		free := 0
		for p := range room {
			if may>>p&1 != 0 {
				free += room[p]
			}
		}
		if free == 0 {
			return lie, false
		}
		n := tricks.Below(src, free)
		for p := range room {
			if may>>p&1 == 0 {
				continue
			}
			if n < room[p] {
				room[p]--
				lie[p] |= c.Bit()
				break
			}
			n -= room[p]
		}
	}
	return lie, true
}
