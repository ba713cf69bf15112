package play

import (
	"context"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/stars"
	"fellowship/cmd/internal/texts"
)

// RoundOptions tell a front end what a game offers besides its round.
type RoundOptions struct {
	// Continue is the command that continues the game, empty for none.
	Continue string
	// Next is the command that plays the next chapter, empty for none.
	Next string
	// Unsaved reports whether the game is not saved.
	Unsaved bool
	// Lesson reports whether this is the round of the first evening, which suggests what to try and leads to
	// Next.
	Lesson bool
	// Replayable reports whether the round can be replayed when it is over.
	Replayable bool
	// Advice helps a newcomer; nil gives none.
	Advice *Advice
	// Intro reports whether the page that introduces the chapter comes first.
	Intro bool
	// Puzzle is the puzzle that is solved, nil for none.
	Puzzle *Puzzle
	// Note is shown before the first decision.
	Note string
	// Stars returns the stars of the chapter with the round that has just been won; nil if nobody keeps the
	// person's rounds.
	Stars func() stars.Row
	// ResultText returns further text about the result of a finished round; nil for none.
	ResultText func() string
	// Solve says whether the deal could have been won; nil for a game without that. It is called when the
	// round is over, at a shared table only if the person asks. It returns early when the context is done.
	Solve func(context.Context) string
	// StepLoss takes the next step of the search for the decision that lost a finished round, and returns what is known
	// then; nil for a game without that.
	StepLoss func(context.Context) hindsight.Loss
	// Epilogue says how well people decided in a finished round; nil for none. At a shared table it is called with
	// Solve.
	Epilogue func(context.Context) string
	// Try plays the deal again to find out how often fair players win it; nil for none. It is called after
	// Solve, until it returns an error.
	Try hindsight.Try
}

// Name returns the name of a round that is not simply one of its chapter, empty for others.
func (o *RoundOptions) Name(t *texts.Texts) string {
	if o.Lesson {
		return t.T("lobby.lesson")
	}
	return ""
}

// AfterRound says how a person at home wants to go on after a round.
type AfterRound uint8

const (
	// Nothing leaves the table. The record keeps the round, which can be continued.
	Nothing AfterRound = iota
	// Again plays the same deal again.
	Again
	// Another plays another deal of the chapter.
	Another
	// NextChapter plays the next chapter.
	NextChapter
	// Chosen plays a round that the person has set up on a page.
	Chosen
	// FromLoss plays on from before the decision that lost the round, see [RoundOptions.StepLoss].
	FromLoss
)
