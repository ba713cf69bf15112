package tui

import (
	"context"
	"strconv"
	"strings"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/felt"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// ReplayOptions are the settings of the screen that shows a recorded round.
type ReplayOptions struct {
	Terminal
	// Judge rates a moment with open cards; nil for no ratings.
	Judge hindsight.Judge
	// InTurn runs slow work when its turn has come; nil runs it at once.
	InTurn func(ctx context.Context, do func() error) error
	// Note is shown until the first key.
	Note string
	// Start is the number of the decision at which the person begins, 0 for the first card.
	Start int
	// PlayOn plays on from the moment after a number of decisions; nil if the person may not.
	PlayOn func(decisions int) tea.Cmd
	// Shared can be sent to others; nil for nothing.
	Shared *share.Block
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
	// explaining asks a computer player why it made the decision.
	explaining backgroundJob
}

// NewReplay returns the screen of a round without running it, for a caller that adds something to it, such as a
// replay that several people look at together.
func NewReplay(ctx context.Context, w *hindsight.Walk, opts ReplayOptions) *ReplayScreen {
	r := &ReplayScreen{
		boardScreen: newBoardScreen(&opts.Terminal),
		walk:        w,
		opts:        &opts,
		ctx:         ctx,
		note:        opts.Note,
		moments:     map[int]*hindsight.Moment{},
	}
	r.acts = r.bindActs()
	if index := opts.Start - 1; index >= 0 && index < w.Len() {
		r.show(index)
	} else {
		r.show(w.TrickStart(1))
	}
	return r
}

// Init judges the first moment.
func (r *ReplayScreen) Init() tea.Cmd { return r.think() }

// Update handles a key, a new window size, other wishes of the person, or an answer of the judge.
func (r *ReplayScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		r.resize(msg)
	case wishesMsg:
		r.changeWishes(&msg.terminal)
	case doneMsg:
		return r, msg()
	case tea.KeyMsg:
		return r, r.handleKey(msg)
	}
	return r, nil
}

// changeWishes shows the moment to the person with other wishes.
func (r *ReplayScreen) changeWishes(t *Terminal) {
	r.viewer.change(t)
	r.acts = r.bindActs()
	r.track = nil
	r.show(r.index)
}

// Stop ends the work in the background.
func (r *ReplayScreen) Stop() {
	r.judging.cancel()
	r.finding.cancel()
	r.explaining.cancel()
}

// leave ends the screen.
func (r *ReplayScreen) leave() tea.Cmd {
	r.Stop()
	return tea.Quit
}

// playOn plays on from the current moment, unless the round is over there.
func (r *ReplayScreen) playOn() tea.Cmd {
	if r.board.View.IsOver {
		r.note = r.viewer.theme.Texts.T("look.note.over")
		return nil
	}
	return r.opts.PlayOn(r.index)
}

// handleKey handles a key.
func (r *ReplayScreen) handleKey(msg tea.KeyMsg) tea.Cmd {
	digits := r.digits
	name := msg.String()
	r.note = ""
	r.digits = 0
	if a := r.acts.ByKey(r, name); a != nil {
		return a.Do(r)
	}
	if n, err := strconv.Atoi(name); err == nil {
		return r.typeDigit(digits, n)
	}
	trick := len(r.board.View.History) + 1
	start := r.walk.TrickStart(trick)
	switch name {
	case "right", " ":
		return r.move(r.index + 1)
	case "left", "backspace":
		return r.move(r.index - 1)
	case "down", "pgdown":
		return r.move(r.walk.TrickStart(trick + 1))
	case "up", "pgup":
		switch {
		case start < r.index:
			return r.move(start)
		case trick == 1:
			return r.move(0)
		}
		return r.move(r.walk.TrickStart(trick - 1))
	case "home":
		return r.move(0)
	case "end":
		return r.move(r.walk.Len())
	}
	return nil
}

