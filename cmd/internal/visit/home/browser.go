package home

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
)

// showInBrowser plays a round on pages in a browser on this machine. The first round opens the browser. A person
// with a menu can go back to it meanwhile, which leaves the round.
func (h *Home) showInBrowser(r web.Solo) (next play.AfterRound, err error) {
	ctx := h.Ctx
	t := h.Person.Texts()
	var messages []string
	current := h.Person.Settings()
	if !r.RoundOptions.Unsaved {
		advice := *r.RoundOptions.Advice // a copy: the pages keep their own state
		advice.Tips = !current.NoTips
		advice.SeenTips = current.Tips
		r.RoundOptions.Advice = &advice
		defer func() { err = errors.Join(err, h.keepTips(h.browser.SeenTips())) }()
	}
	first := h.browser == nil
	if first {
		h.browser, err = web.NewHome(h.Library, t, &browserPerson{Home: h}, h.computerDelay())
		if err != nil {
			return play.Nothing, err
		}
	}
	h.browser.Show(r)
	if first {
		messages = append(messages, t.T("web.athome", h.browser.Link))
		if web.Browse(ctx, h.browser.Link) != nil {
			messages = append(messages, t.T("web.nobrowser"))
		}
	}
	if h.shell == nil {
		for _, line := range messages {
			fmt.Fprintln(h.Out, line)
		}
		return h.browser.AwaitLeave(ctx)
	}
	err = h.shell.Session.ShowProgress(t.T("web.athome", h.browser.Link), func(ctx context.Context) (err error) {
		next, err = h.browser.AwaitLeave(ctx)
		return err
	})
	if errors.Is(err, play.ErrStopped) {
		return play.Nothing, nil
	}
	return next, err
}

// keepTips saves which tips the person has seen.
func (h *Home) keepTips(tips []string) error {
	now := h.Person.Settings()
	if slices.Equal(now.Tips, tips) {
		return nil
	}
	now.Tips = tips
	h.Person.UseSettings(now)
	return saveSettings(now)
}

// playInBrowser continues a game in a browser, or plays chapter 1 there if g is nil.
func (h *Home) playInBrowser(g *saves.Save) error {
	browserHome := *h
	browserHome.Browser = true
	defer browserHome.CloseBrowser()
	if g != nil {
		return browserHome.resumeNamed(g.Name, false)
	}
	return browserHome.First()
}

// beginChosen leaves the table of a game and plays what the person has chosen on a page.
func (h *Home) beginChosen(g *Game, stopPrograms func() error) error {
	if err := errors.Join(g.close(nil), stopPrograms()); err != nil {
		return err
	}
	return h.browser.PlayChosen()
}

// CloseBrowser stops serving the local pages.
func (h *Home) CloseBrowser() {
	if h.browser != nil {
		_ = h.browser.Close()
		h.browser = nil
	}
}
