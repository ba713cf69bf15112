package tui

import "fellowship/cmd/internal/play"

// departure is how a person leaves the screen of a round, and what follows.
type departure struct {
	// isAsked reports whether the board asks whether the person really leaves.
	isAsked bool
	// next is the choice of what follows the round.
	next play.AfterRound
	// interlude is shown before the person comes back to this screen, nil for nothing.
	interlude func() error
	// err is why the game cannot continue, nil if it can.
	err error
}