// typeDigit goes to the trick whose number is typed. typed is the number before the digit n.
func (r *ReplayScreen) typeDigit(typed, n int) tea.Cmd {
	if typed > 0 && typed*10+n <= r.walk.Tricks() {
		n += typed * 10
	}
	if n == 0 || n > r.walk.Tricks() {
		r.note = r.viewer.theme.Texts.T("look.note.notrick", r.walk.Tricks())
		return nil
	}
	r.digits = n
	return r.move(r.walk.TrickStart(n))
}

// move goes to another moment and judges it.
func (r *ReplayScreen) move(index int) tea.Cmd {
	index = max(0, min(index, r.walk.Len()))
	if index == r.index {
		return nil
	}
	r.Stop()
	r.show(index)
	return r.think()
}

// show draws another moment. If a decision has just ended a trick, the trick is still shown.
func (r *ReplayScreen) show(index int) {
	r.index = index
	v := r.walk.View(index)
	bottom := tricks.Seat(0)
	if v.Seats[0].Rows != nil {
		bottom = 1 // the pyramid is drawn at the table
	}
	r.board = scene.New(r.viewer.reader, &v, bottom)
	r.board.Recent = r.walk.GoalChanges(r.viewer.theme.Texts, index)
	if r.walk.EndsTrick(index) {
		r.board.ShowTrick(len(v.History))
	}
}

// moment returns the current moment.
func (r *ReplayScreen) moment() *hindsight.Moment {
	if r.moments[r.index] == nil {
		r.moments[r.index] = r.walk.Moment(r.index)
	}
	return r.moments[r.index]
}

// think asks the judge the next question about the current moment.
func (r *ReplayScreen) think() tea.Cmd {
	if r.opts.Judge == nil || r.judging.isRunning() || r.finding.isRunning() || r.explaining.isRunning() {
		return nil
	}
	g, answer := r.moment().Question()
	if g == nil {
		return nil
	}
	return r.judging.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		verdict := r.opts.Judge.Ask(ctx, g)
		return func() tea.Cmd {
			answer(verdict)
			return r.think()
		}
	})
}

// find searches for the decision that lost the round, and goes there.
func (r *ReplayScreen) find() tea.Cmd {
	if r.opts.Judge == nil || r.finding.isRunning() {
		return nil
	}
	r.Stop()
	return r.finding.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		loss := r.walk.SearchLoss(r.opts.Judge).Run(ctx)
		return func() tea.Cmd {
			if loss.Step != nil {
				r.show(loss.Step.Number - 1)
			} else {
				r.note = loss.Line(r.viewer.theme.Texts)
			}
			return r.think()
		}
	})
}

// explain asks the computer player whose decision comes next why it made that decision, and opens a page with
// the answer.
func (r *ReplayScreen) explain() tea.Cmd {
	t := r.viewer.theme.Texts
	why := r.walk.Why(r.index)
	if why == nil {
		r.note = t.T("look.why.person")
		return nil
	}
	r.Stop()
	return r.explaining.start(r.ctx, func(ctx context.Context) func() tea.Cmd {
		inTurn := r.opts.InTurn
		if inTurn == nil {
			inTurn = func(_ context.Context, do func() error) error { return do() }
		}
		var answer func(*texts.Texts) page.Page
		err := inTurn(ctx, func() error {
			return say.Guard(func() (err error) {
				answer, err = why.Answer(ctx)
				return err
			})
		})
		return func() tea.Cmd {
			if err != nil {
				r.note = t.Problem(err)
				return r.think()
			}
			body := answer(t)
			c := kit.Content{Title: play.Title(t, "why"), Page: func(int) page.Page { return body }}
			return tea.Batch(r.think(), r.openPage(r.board, []string{"tab"}, c))
		}
	})
}

