package room

import (
	"context"
	"sync/atomic"

	"fellowship/cmd/internal/door/guest"
	"fellowship/cmd/internal/door/terminal"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/tui"

	tea "github.com/charmbracelet/bubbletea"
)

// session has the state that all parts of a room share.
type session struct {
	// ctx ends with the session.
	ctx context.Context
	// opts are the options shared with all other rooms.
	opts *Options
	// visitor is the person in the session, as they came in.
	visitor *guest.Visitor
	// shell has the stack of screens. Away from a table they are the lobby and the sheets opened there. At
	// a table they are the table and the round, either of them in front, then the sheets opened there, and
	// last a question from the others.
	shell *tui.Shell
	// style describes the visitor's terminal.
	style kit.TermProfile
	// now is the terminal with what the visitor wishes now, for the game's screens. A game beside the screens reads it,
	// too.
	now atomic.Pointer[tui.Terminal]
	// notes shows notes on the screens.
	notes *notes
	// calls runs work in the background.
	calls *calls
	// advice is the coach's state, shared by all rounds of the session.
	advice play.Advice
}

// newSession returns the session of a visitor, without screens.
func newSession(ctx context.Context, t *terminal.Terminal, opts *Options) *session {
	stack := &kit.Stack{W: kit.MinWidth, H: kit.MinHeight, Quit: func() tea.Cmd { return tea.Quit }}
	tui.AddRules(stack, opts.Library)
	shell := &tui.Shell{Session: tui.NewSession(ctx, stack), Stack: stack, Library: opts.Library}
	s := &session{
		ctx:     ctx,
		opts:    opts,
		visitor: t.Visitor,
		shell:   shell,
		style:   kit.TermProfile{Colors: t.Colors, ASCII: t.ASCII, Marks: true},
		notes:   &notes{shell: shell},
		advice:  play.Advice{Coach: true, Tips: true},
	}
	s.calls = &calls{ctx: ctx, notes: s.notes}
	s.applySettings()
	return s
}

// terminal returns the terminal of the visitor for the game's screens, with what the visitor wishes now.
func (s *session) terminal() tui.Terminal { return *s.now.Load() }
