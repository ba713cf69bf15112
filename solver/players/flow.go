package players

import (
	"fellowship/chapters"
	"fellowship/tricks"
)

// place is where a card can be, as far as cards go from one to another: the
// seats, the stock (the draw pile, the barrow, cards still to be dealt; in a
// position with a part of the deck also the box), and the table with the lost
// cards.
type place int8

const (
	stock   place = tricks.MaxSeats
	onTable place = tricks.MaxSeats + 1
)

// places is a set of places, one bit each.
type places uint8

func (p place) bit() places        { return 1 << p }
func (p places) has(at place) bool { return p>>at&1 != 0 }
func (p place) isSeat() bool       { return p < stock }
func at(s tricks.Seat) place       { return place(s) }
func seats(n int) places           { return 1<<n - 1 }
func (p place) seat() tricks.Seat  { return tricks.Seat(p) }
func domainOf(all places) (d domain) {
	for c := range d {
		d[c] = all
	}
	return d
}

// domain is for each card where it can be.
type domain [64]places

// move is a card that goes from one place to another; card is NoCard if the
// player did not see it.
type move struct {
	card     tricks.Card
	from, to place
}

// batch is moves that happen at the same time: all cards leave before any
// arrives, so none of them goes twice.
type batch []move

// flow lists the moves that a log tells of.
func flow(v *chapters.View) []batch {
	var out []batch
	for i := 0; i < len(v.Log); {
		e := &v.Log[i]
		var b batch
		n := 1
		switch e.Kind {
		case chapters.Passed, chapters.Returned, chapters.Gave:
			n = together(v, i)
			for _, e := range v.Log[i : i+n] {
				b = append(b, move{e.Card, at(e.Seat), at(e.To)})
			}
		case chapters.TookLost:
			b = append(b, move{e.Card, onTable, at(e.Seat)})
			if i+1 < len(v.Log) && v.Log[i+1].Kind == chapters.SwappedLost {
				n = 2
				b = append(b, move{v.Log[i+1].Card, at(e.Seat), onTable})
			}
		case chapters.TookSide, chapters.DrewCards:
			for range e.Number {
				b = append(b, move{tricks.NoCard, stock, at(e.Seat)})
			}
		case chapters.DealtMore:
			for s := range v.Seats {
				for range e.Number {
					if v.Seats[s].Rows == nil {
						b = append(b, move{tricks.NoCard, stock, at(tricks.Seat(s))})
					}
				}
			}
		case chapters.Took, chapters.DrewThreat, chapters.RejectedThreat, chapters.Declined, chapters.Played, chapters.WonTrick,
			chapters.Named, chapters.HasRider, chapters.HasGift, chapters.ChoseThreat, chapters.Declared, chapters.ChoseRange,
			chapters.Announced, chapters.Revealed, chapters.Tucked, chapters.CameBack, chapters.KeptLast, chapters.PutAside,
			chapters.TurnedUp, chapters.SwappedLost, chapters.FellShort: // no card comes to another seat
		}
		if len(b) > 0 {
			out = append(out, b)
		}
		i += n
	}
	return out
}

// together returns how many transfers from one on happen at the same time. A
// card that is passed is answered before another one is passed. Gifts follow each other
// without that, but all of one kind have the same giver (C4) or every giver once
// (C10); between those of a staged deal cards are dealt (C16).
func together(v *chapters.View, from int) int {
	n := 1
	for from+n < len(v.Log) && v.Log[from+n].Kind == v.Log[from].Kind {
		n++
	}
	if v.Log[from].Kind != chapters.Gave || isStaged(v) {
		return n
	}
	most := len(v.Seats)
	if n > 1 && v.Log[from].Seat == v.Log[from+1].Seat {
		most--
	}
	return min(n, most)
}

// isStaged reports whether the cards are dealt a few at a time (C16).
func isStaged(v *chapters.View) bool {
	return v.Chapter != nil && v.Chapter.Staged > 0 && v.Players > 1
}

// beganIn returns the stage the game began with, as far as the log tells.
func beganIn(v *chapters.View) chapters.Stage {
	if v.Stage == chapters.StageDraft {
		return chapters.StageDraft
	}
	for i := range v.Log {
		switch v.Log[i].Kind {
		case chapters.Took:
			return chapters.StageDraft
		case chapters.HasRider, chapters.HasGift:
		case chapters.Played, chapters.TurnedUp, chapters.Named:
			return chapters.StagePlay
		default:
			return chapters.StageSetup
		}
	}
	return v.Stage
}
