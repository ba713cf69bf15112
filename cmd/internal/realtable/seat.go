package realtable

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/tricks"
)

// seat is a seat as its line describes it.
type seat struct {
	chapters.HandInfo
	// char is nil for a seat without a character.
	char *characters.Character
	line int
	// given reports whether the hand is written.
	given bool
	// rest reports whether the hand is all cards that have no other place.
	rest bool
	// leads reports whether a * marks the seat as the leader of the first trick.
	leads bool
	// staged are the cards of the later stages of a staged deal (C16).
	staged []tricks.Set
	// pile is the text behind a colon that may be a hand or a single trick: it is a trick if the note has piles.
	pile string
	// behindColon reports whether the hand was read from behind a colon.
	behindColon bool
}

// countInRows returns how many places of a pyramid have a card; NoCard counts the empty ones.
func (s *seat) countInRows(card tricks.Card) (k int) {
	for _, row := range s.Rows {
		for _, c := range row {
			if c == card {
				k++
			}
		}
	}
	return k
}

// mayHideSuits reports whether a seat may hold cards of a suit that it does not follow, because of its
// character or its pyramid.
func (s *seat) mayHideSuits() bool {
	if s.Rows != nil {
		return true
	}
	return s.char != nil &&
		(s.char.NeedNotFollow || s.char.HasAction(characters.Tuck) || s.char.HasAction(characters.SetAside))
}

// namer reports whether the seat's character may name another seat to lead (K: Bilbo Baggins).
func (s *seat) namer() bool { return s.char != nil && s.char.NamesLeader }
