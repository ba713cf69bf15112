package tui

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// motion shows an event: a card goes from its seat into the trick, a goal that is met or lost stands out, a
// trick that was taken stays for a moment, or at the end of the round the goals are ticked one by one. It runs
// beside the game and holds nothing up; any key ends it.
type motion struct {
	// plays are the cards on their way into the trick.
	plays []tricks.Play
	// changedGoals are the seats whose goals have been met or lost.
	changedGoals tricks.SeatSet
	// taken is the trick that the person has seen.
	taken []scene.Play
	// isEnd reports whether the end of the round is shown, before its result.
	isEnd bool
	// frame is the number of the current frame.
	frame int
}

const (
	// motionFrames is how many frames a motion has.
	motionFrames = 4
	// takenFrames is how many frames a trick that was taken has.
	takenFrames = 7
	// endFrames is how many frames the end of a round has.
	endFrames = 15
	// ringRise is how many half rows the ring rises at the end.
	ringRise = 6
	// motionBeat is how long a frame lasts. A motion is shorter than the pause of a computer player.
	motionBeat = 60 * time.Millisecond
)

// motionMsg asks for the next frame of a motion.
type motionMsg struct{ motion *motion }

// motions are the motions on a board, one at a time.
type motions struct {
	// current is the motion on the board, nil for none.
	current *motion
	// tick delivers the next frame of a motion; nil turns motions off.
	tick func(tea.Msg) tea.Cmd
	// begun reports whether the screen has shown the round before its end. Only then the end is shown with a
	// motion, once.
	begun bool
}

// start starts a motion beside cmd. The end of the round is not interrupted.
func (m *motions) start(mo *motion, cmd tea.Cmd) tea.Cmd {
	if m.tick == nil || mo == nil || m.isEnd() {
		return cmd
	}
	m.current = mo
	return tea.Batch(cmd, m.tick(motionMsg{mo}))
}

// stop ends the motion.
func (m *motions) stop() { m.current = nil }

// advance shows the next frame of a motion.
func (m *motions) advance(msg motionMsg) tea.Cmd {
	mo := m.current
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
		m.current = nil
		return nil
	}
	return m.tick(msg)
}

// isEnd reports whether the end of the round is being shown.
func (m *motions) isEnd() bool { return m.current != nil && m.current.isEnd }

// motionBetween returns the motion from a previous view to the current one: of a card, if exactly one was
// played, and of goals that have changed. It returns nil if nothing moves.
func motionBetween(previous, current *chapters.View) *motion {
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

// takenTrick returns the motion of a trick that is being taken, nil without cards.
func takenTrick(plays []scene.Play) *motion {
	if len(plays) == 0 {
		return nil
	}
	for i := range plays {
		plays[i].Taken = true
		plays[i].Best = false
	}
	return &motion{taken: plays}
}

// applyTo shows the motion in a scene: a trick that was taken still lies there, a card on its way is not at its
// place yet, and a changed goal stands out.
func (mo *motion) applyTo(s *scene.Scene) {
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

// applyToEnd shows the motion in the end of a round: the goals are ticked one by one while the ring rises.
func (mo *motion) applyToEnd(e *scene.End, seats int) {
	if mo == nil || !mo.isEnd {
		return
	}
	e.RevealedGoals = min(mo.frame/2, seats)
	e.RingOffset = max(ringRise-mo.frame, 0)
}
