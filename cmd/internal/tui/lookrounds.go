package tui

import (
	"context"

	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/kit"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// LookRound is a round that can be looked through.
type LookRound struct {
	Name string
	// Walk plays it through; the error says why it cannot be looked at.
	Walk func() (*hindsight.Walk, error)
}

// LookWish is what a person wants after looking: to play a round on after so many
// decisions. Round is -1 for nothing.
type LookWish struct{ Round, After int }

// Look steps through rounds with all cards open, until the person leaves. Of
// several the person chooses. The error is ErrExit after ctrl-C.
func Look(ctx context.Context, rounds []LookRound, opts LookOptions) (LookWish, error) {
	l := newLooker(ctx, rounds, &opts)
	defer l.stop()
	if len(rounds) == 1 {
		if err := l.open(0); err != nil {
			return l.wish, err
		}
	}
	err := opts.show(ctx, l, false)
	if err == nil && l.exit {
		err = ErrExit
	}
	return l.wish, err
}

// looker is the list of rounds, and the one of them that is looked through.
type looker struct {
	ctx    context.Context
	rounds []LookRound
	items  []kit.Row
	opts   *LookOptions
	*kit.Theme
	keys reviewKeys
	w, h int
	list kit.Form
	note string
	// book is the rules, while they are open.
	book *ruleBook
	// review is nil while the list is shown.
	review *review
	wish   LookWish
	exit   bool
	// end is sent when the person has left.
	end tea.Cmd
}

func newLooker(ctx context.Context, rounds []LookRound, opts *LookOptions) *looker {
	l := &looker{
		ctx: ctx, rounds: rounds, opts: opts, Theme: kit.NewTheme(opts.Texts, opts.Style), keys: newReviewKeys(opts.Texts), w: kit.MinWidth, h: kit.MinHeight, note: opts.Note,
		wish: LookWish{Round: -1}, end: tea.Quit,
	}
	for i := range rounds {
		l.items = append(l.items, kit.Row{Label: rounds[i].Name, Do: func() tea.Cmd { return l.begin(i) }})
	}
	l.list.Rows = func() []kit.Row { return l.items }
	return l
}

// begin opens a round of the list.
func (l *looker) begin(i int) tea.Cmd {
	if err := l.open(i); err != nil {
		l.note = l.Problem(err)
		return nil
	}
	return l.review.Init()
}

// open begins to look through a round.
func (l *looker) open(i int) error {
	walk, err := l.rounds[i].Walk()
	if err != nil {
		return err
	}
	l.review = newReview(l.ctx, walk, l.opts)
	l.review.Update(tea.WindowSizeMsg{Width: l.w, Height: l.h})
	return nil
}

func (l *looker) stop() {
	if l.review != nil {
		l.review.stop()
	}
}

// Init begins to judge the only round.
func (l *looker) Init() tea.Cmd {
	if l.review != nil {
		return l.review.Init()
	}
	return nil
}

// Update hands everything to the round that is looked through, if there is one.
func (l *looker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		l.w, l.h = size.Width, size.Height
	}
	if l.review == nil {
		if k, ok := msg.(tea.KeyMsg); ok {
			return l, l.key(k)
		}
		return l, nil
	}
	_, cmd := l.review.Update(msg)
	switch l.review.left {
	case leftRound:
		if len(l.rounds) > 1 {
			l.review.stop()
			l.review = nil
			return l, nil
		}
		return l, l.end
	case leftAll:
		l.exit = true
		return l, l.end
	case leftToPlay:
		l.wish = LookWish{l.list.Cursor, l.review.at}
		return l, l.end
	}
	return l, cmd
}

// key takes the keys of the list.
func (l *looker) key(msg tea.KeyMsg) tea.Cmd {
	l.note = ""
	if l.book != nil {
		if l.book.key(msg) {
			l.book = nil
		}
		return nil
	}
	switch msg.String() {
	case "left":
		msg = tea.KeyMsg{Type: tea.KeyUp}
	case "right":
		msg = tea.KeyMsg{Type: tea.KeyDown}
	case "?":
		l.book = newRuleBook(l.Theme, l.opts.Library, l.View(), func(w int) []string { return l.Wrap(l.T("look.rounds.help"), w) }, nil)
		l.book.lay(l.w, l.h)
		return nil
	case "ctrl+c":
		l.exit = true
		return l.end
	case "q", "esc":
		return l.end
	}
	cmd, _ := l.list.Key(msg)
	return cmd
}

// View draws the list, or the round.
func (l *looker) View() string {
	t := l.Theme
	if l.review != nil {
		return l.review.View()
	}
	if frame, small := t.TooSmall(l.w, l.h); small {
		return frame
	}
	if l.book != nil {
		return l.book.frame(l.w, l.h)
	}
	return t.Screen(&kit.Around{
		Head: t.Headline(t.T("look.rounds"), t.T("look.count", l.list.Cursor+1, len(l.rounds)), l.w), Note: l.note,
		Keys: []key.Binding{l.keys.choose, l.keys.open, l.keys.quit, l.keys.help},
	}, l.w, l.h, func(w, h int) []string { return l.list.Draw(t, w, h) })
}
