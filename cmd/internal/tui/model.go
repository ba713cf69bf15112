package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Model is the screen of one game.
type Model struct {
	boardScreen
	// acts are the actions on the board.
	acts acts
	// overlayActs are the actions while the board asks whether the person leaves, and on pages over it.
	overlayActs acts
	// client is the person's place at the table.
	client *play.Client
	opts   Options
	// ctx ends the work in the background.
	ctx context.Context

	// next is the choice of what follows the round.
	next play.AfterRound
	// interlude is shown before the person comes back to this screen, nil for nothing.
	interlude func() error
	// err is why the game cannot continue, nil if it can.
	err error

	// view is the game as it is drawn.
	view chapters.View
	// seat is the person's seat.
	seat tricks.Seat
	// seenState is the state of the round in view.
	seenState roundState

	// phase says what the screen waits for.
	phase phase
	// choice has the answers that can be chosen.
	choice scene.Chooser
	// advice is the decision of a strong player, nil unless the person has asked.
	advice *chapters.Decision
	// turn counts the changes of the game, so that a late message about an earlier state is recognized and
	// ignored.
	turn int
	// auto continues after a trick without a key.
	auto bool
	// noteText is a message that is shown until the next key.
	noteText string
	// warning reports whether noteText is bad news.
	warning bool
	// leaving reports whether the board asks whether the person really leaves.
	leaving bool

	// thinking waits for the decisions of other players.
	thinking backgroundJob
	// asking answers a question of the person.
	asking backgroundJob
	// solving searches for a way to win the deal.
	solving backgroundJob
	// answer is the result of solving as text.
	answer string
	// asked reports whether the person wants to read the answer as a page.
	asked bool
	// tries has the deal played again by fair players.
	tries tries
	// lookingBack makes the epilogue.
	lookingBack backgroundJob
	// epilogue is the text about the finished round.
	epilogue string
	// loss is where the round was lost, nil if unknown.
	loss *scene.Loss

	// mouse reports whether the screen handles the mouse.
	mouse bool
	// hits are the places where the answers were drawn.
	hits []felt.HitArea

	// moving is the current motion on the board, nil for none.
	moving *motion
	// tick delivers the next frame of a motion; nil turns motions off.
	tick func(tea.Msg) tea.Cmd
	// begun reports whether the screen has shown the round before its end. Only then the end is shown with a
	// motion, once.
	begun bool

	// book returns the campaign that is played, nil for none.
	book func() *campaign.Campaign
	// snapshots has the goals as each person saw them at their last decision.
	snapshots map[tricks.Seat]goalSnapshot
}

// New returns the screen of a game without running it, for a terminal that is not the program's own. Stop
// ends its work in the background.
func New(ctx context.Context, home *table.Home, opts Options) *Model {
	home.Pace(max(cmp.Or(opts.Beat, beat), 0), false)
	return NewForClient(ctx, &play.Client{Client: home.Client, Puzzle: opts.Puzzle}, opts)
}

// NewForClient is [New] for a place at any table, such as a table of a server.
func NewForClient(ctx context.Context, client *play.Client, opts Options) *Model {
	opts.Continue = cmp.Or(opts.Continue, "fellowship play")
	opts.Advice = cmp.Or(opts.Advice, &play.Advice{})
	m := &Model{
		boardScreen: newBoardScreen(&opts.Terminal),
		client:      client,
		opts:        opts,
		ctx:         ctx,
		book:        client.Book,
		tries:       tries{play: opts.Try},
		auto:        opts.Auto,
		mouse:       opts.Mouse,
		noteText:    opts.Note,
		snapshots:   map[tricks.Seat]goalSnapshot{},
	}
	if opts.Motion && opts.Beat >= 0 {
		m.tick = func(msg tea.Msg) tea.Cmd {
			return tea.Tick(motionBeat, func(time.Time) tea.Msg { return msg })
		}
	}
	m.acts = play.Bind(m.theme.Texts, opts.Keys, newBoardActs(m.theme.Texts)...)
	m.overlayActs = play.Bind(m.theme.Texts, opts.Keys, newOverlayActs()...)
	return m
}

// Init enters the first phase.
func (m *Model) Init() tea.Cmd { return m.enterPhase() }

// Stop ends all work in the background.
func (m *Model) Stop() {
	for _, j := range []*backgroundJob{&m.thinking, &m.asking, &m.solving, &m.lookingBack, &m.tries.backgroundJob} {
		j.cancel()
	}
}

// Round plays a game on the full screen until the person leaves. The record has every decision at all times.
// The error is the context's, ErrExit, or the error that stopped the game.
func (s *Session) Round(home *table.Home, opts Options) (play.AfterRound, error) {
	m := New(s.ctx, home, opts)
	screen := &kit.ModelScreen{Model: m}
	if opts.RoundOptions.Intro {
		screen.NewOverlay = func(stack *kit.Stack) *kit.Sheet { return m.introSheet(stack, screen) }
	}
	for {
		err := s.showScreen(s.ctx, screen)
		m.Stop()
		switch {
		case s.ctx.Err() == nil && m.err != nil:
			return play.Nothing, m.err
		case err != nil:
			return play.Nothing, err
		case m.interlude == nil:
			return m.next, nil
		}
		if err := m.interlude(); err != nil && !errors.Is(err, ErrStopped) {
			return play.Nothing, err
		}
		m.interlude = nil
		screen = &kit.ModelScreen{Model: m}
	}
}
