// Package command has what all commands share: the global flags and the library (options.go,
// library.go), arguments and flags with their allowed values (flags.go, dealflags.go,
// computers.go), completion in shells (completion.go), exit codes (exit.go), signals
// (interrupt.go), files and standard input (input.go), streams of documents (stream.go), answers in
// JSON or for people (answer.go, text.go) and progress reports (progress.go).
package command
