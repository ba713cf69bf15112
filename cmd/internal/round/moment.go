package round

import "fellowship/characters/say"

// Moment is the kind of thing that a place waits for.
type Moment uint8

// The moments.
const (
	// Thinking is for a computer player's decision, see [Round.Think].
	Thinking Moment = iota
	// Elsewhere is for a person at another place.
	Elsewhere
	// Turn is for the decision of the person who looks.
	Turn
	// Curtain is for the next person to be there, who is [Round.Player]. Until
	// then nobody's cards are shown.
	Curtain
	// TrickEnd is for everybody to have seen a finished trick.
	TrickEnd
	// Notice is for a person to have read what happened in setup.
	Notice
	// Settled is for the group to say whether it plays on although the result is
	// certain (T11).
	Settled
	// End is for what comes after the round.
	End
)

// The reasons why nothing was taken back.
var (
	// ErrNothing means that nobody has decided anything yet.
	ErrNothing = say.New("there is no decision to take back")
	// ErrNotYours means that among several people the last decision is another one's,
	// or has brought something to light.
	ErrNotYours = say.New("among several people only one's own last decision can be taken back")
)
