package board

import (
	"fellowship/cmd/internal/felt"
)

// plan is where the parts of a table stand. It depends on the window, the seats and the number of cards,
// never on the cursor, so nothing moves while the person chooses.
type plan struct {
	// big reports whether the emblems are large.
	big bool
	// narrow reports whether the seats have no room for words beside their pips.
	narrow bool
	// cross reports whether the seats lie around the trick instead of in a row.
	cross bool
	// tall reports whether two seats around the trick have tall plates, with what they took.
	tall bool
	// feltW is the width of the felt for the seats in a row and the trick. A pyramid on a plate of its own takes the rest.
	feltW int
	// tableW is the width of the table.
	tableW int

	// plate is the size of a seat, without the row for facts.
	plate felt.Size
	// plateY is the first row of the seats in a row.
	plateY int
	// gap is the number of columns between two seats.
	gap int
	// textX is the column of a seat at which its texts begin, right of the emblem.
	textX int
	// goals reports whether narrow seats show their goals in words.
	goals bool
	// goalRows is how many rows the goals in words take in a narrow seat.
	goalRows int
	// tookRows is how many rows what a seat took has on a tall plate.
	tookRows int
	// facts reports whether the facts of the seats have a row of their own.
	facts bool

	// trickY is the first row of the trick.
	trickY int
	// card is the size of the cards in the trick.
	card felt.Size
	// step is the number of columns from one card of the trick to the next.
	step int
	// listRows is how many characters the list of the draft shows.
	listRows int
	// thingsIn is where the things on the felt stand.
	thingsIn thingsPlace
	// thingsY is the row of the things if they have one of their own.
	thingsY int
	// thingRows is how many rows they take there.
	thingRows int
	// news reports whether the latest event is shown.
	news bool
	// newsY is the row of the latest event, 0 for none.
	newsY int
	// newsRows is how many rows the latest event takes.
	newsRows int

	// railY is the row between the felt and the wood.
	railY int
	// ownX is the column of the own seat at which its texts begin, right of the emblem.
	ownX int
	// ownY is the first row of the own seat.
	ownY int
	// ownRows is how many rows the own seat takes.
	ownRows int
	// promptRows is how many rows the prompt below it takes.
	promptRows int

	// handY is the first row of the hand.
	handY int
	// held is the size of the cards in the hand.
	held felt.Size
	// handRows is the number of rows of cards.
	handRows int
	// handRowStep is how far each row of cards stands below the one before.
	handRowStep int
	// handAsChips reports whether the hand shows codes instead of pictures.
	handAsChips bool
	// ledgeY is the row under the hand, in which answers begin.
	ledgeY int

	// coach reports whether the coach's advice is shown.
	coach bool
	// remarkY is the first row of the remarks.
	remarkY int
	// remarkSpace is how many rows the remarks take, with the own hand and the coach.
	remarkSpace int
	// ownHandY is the row of the own hand while the hand is another seat's, 0 for none.
	ownHandY int
	// overflows reports whether the list for small windows has no room for everything.
	overflows bool
}

// thingsPlace is where the things on the felt stand.
type thingsPlace uint8

const (
	// besideTrick puts the things left and right of the trick.
	besideTrick thingsPlace = iota
	// belowSeats puts them in a row between the seats and the trick.
	belowSeats
	// inBar puts them in the first row of the window.
	inBar
)

// hasPyramidPlate reports whether a pyramid has a plate of its own.
func (p *plan) hasPyramidPlate() bool { return p.feltW < p.tableW }

// plateRows returns the height of a seat with its row for facts. The pyramid on a tall plate comes below.
func (p *plan) plateRows() int {
	if p.tall {
		return p.plate.H + 1 + p.tookRows + 1
	}
	if p.facts {
		return p.plate.H + 1
	}
	return p.plate.H
}
