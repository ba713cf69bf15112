package players

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// Whereabouts says where the cards can be that a view does not show: it
// follows from what was played, passed and announced, and from who did not
// follow suit, so that everybody in that seat could know it.
type Whereabouts struct {
	// Unseen is the cards the player does not see.
	Unseen tricks.Set
	// May is which of them each seat may hold, in the hand or put aside, and
	// Elsewhere which may lie in a pile or in the box.
	May       [tricks.MaxSeats]tricks.Set
	Elsewhere tricks.Set
}

// Where returns what the view of a player tells about the cards it does not
// show. It needs a view of stage play.
func Where(v *chapters.View) Whereabouts {
	k := learn(v)
	w := Whereabouts{Unseen: tricks.SetOf(k.unseen...)}
	for _, c := range k.unseen {
		for place := range chapters.NumPlaces {
			switch {
			case k.may[c]&(1<<place) == 0:
			case place == chapters.PlaceElsewhere:
				w.Elsewhere |= c.Bit()
			default:
				w.May[place.Seat()] |= c.Bit()
			}
		}
	}
	return w
}
