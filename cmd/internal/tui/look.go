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
	"fellowship/cmd/internal/pages/page"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/scene"
	"fellowship/solver"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// LookOptions are the settings of the screen that shows a recorded round.
type LookOptions struct {
	Terminal
	// Judge rates a moment with open cards; nil for no ratings.
	Judge hindsight.Judge
	// Note is shown until the first key.
	Note string
	// At is the number of the decision at which the person begins, 0 for the first card.
	At int
	// PlayOn allows to play on from any moment.
	PlayOn bool
	// State, if set, returns the text at the end of the title.
	State func() string
}

// LookScreen is the screen that looks through a round, on a board on which all cards
// lie open.
type LookScreen struct {
	covers
	board *scene.Board
	acts  lookActs
	walk  *hindsight.Walk
	opts  *LookOptions
	ctx   context.Context

	// at counts the decisions made so far, and moments has each moment that the person has looked
	// at.
	at      int
	moments map[int]*hindsight.Moment
	// digits is the number being typed.
	digits int
	note   string
	// track is all tricks of the round, nil before it was shown.
	track []scene.Ended

	// judging is the question to the judge that is being answered, finding the search for where
	// the round was lost.
	judging, finding job
	// playsOn reports whether the person has left to play on.
	playsOn bool
}

type lookActs = play.List[*LookScreen, tea.Cmd]

// actsOf declares it. Keys without a function move to another moment.
func (l *LookScreen) actsOf() lookActs {
	pageAct := func(name, title string, rank int, read func(l *LookScreen) page.Page) play.Action[*LookScreen, tea.Cmd] {
		return play.Action[*LookScreen, tea.Cmd]{Name: name, Keys: []string{name[:1]}, Column: 2, Rank: rank, Do: func(l *LookScreen) tea.Cmd {
			c := kit.Content{Title: title, AtEnd: name == "log", Page: func(int) page.Page { return read(l) }}
			return l.open(l.board, []string{name[:1]}, c)
		}}
	}
	worth := pageAct("worth", l.theme.T("tui.page.worth"), 0, func(l *LookScreen) page.Page { return l.moment().Page(l.theme.Texts) })
	worth.In = func(l *LookScreen) bool { return l.opts.Judge != nil }
	return play.Bind(
		l.theme.Texts, nil,
		play.Action[*LookScreen, tea.Cmd]{Name: "steps", Keys: []string{"left", "right", " ", "backspace"}, Shown: "key.steps", Column: 1, Rank: 1},
		play.Action[*LookScreen, tea.Cmd]{Name: "trick", Keys: []string{"up", "down", "pgup", "pgdown"}, Shown: "key.trick", Column: 1, Rank: 7},
		play.Action[*LookScreen, tea.Cmd]{Name: "ends", Keys: []string{"home", "end"}, Shown: "key.ends", Column: 1, Rank: 9},
		play.Action[*LookScreen, tea.Cmd]{Name: "number", Keys: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, Shown: "key.ranks", Column: 1, Rank: 10},
		play.Action[*LookScreen, tea.Cmd]{
			Name: "find", Keys: []string{"f"}, Column: 2, Rank: 4, Do: (*LookScreen).find,
			In: func(l *LookScreen) bool { return l.walk.At(l.walk.Len()).Result() != chapters.Won },
		},
		worth,
		pageAct("goals", play.Title(l.theme.Texts, "goals"), 6, func(l *LookScreen) page.Page { return l.board.Page("goals") }),
		pageAct("log", play.Title(l.theme.Texts, "log"), 8, func(l *LookScreen) page.Page { return l.board.Page("log") }),
		play.Action[*LookScreen, tea.Cmd]{
			Name: "playon", Keys: []string{"p"}, Column: 2, Rank: 5, Do: (*LookScreen).playOn, In: func(l *LookScreen) bool { return l.opts.PlayOn },
		},
		play.Action[*LookScreen, tea.Cmd]{Name: "help", Keys: []string{"?"}, Column: 3, Rank: 2, Do: func(l *LookScreen) tea.Cmd {
			return l.openRules(l.Grid(), l.helpText, l.board.V)
		}},
		play.Action[*LookScreen, tea.Cmd]{Name: "quit", Keys: []string{"q", "esc"}, Column: 3, Rank: 3, Do: (*LookScreen).leave},
	)
}

