// Package store defines the storage of the logs of tables. Package folder implements it with a file for each
// table, and package memory keeps tables only while the program runs.
//
// Each writer says after which event its event comes. So if two writers write after the same event, exactly
// one of them succeeds.
package store

import (
	"time"

	"fellowship/characters/say"
)

// Store keeps the logs of tables. Its methods may be called from several goroutines.
type Store interface {
	// Append writes an event after the first count events. In a folder the event is on disk when Append
	// returns. The error is [ErrQuicker] if there are more events already, [ErrGone] if the table was
	// deleted, [ErrTooLarge], [disk.ErrFull] or [ErrDamaged].
	Append(table string, count uint64, data []byte) error
	// Read returns all events of a table. The error is [ErrGone] if there are none. It matches
	// [ErrDamaged] if an event is missing or differs from the one that was written.
	Read(table string) ([]Event, error)
	// Hold calls take with the events of a table in order, and locks the table: until release is called
	// no other process can write to it. The errors are the same as for Read.
	Hold(table string, take func(Event)) (release func(), err error)
	// KeepFile makes sure that the file of a table on hold still exists, and writes a deleted file again. The
	// error says why the file is lost.
	KeepFile(table string) error
	// Healthy returns why nothing can be written now, nil if it can: [disk.ErrFull], [disk.ErrReadOnly], or
	// [ErrWaiting]. It never waits.
	Healthy() error
	// Close releases all tables.
	Close() error
}

// Event is one event of a table.
type Event struct {
	// Number counts the events of the table from 1.
	Number uint64
	// Time is when the store wrote the event.
	Time time.Time
	// Data are the lines of JSON of the event.
	Data []byte
}

// Stats are numbers about the logs.
type Stats struct {
	// Tables is the number of tables.
	Tables uint64
	// Bytes is the size of all logs.
	Bytes uint64
	// Damaged is the number of tables that were found damaged.
	Damaged uint64
}

// Limits of a store.
const (
	// MaxEvent is the maximum size of an event's data in bytes.
	MaxEvent = 1<<18 - 1<<10
	// PeopleLife is how long a server remembers a person who does not come back.
	PeopleLife = 400 * 24 * time.Hour
	// NewcomerLife is PeopleLife for a person who never sat at a table.
	NewcomerLife = 24 * time.Hour
	// CodeLife is how long a code can be used.
	CodeLife = 30 * 24 * time.Hour
)

// SteadyClock returns a clock that starts at the current system time and then is monotonic, even if somebody
// sets the system clock.
func SteadyClock() func() time.Time {
	began := time.Now()
	return func() time.Time { return began.Add(time.Since(began)) }
}

// Errors about the logs. The errors of the packages folder and memory wrap them.
var (
	// ErrQuicker means that another event was written meanwhile.
	ErrQuicker = say.New("something has changed in the meantime: look again")
	// ErrGone means that a table does not exist, or not any more.
	ErrGone = say.New("there is no such table any more")
	// ErrWaiting means that the disk has not answered for some seconds.
	ErrWaiting = say.New("the server's disk is not responding; try again in a moment")
	// ErrDamaged means that stored data cannot be read any more.
	ErrDamaged = say.New("the saved data can no longer be read")
	// ErrTooLarge means that an event or a value is larger than the limit.
	ErrTooLarge = say.New("that is too long to be saved")
	// ErrNone means that there is no value with a key.
	ErrNone = say.New("nothing has that name")
)

// DamageKind says how the file of a table is damaged.
type DamageKind int

// The kinds of damage.
const (
	// Changed: a line differs from what was written, or a line before it is missing.
	Changed DamageKind = iota
	// Cut: events that were written at the end of the file are missing.
	Cut
	// Torn: the file ends in the middle of a line, and nobody knows how far it was written.
	Torn
	// Replaced: the file is whole, but it is another one, or an older one that has gone on differently.
	Replaced
	// Renamed: the file belongs to a table of another name.
	Renamed
)

// DamageError means that the file of a table is damaged, and says how. It matches [ErrDamaged].
type DamageError struct {
	// Err is the message.
	Err  error
	Kind DamageKind
	// Line is the number of the first line that is missing or cannot be used, counted from 1. For [Replaced] that is
	// the line after the last one.
	Line uint64
	// Written is the number of events that are known to have been written, 0 if nobody knows.
	Written uint64
	// Table is the name in the file for [Renamed].
	Table string
}

// Error returns the message in English.
func (e *DamageError) Error() string { return e.Err.Error() }

// Unwrap returns the message.
func (e *DamageError) Unwrap() error { return e.Err }

// ReplacedError means that the file of a table was changed or replaced from outside while a server had it
// open. It matches [ErrDamaged].
type ReplacedError struct {
	// Table is the name of the table.
	Table string
}

// Error returns the message in English.
func (e *ReplacedError) Error() string { return say.English(e) }

// FormatArgs returns the message for translation, see package say.
func (e *ReplacedError) FormatArgs() (format string, args []any) {
	return "somebody has changed the file of the table %s outside of the game, so the game stops here: " +
		"ask the host to put the newest copy of the file back, or to delete the table", []any{e.Table}
}

// Is reports whether the target is [ErrDamaged].
func (e *ReplacedError) Is(target error) bool { return target == ErrDamaged }
