package tui

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	// usualBeat is how long a computer player takes, so that a person can follow.
	usualBeat = 300 * time.Millisecond
	// trickBeats is how many beats a finished trick is shown before the round continues by itself.
	trickBeats = 5
)

// pace is how fast a round goes on without keys.
type pace struct {
	// beat is how long a computer player takes; 0 for the usual time, less than 0 for no time at all.
	beat time.Duration
	// auto continues after a trick without a key.
	auto bool
}

// deliver delivers a message after some beats, or at once if there are to be none.
func (p *pace) deliver(beats int, msg tea.Msg) tea.Cmd {
	if p.beat < 0 {
		return func() tea.Msg { return msg }
	}
	return tea.Tick(time.Duration(beats)*cmp.Or(p.beat, usualBeat), func(time.Time) tea.Msg { return msg })
}

// deliverAfter delivers a message after a time, or at once if there are to be no pauses.
func (p *pace) deliverAfter(pause time.Duration, msg tea.Msg) tea.Cmd {
	if p.beat < 0 {
		return func() tea.Msg { return msg }
	}
	return tea.Tick(pause, func(time.Time) tea.Msg { return msg })
}
