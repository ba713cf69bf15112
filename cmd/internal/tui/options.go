package tui

import (
	"time"

	"fellowship/cmd/internal/play"

	tea "github.com/charmbracelet/bubbletea"
)

// Options are the settings of the screen.
type Options struct {
	Terminal
	play.RoundOptions

	// Beat is how long a computer player takes for a card; 0 for the default, less than 0 for no time at
	// all.
	Beat time.Duration
	// Auto continues after each trick without a key even if the reader does not wish it.
	Auto bool
	// Motion lets cards move for a reader who wishes it.
	Motion bool

	// Replay, if set, replays the finished game. The person comes back to the result.
	Replay func() error
	// StepThrough, if set, shows the way to win that Solve has found. The person comes back to the result.
	StepThrough func() error
	// HasSolution, if set, reports whether Solve has found a way to win.
	HasSolution func() bool
	// KeepTip, if set, saves that the person has seen a tip.
	KeepTip func(tip string) tea.Cmd

	// Campaign names the campaign that the game belongs to at home.
	Campaign string
	// HasMenu reports whether a menu follows the game, so that no command needs to be named.
	HasMenu bool
	// Table, if set, is the server's table that the screen is a part of.
	Table SharedTable
}

// SharedTable is a table of a server: other people sit at other terminals, and the table decides what follows
// the round.
type SharedTable interface {
	// State returns the end of the headline, and perhaps shorter texts for it.
	State() []string
	// WaitText returns why the round waits; "" names the player whose turn it is.
	WaitText() string
	// DoAction carries out an action of the table, by its name.
	DoAction(name string) tea.Cmd
	// TakeCommands returns the commands queued by the client's last actions.
	TakeCommands() tea.Cmd
}
