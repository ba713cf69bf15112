package home

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/saves"
)

// Game is a table and its current round.
type Game struct {
	home *Home

	// file is the saved table.
	file *saves.File
	// named reports whether the person asked for the saved game by its name.
	named bool
	// start is the position in another game from which the round is played on, nil for none. Such a round is for
	// practice, see [Home.PlayOn].
	start *chapters.Record
	// deal analyzes the round when it is over.
	deal *hindsight.Deal

	// campaignRun says how the campaign of this game continues, nil outside of campaigns.
	campaignRun *Campaign
	// number is the number of the round in its campaign.
	number int
	// chosen is the choice with which the campaign's round began.
	chosen campaign.Playing
}

// record returns the round as it is now.
func (g *Game) record() chapters.Record { return g.file.Home.Round().Record() }

// isWon reports whether the round is over and won.
func (g *Game) isWon() bool { return g.file.Home.Round().Reveal().Result() == chapters.Won }

// close closes the saved game; err is how the game ended. If the game was not saved that is reported too, however
// the game ended: as an UnsavedError if err is nil or only says that the person left.
func (g *Game) close(err error) error {
	problem := g.file.Home.CheckSaved()
	if problem != nil {
		problem = say.Errorf("saved game %s: %w", g.file.Name(), problem)
	}
	problem = errors.Join(problem, g.file.Home.Close())
	if problem != nil && (err == nil || IsExit(err)) {
		return &UnsavedError{Err: problem, Ended: err}
	}
	return errors.Join(err, problem)
}

// UnsavedError reports that a game could not be saved that otherwise ended without a failure.
type UnsavedError struct {
	// Err is why the game was not saved.
	Err error
	// Ended is how the game itself ended: nil, or an error which only says that the person left or that the
	// game was stopped.
	Ended error
}

func (e *UnsavedError) Error() string { return e.Err.Error() }

func (e *UnsavedError) Unwrap() error { return e.Err }

// IsExit reports whether an error only says that the person left the program, or that it was stopped.
func IsExit(err error) bool { return errors.Is(err, play.ErrExit) || errors.Is(err, context.Canceled) }
