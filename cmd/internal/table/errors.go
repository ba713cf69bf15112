package table

import (
	"fellowship/cmd/internal/disk"
	"fellowship/cmd/internal/store"
)

// What a table refuses. Each has a text in every language; beside these there are
// the errors of packages store and session, and those of the rules.
var (
	// ErrQuicker is that something has happened which the person had not seen.
	ErrQuicker = store.ErrQuicker
	// ErrGone is that the table was closed.
	ErrGone = store.ErrGone
	// ErrFull is that there is no room to write anything, ErrWaiting that what keeps the
	// tables does not answer, and ErrUnknown that it stopped while something was written,
	// which shows when it answers again.
	ErrFull    = store.ErrFull
	ErrWaiting = store.ErrWaiting
	ErrUnknown = store.ErrUnknown

	ErrCode       = disk.NewProblem("table.code", "this code is not known, or not any more")
	ErrStranger   = disk.NewProblem("table.stranger", "this table needs an invitation")
	ErrTaken      = disk.NewProblem("table.taken", "somebody sits there")
	ErrNotSeated  = disk.NewProblem("table.notseated", "only who sits at the table can do that")
	ErrWatcher    = disk.NewProblem("table.watcher", "this invitation is for watching")
	ErrNotHost    = disk.NewProblem("table.nothost", "only the host can do that")
	ErrPlaying    = disk.NewProblem("table.playing", "that has to wait until the round is over")
	ErrNotPlaying = disk.NewProblem("table.notplaying", "no round is being played")
	ErrLookAlike  = disk.NewProblem("table.lookalike", "somebody here has that name, or one that looks like it")
	ErrName       = disk.NewProblem("table.name", "a name has 1 to 20 letters, digits, spaces and - _ . '")
	ErrTalk       = disk.NewProblem("table.talk", "while a round is played only the phrases can be said")
	ErrSilent     = disk.NewProblem("table.silent", "there is nothing to say")
	ErrTooMuch    = disk.NewProblem("table.toomuch", "that was said often enough in this round")
	ErrNoUndo     = disk.NewProblem("table.noundo", "there is no decision to take back, or it has brought something to light")
	ErrUnsettled  = disk.NewProblem("table.unsettled", "the round is not decided yet")
	ErrProposed   = disk.NewProblem("table.proposed", "something else is proposed already")
	ErrNothing    = disk.NewProblem("table.nothing", "nothing is proposed")
	ErrPresent    = disk.NewProblem("table.present", "this person was not away for long enough")
	ErrForbidden  = disk.NewProblem("table.forbidden", "this table is played without that help")
	ErrFullHouse  = disk.NewProblem("table.full", "too many people are at this table")
	ErrTooLong    = disk.NewProblem("table.long", "this table has gone on for too long; begin another one")
	ErrManyTables = disk.NewProblem("table.many", "there are too many tables")
	ErrElsewhere  = disk.NewProblem("table.elsewhere", "you are at this table in another window, which goes on")
	ErrAlone      = disk.NewProblem("table.alone", "at least one seat has to be for a person")
)
