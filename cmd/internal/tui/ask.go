package tui

import (
	"cmp"
	"context"
	"time"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// question is a screen of one sheet that a script shows.
type question struct {
	*kit.Stack
	// begin is its first command, and exit says that ctrl-C was pressed.
	begin tea.Cmd
	exit  bool
}

func newQuestion(on *Terminal, s *kit.Sheet) *question {
	q := &question{Stack: on.Stack(s)}
	q.Quit = func() tea.Cmd {
		q.exit = true
		return tea.Quit
	}
	return q
}

// Init begins.
func (q *question) Init() tea.Cmd { return q.begin }

// Update hands a message to the sheet.
func (q *question) Update(msg tea.Msg) (tea.Model, tea.Cmd) { return q, q.Stack.Update(msg) }

// show shows it until it ends. The error is ErrExit after ctrl-C.
func (q *question) show(ctx context.Context, on *Terminal) error {
	err := on.show(ctx, q, false)
	if err == nil && q.exit {
		err = ErrExit
	}
	return err
}

// ChooseRound lets a person choose the next round of a campaign, as at a table of a server, and
// reports whether that was done. The error is ErrExit after ctrl-C.
func ChooseRound(ctx context.Context, on Terminal, book *campaign.Campaign, choice *campaign.Choice) (ok bool, err error) {
	q := newChooseRound(&on, book, choice, func() { ok = true })
	err = q.show(ctx, &on)
	return ok, err
}

func newChooseRound(on *Terminal, book *campaign.Campaign, choice *campaign.Choice, chosen func()) *question {
	what := &Setup{Library: on.Library, Book: book, Players: cmp.Or(choice.Players, book.Players), Mode: NextRound, After: choice.After, NoRider: choice.WithoutRider}
	if choice.Chapter != "" {
		what.Mode, what.Chapter = OneRound, choice.Chapter
	}
	for _, v := range what.offer().Variants {
		if v.ID == choice.Event+choice.Group {
			what.Variant = v.Letter()
		}
	}
	q := newQuestion(on, &kit.Sheet{
		Back: func() tea.Cmd { return tea.Quit },
		Build: func() kit.Content {
			c := kit.Content{Title: on.Texts.T("serve.next"), Rows: what.What(), Does: on.Texts.T("lobby.help.begin"), Enter: func() tea.Cmd {
				what.chooses(choice)
				chosen()
				return tea.Quit
			}}
			if what.After != "" {
				c.Above = []string{on.Texts.T("campaign.ask.after")}
			}
			return c
		},
	})
	what.Stack = q.Stack
	return q
}

// unseen is how long something may take before the screen says that it is being done.
const unseen = 200 * time.Millisecond

// Wait shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context. The error is that of the work, or ErrExit after ctrl-C.
func Wait(ctx context.Context, on Terminal, text string, work func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended, done := make(chan struct{}), make(chan error, 1)
	go func() {
		done <- work(ctx)
		close(ended)
	}()
	var err error
	select {
	case <-ended: // before anybody sees it
	case <-time.After(unseen):
		q := newQuestion(&on, &kit.Sheet{
			Back: func() tea.Cmd {
				stop() // the work ends soon, and the screen with it
				return nil
			},
			Build: func() kit.Content { return kit.Content{Title: on.Texts.T("lobby.wait"), Above: []string{text}} },
		})
		q.begin = func() tea.Msg {
			<-ended
			return kit.Then(func() tea.Cmd { return tea.Quit })
		}
		err = q.show(context.WithoutCancel(ctx), &on)
	}
	stop() // the screen may have ended without it
	worked := <-done
	if err != nil {
		return err
	}
	return worked
}
