package search

import "fellowship/tricks"

// leadsPass reports whether every seat that has to win a trick can get the lead.
//
// Example: Frodo leads and holds H7, H8 and M5. Sam has to win a trick and holds H2, H3 and M4. If only
// these two may win any, Sam never does: he beats no card of Frodo's.
//
// Proof: the winner of a trick leads the next one (T5). Take the first trick that such a seat wins, if
// it does not lead now. It is led by another seat, which leads now or has won a trick before. Our seat
// beats the card that is led with R1 (T7), with a trump (T8), or with a higher card of the suit, and
// the card that is led comes from the other hand. So the seats that can ever lead are found one by one: a
// seat can lead if it may win a trick and holds a card that beats a card of a seat that can lead.
func (p *Problem) leadsPass(s *tricks.State, f *forecast) bool {
	led := s.Leader.Bit()
	var needing tricks.SeatSet
	for seat, n := range f.minWins[:p.Table.Seats] {
		if n > 0 {
			needing |= tricks.Seat(seat).Bit()
		}
	}
	if needing&^led == 0 || p.IsDisabled(Leads) {
		return true
	}
	beaten := higherCards(s.Held[s.Leader]) | tricks.OneRing.Bit() | p.Trump
	for again := true; again && needing&^led != 0; {
		again = false
		for seat := range tricks.Seat(p.Table.Seats) {
			if f.winners.Contains(seat) && !led.Contains(seat) && s.Held[seat]&beaten != 0 {
				led |= seat.Bit()
				beaten |= higherCards(s.Held[seat])
				again = true
			}
		}
	}
	return needing&^led == 0
}

// higherCards returns the cards that are higher than some card of the set in the same suit.
func higherCards(cards tricks.Set) tricks.Set {
	// A suit is a byte, so the masks keep a shift from carrying bits into the next suit.
	higher := cards << 1 & 0xfefefefefefefefe
	higher |= higher << 1 & 0xfefefefefefefefe
	higher |= higher << 2 & 0xfcfcfcfcfcfcfcfc
	return higher | higher<<4&0xf0f0f0f0f0f0f0f0
}
