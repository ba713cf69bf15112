// Package terminal runs a program for each visitor who comes to the server with a terminal, as with ssh.
//
// Where to look:
//
//   - one program on one terminal: programs.go
//   - the terminal, its size and the last message on it: terminal.go; what it can show: environment.go
//   - a panic ends only its program: guarded.go; the screen of a program: frames.go; its keys: keys.go, with wholekeys.go,
//     and how many of them: key_budget.go; a terminal that does not read: patient.go
//
// A door for terminals, such as package sshd, finds out who is there, and passes a [Terminal] to [Programs.Serve]. That
// draws a screen for the visitor with [Programs.NewScreen], for as long as their session in package guest lasts. The
// package knows nothing of games. It stands beside package guest, and not in it, because a browser is no terminal: the
// programs that only serve browsers need none of the libraries for terminals that this package imports.
//
// A visitor can choose everything that a terminal sends: its sizes, its keys and its kind. This package bounds and
// cleans all of that.
package terminal
