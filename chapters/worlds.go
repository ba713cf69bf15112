package chapters

import (
	"math/rand/v2"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Worlds makes games that the player of a view cannot tell from the one he is in: each has other
// cards in the places that he does not see, and his view of it is the same. A Worlds is for one
// goroutine. Its games are independent of it and of each other.
type Worlds struct {
	// Log reports whether the games begin with the log of the view. Leave it false to play them to their
	// end: copies are cheaper without the earlier events.
	Log bool

	*knowledge
	game Game
	// past holds the cards that each seat has played in the tricks that have ended, playing the seats
	// that played in each of them.
	past    [tricks.MaxSeats]tricks.Set
	playing []tricks.SeatSet
	// placement is the last layout of the unseen cards, kept to save its memory.
	placement placement
	// goals and score are those of the last game, threats its threat numbers. Most games have
	// the same.
	goals   []goal
	score   score
	threats [tricks.MaxSeats]int
	// fitCache says which threat numbers a seat can have that hides its own.
	fitCache [tricks.MaxSeats]map[int]fitness
}

// Worlds returns a maker of games that the view fits. The view must not change afterwards.
func (v *View) Worlds() *Worlds {
	g := Game{
		lib: v.Library, chapter: v.Chapter, stage: v.Stage, lost: v.Lost, progress: v.Progress,
		history: slices.Clip(v.History), madeUp: true, deck: v.Deck,
		start: Position{
			Deal: v.Deal, Players: v.Players, Terms: v.Terms, Leader: v.FirstLeader,
			Pyramid: tricks.NoSeat,
		},
	}
	if v.Chapter != nil {
		g.start.Chapter = v.Chapter.ID
	}
	for _, side := range v.Sides {
		g.decks = []*SideDeck{side.Deck}
	}
	g.awaited.Kind, g.awaited.Seat = v.Due.Kind, v.Due.Seat
	for s := range tricks.Seat(len(v.Seats)) {
		sv := &v.Seats[s]
		full := slices.ContainsFunc(v.Log, func(e Event) bool { return e.Kind == DrewCards && e.Seat == s })
		g.seats = append(g.seats, seatState{Role: sv.Role, full: full})
		if sv.Rows == nil {
			continue
		}
		g.start.Pyramid = s
		if g.progress.R1 == tricks.NoSeat && v.Players == 2 {
			g.progress.R1 = sv.Decider // who decides for the pyramid (S9)
		}
	}
	for i, goal := range v.Goals {
		switch goal.Status {
		case characters.Sealed:
			g.fates[i] = characters.Sealed
		case characters.Failed, characters.Waived:
			g.fates[i] = characters.Failed
		case characters.Open, characters.Met:
		}
	}
	g.blindfolded = g.blindfoldedSeats()
	if v.Stage != StagePlay {
		g.goalCache = &goalCache{}
	}
	w := &Worlds{knowledge: v.newKnowledge(), game: g}
	for i := range v.History {
		var playing tricks.SeatSet
		for s, c := range v.History[i].Card {
			if c.Valid() {
				w.past[s] |= c.Bit()
				playing |= tricks.Seat(s).Bit()
			}
		}
		w.playing = append(w.playing, playing)
	}
	return w
}

// worldTries is how often a world is made up before giving up. Nearly all come
// right at once.
const worldTries = 20

// Make makes a game in the memory of g, which nobody may need any more. It reports whether one was
// found. Chance decides where the unseen cards lie, the order of piles and side decks, and threat
// numbers. The log hides what it hid. Nobody knows the decisions that led here, so the game has no
// [Game.Start] to go back to and makes no record.
func (w *Worlds) Make(g *Game, src rand.Source) bool {
	for n := range worldTries {
		if !w.deal(src) && n < worldTries-1 {
			continue // in the end better a doubtful world than none
		}
		if w.build(g, src) {
			return true
		}
	}
	return false
}
