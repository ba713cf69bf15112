package table

import (
	"log/slog"
	"time"

	"fellowship/chapters"
)

// Options configures a [Service].
type Options struct {
	Library *chapters.Library
	// Thinkers is the maximum number of computer players that think at the same time; 0 means 1. Questions have workers
	// of their own, see package turns.
	Thinkers int
	// Beat is the minimum time a computer player takes for a decision.
	Beat time.Duration
	// Tables is the maximum number of tables on the server; 0 means [UsualTables].
	Tables int
	// Keep is the time after which an unused table is deleted; 0 means [UsualKeep].
	Keep time.Duration
	// Log receives errors; nil discards them. Hands and invitation codes are never logged.
	Log *slog.Logger
	// Now is the clock by which people are waited for; nil means [store.SteadyClock].
	Now func() time.Time
	// Seed returns a random number, once for each deal and once for its computer players. A record
	// has room for 63 bits. Nil means numbers that nobody can guess.
	Seed func() uint64
}

// Default limits of a service.
const (
	// UsualTables is the default maximum number of tables.
	UsualTables = 10_000
	// UsualKeep is the default time after which an unused table is deleted.
	UsualKeep = 30 * 24 * time.Hour
	// KeepAlone is the time after which an unused table is deleted if nobody but its host ever sat
	// there.
	KeepAlone = 24 * time.Hour
)

// limits bound how much data visitors can make a server keep.
type limits struct {
	// tablesPerPerson is the number of tables that one person may have begun and not closed.
	tablesPerPerson int
	// tablesPerAddress is the number of tables that may have been begun from one network address.
	tablesPerAddress int
	// events is the number of events in the log of one table.
	events int
	// people is the number of people that may be let in to one table.
	people int
	// codes is the number of invitations to one table.
	codes int
}

// usualLimits are the limits of a server; tests use smaller ones.
var usualLimits = limits{tablesPerPerson: 50, tablesPerAddress: 200, events: 50_000, people: 40, codes: 20}
