package tui

import (
	"time"

	"fellowship/chapters"
	"fellowship/cmd/internal/board"
	"fellowship/cmd/internal/kit"
	"fellowship/cmd/internal/round"
	"fellowship/tricks"

	tea "github.com/charmbracelet/bubbletea"
)

// A motion shows an event: a card goes from its hand into the trick, a trick to its winner, and the
// goal of a seat flashes when it is met or lost. It goes on beside the game and holds nothing up;
// any key ends it.

type motion struct {
	plays []tricks.Play
	// winner is the seat that gets the cards, NoSeat for the trick or nobody; gather says that the
	// cards leave the trick.
	winner tricks.Seat
	gather bool
	said   tricks.Suit
	// flips are the seats whose goals have been met or lost.
	flips tricks.SeatSet
	// ends says that the end of the round is shown, before its result.
	ends  bool
	frame int
}

// motionFrames are how many frames a motion has, endFrames those of the end of a round, and
// motionBeat is how long each stays: a motion is shorter than the pause of a computer player.
const (
	motionFrames = 4
	endFrames    = 15
	motionBeat   = 60 * time.Millisecond
)

type motionMsg struct{ of *motion }

func (m *Model) moves(mo *motion, cmd tea.Cmd) tea.Cmd {
	if m.tick == nil || mo == nil || m.ending() {
		return cmd
	}
	m.moving = mo
	return tea.Batch(cmd, m.tick(motionMsg{mo}))
}

func (m *Model) move(msg motionMsg) tea.Cmd {
	mo := m.moving
	if msg.of != mo || mo == nil {
		return nil
	}
	if mo.frame++; !mo.ends && mo.frame >= motionFrames || mo.frame >= endFrames {
		m.moving = nil
		return nil
	}
	return m.tick(msg)
}

func (m *Model) ending() bool { return m.moving != nil && m.moving.ends }

// playedSince is the motion of the card played since a view, nil unless it was exactly one.
func (m *Model) playedSince(before *chapters.View) *motion {
	after := &m.view
	if len(after.Log) <= len(before.Log) || before.Deal != after.Deal {
		return nil
	}
	mo := &motion{winner: tricks.NoSeat}
	var last board.Trick
	if all := board.Played(after); len(all) > 0 {
		last = all[len(all)-1]
	}
	n := 0
	for _, e := range after.Log[len(before.Log):] {
		if e.Kind == chapters.Played {
			n++
		}
	}
	if n == 1 && len(last.Plays) > 0 {
		mo.plays, mo.said = last.Plays[len(last.Plays)-1:], last.Said
	}
	for _, g := range round.Changed(before.Goals, after.Goals) {
		mo.flips |= g.Seat.Bit()
	}
	if len(mo.plays) == 0 && mo.flips == 0 {
		return nil
	}
	return mo
}

func (m *Model) gathered() *motion {
	last, n := m.ended()
	if n == 0 {
		return nil
	}
	return &motion{plays: last.Plays, winner: last.Winner, gather: true, said: last.Said}
}

func (m *Model) drawMotion(c *kit.Canvas, l *board.Layout, b *board.Board) {
	mo := m.moving
	if mo == nil || mo.ends {
		return
	}
	whole := kit.Rect{X: 0, Y: l.Title.H, W: c.W, H: c.H - l.Title.H}
	for _, play := range mo.plays {
		x, y := l.SpotOf(b.Spot(play.Seat))
		fromX, fromY := b.SeatCorner(l, play.Seat)
		if mo.gather {
			fromX, fromY, x, y = x, y, l.Trick.X+(l.Trick.W-l.Played.W)/2, l.Trick.Y+(l.Trick.H-l.Played.H)/2
			if mo.winner != tricks.NoSeat {
				x, y = b.SeatCorner(l, mo.winner)
			}
		}
		tr := board.Trick{Said: mo.said}
		p := b.PlayedPicture(&tr, play.Move, l.Played)
		step := mo.frame + 1
		b.DrawBox(c, whole, fromX+(x-fromX)*step/(motionFrames+1), fromY+(y-fromY)*step/(motionFrames+1), &p)
	}
}
