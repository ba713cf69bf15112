package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// tuckedCameBack reports whether a card that was tucked away may be in the hand again and the player
// does not know which card it is.
func (v *View) tuckedCameBack(s tricks.Seat) bool {
	sv := &v.Seats[s]
	if v.Stage != StagePlay || sv.Tucked != tricks.NoCard || sv.Rows != nil {
		return false // at a pyramid the card lies open
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
	return tucked && sv.Cards == 1 // it comes back by itself when no other card is left
}

// void is the cards that the plays of a seat rule out for its hand.
type void struct {
	// all is ruled out by all plays since the hand last got a card. It holds for every card of the hand
	// but a tucked card that came back.
	all tricks.Set
	// sinceReturn is ruled out by the plays since a tucked card came back. It holds for that card.
	sinceReturn tricks.Set
}

// voids returns the cards that each hand cannot hold, because its seat did not follow suit (T4) or led a
// Ring too early (T6). Nothing follows for a hand that may have got such a card since: the pyramid, whose
// covered cards open (S9), and the hands in solo, which are refilled (S10).
func (v *View) voids() (out [tricks.MaxSeats]void) {
	if v.Stage != StagePlay || v.Players == 1 {
		return out
	}
	trick := 0
	led := tricks.NoSuit
	// ringPlayed reports whether a Ring was played so far, ringsBroken whether one was played in an
	// earlier trick.
	ringPlayed := false
	ringsBroken := false
	for i := range v.Log {
		e := &v.Log[i]
		switch e.Kind {
		case Played:
			var excluded tricks.Set
			switch {
			case led == tricks.NoSuit:
				led = e.Suit
				if led == tricks.Rings && !ringsBroken {
					excluded = ^tricks.RingSet
				}
			case e.Suit != led && !(trick == 0 && v.Seats[e.Seat].hasEffect(characters.FreeFirstTrick)):
				excluded = tricks.SuitSet(led)
			}
			ringPlayed = ringPlayed || e.Suit == tricks.Rings
			if v.isInformative(e.Seat, trick) {
				out[e.Seat].all |= excluded
				out[e.Seat].sinceReturn |= excluded
			}
		case WonTrick:
			trick++
			led = tricks.NoSuit
			ringsBroken = ringPlayed
		case CameBack:
			out[e.Seat].sinceReturn = 0
		case Passed, Returned:
			out[e.Target] = void{}
		case TookLost:
			out[e.Seat] = void{}
		default: // in play no other event changes a hand
		}
	}
	for s := range tricks.Seat(len(v.Seats)) {
		if v.Seats[s].Cards == 1 && v.tuckedCameBack(s) {
			out[s] = void{}
		}
	}
	return out
}

// isInformative reports whether a seat's play in a trick rules out cards for its hand. A card that was
// put into the first trick, or set aside for the last one, does not (K: Radagast). Neither does a card of
// the pyramid or of a character that need not follow suit.
func (v *View) isInformative(s tricks.Seat, trick int) bool {
	sv := &v.Seats[s]
	switch {
	case sv.Rows != nil || sv.Character != nil && sv.Character.NeedNotFollow:
		return false
	case trick == 0 && v.Progress.PutFirst.Contains(s):
		return false
	case trick == v.Tricks-1 && v.Progress.KeptLast.Contains(s):
		return false
	}
	return true
}
