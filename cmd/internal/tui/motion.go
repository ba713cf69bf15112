package tui

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// A motion shows an event: a card goes from its seat into the trick, the goal of a seat stands out when
// it is met or lost, a trick that somebody has taken stays for a moment and is not lit, and at the end the
// goals tick one by one. It goes on beside the game and holds
// nothing up; any key ends it.

type motion struct {
	plays []tricks.Play
	// changedGoals are the seats whose goals have been met or lost.
	changedGoals tricks.SeatSet
	// taken is the trick that the person has seen enough of.
	taken []scene.Play
	// isEnd reports whether the end of the round is shown, before its result.
	isEnd bool
	frame int
}

// motionFrames are how many frames a motion has, takenFrames and endFrames those of a trick that was taken and
// of the end of a round, and motionBeat is how long each stays: a motion is shorter than the pause of a computer
// player.
const (
	motionFrames = 4
	takenFrames  = 7
	endFrames    = 15
	ringRise     = 6 // half rows that the ring rises
	motionBeat   = 60 * time.Millisecond
)

type motionMsg struct{ motion *motion }

func (m *Model) startMotion(mo *motion, cmd tea.Cmd) tea.Cmd {
	if m.tick == nil || mo == nil || m.isEndMoving() {
		return cmd
	}
	m.moving = mo
	return tea.Batch(cmd, m.tick(motionMsg{mo}))
}

func (m *Model) advanceMotion(msg motionMsg) tea.Cmd {
	mo := m.moving
	if msg.motion != mo || mo == nil {
		return nil
	}
	frames := motionFrames
	switch {
	case mo.isEnd:
		frames = endFrames
	case mo.taken != nil:
		frames = takenFrames
	}
	mo.frame++
	if mo.frame >= frames {
		m.moving = nil
		return nil
	}
	return m.tick(msg)
}

func (m *Model) isEndMoving() bool { return m.moving != nil && m.moving.isEnd }

// motionSince is the motion of the card played since a view, nil unless it was exactly one.
func (m *Model) motionSince(previous *chapters.View) *motion {
	current := &m.view
	if len(current.Log) <= len(previous.Log) || previous.Deal != current.Deal {
		return nil
	}
	mo := &motion{}
	var last scene.Trick
	if all := scene.Tricks(current); len(all) > 0 {
		last = all[len(all)-1]
	}
	n := 0
	for _, e := range current.Log[len(previous.Log):] {
		if e.Kind == chapters.Played {
			n++
		}
	}
	if n == 1 && len(last.Plays) > 0 {
		mo.plays = last.Plays[len(last.Plays)-1:]
	}
	for _, g := range round.ChangedGoals(previous.Goals, current.Goals) {
		mo.changedGoals |= g.Seat.Bit()
	}
	if len(mo.plays) == 0 && mo.changedGoals == 0 {
		return nil
	}
	return mo
}

// applyMotion shows a motion in a scene: a card on its way is not at its place yet, and a goal that has
// changed stands out.
func (m *Model) applyMotion(s *scene.Scene) {
	mo := m.moving
	if mo == nil {
		return
	}
	if mo.taken != nil && !s.Setup {
		s.Plays = mo.taken
	}
	for i := range s.Plays {
		for _, play := range mo.plays {
			if p := &s.Plays[i]; p.Card == play.Card {
				p.Steps = mo.frame + 1
				p.StepCount = motionFrames + 1
			}
		}
	}
	for i := range s.Seats {
		s.Seats[i].Flash = mo.changedGoals.Contains(s.Seats[i].Index)
	}
	s.Me.Flash = mo.changedGoals.Contains(s.Me.Index)
}
