package action

import (
	"context"
	"errors"

	"fellowship/cmd/internal/session"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// Question is one that somebody has to think about.
type Question struct {
	// Note is said meanwhile, and Title is the key of the headline where the answer needs a
	// page.
	Note, Title string
	// Think finds the answer, beside the front end; the answer tells itself.
	Think func(context.Context) (say func() string, err error)
}

// undo takes a decision back.
func undo[F Front[R], R any](f F) R {
	err := f.Game().Undo()
	switch {
	case errors.Is(err, session.ErrNotYours):
		return f.Reply(f.Words().T("undo.notyours"), false)
	case errors.Is(err, session.ErrNothing):
		return f.Reply(f.Words().T("undo.none"), false)
	}
	return f.Done(f.Words().T("undo.done"), err)
}

// stop ends a round whose result is certain.
func stop[F Front[R], R any](f F) R {
	err := f.Game().Stop()
	if errors.Is(err, table.ErrUnsettled) {
		return f.Reply(f.Words().T("stop.early"), false)
	}
	return f.Done("", err)
}

// why asks the computer player that played last why it played that card. It thinks again,
// which leads to the same card.
func why[F Front[R], R any](f F) R {
	t, v, ask := f.Words(), f.Sight(), f.Game().Why
	return f.Ask(Question{t.T("why.thinking"), "tui.page.said", func(ctx context.Context) (func() string, error) {
		play, made, reason, err := ask(ctx)
		return func() string {
			if play.Card == tricks.NoCard {
				return t.T("why.none")
			}
			return t.Why(v, play, made, reason)
		}, err
	}})
}

// hint asks what a strong player would do in the person's place, knowing no more. The
// record says that it was asked. What is advised is chosen, where things are chosen with a
// cursor.
func hint[F Front[R], R any](f F) R {
	t, v, ask := f.Words(), f.Sight(), f.Game().Hint()
	return f.Ask(Question{t.T("hint.asked"), "tui.page.hint", func(ctx context.Context) (func() string, error) {
		made, reason, err := ask(ctx)
		return func() string {
			f.Advised(made)
			return t.Hint(v, made, reason)
		}, err
	}})
}

// openCards asks the solver, which sees all cards, what can be chosen without losing the
// round. The first time the person is told what that is; the record says that it was
// asked.
func openCards[F Front[R], R any](f F) R {
	t, v := f.Words(), f.Sight()
	ask := f.Game().OpenCards()
	if ask == nil {
		return f.Reply(t.T("open.warn", f.Called("opencards")), true)
	}
	return f.Ask(Question{t.T("open.asked"), "tui.page.opened", func(ctx context.Context) (func() string, error) {
		opened, err := ask(ctx)
		return func() string { return t.OpenCards(v, opened.Wins, opened.Unknown, opened.All) }, err
	}})
}
