package search

import (
	"encoding/binary"
	"fmt"

	"fellowship/tricks"
)

// Signature returns a string that describes the goals, and the hands with relative ranks. Two
// problems with the same signature play alike, so an exchange of cards that
// nobody can tell apart is searched once.
func (p *Problem) Signature() string {
	b := make([]byte, 0, 256)
	b = append(b, byte(p.Start.Leader), byte(p.Start.Tucked), byte(p.Table.Namers), byte(p.Table.Free),
		byte(p.Table.FreeOnce), byte(len(p.Table.Balrog)))
	for s := range p.Table.Seats {
		b = append(b, byte(p.Table.First[s]), byte(p.Table.Last[s]))
	}
	b = append(b, p.Checker.Tally.Name...)
	b = fmt.Append(b, p.Checker.Firm, p.Checker.Trees)
	for i := range p.Checker.Counters {
		k := &p.Checker.Counters[i]
		b = append(b, byte(k.Kind), byte(k.Seat), byte(k.ExtraSeats), byte(k.N))
		b = binary.LittleEndian.AppendUint32(b, uint32(k.Lo))
		b = binary.LittleEndian.AppendUint32(b, uint32(k.Hi)) // no limit is more than a byte holds
		b = binary.LittleEndian.AppendUint64(b, uint64(k.Cards))
	}
	for suit := tricks.Hills; suit < tricks.NoSuit; suit++ {
		b = append(b, 0xfe)
		for cards := p.all.OfSuit(suit); cards != 0; cards &= cards - 1 {
			c := cards.First()
			b = append(b, byte(p.Owner[c]))
			b = binary.LittleEndian.AppendUint64(b, p.traits[c])
			if p.classes != nil {
				b = append(b, p.classes[p.Start.Number][c.Rank()])
			}
			if p.Pyramid.Contains(c) || p.pile.Contains(c) {
				b = append(b, byte(c), byte(p.Table.DrawnAfter(c)))
				b = binary.LittleEndian.AppendUint64(b, uint64(p.Table.Covers(c)))
			}
		}
	}
	return string(b)
}
