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
		if err := l.begin(0); err != nil {
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
	*kit.Stack
	ctx    context.Context
	rounds []LookRound
	opts   *LookOptions
	// review is nil while the list is shown.
	review *review
	wish   LookWish
	exit   bool
	// end is sent when the person has left.
	end tea.Cmd
}

func newLooker(ctx context.Context, rounds []LookRound, opts *LookOptions) *looker {
	t := kit.NewTheme(opts.Texts, opts.Style)
	l := &looker{ctx: ctx, rounds: rounds, opts: opts, wish: LookWish{Round: -1}, end: tea.Quit}
	list := &kit.Sheet{Back: func() tea.Cmd { return l.end }}
	list.Build = func() kit.Content {
		c := kit.Content{Title: t.T("look.rounds"), State: t.T("look.count", list.Cursor+1, len(rounds))}
		for i := range rounds {
			c.Rows = append(c.Rows, kit.Row{Label: rounds[i].Name, Do: func() tea.Cmd {
				if err := l.begin(i); err != nil {
					l.Note = t.Problem(err)
					return nil
				}
				return l.review.Init()
			}})
		}
		return c
	}
	l.Stack = &kit.Stack{
		Theme: t, W: kit.MinWidth, H: kit.MinHeight, Sheets: []*kit.Sheet{list}, Note: opts.Note,
		Rules: func(frame string, keys []key.Binding) kit.Cover { return NewRules(t, opts.Library, frame, keys) },
		Quit: func() tea.Cmd {
			l.exit = true
			return l.end
		},
	}
	return l
}

func (l *looker) begin(i int) error {
	walk, err := l.rounds[i].Walk()
	if err != nil {
		return err
	}
	l.review = newReview(l.ctx, walk, l.opts, func(toPlay bool) tea.Cmd {
		if toPlay {
			l.wish = LookWish{i, l.review.at}
		} else if len(l.rounds) > 1 {
			l.review, l.Whole = nil, nil
			return nil
		}
		return l.end
	})
	l.review.w, l.review.h, l.Whole = l.W, l.H, l.review
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
func (l *looker) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return l, l.Stack.Update(msg) }
