package linebyline

import (
	"context"
	"io"

	"fellowship/cmd/internal/realtable"
	"fellowship/cmd/internal/texts"
	"fellowship/cmd/internal/visit/home"
)

var _ home.Typist = (*Stage)(nil)

// TypeRound asks for a round of the real table.
func (s *Stage) TypeRound(ctx context.Context, draft string) (text string, parsed realtable.Table, err error) {
	out := s.console.Out
	if s.console.ASCII {
		out = texts.ASCII(out)
	}
	return realtable.Ask(s.home.Library, s.home.Person.Texts(), draft, s.console.Lines(ctx), out)
}

// Ask asks for the number of an answer.
func (s *Stage) Ask(ctx context.Context, question string, answers []string) (int, error) {
	if !s.console.IsInteractive() {
		return -1, home.ErrNobodyToAsk
	}
	return s.askByNumber(ctx, question, answers)
}

// GiveBack prints a text.
func (s *Stage) GiveBack(text string) error {
	_, err := io.WriteString(s.console.Out, text)
	return err
}