// NewLook returns the screen of a round without running it: several people may look at one page.
func NewLook(ctx context.Context, w *hindsight.Walk, opts LookOptions) *LookScreen {
	l := &LookScreen{
		covers: newCovers(&opts.Terminal), walk: w, opts: &opts, ctx: ctx, note: opts.Note, moments: map[int]*hindsight.Moment{},
	}
	l.acts = l.actsOf()
	if index := opts.At - 1; index >= 0 && index < w.Len() {
		l.show(index)
	} else {
		l.show(w.Begins(1))
	}
	return l
}

// Init begins to judge the first moment.
func (l *LookScreen) Init() tea.Cmd { return l.think() }

// Update takes a key, a new size or an answer of the judge.
func (l *LookScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.resize(msg)
	case doneMsg:
		return l, msg()
	case tea.KeyMsg:
		return l, l.key(msg)
	}
	return l, nil
}

// Stop ends what the judge is thinking about.
func (l *LookScreen) Stop() {
	l.judging.end()
	l.finding.end()
}

func (l *LookScreen) leave() tea.Cmd {
	l.Stop()
	return tea.Quit
}

func (l *LookScreen) playOn() tea.Cmd {
	if l.board.V.Over {
		l.note = l.theme.T("look.note.over")
		return nil
	}
	l.playsOn = true
	return l.leave()
}

func (l *LookScreen) key(msg tea.KeyMsg) tea.Cmd {
	digits := l.digits
	name := msg.String()
	l.note = ""
	l.digits = 0
	if a := l.acts.Pressed(l, name); a != nil {
		return a.Do(l)
	}
	if n, err := strconv.Atoi(name); err == nil {
		return l.number(digits, n)
	}
	trick := len(l.board.V.History) + 1
	start := l.walk.Begins(trick)
	switch name {
	case "right", " ":
		return l.move(l.at + 1)
	case "left", "backspace":
		return l.move(l.at - 1)
	case "down", "pgdown":
		return l.move(l.walk.Begins(trick + 1))
	case "up", "pgup":
		switch {
		case start < l.at:
			return l.move(start)
		case trick == 1:
			return l.move(0)
		}
		return l.move(l.walk.Begins(trick - 1))
	case "home":
		return l.move(0)
	case "end":
		return l.move(l.walk.Len())
	}
	return nil
}

func (l *LookScreen) number(typed, n int) tea.Cmd {
	if typed > 0 && typed*10+n <= l.walk.Tricks() {
		n += typed * 10
	}
	if n == 0 || n > l.walk.Tricks() {
		l.note = l.theme.T("look.note.notrick", l.walk.Tricks())
		return nil
	}
	l.digits = n
	return l.move(l.walk.Begins(n))
}

func (l *LookScreen) move(index int) tea.Cmd {
	index = max(0, min(index, l.walk.Len()))
	if index == l.at {
		return nil
	}
	l.Stop()
	l.show(index)
	return l.think()
}

// show draws a moment from now on: the trick that the last decision has ended
// still lies there.
func (l *LookScreen) show(index int) {
	l.at = index
	v := hindsight.View(l.walk.At(index))
	bottom := tricks.Seat(0)
	if v.Seats[0].Rows != nil {
		bottom = 1 // the pyramid is drawn at the table
	}
	l.board = scene.New(l.theme.Texts, &v, bottom)
	l.board.Recent = l.walk.Changed(l.theme.Texts, index)
	if l.walk.Ended(index) {
		l.board.ShowTrick(len(v.History))
	}
}

func (l *LookScreen) moment() *hindsight.Moment {
	if l.moments[l.at] == nil {
		l.moments[l.at] = l.walk.Moment(l.at)
	}
	return l.moments[l.at]
}

