package chapters

import (
	"slices"

	"fellowship/tricks"
)

// Beside the seats, cards can move from and to these two places, which count as seats here.
const (
	// stock is the draw pile, the barrow, and cards that are still to be dealt.
	stock = tricks.Seat(tricks.MaxSeats)
	// onTable is the lost cards.
	onTable = stock + 1
)

// domain is the seats (or stock, or onTable) at which each card can be.
type domain [64]tricks.SeatSet

// move is a card that goes from one seat (or stock, or onTable) to another. The moves of a batch happen
// at the same time: all cards leave before any arrives, so no card moves twice in a batch.
type move struct {
	source tricks.Seat
	target tricks.Seat
	// card is NoCard if the player did not see the card.
	card tricks.Card
}

// traceMoves works out where each card can have been dealt to, and where it can be now.
func (k *knowledge) traceMoves() {
	v := k.view
	batches := v.moves()
	k.dealt = v.dealtTo(batches)
	current := k.dealt
	// traced is where each card can be if no move that the player did not see has taken it.
	traced := k.dealt
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
				if !previous[c].Contains(m.source) || m.source < stock && !v.mayPass(m.source, c) {
					continue
				}
				current[c] |= m.target.Bit()
				if m.target < stock {
					k.arrivals[m.target] |= c.Bit()
				}
			}
		}
		for _, m := range batch {
			if m.card != tricks.NoCard {
				current[m.card] = m.target.Bit()
				traced[m.card] = m.target.Bit()
				k.dealt[m.card] &^= m.target.Bit() // it moved there, so it was dealt to another place
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

// dealtTo returns where each card can have been dealt to before all moves: R1 to its holder (S3), the
// cards that were lost then to the table, and any other card to any seat or the stock.
func (v *View) dealtTo(batches [][]move) domain {
	var dealt domain
	for c := range dealt {
		dealt[c] = 1<<len(v.Seats) - 1 | stock.Bit()
	}
	if holder := v.Progress.R1; holder != tricks.NoSeat && !v.isStaged() {
		dealt[tricks.OneRing] = holder.Bit()
	}
	// The cards that lie lost now are known, and so is every move from or to the table.
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
		dealt[c] = onTable.Bit()
	}
	return dealt
}

// moves lists the moves in the log, in batches.
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
				batch = append(batch, move{e.Seat, e.Target, e.Card})
			}
		case TookLost:
			batch = append(batch, move{onTable, e.Seat, e.Card})
			if i+1 < len(v.Log) && v.Log[i+1].Kind == SwappedLost {
				n = 2
				batch = append(batch, move{e.Seat, onTable, v.Log[i+1].Card})
			}
		case TookSide, DrewCards:
			for range e.Number {
				batch = append(batch, move{stock, e.Seat, tricks.NoCard})
			}
		case DealtMore:
			for s := range v.Seats {
				for range e.Number {
					if v.Seats[s].Rows == nil {
						batch = append(batch, move{stock, tricks.Seat(s), tricks.NoCard})
					}
				}
			}
		default: // no card moves to another seat
		}
		if len(batch) > 0 {
			out = append(out, batch)
		}
		i += n
	}
	return out
}

// countSimultaneous returns how many transfers of the log, beginning at an index, happened at the same
// time. For cards that are passed or returned these are all events of the same kind in a row, because the
// answers stand between two exchanges. Gifts of two setup actions can stand in a row, but an action has
// either one giver, who gives a card to every other seat (C4), or every seat as giver once (C10). The
// gifts of a staged deal are all those before more cards are dealt (C16). Gifts after that are of setup actions.
func (v *View) countSimultaneous(start int) int {
	n := 1
	for start+n < len(v.Log) && v.Log[start+n].Kind == v.Log[start].Kind {
		n++
	}
	dealtMore := func(e Event) bool { return e.Kind == DealtMore }
	if v.Log[start].Kind != Gave || slices.ContainsFunc(v.Log[start+n:], dealtMore) {
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
