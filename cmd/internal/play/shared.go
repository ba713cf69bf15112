package play

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/table"
	"fellowship/tricks"
)

// Question is one that somebody has to think about.
type Question struct {
	// Note is said meanwhile, and Title is the headline where the answer needs a page.
	Note, Title string
	// Think finds the answer, beside the front end.
	Think func(context.Context) (Answer, error)
}

// Answer is one that tells itself. Advice, if set, is a decision to choose, where things are
// chosen with a cursor.
type Answer struct {
	Say    func() string
	Advice *chapters.Decision
}

func undo[F Front[R], R any](f F) R {
	t, err := f.State().Texts, f.State().Chair.Propose(table.Undo)
	switch {
	case errors.Is(err, round.ErrNotYours):
		return f.Reply(t.T("undo.notyours"), false)
	case errors.Is(err, round.ErrNothing):
		return f.Reply(t.T("undo.none"), false)
	}
	return f.Done(t.T("undo.done"), err)
}

func stop[F Front[R], R any](f F) R {
	err := f.State().Chair.Propose(table.Stop)
	if errors.Is(err, table.ErrUnsettled) {
		return f.Reply(f.State().T("stop.early"), false)
	}
	return f.Done("", err)
}

// why asks the computer player that played last why it played that card. It thinks again,
// which leads to the same card.
func why[F Front[R], R any](f F) R {
	at := f.State()
	return f.Ask(Question{at.T("why.thinking"), Title(at.Texts, "why"), func(ctx context.Context) (Answer, error) {
		play, made, reason, err := at.Chair.Why(ctx)
		return Answer{Say: func() string {
			if play.Card == tricks.NoCard {
				return at.T("why.none")
			}
			return at.Why(at.View, play, made, reason)
		}}, err
	}})
}

// hint asks what a strong player would do in the person's place, knowing no more. The
// record says that it was asked. In a puzzle it asks for the answer.
func hint[F Front[R], R any](f F) R {
	at := f.State()
	if p := at.Chair.Puzzle; p != nil {
		return f.Ask(p.question(at.Texts, at.View, true))
	}
	seen := at.Chair.Saw.Seen
	return f.Ask(Question{at.T("hint.asked"), Title(at.Texts, "hint"), func(ctx context.Context) (Answer, error) {
		made, reason, err := at.Chair.Hint(ctx, seen)
		return Answer{func() string { return at.Hint(at.View, made, reason) }, &made}, err
	}})
}

// openCards asks the solver, which sees all cards, what can be chosen without losing the
// round. The first time the person is told what that is; the record says that it was
// asked. In a puzzle it asks how many there are.
func openCards[F Front[R], R any](f F) R {
	at := f.State()
	if p := at.Chair.Puzzle; p != nil {
		return f.Ask(p.question(at.Texts, at.View, false))
	}
	if !at.Chair.Warned {
		at.Chair.Warned = true
		return f.Reply(at.T("open.warn", f.Called("opencards")), true)
	}
	seen := at.Chair.Saw.Seen
	return f.Ask(Question{at.T("open.asked"), Title(at.Texts, "opencards"), func(ctx context.Context) (Answer, error) {
		opened, err := at.Chair.OpenCards(ctx, seen)
		return Answer{Say: func() string { return at.OpenCards(at.View, opened.Wins, opened.Unknown, opened.All) }}, err
	}})
}
