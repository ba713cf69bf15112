// Package store says how the logs of tables are kept: package folder has a file for each table,
// and package memory keeps a table for as long as the program runs.
//
// Each event is written behind the event that its writer took for the last one, so of two for
// the same moment exactly one is written.
package store

import (
	"time"

	"fellowship/characters/say"
)

// Store keeps the logs of tables. Its methods are for many goroutines.
type Store interface {
	// Append writes an event behind so many others. In a folder the event is on disk when it returns. The
	// error is [ErrQuicker] if there is another event already, [ErrGone] if the table was deleted,
	// [ErrTooLarge], [disk.ErrFull] or [ErrDamaged].
	Append(table string, count uint64, data []byte) error
	// Read returns all events of a table. The error is [ErrGone] without any, and matches
	// [ErrDamaged] where one is missing or another one than was written.
	Read(table string) ([]Event, error)
	// Hold hands the events of a table to a function, in order. Until it is released no other process
	// writes to the table. The errors are those of Read.
	Hold(table string, take func(Event)) (release func(), err error)
	// Keep sees to it that the file of a table that is held is still there: one that was deleted is
	// written anew. The error is why what was written is not there any more.
	Keep(table string) error
	// Close releases all tables.
	Close() error
}

// Event is one event of a table: lines of JSON. Number counts the events from 1, and Time is
// when the store took this one.
type Event struct {
	Number uint64
	Time   time.Time
	Data   []byte
}

// Stats counts the contents of the logs. Damaged is how many tables were found damaged, and are
// still there.
type Stats struct{ Tables, Bytes, Damaged uint64 }

// Limits of what is kept.
const (
	// MaxEvent is how large the data of an event may be, in bytes.
	MaxEvent = 1<<18 - 1<<10
	// PeopleLife is how long somebody is known who does not come back, NewcomerLife the same for
	// somebody who never sat at a table, and CodeLife how long a code can be used.
	PeopleLife   = 400 * 24 * time.Hour
	NewcomerLife = 24 * time.Hour
	CodeLife     = 30 * 24 * time.Hour
)

// SteadyClock returns a clock that begins as that of the system, which somebody may set at any time, and
// goes on as time does.
func SteadyClock() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(time.Since(began)) }
}

// Errors about the logs. Those of the packages that keep them wrap these.
var (
	// ErrQuicker means that another event was written for that moment.
	ErrQuicker = say.New("something happened meanwhile: look again")
	// ErrGone means that a table is not there, or not any more.
	ErrGone = say.New("there is no such table any more")
	// ErrWaiting means that the disk has not answered for some seconds.
	ErrWaiting = say.New("the server's disk does not answer; try again in a moment")
	// ErrDamaged means that something which was written cannot be read any more.
	ErrDamaged = say.New("what was saved of this cannot be read any more")
	// ErrTooLarge means that an event is larger than any is.
	ErrTooLarge = say.New("that is too long to be written")
	// ErrNone means that there is nothing under a key.
	ErrNone = say.New("there is nothing of that name")
)

// ReplacedError means that somebody has changed or replaced the file of a table while a server had it
// open. It matches [ErrDamaged].
type ReplacedError struct{ Table string }

// Error says it in English.
func (e *ReplacedError) Error() string { return say.English(e) }

// FormatArgs says it in every language.
func (e *ReplacedError) FormatArgs() (format string, args []any) {
	return "somebody has changed the file of the table %s outside of the game, so the game stops here: " +
		"ask the host to put the newest copy of the file back, or to delete the table", []any{e.Table}
}

// Is reports whether the target is ErrDamaged: the table is damaged.
func (e *ReplacedError) Is(target error) bool { return target == ErrDamaged }
