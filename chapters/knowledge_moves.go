package chapters

import (
	"slices"

	"fellowship/tricks"
)

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
