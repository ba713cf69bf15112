package play

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// SoloMode is a series of rounds for one person that are not saved: a [PuzzleRun], or the first evening of
// [Evening].
type SoloMode interface {
	// Next goes on to another round.
	Next()
	// record returns the current round before its first decision.
	record() chapters.Record
	// roundOptions returns the options of the current round, which has begun at a table.
	roundOptions(home *table.Home, t *texts.Texts) RoundOptions
}

// Begin begins the current round at a new table.
func Begin(lib *chapters.Library, mode SoloMode, t *texts.Texts) (*table.Home, RoundOptions, error) {
	home, err := table.OpenUnsaved(lib, mode.record())
	if err != nil {
		return nil, RoundOptions{}, say.Internal(err)
	}
	return home, mode.roundOptions(home, t), nil
}

// Play plays one round after the other at a table, with show as the front end. It returns what the person
// wants next, once that is neither the same round again nor another one.
func Play(
	ctx context.Context, lib *chapters.Library, mode SoloMode, t *texts.Texts,
	show func(*table.Home, RoundOptions) (AfterRound, error),
) (AfterRound, error) {
	home, options, err := Begin(lib, mode, t)
	if err != nil {
		return Nothing, err
	}
	for {
		next, err := show(home, options)
		if err != nil || next != Again && next != Another {
			return next, errors.Join(err, home.Close())
		}
		if next == Another {
			mode.Next()
		}
		if err := home.Begin(ctx, nil, mode.record()); err != nil {
			return Nothing, errors.Join(say.Internal(err), home.Close())
		}
		options = mode.roundOptions(home, t)
	}
}