// helpText returns the lines of the help: the keys, and how to read the screen.
func (r *ReplayScreen) helpText(w int) []string {
	columns := columnsOfKeys(r.acts.Columns(r))
	legend := r.viewer.theme.Texts.T("look.legend")
	if r.walk.HasComputers() {
		legend += r.viewer.theme.Texts.T("look.legend.why") + "\n"
	}
	if r.opts.PlayOn != nil {
		legend += r.viewer.theme.Texts.T("look.legend.playon")
	}
	return append(
		append(r.viewer.theme.HelpColumns(columns, w), ""),
		r.viewer.theme.Wrap(strings.TrimSpace(legend), w)...)
}

// View returns the window for a terminal.
func (r *ReplayScreen) View() string { return r.Grid().String() }

// Grid draws the whole window.
func (r *ReplayScreen) Grid() *felt.Grid {
	if small := r.viewer.theme.TooSmallNotice(kit.IsTiny, r.w, r.h); small != nil {
		return small
	}
	g, _ := board.Draw(r.viewer.theme, r.scene(), kit.NamedKeys(keysOf(r.acts.Line(r))), r.w, r.h)
	return g
}

// scene describes everything to be drawn.
func (r *ReplayScreen) scene() *scene.Scene {
	b := r.board
	s := b.Scene()
	if b.View.Stage == chapters.StageDraft {
		b.AddPool(s)
	}
	if b.View.Stage == chapters.StagePlay {
		s.Track = r.fullTrack(b)
		s.ShownTrick = len(b.View.History)
		if !r.walk.EndsTrick(r.index) {
			s.ShownTrick++
		}
		for _, h := range s.Hand {
			s.OwnHand = append(s.OwnHand, h.Card)
		}
		s.Hand = nil
		s.Owner = s.Me.Name
	}
	if r.opts.State != nil {
		s.States = []string{r.opts.State()}
	}
	s.Prompt = r.viewer.theme.Texts.T(
		"look.count",
		r.index,
		r.walk.Len(),
	) + " " + r.walk.NextText(
		r.viewer.theme.Texts,
		r.index,
	)
	s.Remark = r.verdict(s)
	if r.note == "" && r.opts.Judge != nil && !b.View.IsOver && r.moment().Loses() {
		s.Tone = scene.Warning
	}
	return s
}

// fullTrack returns the track with all tricks of the round.
func (r *ReplayScreen) fullTrack(b *scene.Board) []scene.EndedTrick {
	if r.track == nil {
		r.track = b.TrackOf(r.walk.TrickViews())
	}
	return r.track
}

// verdict rates the current moment and its choices. If space is short it returns the short form, with
// numbers instead of names.
func (r *ReplayScreen) verdict(s *scene.Scene) string {
	switch {
	case r.note != "":
		return r.note
	case r.finding.isRunning():
		return r.viewer.theme.Texts.T("look.finding")
	case r.explaining.isRunning():
		return r.viewer.theme.Texts.T("why.thinking")
	case r.opts.Judge == nil || r.board.View.IsOver:
		return ""
	}
	text, brief := r.moment().Line(r.viewer.theme.Texts, r.acts.ByName("worth").Binding.Shown)
	s.Remark = text
	if !board.Fits(r.viewer.theme, s, r.w, r.h) {
		return brief
	}
	return text
}

// Index returns how many decisions have been made at the current moment.
func (r *ReplayScreen) Index() int { return r.index }

// GoTo goes to another moment.
func (r *ReplayScreen) GoTo(index int) tea.Cmd { return r.move(index) }

// ShowReplay replays a round on the full screen until the person leaves, who may also play on from any moment. It
// returns the number of decisions after which the person wants to play on, -1 for not at all. The error is
// [play.ErrExit] after ctrl-C.
func (s *Session) ShowReplay(w *hindsight.Walk, opts ReplayOptions) (decisions int, err error) {
	decisions = -1
	opts.PlayOn = func(from int) tea.Cmd {
		decisions = from
		return tea.Quit
	}
	screen := NewReplay(s.ctx, w, opts)
	defer screen.Stop()
	err = s.showScreen(s.ctx, &kit.ModelScreen{Model: screen})
	if err != nil {
		return -1, err
	}
	return decisions, nil
}
