package play

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/characters/say"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// SoloMode is a series of rounds for one person that are no saved games: a [PuzzleRun], or the first evening of
// [Evening].
type SoloMode interface {
	// Next goes on to another round.
	Next()
	// record returns the current round before its first decision.
	record() chapters.Record
	// roundOptions returns the options of the current round, which has begun at a table.
	roundOptions(home *table.Home, t *texts.Texts) RoundOptions
	// state returns all that is needed, beside the table, to go on with the current round.
	state() SoloState
	// keepState makes the mode call keep whenever its state changes.
	keepState(keep func(SoloState) error)
}

// SoloState has all that is needed, beside its table, to go on with a round of a [SoloMode]. The first evening needs
// nothing.
type SoloState struct {
	// Puzzles are the ids of the puzzles of the series.
	Puzzles []string `json:"puzzles,omitempty"`
	// Current is the id of the current puzzle.
	Current string `json:"current,omitempty"`
	// Missed is how many decisions were wrong at the first try, or were given away.
	Missed int `json:"missed,omitempty"`
	// LastMissed is the number of the last of them, counted from 1; 0 for none.
	LastMissed int `json:"last_missed,omitempty"`
}

// SoloPlace keeps the last round of a [SoloMode], so that it goes on after the program was stopped.
type SoloPlace interface {
	// Begin begins a round, in the place of the one that was kept before.
	Begin(lib *chapters.Library, record chapters.Record, state any) (*table.Home, error)
	// Open opens the round that is kept, and reads its state into a value.
	Open(lib *chapters.Library, state any) (*table.Home, error)
	// Keep replaces the state of the round that is kept.
	Keep(state any) error
	// Forget deletes the round that is kept.
	Forget()
}

// Begin begins the current round at a new table.
func Begin(lib *chapters.Library, mode SoloMode, t *texts.Texts) (*table.Home, RoundOptions, error) {
	home, err := table.OpenUnsaved(lib, mode.record())
	if err != nil {
		return nil, RoundOptions{}, say.Internal(err)
	}
	return home, mode.roundOptions(home, t), nil
}

// BeginKept is [Begin] for a round that a place keeps.
func BeginKept(
	lib *chapters.Library, mode SoloMode, t *texts.Texts, place SoloPlace,
) (*table.Home, RoundOptions, error) {
	home, err := place.Begin(lib, mode.record(), mode.state())
	if err != nil {
		return nil, RoundOptions{}, err
	}
	mode.keepState(func(now SoloState) error { return place.Keep(now) })
	return home, mode.roundOptions(home, t), nil
}

// Resume opens the round that a place keeps. Resumed returns the mode with that state, or an error if there is none any
// more.
func Resume(
	lib *chapters.Library, t *texts.Texts, place SoloPlace, resumed func(SoloState) (SoloMode, error),
) (*table.Home, SoloMode, RoundOptions, error) {
	var state SoloState
	home, err := place.Open(lib, &state)
	if err != nil {
		return nil, nil, RoundOptions{}, err
	}
	mode, err := resumed(state)
	if err != nil {
		return nil, nil, RoundOptions{}, errors.Join(err, home.Close())
	}
	mode.keepState(func(now SoloState) error { return place.Keep(now) })
	return home, mode, mode.roundOptions(home, t), nil
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
