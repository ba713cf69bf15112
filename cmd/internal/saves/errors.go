package saves

import "fellowship/cmd/internal/disk"

// What can be wrong with a saved game. The errors of this package wrap them.
var (
	ErrUnknown  = disk.NewProblem("problem.unknown", "there is no such saved game")
	ErrGameName = disk.NewProblem("problem.name", "a saved game's name is made of letters, digits, -, _, . and spaces")
	ErrInUse    = disk.NewProblem("problem.inuse", "another program is playing this game")
	ErrEmpty    = disk.NewProblem("problem.empty", "the file holds no game yet")
	ErrForeign  = disk.NewProblem("problem.foreign", "the file is not a game of this program")
	ErrDamaged  = disk.NewProblem("problem.damaged", "the file is damaged")
	ErrTooLong  = disk.NewProblem("problem.long", "the game has become too long, with all that was taken back in it")
	ErrReadOnly = disk.ErrReadOnly
	ErrFull     = disk.ErrFull
)
