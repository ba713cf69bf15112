package play

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/deals/lesson"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Alone is what a person plays alone, one round after the other, at a table that nobody keeps: a [Course] of
// puzzles, or the [Evening].
type Alone interface {
	// Next goes on to another round.
	Next()
	// record is the present round before its first decision, and facts are those of it, which has begun at a table.
	record() chapters.Record
	facts(home *table.Home, t *texts.Texts) Facts
}

// Begin begins the present round at a table of its own.
func Begin(lib *chapters.Library, a Alone, t *texts.Texts) (*table.Home, Facts, error) {
	home, err := table.Unsaved(lib, a.record())
	if err != nil {
		return nil, Facts{}, say.Internal(err)
	}
	return home, a.facts(home, t), nil
}

// Play shows one round after the other at a table, the same one again or another one, until the person wants
// something else, which it returns.
func Play(
	ctx context.Context, lib *chapters.Library, a Alone, t *texts.Texts, show func(*table.Home, Facts) (Wish, error),
) (Wish, error) {
	home, facts, err := Begin(lib, a, t)
	if err != nil {
		return Nothing, err
	}
	for {
		next, err := show(home, facts)
		if err != nil || next != Again && next != Another {
			return next, errors.Join(err, home.Close())
		}
		if next == Another {
			a.Next()
		}
		if err := home.Begin(ctx, nil, a.record()); err != nil {
			return Nothing, errors.Join(say.Internal(err), home.Close())
		}
		facts = a.facts(home, t)
	}
}

// firstEvening is the round of the first evening.
type firstEvening struct {
	round chapters.Record
	tries string
}

// Evening is the first evening: its small round, as often as the person likes. Tries begins the names of the texts
// about what to try.
func Evening(lib *chapters.Library, tries string) (Alone, error) {
	round, err := lesson.Round(lib)
	return firstEvening{round, tries}, err
}

// Next leaves the round as it is: there is no other.
func (e firstEvening) Next() {}

func (e firstEvening) record() chapters.Record { return e.round }

func (e firstEvening) facts(_ *table.Home, t *texts.Texts) Facts {
	return Facts{
		Lesson: true, Advice: &Advice{Coach: true, Tries: e.tries}, Unsaved: true, Next: lesson.Next,
		After: func() string { return t.T("lesson.after") },
	}
}
