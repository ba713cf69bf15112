package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/tricks"
)

// goalSnapshot is how the goals stood when a person last decided.
type goalSnapshot struct {
	goals []chapters.GoalStatus
	// numbers has the progress of each seat's goal, as text. It is empty before the cards are
	// played.
	numbers []string
	// events is how many events had happened.
	events int
}

// takeSnapshot returns the current state of the goals.
func (m *Model) takeSnapshot() goalSnapshot {
	v := &m.view
	s := goalSnapshot{goals: slices.Clone(v.Goals), events: len(v.Log)}
	if v.Stage == chapters.StagePlay {
		for seat := range v.Seats {
			s.numbers = append(s.numbers, scene.Progress(m.theme.Texts, v, tricks.Seat(seat)))
		}
	}
	return s
}

// sinceLast returns what is new on the board: the recent events beside the tricks, the latest first, and after
// them the goals that were met or lost since the person's last decision. fresh are the seats whose goals, or the
// progress of them, have changed since then.
func (m *Model) sinceLast(b *scene.Board) (news []string, fresh tricks.SeatSet) {
	v := &m.view
	previous, ok := m.snapshots[v.Player]
	if ok && v.Stage == chapters.StagePlay && len(previous.numbers) == len(v.Seats) {
		current := m.takeSnapshot()
		for i := range current.numbers {
			if current.numbers[i] != previous.numbers[i] {
				fresh |= tricks.Seat(i).Bit()
			}
		}
		for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
			news = append(news, m.theme.Texts.Round(v).GoalChange(g))
			fresh |= g.Seat.Bit()
		}
	}
	return append(b.RecentEvents(), news...), fresh
}
