package play

import "fellowship/characters/say"

// ErrExit reports that the person has left with ctrl-C: the program ends, without going back to a menu.
var ErrExit = say.New("left with ctrl-C")

// ErrStopped reports that the person has stopped a wait.
var ErrStopped = say.New("it was stopped")
