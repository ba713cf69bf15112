// Package share makes what people send to each other after a round: a block of small tiles, one for each trick, and a
// line about the round. It says who won which trick and where goals were met or lost. It names no card, so that others
// can still play the same deal (S11).
package share

import (
	"fellowship/chapters"
	"fellowship/characters"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// Tile is a trick of a round that is over.
type Tile struct {
	// Number counts the tricks from 1.
	Number int
	// Winner is the winner of the trick. It is zero if nobody won it, or if it was never played.
	Winner Seat
	// Met are the seats whose goals were met for good in this trick.
	Met []Seat
	// Failed are the seats whose goals failed in this trick.
	Failed []Seat
	// Played reports whether the trick was played to its end.
	Played bool
	// Lost reports whether a card of this trick lost the round.
	Lost bool
	// Late reports whether the round was already lost when the trick began.
	Late bool
}

// Seat is a seat with its character.
type Seat struct {
	// ID is the id of the character.
	ID string
	// Name is the short name of the character.
	Name string
	// Letters are the one or two letters of the character.
	Letters string
}

// tileMaker makes the tiles of a round while the round is replayed.
type tileMaker struct {
	texts *texts.Texts
	tiles []Tile
	// played is the number of tricks that were played until now.
	played int
	// statuses are the statuses of the goals after the last trick.
	statuses []chapters.GoalStatus
}

// replay adds all tricks of a record, also those that were not played because the round had ended, and reports whether
// the round was won. It adds none for a record that cannot be played.
func (m *tileMaker) replay(lib *chapters.Library, record *chapters.Record) (isWon bool) {
	for step, err := range record.Walk(lib) {
		if err != nil {
			m.tiles = nil
			return false
		}
		m.add(step.Game)
		isWon = step.Game.Result() == chapters.Won
	}
	return isWon
}

// add adds what has happened since the last call.
func (m *tileMaker) add(g *chapters.Game) {
	if g.Stage() != chapters.StagePlay {
		return
	}
	history := g.History()
	for len(m.tiles) < g.State().Table.Tricks() {
		m.tiles = append(m.tiles, Tile{Number: len(m.tiles) + 1})
	}
	for ; m.played < len(history); m.played++ {
		tile := &m.tiles[m.played]
		tile.Played = true
		if winner := history[m.played].Winner; winner != tricks.NoSeat {
			tile.Winner = m.seat(g, winner)
		}
	}
	m.addGoals(g)
}

// addGoals notes the goals that were met for good or have failed since the last call. A goal that fails within a trick
// counts for that trick, and at the end of the round a goal that is met so far is met for good.
func (m *tileMaker) addGoals(g *chapters.Game) {
	before := m.statuses
	m.statuses = g.Statuses()
	for i, goal := range m.statuses {
		now := settled(goal.Status, g.IsOver())
		if i < len(before) && settled(before[i].Status, false) == now {
			continue
		}
		index := max(m.played-1, 0)
		if !g.IsOver() && g.State().Trick != 0 {
			index = m.played
		}
		if index >= len(m.tiles) {
			continue
		}
		tile := &m.tiles[index]
		switch now {
		case characters.Sealed:
			tile.Met = append(tile.Met, m.seat(g, goal.Seat))
		case characters.Failed:
			tile.Failed = append(tile.Failed, m.seat(g, goal.Seat))
		default: // The goal is not decided.
		}
	}
}

// settled returns Sealed for a goal that is met for good or covered by Mithril, Failed for one that has failed, and
// Open for any other one.
func settled(s characters.Status, isOver bool) characters.Status {
	switch {
	case s == characters.Failed, s == characters.Sealed:
		return s
	case isOver && s != characters.Open:
		return characters.Sealed
	}
	return characters.Open
}

// seat returns a seat with its character.
func (m *tileMaker) seat(g *chapters.Game, s tricks.Seat) Seat {
	c := g.Character(s)
	if c == nil {
		return Seat{Name: m.texts.Seat(s), Letters: m.texts.Number(s)}
	}
	return Seat{ID: c.ID, Name: m.texts.ShortName(c), Letters: m.texts.CharacterLetters(c)}
}

// MarkLost marks the trick in which a card lost the round, and the later tricks, which no longer mattered. Tricks count
// from 1; 0 marks none.
func MarkLost(tiles []Tile, trick int) {
	for i := range tiles {
		tiles[i].Lost = tiles[i].Number == trick
		tiles[i].Late = trick > 0 && tiles[i].Number > trick
	}
}
