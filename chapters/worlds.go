package chapters

import (
	"math/rand/v2"
	"slices"

	"fellowship/characters"
	"fellowship/tricks"
)

// Worlds makes games in which the view of a player is the same: they differ only in what the player does
// not see. A Worlds is for one goroutine. Its games are independent of it and of each other.
type Worlds struct {
	// Log reports whether the games begin with the log of the view. Without it they can be copied
	// faster, which helps programs that play many of them to their end.
	Log bool

	// knowledge is where the unseen cards can be.
	*knowledge
	// game is everything that all games have in common. Its seats have roles, but no cards yet.
	game Game
	// past is the cards that each seat has played in finished tricks.
	past [tricks.MaxSeats]tricks.Set
	// playing is the seats that played in each finished trick.
	playing []tricks.SeatSet
	// placement is the last layout of the unseen cards. It is kept only to use its memory again.
	placement placement

	// goals are the goals of the last game in stage play, nil before. They are used again if the
	// next game has the same threat numbers, which most games have.
	goals []goal
	// score is the score of these goals.
	score score
	// threats is the threat numbers of these goals.
	threats [tricks.MaxSeats]int
	// fitCache says for each seat that hides its threat number which numbers it can have.
	fitCache [tricks.MaxSeats]map[int]fitness
}

// Worlds returns a maker of games that agree with the view. The view must not change afterwards.
func (v *View) Worlds() *Worlds {
	w := &Worlds{knowledge: v.newKnowledge(), game: v.commonGame(), past: v.played()}
	for i := range v.History {
		var playing tricks.SeatSet
		for s, c := range v.History[i].Card {
			if c.Valid() {
				playing |= tricks.Seat(s).Bit()
			}
		}
		w.playing = append(w.playing, playing)
	}
	return w
}

// commonGame returns a game with everything that is the same in all games that agree with the view.
func (v *View) commonGame() Game {
	g := Game{
		lib:      v.Library,
		chapter:  v.Chapter,
		deck:     v.Deck,
		stage:    v.Stage,
		lost:     v.Lost,
		progress: v.Progress,
		history:  slices.Clip(v.History),
		madeUp:   true,
		start: Position{
			Deal:    v.Deal,
			Players: v.Players,
			Terms:   v.Terms,
			Leader:  v.FirstLeader,
			Pyramid: tricks.NoSeat,
		},
	}
	if v.Chapter != nil {
		g.start.Chapter = v.Chapter.ID
	}
	for _, side := range v.Sides {
		g.decks = []*SideDeck{side.Deck}
	}
	g.awaited.Kind = v.Due.Kind
	g.awaited.Seat = v.Due.Seat
	for s := range tricks.Seat(len(v.Seats)) {
		sv := &v.Seats[s]
		full := slices.ContainsFunc(v.Log, func(e Event) bool { return e.Kind == DrewCards && e.Seat == s })
		g.seats = append(g.seats, seatState{Role: sv.Role, full: full})
		if sv.Rows == nil {
			continue
		}
		g.start.Pyramid = s
		if g.progress.R1 == tricks.NoSeat && v.Players == 2 {
			// The game finds the player who decides for the pyramid by the holder of R1 (S9).
			g.progress.R1 = sv.Decider
		}
	}
	for i, goal := range v.Goals {
		switch goal.Status {
		case characters.Sealed:
			g.count.fates[i] = characters.Sealed
		case characters.Failed, characters.Waived:
			g.count.fates[i] = characters.Failed
		case characters.Open, characters.Met:
		}
	}
	g.blindfolded = play{&g}.blindfoldedSeats()
	if v.Stage != StagePlay {
		g.count.cache = &goalCache{}
	}
	return g
}

// worldTries is how often Make tries to make a game before it gives up. Nearly always the first try
// succeeds.
const worldTries = 20

// Make overwrites g with a game that agrees with the view, and uses the memory of g again. If no try finds
// a layout of the cards that agrees with everything that is known, the last try accepts another layout,
// because a doubtful game is better than none. Make returns false if it found no game at all.
//
// Chance decides where the unseen cards lie, the order of piles and side decks, and the threat numbers
// that the player does not see. The log of the game is the log of the view, or empty without Log. The game
// does not know how the round began, so its [Game.Start] is not a position to begin from and no record can
// be made of it.
func (w *Worlds) Make(g *Game, src rand.Source) bool {
	for n := range worldTries {
		if !w.deal(src) && n < worldTries-1 {
			continue // only the last try accepts a layout that does not agree with everything known
		}
		if w.build(g, src) {
			return true
		}
	}
	return false
}
