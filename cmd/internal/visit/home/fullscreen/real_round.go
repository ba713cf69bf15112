package fullscreen

import (
	"context"
	"errors"
	"time"

	"fellowship/characters/strictyaml"
	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/share"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
)

// enterRealRound lets the person type a round of the real table, saves it, and then shows it step by step.
func (s *Session) enterRealRound() error {
	table := home.RealTable{Home: s.home, Typist: s}
	e, err := table.Read("")
	if err != nil {
		if errors.Is(err, context.Canceled) && s.home.Ctx.Err() == nil {
			return nil // the person has left the form
		}
		return err
	}
	s.Say(home.Text("real.written", strictyaml.Visible(e.File)))
	if err := table.Count(e, "", false); err != nil {
		return err
	}
	return s.ShowRealRound(e, home.SolveLimit)
}

// ShowRealRound shows a round that was entered step by step, or for a position a way to win it.
func (s *Session) ShowRealRound(e home.RealRound, limit time.Duration) error {
	if !e.IsRecord {
		return s.StepThrough(e.Record.Position, limit)
	}
	note := ""
	if e.Ambiguity != nil {
		note = s.home.Person.Texts().Problem(e.Ambiguity)
	}
	block := share.Of(s.home.Person.Texts(), s.home.Library, &share.Round{Record: &e.Record, IsReal: true})
	return s.replayShared(e.Record, note, 0, block)
}

var _ home.Typist = (*Session)(nil)

// TypeRound lets the person type a round on a screen of its own.
func (s *Session) TypeRound(_ context.Context, draft string) (text string, parsed realtable.Table, err error) {
	text, parsed, done, err := s.shell.Session.EditDeal(s.home.Library, draft)
	if err == nil && !done {
		err = context.Canceled
	}
	return text, parsed, err
}

// Ask asks a question on a screen of its own.
func (s *Session) Ask(_ context.Context, question string, answers []string) (int, error) {
	return s.shell.Session.Ask(question, answers)
}

// GiveBack prints a text when the screen is closed.
func (s *Session) GiveBack(text string) error {
	s.Say(func(*texts.Texts) string { return text })
	return nil
}
