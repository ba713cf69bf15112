package chapters

import (
	"fellowship/characters"
	"fellowship/tricks"
)

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
