package tui

import (
	"context"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/scene"
	"fellowship/solver"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// ReplayOptions are the settings of the screen that shows a recorded round.
type ReplayOptions struct {
	Terminal
	// Judge rates a moment with open cards; nil for no ratings.
	Judge hindsight.Judge
	// Note is shown until the first key.
	Note string
	// Start is the number of the decision at which the person begins, 0 for the first card.
	Start int
	// PlayOn allows to play on from any moment.
	PlayOn bool
	// State, if set, returns the text at the end of the title.
	State func() string
}

// ReplayScreen shows a recorded round step by step, on a board with all cards open.
type ReplayScreen struct {
	boardScreen
	// board is the current moment, as it is drawn.
	board *scene.Board
	// acts are the actions, with their keys.
	acts replayActs
	// walk steps through the round.
	walk *hindsight.Walk
	opts *ReplayOptions
	// ctx ends the work in the background.
	ctx context.Context

	// index is how many decisions have been made at the current moment.
	index int
	// moments has the moments the person has looked at, by index.
	moments map[int]*hindsight.Moment
	// digits is the number that is being typed, 0 for none.
	digits int
	// note is shown until the next key.
	note string
	// track has all tricks of the round, nil before it was drawn.
	track []scene.EndedTrick

	// judging asks the judge about a moment.
	judging backgroundJob
	// finding searches for the decision that lost the round.
	finding backgroundJob
	// playsOn reports whether the person has left to play on from the current moment.
	playsOn bool
}

// NewReplay returns the screen of a round without running it.
func NewReplay(ctx context.Context, w *hindsight.Walk, opts ReplayOptions) *ReplayScreen {
	l := &ReplayScreen{
		boardScreen: newBoardScreen(&opts.Terminal),
		walk:        w,
		opts:        &opts,
		ctx:         ctx,
		note:        opts.Note,
		moments:     map[int]*hindsight.Moment{},
	}
	l.acts = l.bindActs()
	if index := opts.Start - 1; index >= 0 && index < w.Len() {
		l.show(index)
	} else {
		l.show(w.TrickStart(1))
	}
	return l
}

// Init judges the first moment.
func (l *ReplayScreen) Init() tea.Cmd { return l.think() }

// Update handles a key, a new window size, or an answer of the judge.
func (l *ReplayScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.resize(msg)
	case doneMsg:
		return l, msg()
	case tea.KeyMsg:
		return l, l.handleKey(msg)
	}
	return l, nil
}

// Stop ends the work in the background.
func (l *ReplayScreen) Stop() {
	l.judging.cancel()
	l.finding.cancel()
}

// leave ends the screen.
func (l *ReplayScreen) leave() tea.Cmd {
	l.Stop()
	return tea.Quit
}

// playOn leaves the screen to play on from the current moment.
func (l *ReplayScreen) playOn() tea.Cmd {
	if l.board.View.IsOver {
		l.note = l.theme.T("look.note.over")
		return nil
	}
	l.playsOn = true
	return l.leave()
}

// handleKey handles a key.
func (l *ReplayScreen) handleKey(msg tea.KeyMsg) tea.Cmd {
	digits := l.digits
	name := msg.String()
	l.note = ""
	l.digits = 0
	if a := l.acts.ByKey(l, name); a != nil {
		return a.Do(l)
	}
	if n, err := strconv.Atoi(name); err == nil {
		return l.typeDigit(digits, n)
	}
	trick := len(l.board.View.History) + 1
	start := l.walk.TrickStart(trick)
	switch name {
	case "right", " ":
		return l.move(l.index + 1)
	case "left", "backspace":
		return l.move(l.index - 1)
	case "down", "pgdown":
		return l.move(l.walk.TrickStart(trick + 1))
	case "up", "pgup":
		switch {
		case start < l.index:
			return l.move(start)
		case trick == 1:
			return l.move(0)
		}
		return l.move(l.walk.TrickStart(trick - 1))
	case "home":
		return l.move(0)
	case "end":
		return l.move(l.walk.Len())
	}
	return nil
}

// typeDigit goes to the trick whose number is typed. typed is the number before the digit n.
func (l *ReplayScreen) typeDigit(typed, n int) tea.Cmd {
	if typed > 0 && typed*10+n <= l.walk.Tricks() {
		n += typed * 10
	}
	if n == 0 || n > l.walk.Tricks() {
		l.note = l.theme.T("look.note.notrick", l.walk.Tricks())
		return nil
	}
	l.digits = n
	return l.move(l.walk.TrickStart(n))
}

// move goes to another moment and judges it.
func (l *ReplayScreen) move(index int) tea.Cmd {
	index = max(0, min(index, l.walk.Len()))
	if index == l.index {
		return nil
	}
	l.Stop()
	l.show(index)
	return l.think()
}

// show draws another moment. If a decision has just ended a trick, the trick is still shown.
func (l *ReplayScreen) show(index int) {
	l.index = index
	v := hindsight.View(l.walk.GameAt(index))
	bottom := tricks.Seat(0)
	if v.Seats[0].Rows != nil {
		bottom = 1 // the pyramid is drawn at the table
	}
	l.board = scene.New(l.theme.Texts, &v, bottom)
	l.board.Recent = l.walk.GoalChanges(l.theme.Texts, index)
	if l.walk.EndsTrick(index) {
		l.board.ShowTrick(len(v.History))
	}
}

