// Package driver is a round as a front end drives it: the screen, or the line-by-line
// game. It may be kept in this program, or at a table.
package driver

import (
	"context"

	"fellowship/chapters"
	"fellowship/cmd/internal/session"
	"fellowship/solver/players"
	"fellowship/tricks"
	"fellowship/tricks/say"
)

// Game is a round as somebody drives it from one place.
type Game interface {
	Next() session.Moment
	GoOn()
	Look() chapters.View
	// Eyes is whose cards may be shown now, Player the person whose decision is due.
	Eyes() tricks.Seat
	Player() tricks.Seat
	Name(seat tricks.Seat) string
	Shown() int
	Stopped() bool
	// Record is the round once it is over, empty before where that is a secret.
	Record() chapters.Record

	// Decide, Undo and Stop return ErrSent where what comes of it is heard later. Stop
	// returns table.ErrUnsettled where the result is not certain.
	Decide(d chapters.Decision) error
	Undo() error
	Stop() error

	// Wait returns what waits for the next thing that happens without the person, for
	// another goroutine; nil where the front end hears of it otherwise.
	Wait() Waiting

	// Why, OpenCards and Hint return a question for another goroutine; that of the first
	// two is nil where nothing is to be asked: no computer player has played, or the
	// person is to be told first what open cards are. By is who thinks, NoSeat where that
	// is not known yet.
	Why() (by tricks.Seat, why Why, err error)
	OpenCards() (func(context.Context) (session.Opened, error), error)
	Hint() (Hint, error)
}

// Waiting waits until something has happened in the game, or is to: then, if there is any,
// is called where the game is driven.
type Waiting func(context.Context) (then func() error, err error)

// Hint says what a strong player would do in the person's place, and for what reason.
type Hint func(context.Context) (chapters.Decision, players.Reason, error)

// Why says which card a computer player has played last, and for what reason; the card is
// NoCard if there is none.
type Why func(context.Context) (tricks.Play, chapters.Decision, players.Reason, error)

// ErrSent is that what the person wants was sent to where the table is kept.
var ErrSent = say.New("it was sent")
