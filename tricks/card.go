package tricks

import (
	"fmt"
	"math/bits"
)

// Suit is one of the five suits of the deck (T1), or Rivers (T2, chapter 17).
type Suit uint8

// The suits in the order hands are written in (T2).
const (
	Hills Suit = iota
	Mountains
	Forests
	Shadows
	Rings
	Rivers
	// NoSuit means that there is no trump, or that no card has been led.
	NoSuit
)

// Suits is the number of suits, Rivers included.
const Suits = int(NoSuit)

const suitLetters = "HMFSRV"

var suitNames = [...]string{"Hills", "Mountains", "Forests", "Shadows", "Rings", "Rivers", "none"}

// String returns the suit's English name.
func (s Suit) String() string {
	if int(s) < len(suitNames) {
		return suitNames[s]
	}
	return fmt.Sprintf("Suit(%d)", uint8(s))
}

// Letter returns the suit's code letter of T2: H, M, F, S, R or V.
func (s Suit) Letter() byte {
	if s < NoSuit {
		return suitLetters[s]
	}
	return '?'
}

// Ranks returns the highest rank of the suit: 5 for Rings, else 8. The lowest is 1.
func (s Suit) Ranks() int {
	if s == Rings {
		return 5
	}
	return 8
}

// Card is one card: suit × 8 + rank − 1, so the cards of a suit are eight
// neighbouring bits of a [Set] with the lowest rank first. The two cards that
// never come into a hand, F9 and B5, follow after the suits.
type Card uint8

// Cards with a name of their own.
const (
	// OneRing is R1, which may be played to win any trick (T7).
	OneRing = Card(Rings) * 8
	// OldManWillow is F9, a card of the Old Forest deck (C5).
	OldManWillow = Card(Suits) * 8
	// BalrogCard is B5, a card of the Balrog deck (C14).
	BalrogCard = OldManWillow + 1
	// NoCard means that there is no card: a place is empty, or nothing was played, passed or put aside.
	NoCard Card = 0xff
	// Closed stands for a card whose face the viewer does not see.
	Closed = NoCard - 1
	// Leaving stands for a closed card of a pyramid that will leave its place.
	Leaving = Closed - 1
)

// NewCard returns the card with a suit and a rank. Ranks run from 1 to [Suit.Ranks].
func NewCard(s Suit, rank int) Card { return Card(int(s)*8 + rank - 1) }

// Suit returns the card's suit. F9 counts as Forests; B5 has none.
func (c Card) Suit() Suit {
	switch {
	case c < OldManWillow:
		return Suit(c >> 3)
	case c == OldManWillow:
		return Forests
	}
	return NoSuit
}

// Rank returns the card's rank, 1 to 9.
func (c Card) Rank() int {
	switch c {
	case OldManWillow:
		return 9
	case BalrogCard:
		return 5
	}
	return int(c&7) + 1
}

// Valid reports whether the code is a card of the box.
func (c Card) Valid() bool {
	if c < OldManWillow {
		return c.Rank() <= c.Suit().Ranks()
	}
	return c <= BalrogCard
}

// Set is a set of cards, one bit a card.
type Set uint64

// SetOf returns the set of the given cards.
func SetOf(cards ...Card) Set {
	var s Set
	for _, c := range cards {
		s |= c.Bit()
	}
	return s
}

// SuitSet returns every card of the suit that can come into a hand.
func SuitSet(s Suit) Set { return suitSets[s&7] }

// suitSets is a table, because [SuitSet] is called far more often than anything else here.
var suitSets = func() (sets [8]Set) {
	for s := Hills; s <= NoSuit; s++ {
		sets[s] = Set(1<<s.Ranks()-1) << (8 * s)
	}
	return sets
}()

// RankSet returns the cards of one rank in every suit (G6: Rings and Rivers
// count). It is empty for a rank that no suit has.
func RankSet(rank int) Set {
	var set Set
	for s := Hills; s < NoSuit; s++ {
		if rank >= 1 && rank <= s.Ranks() {
			set |= NewCard(s, rank).Bit()
		}
	}
	return set
}

// Deck is the deck of T1: 37 cards, without Rivers and chapter cards.
const Deck = Set(1)<<32 - 1 | Set(0x1f)<<32

// RingSet holds the five Rings.
const RingSet = Set(0x1f) << 32

// Bit returns the set that holds just the card.
func (c Card) Bit() Set { return 1 << c }

// Contains reports whether the set holds the card.
func (s Set) Contains(c Card) bool { return s>>c&1 != 0 }

// Len returns the number of cards in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// OfSuit returns the cards of one suit in the set.
func (s Set) OfSuit(suit Suit) Set { return s & SuitSet(suit) }

// First returns the lowest card of a set that is not empty.
func (s Set) First() Card { return Card(bits.TrailingZeros64(uint64(s))) }

// Last returns the highest card of a set that is not empty.
func (s Set) Last() Card { return Card(63 - bits.LeadingZeros64(uint64(s))) }

// Cards lists the set in the order of T2: suit by suit, ranks rising.
func (s Set) Cards() []Card {
	out := make([]Card, 0, s.Len())
	for ; s != 0; s &= s - 1 {
		out = append(out, s.First())
	}
	return out
}
