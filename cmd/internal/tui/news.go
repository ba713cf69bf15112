package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// seen is how the goals stood when a person decided last.
type seen struct {
	goals []chapters.GoalStatus
	// numbers are those of each seat's goal, in words.
	numbers []string
	// events is how much had happened.
	events int
}

// seen returns the present state.
func (m *Model) seen() seen {
	v := &m.view
	s := seen{goals: slices.Clone(v.Goals), events: len(v.Log)}
	if v.Stage == chapters.StagePlay {
		for seat := range v.Seats {
			s.numbers = append(s.numbers, scene.Progress(m.Texts, v, tricks.Seat(seat)))
		}
	}
	return s
}

// sinceLast returns the events since the person's last turn, latest first, and the seats whose
// goals have come further or fallen back.
func (m *Model) sinceLast(b *scene.Board) (news []string, fresh tricks.SeatSet) {
	v := &m.view
	before, ok := m.since[v.Player]
	if ok && v.Stage == chapters.StagePlay && len(before.numbers) == len(v.Seats) {
		now := m.seen()
		for i := range now.numbers {
			if now.numbers[i] != before.numbers[i] {
				fresh |= tricks.Seat(i).Bit()
			}
		}
		for _, g := range round.Changed(before.goals, v.Goals) {
			news = append(news, m.Changed(v, g))
			fresh |= g.Seat.Bit()
		}
	}
	return append(b.Happened(), news...), fresh
}

// commentary tells a person the events since his last decision: tricks, other actions, and changes
// of goals. It is for a curtain, which has the last trick anyway, and says nothing that is not for
// everybody.
func (m *Model) commentary(b *scene.Board, next tricks.Seat, last int) (out []string) {
	v := &m.view
	before := m.since[next]
	done, ended := 0, scene.Played(v)
	for i, e := range v.Log {
		switch {
		case e.Kind == chapters.WonTrick:
			if done++; i >= before.events && done != last {
				out = append(out, b.TrickTold(&ended[done-1], done))
			}
		case len(v.History) == 0 && round.OfSetup(v, i): // the page behind the curtain tells it
		case e.Kind == chapters.Played || e.Kind == chapters.TurnedUp || i < before.events:
		default:
			out = append(out, m.Event(v, e))
		}
	}
	for _, g := range round.Changed(before.goals, v.Goals) {
		out = append(out, m.Changed(v, g))
	}
	return out
}
