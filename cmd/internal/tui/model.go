package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// Model is the screen of one game. It takes the keys and the mouse, has actions carried out, and draws the round
// with what its parts add.
type Model struct {
	boardScreen
	// acts are the actions on the board.
	acts acts
	// overlayActs are the actions while the board asks whether the person leaves, and on pages over it.
	overlayActs acts
	opts        Options
	// ctx ends the work in the background.
	ctx context.Context

	// round is the round as it was seen last.
	round *shownRound
	// answers are the answers to the current decision.
	answers *answers
	// goals remembers which goals people have seen.
	goals *goalMemory
	// campaign is the campaign that is played.
	campaign *roundCampaign
	// review finds out what there is to say about the finished round.
	review *review
	// result describes the end of the round.
	result *result
	// captions are the texts around the board.
	captions *captions
	// motions move cards on the board.
	motions motions
	// pace is how fast the round goes on without keys.
	pace pace
	// leaving is how the person leaves, and what follows.
	leaving departure
	// note is a message that is shown until the next key.
	note roundNote

	// thinking waits for the decisions of other players.
	thinking backgroundJob
	// asking answers a question of the person.
	asking backgroundJob
}

// New returns the screen of a game without running it, for a terminal that is not the program's own. Stop
// ends its work in the background.
func New(ctx context.Context, home *table.Home, opts Options) *Model {
	home.Pace(max(cmp.Or(opts.Beat, usualBeat), 0), false)
	return NewForClient(ctx, &play.Client{Client: home.Client, Puzzle: opts.Puzzle}, opts)
}

// NewForClient is [New] for a place at any table, such as a table of a server.
func NewForClient(ctx context.Context, client *play.Client, opts Options) *Model {
	opts.Continue = cmp.Or(opts.Continue, "fellowship play")
	opts.Advice = cmp.Or(opts.Advice, &play.Advice{})
	m := &Model{
		boardScreen: newBoardScreen(&opts.Terminal),
		opts:        opts,
		ctx:         ctx,
		round:       &shownRound{client: client},
		pace:        pace{beat: opts.Beat, auto: opts.Auto || opts.Reader.WantsAuto()},
		note:        roundNote{text: opts.Note},
	}
	m.addParts()
	if opts.Motion && opts.Reader.WantsMotion() && opts.Beat >= 0 {
		m.motions.tick = func(msg tea.Msg) tea.Cmd {
			return tea.Tick(motionBeat, func(time.Time) tea.Msg { return msg })
		}
	}
	m.bindActs()
	return m
}

// bindActs gives the actions their keys and words.
func (m *Model) bindActs() {
	keys := m.viewer.reader.Keys()
	m.acts = play.Bind(m.viewer.texts(), keys, newBoardActs(m.viewer.texts())...)
	m.overlayActs = play.Bind(m.viewer.texts(), keys, newOverlayActs()...)
}

// changeWishes shows the round to the person with other wishes. What the person has begun to choose stays.
func (m *Model) changeWishes(t *Terminal) tea.Cmd {
	m.viewer.change(t)
	m.bindActs()
	m.answers.askAgain()
	waited := !m.pace.auto
	m.pace.auto = m.opts.Auto || m.viewer.reader.WantsAuto()
	if waited && m.round.phase == trickEnd {
		return m.continueByItself()
	}
	return nil
}

// addParts makes the parts that know the round. Each gets what it works on.
func (m *Model) addParts() {
	m.answers = &answers{viewer: m.viewer, round: m.round}
	m.goals = &goalMemory{viewer: m.viewer, last: map[tricks.Seat]goalSnapshot{}, seenTricks: map[tricks.Seat]int{}}
	m.campaign = &roundCampaign{
		viewer:  m.viewer,
		library: m.library,
		round:   m.round,
		name:    m.opts.Campaign,
		book:    m.round.client.Book,
	}
	m.review = &review{
		ctx:        m.ctx,
		viewer:     m.viewer,
		round:      m.round,
		opts:       &m.opts,
		pace:       &m.pace,
		found:      hindsight.Loss{State: hindsight.Searching},
		tries:      tries{play: m.opts.Try},
		openAnswer: func() tea.Cmd { return m.readPage(answerPage) },
	}
	m.result = &result{
		viewer:   m.viewer,
		library:  m.library,
		opts:     &m.opts,
		round:    m.round,
		campaign: m.campaign,
		review:   m.review,
	}
	m.captions = &captions{
		viewer:   m.viewer,
		opts:     &m.opts,
		round:    m.round,
		answers:  m.answers,
		campaign: m.campaign,
		pace:     &m.pace,
		leaving:  &m.leaving,
		note:     &m.note,
	}
}

// Init enters the first phase.
func (m *Model) Init() tea.Cmd { return m.enterPhase() }

// Stop ends all work in the background.
func (m *Model) Stop() {
	m.thinking.cancel()
	m.asking.cancel()
	m.review.stop()
}

// OpenChapter lets the screen begin with the page of the chapter, if the options ask for it.
func (m *Model) OpenChapter(screen *kit.ModelScreen) {
	if m.opts.RoundOptions.Intro {
		screen.NewOverlay = func(stack *kit.Stack) *kit.Sheet { return m.introSheet(stack, screen) }
	}
}

// Round plays a game on the full screen until the person leaves. The record has every decision at all times.
// The error is the context's, [play.ErrExit], or the error that stopped the game.
func (s *Session) Round(home *table.Home, opts Options) (play.AfterRound, error) {
	m := New(s.ctx, home, opts)
	screen := &kit.ModelScreen{Model: m}
	m.OpenChapter(screen)
	for {
		err := s.showScreen(s.ctx, screen)
		m.Stop()
		switch {
		case s.ctx.Err() == nil && m.leaving.err != nil:
			return play.Nothing, m.leaving.err
		case err != nil:
			return play.Nothing, err
		case m.leaving.interlude == nil:
			return m.leaving.next, nil
		}
		if err := m.leaving.interlude(); err != nil && !errors.Is(err, play.ErrStopped) {
			return play.Nothing, err
		}
		m.leaving.interlude = nil
		screen = &kit.ModelScreen{Model: m}
	}
}
