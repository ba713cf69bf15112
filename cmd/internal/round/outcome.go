package round

// Outcome is the wish with which people leave a game.
type Outcome uint8

// The outcomes.
const (
	// Quit leaves. The game is in its record and can be continued.
	Quit Outcome = iota
	// Again plays the same deal again.
	Again
	// NewDeal plays another deal of the chapter.
	NewDeal
	// NextChapter plays the next chapter.
	NextChapter
	// LookThrough looks through the game that has ended.
	LookThrough
	// StepSolution steps through a way to win the deal.
	StepSolution
)
