package tui

import (
	"context"
	"strconv"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/texts"
	"fellowship/solver"
	"fellowship/tricks"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// LookOptions is what the program hands to the screen that looks through a
// round.
type LookOptions struct {
	Terminal
	// Judge says what a moment is worth with open cards; nil: nobody is asked.
	Judge hindsight.Judge
	// Note is shown until the first key.
	Note string
	// At is the number of the decision at which the person begins, 0 for the first card.
	At int
	// PlayOn allows to play on from any moment.
	PlayOn bool
	// State, if set, returns what is said at the end of the title.
	State func() string
}

// review is the screen that looks through a round, on a board on which all cards
// lie open.
type review struct {
	*board.Board
	keys reviewKeys
	walk *hindsight.Walk
	opts *LookOptions
	ctx  context.Context
	w, h int

	// at is how many decisions were made.
	at int
	// digits is the number being typed.
	digits int
	note   string

	// worth is what the answers to the question at hand are worth, as far as is
	// known; asked counts the questions to the judge, so that a late answer is
	// known as such, and thinking is the one that is being answered.
	worth    map[int][]solver.Verdict
	asked    int
	thinking job
	// finding says that the turning point is being looked for.
	finding bool

	// page is what covers the table until a key, nil for nothing; about is the key of
	// its title.
	page   func(w int) []string
	about  string
	reader kit.Reader
	// book is the rules, while they are open.
	book *ruleBook
	// left goes on when the person has left: to play, or not.
	left func(toPlay bool) tea.Cmd
}

// reviewKeys are the keys of this screen; its help is made from them.
type reviewKeys struct {
	step, trick, ends, number, find, playOn key.Binding
	worth                                   key.Binding
	goals, log, help, quit, scroll, close   key.Binding
}

func newReviewKeys(t *texts.Texts) reviewKeys {
	bind := kit.Binder(t, "look.key.", "look.help.")
	return reviewKeys{
		step:   bind("step", "left", "right", " ", "backspace"),
		trick:  bind("trick", "up", "down", "pgup", "pgdown"),
		ends:   bind("ends", "home", "end"),
		number: bind("number", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		find:   bind("find", "f"),
		worth:  bind("worth", "w"),
		playOn: bind("playon", "p"),
		goals:  bind("goals", "g"),
		log:    bind("log", "l"),
		help:   bind("help", "?"),
		quit:   bind("quit", "q", "esc", "ctrl+c"),
		scroll: bind("scroll", "up", "down", "pgup", "pgdown"),
		close:  bind("close", "esc", "enter", " ", "q"),
	}
}

func newReview(ctx context.Context, w *hindsight.Walk, opts *LookOptions, left func(toPlay bool) tea.Cmd) *review {
	l := &review{
		Board: &board.Board{Theme: kit.NewTheme(opts.Texts, opts.Style)}, keys: newReviewKeys(opts.Texts), walk: w, opts: opts, ctx: ctx, w: kit.MinWidth, h: kit.MinHeight,
		note: opts.Note, worth: map[int][]solver.Verdict{}, left: left,
	}
	l.keys.find.SetEnabled(w.At(w.Len()).Result() != chapters.Won)
	if at := opts.At - 1; at >= 0 && at < w.Len() {
		l.show(at)
	} else {
		l.show(w.Begins(1))
	}
	return l
}

// state is what is said at the end of the title.
func (l *review) state() string {
	if l.opts.State == nil {
		return ""
	}
	return l.opts.State()
}

// judgedMsg is the judge's answer about one option; foundMsg is where the round
// was lost.
type (
	judgedMsg struct {
		asked, step, option int
		verdict             solver.Verdict
	}
	foundMsg struct {
		asked int
		hindsight.Turning
	}
)

// Init begins to judge the first moment.
func (l *review) Init() tea.Cmd { return l.think() }

// Update takes a key, a new size or an answer of the judge.
func (l *review) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		l.w, l.h = msg.Width, msg.Height
		l.layPage()
	case judgedMsg:
		if msg.asked != l.asked {
			return l, nil
		}
		l.stop()
		l.worth[msg.step][msg.option] = msg.verdict
		return l, l.think()
	case foundMsg:
		if msg.asked == l.asked && l.finding {
			return l, l.found(msg.Turning)
		}
	case tea.KeyMsg:
		return l, l.key(msg)
	}
	return l, nil
}

