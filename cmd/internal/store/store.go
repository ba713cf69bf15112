// Package store says how the logs of tables are kept. Two packages keep them: folder has a
// file for each table, stream has them on servers of NATS.
//
// An event that was acknowledged is on disk. Each is written behind the event that its
// writer took for the last one, so of two for the same moment exactly one is written,
// whichever process wrote it.
package store

import (
	"context"
	"time"

	"fellowship/chapters/campaign"
	"fellowship/characters/say"
	"fellowship/cmd/internal/disk"
)

// Store keeps the logs of tables. Its methods are for many goroutines.
type Store interface {
	// Append writes an event behind a mark, and returns the mark behind the event. When it
	// returns without an error the event is on disk. The error is [ErrQuicker] if there is
	// another event already, [ErrGone] if the table was deleted, [ErrTooLarge], [ErrFull],
	// [ErrDamaged], or [ErrUnknown] when nobody could say whether the event was written.
	Append(ctx context.Context, table string, after Mark, data []byte) (Mark, error)
	// Read returns all events of a table. The error is [ErrGone] without any, and matches
	// [ErrDamaged] where one is missing or another one than was written.
	Read(ctx context.Context, table string) ([]Event, error)
	// Last returns the last event of a table, with the errors of Read.
	Last(ctx context.Context, table string) (Event, error)
	// Follow hands the events of a table to a function, from the first on, in order and
	// each once. When it returns all that were there have been handed over; it goes on with
	// those that are written later, until it is stopped. The function is called by one
	// goroutine at a time. Stop waits for it to return, and must not be called by it. The
	// errors are those of Read, or that of the context.
	Follow(ctx context.Context, table string, take func(Event)) (stop func(), err error)
	// Tables returns the names of the tables, sorted.
	Tables(ctx context.Context) ([]string, error)
	// Delete removes a table with all its events. Nothing may be written to it any more: its last
	// event has to say so to other writers.
	Delete(ctx context.Context, table string) error
	// Stats counts what there is.
	Stats(ctx context.Context) (Stats, error)
	// Healthy reports why nothing can be written now, nil if it can: [ErrWaiting] or
	// [ErrFull].
	Healthy() error

	// People holds the records of people, by a key of the caller's, and Codes the targets of codes.
	People() Bucket
	Codes() Bucket

	// Close ends all following.
	Close() error
}

// Bucket keeps values by keys, which are made of letters, digits, - and _.
type Bucket interface {
	// Get returns a value and its revision. The error is [ErrNone] without one.
	Get(ctx context.Context, key string) (value []byte, revision uint64, err error)
	// Update puts a value in the place of the one of a revision, 0 for none. The error is
	// [ErrQuicker] where there is another one meanwhile, which may be the same: one that was written
	// before the server stopped answering.
	Update(ctx context.Context, key string, value []byte, revision uint64) error
}

// Mark is a place in the log of a table: behind so many events, of which the last
// has this sequence in the store. The zero value is its beginning.
type Mark struct{ Number, Seq uint64 }

// Event is one event of a table: lines of JSON. Time is when the store took it.
type Event struct {
	Mark
	Time time.Time
	Data []byte
}

// Stats counts the contents of the logs. Damaged is how many tables were found damaged, and are
// still there.
type Stats struct{ Tables, Bytes, Damaged uint64 }

// Limits of what is kept.
const (
	// MaxEvent is how large the data of an event may be, in bytes.
	MaxEvent = 1<<18 - 1<<10
	// PeopleLife is how long somebody is known who does not come back, and CodeLife how
	// long a code can be used.
	PeopleLife = 400 * 24 * time.Hour
	CodeLife   = 30 * 24 * time.Hour
)

// ValidTable reports whether a table may be called so: as files of saved games are.
func ValidTable(table string) bool { return campaign.PlainName(table) }

// Pause waits, and says when the context ends before.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Evenly returns a clock that begins as that of the system, which somebody may set at any time, and
// goes on as time does.
func Evenly() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(time.Since(began)) }
}

// Errors about the logs. Those of the packages that keep them wrap these.
var (
	// ErrQuicker means that another event was written for that moment.
	ErrQuicker = say.New("something happened meanwhile: look again")
	// ErrGone means that a table is not there, or not any more.
	ErrGone = say.New("there is no such table any more")
	// ErrWaiting means that the server does not answer. Whether an event was written is
	// known nevertheless: it was not.
	ErrWaiting = say.New("the server that keeps the tables does not answer; try again in a moment")
	// ErrUnknown means that the server stopped answering after an event was sent, so
	// that nobody knows whether it was written until it answers again.
	ErrUnknown = say.New("the server that keeps the tables stopped answering, so whether this was written shows when it is back")
	// ErrFull means that the disk, or the room that the logs may take, is full.
	ErrFull = disk.ErrFull
	// ErrDamaged means that something which was written cannot be read any more.
	ErrDamaged = say.New("what was saved of this cannot be read any more")
	// ErrTooLarge means that an event is larger than any is.
	ErrTooLarge = say.New("that is too long to be written")
	// ErrNone means that there is nothing under a key.
	ErrNone = say.New("there is nothing of that name")
)
