// Package command is what all commands share: the global flags and the library
// (options.go, library.go), arguments and flags and what they may be (flags.go,
// dealflags.go, computers.go), exit codes (exit.go), signals (interrupt.go), files and
// standard input (input.go), documents one after another (stream.go), texts
// for people (text.go) and how far something is (progress.go).
package command
