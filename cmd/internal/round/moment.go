package round

// Moment says what a screen waits for.
type Moment uint8

// Moments of a screen.
const (
	// Thinking waits for a computer player's decision, see [Round.Think].
	Thinking Moment = iota
	// Elsewhere waits for the decision of a person at another screen.
	Elsewhere
	// Turn waits for the decision of the person at this screen.
	Turn
	// Curtain waits for the next person, [Round.Player], to take the screen. Until then nobody's cards
	// are shown.
	Curtain
	// TrickEnd waits until everybody has seen a finished trick.
	TrickEnd
	// Notice waits until a person has read what happened in setup.
	Notice
	// Settled waits for the group to choose whether it plays on although the result is certain (T11).
	Settled
	// End means that the round is over.
	End
)