// moment returns the current moment.
func (l *ReplayScreen) moment() *hindsight.Moment {
	if l.moments[l.index] == nil {
		l.moments[l.index] = l.walk.Moment(l.index)
	}
	return l.moments[l.index]
}

// think asks the judge the next question about the current moment.
func (l *ReplayScreen) think() tea.Cmd {
	if l.opts.Judge == nil || l.judging.isRunning() || l.finding.isRunning() {
		return nil
	}
	g, answer := l.moment().Question()
	if g == nil {
		return nil
	}
	return l.judging.start(l.ctx, func(ctx context.Context) func() tea.Cmd {
		verdict := l.opts.Judge.Ask(ctx, g)
		return func() tea.Cmd {
			answer(verdict)
			return l.think()
		}
	})
}

// find searches for the decision that lost the round, and goes there.
func (l *ReplayScreen) find() tea.Cmd {
	if l.opts.Judge == nil || l.finding.isRunning() {
		return nil
	}
	l.Stop()
	return l.finding.start(l.ctx, func(ctx context.Context) func() tea.Cmd {
		point := l.walk.TurningPoint(ctx, l.opts.Judge)
		return func() tea.Cmd {
			l.note = point.Text(l.theme.Texts)
			if point.Verdict == solver.Unwinnable {
				l.show(max(point.Step, 0))
			}
			return l.think()
		}
	})
}

// helpText returns the lines of the help: the keys, and how to read the screen.
func (l *ReplayScreen) helpText(w int) []string {
	columns := l.acts.Columns(l)
	legend := l.theme.T("look.legend")
	if l.opts.PlayOn {
		legend += l.theme.T("look.legend.playon")
	}
	return append(append(l.theme.HelpColumns(columns, w), ""), l.theme.Wrap(strings.TrimSpace(legend), w)...)
}

// View returns the window for a terminal.
func (l *ReplayScreen) View() string { return l.Grid().String() }

// Grid draws the whole window.
func (l *ReplayScreen) Grid() *felt.Grid {
	if small := l.theme.TooSmallNotice(kit.IsTiny, l.w, l.h); small != nil {
		return small
	}
	g, _ := board.Draw(l.theme, l.scene(), kit.NamedKeys(l.acts.Line(l)), l.w, l.h)
	return g
}

// scene describes everything to be drawn.
func (l *ReplayScreen) scene() *scene.Scene {
	b := l.board
	s := b.Scene()
	if b.View.Stage == chapters.StageDraft {
		b.AddPool(s)
	}
	if b.View.Stage == chapters.StagePlay {
		s.Track = l.fullTrack(b)
		s.ShownTrick = len(b.View.History)
		if !l.walk.EndsTrick(l.index) {
			s.ShownTrick++
		}
		for _, h := range s.Hand {
			s.OwnHand = append(s.OwnHand, h.Card)
		}
		s.Hand = nil
		s.Owner = s.Me.Name
	}
	if l.opts.State != nil {
		s.States = []string{l.opts.State()}
	}
	s.Prompt = l.theme.T("look.count", l.index, l.walk.Len()) + " " + l.walk.NextText(l.theme.Texts, l.index)
	s.Remark = l.verdict(s)
	if l.note == "" && l.opts.Judge != nil && !b.View.IsOver && l.moment().Loses() {
		s.Tone = scene.Warning
	}
	return s
}

// fullTrack returns the track with all tricks of the round.
func (l *ReplayScreen) fullTrack(b *scene.Board) []scene.EndedTrick {
	if l.track == nil {
		l.track = b.TrackOf(l.walk.TrickViews())
	}
	return l.track
}

// verdict rates the current moment and its choices. If space is short it returns the short form, with
// numbers instead of names.
func (l *ReplayScreen) verdict(s *scene.Scene) string {
	switch {
	case l.note != "":
		return l.note
	case l.finding.isRunning():
		return l.theme.T("look.finding")
	case l.opts.Judge == nil || l.board.View.IsOver:
		return ""
	}
	text, brief := l.moment().Line(l.theme.Texts, l.acts.ByName("worth").Help().Key)
	s.Remark = text
	if !board.Fits(l.theme, s, l.w, l.h) {
		return brief
	}
	return text
}

// Index returns how many decisions have been made at the current moment.
func (l *ReplayScreen) Index() int { return l.index }

// GoTo goes to another moment.
func (l *ReplayScreen) GoTo(index int) tea.Cmd { return l.move(index) }

// ShowReplay replays a round on the full screen until the person leaves. It returns the number of
// decisions after which the person wants to play on, -1 for not at all. The error is ErrExit after ctrl-C.
func (v *Session) ShowReplay(w *hindsight.Walk, opts ReplayOptions) (decisions int, err error) {
	l := NewReplay(v.ctx, w, opts)
	defer l.Stop()
	err = v.showScreen(v.ctx, &kit.ModelScreen{Model: l})
	if err == nil && l.playsOn {
		return l.index, nil
	}
	return -1, err
}
