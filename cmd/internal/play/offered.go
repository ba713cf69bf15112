package play

import (
	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"
)

// kind is a kind of round, and with it the place where it is played.
type kind uint8

const (
	// game is a person's own, which is kept; evening is the small round of the first evening.
	game kind = 1 << iota
	evening
	puzzled
	// friends is a round at a table of a server.
	friends
)

// offered says which rounds have an action, by its name, and when. What is not listed is in all of
// them. In a puzzle all cards lie open and one person plays all seats: there a hint is the answer.
var offered = map[string]struct {
	in   kind
	when func(State) bool
}{
	"hint": {game | evening | puzzled | friends, State.hints},
	"why":  {game | evening | friends, State.hints},
	"opencards": {game | puzzled | friends, func(s State) bool {
		return s.kind() == puzzled || s.Facts.Solve != nil && s.kind() != friends || s.Chair.Saw.Setup.OpenCards && s.plays()
	}},
	"undo":        {game | evening | friends, State.decides},
	"stop":        {game | evening | friends, State.decides},
	"know":        {game | evening | friends, nil},
	"coach":       {game | evening | friends, func(s State) bool { return s.Coach(s.View) != "" }},
	"again":       {game | evening | puzzled, nil},
	"another":     {game | puzzled, nil},
	"nextchapter": {game | evening, func(s State) bool { return s.Facts.Next != "" }},
	"solve": {game | friends, func(s State) bool {
		return s.Facts.Solve != nil && s.View.Result != chapters.Won && !s.Solving
	}},
	"look":     {game | friends, func(s State) bool { return s.Facts.Look || s.kind() == friends }},
	"table":    {friends, nil},
	"phrases":  {friends, func(s State) bool { return s.Chair.Saw.Company() }},
	"together": {friends, func(s State) bool { return s.Chair.Saw.Company() && s.Now == round.End }},
}

// Offers reports whether an action is there at all in this round, by its name.
func (s State) Offers(name string) bool {
	row, listed := offered[name]
	return !listed || row.in&s.kind() != 0 && (row.when == nil || row.when(s))
}

func (s State) kind() kind {
	switch {
	case s.Chair.Puzzle != nil:
		return puzzled
	case !s.Chair.Saw.Setup.Home:
		return friends
	case s.Facts.Lesson:
		return evening
	}
	return game
}

// plays reports whether the person has a say in a round that goes on.
func (s State) plays() bool {
	return s.kind() != friends || s.Chair.Saw.Me != tricks.NoSeat && s.Chair.Saw.Playing
}

// decides reports whether the person may take something back, or end the round.
func (s State) decides() bool { return s.plays() && (s.kind() != friends || s.Now != round.End) }

// hints reports whether the round has hints for the person.
func (s State) hints() bool { return s.plays() && (s.kind() != friends || s.Chair.Saw.Setup.Hints) }
