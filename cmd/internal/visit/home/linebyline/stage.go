// Package linebyline shows what is played at home line by line, for pipes, screen readers and simple terminals. Its
// [Stage] is the stage of a home (package home), and package plain plays the rounds.
package linebyline

import (
	"context"

	"fellowship/chapters/campaign"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/plain"
	"fellowship/cmd/internal/visit/home"
	"fellowship/cmd/internal/visit/home/console"
)

// Stage shows rounds line by line.
type Stage struct {
	// home plays what the stage shows.
	home *home.Home
	// console is the terminal, or whatever replaces it.
	console *console.Console
	// hasToldLesson reports whether the greeting of the first evening was printed.
	hasToldLesson bool
}

var _ home.Stage = (*Stage)(nil)

// New makes a terminal on which everything is said line by line the stage of a home.
func New(h *home.Home, c *console.Console) *Stage {
	s := &Stage{home: h, console: c}
	h.Stage = s
	return s
}

// PlayRound plays a round line by line. The game says itself how it continues when it is left.
func (s *Stage) PlayRound(ctx context.Context, r home.Round) (home.Wish, error) {
	t := s.home.Person.Texts()
	if r.Options.Lesson {
		r.Options.Advice.TryPrefix = "plain.try."
		if !s.hasToldLesson {
			s.console.PrintLine(t.T("plain.lesson"))
		}
		s.hasToldLesson = true
	}
	opts := plain.Options{
		In:           s.console.Lines(ctx),
		Out:          s.console.Out,
		Reader:       s.home.Person.Reader(),
		Library:      s.home.Library,
		ASCII:        s.console.ASCII,
		Terminal:     s.console.IsInteractive(),
		Columns:      s.console.Columns(),
		RoundOptions: r.Options,
	}
	if r.Campaign != "" {
		opts.Campaign = t.T("campaign.you", r.Campaign, r.Number)
	}
	if r.Deal != nil {
		opts.Solve = func(ctx context.Context) string { return s.solve(ctx, &r) }
		opts.Analyse = func(ctx context.Context) string { return s.analyse(ctx, &r) }
	}
	if r.Options.Note != "" {
		s.console.PrintLine(r.Options.Note)
	}
	next, err := plain.Run(ctx, r.Table, opts)
	return home.Wish{Next: next}, err
}

// ChooseNext asks line by line for whatever a choice lacks.
func (s *Stage) ChooseNext(
	ctx context.Context, setup *choose.Setup, given campaign.Choice,
) (chosen bool, err error) {
	if !s.console.IsInteractive() {
		return false, home.ErrNobodyToAsk
	}
	err = s.askMissing(ctx, setup, given)
	return err == nil, err
}

// WhileWorking does some work and says nothing meanwhile.
func (s *Stage) WhileWorking(ctx context.Context, _ string, work func(context.Context) error) error {
	return work(ctx)
}

// Say prints a line at once.
func (s *Stage) Say(line home.Line) { s.console.PrintLine(line(s.home.Person.Texts())) }
