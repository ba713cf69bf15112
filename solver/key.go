package solver

import (
	"fellowship/characters"
	"fellowship/tricks"
)

// relative renames the cards left of each suit: what matters of a card is its
// owner, what the goals see in it, and who can beat it, not the rank itself. The
// cards left of a suit are a word of (owner, mark) letters, lowest rank first;
// two sets with the same word play alike. As the name of a word serves the set
// that takes, letter by letter, the lowest card of the full suit that fits.
// Cards of a pyramid or the draw pile have a letter of their own each.
type relative struct {
	names [tricks.Suits][256]uint8
	known [tricks.Suits][256 / 64]uint64
}

func (r *relative) reset() { r.known = [tricks.Suits][256 / 64]uint64{} }

func (r *relative) name(p *Problem, suit int, left uint8) uint8 {
	if r.known[suit][left>>6]>>(left&63)&1 != 0 {
		return r.names[suit][left]
	}
	var name uint8
	at := 0 // the next card of the full suit to look at
	for bits := left; bits != 0; bits &= bits - 1 {
		card := tricks.Card(suit*8) + tricks.Set(bits).First()
		for !p.alike(card, tricks.Card(suit*8+at)) {
			at++
		}
		name |= 1 << at
		at++
	}
	r.names[suit][left] = name
	r.known[suit][left>>6] |= 1 << (left & 63)
	return name
}

// alike reports whether two cards of a suit have the same owner and are the
// same to every goal.
func (p *Problem) alike(a, b tricks.Card) bool {
	if a == b {
		return true
	}
	if p.fixed.Has(a) || p.fixed.Has(b) {
		return false
	}
	return p.all.Has(b) && p.owner[a] == p.owner[b] && p.mark[a] == p.mark[b]
}

// key returns the position's key at the beginning of a trick.
func (r *relative) key(p *Problem, s *tricks.State, pr characters.Progress, o *outlook) key {
	var k key
	for suit := range tricks.Suits {
		if left := uint8(o.present >> (8 * suit)); left != 0 {
			k.cards |= uint64(r.name(p, suit, left)) << (8 * suit)
		}
	}
	k.cards |= uint64(s.Leader)<<48 | uint64(pr.Tally)<<51
	if s.RingsBroken {
		k.cards |= 1 << 50
	}
	k.counts = pr.Counts
	return k
}