// stop ends what the judge is thinking about.
func (l *review) stop() {
	l.thinking.end()
	l.asked++
	l.finding = false
}

// leave says to whoever shows the round that the person is done with it.
func (l *review) leave(toPlay bool) tea.Cmd {
	l.stop()
	return l.left(toPlay)
}

func (l *review) key(msg tea.KeyMsg) tea.Cmd {
	if l.book != nil {
		if l.book.key(msg) {
			l.book = nil
		}
		return nil
	}
	if l.page != nil {
		switch {
		case l.reader.Turns(msg):
		case key.Matches(msg, l.keys.close), key.Matches(msg, l.keys.help):
			l.page = nil
		default:
			return l.reader.Scroll(msg)
		}
		return nil
	}
	l.note = ""
	digits := l.digits
	l.digits = 0
	switch {
	case key.Matches(msg, l.keys.quit):
		return l.leave(false)
	case key.Matches(msg, l.keys.help):
		l.book = newRuleBook(l.Theme, l.opts.Library, l.View(), l.helpText, onTable(l.Texts, l.V))
		l.layPage()
	case key.Matches(msg, l.keys.goals):
		l.open("tui.page.goals", l.GoalLines)
	case key.Matches(msg, l.keys.log):
		l.open("tui.page.log", l.LogLines)
		l.reader.Pager.GotoBottom()
	case key.Matches(msg, l.keys.worth) && l.opts.Judge != nil:
		l.open("look.page.worth", l.worthLines)
	case key.Matches(msg, l.keys.find):
		return l.find()
	case key.Matches(msg, l.keys.playOn) && l.opts.PlayOn:
		if l.V.Over {
			l.note = l.T("look.note.over")
			return nil
		}
		return l.leave(true)
	case key.Matches(msg, l.keys.number):
		return l.number(digits, msg.String())
	}
	switch msg.String() {
	case "right", " ":
		return l.move(l.at + 1)
	case "left", "backspace":
		return l.move(l.at - 1)
	case "down", "pgdown":
		return l.move(l.walk.Begins(len(l.V.History) + 2))
	case "up", "pgup":
		trick := len(l.V.History) + 1
		if begins := l.walk.Begins(trick); begins < l.at {
			return l.move(begins)
		}
		if trick == 1 {
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

// number goes to the trick whose number is typed, one digit after the other.
func (l *review) number(before int, digit string) tea.Cmd {
	n, _ := strconv.Atoi(digit)
	if before > 0 && before*10+n <= l.walk.Tricks() {
		n += before * 10
	}
	if n == 0 || n > l.walk.Tricks() {
		l.note = l.T("look.note.notrick", l.walk.Tricks())
		return nil
	}
	l.digits = n
	return l.move(l.walk.Begins(n))
}

// move goes to another moment.
func (l *review) move(at int) tea.Cmd {
	at = max(0, min(at, l.walk.Len()))
	if at == l.at {
		return nil
	}
	l.stop()
	l.show(at)
	return l.think()
}

// show draws a moment from now on: the trick that the last decision has ended
// still lies there.
func (l *review) show(at int) {
	l.at = at
	v := hindsight.View(l.walk.At(at))
	bottom := tricks.Seat(0)
	if v.Seats[0].Rows != nil {
		bottom = 1 // the pyramid is drawn at the table
	}
	l.Board = board.New(l.Theme, &v, bottom)
	l.Board.Recent = l.Happened()
	if l.walk.Ended(at) {
		l.ShowTrick(len(v.History))
	}
}
