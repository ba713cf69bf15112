package play

import (
	"context"

	"fellowship/cmd/internal/hindsight"
)

// RoundOptions tell a front end about a game besides its round.
type RoundOptions struct {
	// Continue is the command that goes on with the game, and Next the one that plays the next
	// chapter, empty if there is none.
	Continue, Next string
	// Unsaved reports whether nothing of the game is written down.
	Unsaved bool
	// Lesson reports whether it is the round of the first evening: the person is asked to try things,
	// and goes on to Next. Look reports whether the round can be looked through when it is over.
	Lesson, Replayable bool
	// Advice is what a newcomer is told, nil for nothing, and Intro reports whether the page of the chapter
	// comes first.
	Advice *Advice
	Intro  bool
	// Puzzle, if set, is the puzzle that is solved.
	Puzzle *Puzzle
	// Note is told before the first decision.
	Note string
	// After, if set, returns further text about the result of a round that is over.
	ResultText func() string
	// Solve, if set, says whether the deal could have been won. It is asked when the round is
	// over, at a table if the person wants to know, and ends early when the context is done.
	Solve func(context.Context) string
	// Epilogue, if set, tells of a round that is over where it was lost, and the like: at a table
	// if the person asks with Solve.
	Epilogue func(context.Context) string
	// Try, if set, plays the deal again: how often do fair players win it? It is asked after
	// Solve. With an error there is nothing more to try.
	Try hindsight.Try
}

// AfterRound is what people at home want to play after a round.
type AfterRound uint8

// The wishes.
const (
	// Nothing leaves the table. The round is in its record and can be continued.
	Nothing AfterRound = iota
	// Again plays the same deal again, Another another deal of the chapter, and NextChapter the
	// next chapter.
	Again
	Another
	NextChapter
	// Chosen is a round that the person has set up on a page.
	Chosen
)
