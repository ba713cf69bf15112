package home

import (
	"context"
	"errors"

	"fellowship/chapters"
	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/choose"
	"fellowship/cmd/internal/hindsight"
	"fellowship/cmd/internal/play"
	"fellowship/cmd/internal/table"
	"fellowship/cmd/internal/texts"
)

// Stage shows a person what is played at home. [Home] decides what comes next, and a stage only how it looks and
// how the person answers. A home uses its stage from one goroutine.
type Stage interface {
	// PlayRound shows a round until it is over or the person leaves it, and returns what the person wants next.
	// The error is [play.ErrExit] if the person leaves the program.
	PlayRound(ctx context.Context, round Round) (Wish, error)
	// ChooseNext lets the person complete the form of a campaign's next round, and reports whether they did;
	// given has what was chosen before. The error is [ErrNobodyToAsk] if no person is there.
	ChooseNext(ctx context.Context, setup *choose.Setup, given campaign.Choice) (chosen bool, err error)
	// WhileWorking does some work that may take a while, and may show the text meanwhile. The error is
	// [play.ErrStopped] if the person has stopped the work.
	WhileWorking(ctx context.Context, text string, work func(context.Context) error) error
	// Say says a line at the end of a game: at once, or after a screen is closed.
	Say(line Line)
}

// Round is a round that a stage shows.
type Round struct {
	// Table is the table of the round.
	Table *table.Home
	// Options have what the game offers besides its round.
	Options play.RoundOptions
	// Campaign names the campaign of the round, empty for none.
	Campaign string
	// Number is the number of the round in its campaign.
	Number int
	// Deal analyzes the round when it is over, nil for a puzzle and for the first evening.
	Deal *hindsight.Deal
	// Path is the file of the table, empty for a table that is not saved.
	Path string
}

// Record returns the round as it is now.
func (r *Round) Record() chapters.Record { return r.Table.Round().Record() }

// WasLeft reports whether a saved round that ended in this way waits for the person to continue it. A stage that
// does not say how, says it then with [Saved].
func (r *Round) WasLeft(next play.AfterRound, err error) bool {
	hasLeft := (err == nil || errors.Is(err, play.ErrExit)) && next == play.Nothing
	return hasLeft && !r.Options.Unsaved && !r.Table.Round().IsOver() && r.Table.CheckSaved() == nil
}

// Wish is the round that a person asks for when another one is over or left.
type Wish struct {
	// Next says which round.
	Next play.AfterRound
	// Chosen plays what the person has set up themselves, for [play.Chosen] only.
	Chosen func() error
}

// Line is a line that is said at the end of a game. It is written when it is shown, because the person may change
// the language in the meantime.
type Line func(*texts.Texts) string

// Text returns the line of a key.
func Text(key string, args ...any) Line {
	return func(t *texts.Texts) string { return t.T(key, args...) }
}

// Saved returns the line which says that a game is saved, and by which command it continues.
func Saved(command string) Line { return Text("saved", command) }

// ErrNobodyToAsk reports that something has to be chosen and no person is there to choose it.
var ErrNobodyToAsk = say.New("nobody is there to choose")

// ErrNothingChosen reports that a person was asked and chose nothing.
var ErrNothingChosen = say.New("nothing was chosen, so nothing is played")
