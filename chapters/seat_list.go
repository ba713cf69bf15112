package chapters

import (
	"slices"

	"fellowship/tricks"
)

// seatList is the seats of a round, clockwise.
type seatList []seatState

// leftOf returns the next seat clockwise.
func (l seatList) leftOf(s tricks.Seat) tricks.Seat {
	return (s + 1) % tricks.Seat(len(l))
}

// rightOf returns the next seat counterclockwise.
func (l seatList) rightOf(s tricks.Seat) tricks.Seat {
	return (s + tricks.Seat(len(l)) - 1) % tricks.Seat(len(l))
}

// clockwiseFrom lists all seats clockwise, beginning with seat s.
func (l seatList) clockwiseFrom(s tricks.Seat) []tricks.Seat {
	order := make([]tricks.Seat, 0, tricks.MaxSeats)
	for range l {
		order = append(order, s)
		s = l.leftOf(s)
	}
	return order
}

// othersOf lists all seats but one, clockwise from its left.
func (l seatList) othersOf(s tricks.Seat) []tricks.Seat { return l.clockwiseFrom(s)[1:] }

// find returns the first seat that matches, NoSeat if none does.
func (l seatList) find(matches func(tricks.Seat) bool) tricks.Seat {
	for s := range tricks.Seat(len(l)) {
		if matches(s) {
			return s
		}
	}
	return tricks.NoSeat
}

// hasTaken reports whether a seat has the character with an id.
func (l seatList) hasTaken(id string) bool {
	return slices.ContainsFunc(l, func(s seatState) bool { return s.Character != nil && s.Character.ID == id })
}
