package play

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/texts"
)

// Front is a front end as the actions of a round use it. A method returns what the front end does next.
type Front[R any] interface {
	// State returns the current state of the round.
	State() State
	// Show shows a page.
	Show(topic Topic) R
	// Leave leaves the round; next is what the person wants to play then. A screen first asks whether to leave
	// a round that is not over.
	Leave(next AfterRound) R
	// Replay replays the finished round.
	Replay() R

	// Reply shows a text, as a warning or not.
	Reply(text string, warning bool) R
	// Done continues after an act in the round. It shows the note if the act succeeded, else the error.
	Done(note string, err error) R
	// Ask has a question answered in the background.
	Ask(q Question) R
	// ActionLabel returns what the person has to press or type for an action: its key or its word.
	ActionLabel(name string) string

	// Coach turns the coach on or off.
	Coach() R
	// Solve says whether the deal could have been won.
	Solve() R
}

// Topic is a page to read about the round. Its value is the name of the action that shows it.
type Topic string

// The pages about a round.
const (
	Help      Topic = "help"
	Log       Topic = "log"
	Won       Topic = "won"
	Goals     Topic = "goals"
	Know      Topic = "know"
	Chapter   Topic = "intro"
	LastTrick Topic = "last"
)

// State is the state of a round that the actions depend on.
type State struct {
	Texts *texts.Texts
	// Client is the person's connection to the table.
	Client *Client
	// Now is the moment at which the round waits.
	Now round.Moment
	// View is the round as the person sees it.
	View *chapters.View
	// Asking reports whether a question is being answered in the background.
	Asking bool
	// Solving reports whether the solver is looking at the deal in the background.
	Solving bool
	// Loss tells where a finished round was lost, as far as it is known.
	Loss hindsight.Loss
	// Options are the options of the game.
	Options *RoundOptions
}

// Question is a question that takes time to answer.
type Question struct {
	// Note is shown until the answer is there.
	Note string
	// Title is the headline of an answer that fills a page.
	Title string
	// Think finds the answer. It runs in the background.
	Think func(context.Context) (Answer, error)
}

// Answer is the answer to a [Question].
type Answer struct {
	// Say returns the answer in words.
	Say func() string
	// Advice is a decision for the cursor to select, nil for none.
	Advice *chapters.Decision
}
