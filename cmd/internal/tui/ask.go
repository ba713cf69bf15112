package tui

import (
	"context"
	"errors"
	"time"

	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/kit"

	tea "github.com/charmbracelet/bubbletea"
)

// ChooseRound lets a person choose the next round of a campaign, as at a table of a server, and
// reports whether that was done. The error is ErrExit after ctrl-C.
func (v *Visit) ChooseRound(what *choose.Setup) (ok bool, err error) {
	err = v.show(v.ctx, chooseRound(v.Stack, what, func() { ok = true }))
	return ok, err
}

func chooseRound(s *kit.Stack, what *choose.Setup, chosen func()) *kit.Sheet {
	return &kit.Sheet{Back: s.Uncover, Build: func() kit.Content {
		c := kit.Content{Title: s.T("serve.next"), Rows: Rows(what.What()), Does: s.T("lobby.help.begin"), Enter: func() tea.Cmd {
			chosen()
			return s.Uncover()
		}}
		if what.After != "" {
			c.Above = []string{s.T("campaign.ask.after")}
		}
		return c
	}}
}

// Ask shows a question with answers, and returns the number of the one that was taken, -1 for none.
func (v *Visit) Ask(question string, answers []string) (taken int, err error) {
	taken = -1
	err = v.show(v.ctx, &kit.Sheet{Back: v.Uncover, Build: func() kit.Content {
		c := kit.Content{Title: question}
		for i, answer := range answers {
			c.Rows = append(c.Rows, kit.Row{Label: answer, Do: func() tea.Cmd {
				taken = i
				return v.Uncover()
			}})
		}
		return c
	}})
	return taken, err
}

// unseen is how long something may take before the screen says that it is being done.
const unseen = 200 * time.Millisecond

// Waits shows on a screen that something is being done, until it is done. The person can
// stop it, which ends its context: the error is ErrStopped where the work ends with that, and
// ErrExit after ctrl-C.
func (v *Visit) Waits(text string, work func(context.Context) error) (err error) {
	goes, stop := context.WithCancel(v.ctx)
	ended, end := context.WithCancel(context.WithoutCancel(v.ctx))
	defer stop()
	var worked error
	stopped := false
	go func() {
		worked = work(goes)
		end()
	}()
	select {
	case <-ended.Done(): // before anybody sees it
	case <-time.After(unseen):
		err = v.show(ended, &kit.Sheet{
			Back: func() tea.Cmd {
				stopped = true
				stop() // the work ends soon, and the screen with it
				return nil
			},
			Build: func() kit.Content { return kit.Content{Title: v.T("lobby.wait"), Above: []string{text}} },
		})
	}
	stop() // the screen may have ended without it
	<-ended.Done()
	switch {
	case err != nil && !errors.Is(err, context.Canceled):
		return err
	case stopped && errors.Is(worked, context.Canceled):
		return ErrStopped
	}
	return worked
}
