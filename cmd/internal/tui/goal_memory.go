package tui

import (
	"slices"

	"fellowship/chapters"
	"fellowship/cmd/internal/round"
	"fellowship/cmd/internal/scene"
	"fellowship/cmd/internal/texts"
	"fellowship/tricks"
)

// goalMemory remembers how the goals stood when each person last decided, so that the board can show what is new.
type goalMemory struct {
	// viewer is the person in front of the screen.
	viewer *viewer
	// last has the goals as each person saw them at their last decision.
	last map[tricks.Seat]goalSnapshot
	// seenTricks is how many finished tricks each person has seen, on the board or on a curtain.
	seenTricks map[tricks.Seat]int
}

// goalSnapshot is how the goals stood when a person last decided.
type goalSnapshot struct {
	goals []chapters.GoalStatus
	// numbers has the progress of each seat's goal, as text. It is empty before the cards are
	// played.
	numbers []string
	// texts is the language of numbers.
	texts *texts.Texts
	// events is how many events had happened.
	events int
}

// snapshot returns the state of the goals in a view, in a language.
func snapshot(t *texts.Texts, v *chapters.View) goalSnapshot {
	s := goalSnapshot{goals: slices.Clone(v.Goals), events: len(v.Log), texts: t}
	if v.Stage == chapters.StagePlay {
		for seat := range v.Seats {
			s.numbers = append(s.numbers, scene.Progress(t, v, tricks.Seat(seat)))
		}
	}
	return s
}

// forget forgets all that people saw.
func (m *goalMemory) forget() {
	clear(m.last)
	clear(m.seenTricks)
}

// sinceLast returns what is new on the board: the recent events beside the tricks, the latest first, and after
// them the goals that were met or lost since the person's last decision. fresh are the seats whose goals, or the
// progress of them, have changed since then.
func (m *goalMemory) sinceLast(b *scene.Board) (news []string, fresh tricks.SeatSet) {
	v := b.View
	previous, ok := m.last[v.Player]
	if ok && v.Stage == chapters.StagePlay && len(previous.numbers) == len(v.Seats) {
		current := snapshot(previous.texts, v)
		for i := range current.numbers {
			if current.numbers[i] != previous.numbers[i] {
				fresh |= tricks.Seat(i).Bit()
			}
		}
		for _, g := range round.ChangedGoals(previous.goals, v.Goals) {
			news = append(news, m.viewer.texts().Round(v).GoalChange(g))
			fresh |= g.Seat.Bit()
		}
	}
	return append(b.RecentEvents(), news...), fresh
}

// noteSeen notes that a person has seen all finished tricks of a view.
func (m *goalMemory) noteSeen(person tricks.Seat, v *chapters.View) {
	m.seenTricks[person] = len(v.History)
}

// seenBy returns how many of the finished tricks a person has seen. Of a round that goes on after a break only the last
// trick is news.
func (m *goalMemory) seenBy(person tricks.Seat, v *chapters.View) int {
	if n, known := m.seenTricks[person]; known {
		return n
	}
	return max(len(v.History)-1, 0)
}
