package tricks

import (
	"bytes"
	"math/bits"
	"strconv"
)

// Seat is a place at the table, 0 to 3, clockwise.
type Seat int8

// MaxSeats is the most seats a table has (S1).
const MaxSeats = 4

// NoSeat means that nobody won a trick, or that a seat is not known.
const NoSeat Seat = -1

// SeatsFor returns the number of seats for 1 to 4 players (S1).
func SeatsFor(players int) int {
	if players == 1 || players == 4 {
		return MaxSeats
	}
	return 3
}

// String returns the seat's number.
func (s Seat) String() string { return strconv.Itoa(int(s)) }

// IsZero reports whether the seat is [NoSeat], which the encoders of documents leave out.
func (s Seat) IsZero() bool { return s == NoSeat }

// ParseSeat reads a seat's number, 0 to 3. Errors wrap [ErrNotation].
func ParseSeat(text string) (Seat, error) {
	if len(text) != 1 || text[0] < '0' || text[0] >= '0'+MaxSeats {
		return NoSeat, notationError("%s is not a seat: the seats are 0 to %d", quote(text), MaxSeats-1)
	}
	return Seat(text[0] - '0'), nil
}

// Bit returns the set that holds just the seat.
func (s Seat) Bit() SeatSet { return 1 << uint8(s) }

// SeatSet is a set of seats, one bit a seat.
type SeatSet uint8

// Contains reports whether the set holds the seat.
func (m SeatSet) Contains(s Seat) bool { return m>>uint8(s)&1 != 0 }

// MarshalJSON writes the set as a list of its seats.
func (m SeatSet) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for ; m != 0; m &= m - 1 {
		out = append(out, '0'+byte(m.First()), ',')
	}
	return append(bytes.TrimRight(out, ","), ']'), nil
}

// Len returns the number of seats in the set.
func (m SeatSet) Len() int { return bits.OnesCount8(uint8(m)) }

// First returns the lowest seat of a set that is not empty.
func (m SeatSet) First() Seat { return Seat(bits.TrailingZeros8(uint8(m))) }
