package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

// ChooseRound lets a person choose the next round of a campaign, and reports whether they did. The error
// is [play.ErrExit] after ctrl-C.
func (s *Session) ChooseRound(setup *choose.Setup) (ok bool, err error) {
	err = s.showScreen(s.ctx, chooseRound(s.Stack, setup, func() { ok = true }))
	return ok, err
}

func chooseRound(s *kit.Stack, setup *choose.Setup, chosen func()) *kit.Sheet {
	begin := func() tea.Cmd {
		chosen()
		return s.PopOverlay()
	}
	return &kit.Sheet{Back: s.PopOverlay, Build: func() kit.Content {
		c := kit.Content{
			Title:      s.T("serve.next"),
			Rows:       FieldRows(setup.ModeFields()),
			EnterLabel: s.T("lobby.help.begin"),
			Enter:      begin,
		}
		if setup.AfterLoss != "" {
			c.Header = []string{s.T("campaign.ask.after")}
		}
		return c
	}}
}

// Ask asks a question, and returns the index of the chosen answer, -1 for none.
func (s *Session) Ask(question string, answers []string) (taken int, err error) {
	taken = -1
	err = s.showScreen(s.ctx, &kit.Sheet{Back: s.Stack.PopOverlay, Build: func() kit.Content {
		title, text, _ := strings.Cut(question, "\n")
		c := kit.Content{Title: title}
		if text != "" {
			c.Header = strings.Split(text, "\n")
		}
		for i, answer := range answers {
			c.Rows = append(c.Rows, kit.Row{Label: answer, Control: kit.Button(func() tea.Cmd {
				taken = i
				return s.Stack.PopOverlay()
			})})
		}
		return c
	}})
	return taken, err
}

// progressDelay is how long work may take before the screen shows that it is being done.
const progressDelay = 200 * time.Millisecond

// ShowProgress does some work in the background and shows a text if it takes long. The person can stop the
// work, which ends its context: the error is then play.ErrStopped if the work ends for that reason. It is [play.ErrExit]
// after ctrl-C.
func (s *Session) ShowProgress(text string, work func(context.Context) error) (err error) {
	workCtx, stop := context.WithCancel(s.ctx)
	doneCtx, finish := context.WithCancel(context.WithoutCancel(s.ctx))
	defer stop()
	var workErr error
	stopped := false
	go func() {
		workErr = work(workCtx)
		finish()
	}()
	select {
	case <-doneCtx.Done(): // before a screen is needed
	case <-time.After(progressDelay):
		err = s.showScreen(doneCtx, &kit.Sheet{
			Back: func() tea.Cmd {
				stopped = true
				stop() // the work ends soon, and the screen with it
				return nil
			},
			Build: func() kit.Content { return kit.Content{Title: s.Stack.T("lobby.wait"), Header: []string{text}} },
		})
	}
	stop() // the screen may have ended before the work
	<-doneCtx.Done()
	switch {
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	case stopped && errors.Is(workErr, context.Canceled):
		return play.ErrStopped
	}
	return workErr
}
