package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
)

// LookScreen is the screen that looks through a round, for whoever runs it: several people
// may look at the same page.
type LookScreen struct{ *looker }

// NewLook returns the screen of a round. It sends left when the person has left it.
func NewLook(ctx context.Context, round LookRound, left tea.Msg, opts LookOptions) (LookScreen, error) {
	l := newLooker(ctx, []LookRound{round}, &opts)
	l.end = func() tea.Msg { return left }
	return LookScreen{l}, l.begin(0)
}

// At is how many decisions were made at the moment that is shown.
func (l LookScreen) At() int { return l.review.at }

// Turn shows another moment.
func (l LookScreen) Turn(at int) tea.Cmd { return l.review.move(at) }

// Stop ends what the judge is thinking about.
func (l LookScreen) Stop() { l.stop() }
