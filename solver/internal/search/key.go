package search

import (
	"fellowship/tricks"
)

// relative renames the cards left of each suit. A card's owner matters, what the goals see in
// it, and which cards beat it, but not the rank itself. So the cards left of a suit
// are a word of letters (owner, traits), lowest rank first, and two sets with the same word
// play alike. A stand-in takes their place: the set of the lowest cards of the full suit that
// fit, letter by letter. Suppose that H2 and H6 are all that is left of the Hills, and that one
// seat holds them and held H1 as well: then H1 and H2 stand for them.
//
// Each card of a pyramid (S9) or of the draw pile (S10) has a letter of its own. The cards in the
// draw pile change from trick to trick, and so do the ranks that the Old Forest tells apart (C5).
// Rounds with a pile or an Old Forest therefore have stand-ins for each trick. Positions of
// different tricks never share a key, because they differ in the number of cards left.
type relative struct {
	// tricks is the stand-ins of each trick, or a single entry that serves all tricks.
	tricks []standIns
}

// standIns is the stand-ins of one trick.
type standIns struct {
	// trick is the index of the trick, from 0.
	trick int
	// undrawn is the cards that are still in the draw pile during the trick.
	undrawn tricks.Set
	// sets is the stand-in for each suit and each set of cards left of it, 0 while it is not known.
	sets [tricks.Suits][256]uint8
}

func (r *relative) reset(p *Problem) {
	n := 1
	if p.pile != 0 || p.classes != nil {
		n = p.Table.Tricks() + 1
	}
	if cap(r.tricks) < n {
		r.tricks = make([]standIns, n)
	}
	r.tricks = r.tricks[:n]
	for i := range r.tricks {
		clear(r.tricks[i].sets[:])
		r.tricks[i].trick = i
		r.tricks[i].undrawn = 0
		for cards := p.pile; cards != 0; cards &= cards - 1 {
			if c := cards.First(); p.Table.DrawnAfter(c) > i {
				r.tricks[i].undrawn |= c.Bit()
			}
		}
	}
}

// standInSet works out, stores and returns the stand-in of the cards left of a suit. Left is not empty.
func (r *standIns) standInSet(p *Problem, suit int, left uint8) uint8 {
	var set uint8
	pos := 0 // the next card of the full suit to look at
	for bits := left; bits != 0; bits &= bits - 1 {
		card := tricks.Card(suit*8) + tricks.Set(bits).First()
		for !p.alike(card, tricks.Card(suit*8+pos), r) {
			pos++
		}
		set |= 1 << pos
		pos++
	}
	r.sets[suit][left] = set
	return set
}

// alike reports whether two cards of a suit have the same letter: the same owner and the same traits, and
// neither of them in the draw pile or in a pyramid.
func (p *Problem) alike(a, b tricks.Card, r *standIns) bool {
	if a == b {
		return true
	}
	if p.IsDisabled(RelativeRanks) {
		return false
	}
	if special := p.Pyramid | r.undrawn; special.Contains(a) || special.Contains(b) {
		return false
	}
	return p.all.Contains(b) && p.Owner[a] == p.Owner[b] && p.Same(a, b, r.trick)
}

// key returns the key of a position at the beginning of a trick.
func (r *relative) key(p *Problem, s *tricks.State, pr Progress) key {
	var k key
	present := s.Held[0] | s.Held[1] | s.Held[2] | s.Held[3]
	n := &r.tricks[min(int(s.Number), len(r.tricks)-1)]
	for suit := range tricks.Suits {
		if left := uint8(present >> (8 * suit)); left != 0 {
			set := n.sets[suit][left]
			if set == 0 {
				set = n.standInSet(p, suit, left)
			}
			k.cards |= uint64(set) << (8 * suit)
		}
	}
	k.cards |= uint64(s.Leader)<<48 | uint64(pr.Tally)<<51
	if s.RingsBroken {
		k.cards |= 1 << 50
	}
	k.counts = pr.Counts
	return k
}
