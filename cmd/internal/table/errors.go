package table

import (
	"fellowship/characters/say"
	"fellowship/cmd/internal/store"
)

// Errors of a table that refuses an action. Each has a text in every language. Actions may also fail with
// errors of the packages store and round, and with errors of the rules.
var (
	// ErrQuicker means that something has happened that the person had not seen.
	ErrQuicker = store.ErrQuicker
	// ErrGone means that the table was closed or deleted, or that there never was one with its ID.
	ErrGone = store.ErrGone

	ErrCode       = say.New("this code is not known, or no longer valid: check each letter, or ask for a new one")
	ErrStranger   = say.New("this table needs an invitation")
	ErrTaken      = say.New("that seat is taken")
	ErrNotSeated  = say.New("only people who sit at the table can do that")
	ErrWatcher    = say.New("this invitation is for watching")
	ErrNotHost    = say.New("only the host can do that")
	ErrPlaying    = say.New("that has to wait until the round is over")
	ErrNotPlaying = say.New("no round is being played")
	ErrLookAlike  = say.New("somebody here has that name, or one that looks like it; " +
		"if that is you, join as you did before or with your own code; otherwise choose another name")
	ErrName    = say.New("a name has 1 to 20 letters, digits, spaces and - _ . '")
	ErrOwnWord = say.New("the program itself uses this word at a table, so nobody would know who is meant: " +
		"choose another name, or add a second one")
	ErrTalk       = say.New("during a round only the preset phrases can be said")
	ErrSilent     = say.New("there is nothing to say")
	ErrTooMuch    = say.New("that was said often enough in this round")
	ErrNoUndo     = say.New("there is no decision to take back, or it has revealed something")
	ErrUnsettled  = say.New("the round is not decided yet")
	ErrProposed   = say.New("something else is proposed already")
	ErrNothing    = say.New("nothing is proposed")
	ErrPresent    = say.New("this person is not absent")
	ErrEarly      = say.New("it is too early to go on without this person")
	ErrDecided    = say.New("it is already decided how to go on without this person")
	ErrForbidden  = say.New("this kind of help is switched off at this table")
	ErrFullHouse  = say.New("too many people are at this table")
	ErrTooLong    = say.New("this table has been in use for too long; start another one")
	ErrManyTables = say.New("there are too many tables; continue at one of yours, or try again later")
	ErrOwnTables  = say.New("you have started too many tables; close one of them first")
	ErrAddress    = say.New("too many tables were started from your address; open one that exists")
	ErrArrivals   = say.New("too many new people have joined today; " +
		"try again later, or use a code of your own if you have one")
	ErrElsewhere = say.New("you are at this table in another window; continue there")
	ErrAlone     = say.New("at least one seat has to be for a person")
)

// WriteError means that an action at home was not done, because it could not be saved.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return say.English(e) }

// FormatArgs returns the message for translation, see package say.
func (e *WriteError) FormatArgs() (format string, args []any) {
	return "the decision was not made, because the game could not be saved: %v", []any{e.Err}
}

func (e *WriteError) Unwrap() error { return e.Err }
