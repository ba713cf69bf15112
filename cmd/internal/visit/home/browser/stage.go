// Package browser shows what is played at home on pages in a browser on the same machine. Its [Stage] is the stage of a
// home (package home); the pages are those of package web. It knows no terminal: whoever starts it has a stage for what
// is said beside the pages.
package browser

import (
	"context"
	"errors"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/door/web"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/visit/home"
)

// Stage shows rounds on pages in a browser. The first round opens the browser.
type Stage struct {
	// home plays what the pages show.
	home *home.Home
	// starter is the stage from which the browser was opened. It waits while the person plays on the pages. It asks the
	// person's questions before the first page is open, and says the lines at the end.
	starter home.Stage
	// announce tells the person the address of the pages; nil if starter shows it while it waits.
	announce func(line string)
	// pages serves the pages. At home they are nil until the first round.
	pages *web.Home
	// shown is told each round that is shown; nil if nobody wants to know.
	shown func(*home.Round)
}

var _ home.Stage = (*Stage)(nil)

// New makes pages in a browser the stage of a home. The caller must call Close.
func New(h *home.Home, starter home.Stage, announce func(line string)) *Stage {
	s := &Stage{home: h, starter: starter, announce: announce}
	h.Stage = s
	return s
}

// Close stops serving the pages.
func (s *Stage) Close() {
	if s.pages != nil {
		_ = s.pages.Close()
		s.pages = nil
	}
}

// PlayRound shows a round on the pages. The person can go back to the starter meanwhile, which leaves the round.
func (s *Stage) PlayRound(ctx context.Context, r home.Round) (wish home.Wish, err error) {
	solo := web.Solo{Home: r.Table, RoundOptions: r.Options}
	if r.Options.Lesson {
		solo.RoundOptions.Advice.TryPrefix = "web.try."
	}
	if !r.Options.Unsaved {
		advice := *r.Options.Advice // a copy: the pages keep their own state
		solo.RoundOptions.Advice = &advice
	}
	if err := s.show(ctx, solo); err != nil {
		return wish, err
	}
	if s.shown != nil {
		s.shown(&r)
	}
	next := play.Nothing
	err = s.starter.WhileWorking(ctx, s.address(), func(ctx context.Context) (err error) {
		next, err = s.pages.AwaitLeave(ctx)
		return err
	})
	if errors.Is(err, play.ErrStopped) {
		next = play.Nothing
		err = nil
	}
	if r.WasLeft(next, err) {
		s.Say(home.Saved(r.Options.Continue))
	}
	return home.Wish{Next: next, Chosen: s.pages.PlayChosen}, err
}

// show shows a round on the pages, which it opens for the first one.
func (s *Stage) show(ctx context.Context, solo web.Solo) (err error) {
	isFirst := s.pages == nil
	if isFirst {
		p := s.home.Person
		s.pages, err = web.NewHome(s.home.Library, p.Texts(), &person{home: s.home}, p.ComputerDelay())
		if err != nil {
			return err
		}
	}
	s.pages.Show(solo)
	if !isFirst {
		return nil
	}
	opened := web.Browse(ctx, s.pages.Link)
	if s.announce != nil {
		s.announce(s.address())
		if opened != nil {
			s.announce(s.home.Person.Texts().T("web.nobrowser"))
		}
	}
	return nil
}

// address returns the line with the address of the pages.
func (s *Stage) address() string { return s.home.Person.Texts().T("web.athome", s.pages.Link) }

// ChooseNext shows the form of a campaign's next round on a page, or on the starter if the person has not seen a page
// yet.
func (s *Stage) ChooseNext(
	ctx context.Context, setup *choose.Setup, given campaign.Choice,
) (chosen bool, err error) {
	if s.pages == nil {
		return s.starter.ChooseNext(ctx, setup, given)
	}
	err = s.starter.WhileWorking(ctx, s.address(), func(ctx context.Context) (err error) {
		chosen, err = s.pages.Choose(ctx, setup)
		return err
	})
	return chosen, err
}

// WhileWorking does some work while the starter waits.
func (s *Stage) WhileWorking(ctx context.Context, text string, work func(context.Context) error) error {
	return s.starter.WhileWorking(ctx, text, work)
}

// Say says a line on the starter.
func (s *Stage) Say(line home.Line) { s.starter.Say(line) }