func (l *LookScreen) think() tea.Cmd {
	if l.opts.Judge == nil || l.judging.on() || l.finding.on() {
		return nil
	}
	g, answer := l.moment().Question()
	if g == nil {
		return nil
	}
	return l.judging.do(l.ctx, func(ctx context.Context) func() tea.Cmd {
		verdict := l.opts.Judge.Ask(ctx, g)
		return func() tea.Cmd {
			answer(verdict)
			return l.think()
		}
	})
}

func (l *LookScreen) find() tea.Cmd {
	if l.opts.Judge == nil || l.finding.on() {
		return nil
	}
	l.Stop()
	return l.finding.do(l.ctx, func(ctx context.Context) func() tea.Cmd {
		point := l.walk.Turning(ctx, l.opts.Judge)
		return func() tea.Cmd {
			l.note = point.Told(l.theme.Texts)
			if point.Verdict == solver.Unwinnable {
				l.show(max(point.Step, 0))
			}
			return l.think()
		}
	})
}

func (l *LookScreen) helpText(w int) []string {
	columns := l.acts.Columns(l)
	legend := l.theme.T("look.legend")
	if l.opts.PlayOn {
		legend += l.theme.T("look.legend.playon")
	}
	return append(append(l.theme.HelpColumns(columns, w), ""), l.theme.Wrap(strings.TrimSpace(legend), w)...)
}

// View is the window for a terminal.
func (l *LookScreen) View() string { return l.Grid().String() }

// Grid draws the whole window, exactly as large as it is.
func (l *LookScreen) Grid() *felt.Grid {
	if small := l.theme.TooSmall(kit.Tiny, l.w, l.h); small != nil {
		return small
	}
	g, _ := board.Draw(l.theme, l.scene(), kit.Named(l.acts.Line(l)), l.w, l.h)
	return g
}

// scene is what there is to see.
func (l *LookScreen) scene() *scene.Scene {
	b := l.board
	s := b.Scene()
	if b.V.Stage == chapters.StageDraft {
		b.Pool(s)
	}
	if b.V.Stage == chapters.StagePlay {
		s.Track = l.tracked(b)
		s.Here = len(b.V.History)
		if !l.walk.Ended(l.at) {
			s.Here++
		}
		for _, h := range s.Hand {
			s.Own = append(s.Own, h.Card)
		}
		s.Hand = nil
		s.Owner = s.Me.Name
	}
	if l.opts.State != nil {
		s.States = []string{l.opts.State()}
	}
	s.Prompt = l.theme.T("look.count", l.at, l.walk.Len()) + " " + l.walk.Next(l.theme.Texts, l.at)
	s.Why = l.verdict(s)
	if l.note == "" && l.opts.Judge != nil && !b.V.Over && l.moment().Loses() {
		s.Tone = scene.Warned
	}
	return s
}

// tracked is the track of all tricks.
func (l *LookScreen) tracked(b *scene.Board) []scene.Ended {
	if l.track == nil {
		l.track = b.TrackOf(l.walk.Tracked())
	}
	return l.track
}

// verdict rates this moment and its choices: numbers come before half of the names.
func (l *LookScreen) verdict(s *scene.Scene) string {
	switch {
	case l.note != "":
		return l.note
	case l.finding.on():
		return l.theme.T("look.finding")
	case l.opts.Judge == nil || l.board.V.Over:
		return ""
	}
	text, brief := l.moment().Line(l.theme.Texts, l.acts.Named("worth").Help().Key)
	s.Why = text
	if !board.Fits(l.theme, s, l.w, l.h) {
		return brief
	}
	return text
}

// At returns the number of decisions before the moment on the screen.
func (l *LookScreen) At() int { return l.at }

// Turn shows another moment.
func (l *LookScreen) Turn(index int) tea.Cmd { return l.move(index) }

// Look looks through a round on the full screen until the person leaves. It returns after how
// many decisions the person wants to play the round on, -1 for not at all. The error is ErrExit
// after ctrl-C.
func (v *Visit) Look(w *hindsight.Walk, opts LookOptions) (decisions int, err error) {
	l := NewLook(v.ctx, w, opts)
	defer l.Stop()
	err = v.show(v.ctx, &kit.Hosted{Model: l})
	if err == nil && l.playsOn {
		return l.at, nil
	}
	return -1, err
}
